"""Which statements can matter for a step: those whose positive body something can make true.

Grounding goes through every statement of the rulebook, although most of them speak of a moment
that is not now (nothing resolves, nobody declares attackers). A statement is *live* when its
positive body can be matched by the shapes (`kb.inference.shapes`) of given facts and of heads of
live statements; the others can be left out without changing any stable model. A variable must
have the same outermost name in all its places, and carries that name into the head: this is an
abstract interpretation of the program, with shapes for atoms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from weakref import WeakKeyDictionary

from kb.inference.closure import ALWAYS, NEVER, Closure, Closures, Match, Matches, Rules, join
from kb.inference.cone import Cone
from kb.inference.index import Index, Need
from kb.inference.patterns import LEAST_URGENT
from kb.inference.shapes import (
    ANY,
    GIVEN,
    OTHER,
    Shape,
    never_absent,
    outer_text,
    parts,
    shape,
    what_is_ruled_out,
)
from kb.rulebook import Rulebook, RulebookView, Statement

URGENCY = "wants"
"""The predicate that says how urgent a kind of step is; only the most urgent one is done."""

REMEMBERED = 8
"""Of how many scenarios is remembered what follows in their steps."""

LEFT_OUT = 64
"""For how many kinds of steps it is kept which units are left out."""

FLUENTS = 20_000
"""Of how many fluents the shapes are remembered."""

_Key = tuple[frozenset[Shape], frozenset[Shape], str | None, frozenset[str] | None]


class Slicer:
    """Finds the live statements for the shapes of the given facts.

    Parameters
    ----------
    statements : sequence of Statement
        The statements, in the order in which they are to be printed.
    index : Index, optional
        What they need and make; read from their texts, unless given.
    out : frozenset of int
        The numbers of the statements that are not in force.
    sure : frozenset of int, optional
        The numbers of those that surely are, if of others it is not known.
    """

    def __init__(
        self,
        statements: Sequence[Statement],
        index: Index | None = None,
        out: frozenset[int] = frozenset(),
        sure: frozenset[int] | None = None,
    ) -> None:
        self.statements = statements
        self.index = Index.of(one.code for one in statements) if index is None else index
        self._mentioned = self.index.mentioned
        self._out = frozenset(n for n, u in enumerate(self.index.units) if u.statement in out)
        self._free = [
            one
            for one in self.index.free
            if one.statement not in out and (sure is None or one.statement in sure)
        ]
        self._met: dict[Shape, tuple[tuple[int, Match], ...]] = {}
        self._reduced: dict[Shape, Shape] = {}
        self._given: dict[str, tuple[Shape, Shape]] = {}
        self.plain = frozenset(
            number
            for number, unit in enumerate(self.index.units)
            if not any(head.variables for head in unit.heads)
        )
        self._urgencies = [
            (unit.urgency, number)
            for number, unit in enumerate(self.index.units)
            if unit.urgency != LEAST_URGENT
        ]
        self._absences: dict[Shape | None, set[int]] = {}
        for number, fluent in self.index.absences:
            self._absences.setdefault(what_is_ruled_out(never_absent(fluent)), set()).add(number)
        self._closures: dict[tuple[frozenset[Shape], str | None], Closures] = {}
        order = sorted(range(len(self.index.units)), key=self.index.turns.__getitem__)
        self._rules = Rules(self.index, self.met_by, self.plain, order)
        self._programs: dict[_Key, str] = {}
        self._lasts: dict[tuple[frozenset[tuple[str, int]], str | None], int | None] = {}

    @property
    def out(self) -> frozenset[int]:
        """The units that are left out."""
        return self._out

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
            known = self._given.get(fluent)
            if known is None:
                name, *rest = self.shape_of(fluent)
                whole: Shape = (f"{GIVEN} {name}", *rest)  # type: ignore[assignment]
                known = (whole, (GIVEN, 1, self._name(name), ANY, ANY))
                if len(self._given) >= FLUENTS:
                    self._given.clear()
                self._given[fluent] = known
            found.update(known)
        return frozenset(found)

    def met_by(self, made: Shape) -> tuple[tuple[int, Match], ...]:
        """Return the literals that something of this shape could make true, and as what."""
        known = self._met.get(made)
        if known is None:
            found = (_meet(need, made) for need in self.index.needs.get(made[:2], ()))
            known = self._met[made] = tuple(dict.fromkeys(met for met in found if met is not None))
        return known

    def meeting(self, made: Shape) -> tuple[tuple[int, Match], ...]:
        """Return what something of a shape could make true, whatever names are told apart."""
        return self.met_by(self._reduce(made))

    def joined(self, number: int, matches: Mapping[int, Matches]) -> bool:
        """Tell whether what meets the literals of a unit goes together."""
        unit = self.index.units[number]
        literals = self._literals_of.get(number, ())
        return matches.keys() >= set(literals) and bool(join(unit, matches))

    @cached_property
    def absent(self) -> frozenset[str]:
        """The fluents of one argument that a statement wants not to be given."""
        return frozenset(fluent for _, fluent in self.index.absences)

    @cached_property
    def cone(self) -> Cone:
        """What finds the statements on which some predicates can depend."""
        return Cone(self.index.outlines)

    @cached_property
    def _literals_of(self) -> dict[int, list[int]]:
        """The literals of each unit."""
        found: dict[int, list[int]] = {}
        for literal, owners in enumerate(self.index.owners):
            for owner in dict.fromkeys(owners):
                found.setdefault(owner, []).append(literal)
        return found

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
        given = frozenset(map(self._reduce, shapes))
        closures = self._closures_of(base, without)
        return sorted(closures.of(given, ALWAYS if last is None else last).alive)

    def _closures_of(self, base: frozenset[Shape], without: str | None) -> Closures:
        known = self._closures.pop((base, without), None)
        if known is None:
            off = self._without(without)
            # Whether something urgent is done depends on what else waits, and what is given of
            # everyone on the step: not yet known here.
            start = Closure(self._rules, off | self._left_out(NEVER, self._absences))
            start.grow(map(self._reduce, base))
            left_out = lru_cache(LEFT_OUT)(lambda *step: off | self._left_out(*step))
            known = Closures(self._rules, start, left_out)
            if len(self._closures) >= REMEMBERED:
                self._closures.pop(next(iter(self._closures)))
        self._closures[base, without] = known
        return known

    def unmet(self, shapes: Iterable[Shape], statements: frozenset[int]) -> int:
        """Return how many conditions at least nothing could make true, of one of some statements.

        Parameters
        ----------
        shapes : iterable of Shape
            Of everything that is given.
        statements : frozenset of int
            Their numbers.
        """
        closure = Closure(self._rules, self._out)
        closure.grow(map(self._reduce, shapes))
        left = (
            closure.waiting(number)
            for number, unit in enumerate(self.index.units)
            if unit.statement in statements and unit.whole and number not in self._out
        )
        return min(left, default=0)

    def short_of(self, shapes: Iterable[Shape], statements: frozenset[int]) -> int:
        """Return how many conditions at least of one of some statements no shape itself meets.

        Unlike `unmet`, what could follow from the shapes does not count.
        """
        met = {literal for made in shapes for literal, _ in self.meeting(made)}
        left = (
            len(set(self._literals_of.get(number, ())) - met)
            for number, unit in enumerate(self.index.units)
            if unit.statement in statements and unit.whole and number not in self._out
        )
        return min(left, default=0)

    def _without(self, label: str | None) -> frozenset[int]:
        if label is None:
            return self._out
        return self._out.union(
            number
            for number, unit in enumerate(self.index.units)
            if self.statements[unit.statement].label.id == label
        )

    def _left_out(self, last: int, ruled_out: Iterable[Shape | None]) -> frozenset[int]:
        """Return the units of what is less urgent, and of what asks for an absence there is not."""
        waiting = (number for urgency, number in self._urgencies if urgency > last)
        absences = (self._absences.get(one, ()) for one in ruled_out)
        return frozenset(waiting).union(*absences)

    def _reduce(self, made: Shape) -> Shape:
        known = self._reduced.get(made)
        if known is None:
            name, count, first, second, third = made
            known = (name, count, self._name(first), self._name(second), self._name(third))
            self._reduced[made] = known
        return known

    def _last_urgency(self, shapes: Iterable[Shape], without: str | None) -> int | None:
        """Return the urgency of something certain to wait; nothing less urgent is done."""
        certain = frozenset(made[:2] for made in shapes if made[0].startswith(f"{GIVEN} "))
        key = (certain, without)
        if key not in self._lasts:
            if len(self._lasts) >= FLUENTS:
                self._lasts.clear()
            self._lasts[key] = self._certain_urgency(set(certain), without)
        return self._lasts[key]

    def _certain_urgency(self, certain: set[tuple[str, int]], without: str | None) -> int | None:
        open_ = [
            one
            for one in self._free
            if without is None or self.statements[one.statement].label.id != without
        ]
        found: list[int] = []
        grown = True
        while grown:
            grown = False
            for one in open_:
                if certain.issuperset(one.needs):
                    for predicate in one.makes:
                        if predicate[0] == URGENCY:
                            found.append(one.urgency)
                        elif predicate not in certain:
                            certain.add(predicate)
                            grown = True
        return min(found, default=None)

    def program(
        self,
        shapes: frozenset[Shape],
        without: str | None = None,
        *,
        base: frozenset[Shape] = frozenset(),
        wanted: frozenset[str] | None = None,
    ) -> str:
        """Return the text of the live statements; remembered for each set of shapes.

        With `wanted`, of those only that the predicates of these names can depend on.
        """
        key = (shapes, base, without, wanted)
        text = self._programs.get(key)
        if text is None:
            live = self.live(shapes, without, base=base)
            if wanted is not None:
                live = self.cone.narrowed(live, wanted)
            text = "\n".join(self.statements[number].code for number in live)
            if len(self._programs) > 4096:
                self._programs.clear()
            self._programs[key] = text
        return text


def _meet(need: Need, made: Shape) -> tuple[int, Match] | None:
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


_indexes: WeakKeyDictionary[Rulebook, Index] = WeakKeyDictionary()
_slicers: WeakKeyDictionary[Rulebook, dict[frozenset[int], Slicer]] = WeakKeyDictionary()


def slicer_of(view: RulebookView) -> Slicer:
    """Return the slicer of a view; it is made once for all days with the same rules."""
    book = view.rulebook
    index = _indexes.get(book)
    if index is None:
        index = _indexes[book] = Index.kept(book.key, (one.code for one in book.statements))
    held = view.numbers
    if held is None:
        numbers = {id(one): number for number, one in enumerate(book.statements)}
        if not all(id(one) in numbers for one in view.statements):  # some are another rulebook's
            return Slicer(view.statements)
        held = frozenset(numbers[id(one)] for one in view.statements)
    out = frozenset(range(len(book.statements))) - held
    slicers = _slicers.setdefault(book, {})
    found = slicers.get(out)
    if found is None:
        if len(slicers) >= SLICERS:
            slicers.pop(next(iter(slicers)))
        found = slicers[out] = Slicer(book.statements, index, out)
    return found


SLICERS = 64
"""How many slicers of a rulebook are kept: of several editions, and of several readings of each."""
