"""What follows from some shapes: which statements are live, worked out step by step.

The closure of a step's shapes is grown from that of fewer shapes: most of what is given in a step
is given in those before it, too, and what follows from what they share is worked out once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from kb.inference.index import Index, Unit
from kb.inference.shapes import ANY, Shape, what_is_ruled_out
from kb.records import record

MATCHES = 2_000
"""How many matches of a body are told apart; beyond, its variables may be anything."""

RECENT = 16
"""How many closures of one scenario are kept to grow others from."""

NEVER = -2
"""More urgent than anything: nothing that has to wait is done."""

ALWAYS = sys.maxsize
"""Less urgent than anything: all that waits may be done."""

Match = tuple[object, ...]
"""The outermost names of a literal's shared variables, in the order of its link."""

Matches = dict[Match, None]
"""As what a literal has been met; in order, so that the same is done in the same order."""


@record
class Rules:
    """The statements that are gone through.

    Attributes
    ----------
    index : Index
    met_by : callable
        Returns the literals that something of a shape could make true, and as what.
    plain : frozenset of int
        The units that always make the same.
    order : sequence of int
        The units in the order in which they are best gone through.
    """

    index: Index
    met_by: Callable[[Shape], Sequence[tuple[int, Match]]]
    plain: frozenset[int]
    order: Sequence[int]


class Closure:
    """What follows from some shapes: which literals are met, as what, and what is live.

    Parameters
    ----------
    rules : Rules
    off : frozenset of int
        The units that are left out.
    start : Closure, optional
        What is known already; it stays as it is. Units that are left out there may be let in,
        and what is ruled out there need not be any more.
    ruled_out : frozenset of Shape
        What is settled and makes nothing true.

    Attributes
    ----------
    alive : set of int
        The statements that are live.
    """

    def __init__(
        self,
        rules: Rules,
        off: frozenset[int],
        start: Closure | None = None,
        ruled_out: frozenset[Shape] = frozenset(),
    ) -> None:
        self._rules = rules
        self._off = off
        self._ruled_out = ruled_out
        self._open: list[Shape] = []
        if start is None:
            self._waiting = [unit.size for unit in rules.index.units]
            self._matches: dict[int, Matches] = {}
            self.alive: set[int] = set()
            self._produced: set[Shape] = set()
            self._done: set[int] = set()
            self._held: set[Shape] = set()  # what was made, though it is ruled out
            self._changed: dict[int, dict[int, Matches] | None] = {
                n: None for n, left in enumerate(self._waiting) if not left and n not in off
            }
        else:
            self._waiting = start._waiting.copy()
            self._matches = start._matches.copy()
            self.alive = start.alive.copy()
            self._done = start._done.copy()
            self._produced = start._produced.copy()
            self._held = start._held.copy()
            self._changed = {n: None for n in start._off - off if not self._waiting[n]}
            again = start._ruled_out - ruled_out
            if again:
                self._open = sorted(self._held & again, key=repr)
                self._produced -= again
                self._held -= again
        self._produced |= ruled_out
        self._own: set[int] = set()  # the literals whose matches are not those of the start

    def waiting(self, unit: int) -> int:
        """Return how many literals of a unit nothing has met."""
        return self._waiting[unit]

    def grow(self, shapes: Iterable[Shape]) -> None:
        """Add shapes and all that follows from them."""
        index, met_by = self._rules.index, self._rules.met_by
        plain, order = self._rules.plain, self._rules.order
        units, owners, turns = index.units, index.owners, index.turns
        matches, own, produced = self._matches, self._own, self._produced
        waiting, changed, off, done = self._waiting, self._changed, self._off, self._done
        pending = [*shapes, *self._open]
        self._open = []
        # A unit is gone through after those that make what it needs, so that mostly once is enough.
        heap = [turns[number] for number in changed]
        heapify(heap)
        while pending or heap:
            while pending:
                made = pending.pop()
                if made in produced:
                    if made in self._ruled_out:
                        self._held.add(made)
                    continue
                produced.add(made)
                for literal, match in met_by(made):
                    known = matches.get(literal)
                    if known is None:
                        matches[literal] = {match: None}
                        own.add(literal)
                        for owner in owners[literal]:
                            waiting[owner] -= 1
                            if not waiting[owner] and owner not in off:
                                changed[owner] = None
                                heappush(heap, turns[owner])
                        continue
                    if match in known:
                        continue
                    if literal not in own:
                        known = matches[literal] = known.copy()
                        own.add(literal)
                    known[match] = None
                    for owner in owners[literal]:
                        if waiting[owner] or owner in off or owner in done:
                            continue
                        if owner not in changed:
                            changed[owner] = {literal: {match: None}}
                            heappush(heap, turns[owner])
                        elif (new := changed[owner]) is not None:
                            new.setdefault(literal, {})[match] = None
            if heap:
                number = order[heappop(heap)]
                new = changed.pop(number)
                unit = units[number]
                if new is None:
                    solutions = join(unit, matches)
                else:
                    # Whatever is new has a part that is new.
                    solutions = set()
                    for place, link in enumerate(unit.links):
                        if link.literal in new:
                            solutions |= join(unit, matches, place, new[link.literal])
                if solutions:
                    if unit.whole:
                        self.alive.add(unit.statement)
                    if number in plain:
                        done.add(number)
                    pending.extend(_made(unit, solutions))


