"""Terms in game files, with holes and without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from clingo import Symbol

from kb.scenario.shapes import TEXT, Leaf
from kb.scenario.terms import Template, constant


def _template(value: object) -> Template | None:
    if not isinstance(value, str | int) or isinstance(value, bool) or value == "":
        return None
    return Template(str(value))


def _term(value: object) -> Symbol | None:
    found = _template(value)
    return None if found is None else found.term


class _Ground(Leaf):
    """A term without holes."""

    def leaves(self, value: Symbol) -> Iterator[Any]:
        yield Template(str(value))


TEMPLATE = Leaf("a term", {"type": ["string", "integer"]}, _template)


TERM = _Ground("a term", {"type": ["string", "integer"]}, _term)


Holed = Annotated[Template, TEMPLATE]
"""A term with holes."""


Term = Annotated[Symbol, TERM]
"""A term without holes."""


Word = Annotated[Symbol, Leaf("a word", TEXT.json, lambda v: constant(v) if TEXT.take(v) else None)]
"""A word, as its constant."""
