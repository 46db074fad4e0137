"""What costs become in the words of card files."""

from __future__ import annotations

import re

from kb.cards.mtg.phrases import Phrases, Unsaid, items, lemma, verb_of
from kb.cards.values import Node

_KNOWN = re.compile(r"\{(?:[wubrgxt]|\d+)\}")


def symbols_of(price: Node | None) -> str:
    """Return the symbols of a price as they are printed."""
    found = None if price is None else price.get("symbols")
    return known_symbols([str(one) for one in found] if isinstance(found, tuple) else [])


def known_symbols(symbols: list[str]) -> str:
    """Return symbols as card files write them, if the rules know each of them."""
    if not symbols or not all(_KNOWN.fullmatch(one.lower()) for one in symbols):
        raise Unsaid("a symbol")
    return "".join(symbols).upper()


def loyalty_of(word: str) -> str:
    """Return a loyalty cost as card files write it."""
    inside = word.strip("[]%").lower()
    return f"[{inside}]"


def cost_of(costs: Node | None, phrases: Phrases) -> str:
    """Return what is paid to activate an ability."""
    return ", ".join(_cost(one, phrases) for one in items(costs, "costs"))


def _cost(node: Node, phrases: Phrases) -> str:
    if node.kind == "price":
        return symbols_of(node)
    thing = node.node("object")
    match verb_of(node), node.kind:
        case "sacrifice", "act" if phrases.is_this(thing):
            return "sacrifice this"
        case "discard", "act" if thing is not None and lemma(thing) == "card":
            if not items(thing.node("describers")) and not items(thing.node("posts")):
                number = phrases.count(thing)
                return "discard a card" if number == 1 else f"discard {number} cards"
        case "pay", "act" if thing is not None and lemma(thing) == "life":
            quantifier = thing.node("quantifier")
            paid = None if quantifier is None else quantifier.get("count")
            if isinstance(paid, int):
                return f"pay {paid} life"
    raise Unsaid("a cost")
