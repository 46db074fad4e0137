"""Which statements can matter for a step: those whose positive body something can make true.

Grounding goes through every statement of the rulebook, although most of them speak of a moment
that is not now (nothing resolves, nobody declares attackers). A statement is *live* when each of
its positive body literals has the shape of a given fact or of the head of a live statement; the
others can be left out without changing any stable model. Shapes are predicate, arity and the
outermost names of the first arguments, so that ``mode(sba)`` and ``mode(priority)`` differ. Of a
fact that is told only as far as some statement tells it: all objects of a board are of one shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

import clingo
from clingo import Symbol, SymbolType
from clingo.ast import AST, ASTType, Sign

Shape = tuple[str, int, object, object, object]

_ANY: object = None
_OTHER: object = "\0"  # a name that no statement mentions in that place
_UNKNOWN: Shape = ("", -1, _ANY, _ANY, _ANY)


class LabelLike(Protocol):
    """What a statement is labelled with."""

    @property
    def id(self) -> str:
        """The id of the rule's switch."""
        ...


class Sliceable(Protocol):
    """A statement of the rulebook, as far as slicing is concerned."""

    @property
    def ast(self) -> AST:
        """The syntax tree."""
        ...

    @property
    def code(self) -> str:
        """The text, without comments."""
        ...

    @property
    def label(self) -> LabelLike:
        """The header above it."""
        ...


def _outer(term: AST) -> object:
    """Return the outermost name of a term, or None where any value may stand."""
    if term.ast_type == ASTType.SymbolicTerm:
        return _outer_symbol(term.symbol)
    if term.ast_type == ASTType.Function and not term.external:
        return term.name
    return _ANY


def _outer_symbol(symbol: Symbol) -> object:
    if symbol.type == SymbolType.Function:
        return symbol.name
    if symbol.type == SymbolType.Number:
        return symbol.number
    return _ANY


def _shape_of_symbol(symbol: Symbol) -> Shape:
    arguments = symbol.arguments
    count = len(arguments)
    return (
        symbol.name,
        count,
        _outer_symbol(arguments[0]) if count else _ANY,
        _outer_symbol(arguments[1]) if count > 1 else _ANY,
        _outer_symbol(arguments[2]) if count > 2 else _ANY,
    )


def _shapes_of_atom(atom: AST) -> list[Shape]:
    term = atom.symbol
    if term.ast_type == ASTType.Pool:
        return [shape for part in term.arguments for shape in _shapes_of_term(part)]
    return _shapes_of_term(term)


def _shapes_of_term(term: AST) -> list[Shape]:
    if term.ast_type == ASTType.SymbolicTerm:
        return [_shape_of_symbol(term.symbol)]
    if term.ast_type == ASTType.UnaryOperation:
        return _shapes_of_term(term.argument)
    if term.ast_type != ASTType.Function:
        return [_UNKNOWN]
    arguments = term.arguments
    count = len(arguments)
    firsts = _alternatives(arguments[0]) if count else [_ANY]
    seconds = _alternatives(arguments[1]) if count > 1 else [_ANY]
    thirds = _alternatives(arguments[2]) if count > 2 else [_ANY]
    return [
        (term.name, count, first, second, third)
        for first in firsts
        for second in seconds
        for third in thirds
    ]


def _alternatives(term: AST) -> list[object]:
    if term.ast_type == ASTType.Pool:
        return [_outer(part) for part in term.arguments]
    return [_outer(term)]


def _outer_text(text: str) -> object:
    """Return the outermost name of a term without variables, from its text."""
    if text[0] in '"#':
        return _ANY
    name = text.partition("(")[0]
    if name[:1] == "-":
        return -int(name[1:]) if name[1:].isdigit() else name[1:]
    return int(name) if name.isdigit() else name


_MARK = re.compile(r'"(?:[^"\\]|\\.)*"|[(),]')


def _arguments(text: str, start: int) -> list[str]:
    """Return the arguments of an atom, from its text; they begin after an opening parenthesis."""
    found: list[str] = []
    depth = 0
    for mark in _MARK.finditer(text, start):
        char = mark[0]
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        if depth < 0 or (char == "," and not depth):
            found.append(text[start : mark.start()])
            start = mark.end()
    return found


def _heads(head: AST) -> list[Shape]:
    if head.ast_type == ASTType.Literal:
        if head.atom.ast_type == ASTType.SymbolicAtom:
            return _shapes_of_atom(head.atom)
        return []
    if head.ast_type in (ASTType.Aggregate, ASTType.Disjunction):
        return [shape for element in head.elements for shape in _heads(element.literal)]
    return [_UNKNOWN]


def _needs(body: Sequence[AST]) -> list[list[Shape]]:
    needs = []
    for literal in body:
        if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
            continue
        if literal.atom.ast_type == ASTType.SymbolicAtom:
            needs.append(_shapes_of_atom(literal.atom))
    return needs


def _fits(need: Shape, made: Shape) -> bool:
    return (
        need[0] == made[0]
        and need[1] == made[1]
        and (need[2] is _ANY or made[2] is _ANY or need[2] == made[2])
        and (need[3] is _ANY or made[3] is _ANY or need[3] == made[3])
        and (need[4] is _ANY or made[4] is _ANY or need[4] == made[4])
    )


def _told(arguments: Sequence[str], place: int, mentioned: set[object]) -> object:
    """Return the outermost name in a place, as far as a statement mentions it there."""
    if place >= len(arguments):
        return _ANY
    if not mentioned or mentioned == _NOTHING_TOLD:
        return _OTHER
    outer = _outer_text(arguments[place])
    return outer if outer is _ANY or outer in mentioned else _OTHER


