"""Properties of players, of objects and of the game in a state."""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Function, Symbol

from kb.inference.engine import Model
from kb.inference.leaves import Seen
from kb.inference.session import Session
from kb.proof.support import ANYTHING
from kb.scenario.game import Property
from kb.scenario.references import FALSE, TRUE, Present, Ref, State
from kb.scenario.terms import Template


def values(
    asked: Property, of: Ref, fluents: State, atoms: State, present: Present
) -> tuple[Symbol, ...]:
    """Return the values of a property in a state, in order; for a flag, one of two constants.

    A player has no property of objects, and an object none of players: then there is no value.

    Parameters
    ----------
    asked : Property
    of : Ref
    fluents, atoms : iterable of Symbol
        The fluents that hold, and the atoms that are derived from them.
    present : Present
        The objects of the state.
    """
    pattern: Template = asked.pattern
    found: set[Symbol] = set()
    kind = of.kind if of.kind in ("player", "game") else "object"
    if kind != asked.of:
        return (FALSE,) if asked.answer == "flag" else ()
    for term in of.terms(present):
        filled = {"object": term, "player": term, "side": of.side or term}
        for symbol in atoms if asked.derived else fluents:
            value = pattern.match(symbol, filled)
            if value is not None:
                found.add(value)
    if asked.answer == "flag":
        return (TRUE if found else FALSE,)
    if not found and asked.otherwise is not None:
        found.add(asked.otherwise)
    return tuple(sorted(found))


def seen(
    session: Session, number: int, asked: Iterable[tuple[Property, Ref]]
) -> tuple[tuple[Seen, ...], tuple[Symbol, ...]]:
    """Return the values of properties in a state, and the atoms that say so."""
    asked = list(asked)
    model = session.ask(number, "", shown(one for one, _ in asked))
    state = session.graph.nodes[number].state
    present = Present.of(state)
    found = []
    goals: list[Symbol] = []
    for one, of in asked:
        atoms = model.of(one.pattern.term.name) if one.derived else []
        found.append((one, of, values(one, of, state, atoms, present)))
        goals += sorted(_goals(one, of, state, model, present))
    return tuple(found), tuple(dict.fromkeys(goals))


def _goals(
    asked: Property, of: Ref, state: State, model: Model, present: Present
) -> Iterable[Symbol]:
    for term in of.terms(present):
        filled = {"object": term, "player": term, "side": of.side or term}
        if asked.derived:
            atoms = model.of(asked.pattern.term.name)
            yield from (a for a in atoms if asked.pattern.match(a, filled) is not None)
        else:
            held = (f for f in state if asked.pattern.match(f, filled) is not None)
            yield from (Function("given", [fluent]) for fluent in held)


def shown(asked: Iterable[Property]) -> tuple[str, ...]:
    """Return the signatures that show properties which the rules derive."""
    terms = (one.pattern.term for one in asked if one.derived)
    return tuple(dict.fromkeys(f"{term.name}/{len(term.arguments)}" for term in terms))


def answering(asked: Iterable[Property]) -> tuple[str, ...]:
    """Return the signatures that show properties: what is not derived is read off the state."""
    asked = list(asked)
    given = any(not one.derived for one in asked) or not asked
    return (*shown(asked), *(["given/1"] if given else []))


def lacking(
    session: Session,
    number: int,
    wanted: Iterable[tuple[Property, Ref, Symbol | None]],
    *,
    moved: bool = False,
) -> tuple[Symbol, ...]:
    """Return the atoms that would give properties a value in a state, None for any value.

    What has moved would have them as what it becomes.
    """
    present = Present.of(session.graph.nodes[number].state)
    found = []
    for one, of, value in wanted:
        if value == FALSE:
            continue
        for term in of.terms(present):
            if moved and not one.derived and term.match("obj", 2):
                term = Function("obj", [term.arguments[0], ANYTHING])
            filled = {"object": term, "player": term, "side": of.side or term}
            value = ANYTHING if value in (None, TRUE) else value
            atom = one.pattern.sought(filled, value, ANYTHING)
            found.append(atom if one.derived else Function("given", [atom]))
    return tuple(found)
