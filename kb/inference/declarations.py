"""All that could be declared: streamed, counted, or in classes; never built whole in memory."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import clingo
from clingo import Function, Symbol

from kb.errors import LudexError, quote
from kb.inference.queries import query
from kb.inference.session import Session
from kb.scenario.questions import Declarations
from kb.scenario.references import Present
from kb.scenario.script import Act

PROGRAM = query("declarations")
SECONDS = 10.0
"""How long is counted, without another bound."""
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


def program(session: Session, number: int, act: Act) -> str:
    """Return what a step is told that looks for declarations, the search included."""
    return told(session, number, act) + PROGRAM.rules


def shown(question: Declarations) -> tuple[str, ...]:
    """Return what tells declarations, or their classes, apart."""
    return ("comes_to/2",) if question.classes else ("asked/2",)


def _control(session: Session, number: int, question: Declarations) -> clingo.Control:
    state = session.graph.nodes[number].state
    extra = session.told(program(session, number, question.act))
    text = session.engine.program(state, extra, shown(question))
    # What was declared decides all else; a class is left by what is recorded of those before.
    options = ["--project=show", "--enum-mode=record"] if question.classes else ["--enum-mode=bt"]
    control = clingo.Control(["0", "--warn=none", *options], message_limit=1)
    control.add("base", [], text)
    control.ground([("base", [])])
    return control


def stream(session: Session, number: int, question: Declarations) -> Iterator[Symbol]:
    """Yield what could be declared in a state, one by one, as ``all(Part, …)``.

    Parameters
    ----------
    session : Session
    number : int
        The node of the graph.
    question : Declarations
    """
    control = _control(session, number, question)
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield _all(session, number, question, model)


def _all(session: Session, number: int, question: Declarations, model: clingo.Model) -> Symbol:
    atoms = model.symbols(shown=True)
    if question.classes:
        return Function("all", sorted(atom.arguments[1] for atom in atoms))
    present = Present(session.graph.nodes[number].state)
    whole = {question.act.decision(), question.act.declaration(present)[0]}
    pairs = (atom.arguments for atom in atoms if atom.arguments[0] not in whole)
    return Function("all", sorted(Function("", pair) for pair in pairs))


def count(session: Session, number: int, question: Declarations) -> tuple[int, bool, Symbol | None]:
    """Count what could be declared, without listing it.

    Returns
    -------
    count : int
    whole : bool
        False when the time was over: then there are at least so many.
    first : Symbol or None
        The first one that was found.
    """
    started = time.monotonic()
    control = _control(session, number, question)
    seconds = SECONDS if question.seconds is None else question.seconds
    found: list[Symbol] = []
    control.configuration.solve.models = 1  # type: ignore[union-attr]
    control.solve(on_model=lambda model: found.append(_all(session, number, question, model)))
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    left = max(0.0, seconds - (time.monotonic() - started))
    with control.solve(async_=True) as handle:
        whole = handle.wait(left)
        if not whole:
            handle.cancel()
    total = int(control.statistics["summary"]["models"]["enumerated"])
    return total, whole, found[0] if found else None


def find(session: Session, number: int, question: Declarations) -> Found:
    """Answer a question about all that could be declared in a state."""
    present = Present(session.graph.nodes[number].state)
    if question.count and not question.classes:
        total, whole, first = count(session, number, question)
    else:
        first = next(stream(session, number, _any(question)), None)
    parts = () if first is None else _parts(question.act, first.arguments, present)
    if question.count:
        if question.classes:
            total, whole, _ = count(session, number, question)
        return Found((clingo.Number(total),), not whole, parts)
    limit = KEPT if question.limit is None else question.limit
    values: list[Symbol] = []
    more = False
    for one in stream(session, number, question):
        if len(values) == limit:
            more = True
            break
        values.append(one)
    return Found(tuple(sorted(values)), more, parts)


def _any(question: Declarations) -> Declarations:
    return Declarations(question.path, question.name, question.act)


def _parts(
    act: Act, pairs: Sequence[Symbol], present: Present
) -> tuple[tuple[Symbol, Symbol], ...]:
    own = [act.declaration(present)]
    if act.free is not None:
        own += [(act.decision(), one) for one in act.options(present)]
    return (*own, *((pair.arguments[0], pair.arguments[1]) for pair in pairs))
