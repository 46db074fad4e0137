"""One statement of a rulebook, with the header above it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from clingo import Function, String

from kb.records import record
from kb.rulebook.header import Label
from kb.rulebook.source import without_comments
from kb.rulebook.vocabulary import SWITCH, Signature

if TYPE_CHECKING:
    from clingo.ast import AST


@record(eq=False)
class Statement:
    """One statement of a rulebook.

    Attributes
    ----------
    text : str
        The text as it is written.
    label : Label
        The header of its block.
    file : str
    line : int
        Where it begins.
    derives : bool
        Whether it is a rule; a directive is none.
    heads, bodies : frozenset of signatures
        The predicates that it makes, and those that it looks at.
    """

    text: str
    label: Label
    file: str
    line: int
    derives: bool = True
    heads: frozenset[Signature] = frozenset()
    bodies: frozenset[Signature] = frozenset()

    @property
    def switchable(self) -> bool:
        """Whether the statement belongs to a numbered rule, which can be switched off."""
        return bool(self.label.numbers) and self.derives

    @cached_property
    def code(self) -> str:
        """The text without comments."""
        return without_comments(self.text)

    @cached_property
    def ast(self) -> AST:
        """The syntax tree, without the switch; to ask for it takes time."""
        from clingo.ast import parse_string

        found: list[AST] = []
        parse_string(self.text, found.append)
        return found[-1]  # the first says which part of a program it belongs to

    @cached_property
    def switched(self) -> str:
        """The text with the rule's switch as one more condition."""
        return str(self.switched_ast) if self.switchable else self.code

    @cached_property
    def switched_ast(self) -> AST:
        """The syntax tree with the rule's switch as one more condition."""
        if not self.switchable:
            return self.ast
        from clingo.ast import Function as Term
        from clingo.ast import Literal, Sign, SymbolicAtom, SymbolicTerm

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
