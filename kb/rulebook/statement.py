"""One statement of a rulebook, with the header above it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from clingo import Function, String
from clingo.ast import AST, ASTType, Literal, Sign, SymbolicAtom, SymbolicTerm
from clingo.ast import Function as Term

from kb.rulebook.header import Label
from kb.rulebook.source import without_comments
from kb.rulebook.vocabulary import SWITCH, Signature


@dataclass(frozen=True, eq=False)
class Statement:
    """One statement of a rulebook.

    Attributes
    ----------
    ast : AST
        Its syntax tree, without the switch.
    text : str
        The text as it is written.
    label : Label
        The header of its block.
    file : str
    line : int
        Where it begins.
    heads, bodies : frozenset of signatures
        The predicates that it makes, and those that it looks at.
    """

    ast: AST = field(repr=False)
    text: str
    label: Label
    file: str
    line: int
    heads: frozenset[Signature] = frozenset()
    bodies: frozenset[Signature] = frozenset()

    @property
    def switchable(self) -> bool:
        """Whether the statement belongs to a numbered rule, which can be switched off."""
        return bool(self.label.numbers) and self.ast.ast_type == ASTType.Rule

    @cached_property
    def code(self) -> str:
        """The text without comments."""
        return without_comments(self.text)

    @cached_property
    def switched(self) -> str:
        """The text with the rule's switch as one more condition."""
        return str(self.switched_ast) if self.switchable else self.code

    @cached_property
    def switched_ast(self) -> AST:
        """The syntax tree with the rule's switch as one more condition."""
        if not self.switchable:
            return self.ast
        place = self.ast.location
        name = SymbolicTerm(place, String(self.label.id))
        atom = SymbolicAtom(Term(place, SWITCH[0], [name], False))
        body = [*self.ast.body, Literal(place, Sign.NoSign, atom)]
        return self.ast.update(body=body)


def switch(identifier: str) -> str:
    """Return the atom that switches a rule, as program text.

    >>> switch("704.5j@2012-10-01")
    'rule("704.5j@2012-10-01")'
    """
    return str(Function(SWITCH[0], [String(identifier)]))
