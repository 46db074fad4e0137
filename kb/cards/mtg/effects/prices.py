"""What somebody may pay, and what is done if they don't: "that player may pay {2}", "if not, …"."""

from __future__ import annotations

from kb.cards.mtg.effects.shapes import next_step, unfold
from kb.cards.mtg.nodes import items, lemma, plain, quantifier_kind, verb_of
from kb.cards.values import Node

_ONES_OWN = ("sacrifice", "discard", "pay")


def price_or_else(first: Node | None, second: Node | None) -> tuple[Node, Node, Node] | None:
    """Return who may pay, what that is, and what is done if they don't, of two sentences.

    Somebody may pay it, or has to at the beginning of an upkeep to come.
    """
    does = _unless_they_did(second)
    if first is None or does is None:
        return None
    subject, acts = first.node("subject"), first.node("acts")
    may = first.kind == "may" and plain(first.get("modal")) == "may"
    if not may or subject is None or acts is None:
        return None
    payable = acts.kind == "act_price" or verb_of(acts) in _ONES_OWN
    return (subject, acts, does) if payable else None


def owed_later(first: Node | None, second: Node | None) -> tuple[str, Node, Node] | None:
    """Return when one has to pay, what, and what is done if one doesn't."""
    does = _unless_they_did(second)
    opening = None if first is None or first.kind != "under" else first.node("opening")
    adverbs = items(opening.node("adverbs"), "adverbs") if opening is not None else []
    step = next_step(adverbs[0]) if len(adverbs) == 1 else None
    pays = None if first is None else first.node("does")
    core, hows = unfold(pays.node("acts")) if pays is not None and pays.kind == "do" else (None, ())
    if does is None or step is None or core is None or core.kind != "act_price" or hows:
        return None
    return (step, core, does) if step.startswith("your ") and verb_of(core) == "pay" else None


def _unless_they_did(clause: Node | None) -> Node | None:
    """Return what follows "if you don't", "if the player doesn't"."""
    opening = None if clause is None or clause.kind != "under" else clause.node("opening")
    asked = None if opening is None or opening.kind != "if" else opening.node("condition")
    if clause is None or asked is None or asked.kind != "does":
        return None
    subject, acts = asked.node("subject"), asked.node("acts")
    if subject is None or acts is None or acts.kind != "do_not":
        return None
    that = lemma(subject) == "player" and quantifier_kind(subject) in ("that", "the")
    return clause.node("does") if that or subject.kind in ("you", "they") else None
