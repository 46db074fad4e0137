"""Loops: steps that the rules go through again and again, whatever anybody does."""

from __future__ import annotations

from collections.abc import Iterable

from kb.errors import LudexError
from kb.inference.engine import SHOWN
from kb.inference.session import Session
from kb.inference.slicing import slicer_of
from kb.testing.ablation import Recorded, missed_on


def loop_of(session: Session) -> list[int]:
    """Return the nodes of a loop of mandatory steps; empty when there is none.

    Turns that players let go by one after the other are none: there they could act.
    """
    graph, acting = session.graph, session.script.passing
    loop = graph.mandatory_loop()
    acts = (
        choice in acting for n in loop for edge in graph.nodes[n].edges for choice, _ in edge.takes
    )
    return [] if any(acts) else loop


def steps_of_loop(session: Session, loop: Iterable[int]) -> list[Recorded]:
    """Return the steps of a loop."""
    nodes = (session.graph.nodes[number] for number in loop)
    return [Recorded(session, node.state, node.extra, SHOWN) for node in nodes]


def rules_of_loop(session: Session) -> tuple[str, ...]:
    """Return the ids of rules by which a board comes to a loop, of which none can be left out."""
    steps = steps_of_loop(session, range(len(session.graph.nodes)))
    numbered = session.view.switches
    missed = missed_on([step for step in steps if step.extra], numbered)
    core = [name for name in numbered if name in missed]
    out = frozenset(numbered).difference(core)
    if not _loops(session, out):  # a rule that no single step misses may be needed with others
        core, out = list(numbered), frozenset()
    for name in tuple(core):
        if _loops(session, out | {name}):
            out |= {name}
            core.remove(name)
    return tuple(core)


def _loops(session: Session, out: frozenset[str]) -> bool:
    """Tell whether the board of a session comes to a loop without some rules."""
    view = session.view.of(s for s in session.view.statements if s.label.id not in out)
    other = Session(
        session.situation, view, session.game, limit=session.limit, slicer=slicer_of(view)
    )
    other.engine.allow_none = True
    other.script = session.script
    try:
        return bool(loop_of(other))
    except LudexError:
        return False
