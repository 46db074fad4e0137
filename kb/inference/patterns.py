"""What a statement needs and makes, as far as `kb.inference.slicing` looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from clingo import Symbol
from clingo.ast import ASTType, Sign

from kb.inference.shapes import (
    ANY,
    GIVEN,
    PLACES,
    equations,
    flat_terms,
    head_atoms,
    name_and_arguments,
    outer,
    outer_symbol,
)
from kb.records import record
from kb.rulebook.plain import Tree, trees

LEAST_URGENT = -1


@record(slots=True)
class Variable:
    """A place in which a variable stands."""

    name: str


@record(slots=True)
class Pattern:
    """An atom of a statement: a shape with variables.

    Attributes
    ----------
    name : str
    count : int
        The arity.
    places : tuple
        What stands in the first places: a name, a `Variable`, or `ANY`.
    """

    name: str
    count: int
    places: tuple[object, ...]

    @property
    def predicate(self) -> tuple[str, int]:
        """The name and the arity."""
        return self.name, self.count

    @property
    def variables(self) -> list[str]:
        """The names of the variables, as often as they stand there."""
        return [place.name for place in self.places if isinstance(place, Variable)]


@record(slots=True)
class Clause:
    """A body and the heads that it makes; a choice has one more for each conditional head.

    Attributes
    ----------
    body : tuple of tuple of Pattern
        For each positive literal the patterns that meet it (more than one for a pool).
    heads : tuple of Pattern
    whole : bool
        Whether the statement is live when this body is met.
    free : bool
        Whether nothing but some atom of each predicate of the body is needed.
    urgency : int
        How urgent the kind of step is that it asks for; -1 if it asks for none.
    absent : tuple of str
        The fluents of one argument that may not be given of what a variable stands for.
    """

    body: tuple[tuple[Pattern, ...], ...]
    heads: tuple[Pattern, ...]
    whole: bool = True
    free: bool = False
    urgency: int = LEAST_URGENT
    absent: tuple[str, ...] = ()


@lru_cache(maxsize=20_000)
def clauses(statement: str) -> tuple[Clause, ...]:
    """Return the clauses of a statement, given as its text.

    They are remembered, for the editions of a rulebook share most statements.
    """
    return tuple(clause for rule in trees(statement) for clause in _clauses(rule))


def _clauses(rule: Tree) -> Iterator[Clause]:
    if rule.ast_type == ASTType.Program:
        return
    if rule.ast_type != ASTType.Rule:
        yield Clause((), ())
        return
    known = equations(rule.body)
    body = tuple(_needs(rule.body, known))
    absent = tuple(dict.fromkeys(_absent(rule.body)))
    head = rule.head
    if head.ast_type in (ASTType.Aggregate, ASTType.Disjunction):
        yield Clause(body, (), absent=absent)
        for element in head.elements:
            made = tuple(_patterns(head_atoms(element.literal), known))
            condition = (*body, *_needs(element.condition, known))
            yield Clause(condition, made, whole=False, absent=absent)
        return
    heads = tuple(_patterns(head_atoms(head), known))
    yield Clause(body, heads, True, _free(rule, body), _urgency(heads), absent)


def _urgency(heads: Sequence[Pattern]) -> int:
    for head in heads:
        if head.predicate == ("wants", 2) and isinstance(head.places[0], int):
            return head.places[0]
    return LEAST_URGENT


def _free(rule: Tree, body: Sequence[Sequence[Pattern]]) -> bool:
    """Whether any atom of each predicate meets the body: nothing is named, repeated or denied."""
    if len(body) != len(rule.body) or not body:
        return False
    seen: set[str] = set()
    for literal, patterns in zip(rule.body, body, strict=True):
        term = literal.atom.symbol
        if len(patterns) > 1:
            return False
        _, arguments = name_and_arguments(term)
        if patterns[0].name.startswith(f"{GIVEN} "):
            _, arguments = name_and_arguments(arguments[0])
        for argument in arguments:
            if isinstance(argument, Symbol) or argument.ast_type != ASTType.Variable:
                return False
            if argument.name != "_" and argument.name in seen:
                return False
            seen.add(argument.name)
    return True


def _needs(body: Sequence[Tree], known: dict[str, object]) -> Iterator[tuple[Pattern, ...]]:
    for literal in body:
        if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
            continue
        if literal.atom.ast_type == ASTType.SymbolicAtom:
            terms = flat_terms(literal.atom.symbol)
            yield tuple(
                pattern for term in terms for pattern in _patterns([term], known, looked_into=True)
            )


def _absent(body: Sequence[Tree]) -> Iterator[str]:
    for literal in body:
        if (
            literal.ast_type != ASTType.Literal
            or literal.sign != Sign.Negation
            or literal.atom.ast_type != ASTType.SymbolicAtom
        ):
            continue
        name, arguments = name_and_arguments(literal.atom.symbol)
        if name != GIVEN or len(arguments) != 1 or isinstance(arguments[0], Symbol):
            continue
        fluent, of = name_and_arguments(arguments[0])
        if len(of) == 1 and not isinstance(of[0], Symbol) and of[0].ast_type == ASTType.Variable:
            yield fluent


def _patterns(
    terms: Sequence[Tree], known: dict[str, object], *, looked_into: bool = False
) -> Iterator[Pattern]:
    for term in terms:
        name, arguments = name_and_arguments(term)
        if looked_into and name == GIVEN and len(arguments) == 1:
            inner = arguments[0]
            if isinstance(inner, Symbol) or inner.ast_type in (
                ASTType.Function,
                ASTType.SymbolicTerm,
            ):
                inner_name, inner_arguments = (
                    (inner.name, list(inner.arguments))
                    if isinstance(inner, Symbol)
                    else name_and_arguments(inner)
                )
                if inner_name:
                    name, arguments = f"{GIVEN} {inner_name}", inner_arguments
        for places in product(*(_unpooled(each) for each in arguments[:PLACES])):
            yield Pattern(name, len(arguments), tuple(_place(each, known) for each in places))


def _unpooled(term: Tree | Symbol) -> Sequence[Tree | Symbol]:
    """Return the terms that an argument stands for: several where it is a pool."""
    if isinstance(term, Symbol) or term.ast_type != ASTType.Pool:
        return [term]
    return flat_terms(term)


def _place(term: Tree | Symbol, known: dict[str, object]) -> object:
    if isinstance(term, Symbol):
        return outer_symbol(term)
    if term.ast_type == ASTType.Variable:
        if term.name == "_":
            return ANY
        return known.get(term.name, Variable(term.name))
    return outer(term)
