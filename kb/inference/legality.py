"""Legality: what may be done, with what, and what stands against it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Function, Number, Symbol

from kb.errors import LudexError, quote
from kb.inference import declarations
from kb.inference.engine import Model
from kb.inference.leaves import Answer, Later, Reason
from kb.inference.orders import find_orders
from kb.inference.queries import query
from kb.inference.script import pattern, settling
from kb.inference.session import Session
from kb.scenario.game import PASS
from kb.scenario.questions import Declarations, May, Options, Orders, Targets
from kb.scenario.references import Present
from kb.scenario.script import Act

LEGAL = query("legal").shown

LISTED = 5_000
"""How many orders are looked through for those that are, or are not, to be among them."""


def asking(act: Act, present: Present) -> str:
    """Return what a step is told so that it says whether an action is legal."""
    decision = act.decision()
    text = "".join(f"asked({decision},{option}).\n" for option in act.options(present))
    text += "".join(f"asked({part},{option}).\n" for part, option in act.parts(present))
    values: dict[str, Symbol] = {} if act.by is None else {"by": act.by}
    chosen: list[tuple[str, int, tuple[Symbol, ...]]] = [
        ("targets", number, target.terms(present)) for number, target in enumerate(act.targets, 1)
    ]
    if act.x is not None:
        chosen.append(("x", 1, (Number(act.x),)))
    for word, number, terms in chosen:
        settled = act.action.settles.get(word)
        if settled is None:
            raise LudexError(f"{quote(act.action.name)} has no {quote(word)}")
        later = pattern(settled.decision, {**values, "n": Number(number)})
        for term in terms:
            option = settled.option.fill({**values, "value": term})
            asked = f"prospect({decision},O,D), asked({decision},O), D = {later}"
            text += f"asked(D,{option}) :- {asked}.\n"
    for shares in act.shares:
        for later, option in settling(shares, present):
            asked = f"prospect({decision},O,D), asked({decision},O), D = {later}"
            text += f"asked(D,{option}) :- {asked}.\n"
    return text


def may(session: Session, number: int, question: May) -> Answer:
    """Return whether an action is legal in a state, and what stands against it."""
    act = question.act
    present = Present(session.graph.nodes[number].state)
    options = act.options(present)
    if not options:
        about = act.about.text if act.about else act.action.name
        raise LudexError(f"{quote(about)} is nowhere to be found at this point")
    for target in (*act.targets, *filter(None, [act.missing(present)])):
        if not target.terms(present):
            raise LudexError(f"{quote(target.text)} is nowhere to be found at this point")
    extra = asking(act, present)
    model = session.ask(number, extra, (*LEGAL, "asked/2"))
    state = session.graph.nodes[number].state
    if demands := session.engine.demands(state, session.told(extra), model):
        extra += demands
        model = session.ask(number, extra, (*LEGAL, "asked/2"))
    legal = {(a.arguments[0], a.arguments[1]) for a in model.of("option")}
    asked = [(a.arguments[0], a.arguments[1]) for a in model.of("asked")]
    decision = act.decision()
    readings = [option for d, option in asked if d == decision]
    later: dict[Symbol, list[Symbol]] = {}
    for d, option in asked:
        if d != decision:
            later.setdefault(d, []).append(option)
    wanted = len(act.targets) + (act.x is not None)
    wanted += sum(1 + len({ref for ref, _ in shares.pairs}) for shares in act.shares)
    chosen = next((o for o in readings if (decision, o) in legal), None)
    # Every part of a declaration has to be legal; of what a name may stand for, one will do.
    parts = set(act.parts(present))
    refused = [
        d
        for d, os in later.items()
        if not any((d, o) in legal for o in os)
        or any((d, o) in parts and (d, o) not in legal for o in os)
    ]
    if wanted > len(later):
        what = "takes less than is said" if act.shares else "has fewer targets than are named"
        raise LudexError(f"{quote(act.text or act.action.name)} {what}")
    if chosen is not None and not refused:
        pairs = [(decision, chosen)] + [
            (d, next(o for o in os if (d, o) in legal)) for d, os in later.items()
        ]
        met = [a for a in model.of("met") if (a.arguments[0], a.arguments[1]) in pairs]
        goals = (*(Function("option", pair) for pair in pairs), *met)
        return Answer(True, goals, extra=extra)
    against = []
    if chosen is None:
        first = readings[0]
        against += [a for a in model.of("unmet") if a.arguments[:2] == [decision, first]]
    for d in refused:
        wrong = [o for o in later[d] if (d, o) not in legal]
        told = [o for o in wrong if (d, o) in parts] or wrong[:1]
        against += [a for o in told for a in model.of("unmet") if a.arguments[:2] == [d, o]]
    reasons = tuple(Reason(a, _contrary(model, a)) for a in against)
    return Answer(False, grounds(reasons), reasons, extra)


def targets(session: Session, number: int, question: Targets) -> Answer:
    """Return the legal targets, and what rules the others out."""
    act = question.act
    present = Present(session.graph.nodes[number].state)
    settled = act.action.settles.get("targets")
    if settled is None:
        raise LudexError(f"{quote(act.action.name)} has no targets")
    values: dict[str, Symbol] = {"n": Number(question.target)}
    if act.by is not None:
        values["by"] = act.by
    decision = act.decision()
    later = pattern(settled.decision, values)
    extra = "".join(f"asked({decision},{option}).\n" for option in act.options(present))
    extra += f"surveyed(D) :- prospect({decision},O,D), asked({decision},O), D = {later}.\n"
    model = session.ask(number, extra, (*LEGAL, "surveyed/1"))
    surveyed = {a.arguments[0] for a in model.of("surveyed")}
    if not surveyed:
        raise LudexError(f"{quote(act.text or act.action.name)} has no target {question.target}")
    legal = [
        a for a in model.of("option") if a.arguments[0] in surveyed and a.arguments[1].arguments
    ]
    found = tuple(sorted({a.arguments[1].arguments[0] for a in legal}))
    chosen = set(legal)
    goals = tuple(legal) + tuple(
        a for a in model.of("met") if Function("option", a.arguments[:2]) in chosen
    )
    # What would fit, were it not for something that rules it out.
    against = [a for a in model.of("unmet") if a.arguments[0] in surveyed]
    reasons = tuple(Reason(a, _contrary(model, a)) for a in against)
    return Answer(found, (*goals, *against), reasons, extra)


def options(session: Session, number: int, question: Options) -> Answer:
    """Return what a player may do in a state."""
    decisions = {
        action.decision.fill({"side": question.side})
        for action in session.game.actions.values()
        if action.name == PASS or action.must
    }
    extra = "".join(f"surveyed({decision}).\n" for decision in sorted(decisions))
    model = session.ask(number, extra, LEGAL)
    legal = [a for a in model.of("option") if a.arguments[0] in decisions]
    return Answer(tuple(sorted(a.arguments[1] for a in legal)), legal, extra=extra)


def all_declarations(session: Session, number: int, question: Declarations) -> Answer:
    """Return all that could be declared; the proof is that of the first."""
    found = declarations.find(session, number, question)
    told = declarations.told(session, number, question.act)
    present = Present(session.graph.nodes[number].state)
    own = [question.act.declaration(present)]
    if question.act.free is not None:
        own += [(question.act.decision(), one) for one in question.act.options(present)]
    pairs = found.first or (*own, *question.act.parts(present))
    extra = "".join(f"asked({decision},{option}).\n" for decision, option in pairs)
    extra += "".join(line for line in told.splitlines(keepends=True) if line.startswith("most("))

    def supported() -> Iterable[Symbol]:
        met = session.ask(number, extra, LEGAL).of("met")
        own = [a for a in met if (a.arguments[0], a.arguments[1]) in pairs]
        return (*(Function("option", pair) for pair in pairs), *own)

    goals: Sequence[Symbol] = Later(supported) if found.first else ()
    reasons: tuple[Reason, ...] = ()
    if not found.first and not found.more:
        # What stands against any declaration at all, or against what has to be part of it.
        model = session.ask(number, extra, LEGAL)
        unmet = [a for a in model.of("unmet") if (a.arguments[0], a.arguments[1]) in pairs]
        reasons = tuple(Reason(a, _contrary(model, a)) for a in unmet)
        goals = grounds(reasons)
    return Answer(found.values, goals, reasons, extra, more=found.more)


def orders(session: Session, number: int, question: Orders) -> Answer:
    """Return the orders in which what waits in a state can be played; the proof is that of one."""
    assert session.game.orders is not None
    wanted = len(question.expect or ()) + 1
    search = bool(question.includes or question.excludes)
    limit = max(question.limit, wanted, LISTED if search else 0)
    found = find_orders(session, number, limit)
    action = session.game.actions[session.game.orders.action]
    passing = action.decision.term
    decisions = [
        decision
        for decision in session.script.passing
        if decision.match(passing.name, len(passing.arguments))
    ]
    extra = "".join(f"surveyed({decision}).\n" for decision in decisions)
    model = session.ask(number, extra, LEGAL)
    legal = [a for a in model.of("option") if a.arguments[0] in decisions]
    pairs = [a.arguments for a in legal[:1]]
    met = [a for a in model.of("met") if a.arguments[:2] in pairs]
    return Answer(True, (*legal[:1], *met), extra=extra, orders=found)


def illegal(session: Session, number: int, extra: str, unmet: Iterable[Symbol]) -> Answer:
    """Return what stands against a line of the script that is not legal."""
    model = session.ask(number, extra, LEGAL)
    reasons = tuple(Reason(a, _contrary(model, a)) for a in unmet if a.name == "unmet")
    return Answer(None, grounds(reasons), reasons, extra)


def _contrary(model: Model, unmet: Symbol) -> tuple[Symbol, ...]:
    return tuple(a for a in model.of("contrary") if a.arguments[0] == unmet.arguments[2])


def grounds(reasons: Iterable[Reason]) -> tuple[Symbol, ...]:
    """Return the atoms that a "no" consists of."""
    return tuple(dict.fromkeys(a for r in reasons for a in (r.unmet, *r.contrary)))
