"""Checks of single statements on clingo's syntax tree: the words they use, the forms they take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from clingo import SymbolType
from clingo.ast import AST, ASTType, Sign

from kb.errors import LudexError, quote
from kb.rulebook.header import Label
from kb.rulebook.plain import Tree, plain_rule
from kb.rulebook.vocabulary import SWITCH, Signature, Vocabulary

CORE = "core."
"""What the numbers of core's own rules begin with."""

_NEVER = {
    ASTType.TheoryAtom: "a theory atom",
    ASTType.TheoryDefinition: "a theory",
    ASTType.Definition: "a constant",
    ASTType.Edge: "an edge",
    ASTType.Heuristic: "a heuristic",
    ASTType.ProjectAtom: "a projection",
    ASTType.ProjectSignature: "a projection",
    ASTType.Program: "a program part",
    ASTType.Script: "a script",
}
_OTHER_STATEMENTS = {
    ASTType.ShowSignature: "#show",
    ASTType.ShowTerm: "#show",
    ASTType.Minimize: "a preference (#minimize or :~)",
    ASTType.External: "#external",
}
_AGGREGATES = (ASTType.Aggregate, ASTType.BodyAggregate, ASTType.HeadAggregate)


@dataclass
class Uses:
    """The predicates that a statement speaks of, each with the first place that does."""

    heads: dict[Signature, Tree] = field(default_factory=dict)
    bodies: dict[Signature, Tree] = field(default_factory=dict)


