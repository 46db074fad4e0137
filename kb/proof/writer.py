"""From a statement of the rulebook to the program that finds its instances on a model."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from clingo.ast import AST, AggregateFunction, ASTType, ComparisonOperator, Sign

from kb.proof.support import (
    ANYTHING,
    FORM,
    NEXT,
    Collection,
    Element,
    Form,
    Signature,
    Support,
    SupportShape,
    call,
    want,
)
from kb.rulebook.statement import Statement

# Texts are taken apart where that is safe: syntax trees are an order of magnitude slower.
_STRING = r'"(?:[^"\\]|\\.)*"'
_STRINGS = re.compile(_STRING)
_VARIABLE = re.compile(r"(?<![A-Za-z0-9_'])_*[A-Z][A-Za-z0-9_']*")
_ANONYMOUS = r"(?<![A-Za-z0-9_'])_(?![A-Za-z0-9_'])"
_STRING_OR_ANONYMOUS = re.compile(f"{_STRING}|{_ANONYMOUS}")
_UNNAMED = re.compile(rf"{_ANONYMOUS}|\.\.")
_CALCULATED = re.compile(rf"{_ANONYMOUS}|[-+*/\\|&?^~]|\.\.")
_CALCULATIONS = (ASTType.UnaryOperation, ASTType.BinaryOperation)

_AGGREGATES = {
    AggregateFunction.Count: "count",
    AggregateFunction.Sum: "sum",
    AggregateFunction.SumPlus: "sum",
    AggregateFunction.Min: "min",
    AggregateFunction.Max: "max",
}


def supports(statement: Statement, number: str) -> tuple[Support, ...]:
    """Return the instance-finding programs of a statement; none if it derives nothing.

    Parameters
    ----------
    statement : Statement
        A rule with an atom or a choice as its head; anything else derives nothing.
    number : str
        Tells the predicates of one statement from those of others.
    """
    if statement.ast.ast_type != ASTType.Rule:
        return ()
    found: list[Support] = []
    for rule in statement.ast.unpool():
        body = list(rule.body)
        for head, condition, choice in _heads(rule.head):
            writer = _Writer(f"{number}_{len(found)}", rule, [*body, *condition])
            found.append(writer.write(statement, head, choice))
    return tuple(found)


def _heads(head: AST) -> Iterator[tuple[AST, Sequence[AST], bool]]:
    if head.ast_type == ASTType.Literal:
        if head.atom.ast_type == ASTType.SymbolicAtom:
            yield head.atom.symbol, (), False
    elif head.ast_type == ASTType.Aggregate:
        for element in head.elements:
            if element.literal.atom.ast_type == ASTType.SymbolicAtom:
                yield element.literal.atom.symbol, element.condition, True


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


def _code(text: str) -> str:
    return _STRINGS.sub('""', text) if '"' in text else text


def variables(text: str) -> set[str]:
    """Return the names of the variables in a text of a program."""
    return set(_VARIABLE.findall(_code(text)))


def _braced(text: str) -> str:
    """Return what stands in the braces of an aggregate; of a conditional literal, everything."""
    code = _code(text)
    return code[code.find("{") + 1 : code.rfind("}")] if "{" in code else code


def as_absent(text: str) -> str:
    """Write an atom or a term with ``_any`` wherever anything may stand."""
    return _STRING_OR_ANONYMOUS.sub(
        lambda found: str(ANYTHING) if found[0] == "_" else found[0], text
    )


def named(text: str) -> str:
    """Write an atom with a variable wherever anything may stand."""
    numbers = count(1)
    return _STRING_OR_ANONYMOUS.sub(
        lambda found: f"Any{next(numbers)}_" if found[0] == "_" else found[0], text
    )


def opened(text: str) -> str:
    """Write an atom with ``_`` wherever ``_any`` stands."""
    return re.sub(rf"\b{ANYTHING}\b", "_", text)


def renamed(text: str, names: Container[str], new: str) -> str:
    """Write an atom with something else in the place of some variables."""
    return _VARIABLE.sub(lambda found: new if found[0] in names else found[0], text)


_NAME = re.compile(r"[a-z_][A-Za-z0-9_']*(?=\(|$)|[0-9]+$")
_ARGUMENT = re.compile(rf"{_STRING}|[(),]")


def _form(atom: str) -> Form:
    """Return the form of an atom, from its text."""
    start = atom.find("(") + 1
    if not start:
        return ()
    terms: list[str] = []
    depth = 0
    for mark in _ARGUMENT.finditer(atom, start):
        if mark[0] == "(":
            depth += 1
        elif mark[0] == ")":
            depth -= 1
        if (mark[0] == "," and not depth) or depth < 0:
            terms.append(atom[start : mark.start()])
            start = mark.end()
            if depth < 0 or len(terms) == FORM:
                break
    return tuple(map(_outermost, terms))


def _outermost(term: str) -> str:
    if _VARIABLE.fullmatch(term):
        return term
    # Operators may follow the first name or number; then it is not the outermost.
    name = _NAME.match(term)
    if name is None or (name.end() < len(term) and term[-1] != ")"):
        return ""
    return "" if _CALCULATED.search(_code(term)) else f"={name[0]}"


def _rule(head: str, body: Iterable[str]) -> str:
    return f"{head}:-{';'.join(body)}."


@dataclass(slots=True)
class _Condition:
    """Literals as text, and the atoms that they name."""

    text: list[str] = field(default_factory=list)
    positives: list[tuple[Signature, str]] = field(default_factory=list)
    negatives: list[str] = field(default_factory=list)
    undenied: list[str] = field(default_factory=list)
    variables: set[str] = field(default_factory=set)
    aggregates: list[AST] = field(default_factory=list)

    def columns(self) -> list[str]:
        """Return the terms of the atoms that hold and of those that must not."""
        return [*(atom for _, atom in self.positives), *self.negatives]


class _Writer:
    """Writes the instance-finding program of one rule without pools."""

    def __init__(self, name: str, rule: AST, body: Sequence[AST]) -> None:
        self.name = name
        self.literals = body
        self.fresh = 0
        self.prefix = "_W"
        while self.prefix in str(rule):
            self.prefix = "_" + self.prefix
        self.reads: set[Signature] = set()

    def write(self, statement: Statement, head: AST, choice: bool) -> Support:
        """Write the program for one atom of the head."""
        signature = _signature(head)
        body = _Condition()
        derived = self._named(head, body.text, _CALCULATED, calculated=True)
        body.variables |= variables(str(head))
        for literal in self.literals:
            self._literal(literal, body)
        inner = [(literal, str(literal)) for literal in body.aggregates]
        outer = body.variables.union(*(variables(_guards(literal)) for literal, _ in inner))
        local = set[str]().union(*(variables(_braced(text)) for _, text in inner))
        key = sorted(outer & local)
        columns = [derived, *body.columns(), *body.undenied]
        thresholds: list[int | None] = []
        for literal, _ in inner:
            enough = _enough(literal)
            thresholds.append(None if enough is None else len(columns))
            columns += [] if enough is None else [enough]
        columns += key
        predicate = f"_sup_{self.name}"
        wanted = want(signature) + derived.removeprefix(signature[0])
        lines = [
            _rule(call(predicate, columns), [wanted, *body.text, *(text for _, text in inner)])
        ]
        wants = _wants(predicate, 1, len(columns), body.positives)
        instance = call(predicate, ["_"] * (len(columns) - len(key)) + key)
        collections: list[Collection] = []
        for place, ((literal, _), threshold) in enumerate(zip(inner, thresholds, strict=True)):
            elements: list[Element] = []
            for terms, condition in _elements(literal):
                name = f"_elt_{self.name}_{place}_{len(elements)}"
                inside = _Condition()
                for each in condition:
                    self._literal(each, inside)
                told_apart = "".join(f"{as_absent(str(term))}," for term in terms)
                row = [*key, f"({told_apart})", *inside.columns()]
                lines.append(_rule(call(name, row), [instance, *inside.text]))
                wants += _wants(name, len(key) + 1, len(row), inside.positives)
                elements.append(Element(name, len(inside.positives), len(inside.negatives)))
            collections.append(Collection(_function(literal), tuple(elements), threshold))
        return Support(
            statement=statement,
            predicate=predicate,
            head=signature,
            choice=choice,
            form=_form(derived),
            positives=tuple((each, _form(atom)) for each, atom in body.positives),
            negatives=len(body.negatives),
            undenied=len(body.undenied),
            thresholds=sum(each is not None for each in thresholds),
            key=len(key),
            collections=tuple(collections),
            text="\n".join(lines),
            wants=tuple(wants),
            reads=frozenset(self.reads),
            shape=self._shape(head) if signature == NEXT else None,
        )

    def _literal(self, literal: AST, into: _Condition) -> None:
        if literal.ast_type == ASTType.ConditionalLiteral:
            into.aggregates.append(literal)
            return
        atom = literal.atom
        kind = atom.ast_type
        if kind in (ASTType.BodyAggregate, ASTType.Aggregate):
            into.aggregates.append(literal)
            return
        text = str(literal)
        into.variables |= variables(text)
        if kind != ASTType.SymbolicAtom:
            into.text.append(text)
            return
        signature = _signature(atom.symbol)
        self.reads.add(signature)
        sign = literal.sign
        if sign == Sign.NoSign:
            equations: list[str] = []
            named = self._named(atom.symbol, equations, _UNNAMED)
            into.text += [named, *equations]
            into.positives.append((signature, named))
            return
        into.text.append(text)
        absent = into.negatives if sign == Sign.Negation else into.undenied
        absent.append(as_absent(str(atom.symbol)))

    def _named(
        self, symbol: AST, equations: list[str], unnamed: re.Pattern[str], calculated: bool = False
    ) -> str:
        """Write an atom that holds, with a name for everything in it that has none.

        In a head, calculations get names as well, so that it can be matched.
        """
        text = str(symbol)
        if not unnamed.search(_code(text)):
            return text
        terms = [self._term(term, equations, calculated) for term in _arguments(symbol)]
        return call(_signature(symbol)[0], terms)

    def _term(self, term: AST, equations: list[str], calculated: bool) -> str:
        kind = term.ast_type
        if kind == ASTType.Variable:
            return self._variable() if term.name == "_" else str(term.name)
        if kind == ASTType.Function:
            terms = [self._term(each, equations, calculated) for each in term.arguments]
            if term.name:
                return call(term.name, terms)
            return f"({','.join(terms)}{',' if len(terms) == 1 else ''})"
        if kind == ASTType.Interval or (calculated and kind in _CALCULATIONS):
            name = self._variable()
            equations.append(f"{name}={term}")
            return name
        return str(term)

    def _variable(self) -> str:
        self.fresh += 1
        return f"{self.prefix}{self.fresh}"

    def _shape(self, head: AST) -> SupportShape:
        term = _arguments(head)[0]
        if term.ast_type == ASTType.Function:
            return SupportShape((term.name, len(term.arguments)), (), False)
        if term.ast_type != ASTType.Variable:
            return SupportShape(None, (), False)
        tests: list[tuple[str, bool]] = []
        complete = True
        for literal in self.literals:
            text = str(literal)
            name = text.removeprefix("not ").removesuffix(f"({term.name})")
            if name.isidentifier() and text.endswith(f"{name}({term.name})"):
                tests.append((name, not text.startswith("not ")))
            else:
                complete = False
        return SupportShape(None, tuple(tests), complete)


def _wants(
    predicate: str, start: int, width: int, positives: Iterable[tuple[Signature, str]]
) -> list[tuple[Signature, Form, str]]:
    """Return the rules that want the atoms that an instance names."""
    rules: list[tuple[Signature, Form, str]] = []
    for position, (signature, atom) in enumerate(positives, start):
        terms = [f"A{i}" for i in range(signature[1])]
        columns = ["_"] * width
        columns[position] = call(signature[0], terms)
        rule = _rule(call(want(signature), terms), [call(predicate, columns)])
        rules.append((signature, _form(atom), rule))
    return rules


def _function(literal: AST) -> str:
    if literal.ast_type == ASTType.ConditionalLiteral:
        return "each"
    if literal.atom.ast_type == ASTType.Aggregate:
        return "count"
    return _AGGREGATES[AggregateFunction(literal.atom.function)]


def _guards(literal: AST) -> str:
    if literal.ast_type == ASTType.ConditionalLiteral:
        return ""
    guards = (literal.atom.left_guard, literal.atom.right_guard)
    return " ".join(str(guard.term) for guard in guards if guard is not None)


def _enough(literal: AST) -> str | None:
    """Return the count or sum that makes the literal true whatever else counts, if that is so."""
    if _function(literal) not in ("count", "sum") or literal.sign != Sign.NoSign:
        return None
    guard = literal.atom.left_guard
    if guard is None or literal.atom.right_guard is not None:
        return None
    if guard.comparison == ComparisonOperator.LessEqual:
        return str(guard.term)
    if guard.comparison == ComparisonOperator.LessThan:
        return f"{guard.term}+1"
    return None


def _elements(literal: AST) -> Iterator[tuple[Sequence[AST], Sequence[AST]]]:
    """Yield what tells the elements of an aggregate apart, and what makes each count."""
    if literal.ast_type == ASTType.ConditionalLiteral:
        yield _atoms(literal.condition), [literal.literal, *literal.condition]
    elif literal.atom.ast_type == ASTType.BodyAggregate:
        for element in literal.atom.elements:
            yield element.terms, element.condition
    else:
        for element in literal.atom.elements:
            yield _atoms([element.literal]), [element.literal, *element.condition]


def _atoms(literals: Iterable[AST]) -> list[AST]:
    return [
        literal.atom.symbol
        for literal in literals
        if literal.atom.ast_type == ASTType.SymbolicAtom and literal.sign == Sign.NoSign
    ]
