"""The syntax-tree pass that lets one rule text speak of several rulebooks and several moments.

Rules speak of now, events and next. To follow two rulebooks for several micro-steps within one
program, every derived predicate gets two more arguments, the rulebook and the moment:
``mode(M) :- wants(K,M)`` becomes ``mode(B,T,M) :- wants(B,T,K,M), runs(B,T)``. Inputs (players,
what is printed) are the same at all moments and in all rulebooks and stay as they are. A statement
that both rulebooks share is written once, with the rulebook as a variable.

The moment is the parameter of a part of the program. Each moment is grounded by itself, after the
one before it: in one piece all rules would depend on each other through time, and the grounder
could decide nothing any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from clingo import Function as Constant
from clingo import Number as Integer
from clingo import String
from clingo.ast import (
    AST,
    ASTType,
    Function,
    Literal,
    Location,
    Sign,
    SymbolicAtom,
    SymbolicTerm,
    Transformer,
    Variable,
)

from kb.rulebook import Statement, Vocabulary

MOMENT = "moment__"
"""The parameter of the part; a constant of that name in a rulebook would become a number."""

_VARIABLE = re.compile(r"\b_*[A-Z][A-Za-z0-9_']*")

RUNS = "runs"
"""``runs(B,T)``: the rulebook B is followed at the moment T; see ``queries/moments.lp``."""

FIRED = "fired"
"""``fired(B,R,N)``: the statement N of the rule R of the rulebook B fires at some moment."""

REMEMBERED = 20_000
"""Of how many statements the text is remembered: rulebooks that are compared share most."""

_unrolled: dict[tuple[str, str, str | None, frozenset[tuple[str, int]]], str] = {}


class Unroller:
    """Gives statements a rulebook and a moment.

    Parameters
    ----------
    vocabulary : Vocabulary
        The declared words: what is no input depends on rulebook and moment.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._timed = frozenset(
            signature
            for signature, entry in vocabulary.predicates.items()
            if entry.kind == "predicate"
        )

    def text(
        self, statements: Iterable[Statement], book: str | None = None, *, switches: bool = False
    ) -> str:
        """Return statements as program text about rulebooks and moments.

        Parameters
        ----------
        statements : iterable of Statement
        book : str, optional
            The constant of the rulebook that they belong to; all rulebooks, unless given.
        switches : bool
            Give every statement of a numbered rule its switch as one more condition.
        """
        return "".join(
            f"{self._text(s, book, switches=switches)}\n"
            for s in statements
            if s.ast.ast_type == ASTType.Rule
        )

    def _text(self, statement: Statement, book: str | None, *, switches: bool) -> str:
        switch = statement.label.id if switches and statement.switchable else ""
        timed = (statement.heads | statement.bodies) & self._timed
        key = (statement.code, switch, book, timed)
        known = _unrolled.get(key)
        if known is None:
            if len(_unrolled) >= REMEMBERED:
                _unrolled.clear()
            rule = statement.switched_ast if switches else statement.ast
            known = _unrolled[key] = str(self._unrolled(statement, rule, book))
        return known

    def firing(self, statements: Iterable[Statement], book: str) -> str:
        """Return program text that says by ``fired(Book,Rule,Number)`` which statements fire."""
        lines: list[str] = []
        for number, statement in enumerate(statements):
            if statement.ast.ast_type == ASTType.Rule:
                place = statement.ast.location
                terms = [Constant(book), String(statement.label.id), Integer(number)]
                named = [SymbolicTerm(place, term) for term in terms]
                fired = SymbolicAtom(Function(place, FIRED, named, False))
                rule = statement.ast.update(head=Literal(place, Sign.NoSign, fired))
                lines.append(f"{self._unrolled(statement, rule, book)}\n")
        return "".join(lines)

    def at_moments(self, statements: Iterable[Statement]) -> tuple[str, str]:
        """Return statements that speak of moments themselves, with T for the one being added.

        Returns
        -------
        tuple of str
            Those without T, which belong to the start, and those with T.
        """
        start, later = "", ""
        for statement in statements:
            if "T" in _variables(statement):
                later += f"{_Fixed('T', MOMENT).visit(statement.ast)}\n"
            else:
                start += f"{statement.code}\n"
        return start, later

    def _unrolled(self, statement: Statement, rule: AST, book: str | None) -> AST:
        place = rule.location
        moment = SymbolicTerm(place, Constant(MOMENT))
        of = (
            Variable(place, _fresh("B", _variables(statement)))
            if book is None
            else SymbolicTerm(place, Constant(book))
        )
        changed: AST = _Timed(self._timed, place, (of, moment)).visit(rule)
        runs = SymbolicAtom(Function(place, RUNS, [of, moment], False))
        body = [*changed.body, Literal(place, Sign.NoSign, runs)]
        return changed.update(body=body)


class _Timed(Transformer):
    """Adds arguments to the atoms of some predicates."""

    def __init__(
        self, timed: frozenset[tuple[str, int]], place: Location, more: tuple[AST, AST]
    ) -> None:
        self._timed = timed
        self._place = place
        self._more = more

    def visit_SymbolicAtom(self, node: AST) -> AST:  # noqa: N802 - clingo's own way
        """Add the arguments to an atom, be it one of a pool."""
        return node.update(symbol=self._term(node.symbol))

    def _term(self, term: AST) -> AST:
        if term.ast_type == ASTType.Pool:
            return term.update(arguments=[self._term(part) for part in term.arguments])
        if term.ast_type == ASTType.SymbolicTerm:  # a predicate without arguments
            if (term.symbol.name, 0) not in self._timed:
                return term
            return Function(self._place, term.symbol.name, list(self._more), False)
        if (term.name, len(term.arguments)) not in self._timed:
            return term
        return term.update(arguments=[*self._more, *term.arguments])


class _Fixed(Transformer):
    """Puts a constant in place of a variable."""

    def __init__(self, name: str, constant: str) -> None:
        self._name = name
        self._constant = constant

    def visit_Variable(self, node: AST) -> AST:  # noqa: N802 - clingo's own way
        """Replace the variable."""
        if node.name != self._name:
            return node
        return SymbolicTerm(node.location, Constant(self._constant))


def _variables(statement: Statement) -> set[str]:
    return set(_VARIABLE.findall(statement.code))


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "'"
    return name