class Checker:
    """Checks statements against a vocabulary.

    Parameters
    ----------
    vocabulary : Vocabulary
        All declared words of the rulebook.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        closed = vocabulary.closed
        # For every word the places of its arguments that only take declared words.
        self._places: dict[tuple[str, str, int], list[tuple[int, tuple[str, ...]]]] = {}
        for key, entry in vocabulary.entries.items():
            self._places[key] = [
                (place, kinds)
                for place, kinds in enumerate(entry.kinds)
                if all(kind in closed for kind in kinds)
            ]
        self._predicates = vocabulary.predicates
        self._words = vocabulary.words
        self._atoms: dict[object, tuple[tuple[Signature, ...], dict[str, set[str]]]] = {}
        # The variables of the statement that stand in places for declared words.
        self._variables: dict[str, set[str]] = {}

    def check(self, statement: AST, label: Label, *, core: bool, text: str = "") -> Uses:
        """Return what a statement uses.

        Parameters
        ----------
        statement : AST
            The statement.
        label : Label
            The header above it.
        core : bool
            Whether it stands in the rules that all games share: only they may choose,
            forbid and add up.
        text : str
            The statement as text without comments, where that is known; then it takes less time.

        Raises
        ------
        LudexError
            Without a file, at the line and column of what is wrong.
        """
        plain = plain_rule(text)
        if plain is not None:
            try:
                return self._check(plain, label, core=core)
            except (LudexError, AttributeError):
                pass  # only the parser's tree knows the places
        return self._check(statement, label, core=core)

    def _check(self, statement: Tree, label: Label, *, core: bool) -> Uses:
        free = core and (label.defines is not None or label.numbers[0].startswith(CORE))
        uses = Uses()
        kind = statement.ast_type
        if kind in _NEVER:
            raise _error(statement, f"{_NEVER[kind]} is not allowed in a rulebook")
        if kind in _OTHER_STATEMENTS and not free:
            raise _error(statement, f"{_OTHER_STATEMENTS[kind]} outside core; rules only derive")
        if kind in (ASTType.ShowSignature, ASTType.Defined):
            signature = (statement.name, statement.arity)
            if signature not in self._predicates and signature[0]:  # "#show." shows nothing
                raise _error(statement, self.vocabulary.unknown_predicate(*signature))
            return uses
        body = list(statement.body)
        self._variables = {}
        if kind == ASTType.Rule:
            self._head(statement.head, uses, free, bool(body))
        elif kind == ASTType.External:
            self._atom(statement.atom.symbol, uses.heads)
        comparisons = [
            comparison
            for literal in body
            if (comparison := self._body_literal(literal, uses, free or label.defines is not None))
        ]
        for comparison in comparisons:
            self._comparison(comparison)
        return uses

    def _head(self, head: Tree, uses: Uses, free: bool, has_body: bool) -> None:
        kind = head.ast_type
        if kind == ASTType.Literal:
            atom = head.atom
            if atom.ast_type == ASTType.SymbolicAtom:
                if head.sign != Sign.NoSign:
                    raise _error(head, "'not' in the head of a rule; rules only derive")
                self._atom(atom.symbol, uses.heads)
            elif not free:
                raise _error(head, "a constraint outside core; a rule forbids with forbids/3")
        elif not free:
            what = "a disjunction" if kind == ASTType.Disjunction else "a choice"
            raise _error(head, f"{what} outside core; only core chooses")
        elif kind == ASTType.Aggregate:
            self._conditionals(head.elements, uses.heads, uses.bodies)
        elif kind == ASTType.HeadAggregate:
            self._conditionals(
                (element.condition for element in head.elements), uses.heads, uses.bodies
            )
        elif kind == ASTType.Disjunction:
            self._conditionals(head.elements, uses.heads, uses.bodies)
        else:
            raise _error(head, f"{_NEVER.get(kind, 'this head')} is not allowed in a rulebook")
        if has_body:
            for signature, place in uses.heads.items():
                entry = self._predicates[signature]
                if entry.kind == "input":
                    raise _error(
                        place,
                        f"input {quote(str(entry))} in the head of a rule; "
                        "only the facts of a scenario give it",
                    )

    def _conditionals(
        self, elements: Iterable[Tree], heads: dict[Signature, Tree], bodies: dict[Signature, Tree]
    ) -> None:
        for element in elements:
            self._literal(element.literal, heads)
            for literal in element.condition:
                self._literal(literal, bodies)

    def _body_literal(self, literal: Tree, uses: Uses, sums: bool) -> Tree | None:
        """Check a literal; return it if it is a comparison, which has to wait for the others."""
        kind = literal.ast_type
        if kind == ASTType.ConditionalLiteral:
            self._conditionals([literal], uses.bodies, uses.bodies)
            return None
        atom: Tree = literal.atom
        kind = atom.ast_type
        if kind == ASTType.SymbolicAtom:
            self._atom(atom.symbol, uses.bodies)
        elif kind == ASTType.Comparison:
            return atom
        elif kind in _AGGREGATES:
            if not sums:
                raise _error(literal, "an aggregate in a numbered rule; only core adds up")
            if kind == ASTType.Aggregate:
                self._conditionals(atom.elements, uses.bodies, uses.bodies)
            else:
                for element in atom.elements:
                    for part in element.condition:
                        self._literal(part, uses.bodies)
        elif kind in _NEVER:
            raise _error(literal, f"{_NEVER[kind]} is not allowed in a rulebook")
        return None

    def _literal(self, literal: Tree, into: dict[Signature, Tree]) -> None:
        atom = literal.atom
        if atom.ast_type == ASTType.SymbolicAtom:
            self._atom(atom.symbol, into)

    def _atom(self, symbol: Tree, into: dict[Signature, Tree]) -> None:
        # Nearly half of all atoms stand in the rulebook more than once, letter for letter.
        text = str(symbol) if isinstance(symbol, AST) else symbol
        checked = self._atoms.get(text)
        if checked is None:
            outer, self._variables = self._variables, {}
            signatures = self._new_atom(symbol)
            checked = self._atoms[text] = (signatures, self._variables)
            self._variables = outer
        signatures, variables = checked
        for signature in signatures:
            into.setdefault(signature, symbol)
        for name, kinds in variables.items():
            self._variables.setdefault(name, set()).update(kinds)

    def _new_atom(self, symbol: Tree) -> tuple[Signature, ...]:
        kind = symbol.ast_type
        if kind == ASTType.Pool:
            return tuple(found for part in symbol.arguments for found in self._new_atom(part))
        if kind != ASTType.Function:
            raise _error(symbol, "classical negation is not used; declare a predicate of its own")
        arguments = symbol.arguments
        signature = (symbol.name, len(arguments))
        entry = self._predicates.get(signature)
        if entry is None:
            if signature == SWITCH:
                raise _error(symbol, "'rule/1' is the predicate of the switches")
            raise _error(symbol, self.vocabulary.unknown_predicate(*signature))
        for place, kinds in self._places[entry.kind, *signature]:
            self._term(arguments[place], kinds)
        return (signature,)

    def _term(self, term: Tree, kinds: tuple[str, ...]) -> None:
        """Check a term in a place for declared words; a variable may be any of them."""
        todo = [(term, kinds)]
        while todo:
            term, kinds = todo.pop()
            kind = term.ast_type
            if kind == ASTType.Variable:
                self._variables.setdefault(term.name, set()).update(kinds)
                continue
            if kind == ASTType.Pool:
                todo += ((part, kinds) for part in term.arguments)
                continue
            if kind == ASTType.SymbolicTerm:
                symbol = term.symbol
                if symbol.type == SymbolType.Function and symbol.positive and symbol.name:
                    self._word(term, kinds, symbol.name, len(symbol.arguments))
                    continue
            elif kind == ASTType.Function and not term.external:
                name, arguments = term.name, term.arguments
                if name:
                    found = self._word(term, kinds, name, len(arguments))
                    for place, inner in self._places[found, name, len(arguments)]:
                        todo.append((arguments[place], inner))
                    continue
            raise _error(
                term, f"found {quote(str(term))}; expected a declared {' or '.join(kinds)}"
            )

    def _word(self, term: Tree, kinds: tuple[str, ...], name: str, arity: int) -> str:
        for kind in kinds:
            if (name, arity) in self._words[kind]:
                return kind
        raise _error(term, self.vocabulary.unknown_word(kinds, name, arity))

    def _comparison(self, comparison: Tree) -> None:
        """Check what is compared with a variable that stands in a place for declared words."""
        terms = [comparison.term, *(guard.term for guard in comparison.guards)]
        found = {
            kind
            for term in terms
            if term.ast_type == ASTType.Variable
            for kind in self._variables.get(term.name, ())
        }
        if found:
            for term in terms:
                if term.ast_type in (ASTType.Function, ASTType.SymbolicTerm):
                    self._term(term, tuple(sorted(found)))


def _error(node: Tree, message: str) -> LudexError:
    begin = node.location.begin
    return LudexError(message, line=begin.line, column=begin.column)
