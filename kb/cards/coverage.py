"""How much of a card file is understood, in figures that are never added up to one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter

from kb.cards.ambiguity import count_readings
from kb.cards.game import Game
from kb.cards.reading import Reading, read
from kb.cards.unread import words_left

_YEARS = ("first_date", "released_at", "year", "date", "release_date")
_GAPS = re.compile(r"\{[^{}]*\}|\[+[^\[\]]*\]+|[+-]?\d+|\([^()]*\)|#")
_LONGEST_GAP = 60
_DASH = re.compile(r"—| - ")


@dataclass
class BlockedSpan:
    """A span that is not understood, or not carried out.

    Attributes
    ----------
    cards
        How many cards it blocks.
    wins
        For how many of them it is the only one.
    """

    text: str
    cards: int = 0
    wins: int = 0


@dataclass
class Tally:
    """What is counted of some cards with text; None is what was not counted."""

    texts: int = 0
    whole: int = 0
    same_words: int = 0
    ambiguous: int | None = None
    understood: int | None = None
    executable: int = 0

    def counts(self) -> dict[str, int | None]:
        """Return the counts by name."""
        return {name: getattr(self, name) for name in COUNTS}


COUNTS = ("texts", "whole", "same_words", "ambiguous", "understood", "executable")


@dataclass
class Coverage(Tally):
    """Counts over a card file; see the fields' names.

    Attributes
    ----------
    kinds, years
        The same counts by kind of card, and by year where the file has it.
    gaps, running_gaps
        What to teach next for reading and for carrying out, what wins most cards first.
    plays
        Whether the play of the game is encoded, so that any text can be carried out.
    """

    cards: int = 0
    seconds: float = 0.0
    kinds: dict[str, Tally] = field(default_factory=dict)
    years: dict[str, Tally] = field(default_factory=dict)
    gaps: list[BlockedSpan] = field(default_factory=list)
    running_gaps: list[BlockedSpan] = field(default_factory=list)
    plays: bool = True
    languages: Mapping[str, object] | None = None

    def as_json(self) -> dict[str, object]:
        """Return the stable form of the command's answer."""
        answer: dict[str, object] = {
            "cards": self.cards,
            **self.counts(),
            "seconds": round(self.seconds, 3),
            "plays": self.plays,
            "kinds": {name: tally.counts() for name, tally in self.kinds.items()},
            "years": {name: tally.counts() for name, tally in self.years.items()},
            "gaps": [_gap(gap) for gap in self.gaps],
            "running_gaps": [_gap(gap) for gap in self.running_gaps],
        }
        if self.languages is not None:
            answer["languages"] = dict(self.languages)
        return answer


def _gap(gap: BlockedSpan) -> dict[str, object]:
    return {"text": gap.text, "cards": gap.cards, "wins": gap.wins}


Card = Mapping[str, object]


def faces_of(cards: Iterable[Card], game: Game) -> Iterator[list[Card]]:
    """Yield the faces of each card; those that the game leaves out are none.

    Faces that stand apart in a file say by ``full_name`` that they are one card.
    """
    whole: dict[str, list[Card]] = {}
    for number, card in enumerate(cards):
        if game.card_text(card) is not None:
            whole.setdefault(str(card.get("full_name") or number), []).append(card)
    yield from whole.values()


def cover(cards: Iterable[list[Card]], game: Game, *, readings: bool = False) -> Coverage:
    """Measure the texts of cards.

    Parameters
    ----------
    readings
        Also count texts with a line of more than one reading (slow).
    """
    result = Coverage(plays=game.entries is not None)
    unread, idle = _Gaps(), _Gaps()
    counted: dict[str, int] = {}
    read("Warm.", game)  # building tables is not reading
    begin = perf_counter()
    for faces in cards:
        result.cards += 1
        printed = [card for card in faces if (game.card_text(card) or "").strip()]
        if not printed:
            continue
        found = [read(game.card_text(card) or "", game, _name(card)) for card in printed]
        # Of a face whose other one is not in the file, what the other says is left as well.
        apart = {"apart": len(faces) == 1}
        whole = [{**card, **apart} for card in printed]
        left = None if game.entries is None else [what_is_left(card, game) for card in whole]
        runs = left is not None and not any(left)
        counts: dict[str, bool | None] = {
            "texts": True,
            "whole": all(one.status == "whole" for one in found),
            "same_words": all(one.same_words for one in found),
            "ambiguous": any(_is_ambiguous(one, counted) for one in found) if readings else None,
            "understood": runs if game.way_back is not None else None,
            "executable": runs,
        }
        kind = result.kinds.setdefault(_kind(faces[0]), Tally())
        tallies = [result, kind]
        if year := _year(faces[0]):
            tallies.append(result.years.setdefault(year, Tally()))
        for tally in tallies:
            for name, value in counts.items():
                if value is not None:
                    setattr(tally, name, (getattr(tally, name) or 0) + value)
        lines = [line for one in found for line in one.lines]
        unread.add({span.text for line in lines for span in line.unread})
        names = [_name(card) for card in printed]
        idle.add({_pattern(text, names) for one in left or () for text in one})
    result.seconds = perf_counter() - begin
    result.kinds = dict(sorted(result.kinds.items(), key=lambda one: -one[1].texts))
    result.years = dict(sorted(result.years.items()))
    result.gaps, result.running_gaps = unread.ranked(), idle.ranked()
    return result


class _Gaps:
    """Counts which spans block how many cards."""

    def __init__(self) -> None:
        self.blocked: Counter[str] = Counter()
        self.alone: Counter[str] = Counter()

    def add(self, spans: set[str]) -> None:
        self.blocked.update(spans)
        if len(spans) == 1:
            self.alone.update(spans)

    def ranked(self) -> list[BlockedSpan]:
        found = [BlockedSpan(text, cards, self.alone[text]) for text, cards in self.blocked.items()]
        return sorted(found, key=lambda gap: (-gap.wins, -gap.cards, gap.text))


def _pattern(text: str, names: list[str]) -> str:
    """Return a text without its names, numbers and symbols, by which others like it are found."""
    for name in names:
        text = text.replace(name, "~") if name else text
    words = " ".join(_GAPS.sub(" … ", text).split())
    return words if len(words) <= _LONGEST_GAP else words[: _LONGEST_GAP - 1].rstrip() + "…"


def _name(card: Card) -> str:
    return str(card.get("name") or "")


def _kind(card: Card) -> str:
    """Return what kind a card is: the last word before a dash of what it says of its type."""
    said = _DASH.split(str(card.get("type") or card.get("type_line") or ""))[0].split()
    return said[-1].lower() if said else "?"


def _year(card: Card) -> str | None:
    """Return the year of a card; None where the file does not say it."""
    for key in _YEARS:
        found = re.match(r"\d{4}(?!\d)", str(card.get(key) or ""))
        if found is not None:
            return found.group()
    return None


def what_is_left(card: Card, game: Game) -> list[str]:
    """Return what the rules cannot carry out of a card's text, in its words."""
    assert game.entries is not None
    made = game.entries(card, partial(read, game=game, name=_name(card)))
    return list(words_left(made)) if made else [str(game.card_text(card))]


def _is_ambiguous(reading: Reading, counted: dict[str, int]) -> bool:
    for line in reading.lines:
        key = line.normal.string
        if line.whole and key not in counted:
            counted[key] = count_readings(line.normal, reading.game).readings
        if line.whole and counted[key] > 1:
            return True
    return False
