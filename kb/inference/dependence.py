"""Whether an answer depends on how the documents are read where they leave something open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.errors import LudexError
from kb.inference.answers import Ruling, rule_on
from kb.inference.mentions import verdicts
from kb.inference.session import Session
from kb.rulebook.gaps import Gap
from kb.scenario.questions import Mentions


@dataclass(frozen=True, eq=False)
class Other:
    """What the answer is if a gap is read in another way.

    Attributes
    ----------
    reading : str
        The name of the reading.
    ruling : Ruling or None
        The answer; None if what is asked makes no sense then.
    error : str
        Why not, in that case.
    """

    reading: str
    ruling: Ruling | None
    error: str = ""


@dataclass(frozen=True, eq=False)
class Dependence:
    """A gap of which another reading changes the answer.

    Attributes
    ----------
    gap : Gap
    reading : str
        The name of the reading that the answer takes.
    others : tuple of Other
        The readings under which the answer is another one, or was not found within the limits.
    """

    gap: Gap
    reading: str
    others: tuple[Other, ...]


def dependences(ruling: Ruling) -> tuple[Dependence, ...]:
    """Return the gaps of the game of which another reading changes an answer.

    Each reading is tried by itself, the other gaps being read as they are. A gap of which no
    block could play a part in any step of the answer is not tried at all.
    """
    found: dict[Gap, list[Other]] = {}
    for gap, reading, session in ruling.session.other_readings():
        other = _other(ruling, reading, session)
        if other is not None:
            found.setdefault(gap, []).append(other)
    taken = ruling.session.view.readings
    return tuple(Dependence(gap, taken[gap.name], tuple(some)) for gap, some in found.items())


def _other(ruling: Ruling, reading: str, session: Session) -> Other | None:
    """Return the answer under another reading; None if it is the same."""
    try:
        other = rule_on(session, ruling.question)
    except LudexError as error:
        return Other(reading, None, error.message)
    same = _answers(ruling) == _answers(other)
    if same and (other.complete or not ruling.complete):
        return None
    return Other(reading, other)


def _answers(ruling: Ruling) -> frozenset[object]:
    """Return what an answer says, without how it came about."""
    return frozenset(
        (
            leaf.kind in ("illegal", "stuck"),
            leaf.value,
            frozenset((asked.name, of, values) for asked, of, values in leaf.seen),
            leaf.orders and (leaf.orders.count, frozenset(leaf.orders.listed)),
            isinstance(ruling.question, Mentions) and verdicts(leaf.goals),
        )
        for leaf in ruling.leaves
    )


__all__: Sequence[str] = ["Dependence", "Other", "dependences"]
