"""What statements lack on a board for something to come of them, and what would make that."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from kb.inference.makers import Makers
from kb.inference.shapes import ANY, Shape, excepted
from kb.inference.slicing import Slicer
from kb.testing.played import PlayedCase

NOWHERE = 99
"""How far away is what would have to be there already for it to be made."""

DEEP = 3
"""How many statements away from a changed one it is looked for what makes what it lacks."""

ROUTES = 24
"""How many sets of what is lacking are looked for besides those of the changed statements."""

WAITING = "wants"
STEP = re.compile(rf"{WAITING}\((\d+),(\w+)\)")
"""What waits for its turn, the lowest number first, and how a statement says so."""


class Lacking:
    """What statements lack on a board, and which cases have it.

    What a statement says of all but some things lacks one of these: on a board without any, the
    statement without its exception does the same. An exception has a number below zero.

    Parameters
    ----------
    slicer : Slicer
        Of the statements of both rulebooks.
    changed, added : frozenset of int
        The numbers of the changed statements, and of those that only the second rulebook has.
    """

    def __init__(
        self,
        slicer: Slicer,
        changed: frozenset[int] = frozenset(),
        added: frozenset[int] = frozenset(),
    ) -> None:
        self._slicer = slicer
        self._exceptions = _exceptions(slicer, changed, added)
        # The literals that are met by atoms with certain names in certain places only.
        self._makers = Makers(slicer.index)
        self._named = {n.literal for needs in slicer.index.needs.values() for n in needs if n.names}
        self._met: dict[Shape, tuple[int, ...]] = {}

    def met(self, shapes: Iterable[Shape]) -> frozenset[int]:
        """Return the numbers of the literals that something of some shapes meets."""
        found: set[int] = set()
        for shape in shapes:
            known = self._met.get(shape)
            if known is None:
                known = self._met[shape] = tuple(self._meeting(shape))
            found.update(known)
        return frozenset(found)

    def _meeting(self, shape: Shape) -> Iterator[int]:
        yield from dict.fromkeys(literal for literal, _ in self._slicer.meeting(shape))
        for number, (_, exception) in enumerate(self._exceptions):
            if all(map(_fits, exception, shape)):
                yield -1 - number

    def of_case(self, played: PlayedCase) -> frozenset[int]:
        """Return the numbers of the literals that something in a case meets."""
        return self.met({*played.base, *(each for step in played.steps for each in step.shapes)})

    def lacking(self, statements: frozenset[int], met: frozenset[int]) -> list[frozenset[int]]:
        """Return the literals that nothing meets of each unit of some statements, few first."""
        found = [own - met for _, own in self._literals(statements)]
        wider = [
            own | {-1 - number}
            for number, (statement, _) in enumerate(self._exceptions)
            for _, own in self._literals(frozenset({statement}))
        ]
        found += [one - met for one in wider]
        # There may be such a thing, and not where it would have to be.
        found += [frozenset(n for n in one if n < 0) for one in wider if one <= met]
        return sorted(dict.fromkeys(one for one in found if one), key=_order)

    def consequences(self, differing: Iterable[Shape], met: frozenset[int]) -> list[frozenset[int]]:
        """Return what is lacking for something to follow from the atoms that differ."""
        looked_at = self.met(differing)
        names = {shape[0] for shape in differing}
        looking = frozenset(
            number
            for number, one in enumerate(self._slicer.statements)
            if any(name in names for name, _ in one.bodies)
        )
        found: dict[frozenset[int], bool] = {}
        for _, own in self._literals(self._between_steps(differing)):
            # What waits at once shows in which order it goes.
            if own - met:
                found[own - met] = True
        for statement, own in self._literals(looking):
            left = own - met
            excepts = {shape[0] for shape in excepted(self._slicer.statements[statement].code)}
            if left and (own & looked_at or excepts & names):
                found[left] = found.get(left, False) or bool(own & looked_at & self._named)
        # What speaks of such atoms alone comes before what speaks of any of the predicate.
        return sorted(found, key=lambda one: (not found[one], *_order(one)))

    def _between_steps(self, differing: Iterable[Shape]) -> frozenset[int]:
        """Return the statements of what waits between two places of one thing that waits."""
        places: dict[object, list[int]] = {}
        for shape in differing:
            if shape[0] == WAITING and str(shape[2]).isdigit():
                places.setdefault(shape[3], []).append(int(str(shape[2])))
        spans = {one: (min(some), max(some)) for one, some in places.items() if len(some) > 1}
        return frozenset(
            number
            for number, one in enumerate(self._slicer.statements if spans else ())
            if (said := STEP.match(one.code))
            for other, (least, most) in spans.items()
            if said[2] != other and least <= int(said[1]) <= most
        )

    def whole(self, statements: frozenset[int]) -> list[frozenset[int]]:
        """Return the literals of each unit of some statements, few first."""
        return sorted({own for _, own in self._literals(statements) if own}, key=_order)

    def deeper(self, statements: frozenset[int], met: frozenset[int]) -> list[frozenset[int]]:
        """Return the literals that nothing meets of what would make what some statements lack."""
        seen: dict[frozenset[int], None] = {}
        last = [own - met for _, own in self._literals(statements)]
        excepted_by = list[frozenset[int]]()
        for number, (statement, exception) in enumerate(self._exceptions):
            if -1 - number not in met:
                # What makes what is excepted, beside all that the statement needs.
                needed = [own for _, own in self._literals(frozenset({statement}))]
                excepted_by += [
                    (own | self._makers.literals[unit]) - met
                    for own in needed
                    for unit in self._makers.of_shape(exception)
                ]
        seen.update(dict.fromkeys(one for one in excepted_by if one))
        last = [one for one in (*last, *seen) if one]
        for _ in range(DEEP):
            found: dict[frozenset[int], None] = {}
            for lacking in last:
                for literal in sorted(lacking):
                    for unit in self._makers.of(literal):
                        own = (lacking - {literal}) | (self._makers.literals[unit] - met)
                        if own and literal not in own:
                            found.setdefault(own)
            last = sorted((one for one in found if one not in seen), key=_order)[:ROUTES]
            seen.update(dict.fromkeys(last))
        return list(seen)[:ROUTES]

    def far(self, statements: frozenset[int], met: frozenset[int]) -> int:
        """Return how much is lacking at least for one of some statements, with what makes it."""
        own = (
            self._far(literals, met, DEEP, frozenset())
            for _, literals in self._literals(statements)
        )
        return min(own, default=0)

    def _far(
        self, literals: frozenset[int], met: frozenset[int], deep: int, above: frozenset[int]
    ) -> int:
        total = 0
        for literal in literals - met:
            if literal in above:
                return NOWHERE
            # What nothing makes, a board may say itself.
            ways = [
                self._far(self._makers.literals[unit], met, deep - 1, above | {literal})
                for unit in (self._makers.of(literal) if deep else ())
            ]
            total += 1 + min(ways, default=0)
        return min(total, NOWHERE)

    def held_up(self, statements: frozenset[int], met: frozenset[int]) -> bool:
        """Return whether nothing is lacking for one of some statements, or for what makes what is.

        Where it does not fire all the same, something is there that it excepts.
        """
        return any(
            all(
                any(self._makers.literals[unit] <= met for unit in self._makers.of(literal))
                for literal in own - met
            )
            for _, own in self._literals(statements)
        )

    def _literals(self, statements: frozenset[int]) -> Iterator[tuple[int, frozenset[int]]]:
        """Yield the literals of each unit of some statements, with the number of the statement."""
        for unit in self._makers.units_of(statements):
            yield self._slicer.index.units[unit].statement, self._makers.literals[unit]


def _exceptions(
    slicer: Slicer, changed: frozenset[int], added: frozenset[int]
) -> list[tuple[int, Shape]]:
    """Return what changed statements except under one of the rulebooks only, with the numbers."""
    balance: Counter[tuple[str, Shape]] = Counter()
    said: list[tuple[int, tuple[str, Shape]]] = []
    for statement in sorted(changed):
        one = slicer.statements[statement]
        for shape in excepted(one.code):
            key = (",".join(one.label.numbers), shape)
            balance[key] += 1 if statement in added else -1
            said.append((statement, key))
    return [(statement, key[1]) for statement, key in said if balance[key]]


def _fits(place: object, other: object) -> bool:
    return place is ANY or other is ANY or place == other


def _order(literals: frozenset[int]) -> tuple[int, list[int]]:
    return len(literals), sorted(literals)
