"""What a passive ability lets its player play for less."""

from __future__ import annotations

from typing import Any

from kb.cards.altered.french import SORTS
from kb.cards.altered.phrases import conditions, filter_words, items, noun_of, whose_of
from kb.cards.altered.statics import PLAYED
from kb.cards.values import Node


def cheaper(value: Node) -> dict[str, Any] | None:
    """Return what may be played for less by an ability of one sentence; None for other lines.

    "If I'm [Boosted], you may play other Artists from your Reserve for {1} less."
    """
    sentences = items(value, "sentences") if value.kind == "effects" else []
    clause = sentences[0].node("does") if len(sentences) == 1 else None
    if clause is None or clause.kind != "under":
        found = None if clause is None else _played_for_less(clause)
        return None if found is None else {"static": found}
    condition, does = clause.node("condition"), clause.node("does")
    found = None if does is None else _played_for_less(does)
    inner = (
        condition.node("condition") if condition is not None and condition.kind == "if" else None
    )
    if found is None or inner is None:
        return None
    if (number := _its_base_cost(inner)) is not None:
        return {"static": {**found, "base cost": number}} if len(found) == 2 else None
    asked = conditions(inner, None)
    return None if asked is None else {"static": found, "while": asked}


def _played_for_less(clause: Node) -> dict[str, Any] | None:
    """Return what a player may play for less, and how much less."""
    subject, acts = clause.node("subject"), clause.node("acts")
    core = None if acts is None or acts.kind != "act" else acts.node("core")
    thing = None if core is None or core.kind != "verb_object" else core.node("object")
    if clause.kind != "may" or subject is None or subject.kind != "you" or thing is None:
        return None
    if core is None or core.get("verb") != "play" or thing.get("quantifier") is not None:
        return None
    said = {
        one.kind: str(one.get("price")).strip("{}#")
        for one in items(None if acts is None else acts.node("adverbs"), "items")
    }
    if not set(said) <= {"for_less", "down_to"} or not said.get("for_less", "").isdigit():
        return None
    what = _cards(thing)
    if what is None or not all(price.isdigit() for price in said.values()):
        return None
    least = {"down to": int(said["down_to"])} if "down_to" in said else {}
    return {"plays for less": int(said["for_less"]), **what, **least}


def _cards(thing: Node) -> dict[str, Any] | None:
    """Return which cards are meant: of a kind, from somewhere, of a Hand Cost."""
    noun, words = noun_of(thing), filter_words(thing)
    if words is None or noun not in PLAYED | set(SORTS.values()):
        return None
    words = words.removeprefix("other ")  # what works where it lies is not played there
    if words == f"{noun} in your reserve":
        return {"cards": noun, "from": "reserve"}
    kind, _, bound = words.partition(" cost ")
    number = bound.removesuffix(" or more")
    if kind == noun and bound.endswith(" or more") and number.isdigit():
        return {"cards": noun, "hand cost": int(number)}
    return {"cards": noun} if words == noun else None


def _its_base_cost(condition: Node) -> int | None:
    """Return how great the Base Cost of what is played has to be."""
    subject, complement = condition.node("subject"), condition.node("complement")
    amount = None if complement is None else complement.node("amount")
    if condition.kind != "is" or subject is None or complement is None or amount is None:
        return None
    if complement.kind != "or_more" or noun_of(subject) != "base cost":
        return None
    number = str(amount.get("amount")).strip("{}#")
    its = whose_of(subject) == "its" and len(subject.parts) == 2
    return int(number) if its and amount.kind == "mana" and number.isdigit() else None
