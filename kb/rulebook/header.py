"""The header of a block of statements: which rule it states, when, and where that is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from kb.errors import LudexError, nearest, quote
from kb.records import record
from kb.rulebook.edition import ALWAYS, Period, read_date

NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LISTED = re.compile(r"\s*([^\s,()\[\]]+)\s*(?:\(([^()]*)\))?\s*(,|$)")
_KEY = re.compile(r"([a-z]+):\s*(.*)")
_KEYS = ("source", "see", "reading", "renumbered", "hall")
_OVERRIDES = ("replaces", "repeals")
_DIRECTIVES = ("define", *_OVERRIDES, "amends", "redates")
EDITS = ("drop", "add", "change", "where")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*@[A-Za-z0-9.-]+")


@record
class Renumbering:
    """From a day on, the texts call a rule by another number."""

    number: str
    start: date
    later: str


@record
class Label:
    """What the header of a block says.

    Attributes
    ----------
    id : str
        The block's switch, ``704.5j@2012-10-01``; blocks of one rule share it, unless they are
        in force under different readings: ``4.4.b@2023-01-01 N-AL-01=control``.
    numbers : tuple of str
        The numbers of the rule, as the text that stated it first calls it.
    start, end : date or None
        The first and last day in force; None where it is unknown or open.
    source : str
        Where the rule is written.
    sentence : str
        The rule in our own words.
    see : tuple of str
        Numbers of other rules.
    defines : str or None
        The name of a block of definitions, which states no rule of the book.
    renumbered : tuple of Renumbering
        The numbers under which later texts know the rule.
    replaces, repeals : tuple of str
        In an overlay: the numbers, or ids, of the rules that it takes out of force.
    readings : tuple of (str, str)
        Gaps of the documents, each with the reading under which the block is in force.
    hall : tuple of str
        Blocks of halls whose statements state this rule, beside those of the block itself.
    overlay : bool
        Whether the block comes from an overlay.
    file : str
        The file the header stands in.
    line : int
        Its first line.
    """

    id: str
    numbers: tuple[str, ...]
    start: date | None
    end: date | None
    source: str
    sentence: str
    see: tuple[str, ...] = ()
    defines: str | None = None
    renumbered: tuple[Renumbering, ...] = ()
    replaces: tuple[str, ...] = ()
    repeals: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    hall: tuple[str, ...] = ()
    overlay: bool = False
    file: str = ""
    line: int = 0

    @property
    def period(self) -> Period:
        """The days on which the block is in force."""
        return Period(self.start, self.end)

    def excludes(self, other: Label) -> bool:
        """Tell whether the two blocks are under different readings: never in force together."""
        mine = dict(self.readings)
        return any(mine.get(gap, reading) != reading for gap, reading in other.readings)

    def numbers_on(self, day: date) -> tuple[str, ...]:
        """Return the numbers under which the text in force on a day knows the rule."""
        if not self.renumbered:
            return self.numbers
        # Two numbers may have become one.
        return tuple(dict.fromkeys(self.number_on(number, day) for number in self.numbers))

    def number_on(self, number: str, day: date) -> str:
        """Return what the text in force on a day calls one of the numbers."""
        now = number
        for change in self.renumbered:  # oldest first
            if change.number == number and change.start <= day:
                now = change.later
        return now

    def on(self, day: date) -> Label:
        """Return the header with the numbers that it has on a day."""
        return replace(self, numbers=self.numbers_on(day), renumbered=())

    def names(self) -> Iterator[tuple[str, Period]]:
        """Yield every number the rule ever had, with the days on which it had it."""
        for number in self.numbers:
            current, start = number, self.start
            for change in self.renumbered:
                if change.number != number:
                    continue
                yield current, Period(start, date.fromordinal(change.start.toordinal() - 1))
                current, start = change.later, change.start
            yield current, Period(start, self.end)


def parse_header(lines: Sequence[str], file: str, line: int, *, overlay: bool = False) -> Label:
    """Read a header.

    Parameters
    ----------
    lines : sequence of str
        The lines as they stand in the file, each beginning with ``%!``.
    file : str
        The file they stand in.
    line : int
        The number of the first of them.
    overlay : bool
        Whether the file is an overlay, which may replace and repeal, and need not name a
        period or a source.
    """
    contents = [text.strip().removeprefix("%!").strip() for text in lines]
    sources: list[str] = []
    see: list[str] = []
    readings: dict[str, str] = {}
    instead: list[str] = []
    words: list[str] = []
    changes: list[Renumbering] = []
    hall: list[str] = []
    place = line
    try:
        first = _first_line(contents[0], overlay)
        for content in contents[1:]:
            place += 1
            key = _KEY.fullmatch(content)
            if key and key[1] == "source":
                if not key[2]:
                    raise LudexError("'source:' says nothing; expected where the rule is written")
                sources.append(key[2])
            elif key and key[1] == "see":
                see += (number for number, _ in _numbers(key[2], "after 'see:'"))
            elif key and key[1] == "renumbered":
                changes += _renumbered(key[2], first)
            elif key and key[1] == "reading":
                gap, reading = _reading(key[2])
                if readings.setdefault(gap, reading) != reading:
                    raise LudexError(f"a block under two readings of {gap} is never in force")
            elif key and key[1] == "hall":
                hall += _blocks(key[2])
            elif key and overlay and key[1] == "instead":
                instead.append(key[2])
            elif key and (meant := _meant_key(key[1], overlay=overlay)):
                raise LudexError(f"unknown key {quote(key[1])} in a header; {meant}")
            elif content:
                words.append(content)
        place = line
        if not words:
            raise LudexError("a header without a sentence; expected the rule in our own words")
        if not sources and not overlay and first.defines is None:
            raise LudexError("a header without 'source:'; expected where the rule is written")
    except LudexError as error:
        raise error.at(file, place) from None
    return Label(
        id=" ".join((first.id, *(f"{gap}={reading}" for gap, reading in readings.items()))),
        numbers=first.numbers,
        start=first.period.start,
        end=first.period.end,
        source="; ".join(sources) or (f"overlay {file}" if overlay else ""),
        sentence=" ".join(words),
        see=tuple(see),
        defines=first.defines,
        renumbered=tuple(sorted((*first.renumbered, *changes), key=lambda change: change.start)),
        replaces=first.numbers if first.override == "replaces" else tuple(instead),
        repeals=first.numbers if first.override == "repeals" else (),
        readings=tuple(readings.items()),
        hall=tuple(dict.fromkeys(hall)),
        overlay=overlay,
        file=file,
        line=line,
    )


@record
class _FirstLine:
    id: str
    numbers: tuple[str, ...] = ()
    period: Period = ALWAYS
    defines: str | None = None
    override: str = ""
    renumbered: tuple[Renumbering, ...] = ()


def _first_line(content: str, overlay: bool) -> _FirstLine:
    word, _, rest = content.partition(" ")
    if word == "define":
        if not _NAME.fullmatch(rest.strip()):
            raise LudexError(f"{quote(rest.strip())} after 'define'; expected one name, like_this")
        return _FirstLine(f"define {rest.strip()}", defines=rest.strip())
    override = ""
    if word not in _DIRECTIVES and rest and word.isalpha() and len(word) > 3:
        meant = nearest(word, _DIRECTIVES if overlay else ("define",))
        if meant.startswith("; did you mean"):
            raise LudexError(f"unknown directive {quote(word)} in a header{meant}")
    if word in _OVERRIDES:
        if not overlay:
            raise LudexError(f"'{word}' outside an overlay; a rulebook ends a rule by its period")
        override, content = word, rest
    listed, bracket, rest = content.partition("[")
    if not bracket and not overlay:
        raise LudexError("a header without a period; expected one such as [2012-10-01 .. ]")
    if bracket and not rest.endswith("]"):
        raise LudexError(
            f"{quote('[' + rest)} ends the first line of a header; expected a period in "
            "square brackets, and nothing after it"
        )
    period = _period(rest[:-1]) if bracket else ALWAYS
    numbers = _numbers(listed, "in a header", ids=bool(override))
    if len({number for number, _ in numbers}) < len(numbers):
        raise LudexError("a header names the same number twice")
    changes = [change for number, text in numbers for change in _renumberings(number, text, period)]
    start = "overlay" if overlay and period.start is None else str(period.start or "unknown")
    if overlay and period.start is not None:
        start = f"overlay.{start}"
    return _FirstLine(
        f"{numbers[0][0]}@{start}",
        tuple(number for number, _ in numbers),
        period,
        override=override,
        renumbered=tuple(changes),
    )


def _renumbered(content: str, first: _FirstLine) -> Iterator[Renumbering]:
    """Read ``renumbered: 116.3b (2026-02-27: 117.3b)``, for numbers of the first line."""
    for number, text in _numbers(content, "after 'renumbered:'"):
        if number not in first.numbers:
            raise LudexError(
                f"{quote(number)} after 'renumbered:' is no number of this header"
                f"{nearest(number, first.numbers)}"
            )
        if not text:
            raise LudexError(
                f"{quote(number)} after 'renumbered:' has no later number; "
                "expected what later texts call it, such as 116.3b (2018-07-13: 117.3b)"
            )
        yield from _renumberings(number, text, first.period)


def _numbers(text: str, where: str, *, ids: bool = False) -> list[tuple[str, str]]:
    """Read numbers separated by commas, each with what stands in round brackets after it."""
    valid = (NUMBER, _ID) if ids else (NUMBER,)
    found: list[tuple[str, str]] = []
    at, more = 0, True
    while more:
        match = _LISTED.match(text, at)
        if match is None or not any(one.fullmatch(match[1]) for one in valid):
            wrong = text[at:].strip() if match is None else match[1]
            raise LudexError(
                f"{quote(wrong)} {where}; expected rule numbers, such as 306.4, 704.5j"
            )
        found.append((match[1], match[2] or ""))
        at, more = match.end(), match[3] == ","
    return found


def _renumberings(number: str, text: str, period: Period) -> Iterator[Renumbering]:
    for part in filter(None, (part.strip() for part in text.split(";"))):
        day, colon, later = (piece.strip() for piece in part.partition(":"))
        if not colon or not NUMBER.fullmatch(later):
            raise LudexError(
                f"{quote(part)} after the number {quote(number)}; "
                "expected what later texts call it, such as (2018-07-13: 117.3b)"
            )
        change = Renumbering(number, read_date(day), later)
        if change.start not in period or change.start == period.start:
            raise LudexError(
                f"{quote(number)} is renumbered on {change.start}, "
                f"which is not within its period [{period}]"
            )
        yield change


def _reading(text: str) -> tuple[str, str]:
    """Read which gap, and which reading of it, a block is in force under."""
    words = text.split()
    if len(words) != 2 or not all(map(NUMBER.fullmatch, words)):
        raise LudexError(
            f"{quote(text)} after 'reading:'; expected a gap and one of its readings, "
            "such as N-FF-06 book"
        )
    return words[0], words[1]


def _blocks(text: str) -> list[str]:
    """Read which blocks of halls state the rule."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if not _NAME.fullmatch(name):
            raise LudexError(
                f"{quote(name)} after 'hall:'; expected blocks of the game's halls, such as targets"
            )
    return names


def _period(text: str) -> Period:
    first, dots, last = text.partition("..")
    first, last = first.strip(), last.strip()
    if not dots:
        raise LudexError(f"{quote(f'[{text}]')} is not a period; expected [2012-10-01 .. ]")
    if not first:
        raise LudexError("a period without a beginning; expected a date or 'unknown'")
    period = Period(
        None if first == "unknown" else read_date(first), read_date(last) if last else None
    )
    if period.start and period.end and period.end < period.start:
        raise LudexError(f"the period ends on {period.end}, before it begins on {period.start}")
    return period


def _meant_key(key: str, *, overlay: bool) -> str:
    if overlay and key in EDITS:
        return "it stands below 'amends NUMBER'"
    meant = nearest(key, (*_KEYS, "game", *EDITS) if overlay else _KEYS)
    return meant.removeprefix("; ") if meant.startswith("; did you mean") else ""
