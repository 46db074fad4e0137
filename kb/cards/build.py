"""What the parser reads, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any

from lark import Token

from kb.cards.grammar import Entry, Grammar, Part, kind_and_style
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


class Made:
    """What one production made: a value and where it stands in the normal string."""

    __slots__ = ("children", "end", "start", "value")

    def __init__(self, value: Value, start: int, end: int, children: list[Any]) -> None:
        self.value = value
        self.start = start  # -1 for what has no words
        self.end = end
        self.children = children  # of an inlined list; Lark puts them in its place


class Builder:
    """Makes values while a grammar's parser reads.

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
        self._grammar = grammar
        self._entries = grammar.entries
        self._settle = settle
        self._objection = objection
        self._frames: dict[str, tuple[str, str, tuple[Part, ...], Settle | None]] = {}
        self._leaves: dict[tuple[str, str], Value] = {}
        self._silent: dict[str, bool] = {}
        self._normal = Normal("", (), ())
        self._reading = Lock()

    def read(self, normal: Normal) -> Node:
        """Parse a line.

        Raises
        ------
        UnexpectedInput, Refused
            When it is none.
        """
        with self._reading:  # the parser calls back; it has no other way to know the line
            self._normal = normal
            self._grammar.maker.make = self._make
            made: Any = self._grammar.lalr.parse(normal.string)
        if not isinstance(made, Made) or not isinstance(made.value, Node):
            raise LudexError("a line cannot be an empty slot")
        return made.value

    def _frame(self, alias: str) -> tuple[str, str, tuple[Part, ...], Settle | None]:
        kind, style = kind_and_style(alias)
        frame = (kind, style, self._grammar.parts.get(alias, ()), self._settle.get(kind))
        self._frames[alias] = frame
        return frame

    def _make(self, alias: str, children: list[Any]) -> Made:
        start = end = -1
        kept: list[Value] = []
        if alias[0] == "_":
            return Made(None, start, end, children)
        for child in children:
            if isinstance(child, Token):
                begins, ends = child.start_pos or 0, child.end_pos or 0
                if not self._is_silent(child.type):
                    kept.append(self._leaf(child))
            else:
                begins, ends = child.start, child.end
                kept.append(child.value)
            if begins >= 0:
                end = ends
                if start < 0:
                    start = begins
        kind, style, declared, settle = self._frames.get(alias) or self._frame(alias)
        if not kept and kind.startswith("no_"):
            return Made(None, start, end, [])
        parts: list[tuple[str, Value]] = []
        for index, part in enumerate(declared):
            if part.rest:
                parts.append((part.name, tuple(kept[index:])))
            elif part.name != "_":
                parts.append((part.name, kept[index]))
        span = (0, 0) if start < 0 else self._normal.span(start, end)
        node = Node(kind, tuple(parts), style, span)
        if settle is not None:
            node = settle(node)
        if expected := self._objection(node):
            raise Refused(span, expected)
        return Made(node, start, end, [])

    def _is_silent(self, terminal: str) -> bool:
        silent = self._silent.get(terminal)
        if silent is None:
            silent = self._silent[terminal] = self._grammar.is_silent(terminal)
        return silent

    def _leaf(self, token: Token) -> Value:
        key = (token.type, str(token))
        if key not in self._leaves:
            value = leaf(self._entries[token.type], key[1].strip())
            if len(self._leaves) > KEPT_LEAVES:  # names and numbers come without end
                return value
            self._leaves[key] = value
        return self._leaves[key]


KEPT_LEAVES = 10_000


def leaf(entry: Entry, text: str) -> Value:
    """Return the value of a terminal that was read."""
    match entry.word_class:
        case "noun":
            place = entry.forms.index(text)
            one, many = entry.forms[place & ~1 : (place & ~1) + 2]
            return Noun(one, None if one == many else "many" if place % 2 else "one")
        case "verb":
            return Verb(entry.forms[entry.forms.index(text) & ~1])
        case "verb6":
            place = entry.forms.index(text)
            return Verb(entry.forms[place - place % 6])
        case "name":
            return Noun(text[1:].replace("_", " "), "one", name=True)
        case "names":
            return Noun(text[1:].removesuffix("+s").replace("_", " "), "many", name=True)
        case "number":
            return int(text.lstrip("#"))
        case _:
            return text
