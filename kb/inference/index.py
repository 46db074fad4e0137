"""What the statements of a rulebook need and make, looked up by what they need.

Every clause of a statement (`kb.inference.patterns`) is a unit whose variables are numbered; its
literals are found by the predicates that could make them true. Units that need the same share one
literal, as the conditions of a production system do (Forgy's Rete, 1982): three in four go. Reading
the statements for that takes longer than all else a question needs, so the index of a rulebook is
kept between runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from kb.cache import Entry
from kb.inference.cone import Outline, Sketch, outlines_of, turns_of
from kb.inference.patterns import Clause, Pattern, Variable, clauses
from kb.inference.shapes import ANY, OTHER

CODE = (
    *("inference/index.py", "inference/patterns.py", "inference/shapes.py"),
    *("inference/cone.py", "inference/components.py"),
    "rulebook",
)
"""The code on which an index depends, below ``kb``."""

Predicate = tuple[str, int]


class Link(NamedTuple):
    """A literal with variables that stand elsewhere too."""

    literal: int
    variables: Sequence[int]
    dropped: Sequence[int]  # the variables that no longer count after this literal


class Head(NamedTuple):
    """What a unit makes: a shape, in whose places variables may stand."""

    name: str
    arity: int
    places: Sequence[object]
    variables: Sequence[tuple[int, int]]  # place and variable


class Unit(NamedTuple):
    """A clause of a statement, its variables numbered."""

    statement: int
    size: int  # how many literals must be met
    whole: bool
    urgency: int
    variables: int  # those that stand in several places
    links: Sequence[Link]
    heads: Sequence[Head]


class Need(NamedTuple):
    """A part of a literal that a shape may meet."""

    literal: int
    names: Sequence[tuple[int, object]]  # place and name
    shared: Sequence[tuple[int, int]]  # place and position in the match
    width: int  # of the match


_Literal = tuple[object, ...]
"""How many variables a literal shares, and its parts: what is the same where those are."""


class Free(NamedTuple):
    """A clause for which some atom of each predicate of its body is enough."""

    statement: int
    urgency: int
    needs: Sequence[Predicate]
    makes: Sequence[Predicate]


class Index(NamedTuple):
    """The units of all statements, and where each literal of theirs is looked up.

    Attributes
    ----------
    mentioned : frozenset
        The names that some statement tells apart from others.
    needs : mapping
        By predicate, the literals that an atom of it may meet.
    owners : sequence of sequence of int
        Of each literal, the units; one that needs it twice stands there twice.
    units : sequence of Unit
    free : sequence of Free
    outlines : sequence of Outline
        Of each statement, what it makes and looks at.
    turns : sequence of int
        Of each unit, when it is best gone through: after those that make what it needs.
    absences : sequence of (int, str)
        The units in which a fluent of one argument may not be given of what a variable stands for.
    """

    mentioned: frozenset[object]
    needs: Mapping[Predicate, Sequence[Need]]
    owners: Sequence[Sequence[int]]
    units: Sequence[Unit]
    free: Sequence[Free]
    outlines: Sequence[Outline]
    turns: Sequence[int]
    absences: Sequence[tuple[int, str]]

    @staticmethod
    def of(texts: Iterable[str]) -> Index:
        """Read statements, given as their texts."""
        texts = list(texts)
        read = [(number, each) for number, text in enumerate(texts) for each in clauses(text)]
        mentioned = frozenset(
            place
            for _, clause in read
            for literal in clause.body
            for pattern in literal
            for place in pattern.places
            if place is not ANY and not isinstance(place, Variable)
        )
        needs: dict[Predicate, list[Need]] = {}
        owners: list[list[int]] = []
        known: dict[_Literal, int] = {}
        units = [
            _unit(place, number, clause, mentioned, needs, owners, known)
            for place, (number, clause) in enumerate(read)
        ]
        free = [
            Free(
                number,
                clause.urgency,
                [literal[0].predicate for literal in clause.body],
                [head.predicate for head in clause.heads],
            )
            for number, clause in read
            if clause.free
        ]
        outlines = outlines_of(texts)
        turn = turns_of(outlines)
        order = sorted(range(len(units)), key=lambda unit: turn[units[unit].statement])
        turns = sorted(range(len(units)), key=order.__getitem__)
        absences = [(unit, one) for unit, (_, each) in enumerate(read) for one in each.absent]
        return Index(mentioned, needs, owners, units, free, outlines, turns, absences)

    @staticmethod
    def kept(key: str, texts: Iterable[str]) -> Index:
        """Return the index of the rulebook with a key; of one without, it is made every time."""
        entry = Entry.of("index", CODE, [key]) if key else None
        found = None if entry is None else _unpacked(entry.load())
        if found is None:
            found = Index.of(texts)
            if entry is not None:
                entry.save(found.pack())
        return found

    def pack(self) -> dict[str, Any]:
        """Return the index as plain data."""
        return {
            "mentioned": sorted(self.mentioned, key=repr),
            "needs": [[name, count, found] for (name, count), found in self.needs.items()],
            "owners": self.owners,
            "units": self.units,
            "free": self.free,
            "outlines": self.outlines,
            "turns": self.turns,
            "absences": self.absences,
        }


def _unpacked(data: Any) -> Index | None:
    if not isinstance(data, dict):
        return None
    # There are tens of thousands of rows: a tuple that is made by its own class takes half as long.
    kinds: list[Any] = [partial(tuple.__new__, one) for one in (Need, Link, Head, Unit)]
    need, link, head, unit = kinds
    try:
        return Index(
            frozenset(data["mentioned"]),
            {(name, count): list(map(need, rows)) for name, count, rows in data["needs"]},
            data["owners"],
            [
                unit((*said, list(map(link, links)), list(map(head, heads))))
                for *said, links, heads in data["units"]
            ],
            [
                Free(statement, urgency, list(map(_pair, needs)), list(map(_pair, makes)))
                for statement, urgency, needs, makes in data["free"]
            ],
            [
                Outline(
                    kept,
                    list(map(_sketch, makes)),
                    list(map(_sketch, reads)),
                    list(map(_sketch, denied)),
                    circle,
                )
                for kept, makes, reads, denied, circle in data["outlines"]
            ],
            data["turns"],
            [(unit, fluent) for unit, fluent in data["absences"]],
        )
    except (LookupError, TypeError, ValueError):
        return None


def _sketch(found: Sequence[Any]) -> Sketch:
    name, count, first = found
    return name, count, first


def _pair(found: Sequence[Any]) -> Predicate:
    name, count = found
    return name, count


def _unit(
    number: int,
    statement: int,
    clause: Clause,
    mentioned: frozenset[object],
    needs: dict[Predicate, list[Need]],
    owners: list[list[int]],
    known: dict[_Literal, int],
) -> Unit:
    """Return a clause with numbered variables, its literals added to what is looked up.

    Literals that are known already are only given one more unit.
    """
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
            else tuple(dict.fromkeys(index[name] for name in literal[0].variables if name in index))
        )
        parts = [(pattern.predicate, *_need(pattern, index, here)) for pattern in literal]
        alike = len(here), *parts
        place = known.setdefault(alike, len(owners))
        if place == len(owners):
            owners.append([])
            for predicate, names, shared in parts:
                needs.setdefault(predicate, []).append(Need(place, names, shared, len(here)))
        owners[place].append(number)
        if here:
            links.append((place, here))
    in_heads = {index[n] for head in clause.heads for n in head.variables if n in index}
    return Unit(
        statement,
        len(clause.body),
        clause.whole,
        clause.urgency,
        len(index),
        [
            Link(
                place,
                here,
                sorted(
                    set(range(len(index))).difference(in_heads, *(v for _, v in links[i + 1 :]))
                ),
            )
            for i, (place, here) in enumerate(links)
        ],
        [_head(head, index, mentioned) for head in clause.heads],
    )


def _head(head: Pattern, index: Mapping[str, int], mentioned: frozenset[object]) -> Head:
    places: list[object] = [ANY, ANY, ANY]
    variables: list[tuple[int, int]] = []
    for number, place in enumerate(head.places):
        if not isinstance(place, Variable):
            places[number] = place if place is ANY or place in mentioned else OTHER
        elif place.name in index:
            variables.append((number, index[place.name]))
    return Head(head.name, head.count, places, variables)


def _need(
    pattern: Pattern, index: dict[str, int], here: tuple[int, ...]
) -> tuple[tuple[tuple[int, object], ...], tuple[tuple[int, int], ...]]:
    """Return the names of a part of a literal, and which of its places are shared ones."""
    names: list[tuple[int, object]] = []
    shared: list[tuple[int, int]] = []
    for number, place in enumerate(pattern.places):
        if isinstance(place, Variable):
            variable = index.get(place.name)
            if variable in here:
                shared.append((number, here.index(variable)))
        elif place is not ANY:
            names.append((number, place))
    return tuple(names), tuple(shared)
