"""Ward: what it does as its permanent becomes the target of what an opponent controls."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.costs import cost_of, symbols_of
from kb.cards.mtg.nodes import Unsaid, plain
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node

Entry = dict[str, Any]


def ward_of(keyword: Node | None, phrases: Phrases) -> Entry | None:
    """Return the ability that a ward keyword stands for, or nothing if it is another keyword."""
    if keyword is None or plain(keyword.get("keyword")) != "ward":
        return None
    if keyword.kind == "keyword_price":
        price = symbols_of(keyword.node("price"))
    elif keyword.kind == "keyword_costs":
        price = cost_of(keyword.node("costs"), phrases)
    else:
        raise Unsaid("what ward asks for")
    asked = {
        "unless paid": price,
        "who": "controller of what aims",
        "then": [{"counter": "what aims"}],
    }
    when = {"becomes target": "this", "of": "spell or ability an opponent controls"}
    return {"keyword ability": "ward", "when": when, "effect": [asked]}
