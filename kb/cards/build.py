"""Lark's tree to values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lark import Token, Tree

from kb.cards.grammar import Entry, Grammar, kind_and_style
from kb.cards.text import Normal
from kb.cards.values import Node, Noun, Value, Verb
from kb.errors import LudexError

Settle = Callable[[Node], Node]
Objection = Callable[[Node], str | None]


class Refused(Exception):
    """A tree that parses and makes no sense: the place, and what was expected there."""

    def __init__(self, span: tuple[int, int], expected: str) -> None:
        super().__init__(expected)
        self.span = span
        self.expected = expected


class Builder:
    """Turns trees of one grammar into values.

    Parameters
    ----------
    settle
        By kind of frame, a last change to a node: dropping what agreement decides.
    objection
        What should stand in place of a node that makes no sense, or None.
    """

    def __init__(
        self, grammar: Grammar, settle: Mapping[str, Settle], objection: Objection
    ) -> None:
        self._entries = grammar.entries
        self._parts = grammar.parts
        self._settle = settle
        self._objection = objection
        self._names: dict[str, tuple[str, str]] = {}

    def build(self, tree: Tree[Token], normal: Normal) -> Node:
        """Return the value of the tree of a line."""
        node = self._node(tree, normal)
        if node is None:
            raise LudexError("a line cannot be an empty slot")
        return node

    def _node(self, tree: Tree[Token], normal: Normal) -> Node | None:
        alias = str(tree.data)
        names = self._names.get(alias)
        if names is None:
            names = self._names[alias] = kind_and_style(alias)
        declared = self._parts.get(alias, ())
        children = tree.children
        parts: list[tuple[str, Value]] = []
        for index, part in enumerate(declared):
            if part.rest:
                rest = tuple(self._value(child, normal) for child in children[index:])
                parts.append((part.name, rest))
            elif part.name != "_":
                parts.append((part.name, self._value(children[index], normal)))
        meta = tree.meta
        span = (0, 0) if meta.empty else normal.span(meta.start_pos, meta.end_pos)
        if not parts and names[0].startswith("no_"):
            return None
        node = Node(names[0], tuple(parts), names[1], span)
        settle = self._settle.get(node.kind)
        if settle is not None:
            node = settle(node)
        if expected := self._objection(node):
            raise Refused(span, expected)
        return node

    def _value(self, child: Tree[Token] | Token, normal: Normal) -> Value:
        if isinstance(child, Tree):
            return self._node(child, normal)
        return leaf(self._entries[child.type], str(child).strip())


def leaf(entry: Entry, text: str) -> Value:
    """Return the value of a terminal that was read."""
    match entry.word_class:
        case "noun":
            place = entry.forms.index(text)
            one, many = entry.forms[place & ~1 : (place & ~1) + 2]
            return Noun(one, None if one == many else "many" if place % 2 else "one")
        case "verb":
            return Verb(entry.forms[entry.forms.index(text) & ~1])
        case "name":
            return Noun(text[1:].replace("_", " "), "one", name=True)
        case "names":
            return Noun(text[1:].removesuffix("+s").replace("_", " "), "many", name=True)
        case "number":
            return int(text.lstrip("#"))
        case _:
            return text
