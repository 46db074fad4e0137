"""Dates: the texts of a rulebook one after the other, and the days that each covers."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from kb.errors import LudexError, nearest, quote
from kb.records import record

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")


def read_date(value: object) -> date:
    """Return a date given as one, or written ``2013-01-30``.

    >>> read_date("2013-01-30")
    datetime.date(2013, 1, 30)
    """
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, str) and (found := _DATE.fullmatch(value.strip())) and value.isascii():
        try:
            return date(int(found[1]), int(found[2]), int(found[3]))
        except ValueError:
            pass
    raise LudexError(f"{quote(value)} is not a date; expected one such as 2013-01-30")


@record
class Period:
    """The days from a beginning to an end, both included; None where it is unknown or open."""

    start: date | None = None
    end: date | None = None

    def __contains__(self, day: date) -> bool:
        return (self.start is None or self.start <= day) and (self.end is None or day <= self.end)

    def overlaps(self, other: Period) -> bool:
        """Tell whether the two periods share a day."""
        return (self.start is None or other.end is None or self.start <= other.end) and (
            other.start is None or self.end is None or other.start <= self.end
        )

    def __str__(self) -> str:
        return f"{self.start or 'unknown'} .. {self.end or ''}".rstrip()


ALWAYS = Period()
"""Every day."""


@record
class Edition:
    """One text of the rulebook: its name, and the first and last day that it covers.

    Attributes
    ----------
    text : str
    start, end : date
        The last day is None where it is open.
    note : str
        What an answer under this text has to tell besides, such as that no later text is at hand.
    """

    text: str
    start: date
    end: date | None = None
    note: str = ""

    @property
    def period(self) -> Period:
        """The days that it covers."""
        return Period(self.start, self.end)


@record
class Editions:
    """The texts of a rulebook, oldest first.

    A rulebook without editions covers every day.
    """

    texts: tuple[Edition, ...] = ()

    @property
    def newest(self) -> date:
        """The newest day covered: the date of an answer when none is given."""
        if not self.texts:
            return date.max
        return self.texts[-1].end or self.texts[-1].start

    def at(self, day: date) -> Edition | None:
        """Return the text in force on a day, or None for a rulebook without editions.

        Raises
        ------
        LudexError
            If no text covers the day; the message names the days that are covered.
        """
        for edition in self.texts:
            if day in edition.period:
                return edition
        if not self.texts:
            return None
        covered = ", ".join(
            f"{start} to {end}" if end else f"{start} and later" for start, end in self.spans
        )
        raise LudexError(f"no edition of the rules covers {day}; covered: {covered}")

    @property
    def spans(self) -> list[tuple[date, date | None]]:
        """The stretches of days that are covered, whatever the text."""
        found: list[tuple[date, date | None]] = []
        for edition in self.texts:
            last = found[-1][1] if found else None
            if last is not None and edition.start.toordinal() == last.toordinal() + 1:
                found[-1] = (found[-1][0], edition.end)
            else:
                found.append((edition.start, edition.end))
        return found

    @staticmethod
    def read(path: Path, name: str | None = None) -> Editions:
        """Read the key ``editions`` of a game's file."""
        shown = str(path) if name is None else name
        root = root_of(path, shown)
        pairs = root.value if isinstance(root, yaml.MappingNode) else []
        for key, value in pairs:
            if key.value == "editions":
                return _editions(value, shown)
        return Editions()


_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def root_of(path: Path, shown: str) -> yaml.Node | None:
    """Read a game's file as YAML; `shown` is what messages call it."""
    try:
        return _composed(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LudexError(f"cannot read the file: {error.strerror}", file=shown) from None
    except UnicodeDecodeError:
        raise LudexError("the file is not UTF-8 text", file=shown) from None
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "nested too deep"
        line = None if mark is None else mark.line + 1
        raise LudexError(f"this is not YAML: {problem}", file=shown, line=line) from None


@lru_cache(maxsize=1)
def _composed(text: str) -> yaml.Node | None:
    """Return a text as YAML; each part of a game's file is read from it by itself."""
    root: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
    return root


_NEEDED = ("from", "text")
_KEYS = ("from", "to", "text", "note")


def _editions(node: yaml.Node, file: str) -> Editions:
    if not isinstance(node, yaml.SequenceNode) or not node.value:
        line = node.start_mark.line + 1
        raise LudexError("'editions' is empty; expected a list of editions", file=file, line=line)
    editions: list[Edition] = []
    for entry in node.value:
        line = entry.start_mark.line + 1
        try:
            edition = _edition(entry)
            if editions and edition.start <= editions[-1].start:
                raise LudexError(f"the edition of {edition.start} stands after a later one")
            if editions and editions[-1].end is None:
                before = date.fromordinal(edition.start.toordinal() - 1)
                editions[-1] = replace(editions[-1], end=before)
            if editions and edition.period.overlaps(editions[-1].period):
                raise LudexError(
                    f"the edition of {edition.start} begins before the one above it ends"
                )
        except LudexError as error:
            raise error.at(file, line) from None
        editions.append(edition)
    return Editions(tuple(editions))


def _edition(node: yaml.Node) -> Edition:
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    found = {str(key.value): str(value.value) for key, value in pairs}
    for key in found:
        if key not in _KEYS:
            raise LudexError(f"unknown key {quote(key)} in an edition{nearest(key, _KEYS)}")
    for key in _NEEDED:
        if key not in found:
            raise LudexError(f"an edition without {quote(key)}")
    end = read_date(found["to"]) if "to" in found else None
    edition = Edition(found["text"], read_date(found["from"]), end, found.get("note", ""))
    if end is not None and end < edition.start:
        raise LudexError(f"the edition ends on {end}, before it begins on {edition.start}")
    return edition
