"""From a statement of the rulebook to the program that finds its instances on a model.

A statement ``h :- b, not c`` becomes ``_sup(h, b, c) :- _want(h), b, not c`` and
``_want(b) :- _sup(h, b, c)``. Run beside the atoms of one stable model, given as facts, that
instantiates exactly the rules that what is wanted can rest on, with everything that depends
on negation, comparison and aggregates decided by the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from clingo import Function
from clingo.ast import AST, AggregateFunction, ASTType, ComparisonOperator, Sign

from kb.proof.interfaces import StatementLike

Signature = tuple[str, int]
"""Name and arity of a predicate; the name of a classically negated one starts with ``-``."""

ANYTHING = Function("_any")
"""Stands in an absent atom for an argument that may be anything."""

_AGGREGATES = {
    AggregateFunction.Count: "count",
    AggregateFunction.Sum: "sum",
    AggregateFunction.SumPlus: "sum",
    AggregateFunction.Min: "min",
    AggregateFunction.Max: "max",
}


@dataclass(frozen=True, slots=True)
class Element:
    """One kind of element of an aggregate, and the predicate that lists its instances.

    The arguments of the predicate are the key (shared with the instance of the rule), the
    tuple, the atoms that must hold and the atoms that must not.
    """

    predicate: str
    positives: int
    negatives: int


@dataclass(frozen=True, slots=True)
class Collection:
    """An aggregate or a conditional literal in a body.

    Attributes
    ----------
    function : str
        ``count``, ``sum``, ``min`` or ``max``; ``each`` for a conditional literal.
    threshold : int or None
        Where a number of elements, or a sum, is enough: its position among the arguments.
    """

    function: str
    text: str
    elements: tuple[Element, ...]
    threshold: int | None


@dataclass(frozen=True, slots=True)
class Support:
    """One statement without pools, and the program text that finds its instances.

    The arguments of `predicate` are the head, the atoms that must hold, those that must not,
    those that are only not denied (``not not``), the thresholds and the key of the elements.
    """

    statement: StatementLike
    predicate: str
    head: Signature
    choice: bool
    positives: tuple[Signature, ...]
    negatives: int
    undenied: int
    thresholds: int
    key: int
    collections: tuple[Collection, ...]
    text: str
    wants: tuple[tuple[Signature, str], ...]
    reads: frozenset[Signature]
    shape: Shape


@dataclass(frozen=True, slots=True)
class Shape:
    """What can be told of a rule about one whole term, without grounding.

    For ``next(F) :- given(F), not ends(F)`` the tests are ``(given, True), (ends, False)`` and
    `complete`, because nothing else stands in the body.
    """

    functor: Signature | None
    tests: tuple[tuple[str, bool], ...]
    complete: bool


def want(signature: Signature) -> str:
    """Return the predicate that says which atoms of a signature need support."""
    name, arity = signature
    return f"_wantn_{name[1:]}_{arity}" if name[0] == "-" else f"_want_{name}_{arity}"


def supports(statement: StatementLike, number: int) -> tuple[Support, ...]:
    """Return the instance-finding programs of a statement; none if it derives nothing.

    Parameters
    ----------
    statement : StatementLike
        A rule with an atom or a choice as its head; anything else derives nothing.
    number : int
        Tells the predicates of one statement from those of others.
    """
    if statement.ast.ast_type != ASTType.Rule:
        return ()
    found: list[Support] = []
    for rule in statement.ast.unpool():
        for head, condition, choice in _heads(rule.head):
            name = f"{number}_{len(found)}"
            found.append(
                _Writer(name, rule, [*rule.body, *condition]).write(statement, head, choice)
            )
    return tuple(found)


def head_signatures(rule: AST) -> list[Signature]:
    """Return the signatures of the atoms that a rule derives or chooses."""
    if rule.ast_type != ASTType.Rule:
        return []
    return [_signature(each) for head, _, _ in _heads(rule.head) for each in _pooled(head)]


def _heads(head: AST) -> Iterator[tuple[AST, Sequence[AST], bool]]:
    if head.ast_type == ASTType.Literal:
        if head.atom.ast_type == ASTType.SymbolicAtom:
            yield head.atom.symbol, (), False
    elif head.ast_type == ASTType.Aggregate:
        for element in head.elements:
            if element.literal.atom.ast_type == ASTType.SymbolicAtom:
                yield element.literal.atom.symbol, element.condition, True


def _pooled(symbol: AST) -> Iterator[AST]:
    if symbol.ast_type == ASTType.Pool:
        for each in symbol.arguments:
            yield from _pooled(each)
    else:
        yield symbol


def _signature(symbol: AST) -> Signature:
    if symbol.ast_type == ASTType.UnaryOperation:
        name, arity = _signature(symbol.argument)
        return "-" + name, arity
    return symbol.name, len(symbol.arguments)


def _arguments(symbol: AST) -> Sequence[AST]:
    if symbol.ast_type == ASTType.UnaryOperation:
        symbol = symbol.argument
    arguments: Sequence[AST] = symbol.arguments
    return arguments


def _variables(nodes: Iterable[AST]) -> set[str]:
    found: set[str] = set()
    todo = list(nodes)
    while todo:
        node = todo.pop()
        if node.ast_type == ASTType.Variable:
            found.add(node.name)
            continue
        for key in node.child_keys:
            child = getattr(node, key)
            if isinstance(child, AST):
                todo.append(child)
            elif child is not None:
                todo.extend(child)
    return found


def call(name: str, arguments: Iterable[str]) -> str:
    """Write an atom or a term."""
    inner = ",".join(arguments)
    return f"{name}({inner})" if inner else name


def _rule(head: str, body: Iterable[str]) -> str:
    return f"{head}:-{';'.join(body)}."


@dataclass(slots=True)
class _Condition:
    """Literals as text, and the terms of the atoms that they name."""

    text: list[str] = field(default_factory=list)
    positives: list[tuple[Signature, list[str]]] = field(default_factory=list)
    negatives: list[str] = field(default_factory=list)
    undenied: list[str] = field(default_factory=list)

    def templates(self) -> list[str]:
        return [call(signature[0], terms) for signature, terms in self.positives]


class _Writer:
    """Writes the instance-finding program of one rule without pools."""

    def __init__(self, name: str, rule: AST, body: list[AST]) -> None:
        self.name = name
        self.rule = rule
        self.literals = [literal for literal in body if not _is_collection(literal)]
        self.collections = [literal for literal in body if _is_collection(literal)]
        self.fresh = 0
        self.prefix = "_W"
        while any(v.startswith(self.prefix) for v in _variables([rule])):
            self.prefix = "_" + self.prefix
        self.reads: set[Signature] = set()

    def write(self, statement: StatementLike, head: AST, choice: bool) -> Support:
        signature = _signature(head)
        body = _Condition()
        head_terms = self._bound(_arguments(head), body.text)
        for literal in self.literals:
            self._literal(literal, body)
        guards = [
            guard.term
            for literal in self.collections
            if literal.ast_type == ASTType.Literal
            for guard in (literal.atom.left_guard, literal.atom.right_guard)
            if guard is not None
        ]
        outer = _variables([*self.literals, *guards, head])
        inner = _variables(self.collections)
        key = sorted((outer & inner) - {"_"})
        thresholds: list[str] = []
        start = 1 + len(body.positives) + len(body.negatives) + len(body.undenied)
        counted: list[int | None] = []
        for literal in self.collections:
            number = _enough(literal)
            counted.append(None if number is None else start + len(thresholds))
            if number is not None:
                thresholds.append(number)
        arguments = [
            call(signature[0], head_terms),
            *body.templates(),
            *body.negatives,
            *body.undenied,
            *thresholds,
            *key,
        ]
        predicate = f"_sup_{self.name}"
        wanted = call(want(signature), head_terms)
        text = _rule(call(predicate, arguments), [wanted, *body.text, *map(str, self.collections)])
        wants = self._wants(predicate, 1, len(arguments), body.positives)
        mask = ["_"] * (len(arguments) - len(key)) + key
        collections: list[Collection] = []
        for literal, threshold in zip(self.collections, counted, strict=True):
            elements: list[Element] = []
            function = "each"
            if literal.ast_type == ASTType.Literal:
                function = _function(literal.atom)
            for terms, condition in _elements(literal):
                name = f"_elt_{self.name}_{len(collections)}_{len(elements)}"
                inside = _Condition()
                for each in condition:
                    self._literal(each, inside)
                tuple_ = "".join(f"{_absent(term)}," for term in terms)
                columns = [*key, f"({tuple_})", *inside.templates(), *inside.negatives]
                text += (
                    f"\n{call(name, columns)}:-{';'.join([call(predicate, mask), *inside.text])}."
                )
                wants += self._wants(name, len(key) + 1, len(columns), inside.positives)
                elements.append(Element(name, len(inside.positives), len(inside.negatives)))
            collections.append(Collection(function, str(literal), tuple(elements), threshold))
        return Support(
            statement=statement,
            predicate=predicate,
            head=signature,
            choice=choice,
            positives=tuple(each for each, _ in body.positives),
            negatives=len(body.negatives),
            undenied=len(body.undenied),
            thresholds=len(thresholds),
            key=len(key),
            collections=tuple(collections),
            text=text,
            wants=tuple(wants),
            reads=frozenset(self.reads),
            shape=self._shape(head),
        )

    def _wants(
        self,
        predicate: str,
        start: int,
        width: int,
        positives: list[tuple[Signature, list[str]]],
    ) -> list[tuple[Signature, str]]:
        rules: list[tuple[Signature, str]] = []
        for position, (signature, _) in enumerate(positives, start):
            terms = [f"A{i}" for i in range(signature[1])]
            columns = ["_"] * width
            columns[position] = call(signature[0], terms)
            rules.append(
                (signature, _rule(call(want(signature), terms), [call(predicate, columns)]))
            )
        return rules

    def _literal(self, literal: AST, into: _Condition) -> None:
        atom = literal.atom
        if atom.ast_type != ASTType.SymbolicAtom:
            into.text.append(str(literal))
            return
        signature = _signature(atom.symbol)
        terms = _arguments(atom.symbol)
        self.reads.add(signature)
        if literal.sign == Sign.NoSign:
            equations: list[str] = []
            named = [self._term(each, equations) for each in terms]
            into.text.append(call(signature[0], named))
            into.text.extend(equations)
            into.positives.append((signature, named))
            return
        into.text.append(str(literal))
        shown = call(signature[0], [_absent(each) for each in terms])
        (into.negatives if literal.sign == Sign.Negation else into.undenied).append(shown)

    def _variable(self) -> str:
        self.fresh += 1
        return f"{self.prefix}{self.fresh}"

    def _bound(self, terms: Sequence[AST], equations: list[str]) -> list[str]:
        """Write terms of a head so that they can be matched: calculations become variables."""
        return [self._term(each, equations, calculated=True) for each in terms]

    def _term(self, term: AST, equations: list[str], *, calculated: bool = False) -> str:
        """Write a term of an atom that holds, with a name for whatever has none."""
        kind = term.ast_type
        if kind == ASTType.Variable:
            return self._variable() if term.name == "_" else str(term.name)
        if kind == ASTType.Function and not term.external:
            return _function_text(
                term, [self._term(t, equations, calculated=calculated) for t in term.arguments]
            )
        if kind == ASTType.Interval or (calculated and kind in _CALCULATIONS):
            name = self._variable()
            equations.append(f"{name}={term}")
            return name
        return str(term)

    def _shape(self, head: AST) -> Shape:
        terms = _arguments(head)
        if len(terms) != 1:
            return Shape(None, (), False)
        term = terms[0]
        if term.ast_type == ASTType.Function:
            return Shape((term.name, len(term.arguments)), (), False)
        if term.ast_type != ASTType.Variable:
            return Shape(None, (), False)
        tests: list[tuple[str, bool]] = []
        complete = not self.collections
        for literal in self.literals:
            symbol = getattr(literal.atom, "symbol", None)
            if (
                literal.sign != Sign.DoubleNegation
                and symbol is not None
                and symbol.ast_type == ASTType.Function
                and [str(t) for t in symbol.arguments] == [term.name]
            ):
                tests.append((symbol.name, literal.sign == Sign.NoSign))
            else:
                complete = False
        return Shape(None, tuple(tests), complete)


_CALCULATIONS = (ASTType.UnaryOperation, ASTType.BinaryOperation)


def _function_text(term: AST, arguments: list[str]) -> str:
    if term.name:
        return call(term.name, arguments)
    return "(" + ",".join([*arguments, ""] if len(arguments) == 1 else arguments) + ")"


def _absent(term: AST) -> str:
    if term.ast_type == ASTType.Variable:
        return str(ANYTHING) if term.name == "_" else str(term.name)
    if term.ast_type == ASTType.Function and not term.external:
        return _function_text(term, [_absent(each) for each in term.arguments])
    return str(term)


def _is_collection(literal: AST) -> bool:
    return literal.ast_type == ASTType.ConditionalLiteral or literal.atom.ast_type in (
        ASTType.BodyAggregate,
        ASTType.Aggregate,
    )


def _function(aggregate: AST) -> str:
    if aggregate.ast_type == ASTType.Aggregate:
        return "count"
    return _AGGREGATES[AggregateFunction(aggregate.function)]


def _enough(literal: AST) -> str | None:
    """Return the count or sum that makes the literal true whatever else counts, if that is so."""
    if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
        return None
    aggregate = literal.atom
    if (
        _function(aggregate) not in ("count", "sum")
        or aggregate.right_guard
        or not aggregate.left_guard
    ):
        return None
    guard = aggregate.left_guard
    if guard.comparison == ComparisonOperator.LessEqual:
        return str(guard.term)
    if guard.comparison == ComparisonOperator.LessThan:
        return f"{guard.term}+1"
    return None


def _elements(literal: AST) -> Iterator[tuple[Sequence[AST], Sequence[AST]]]:
    """Yield what tells the elements of an aggregate apart, and what makes each count."""
    if literal.ast_type == ASTType.ConditionalLiteral:
        yield _terms(literal.condition), [literal.literal, *literal.condition]
    elif literal.atom.ast_type == ASTType.BodyAggregate:
        for element in literal.atom.elements:
            yield element.terms, element.condition
    else:
        for element in literal.atom.elements:
            yield _terms([element.literal]), [element.literal, *element.condition]


def _terms(literals: Iterable[AST]) -> list[AST]:
    return [
        literal.atom.symbol
        for literal in literals
        if literal.atom.ast_type == ASTType.SymbolicAtom and literal.sign == Sign.NoSign
    ]
