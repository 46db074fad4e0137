"""Properties of players, of objects and of the game in a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from clingo import Function, Symbol

from kb.inference.leaves import Seen
from kb.inference.session import Session
from kb.proof.support import ANYTHING
from kb.scenario.properties import Property
from kb.scenario.references import FALSE, TRUE, Present, Ref, State
from kb.scenario.terms import Indexed

UNSURE = ("unsure/2",)
"""What says that something is not known."""


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
    held = Indexed(atoms if asked.derived else fluents)
    return _values(asked, of, (value for _, value in _found(asked, of, held, present)))


def _values(asked: Property, of: Ref, found: Iterable[Symbol]) -> tuple[Symbol, ...]:
    kind = of.kind if of.kind in ("player", "game") else "object"
    if kind != asked.of:
        return (FALSE,) if asked.answer == "flag" else ()
    different = set(found)
    if asked.answer == "flag":
        return (TRUE if different else FALSE,)
    if not different and asked.otherwise is not None:
        different.add(asked.otherwise)
    return tuple(sorted(different))


def _found(
    asked: Property, of: Ref, held: Indexed, present: Present
) -> Iterator[tuple[Symbol, Symbol]]:
    """Yield the atoms that give a property a value, each with the value."""
    for term in of.terms(present):
        yield from held.matching(
            asked.pattern, {"object": term, "player": term, "side": of.side or term}
        )


def seen(
    session: Session, number: int, asked: Iterable[tuple[Property, Ref]]
) -> tuple[tuple[Seen, ...], tuple[Symbol, ...]]:
    """Return the values of properties in a state, and the atoms that say so."""
    asked = list(asked)
    told = _Told(session, number, shown(one for one, _ in asked))
    found = []
    goals: list[Symbol] = []
    for one, of in asked:
        pairs = list(told.found(one, of))
        found.append((one, of, _values(one, of, (value for _, value in pairs))))
        atoms = (atom if one.derived else Function("given", [atom]) for atom, _ in pairs)
        goals += sorted(atoms)
    return tuple(found), tuple(dict.fromkeys(goals))


def unsure(
    session: Session, number: int, asked: Iterable[tuple[Property, Ref]] | None
) -> tuple[Symbol, ...]:
    """Return what is not told and would have to be known for the values of properties.

    Without properties, for all that has changed on the way.
    """
    name, state = UNSURE[0][:-2], session.graph.nodes[number].state
    held_open = {one.arguments[1] for one in state if one.match(name, 2)}
    if asked is None:
        return tuple(sorted(held_open))
    if not session.engine.can_make(state, session.told(), (name, 2)):
        return ()
    doubts = session.ask(number, "", UNSURE).of("unsure")
    if not doubts:
        return ()
    held = Indexed(doubt.arguments[0] for doubt in doubts)
    present = Present.of(session.graph.nodes[number].state)
    open_ = {atom for one, of in asked for atom, _ in _found(one, of, held, present)}
    return tuple(sorted({one.arguments[1] for one in doubts if one.arguments[0] in open_}))


def differing(
    session: Session, number: int, asked: Sequence[tuple[Property, Ref]], show: tuple[str, ...]
) -> list[tuple[Property, Ref]]:
    """Return those properties whose values in a state are others than those at the start.

    Only where something that gives a value holds in one of the two alone, or where what is meant
    is not the same in both, are values looked at. What is shown is more than what is asked about
    where `parted` is asked the same, for then both are solved at once.
    """
    sides = [_Told(session, n, show) for n in (session.start, number)]
    apart = {"": Indexed(sides[0].state ^ sides[1].state)}
    for name in {one.pattern.term.name for one, _ in asked if one.derived}:
        apart[name] = Indexed(_apart(sides, name))
    moved: dict[Ref, bool] = {}
    found = []
    for one, of in asked:
        if of not in moved:
            moved[of] = of.terms(sides[0].present) != of.terms(sides[1].present)
        held = apart[one.pattern.term.name if one.derived else ""]
        if moved[of] or any(_found(one, of, held, sides[0].present)):
            before, after = (side.values(one, of) for side in sides)
            if before != after:
                found.append((one, of))
    return found


def parted(session: Session, number: int, show: tuple[str, ...]) -> set[Symbol]:
    """Return what holds in a state alone, or at the start alone: fluents, and what is derived."""
    sides = [_Told(session, n, show) for n in (session.start, number)]
    names = {one.partition("/")[0] for one in show}
    return set(sides[0].state ^ sides[1].state).union(*(_apart(sides, name) for name in names))


def _apart(sides: Sequence[_Told], name: str) -> frozenset[Symbol]:
    first, second = (frozenset(side.model.of(name)) for side in sides)
    return first ^ second


class _Told:
    """What a state says of properties."""

    def __init__(self, session: Session, number: int, show: tuple[str, ...]) -> None:
        self.model = session.ask(number, "", show)
        self.state = session.graph.nodes[number].state
        self.present = Present.of(self.state)
        self._derived: dict[str, Indexed] = {}

    def found(self, asked: Property, of: Ref) -> Iterator[tuple[Symbol, Symbol]]:
        """Yield the atoms that give a property a value, each with the value."""
        name = asked.pattern.term.name
        if asked.derived and name not in self._derived:
            self._derived[name] = Indexed(self.model.of(name))
        held = self._derived[name] if asked.derived else Indexed.of(self.state)
        return _found(asked, of, held, self.present)

    def values(self, asked: Property, of: Ref) -> tuple[Symbol, ...]:
        """Return the values of a property."""
        return _values(asked, of, (value for _, value in self.found(asked, of)))


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
