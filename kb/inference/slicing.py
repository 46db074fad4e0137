"""Which statements can matter for a step: those whose positive body something can make true.

Grounding goes through every statement of the rulebook, although most of them speak of a moment
that is not now (nothing resolves, nobody declares attackers). A statement is *live* when its
positive body can be matched by the shapes (`kb.inference.shapes`) of given facts and of heads of
live statements; the others can be left out without changing any stable model. A variable must
have the same outermost name in all its places, and carries that name into the head: this is an
abstract interpretation of the program, with shapes for atoms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from kb.inference.patterns import LEAST_URGENT, Clause, Pattern, Variable, clauses
from kb.inference.shapes import ANY, GIVEN, OTHER, Shape, outer_text, parts, shape

URGENCY = "wants"
"""The predicate that says how urgent a kind of step is; only the most urgent one is done."""

REMEMBERED = 64
"""Of how many scenarios is remembered what follows from what they say once and for all."""

MATCHES = 2_000
"""How many matches of a body are told apart; beyond, its variables may be anything."""


class LabelLike(Protocol):
    """What a statement is labelled with."""

    @property
    def id(self) -> str:
        """The id of the rule's switch."""
        ...


class Sliceable(Protocol):
    """A statement of the rulebook, as far as slicing is concerned."""

    @property
    def code(self) -> str:
        """The text, without comments."""
        ...

    @property
    def label(self) -> LabelLike:
        """The header above it."""
        ...


Match = tuple[object, ...]
"""The outermost names of a literal's shared variables, in the order of its link."""


@dataclass(frozen=True, slots=True)
class _Link:
    """A literal with variables that stand elsewhere too."""

    literal: int
    variables: tuple[int, ...]
    dropped: tuple[int, ...]  # the variables that no longer count after this literal


