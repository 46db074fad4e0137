"""What a text mentions: which of it is a target, why not, and what the documents leave open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from clingo import Symbol

from kb.inference.models import Model
from kb.inference.session import Session
from kb.records import record
from kb.rulebook.gaps import Gap, Readings
from kb.scenario.wording import SaidMention

SHOWN = (
    "target/1",
    "excluded/2",
    "left_undecided/1",
    "may_be_none/1",
    "chosen_when/2",
    "compulsory/1",
    "surveyed/1",
    "option/2",
    "met/3",
    "unmet/3",
    "unchecked/1",
)
"""What the step of such a question shows. The rules of a game with targets make these."""

OF_MENTIONS = frozenset(
    {"target", "excluded", "left_undecided", "may_be_none", "chosen_when", "compulsory"}
)
OF_CHOICES = frozenset({"option", "met", "unmet"})
TOLD = OF_MENTIONS - {"excluded"} | {"option"}
"""What a judge is told, without what it rests on."""


@record
class Read:
    """One way to read what the documents leave open, and what it gives for one mention.

    Attributes
    ----------
    reading : str
        The name of the reading.
    target : bool or None
        Whether the mention is a target if the gap is read so; None if that stays open.
    taken : bool
        Whether the answer rests on this reading.
    """

    reading: str
    target: bool | None
    taken: bool


@record
class Open:
    """Something that the documents leave open, and on which the verdict on a mention depends."""

    gap: Gap
    readings: tuple[Read, ...]


@record
class MentionFinding:
    """What the rules say of one mention.

    Attributes
    ----------
    said : SaidMention
    target : bool or None
        None where the edition leaves it open.
    criteria : tuple of Symbol
        Everything that excludes it.
    goals : tuple of Symbol
        The atoms that say whether it is a target.
    chosen : tuple of Symbol
        When it is chosen, if it is.
    compulsory : bool
        Whether what is done with it has to be done.
    may_be_none : bool
        Whether none at all need be chosen.
    objects : tuple of Symbol
        What may be chosen for it on the board.
    refused : tuple of Symbol
        ``unmet`` atoms: what is considered for it and may not be chosen.
    picks : bool
        Whether a choice is made at all.
    unchecked : bool
        Whether the text describes it further than a board shows: then `objects` may be too many.
    """

    said: SaidMention
    target: bool | None
    criteria: tuple[Symbol, ...]
    goals: tuple[Symbol, ...]
    chosen: tuple[Symbol, ...]
    compulsory: bool
    may_be_none: bool
    objects: tuple[Symbol, ...]
    refused: tuple[Symbol, ...]
    picks: bool
    unchecked: bool


def findings(
    session: Session, node: int, mentions: Sequence[SaidMention]
) -> tuple[MentionFinding, ...]:
    """Return what the rules say of everything that a text mentions, in the order of the text."""
    model = session.ask(node, "", SHOWN)
    return tuple(_finding(model, said, _verdict(model, said.symbol)) for said in mentions)


def left_open(
    session: Session, node: int, mentions: Sequence[SaidMention]
) -> Mapping[Symbol, tuple[Open, ...]]:
    """Return for each mention of a text the gaps on which what is said of it depends."""
    model = session.ask(node, "", SHOWN)
    others = _other_models(session, node)
    return {
        said.symbol: tuple(_gaps(session.view.readings, model, others, said.symbol))
        for said in mentions
    }


def _other_models(session: Session, node: int) -> list[tuple[Gap, str, Model]]:
    """Return what the rules say under each other reading, where the same state is reached."""
    state = session.graph.nodes[node].state
    found = []
    for gap, reading, other in session.other_readings():
        number = next((i for i, n in enumerate(other.graph.nodes) if n.state == state), None)
        if number is not None:
            found.append((gap, reading, other.ask(number, "", SHOWN)))
    return found


def goals(session: Session, node: int, mentions: Sequence[SaidMention]) -> tuple[Symbol, ...]:
    """Return every atom that the answer consists of."""
    model = session.ask(node, "", SHOWN)
    symbols = {said.symbol for said in mentions}
    found = [a for name in OF_MENTIONS for one in symbols for a in _of(model, name, one)]
    found += [a for name in OF_CHOICES for one in symbols for a in _choosing(model, name, one)]
    return tuple(sorted(found))


@lru_cache(maxsize=10_000)
def _mention_of(decision: Symbol) -> Symbol | None:
    """Return the mention that a decision chooses for, ``aim(Player,Mention)``."""
    return decision.arguments[1] if decision.match("aim", 2) else None


def _verdict(model: Model, mention: Symbol) -> bool | None:
    if _of(model, "target", mention):
        return True
    undecided = _of(model, "left_undecided", mention)
    return None if undecided and not _of(model, "excluded", mention) else False


def _of(model: Model, name: str, mention: Symbol) -> tuple[Symbol, ...]:
    return tuple(model.about(name).get(mention, ()))


def _choosing(model: Model, name: str, mention: Symbol) -> list[Symbol]:
    """Return the atoms of a predicate about decisions that choose for a mention."""
    by_decision = model.about(name).items()
    return [atom for one, atoms in by_decision if _mention_of(one) == mention for atom in atoms]


def _finding(
    model: Model,
    said: SaidMention,
    target: bool | None,
) -> MentionFinding:
    mention = said.symbol
    excluded = _of(model, "excluded", mention)
    goals: tuple[Symbol, ...] = excluded
    if target:
        goals = _of(model, "target", mention)
    elif target is None:
        goals = _of(model, "left_undecided", mention)
    return MentionFinding(
        said=said,
        target=target,
        criteria=tuple(atom.arguments[1] for atom in excluded),
        goals=goals,
        chosen=tuple(atom.arguments[1] for atom in _of(model, "chosen_when", mention)),
        compulsory=bool(_of(model, "compulsory", mention)),
        may_be_none=bool(_of(model, "may_be_none", mention)),
        objects=tuple(
            sorted({a.arguments[1].arguments[0] for a in _choosing(model, "option", mention)})
        ),
        refused=tuple(_choosing(model, "unmet", mention)),
        picks=bool(_choosing(model, "surveyed", mention)),
        unchecked=bool(_of(model, "unchecked", mention)),
    )


def _gaps(
    taken: Readings, model: Model, others: Iterable[tuple[Gap, str, Model]], mention: Symbol
) -> Iterable[Open]:
    here = _told(model, mention)
    for gap, group in groupby(others, key=lambda other: other[0]):
        models = {taken[gap.name]: model} | {reading: found for _, reading, found in group}
        if any(_told(found, mention) != here for found in models.values()):
            yield Open(
                gap,
                tuple(
                    Read(reading, _verdict(models[reading], mention), reading == taken[gap.name])
                    for reading in gap.readings
                    if reading in models
                ),
            )


def _told(model: Model, mention: Symbol) -> tuple[object, ...]:
    """Return what a judge is told of a mention."""
    besides = ("chosen_when", "compulsory", "may_be_none")
    return (_verdict(model, mention), *(_of(model, name, mention) for name in besides))


def verdicts(goals: Iterable[Symbol]) -> frozenset[Symbol]:
    """Return of the atoms of an answer those that a judge is told, without what they rest on."""
    return frozenset(goal for goal in goals if goal.name in TOLD)


def name_of(symbol: Symbol) -> str:
    """Return how a criterion is written: ``no_choice(all)`` is ``no-choice:all``."""
    words = [symbol.name, *(name_of(argument) for argument in symbol.arguments)]
    return ":".join(word.replace("_", "-") for word in words)
