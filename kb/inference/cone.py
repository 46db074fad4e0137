"""What a step is asked about can depend on: the cone of influence of some predicates.

Of the live statements (`kb.inference.slicing`) many make what no other live one looks at: what a
moment that is not now would need. They can be left out. What is kept looks at nothing that is
left out (it is a splitting set), and what is left out has no choices, no constraints and no
recursion through an absence: every stable model of the rest has exactly one continuation there.

References
----------
V. Lifschitz and H. Turner, "Splitting a logic program", ICLP 1994.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from clingo import Symbol
from clingo.ast import AST, ASTType, Sign, Transformer

from kb.inference.components import components, depth_first
from kb.inference.shapes import (
    ANY,
    equations,
    flat_terms,
    head_atoms,
    name_and_arguments,
    outer,
    outer_symbol,
)
from kb.rulebook.plain import Literal, SymbolicAtom, Tree, trees

Sketch = tuple[str, int, object]
"""Predicate, arity, and the outermost name in the first place."""


class Outline(NamedTuple):
    """What a statement makes and looks at.

    Attributes
    ----------
    kept : bool
        Whether it stays in any case: it is more than a rule with one head.
    makes, reads : sequence of Sketch
    denied : sequence of Sketch
        What it looks at otherwise than by asking whether it is there.
    circle : int
        The number of the recursion through an absence on which it lies when all statements are
        there; -1 for none.
    """

    kept: bool
    makes: Sequence[Sketch]
    reads: Sequence[Sketch]
    denied: Sequence[Sketch]
    circle: int


def outlines_of(texts: Iterable[str]) -> list[Outline]:
    """Return what statements make and look at, given as their texts."""
    read = [_read(text) for text in texts]
    makers = _Makers([makes for _, makes, _ in read])
    feeders = [sorted(makers.of(s for s, _ in reads)) for _, _, reads in read]
    component = components(feeders)
    denied = [dict.fromkeys(s for s, monotone in reads if not monotone) for _, _, reads in read]
    turning = {
        component[number]
        for number in range(len(read))
        for other in makers.of(denied[number])
        if component[other] == component[number]
    }
    return [
        Outline(
            kept,
            makes,
            list(dict.fromkeys(s for s, _ in reads)),
            list(denied[number]),
            component[number] if component[number] in turning else -1,
        )
        for number, (kept, makes, reads) in enumerate(read)
    ]


def turns_of(outlines: Sequence[Outline]) -> list[int]:
    """Return of each statement its turn, if each comes after those that make what it looks at.

    On a circle of statements one has to come first.
    """
    makers = _Makers([one.makes for one in outlines])
    order = depth_first([sorted(makers.of(one.reads)) for one in outlines])
    turns = [0] * len(outlines)
    for turn, number in enumerate(order):
        turns[number] = turn
    return turns


class Cone:
    """Narrows sets of live statements to what some predicates can depend on.

    Parameters
    ----------
    outlines : sequence of Outline
        Of all statements.
    """

    def __init__(self, outlines: Sequence[Outline]) -> None:
        self._outlines = outlines
        self._makers = _Makers([one.makes for one in outlines])
        self._feeders: dict[int, frozenset[int]] = {}
        self._deniers: dict[int, frozenset[int]] = {}
        self._kept = [number for number, one in enumerate(outlines) if one.kept]
        self._named: dict[str, list[int]] = {}
        for number, one in enumerate(outlines):
            for name, _, _ in one.makes:
                self._named.setdefault(name, []).append(number)
        self._roots: dict[frozenset[str], frozenset[int]] = {}

    def names_in(self, text: str) -> frozenset[str]:
        """Return the predicates of the statements that a program text could speak of."""
        return frozenset(self._named.keys() & set(_NAME.findall(text)))

    def narrowed(self, live: Collection[int], wanted: frozenset[str]) -> list[int]:
        """Return which of some statements, closed under what is live, are to be kept, in order.

        Parameters
        ----------
        live : collection of int
            Their numbers.
        wanted : frozenset of str
            The names of the predicates that are looked at afterwards.
        """
        left = set(live)
        todo = left & self._wanted(wanted)
        self._take(left, todo)
        # What is kept is closed: a recursion is in it as a whole or not at all.
        self._take(left, self._turning(left))
        return [number for number in live if number not in left]

    def _take(self, left: set[int], wanted: Collection[int]) -> None:
        """Take some statements out of those that are left, with all that they can depend on."""
        left.difference_update(wanted)
        todo = list(wanted)
        while todo:
            feeding = left & self._feeding(todo.pop())
            left -= feeding
            todo += feeding

    def _turning(self, left: Collection[int]) -> set[int]:
        """Return those of some statements that lie on a recursion through an absence.

        What closes a recursion of the whole rulebook mostly speaks of another moment.
        """
        some = [number for number in left if self._outlines[number].circle >= 0]
        places = {number: place for place, number in enumerate(some)}
        within = places.keys()
        component = components([[places[o] for o in within & self._feeding(n)] for n in some])
        turning = {
            component[places[number]]
            for number in some
            for other in within & self._denied(number)
            if component[places[other]] == component[places[number]]
        }
        return {number for number in some if component[places[number]] in turning}

    def _denied(self, number: int) -> frozenset[int]:
        known = self._deniers.get(number)
        if known is None:
            known = self._deniers[number] = self._makers.of(self._outlines[number].denied)
        return known

    def _wanted(self, names: frozenset[str]) -> frozenset[int]:
        known = self._roots.get(names)
        if known is None:
            if len(self._roots) >= REMEMBERED:
                self._roots.clear()
            made = (number for name in names for number in self._named.get(name, ()))
            known = self._roots[names] = frozenset((*self._kept, *made))
        return known

    def _feeding(self, number: int) -> frozenset[int]:
        known = self._feeders.get(number)
        if known is None:
            known = self._feeders[number] = self._makers.of(self._outlines[number].reads)
        return known


_NAME = re.compile(r"[a-z]\w*")

REMEMBERED = 1_000
"""For how many sets of predicates is remembered which statements make them."""


class _Makers:
    """Finds the statements that could make what another one looks at."""

    def __init__(self, makes: Iterable[Sequence[Sketch]]) -> None:
        self._by: dict[tuple[str, int], dict[object, list[int]]] = {}
        for number, sketches in enumerate(makes):
            for name, arity, first in sketches:
                self._by.setdefault((name, arity), {}).setdefault(first, []).append(number)

    def of(self, reads: Iterable[Sketch]) -> frozenset[int]:
        found: set[int] = set()
        for name, arity, first in reads:
            by = self._by.get((name, arity))
            if by is not None:
                some = by.values() if first is ANY else (by.get(first, ()), by.get(ANY, ()))
                found.update(*some)
        return frozenset(found)


@lru_cache(maxsize=20_000)
def _read(text: str) -> tuple[bool, list[Sketch], list[tuple[Sketch, bool]]]:
    """Return whether it stays, what it makes, and what it looks at, each whether monotonously.

    They are remembered, for an overlay leaves most statements as they are.
    """
    kept, makes, reads = False, list[Sketch](), list[tuple[Sketch, bool]]()
    for rule in trees(text):
        if rule.ast_type == ASTType.Program:
            continue
        if rule.ast_type != ASTType.Rule:
            kept = True
            reads += ((one, False) for one in _sketches(rule, {}))
            continue
        known = equations(rule.body)
        head = rule.head
        made = head_atoms(head)
        makes += (sketch for term in made for sketch in _sketch(term, known))
        plain = head.ast_type == ASTType.Literal and head.atom.ast_type == ASTType.SymbolicAtom
        if not plain or head.sign != Sign.NoSign or _denies(head):
            # What a choice or a denial speaks of, the rest of the program may not contradict.
            kept = True
            reads += ((one, False) for one in _sketches(head, known))
        for literal in rule.body:
            monotone = (
                literal.ast_type == ASTType.Literal
                and literal.sign == Sign.NoSign
                and literal.atom.ast_type == ASTType.SymbolicAtom
            )
            reads += ((one, monotone) for one in _sketches(literal, known))
    return kept, makes, reads


def _denies(head: Tree) -> bool:
    return bool(head.atom.symbol.ast_type == ASTType.UnaryOperation)


class _Atoms(Transformer):
    """Collects the terms of the atoms in a part of a statement."""

    def __init__(self) -> None:
        self.found: list[AST] = []

    def visit_SymbolicAtom(self, atom: AST) -> AST:  # noqa: N802, the name is clingo's
        """Take down an atom."""
        self.found += flat_terms(atom.symbol)
        return atom


def _sketches(part: Tree, known: dict[str, object]) -> Iterator[Sketch]:
    if isinstance(part, Literal):
        if isinstance(part.atom, SymbolicAtom):
            yield from _sketch(part.atom.symbol, known)
        return
    atoms = _Atoms()
    atoms(part)
    for term in atoms.found:
        yield from _sketch(term, known)


def _sketch(term: Tree, known: dict[str, object]) -> Iterator[Sketch]:
    name, arguments = name_and_arguments(term)
    if not arguments:
        yield name, 0, ANY
        return
    first = arguments[0]
    if isinstance(first, Symbol):
        yield name, len(arguments), outer_symbol(first)
    elif first.ast_type == ASTType.Variable:
        yield name, len(arguments), known.get(first.name, ANY)
    else:
        yield name, len(arguments), outer(first)
