"""What card text means, as values: frames with named parts.

A `Node` is a frame of the grammar (``deal``, ``trigger``, ``noun_phrase`` …) and its parts by
name. It holds no words: the printer finds them again. `Noun` and `Verb` are the
leaves that inflect.
Everything here is immutable and compares without regard to where it was printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from typing import Literal, TypeAlias

from kb.records import record

GrammaticalNumber: TypeAlias = Literal["one", "many"] | None
"""None where something else decides (``a unit``): then the printer works it out."""


@record(slots=True)
class Noun:
    """A noun by its dictionary form, or a name.

    Attributes
    ----------
    lemma
        First form of the lexicon's entry, or a name as it is printed.
    number
        Whether it stands for one or many, unless its phrase decides that.
    name
        Whether the lemma is a name (of a card, a tag, a token).
    """

    lemma: str
    number: GrammaticalNumber = None
    name: bool = False


@record(slots=True)
class Verb:
    """A verb by its base form; it agrees with its subject when it is said."""

    lemma: str


@record(slots=True)
class Node:
    """A frame and its parts.

    Attributes
    ----------
    kind
        The frame, as the grammar names it.
    parts
        Named values in the grammar's order.
    style
        Which of several wordings with one meaning was printed; empty for the usual one.
    span
        Place in the printed text; (0, 0) for what was never printed. Not compared.
    """

    kind: str
    parts: tuple[tuple[str, Value], ...] = ()
    style: str = ""
    span: tuple[int, int] = field(default=(0, 0), compare=False)

    def get(self, name: str) -> Value:
        """Return the part of a name; None if there is none."""
        for key, value in self.parts:
            if key == name:
                return value
        return None

    def node(self, name: str) -> Node | None:
        """Return the part of a name if it is a node."""
        value = self.get(name)
        return value if isinstance(value, Node) else None

    def put(self, name: str, value: Value) -> Node:
        """Return a copy with one part changed."""
        parts = tuple([(k, value if k == name else v) for k, v in self.parts])
        return Node(self.kind, parts, self.style, self.span)


Value: TypeAlias = "Node | Noun | Verb | str | int | tuple[Value, ...] | None"


def walk(value: Value) -> Iterator[Node]:
    """Every node of a value, outer before inner, in the order of the text."""
    if isinstance(value, Node):
        yield value
        for _, part in value.parts:
            yield from walk(part)
    elif isinstance(value, tuple):
        for item in value:
            yield from walk(item)


def rewrite(value: Value, change: Callable[[Node], Node]) -> Value:
    """Return a copy with every node changed, inner before outer."""
    if isinstance(value, Node):
        parts = tuple((name, rewrite(part, change)) for name, part in value.parts)
        return change(replace(value, parts=parts))
    if isinstance(value, tuple):
        return tuple(rewrite(item, change) for item in value)
    return value
