"""What a text mentions: which of it is a target, why not, and what the documents leave open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clingo import Function, Symbol

from kb.inference.engine import Model
from kb.inference.leaves import Answer
from kb.inference.session import Session
from kb.scenario.questions import Mentions
from kb.scenario.wording import Said

SHOWN = (
    "target/1",
    "excluded/2",
    "left_undecided/2",
    "meets/2",
    "reading/2",
    "usual/2",
    "chosen_when/2",
    "compulsory/1",
    "surveyed/1",
    "option/2",
    "met/3",
    "unmet/3",
)
"""What the step of such a question shows. The rules of a game with targets make these."""

OF_MENTIONS = frozenset(
    {"target", "excluded", "left_undecided", "meets", "chosen_when", "compulsory"}
)
OF_CHOICES = frozenset({"option", "met", "unmet"})


@dataclass(frozen=True)
class Reading:
    """One way to read what the documents leave open, and what it gives for one mention.

    Attributes
    ----------
    symbol : Symbol
        The reading.
    target : bool or None
        Whether the mention is a target if the gap is read so.
    usual : bool
        Whether answers rest on this reading.
    """

    symbol: Symbol
    target: bool | None
    usual: bool


@dataclass(frozen=True)
class Gap:
    """Something that the documents leave open, and that a mention meets."""

    symbol: Symbol
    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class Finding:
    """What the rules say of one mention.

    Attributes
    ----------
    said : Said
    target : bool or None
        None where the edition leaves it open.
    criteria : tuple of Symbol
        Everything that excludes it.
    goals : tuple of Symbol
        The atoms that say whether it is a target.
    gaps : tuple of Gap
    chosen : tuple of Symbol
        When it is chosen, if it is.
    compulsory : bool
        Whether what is done with it has to be done.
    objects : tuple of Symbol
        What may be chosen for it on the board.
    refused : tuple of Symbol
        ``unmet`` atoms: what is considered for it and may not be chosen.
    picks : bool
        Whether a choice is made at all.
    unchecked : bool
        Whether the text describes it further than a board shows: then `objects` may be too many.
    """

    said: Said
    target: bool | None
    criteria: tuple[Symbol, ...]
    goals: tuple[Symbol, ...]
    gaps: tuple[Gap, ...]
    chosen: tuple[Symbol, ...]
    compulsory: bool
    objects: tuple[Symbol, ...]
    refused: tuple[Symbol, ...]
    picks: bool
    unchecked: bool


def findings(session: Session, node: int, question: Mentions) -> tuple[Finding, ...]:
    """Return what the rules say of everything that a text mentions, in the order of the text."""
    model = session.ask(node, "", SHOWN)
    verdicts = {said.symbol: _verdict(model, said.symbol) for said in question.wording.mentions}
    return tuple(
        _finding(session, node, model, said, verdicts[said.symbol])
        for said in question.wording.mentions
    )


def goals(session: Session, node: int, question: Mentions) -> tuple[Symbol, ...]:
    """Return every atom that the answer consists of."""
    model = session.ask(node, "", SHOWN)
    mentions = {said.symbol for said in question.wording.mentions}
    found = [a for name in OF_MENTIONS for a in model.of(name) if a.arguments[0] in mentions]
    found += [
        a for name in OF_CHOICES for a in model.of(name) if _mention_of(a.arguments[0]) in mentions
    ]
    return tuple(sorted(found))


def _mention_of(decision: Symbol) -> Symbol | None:
    """Return the mention that a decision chooses for, ``aim(Player,Mention)``."""
    return decision.arguments[1] if decision.match("aim", 2) else None


def _verdict(model: Model, mention: Symbol) -> bool | None:
    if any(atom.arguments[0] == mention for atom in model.of("target")):
        return True
    open_ = any(atom.arguments[0] == mention for atom in model.of("left_undecided"))
    excluded = any(atom.arguments[0] == mention for atom in model.of("excluded"))
    return None if open_ and not excluded else False


def _of(model: Model, name: str, mention: Symbol) -> tuple[Symbol, ...]:
    return tuple(atom for atom in model.of(name) if atom.arguments[0] == mention)


def _finding(session: Session, node: int, model: Model, said: Said, target: bool | None) -> Finding:
    mention = said.symbol
    excluded = _of(model, "excluded", mention)
    goals: tuple[Symbol, ...] = excluded
    if target:
        goals = _of(model, "target", mention)
    elif target is None:
        goals = _of(model, "left_undecided", mention)
    deciding = [a for a in model.of("surveyed") if _mention_of(a.arguments[0]) == mention]
    legal = [a for a in model.of("option") if _mention_of(a.arguments[0]) == mention]
    refused = [a for a in model.of("unmet") if _mention_of(a.arguments[0]) == mention]
    return Finding(
        said=said,
        target=target,
        criteria=tuple(atom.arguments[1] for atom in excluded),
        goals=goals,
        gaps=tuple(_gaps(session, node, model, mention, target)),
        chosen=tuple(atom.arguments[1] for atom in _of(model, "chosen_when", mention)),
        compulsory=bool(_of(model, "compulsory", mention)),
        objects=tuple(sorted({a.arguments[1].arguments[0] for a in legal})),
        refused=tuple(refused),
        picks=bool(deciding),
        unchecked=Function("mention_is", [mention, Function("feature"), Function("further")])
        in session.engine.static,
    )


def _gaps(
    session: Session, node: int, model: Model, mention: Symbol, target: bool | None
) -> Iterable[Gap]:
    usual = {(a.arguments[0], a.arguments[1]) for a in model.of("usual")}
    for gap in (atom.arguments[1] for atom in _of(model, "meets", mention)):
        readings = []
        for reading in sorted(a.arguments[1] for a in model.of("reading") if a.arguments[0] == gap):
            other = session.ask(node, f"suppose({gap},{reading}).\n", SHOWN)
            readings.append(Reading(reading, _verdict(other, mention), (gap, reading) in usual))
        # What is no target however the gap is read does not meet it.
        if target is not False or any(one.target is not False for one in readings):
            yield Gap(gap, tuple(readings))


def name_of(symbol: Symbol) -> str:
    """Return how a criterion is written: ``no_choice(all)`` is ``no-choice:all``."""
    words = [symbol.name, *(name_of(argument) for argument in symbol.arguments)]
    return ":".join(word.replace("_", "-") for word in words)


def gap_name(symbol: Symbol) -> str:
    """Return how a gap is written: ``n_rb_07`` is ``N-RB-07``."""
    return name_of(symbol).upper()


def judge(session: Session, number: int, question: Mentions) -> Answer:
    """Return the mentions that are targets; no value if some of the text was not understood."""
    because = goals(session, number, question)
    if question.wording.unread:
        return Answer(None, because)
    found = findings(session, number, question)
    return Answer(tuple(one.said.symbol for one in found if one.target), because)
