"""What parses and makes no sense."""

from __future__ import annotations

from kb.cards.english import said_twice
from kb.cards.values import Node, Noun, walk

_PHRASES = frozenset({"phrase", "bare", "small", "small_bare", "one_each", "whose", "whose_bare"})
_LISTS = frozenset({"describers", "posts", "adverbs"})


def objection(node: Node) -> str | None:
    """Say what was expected in place of a node that no card would say."""
    if node.kind in _LISTS and node.parts:
        items = node.parts[0][1]
        if isinstance(items, tuple) and len(items) > 1 and said_twice(items):
            return "something not said yet"
    elif node.kind in _PHRASES:
        head = node.node("noun")
        noun = None if head is None else head.get("noun")
        if isinstance(noun, Noun) and any(
            inner.get("sort") == f"{noun.lemma.partition('^')[0]}^sort"
            for inner in walk(node.node("describers"))
        ):
            return "another noun"
    return None
