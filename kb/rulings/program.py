"""The exact program of a step, for plain clingo, each rule under its number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Symbol

from kb.errors import LudexError, escape
from kb.inference.engine import SHOWN
from kb.inference.session import Session
from kb.rulebook.program import header_comments
from kb.rulings.ruling import Ruling


def exported(ruling: Ruling, step: int | None = None) -> str:
    """Return the program of a step as text that plain clingo runs.

    Parameters
    ----------
    ruling : Ruling
        The question; of several answers the first one counts.
    step : int, optional
        The step on the way to the answer, counted from 1; the step of the question itself,
        unless given.

    Raises
    ------
    LudexError
        If there is no such step, or no answer.
    """
    if not ruling.leaves:
        raise LudexError("there is no answer, so there is no step that it was found in")
    session = ruling.session
    query = ruling.leaves[0].query
    path = session.graph.path(query.node)
    last = len(path) + 1
    at = last if step is None else step
    if not 1 <= at <= last:
        raise LudexError(f"no step {at}; the steps are 1 to {last}, the question is step {last}")
    title = ruling.outcomes[0].proof.titles[at - 1] if at < last else "the question"
    head = [
        f"% {escape(ruling.scenario)}",
        f"% {escape(ruling.question)}",
        f"% step {at} of {last}: {escape(title)}",
        f"% {escape(session.game.title)}, {escape(ruling.edition)}, as on {ruling.date}",
    ]
    if at < last:
        node = session.graph.nodes[path[at - 1][0]]
        return _program(session, head, node.state, node.extra, SHOWN)
    node = session.graph.nodes[query.node]
    if node.kind in ("illegal", "stuck"):
        return _program(session, head, node.state, node.extra, SHOWN)
    extra, shown = ruling.asked.exported(session, ruling.leaves)
    return _program(session, head, node.state, session.told(extra), shown)


def _program(
    session: Session,
    head: Iterable[str],
    state: Iterable[Symbol],
    extra: str,
    shown: Sequence[str],
) -> str:
    engine = session.engine
    lines = list(head)
    above = None
    for number in engine.slicer.live(engine.shapes(state, extra)):
        statement = session.view.rulebook.statements[number]
        if statement.label is not above:
            above = statement.label
            lines += ["", *header_comments(above, session.view.date)]
        lines.append(statement.code)
    lines += ["", "% What the scenario says once and for all: players, cards, words."]
    lines += [f"{fact}." for fact in engine.static]
    lines += ["", "% What holds at the beginning of the step."]
    lines += sorted(f"given({fluent})." for fluent in state)
    if extra:
        lines += ["", "% What is asked, or what a player wants to do.", *extra.splitlines()]
    lines += ["", "% Predicates that may have no rule here, and what is shown."]
    declared = sorted(session.view.vocabulary.predicates)
    lines += [f"#defined {name}/{arity}." for name, arity in declared]
    lines += [f"#show {signature}." for signature in shown]
    return "\n".join(lines) + "\n"
