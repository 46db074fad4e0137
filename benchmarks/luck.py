"""In which order ways to play an ability are best tried."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Sequence

from benchmarks.kinds import Entry, likenesses

EXPECTED, WEIGHT = 0.1, 3.0
"""How often in a second a way is taken to show something, before it has been tried for longer than
so many seconds: less than one that has shown something mostly does."""


class Luck:
    """What ways have shown by now, so that those which show most in a second are tried first.

    A way of which little is known for a kind of ability counts as for the others that are used or
    set off like it.
    """

    def __init__(self) -> None:
        self._shown: Counter[tuple[str, str]] = Counter()
        self._seconds: defaultdict[tuple[str, str], float] = defaultdict(float)

    def first(self, ability: Entry, ways: Sequence[Entry]) -> Sequence[Entry]:
        """Return the ways in the order in which they are best tried."""
        return sorted(ways, key=lambda way: -self._rate(ability, json.dumps(way)))

    def tried(self, ability: Entry, way: Entry, *, shown: bool, seconds: float) -> None:
        """Remember what a way has shown."""
        for kind in likenesses(ability):
            self._shown[kind, json.dumps(way)] += shown
            self._seconds[kind, json.dumps(way)] += seconds

    def _rate(self, ability: Entry, way: str) -> float:
        rate = EXPECTED
        for kind in likenesses(ability):
            seconds = self._seconds[kind, way] + WEIGHT
            rate = (self._shown[kind, way] + rate * WEIGHT) / seconds
        return rate
