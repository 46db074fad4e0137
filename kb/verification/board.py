"""A board of which others are made: a scenario as plain data, in the words of its file.

What the words do not allow is refused when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from kb.scenario import Case, reader

Data = dict[str, Any]


def in_turn(*some: Iterable[Data]) -> Iterator[Data]:
    """Yield the first of each, then the second of each, and so on."""
    for boards in zip_longest(*some):
        yield from (board for board in boards if board is not None)


def options_of(data: Data) -> list[Data]:
    """Return the questions what each player of a board may do."""
    return [{"options": {"by": name}} for name in data.get("players", {})]


def said_in(case: Case) -> Data:
    """Return what a case says, without its variants."""
    return {k: v for k, v in reader.plain(case.scenario.node).items() if k != "variants"}


def board_of(case: Case) -> Data:
    """Return a case as a board."""
    return without_unused(said_in(case))


def without_unused(data: Data) -> Data:
    """Return a board without the cards that it describes and nowhere names."""
    cards = data.get("cards")
    if not isinstance(cards, list) or not all(isinstance(one, dict) for one in cards):
        return data
    named = repr({key: value for key, value in data.items() if key != "cards"})
    found: list[Data] = []
    while more := [c for c in cards if c not in found and _written(c.get("name")) in named]:
        found += more
        named += repr(more)
    return {**data, "cards": [one for one in cards if one in found]}


def _written(name: object) -> str:
    return repr(name)[1:-1]