@dataclass(frozen=True, slots=True)
class _Unit:
    """A clause of a statement, its variables numbered."""

    statement: int
    clause: Clause
    count: int  # of shared variables
    links: tuple[_Link, ...]
    heads: tuple[tuple[str, int, tuple[object, ...]], ...]  # `_Place` where a variable stands


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a head takes the name that a variable has."""

    variable: int


@dataclass(frozen=True, slots=True)
class _Need:
    """A part of a literal that a shape may meet."""

    literal: int
    names: tuple[tuple[int, object], ...]  # place and name
    shared: tuple[tuple[int, int], ...]  # place and position in the match
    width: int  # of the match


class Slicer:
    """Finds the live statements for the shapes of the given facts.

    Parameters
    ----------
    statements : sequence of Sliceable
        The statements in force, in the order in which they are to be printed.
    """

    def __init__(self, statements: Sequence[Sliceable]) -> None:
        self.statements = tuple(statements)
        self._texts = [statement.code for statement in statements]
        numbers = [(n, clause) for n, text in enumerate(self._texts) for clause in clauses(text)]
        read = [clause for _, clause in numbers]
        self._mentioned = frozenset(
            place
            for clause in read
            for literal in clause.body
            for pattern in literal
            for place in pattern.places
            if place is not ANY and not isinstance(place, Variable)
        )
        self._needs: dict[tuple[str, int], list[_Need]] = {}
        self.owner: list[int] = []  # of each literal, the unit
        self.units = [self._unit(place, *numbered) for place, numbered in enumerate(numbers)]
        self._free = [each for each in numbers if each[1].free]
        self._met: dict[Shape, tuple[tuple[int, Match], ...]] = {}
        self._reduced: dict[Shape, Shape] = {}
        self._urgencies = [
            (unit.clause.urgency, number)
            for number, unit in enumerate(self.units)
            if unit.clause.urgency != LEAST_URGENT
        ]
        self._bases: dict[tuple[frozenset[Shape], str | None], _Closure] = {}
        self._programs: dict[tuple[frozenset[Shape], frozenset[Shape], str | None], str] = {}

    def _unit(self, number: int, statement: int, clause: Clause) -> _Unit:
        uses: dict[str, int] = {}
        for pattern in (*(p for literal in clause.body for p in literal), *clause.heads):
            for name in pattern.variables:
                uses[name] = uses.get(name, 0) + 1
        index = {name: i for i, name in enumerate(name for name in uses if uses[name] > 1)}
        links: list[tuple[int, tuple[int, ...]]] = []
        for literal in clause.body:
            # Of a pool any part may be the one that is met: it says nothing about variables.
            here = (
                ()
                if len(literal) > 1
                else tuple(
                    dict.fromkeys(index[name] for name in literal[0].variables if name in index)
                )
            )
            place = len(self.owner)
            self.owner.append(number)
            for pattern in literal:
                self._needs.setdefault(pattern.predicate, []).append(
                    _need(place, pattern, index, here)
                )
            if here:
                links.append((place, here))
        in_heads = {index[n] for head in clause.heads for n in head.variables if n in index}
        return _Unit(
            statement,
            clause,
            len(index),
            tuple(
                _Link(
                    place,
                    here,
                    tuple(
                        set(range(len(index))).difference(in_heads, *(v for _, v in links[i + 1 :]))
                    ),
                )
                for i, (place, here) in enumerate(links)
            ),
            tuple(
                (*head.predicate, tuple(self._head_place(place, index) for place in head.places))
                for head in clause.heads
            ),
        )

    def _head_place(self, place: object, index: dict[str, int]) -> object:
        if isinstance(place, Variable):
            return _Place(index[place.name]) if place.name in index else ANY
        return self._name(place)

    def _name(self, name: object) -> object:
        return name if name is ANY or name in self._mentioned else OTHER

    def shape_of(self, fact: str) -> Shape:
        """Return the shape of a fact, given as its text without the dot."""
        name, arguments = parts(fact)
        return shape(name, [self._name(outer_text(each)) for each in arguments])

    def shapes_of(self, facts: Iterable[str]) -> frozenset[Shape]:
        """Return the shapes of facts, given as their texts."""
        return frozenset(map(self.shape_of, facts))

    def shapes_given(self, fluents: Iterable[str]) -> frozenset[Shape]:
        """Return the shapes of the facts ``given(F)`` for fluents, given as their texts."""
        found: set[Shape] = set()
        for fluent in fluents:
            name, *rest = self.shape_of(fluent)
            found.add((f"{GIVEN} {name}", *rest))  # type: ignore[arg-type]
            found.add((GIVEN, 1, self._name(name), ANY, ANY))
        return frozenset(found)

    def met_by(self, made: Shape) -> tuple[tuple[int, Match], ...]:
        """Return the literals that something of this shape could make true, and as what."""
        known = self._met.get(made)
        if known is None:
            found = (_meet(need, made) for need in self._needs.get(made[:2], ()))
            known = self._met[made] = tuple(dict.fromkeys(met for met in found if met is not None))
        return known

    def live(
        self,
        shapes: Iterable[Shape],
        without: str | None = None,
        *,
        base: frozenset[Shape] = frozenset(),
        urgent: bool = True,
    ) -> list[int]:
        """Return the numbers of the live statements, in order.

        Parameters
        ----------
        shapes : iterable of Shape
            Of everything that is given.
        without : str, optional
            The id of a rule that is left out.
        base : frozenset of Shape
            More shapes, the same for many calls: what follows from them alone is remembered.
        urgent : bool
            Whether what waits for something more urgent that is certain to be done is left out;
            without it, the statements will do for every program that lacks some of the rules.
        """
        last = self._last_urgency(shapes, without) if urgent else None
        known = self._bases.get((base, without))
        if known is None:
            known = _Closure(self, self._without(without))
            known.grow(map(self._reduce, base))
            if len(self._bases) >= REMEMBERED:
                self._bases.clear()
            self._bases[base, without] = known
        closure = _Closure(self, self._less_urgent(last), known)
        closure.grow(map(self._reduce, shapes))
        return sorted(closure.alive)

    def _without(self, label: str | None) -> frozenset[int]:
        if label is None:
            return frozenset()
        return frozenset(
            number
            for number, unit in enumerate(self.units)
            if self.statements[unit.statement].label.id == label
        )

    def _less_urgent(self, last: int | None) -> frozenset[int]:
        if last is None:
            return frozenset()
        return frozenset(number for urgency, number in self._urgencies if urgency > last)

    def _reduce(self, made: Shape) -> Shape:
        known = self._reduced.get(made)
        if known is None:
            name, count, first, second, third = made
            known = (name, count, self._name(first), self._name(second), self._name(third))
            self._reduced[made] = known
        return known

    def _last_urgency(self, shapes: Iterable[Shape], without: str | None) -> int | None:
        """Return the urgency of something certain to wait; nothing less urgent is done."""
        certain = {made[:2] for made in shapes if made[0].startswith(f"{GIVEN} ")}
        open_ = [
            clause
            for statement, clause in self._free
            if without is None or self.statements[statement].label.id != without
        ]
        found: list[int] = []
        grown = True
        while grown:
            grown = False
            for clause in open_:
                if all(literal[0].predicate in certain for literal in clause.body):
                    for head in clause.heads:
                        if head.name == URGENCY:
                            found.append(clause.urgency)
                        elif head.predicate not in certain:
                            certain.add(head.predicate)
                            grown = True
        return min(found, default=None)

    def program(
        self,
        shapes: frozenset[Shape],
        without: str | None = None,
        *,
        base: frozenset[Shape] = frozenset(),
    ) -> str:
        """Return the text of the live statements; remembered for each set of shapes."""
        key = (shapes, base, without)
        text = self._programs.get(key)
        if text is None:
            live = self.live(shapes, without, base=base)
            text = "\n".join(self._texts[number] for number in live)
            if len(self._programs) > 4096:
                self._programs.clear()
            self._programs[key] = text
        return text


class _Closure:
    """What follows from some shapes: which literals are met, as what, and what is live.

    Parameters
    ----------
    slicer : Slicer
    off : frozenset of int
        The units that are left out.
    start : _Closure, optional
        What is known already; it stays as it is.
    """

    def __init__(self, slicer: Slicer, off: frozenset[int], start: _Closure | None = None) -> None:
        self._slicer = slicer
        self._start = start
        self._matches: dict[int, dict[Match, None]] = {}
        if start is None:
            self._off = off
            self._waiting = [len(unit.clause.body) for unit in slicer.units]
            self.alive: set[int] = set()
            self._produced: set[Shape] = set()
            self._changed = dict.fromkeys(
                n for n, left in enumerate(self._waiting) if not left and n not in off
            )
        else:
            self._off = off | start._off
            self._waiting = start._waiting.copy()
            self.alive = start.alive.copy()
            self._produced = start._produced.copy()
            self._changed = {}

    def matches(self, literal: int) -> dict[Match, None]:
        """Return what a literal has been met as."""
        found = self._matches.get(literal)
        if found is None:
            return self._start.matches(literal) if self._start else _NO_MATCHES
        return found

    def grow(self, shapes: Iterable[Shape]) -> None:
        """Add shapes and all that follows from them."""
        slicer = self._slicer
        produced, waiting, changed, off = self._produced, self._waiting, self._changed, self._off
        pending = list(shapes)
        while pending or changed:
            while pending:
                made = pending.pop()
                if made in produced:
                    continue
                produced.add(made)
                for literal, match in slicer.met_by(made):
                    known = self._matches.get(literal)
                    if known is None:
                        before = self._start.matches(literal) if self._start else _NO_MATCHES
                        if match in before:
                            continue
                        known = self._matches[literal] = dict(before)
                    elif match in known:
                        continue
                    owner = slicer.owner[literal]
                    if not known:
                        waiting[owner] -= 1
                    known[match] = None
                    if not waiting[owner] and owner not in off:
                        changed[owner] = None
            if changed:
                number, _ = changed.popitem()
                unit = slicer.units[number]
                solutions = _join(unit, self.matches)
                if solutions:
                    if unit.clause.whole:
                        self.alive.add(unit.statement)
                    pending.extend(_made(unit, solutions))


_NO_MATCHES: dict[Match, None] = {}


def _need(literal: int, pattern: Pattern, index: dict[str, int], here: tuple[int, ...]) -> _Need:
    names = []
    shared = []
    for number, place in enumerate(pattern.places):
        if isinstance(place, Variable):
            variable = index.get(place.name)
            if variable in here:
                shared.append((number, here.index(variable)))
        elif place is not ANY:
            names.append((number, place))
    return _Need(literal, tuple(names), tuple(shared), len(here))


def _meet(need: _Need, made: Shape) -> tuple[int, Match] | None:
    for place, name in need.names:
        there = made[place + 2]
        if there is not ANY and there != name:
            return None
    match = [ANY] * need.width
    for place, position in need.shared:
        there = made[place + 2]
        if match[position] is ANY:
            match[position] = there
        elif there is not ANY and there != match[position]:
            return None
    return need.literal, tuple(match)


def _join(unit: _Unit, matches: Callable[[int], Iterable[Match]]) -> set[Match]:
    """Return the names that the variables of a unit can have together, for its heads."""
    solutions: set[Match] = {(ANY,) * unit.count}
    for link in unit.links:
        found: set[Match] = set()
        here = matches(link.literal)
        for solution in solutions:
            for match in here:
                merged = list(solution)
                for variable, name in zip(link.variables, match, strict=True):
                    before = merged[variable]
                    if before is ANY:
                        merged[variable] = name
                    elif name is not ANY and name != before:
                        break
                else:
                    for variable in link.dropped:
                        merged[variable] = ANY
                    found.add(tuple(merged))
        if len(found) > MATCHES:
            return {(ANY,) * unit.count}
        solutions = found
    return solutions


def _made(unit: _Unit, solutions: Iterable[Match]) -> Iterable[Shape]:
    for name, count, places in unit.heads:
        for solution in solutions:
            first, second, third, *_ = (
                *(
                    solution[place.variable] if isinstance(place, _Place) else place
                    for place in places
                ),
                ANY,
                ANY,
                ANY,
            )
            yield (name, count, first, second, third)


class View(Protocol):
    """The statements in force on a day."""

    @property
    def statements(self) -> Sequence[Sliceable]:
        """The statements, in the order of the files."""
        ...


_slicers: dict[int, tuple[View, Slicer]] = {}

SLICERS = 64
"""How many slicers are kept: of several editions, and of several readings of each."""


def slicer_of(view: View) -> Slicer:
    """Return the slicer of a view; it is made once for all days with the same rules."""
    key = id(view.statements)
    known = _slicers.get(key)
    if known is None:
        if len(_slicers) >= SLICERS:
            _slicers.pop(next(iter(_slicers)))
        known = _slicers[key] = (view, Slicer(view.statements))
    return known[1]
