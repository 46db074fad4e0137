"""Properties of players and objects in a state, and which of them what was done has changed."""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Function, Symbol, SymbolType

from kb.inference.engine import Model
from kb.inference.leaves import Answer
from kb.inference.onward import Future
from kb.inference.session import Session
from kb.scenario.game import Property
from kb.scenario.questions import Expected, Outcomes, What, When, answer
from kb.scenario.references import THE_GAME, TRUE, Present, Ref


def what(session: Session, number: int, question: What) -> Answer:
    """Return the values of a property."""
    shows = (_signature(question.property),) if question.property.derived else ()
    model = session.ask(number, "", shows)
    values, goals = _property(session, number, question.property, question.of, model)
    if question.property.answer == "flag":
        return Answer(values == (TRUE,), goals)
    return Answer(values, goals)


def outcome(session: Session, number: int, question: Outcomes) -> Answer:
    """Return the properties by which outcomes are told apart."""
    return _seen(session, number, _mentioned(session, question))


def _seen(session: Session, number: int, mentioned: Iterable[tuple[Property, Ref]]) -> Answer:
    mentioned = list(mentioned)
    shows = tuple(dict.fromkeys(_signature(p) for p, _ in mentioned if p.derived))
    model = session.ask(number, "", shows)
    seen = []
    goals: list[Symbol] = []
    for asked, of in mentioned:
        values, because = _property(session, number, asked, of, model)
        seen.append((asked, of, values))
        goals += because
    return Answer(True, tuple(dict.fromkeys(goals)), seen=tuple(seen))


def come_about(session: Session, number: int, question: When) -> Answer:
    """Return when something comes about on one way: whose turn, which, and the part of it."""
    found = _seen(session, number, [(one.property, one.of) for one in question.goal])
    reached = all(
        set(one.values) == set(values)
        for one, (_, _, values) in zip(question.goal, found.seen, strict=True)
    )
    node = session.graph.nodes[number]
    script = session.script
    assert isinstance(script, Future)
    moment = script.moment(node.state, node.position) if reached else ()
    # What holds there tells no two ways to the same moment apart: it is not among what is seen.
    return Answer(moment, found.goals)


def _property(
    session: Session, number: int, asked: Property, of: Ref, model: Model
) -> tuple[tuple[Symbol, ...], tuple[Symbol, ...]]:
    """Return the values of a property in a state, and the atoms that say so."""
    state = session.graph.nodes[number].state
    present = Present(state)
    atoms = model.of(asked.pattern.term.name) if asked.derived else []
    values = answer(asked, of, state, atoms, present)
    goals = []
    for term in of.terms(present):
        filled = {"object": term, "player": term, "side": of.side or term}
        if asked.derived:
            goals += [a for a in atoms if asked.pattern.match(a, filled) is not None]
        else:
            goals += [
                Function("given", [f]) for f in state if asked.pattern.match(f, filled) is not None
            ]
    return values, tuple(sorted(goals))


def _signature(asked: Property) -> str:
    term = asked.pattern.term
    return f"{term.name}/{len(term.arguments)}"


def _mentioned(session: Session, question: Outcomes) -> list[tuple[Property, Ref]]:
    """Return the properties that an expectation mentions, or else those that changed."""
    expected: Iterable[tuple[Expected, ...]] = (
        *(question.expect or ()),
        *question.includes,
        *question.excludes,
    )
    found = dict.fromkeys((one.property, one.of) for group in expected for one in group)
    return list(found) if found else _changes(session)


def _changes(session: Session) -> list[tuple[Property, Ref]]:
    """Return the properties that differ, in some outcome, from the start."""
    names = session.situation.names
    game = session.game
    refs = [Ref(text, "object", handle) for handle, text in names.handles.items()]
    players = [Ref(text, "player", player) for player, text in names.players.items()]
    touched = _touched(session)
    refs = [ref for ref in refs if ref.symbol in touched][:50]
    wanted = [
        (prop, ref)
        for prop in game.properties.values()
        # A flag that the rules derive goes without saying: what it follows from is told.
        if not (prop.derived and prop.answer == "flag")
        for ref in {"player": players, "game": [THE_GAME]}.get(prop.of, refs)
    ]
    shows = tuple(dict.fromkeys(_signature(p) for p, _ in wanted if p.derived))
    changed: dict[tuple[Property, Ref], None] = {}
    start = session.ask(0, "", shows)
    leaves = [n for n in session.graph.leaves if session.graph.nodes[n].kind in ("leaf", "over")]
    for number in leaves:
        model = session.ask(number, "", shows)
        for asked, of in wanted:
            if (
                _property(session, number, asked, of, model)[0]
                != _property(session, 0, asked, of, start)[0]
            ):
                changed[(asked, of)] = None
    return list(changed)


def _touched(session: Session) -> set[Symbol]:
    """Return the handles of objects about which anything differs from the start."""
    start = session.graph.nodes[0].state
    found: set[Symbol] = set()
    for number in session.graph.leaves:
        for fluent in start ^ session.graph.nodes[number].state:
            _handles(fluent, found)
    return found


def _handles(term: Symbol, found: set[Symbol]) -> None:
    if term.match("obj", 2):
        found.add(term.arguments[0])
    elif term.type == SymbolType.Function:
        for argument in term.arguments:
            _handles(argument, found)
