"""What an ability waits for that is not carried out, where that alone can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.cards.mtg.audit import missing
from kb.cards.mtg.entries.maker import Entry, Maker
from kb.cards.mtg.nodes import Unsaid
from kb.cards.mtg.saying.way_back import says

_OPENING = re.compile(r"(?:[A-Z][\w' ]* — )?(?=(?:When|Whenever|At) )")
_SAYS_MORE = re.compile(r"\btriggers?\b|\bif it has(?:n't| not)\b", re.I)
"""How a text may say besides when it is set off."""

_ONE = r"(?:an? )?[\w'/-]+(?: [\w'/-]+)?"
_GOES_ON = re.compile(rf"(?:or|and|and/or|nor)\b|(?:{_ONE}, )*{_ONE},? (?:or|and|and/or) ")
"""How a list of several things goes on."""

_ITS = re.compile(r"\b(?:it|its|it['’]s|they|their|that|those)\b", re.I)
"""Words in an opening that something else may be meant by."""

_STAND_IN = "draw a card"


def known_event(maker: Maker, text: str) -> Entry | None:
    """Return an ability that does nothing known once something known happens; or nothing.

    Its opening is read before another clause, which says nothing of what it waits for.
    """
    if text in maker.twofold or _SAYS_MORE.search(text) or maker.is_from_elsewhere(text):
        return None
    for opening in _openings(text):
        try:
            when = _event(maker, f"{opening}, {_STAND_IN}.")
        except Unsaid:
            continue
        if when is not None:
            return {"when": when, "effect": [{"other": text}]}
    return None


def _openings(text: str) -> Iterator[str]:
    """Yield what may be the opening of a text, the longest first."""
    label = _OPENING.match(text)
    if label is None:
        return
    sentence = re.split(r"[\"“(•:]|\. ", text[label.end() :])[0]
    parts = sentence.split(", ")
    for number in range(len(parts) - 1, 0, -1):
        opening, rest = ", ".join(parts[:number]), ", ".join(parts[number:])
        if not _GOES_ON.match(rest) and not _ITS.search(opening):
            yield opening


def _event(maker: Maker, text: str) -> Entry | None:
    """Return what a text waits for that does a known thing, and nothing more than that."""
    if maker.read is None or maker.grammar is None:
        return None
    lines = maker.read(text).lines
    if len(lines) != 1 or not lines[0].whole or len(lines[0].values) != 1:
        return None
    before, maker.text = maker.text, text
    try:
        found = maker.value(lines[0].values[0])
    finally:
        maker.text = before
    made = found.get("abilities", [])
    if len(made) != 1 or set(made[0]) != {"when", "effect"} or made[0]["effect"] != [{"draw": 1}]:
        return None
    if missing(text, [found], [maker.name]) or says(text, [found], maker.grammar, maker.name):
        return None
    when: Entry = made[0]["when"]
    return when
