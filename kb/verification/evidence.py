"""How it comes to a finding on its board: after how many steps, and by which proof."""

from __future__ import annotations

from clingo import Function, Symbol

from kb.errors import LudexError
from kb.inference.engine import Engine
from kb.inference.session import LazyStep, Session
from kb.inference.slicing import slicer_of
from kb.proof import explain
from kb.proof.text import render_text
from kb.questions.speech import Speech
from kb.records import record
from kb.verification.loops import loop_of
from kb.verification.oneboard import WAYS, Fault
from kb.verification.questions import OfSteps


@record
class Evidence:
    """How it comes to a finding on its board.

    Attributes
    ----------
    after : int
        After how many steps of play; 0 on the board as it stands.
    proof : str
        What it rests on there, rule by rule; empty where nothing holds that could be proved.
    """

    after: int
    proof: str


def evidence(fault: Fault, asked: OfSteps) -> Evidence:
    """Return how it comes to a fault in the step where it was found."""
    assert fault.step is not None
    session, state = fault.step.session, fault.step.state
    nodes = session.graph.nodes
    places = [number for number, node in enumerate(nodes) if node.state is state]
    after = min((len(session.graph.path(number)) for number in places), default=0)
    try:
        if fault.kind == "loop":
            return Evidence(after, _round(session))
        return Evidence(after, _proof(fault, asked))
    except LudexError:  # a proof that is beyond all bounds
        return Evidence(after, "")


def _proof(fault: Fault, asked: OfSteps) -> str:
    """Return what the fault rests on in its step, where what was given is taken for granted.

    Of the numbered rules only those of the fault are there: it is so without all others.
    """
    step = fault.step
    if step is None or fault.kind == "contradiction":
        return ""
    view = step.session.view
    view = view.of(s for s in view.statements if not s.switchable or s.label.id in fault.rules)
    engine = Engine(view, step.session.engine.static, slicer_of(view))
    extra = step.extra + asked.text
    subject = fault.atom.arguments[0] if fault.atom is not None else None
    values = fault.atom.arguments[1:] if fault.atom is not None else []
    if fault.atom is None:
        one, other = _two_ways(engine, step.state, extra)
        one, other = (one, other) if one[1] - other[1] else (other, one)
        values = sorted(one[1] - other[1])
        extra += "".join(f":- not next({fluent}).\n" for fluent in values)
        extra += "".join(f":- not {decided}.\n" for decided in one[0])
    else:
        extra += f":- not {fault.atom}.\n"
    told = LazyStep(engine, step.state, extra, None, "")
    about = {"clash": ("demands",), "silence": ("unmet", "slot")}.get(fault.kind, ("next",))
    goals: list[Symbol] = []
    for name in about:
        found = [atom for atom in told.of(name) if subject in (None, atom.arguments[0])]
        goals = goals or [a for a in found if not values or a.arguments[-1] in values]
    proof = explain(view.of((*view.statements, *asked.statements)), [told], goals)
    name_of = Speech(step.session).at(step.state).name
    return "\n".join(render_text(proof, name_of, asked.vocabulary, ruling="").splitlines()[1:])


_Way = tuple[tuple[Symbol, ...], frozenset[Symbol]]
"""What is decided in a step, and what holds after it."""


def _two_ways(engine: Engine, state: frozenset[Symbol], extra: str) -> tuple[_Way, _Way]:
    """Return two models in which all is decided alike and something else follows."""
    models, _ = engine.solve(state, extra, WAYS)
    first: dict[object, _Way] = {}
    for model in models:
        own = (tuple(Function("takes", pair) for pair in model.takes), model.next)
        known = first.setdefault(model.takes, own)
        if known[1] != own[1]:
            return known, own
    raise LudexError("there is only one way on")


def _round(session: Session) -> str:
    """Return what happens in each step of a loop."""
    speech, lines = Speech(session), list[str]()
    for place, number in enumerate(loop_of(session), 1):
        node = session.graph.nodes[number]
        found = session.account_of(node.state, node.extra)
        numbers = ", ".join(found.numbers)
        lines.append(f"{place}. {speech.mode(node.mode)}" + (f" ({numbers})" if numbers else ""))
        name = speech.at(node.state).name
        text = render_text(found, name, session.view.vocabulary, ruling="")
        lines += (f"   {line}" for line in text.splitlines()[1:])
    return "\n".join(lines)
