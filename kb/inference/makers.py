"""What makes what a statement needs, and what looks at what it makes, by shapes.

A literal of a statement is made by those units whose heads may be what it looks for. What many
units make says little about where something comes from, and is not followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from kb.inference.index import Index, Need, Predicate
from kb.inference.shapes import ANY, Shape

FEW = 12
"""How many units at most make something for it to be told what makes it."""


_Bound = tuple[int, frozenset[tuple[int, object]]]
"""A unit, and which names some of its variables stand for."""


class Makers:
    """Finds what makes the literals of statements.

    Parameters
    ----------
    index : Index
        Of the statements.
    out : frozenset of int
        The numbers of units that are left out.
    """

    def __init__(self, index: Index, out: frozenset[int] = frozenset()) -> None:
        self._index, self._out = index, out
        self._made_by: dict[int, tuple[int, ...]] = {}

    def of(self, literal: int) -> tuple[int, ...]:
        """Return the units that make what meets a literal; none if they are many."""
        known = self._made_by.get(literal)
        if known is None:
            found = {
                unit
                for predicate, need in self._needs.get(literal, ())
                for unit, places in self._heads.get(predicate, ())
                if all(_fits(places[place], name) for place, name in need.names)
            }
            known = self._made_by[literal] = tuple(sorted(found)) if len(found) <= FEW else ()
        return known

    def of_shape(self, shape: Shape) -> list[int]:
        """Return the units that make something of a shape; none if they are many."""
        heads = self._heads.get(shape[:2], ())
        found = {n for n, places in heads if all(map(_fits, places, shape[2:]))}
        return sorted(found) if len(found) <= FEW else []

    def units_of(self, statements: Iterable[int]) -> list[int]:
        """Return the units of some statements that need something."""
        wanted = frozenset(statements)
        units = enumerate(self._index.units)
        return [n for n, unit in units if unit.statement in wanted and self.literals[n]]

    def behind(self, statements: Iterable[int], deep: int) -> dict[int, int]:
        """Return the statements that make what some statements need, and what those need.

        With each goes how many statements away it is.

        Parameters
        ----------
        statements : iterable of int
        deep : int
            How far back is looked.
        """
        found: dict[int, int] = {}
        last: set[_Bound] = {(unit, frozenset()) for unit in self.units_of(statements)}
        seen = set(last)
        for away in range(1, deep + 1):
            last = {maker for one in last for maker in self._makers_of(one)} - seen
            seen |= last
            for unit, _ in last:
                found.setdefault(self._index.units[unit].statement, away)
        return found

    def ahead(self, statements: Iterable[int], deep: int) -> dict[int, int]:
        """Return the statements that look at what some statements make, and at what those make.

        With each goes how many statements away it is. What many look at is not followed.

        Parameters
        ----------
        statements : iterable of int
        deep : int
            How far ahead is looked.
        """
        wanted = frozenset(statements)
        units = self._index.units
        last = {number for number, unit in enumerate(units) if unit.statement in wanted}
        seen, found = set(last), dict[int, int]()
        for away in range(1, deep + 1):
            last = {other for unit in last for other in self._looking_at(unit)} - seen
            seen |= last
            for unit in last:
                found.setdefault(units[unit].statement, away)
        return found

    def _looking_at(self, unit: int) -> Iterator[int]:
        """Yield the units with a literal that is met by what a unit makes."""
        for head in self._index.units[unit].heads:
            places = list(head.places)
            looking = {
                other
                for need in self._index.needs.get((head.name, head.arity), ())
                if all(_fits(places[place], name) for place, name in need.names)
                for other in self._index.owners[need.literal]
                if other not in self._out
            }
            if len(looking) <= FEW:
                yield from sorted(looking)

    def _makers_of(self, bound: _Bound) -> Iterator[_Bound]:
        """Yield what makes the literals of a unit some of whose variables stand for known names."""
        unit, known = bound
        names = dict(known)
        links = self._index.units[unit].links
        linked = [(link.literal, link.variables) for link in links]
        alone = self.literals[unit].difference(link.literal for link in links)
        for literal, variables in (*linked, *((one, None) for one in alone)):
            makers = dict.fromkeys(
                maker
                for predicate, need in self._needs.get(literal, ())
                for maker in self._making(predicate, _places(need, variables, names))
            )
            if len(makers) <= FEW:
                yield from makers

    def _making(self, predicate: Predicate, wanted: Mapping[int, object]) -> Iterator[_Bound]:
        for number, places in self._heads.get(predicate, ()):
            if all(_fits(places[place], name) for place, name in wanted.items()):
                heads = self._index.units[number].heads
                stands = {
                    variable: wanted[place]
                    for head in heads
                    if (head.name, head.arity) == predicate
                    for place, variable in head.variables
                    if place in wanted
                }
                yield number, frozenset(stands.items())

    @cached_property
    def literals(self) -> list[frozenset[int]]:
        """The literals of each unit."""
        found: list[set[int]] = [set() for _ in self._index.units]
        for literal, units in enumerate(self._index.owners):
            for unit in units:
                found[unit].add(literal)
        return list(map(frozenset, found))

    @cached_property
    def _needs(self) -> dict[int, list[tuple[Predicate, Need]]]:
        found: dict[int, list[tuple[Predicate, Need]]] = {}
        for predicate, needs in self._index.needs.items():
            for need in needs:
                found.setdefault(need.literal, []).append((predicate, need))
        return found

    @cached_property
    def _heads(self) -> dict[Predicate, list[tuple[int, list[object]]]]:
        """What each unit makes, by predicate; what stands where a variable does is unknown."""
        found: dict[Predicate, list[tuple[int, list[object]]]] = {}
        for number, unit in enumerate(self._index.units):
            for head in unit.heads if number not in self._out else ():
                found.setdefault((head.name, head.arity), []).append((number, list(head.places)))
        return found


def _places(
    need: Need, variables: Sequence[int] | None, names: Mapping[int, object]
) -> dict[int, object]:
    """Return which names stand in which places of what a literal needs."""
    found = dict(need.names)
    for place, position in need.shared if variables else ():
        name = names.get(variables[position]) if variables else None
        if name is not None:
            found[place] = name
    return found


def _fits(place: object, other: object) -> bool:
    return place is ANY or other is ANY or place == other
