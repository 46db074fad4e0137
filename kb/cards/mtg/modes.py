"""The modes of a text: how many of them are chosen, and what each choice does.

Whoever chooses several modes does what they say in the order printed: a choice is one ability, of
which the targets are those of its modes, one after another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from typing import Any

from kb.cards.mtg.nodes import NUMBERS, Unsaid, items, plain
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node

Entry = dict[str, Any]

MOST = 40
"""How many choices of modes a text may offer."""

_ALL = 99
_TARGET = re.compile(r"\btarget \d")
_GOES = ("destroy", "exile", "return to hand", "into library", "put onto battlefield", "sacrifice")
_OTHER = re.compile(r"\b(?:an)?other\b|'others'")
_IT = re.compile(r"\bit\b")
_AGAIN = re.compile(
    r"choose (two|three|four|five)\. you may choose the same mode more than once\.", re.I
)


@dataclass
class Offer:
    """Modes from which some are chosen.

    Attributes
    ----------
    least, most
        How many are chosen.
    words
        How the text says that.
    again
        Whether the same may be chosen more than once.
    phrases
        Of what an ability speaks that has triggered or was activated, and its modes speak, too.
    modes, texts
        What each mode does, and its words.
    """

    least: int
    most: int
    words: str
    again: bool = False
    phrases: Phrases | None = None
    modes: list[Entry] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def choices(self) -> list[Entry]:
        """Return an ability for each choice of modes."""
        numbers = range(1, len(self.modes) + 1)
        drawn = combinations_with_replacement if self.again else combinations
        most = self.most if self.again else min(self.most, len(self.modes))
        found = [one for size in range(self.least, most + 1) for one in drawn(numbers, size)]
        if not 0 < len(found) <= MOST:
            return [{"mode": 0, "effect": [{"other": self.words}]}]
        return [self._choice(one) for one in found]

    def _choice(self, numbers: Sequence[int]) -> Entry:
        if len(numbers) == 1:
            return {"mode": numbers[0], **self.modes[numbers[0] - 1]}
        made: Entry = {"mode": list(numbers) or 0}
        targets: list[Any] = []
        effect: list[Any] = []
        for number in numbers:
            mode = self.modes[number - 1]
            if effect and self._speaks_of_others(mode):
                mode = {"effect": [{"other": self.texts[number - 1]}]}
            effect += renumbered(mode["effect"], len(targets))
            targets += mode.get("targets", [])
        return {**made, **({"targets": targets} if targets else {}), "effect": effect}

    def _speaks_of_others(self, mode: Entry) -> bool:
        """Whether behind another mode "another target" or "it" would mean something of that one."""
        of_event = self.phrases is not None and _IT.search(str(mode["effect"]))
        return bool(of_event or _OTHER.search(str(mode.get("targets"))))


def offer_of(value: Node) -> Offer | None:
    """Return what "choose one —" offers, None if a line is something else."""
    sentences = items(value, "sentences")
    if value.kind != "effects" or len(sentences) != 1 or sentences[0].kind != "header":
        return None
    clause = sentences[0].node("does")
    return None if clause is None or clause.kind == "under" else offered(clause)


def offered(clause: Node | None) -> Offer:
    """Return how many modes "choose one" offers."""
    acts = None if clause is None or clause.kind != "do" else clause.node("acts")
    thing = None if acts is None or acts.kind != "act" else acts.node("object")
    match None if thing is None else thing.kind:
        case "one_or_both":
            return Offer(1, 2, "choose one or both")
        case "one_or_more_alone":
            return Offer(1, _ALL, "choose one or more")
        case "so_many_alone" if thing is not None and (count := _count(thing)):
            return Offer(count, count, f"choose {plain(thing.get('count'))}")
        case "up_to_alone" if thing is not None and (count := _count(thing)):
            return Offer(0, count, f"choose up to {plain(thing.get('count'))}")
    raise Unsaid("modes")


def offered_again(text: str) -> Offer | None:
    """Return what is offered where the same mode may be chosen more than once."""
    found = _AGAIN.fullmatch(text.strip())
    number = 0 if found is None else NUMBERS[found[1].lower()]
    return Offer(number, number, text, again=True) if number else None


def overloaded(ability: Entry) -> Entry:
    """Return what a spell says with "each" in place of "target"."""
    targets, steps = ability.get("targets", []), ability["effect"]
    every = f"each {targets[0]}" if len(targets) == 1 and isinstance(targets[0], str) else ""
    said = [_with_each(one, every) for one in steps]
    alone = sum(_TARGET.search(str(one)) is not None for one in steps) == 1
    moved = any(key in _GOES for one in said for key in one)
    if not every or _TARGET.search(str(said)) or (moved and not alone):
        said = [{"other": "Overload"}]
    return {"overloaded": True, "effect": said}


def _with_each(made: Any, every: str) -> Any:
    if isinstance(made, list):
        return [_with_each(one, every) for one in made]
    if isinstance(made, dict):
        return {key: _with_each(one, every) for key, one in made.items()}
    return every if made == "target 1" else made


def is_mode(text: str) -> bool:
    """Tell whether a line is one of the modes that the line before them offers."""
    return text.startswith("•")


def renumbered(made: Any, by: int) -> Any:
    """Return instructions that speak of later targets, but for abilities with targets within."""
    if not by:
        return made
    if isinstance(made, list):
        return [renumbered(one, by) for one in made]
    if isinstance(made, dict):
        return made if "targets" in made else {k: renumbered(v, by) for k, v in made.items()}
    if isinstance(made, str):
        return re.sub(r"\btarget (\d+)\b", lambda m: f"target {int(m[1]) + by}", made)
    return made


def _count(thing: Node) -> int:
    return NUMBERS.get(plain(thing.get("count")), 0)
