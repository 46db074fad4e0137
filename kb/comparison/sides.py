"""The two rulebooks that are compared: each a day, or an overlay on top of one."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

from kb.errors import LudexError, closest, nearest, quote
from kb.records import record
from kb.rulebook import Label, Rulebook, RulebookView, read_date
from kb.rulebook.overlay import Overlay, overlay_name, read_overlay
from kb.rulebook.source import Source, checked_source
from kb.testing.between import key_of, only


@record
class Side:
    """One of the two rulebooks.

    Attributes
    ----------
    name : str
        What it is called: its date, or the file of the overlay.
    view : RulebookView
    overlays : tuple of Source
        The rules on top.
    asked : date or None
        The day that was meant, where no text of the rules is known that is so new.
    """

    name: str
    view: RulebookView
    overlays: tuple[Source, ...] = ()
    asked: date | None = None

    @property
    def labels(self) -> tuple[Label, ...]:
        """The rules in force, with the numbers of its day."""
        return tuple(label.on(self.view.date) for label in self.view.labels.values())

    @property
    def note(self) -> str:
        """By which text it is compared, where none is known of the day that was meant."""
        if self.asked is None:
            return ""
        return f"no rules of {self.asked} are known: the newest are compared, of {self.view.date}"


def sides_of(
    game: str,
    old: date | str | Overlay,
    new: date | str | Overlay,
    *,
    as_of: date | str | None = None,
    rule: str | None = None,
    overlays: Iterable[Overlay] = (),
) -> tuple[Side, Side]:
    """Return the two rulebooks that are meant; see `kb.comparison.diff.diff`."""
    day = as_of or next((d for d in (_day(old), _day(new)) if d is not None), None)
    both = tuple(map(_checked, overlays))
    book = Rulebook.load(game, overlays=both)
    sides = (_side(book, old, day, both), _side(book, new, day, both))
    return sides if rule is None else picked(sides, rule)


def _checked(overlay: Overlay) -> Source:
    read = read_overlay(overlay)
    return checked_source(read.text, read.name)


def picked(sides: tuple[Side, Side], rule: str) -> tuple[Side, Side]:
    """Return the sides with nothing changed between them but one rule."""
    old, new = sides
    changed = changed_between(sides)
    if not any(rule in label.numbers for label in changed):
        every = {n for side in sides for label in side.labels for n in (*label.numbers, label.id)}
        if rule not in every:
            raise LudexError(f"no rule {quote(rule)} in force{nearest(rule, every)}")
        others = {number for label in changed for number in label.numbers}
        hint = nearest(rule, sorted(others)) if others else ""
        raise LudexError(f"rule {quote(rule)} is the same under both{hint}")
    return old, replace(new, view=new.view.picked(only(old.view, new.view, rule)))


def changed_between(sides: tuple[Side, Side]) -> tuple[Label, ...]:
    """Return the numbered rules that are in force in one of the rulebooks only."""
    texts = [{key_of(s) for s in side.view.statements} for side in sides]
    both = texts[0] & texts[1]
    found = {
        s.label.id: s.label.on(side.view.date)
        for side in sides
        for s in side.view.statements
        if key_of(s) not in both and s.label.numbers
    }
    return tuple(found.values())


def _day(given: date | str | Overlay) -> date | None:
    if isinstance(given, date):
        return given
    try:
        return read_date(given)
    except LudexError:
        return None


def _side(
    book: Rulebook,
    given: date | str | Overlay,
    as_of: date | str | None,
    both: tuple[Source, ...],
) -> Side:
    day = _day(given)
    if day is not None:
        view, asked = _on(book, day)
        return Side(str(view.date), view, both, asked)
    assert not isinstance(given, date)
    if isinstance(given, str) and not given.endswith(".lp"):
        raise LudexError(
            f"{quote(given)} is neither a date such as 2013-01-30 nor an overlay{_meant(given)}"
        )
    overlays = (*both, _checked(given))
    view, asked = _on(Rulebook.load(book.game, overlays=overlays), as_of)
    return Side(overlay_name(given), view, overlays, asked)


def _meant(given: str) -> str:
    """Return which overlay is meant by what is none."""
    file = Path(given)
    if file.is_file():
        return "; expected FILE.lp"
    with suppress(OSError):
        near = closest(file.name, [one.name for one in file.parent.glob("*.lp")])
        if near is not None:
            return f": no such file; did you mean {quote(str(file.with_name(near)))}?"
    return ": no such file" if file.suffix else "; expected FILE.lp"


def _on(book: Rulebook, day: date | str | None) -> tuple[RulebookView, date | None]:
    """Return the rules of a day; of one behind the newest text, by that, and the day as well."""
    meant = None if day is None else read_date(day)
    late = meant is not None and meant > book.newest
    return book.on(None if late else meant), meant if late else None
