"""Shapes: what a statement can be told apart by without grounding it.

The shape of an atom is its predicate, its arity and the outermost names of its first arguments,
so that ``mode(sba)`` and ``mode(priority)`` differ. A fluent that is given has the shape of its
own arguments as well: ``given(pending(damage(a,b)))`` is the shape ``given pending(damage)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

import clingo
from clingo import Symbol, SymbolType
from clingo.ast import AST, ASTType, ComparisonOperator, Sign, parse_string

from kb.rulebook.plain import Tree, split_arguments

Shape = tuple[str, int, object, object, object]
"""Predicate, arity, and what stands in the first three places."""

PLACES = 3
"""How many arguments a shape tells apart."""

ANY: object = None
"""Any value may stand there."""
OTHER: object = "\0"
"""A name that no statement mentions."""
UNKNOWN: Shape = ("", -1, ANY, ANY, ANY)

GIVEN = "given"
"""The predicate whose argument is looked into."""

_NOT = "not "

_ABSENT = "absent"


def ruled_out(made: Shape) -> Shape:
    """Return the shape that says, among those of a step, that nothing of this shape can hold."""
    return (f"{_NOT}{made[0]}", *made[1:])


def what_is_ruled_out(made: Shape) -> Shape | None:
    """Return the shape that `ruled_out` was made of, or None for any other."""
    name, *rest = made
    return (name[len(_NOT) :], *rest) if name.startswith(_NOT) else None  # type: ignore[return-value]


def never_absent(fluent: str) -> Shape:
    """Return the shape that says of a step that a fluent of one argument is given of everyone."""
    return ruled_out((f"{_ABSENT} {fluent}", 1, ANY, ANY, ANY))


def outer(term: Tree) -> object:
    """Return the outermost name of a term, or `ANY` where any value may stand."""
    if term.ast_type == ASTType.SymbolicTerm:
        return outer_symbol(term.symbol)
    if term.ast_type == ASTType.Function and not term.external:
        return term.name
    return ANY


def outer_symbol(symbol: Symbol) -> object:
    """Return the outermost name of a symbol, or `ANY` for a text."""
    if symbol.type == SymbolType.Function:
        return symbol.name
    if symbol.type == SymbolType.Number:
        return symbol.number
    return ANY


def outer_text(text: str) -> object:
    """Return the outermost name of a term without variables, from its text."""
    if text[0] in '"#':
        return ANY
    name = text.partition("(")[0]
    if name[:1] == "-":
        return -int(name[1:]) if name[1:].isdigit() else name[1:]
    return int(name) if name.isdigit() else name


def parts(text: str) -> tuple[str, list[str]]:
    """Return the name and the arguments of an atom or a fluent without variables."""
    name, opened, rest = text.removeprefix("-").partition("(")
    if not opened:
        return name, []
    flat = "(" not in rest and '"' not in rest
    return name, rest[:-1].split(",") if flat else split_arguments(rest)


def shape(name: str, places: list[object]) -> Shape:
    """Return a shape from all places of an atom."""
    first, second, third, *_ = (*places, ANY, ANY, ANY)
    return (name, len(places), first, second, third)


def whole_shapes(facts: Iterable[str], fluents: Iterable[str]) -> frozenset[Shape]:
    """Return the shapes of facts, and of ``given(F)`` for fluents, by every name in them.

    A rulebook to come may mention any of the names.
    """
    found: set[Shape] = set()
    for fact in facts:
        name, arguments = parts(fact)
        found.add(shape(name, [*map(outer_text, arguments)]))
    for fluent in fluents:
        name, arguments = parts(fluent)
        found.add(shape(f"{GIVEN} {name}", [*map(outer_text, arguments)]))
        found.add((GIVEN, 1, name, ANY, ANY))
    return frozenset(found)


def grounded_shapes(control: clingo.Control) -> frozenset[Shape]:
    """Return the shapes of all atoms of a grounded program: of whatever could be true in it.

    What is given is left out.
    """
    atoms = control.symbolic_atoms
    return frozenset(
        _of_symbol(atom.symbol)
        for name, arity, _ in atoms.signatures
        if name != GIVEN
        for atom in atoms.by_signature(name, arity)
    )


@lru_cache(maxsize=100_000)
def _of_symbol(symbol: Symbol) -> Shape:
    """Return the shape of an atom: the steps of a case mostly have the same ones."""
    arguments = symbol.arguments
    first, second, third, *_ = (*map(outer_symbol, arguments[:PLACES]), ANY, ANY, ANY)
    return (symbol.name, len(arguments), first, second, third)


_FACT_OR_RULE = re.compile(r"([a-z]\w*)\(([\w,() ]*)\)(?: :- ([^\"]*))?\.", re.ASCII)
_EQUATION = re.compile(r"\b([A-Z]\w*) = ([a-z]\w*)")


def head_shapes(program: str) -> frozenset[Shape]:
    """Return the shapes of the heads in a small extra program (facts and rules of a question)."""
    found: set[Shape] = set()

    def look(statement: AST) -> None:
        if statement.ast_type == ASTType.Rule:
            for atom in head_atoms(statement.head):
                found.update(_shapes(atom, equations(statement.body)))

    # Mostly they are facts and rules with plain heads, one a line: no need for a syntax tree.
    for line in program.splitlines():
        match = _FACT_OR_RULE.fullmatch(line)
        if match is None or ". " in line:
            found.clear()
            clingo.ast.parse_string(program, look)
            break
        terms = [term.strip() for term in split_arguments(f"{match[2]})")]
        known = dict(_EQUATION.findall(match[3])) if match[3] else {}
        found.add(shape(match[1], [_outer_pattern(known.get(term, term)) for term in terms]))
        if match[1] == GIVEN and not terms[0][:1].isupper():
            name, arguments = parts(terms[0])
            found.add(shape(f"{GIVEN} {name}", [_outer_pattern(each) for each in arguments]))
    return frozenset(found)


def _outer_pattern(text: str) -> object:
    """Return the outermost name of a term that may hold variables."""
    start = text.lstrip("_")[:1]
    return ANY if not start or start.isupper() else outer_text(text)


def head_atoms(head: Tree) -> list[Tree]:
    """Return the terms of the atoms that a head can make true."""
    if head.ast_type == ASTType.Literal:
        atom = head.atom
        return flat_terms(atom.symbol) if atom.ast_type == ASTType.SymbolicAtom else []
    if head.ast_type in (ASTType.Aggregate, ASTType.Disjunction):
        return [term for element in head.elements for term in head_atoms(element.literal)]
    return []


@lru_cache(maxsize=4096)
def excepted(statement: str) -> tuple[Shape, ...]:
    """Return the shapes of the atoms of which a statement, given as its text, needs none."""
    read: list[AST] = []
    parse_string(statement, read.append)
    found: list[Shape] = []
    for literal in read[-1].body if read[-1].ast_type == ASTType.Rule else ():
        if (
            literal.ast_type == ASTType.Literal
            and literal.sign == Sign.Negation
            and literal.atom.ast_type == ASTType.SymbolicAtom
        ):
            known = equations(read[-1].body)
            for term in flat_terms(literal.atom.symbol):
                shapes = _shapes(term, known)
                # Of what is given, what it is tells more than that it is.
                found += [one for one in shapes if one[0] != GIVEN] or shapes
    return tuple(found)


def flat_terms(term: Tree) -> list[Tree]:
    """Return the terms that a pool or a classical negation stands for."""
    if term.ast_type == ASTType.Pool:
        return [flat for part in term.arguments for flat in flat_terms(part)]
    if term.ast_type == ASTType.UnaryOperation:
        return flat_terms(term.argument)
    return [term]


def name_and_arguments(term: Tree) -> tuple[str, list[Tree] | list[Symbol]]:
    """Return the predicate and the arguments of the term of an atom."""
    if term.ast_type == ASTType.SymbolicTerm:
        return term.symbol.name, list(term.symbol.arguments)
    if term.ast_type == ASTType.Function:
        return term.name, list(term.arguments)
    return UNKNOWN[0], []


def equations(body: Iterable[Tree]) -> dict[str, object]:
    """Return the outermost names that equations in a body give to variables."""
    known: dict[str, object] = {}
    for literal in body:
        if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
            continue
        atom = literal.atom
        if atom.ast_type != ASTType.Comparison or len(atom.guards) != 1:
            continue
        guard = atom.guards[0]
        if guard.comparison != ComparisonOperator.Equal:
            continue
        for one, other in ((atom.term, guard.term), (guard.term, atom.term)):
            if one.ast_type == ASTType.Variable and one.name != "_":
                name = outer(other)
                if name is not ANY:
                    known[one.name] = name
    return known


def _shapes(term: Tree, known: dict[str, object]) -> list[Shape]:
    name, arguments = name_and_arguments(term)
    places: list[list[object]] = [
        [outer(part) for part in each.arguments]
        if isinstance(each, AST) and each.ast_type == ASTType.Pool
        else [known.get(str(each), outer(each)) if isinstance(each, AST) else outer_symbol(each)]
        for each in arguments
    ]
    found: list[list[object]] = [[]]
    for alternatives in places[:PLACES]:
        found = [[*before, each] for before in found for each in alternatives]
    rest: list[object] = [ANY] * (len(places) - PLACES)
    shapes = [shape(name, [*each, *rest]) for each in found]
    if name == GIVEN and len(arguments) == 1 and isinstance(arguments[0], AST):
        for inner in flat_terms(arguments[0]):
            shapes += [
                (f"{GIVEN} {each[0]}", *each[1:]) for each in _shapes(inner, known) if each[0]
            ]
    return shapes
