"""Syntax trees of plain rules, read from their text alone.

Most statements of a rulebook are a head, and a body of atoms, denied atoms and comparisons. To
ask the parser's tree of each for its parts takes most of the time of a first run. The trees here
have the same parts by the same names, as far as `kb.inference.patterns` and `kb.inference.cone`
look at them, and `kb.rulebook.checks`; of whatever is not plain the parser makes the tree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from clingo import Number, String, Symbol
from clingo.ast import AST, ASTType, ComparisonOperator, Sign, parse_string

from kb.records import record


@record(slots=True)
class PlainVariable:
    """A variable."""

    ast_type: ClassVar = ASTType.Variable
    name: str


@record(slots=True)
class Function:
    """A name with arguments, or without any."""

    ast_type: ClassVar = ASTType.Function
    external: ClassVar = 0
    name: str
    arguments: Sequence[Term]


@record(slots=True)
class SymbolicTerm:
    """A number or a text; what the text says makes no difference here."""

    ast_type: ClassVar = ASTType.SymbolicTerm
    symbol: Symbol


@record(slots=True)
class Computed:
    """A term with operators or a sign, which may have any value."""

    ast_type: ClassVar = ASTType.BinaryOperation


Term = PlainVariable | Function | SymbolicTerm | Computed


@record(slots=True)
class SymbolicAtom:
    """An atom."""

    ast_type: ClassVar = ASTType.SymbolicAtom
    symbol: Function


@record(slots=True)
class PlainGuard:
    """A comparison's operator and right side."""

    ast_type: ClassVar = ASTType.Guard
    comparison: ComparisonOperator
    term: Term


@record(slots=True)
class PlainComparison:
    """Two terms compared."""

    ast_type: ClassVar = ASTType.Comparison
    term: Term
    guards: tuple[PlainGuard]


@record(slots=True)
class Literal:
    """An atom or a comparison, as it is or denied."""

    ast_type: ClassVar = ASTType.Literal
    sign: Sign
    atom: SymbolicAtom | PlainComparison


@record(slots=True)
class Rule:
    """A rule with one head."""

    ast_type: ClassVar = ASTType.Rule
    head: Literal
    body: tuple[Literal, ...]


Tree = Any
"""A tree of either kind, or a part of one; those of the parser have no types either."""

_MARK = re.compile(r'"(?:[^"\\]|\\.)*"|[(),]')


def split_arguments(text: str, start: int = 0) -> list[str]:
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


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_ODD = re.compile(r"[{}#@|&~?^%]|\bnot\s+not\b|:(?!-)|\.(?=.)", re.DOTALL)
_VARIABLE = re.compile(r"_*[A-Z][\w']*|_", re.ASCII)
_NAME = re.compile(r"(_*[a-z][\w']*)(?:\(|\Z)", re.ASCII)
_OPERATORS = "+-*/\\"
_COMPARED = re.compile(r"!=|<=|>=|=|<|>")
_COMPARISONS = {
    "=": ComparisonOperator.Equal,
    "!=": ComparisonOperator.NotEqual,
    "<": ComparisonOperator.LessThan,
    "<=": ComparisonOperator.LessEqual,
    ">": ComparisonOperator.GreaterThan,
    ">=": ComparisonOperator.GreaterEqual,
}


class _NotPlain(Exception):
    """Something is for the parser."""


def trees(statement: str) -> Sequence[AST | Rule]:
    """Return the syntax trees of a statement without comments, as plain ones if that will do."""
    found = plain_rule(statement)
    if found is not None:
        return (found,)
    parsed: list[AST] = []
    parse_string(statement, parsed.append)
    return parsed


@lru_cache(maxsize=20_000)
def plain_rule(statement: str) -> Rule | None:
    """Return the tree of a plain rule; None of anything else.

    >>> plain_rule("tapped(X) :- not says(X,untapped), Y = 1, p(X+Y).").head.atom.symbol.name
    'tapped'
    >>> plain_rule("{ take(D,O) } :- option(D,O).")
    """
    text = _STRING.sub('""', statement).strip()
    if not text.endswith(".") or _ODD.search(text):
        return None
    head, _, body = text[:-1].partition(":-")
    try:
        made = _literal(head.strip())
        literals = split_arguments(f"{_with_commas(body)})") if body else ()
        rule = Rule(made, tuple(_literal(one.strip()) for one in literals))
    except _NotPlain:
        return None
    atom = isinstance(made.atom, SymbolicAtom) and made.sign == Sign.NoSign
    return rule if atom else None


@lru_cache(maxsize=20_000)
def _literal(text: str) -> Literal:
    sign = Sign.NoSign
    if text.startswith("not") and text[3:4].isspace():
        sign, text = Sign.Negation, text[3:].lstrip()
    compared = _COMPARED.search(text)
    if compared is None:
        term = _term(text)
        if not isinstance(term, Function):
            raise _NotPlain
        return Literal(sign, SymbolicAtom(term))
    left, right = text[: compared.start()].strip(), text[compared.end() :].strip()
    if _COMPARED.search(right):
        raise _NotPlain
    guard = PlainGuard(_COMPARISONS[compared[0]], _term(right))
    return Literal(sign, PlainComparison(_term(left), (guard,)))


@lru_cache(maxsize=20_000)
def _term(text: str) -> Term:
    if _VARIABLE.fullmatch(text):
        return PlainVariable(text)
    if text.isdigit():
        return SymbolicTerm(Number(int(text)))
    if text == '""':
        return SymbolicTerm(String(""))
    name = _NAME.match(text)
    if name is not None:
        inner = text[name.end() :]
        if not inner:
            if text.endswith("("):
                raise _NotPlain
            return Function(name[1], ())
        if text.endswith(")") and _closes_last(inner):
            parts = [one.strip() for one in split_arguments(inner)]
            return Function(name[1], tuple(map(_term, parts)))
    if text.startswith("(") and _closes_last(text[1:]):
        inside = split_arguments(text[1:])
        if len(inside) != 1 or ";" in inside[0]:
            raise _NotPlain  # a tuple or a pool
        return _term(inside[0].strip())
    if text[:1] == "-" and text[1:].isdigit():
        return Computed()
    depth = 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if place and not depth and char in _OPERATORS:
            return Computed()
    raise _NotPlain


def _with_commas(body: str) -> str:
    """Return a body whose literals stand apart by commas; a pool is not plain."""
    if ";" not in body:
        return body
    depth, found = 0, list(body)
    for place, char in enumerate(body):
        depth += (char == "(") - (char == ")")
        if char == ";":
            if depth:
                raise _NotPlain
            found[place] = ","
    return "".join(found)


def _closes_last(inner: str) -> bool:
    """Tell whether the parenthesis opened before a text is closed by its last character only."""
    depth = 1
    for place, char in enumerate(inner):
        depth += (char == "(") - (char == ")")
        if not depth:
            return place == len(inner) - 1
    return False
