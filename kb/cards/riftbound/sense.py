"""What parses as Riftbound's English and still makes no sense."""

from __future__ import annotations

from kb.cards import english
from kb.cards.mentions import heads_of
from kb.cards.values import Node, Value, Verb, walk

MASS = english.MASS | {"might", "xp", "base", "trash", "text", "type"}
"""Nouns that stand without an article: "from hand", "to base", "gain 2 XP"."""

AT_BATTLEFIELDS = frozenset({"conquer", "hold", "attack", "defend"})
"""What is done at a battlefield, to a battlefield or to nothing."""


def objection(node: Node) -> str | None:
    """Say what was expected in place of a node that no card would hold."""
    verb = node.get("verb")
    if isinstance(verb, Verb):
        if verb.lemma in AT_BATTLEFIELDS:
            if node.kind in {"act_amount", "act_amount_from"}:
                return "a battlefield"
            if node.kind == "act" and not _may_be_battlefield(node.get("object")):
                return "a battlefield"
        if verb.lemma == "channel" and any(
            inner.get("state") == "exhausted" for inner in walk(node.get("object"))
        ):
            # Runes come from the rune deck, where nothing is ready or exhausted: the word is
            # about how they are channelled and stands behind them.
            return "'exhausted' behind the runes"
    if node.kind == "act_at":
        places = node.get("where")
        if isinstance(places, tuple) and english.said_twice(places):
            return "something not said yet"
    return english.objection(node, MASS)


def _may_be_battlefield(value: Value) -> bool:
    heads = heads_of(value)
    return not heads or bool({"battlefield", "location"} & set(heads))