_NOTHING_TOLD = {_ANY}


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
        self._needed_by: dict[tuple[str, int], list[tuple[Shape, int]]] = {}
        self._waiting: list[int] = []  # literals of each statement that nothing has met yet
        self._literal_owner: list[int] = []
        self._heads: list[list[Shape]] = []
        for number, statement in enumerate(statements):
            rule = statement.ast
            if rule.ast_type != ASTType.Rule:
                self._heads.append([])
                self._waiting.append(0)
                continue
            self._heads.append(_heads(rule.head))
            needs = _needs(rule.body)
            self._waiting.append(len(needs))
            for shapes in needs:
                literal = len(self._literal_owner)
                self._literal_owner.append(number)
                for shape in shapes:
                    self._needed_by.setdefault(shape[:2], []).append((shape, literal))
        # The names that statements mention in the first places of each predicate.
        self._mentioned: dict[tuple[str, int], tuple[set[object], set[object], set[object]]] = {}
        for predicate, needed in self._needed_by.items():
            places = self._mentioned[predicate] = (set(), set(), set())
            for shape, _ in needed:
                for place, outer in zip(places, shape[2:], strict=True):
                    place.add(outer)
        self._meets: dict[Shape, tuple[int, ...]] = {}
        self._programs: dict[frozenset[Shape], str] = {}

    def shape_of(self, fact: str) -> Shape:
        """Return the shape of a fact, given as its text without the dot."""
        name, opened, rest = fact.removeprefix("-").partition("(")
        if not opened:
            return (name, 0, _ANY, _ANY, _ANY)
        flat = "(" not in rest and '"' not in rest
        arguments = rest[:-1].split(",") if flat else _arguments(rest, 0)
        predicate = (name, len(arguments))
        mentioned = self._mentioned.get(predicate)
        if mentioned is None:
            return (*predicate, _ANY, _ANY, _ANY)
        return (
            *predicate,
            _told(arguments, 0, mentioned[0]),
            _told(arguments, 1, mentioned[1]),
            _told(arguments, 2, mentioned[2]),
        )

    def shapes_of(self, facts: Iterable[str]) -> frozenset[Shape]:
        """Return the shapes of facts, given as their texts."""
        return frozenset(map(self.shape_of, facts))

    def shapes_given(self, fluents: Iterable[str]) -> frozenset[Shape]:
        """Return the shapes of the facts ``given(F)`` for fluents, given as their texts."""
        mentioned = self._mentioned.get(("given", 1), (set(),))[0]
        return frozenset(
            ("given", 1, _told((fluent,), 0, mentioned), _ANY, _ANY) for fluent in fluents
        )

    def _met_by(self, made: Shape) -> tuple[int, ...]:
        """Return the literals that something of this shape could make true."""
        met = self._meets.get(made)
        if met is None:
            met = self._meets[made] = tuple(
                dict.fromkeys(
                    literal
                    for need, literal in self._needed_by.get(made[:2], ())
                    if _fits(need, made)
                )
            )
        return met

    def live(self, shapes: Iterable[Shape], without: str | None = None) -> list[int]:
        """Return the numbers of the live statements, in order; `without` leaves out a rule."""
        waiting = self._waiting.copy()
        met = [False] * len(self._literal_owner)
        if without is not None:
            for number, statement in enumerate(self.statements):
                if statement.label.id == without:
                    waiting[number] = -1
        alive = [count == 0 for count in waiting]
        queue = [number for number, ready in enumerate(alive) if ready]
        produced: set[Shape] = set()
        pending = list(shapes)
        while queue or pending:
            while pending:
                made = pending.pop()
                if made in produced:
                    continue
                produced.add(made)
                for literal in self._met_by(made):
                    if not met[literal]:
                        met[literal] = True
                        owner = self._literal_owner[literal]
                        waiting[owner] -= 1
                        if waiting[owner] == 0:
                            alive[owner] = True
                            queue.append(owner)
            if queue:
                pending.extend(self._heads[queue.pop()])
        return [number for number, ready in enumerate(alive) if ready]

    def program(self, shapes: frozenset[Shape], without: str | None = None) -> str:
        """Return the text of the live statements; remembered for each set of shapes."""
        if without is not None:
            return "\n".join(self._texts[number] for number in self.live(shapes, without))
        text = self._programs.get(shapes)
        if text is None:
            text = "\n".join(self._texts[number] for number in self.live(shapes))
            if len(self._programs) > 4096:
                self._programs.clear()
            self._programs[shapes] = text
        return text


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


_FACT_OR_RULE = re.compile(r"([a-z]\w*)\(([\w,() ]*)\)(?: :- [^\"]*)?\.", re.ASCII)


def extra_shapes(program: str) -> frozenset[Shape]:
    """Return the shapes of the heads in a small extra program (facts and rules of a question)."""
    found: set[Shape] = set()

    def look(statement: AST) -> None:
        if statement.ast_type == ASTType.Rule:
            found.update(_heads(statement.head))

    # Mostly they are facts and rules with plain heads, one a line: no need for a syntax tree.
    for line in program.splitlines():
        match = _FACT_OR_RULE.fullmatch(line)
        if match is None or ". " in line:
            found.clear()
            clingo.ast.parse_string(program, look)
            break
        outers = [_outer_pattern(term.strip()) for term in _arguments(f"{match[2]})", 0)]
        first, second, third, *_ = (*outers, _ANY, _ANY, _ANY)
        found.add((match[1], len(outers), first, second, third))
    return frozenset(found)


def _outer_pattern(text: str) -> object:
    """Return the outermost name of a term that may hold variables."""
    start = text.lstrip("_")[:1]
    return _ANY if not start or start.isupper() else _outer_text(text)
