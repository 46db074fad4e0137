"""What parses and makes no sense."""

from __future__ import annotations

from kb.cards.english import said_twice
from kb.cards.values import Node


def objection(node: Node) -> str | None:
    """Say what was expected in place of a node that no card would say."""
    if node.kind in ("describers", "posts", "adverbs") and node.parts:
        items = node.parts[0][1]
        if isinstance(items, tuple) and len(items) > 1 and said_twice(items):
            return "something not said yet"
    return None
