"""What the parser reads, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kb.cards.grammar import Make, Part, kind_and_style
from kb.cards.lexer import NOTHING, SILENT
from kb.cards.values import Node, Value

Settle = Callable[[Node], Node]
Objection = Callable[[Node], str | None]


class RefusedReading(Exception):
    """A tree that parses and makes no sense: the place, and what was expected there."""

    def __init__(self, span: tuple[int, int], expected: str) -> None:
        super().__init__(expected)
        self.span = span
        self.expected = expected


class Inlined:
    """The children of a rule whose name begins with "_": Lark puts them in its place."""

    __slots__ = ("children",)

    def __init__(self, children: list[Any]) -> None:
        self.children = children


class Builder:
    """Says what each production makes of its children.

    Parameters
    ----------
    settle
        By kind of frame, a last change to a node: dropping what agreement decides.
    objection
        What should stand in place of a node that makes no sense, or None.
    """

    def __init__(self, settle: Mapping[str, Settle], objection: Objection) -> None:
        self._settle = settle
        self._objection = objection

    def maker(self, alias: str, declared: tuple[Part, ...]) -> Make:
        """Return what makes the value of a production: children are words and nodes."""
        if alias[0] == "_":
            return Inlined
        kind, style = kind_and_style(alias)
        settle = self._settle.get(kind)
        objection = self._objection
        may_be_nothing = kind.startswith("no_")
        names = tuple(part.name for part in declared)
        listed = len(declared) == 1 and declared[0].rest
        fixed = "_" not in names and not (declared and declared[-1].rest)

        def make(children: list[Any]) -> Any:
            start = end = 0
            kept: list[Value] = []
            for child in children:
                begins, ends = child.span
                if ends:
                    if not end:
                        start = begins
                    end = ends
                if child.__class__ is Node:
                    kept.append(child)
                elif (value := child.value) is not SILENT:
                    kept.append(value)
            if may_be_nothing and not kept:
                return NOTHING
            parts: tuple[tuple[str, Value], ...]
            if fixed:
                parts = tuple(zip(names, kept, strict=False))
            else:
                parts = ((names[0], tuple(kept)),) if listed else _named(declared, kept)
            node = Node(kind, parts, style, (start, end))
            if settle is not None:
                node = settle(node)
            if parts and (expected := objection(node)):
                raise RefusedReading((start, end), expected)
            return node

        return make


def _named(declared: tuple[Part, ...], kept: list[Value]) -> tuple[tuple[str, Value], ...]:
    """Name parts of which some are dropped, or the last takes all that are left."""
    return tuple(
        (part.name, tuple(kept[index:]) if part.rest else kept[index])
        for index, part in enumerate(declared)
        if part.name != "_"
    )