class _Known(NamedTuple):
    """A closure, and what it is of."""

    given: frozenset[Shape]
    ruled_out: frozenset[Shape]
    last: int
    closure: Closure


class Closures:
    """The closures of the steps of one scenario, each grown from one of fewer shapes.

    Parameters
    ----------
    rules : Rules
    base : Closure
        What is given in every step, without the units that are urgent.
    off : callable
        Returns the units that are left out where nothing less urgent than this is done, and this
        is ruled out.
    """

    def __init__(
        self,
        rules: Rules,
        base: Closure,
        off: Callable[[int, frozenset[Shape]], frozenset[int]],
    ) -> None:
        self._rules, self._off = rules, off
        nothing = frozenset[Shape]()
        self._base = _Known(nothing, nothing, NEVER, base)
        self._recent: dict[tuple[frozenset[Shape], frozenset[Shape], int], _Known] = {}

    def of(self, shapes: Collection[Shape], last: int) -> Closure:
        """Return what follows from the shapes of a step.

        Parameters
        ----------
        shapes : collection of Shape
        last : int
            How urgent that is which is sure to be done; nothing less urgent is.
        """
        barred = {made: what for made in shapes if (what := what_is_ruled_out(made)) is not None}
        given = frozenset(shapes).difference(barred)
        ruled_out = frozenset(barred.values())
        if (given, ruled_out, last) not in self._recent:
            self._keep_common(given, ruled_out, last)
        return self._known(given, ruled_out, last).closure

    def _known(self, given: frozenset[Shape], ruled_out: frozenset[Shape], last: int) -> _Known:
        """Return a closure, and keep it as the one that was used last."""
        key = (given, ruled_out, last)
        known = self._recent.pop(key, None) or self._grown(given, ruled_out, last)
        if len(self._recent) >= RECENT:
            self._recent.pop(next(iter(self._recent)))
        self._recent[key] = known
        return known

    def _grown(self, given: frozenset[Shape], ruled_out: frozenset[Shape], last: int) -> _Known:
        """Return a closure that is grown from the largest one that has no more than it."""
        start = self._base
        for one in self._recent.values():
            if (
                len(one.closure.alive) > len(start.closure.alive)
                and one.given <= given
                and one.last <= last
                and one.ruled_out >= ruled_out
            ):
                start = one
        off = self._off(last, ruled_out)
        closure = Closure(self._rules, off, start.closure, ruled_out)
        closure.grow(given - start.given)
        return _Known(given, ruled_out, last, closure)

    def _keep_common(self, given: frozenset[Shape], ruled_out: frozenset[Shape], last: int) -> None:
        """Keep what follows from what a step has in common with the one most like it.

        The next steps will probably have that in common with it, too.
        """
        near = max(self._recent.values(), key=lambda one: len(one.given & given), default=None)
        if near is not None:
            self._known(near.given & given, near.ruled_out | ruled_out, min(near.last, last))


def join(
    unit: Unit, matches: Mapping[int, Matches], new: int = -1, those: Matches | None = None
) -> set[Match]:
    """Return the names that the variables of a unit can have together, for its heads.

    Of the link in the place `new` only `those` matches count.
    """
    nothing: Match = (ANY,) * unit.variables
    solutions = {nothing}
    for place, link in enumerate(unit.links):
        found: set[Match] = set()
        here = matches[link.literal] if place != new or those is None else those
        variables, dropped = link.variables, link.dropped
        for solution in solutions:
            for match in here:
                merged = list(solution)
                for variable, name in zip(variables, match, strict=False):
                    before = merged[variable]
                    if before is ANY:
                        merged[variable] = name
                    elif before != name and name is not ANY:
                        break
                else:
                    for variable in dropped:
                        merged[variable] = ANY
                    found.add(tuple(merged))
        if not found:
            return found
        if len(found) > MATCHES:
            return {nothing}
        solutions = found
    return solutions


def _made(unit: Unit, solutions: Iterable[Match]) -> Iterable[Shape]:
    for name, count, places, variables in unit.heads:
        first, second, third = places
        if not variables:
            yield (name, count, first, second, third)
            continue
        for solution in solutions:
            filled = list(places)
            for place, variable in variables:
                filled[place] = solution[variable]
            first, second, third = filled
            yield (name, count, first, second, third)
