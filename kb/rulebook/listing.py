"""The rules one by one, as a reader looks them up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from kb.errors import LudexError, nearest, quote
from kb.rulebook.header import Label
from kb.rulebook.rulebook import Rulebook


@dataclass(frozen=True)
class RuleRow:
    """One rule: what its header says, and the program text below it.

    Attributes
    ----------
    id : str
        Its switch.
    numbers : tuple of str
        Its numbers, as the text in force on the day asked for calls them; without a day, as
        the text that stated it first does.
    period : str
        The days on which it is in force, ``2012-10-01 .. 2013-07-12``.
    sentence, source : str
    see : tuple of str
    renumbered : tuple of str
        What later texts call it, ``2018-07-13: 116.3b is 117.3b``.
    text : str
        Its statements.
    file : str
    line : int
        Where the first of its headers stands.
    """

    id: str
    numbers: tuple[str, ...]
    period: str
    sentence: str
    source: str
    see: tuple[str, ...]
    renumbered: tuple[str, ...]
    text: str
    file: str
    line: int


def list_rules(
    rulebook: Rulebook, number: str | None = None, day: date | str | None = None
) -> tuple[RuleRow, ...]:
    """Return the numbered rules of a rulebook, in the order of its files.

    Parameters
    ----------
    rulebook : Rulebook
        The rules.
    number : str, optional
        A rule's number, the id of its switch, or the number of a section, whose rules are all
        returned; all rules, unless given.
    day : date or str, optional
        Only the rules in force on that day, under the numbers of that day; rules of all days,
        unless given.

    Raises
    ------
    LudexError
        If no rule has the number; the message names the nearest one.
    """
    view = None if day is None else rulebook.on(day)
    labels = (rulebook if view is None else view).labels
    named = {
        label.id: _names(label, None if view is None else view.date)
        for label in labels.values()
        if label.numbers
    }
    ids = list(named)
    if number is not None:
        ids = [i for i in named if number == i or number in named[i]]
        ids = ids or [i for i in named if any(_within(name, number) for name in named[i])]
        if not ids:
            when = "" if view is None else f" in force on {view.date}"
            words = {name for names in named.values() for name in names}
            raise LudexError(
                f"no rule {quote(number)} of {rulebook.game}{when}{nearest(number, words)}"
            )
    return tuple(_row(rulebook, labels[i], None if view is None else view.date) for i in ids)


def _names(label: Label, day: date | None) -> tuple[str, ...]:
    if day is not None:
        return label.numbers_on(day)
    return tuple(name for name, _ in label.names())


def _within(number: str, section: str) -> bool:
    """Tell whether a number belongs to a section: 306.5b to 306 and to 306.5, not to 30."""
    rest = number.removeprefix(section)
    if rest == number or not rest:
        return False
    return rest[0] in ".-_" or (section[-1].isdigit() and rest[0].isalpha())


def _row(rulebook: Rulebook, label: Label, day: date | None) -> RuleRow:
    return RuleRow(
        id=label.id,
        numbers=label.numbers if day is None else label.numbers_on(day),
        period=str(label.period),
        sentence=label.sentence,
        source=label.source,
        see=label.see,
        renumbered=tuple(f"{c.start}: {c.number} is {c.later}" for c in label.renumbered),
        text="\n".join(statement.text for statement in rulebook.of_label(label.id)),
        file=label.file,
        line=label.line,
    )
