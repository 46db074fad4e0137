"""How the instances of a statement are found on a model.

A statement ``h :- b, not c`` becomes ``_sup(h, b, c) :- _want(h), b, not c`` and
``_want(b) :- _sup(h, b, c)``. Run beside the atoms of one stable model, given as facts, that
instantiates exactly the rules that what is wanted can rest on, with everything that depends
on negation, comparison and aggregates decided by the model.
"""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Function, Symbol, SymbolType

from kb.records import record
from kb.rulebook.statement import Statement

Form = tuple[str, ...]
"""The outermost names of the first arguments of an atom.

``=f`` stands for a term whose name is ``f`` or a number, a variable for itself, and nothing for
whatever may stand there.
"""

FORM = 3
"""How many arguments a form tells of."""

Signature = tuple[str, int]
"""Name and arity of a predicate; the name of a classically negated one starts with ``-``."""

ANYTHING = Function("_any")
"""Stands in an absent atom for an argument that may be anything."""

NEXT = ("next", 1)
"""What holds after a step."""


@record(slots=True)
class Element:
    """One kind of element of an aggregate, and the predicate that lists its instances.

    The arguments of the predicate are the key (shared with the instance of the rule), the
    tuple, the atoms that must hold and the atoms that must not.
    """

    predicate: str
    positives: int
    negatives: int


@record(slots=True)
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
    elements: tuple[Element, ...]
    threshold: int | None


@record(slots=True)
class SupportShape:
    """What can be told of a rule about what is next, without grounding.

    For ``next(F) :- given(F), not ends(F)`` the tests are ``(given, True), (ends, False)`` and
    `complete`, because nothing else stands in the body. If the head holds only terms of some
    form, `functor` is its name and number of arguments.
    """

    functor: Signature | None
    tests: tuple[tuple[str, bool], ...]
    complete: bool


@record(slots=True)
class Support:
    """One statement without pools, and the program text that finds its instances.

    The arguments of `predicate` are the head, the atoms that must hold, those that must not,
    those that are only not denied (``not not``), the thresholds and the key of the elements.
    `form` is that of the head; `wants` are the rules that pass on what is wanted, with the forms
    of it, and `reads` the predicates looked at.
    """

    statement: Statement
    predicate: str
    head: Signature
    choice: bool
    form: Form
    positives: tuple[tuple[Signature, Form], ...]
    negatives: int
    undenied: int
    thresholds: int
    key: int
    collections: tuple[Collection, ...]
    text: str
    wants: tuple[tuple[Signature, Form, str], ...]
    reads: frozenset[Signature]
    shape: SupportShape | None

    @property
    def width(self) -> int:
        """The number of arguments of `predicate`."""
        return 1 + len(self.positives) + self.negatives + self.undenied + self.thresholds + self.key

    @property
    def defines(self) -> bool:
        """Whether the statement is a definition, which states no rule of the book."""
        return self.statement.label.defines is not None


def objects_in(term: Symbol) -> frozenset[Symbol]:
    """Return the handles of the objects that a term speaks of."""
    if term.match("obj", 2):
        return frozenset(term.arguments[:1])
    if term.type != SymbolType.Function:
        return frozenset()
    return frozenset().union(*map(objects_in, term.arguments))


def want(signature: Signature) -> str:
    """Return the predicate that says which atoms of a signature need support."""
    name, arity = signature
    return f"_wantn_{name[1:]}_{arity}" if name[0] == "-" else f"_want_{name}_{arity}"


def call(name: str, arguments: Iterable[str]) -> str:
    """Write an atom or a term."""
    inner = ",".join(arguments)
    return f"{name}({inner})" if inner else name
