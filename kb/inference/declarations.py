"""All that could be declared: streamed, counted, or in classes; never built whole in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import clingo
from clingo import Function, Symbol

from kb import bounded
from kb.errors import LudexError, quote
from kb.inference.queries import query
from kb.inference.session import Session
from kb.scenario.questions import Declarations
from kb.scenario.references import Present
from kb.scenario.script import Act

PROGRAM = query("declarations")
SECONDS = 10.0
"""How long is counted, without another bound."""
LISTING = 60.0
"""How long is looked for what is listed."""
ASKED = ("asked", 2)
"""The predicate that tells what a declaration consists of."""
KEPT = 1_000
"""How many are kept of a list that has no bound; further ones can only be streamed."""


@dataclass(frozen=True)
class Found:
    """What was found of all that could be declared.

    Attributes
    ----------
    values : tuple of Symbol
        The declarations, or classes of them, as ``all(Part, …)``; for a count the number.
    more : bool
        Whether there are more than were looked at.
    first : tuple of (Symbol, Symbol)
        The parts of the first one: decisions, each with its option.
    """

    values: tuple[Symbol, ...]
    more: bool
    first: tuple[tuple[Symbol, Symbol], ...]


def told(session: Session, number: int, act: Act) -> str:
    """Return what a step is told that looks for declarations, besides the search itself."""
    state = session.graph.nodes[number].state
    present = Present(state)
    missing = act.missing(present)
    if missing is not None:
        raise LudexError(f"{quote(missing.text)} is nowhere to be found at this point")
    if act.free is not None:
        return _shared(session, number, act)
    decision = act.decision()
    extra = "".join(f"asked({part},{option}).\n" for part, option in act.parts(present))
    first = f"{extra}asked({decision},{act.action.option.term}).\n"
    model = session.ask(number, first, ("demanding/1",))
    demands = session.engine.demands(state, session.told(first), model)
    return f"{extra}surveyed({decision}).\n{demands}"


def _shared(session: Session, number: int, act: Act) -> str:
    """Return what looks for all ways of saying something of many objects."""
    present = Present(session.graph.nodes[number].state)
    decision, option = act.declaration(present)
    extra = "".join(f"asked({act.decision()},{one}).\n" for one in act.options(present))
    return f"{extra}asked({decision},{option}).\nsurveyed({decision}).\n"


def program(session: Session, number: int, question: Declarations) -> str:
    """Return what a step is told that looks for declarations, the search included."""
    compared = f"compared({question.act.decision()}).\n" if question.classes else ""
    return told(session, number, question.act) + compared + PROGRAM.rules


def shown(question: Declarations) -> tuple[str, ...]:
    """Return what tells declarations, or their classes, apart."""
    return ("comes_to/2",) if question.classes else ("asked/2",)


def _program(session: Session, number: int, question: Declarations) -> str:
    state = session.graph.nodes[number].state
    extra = session.told(program(session, number, question))
    return session.engine.program(state, extra, shown(question))


def _options(question: Declarations) -> tuple[str, ...]:
    # What was declared decides all else; a class is left by what is recorded of those before.
    return ("--project=show", "--enum-mode=record") if question.classes else ("--enum-mode=bt",)


def stream(session: Session, number: int, question: Declarations) -> Iterator[Symbol]:
    """Yield what could be declared in a state, one by one, as ``all(Part, …)``.

    Parameters
    ----------
    session : Session
    number : int
        The node of the graph.
    question : Declarations
    """
    present = Present(session.graph.nodes[number].state)
    control = clingo.Control(["0", "--warn=none", *_options(question)], message_limit=1)
    control.add("base", [], _program(session, number, question))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield _all(question, present, model.symbols(shown=True))


def _all(question: Declarations, present: Present, atoms: Sequence[Symbol]) -> Symbol:
    if question.classes:
        return Function("all", sorted(atom.arguments[1] for atom in atoms))
    return Function("all", _pairs(question.act, atoms, present))


def _pairs(act: Act, atoms: Sequence[Symbol], present: Present) -> list[Symbol]:
    """Return the parts of a declaration, without the decision that it is as a whole."""
    whole = {act.decision(), act.declaration(present)[0]}
    pairs = (atom.arguments for atom in atoms if atom.arguments[0] not in whole)
    return sorted(Function("", pair) for pair in pairs)


def find(session: Session, number: int, question: Declarations) -> Found:
    """Answer a question about all that could be declared in a state.

    Raises
    ------
    LudexError
        If there is too much to look through, or nothing was found in the time for a list.
    """
    present = Present(session.graph.nodes[number].state)
    limit = KEPT if question.limit is None else question.limit
    seconds = SECONDS if question.count else LISTING
    found = bounded.solve(
        _program(session, number, question),
        _options(question),
        seconds=seconds if question.seconds is None else question.seconds,
        limit=None if question.count else limit + 1,
        besides=ASKED,
    )
    if found.failed or (not found.whole and not question.count and found.first is None):
        what = quote(question.act.action.name)
        message = f"all that could be declared as {what} is too much to look through here"
        raise LudexError(message)
    parts: tuple[tuple[Symbol, Symbol], ...] = ()
    if found.first is not None:
        parts = _parts(question.act, _pairs(question.act, found.first, present), present)
    if question.count:
        return Found((clingo.Number(found.count),), not found.whole, parts)
    values = [_all(question, present, atoms) for atoms in found.models[:limit]]
    return Found(tuple(sorted(values)), not found.whole, parts)


def _parts(
    act: Act, pairs: Sequence[Symbol], present: Present
) -> tuple[tuple[Symbol, Symbol], ...]:
    own = [act.declaration(present)]
    if act.free is not None:
        own += [(act.decision(), one) for one in act.options(present)]
    return (*own, *((pair.arguments[0], pair.arguments[1]) for pair in pairs))
