"""What abilities cost, in the words of card files."""

from __future__ import annotations

from kb.cards.fftcg.phrases import Phrases, Unsaid, items, lemma, plain
from kb.cards.values import Node

_SYMBOLS = frozenset({"fire", "ice", "wind", "lightning", "water", "earth", "dull", "s", "c"})
"""What stands for itself in a cost that the rules can have paid."""


def cost_of(body: Node, phrases: Phrases) -> str | None:
    """Return a cost as card files write it; None if the rules cannot have it paid."""
    symbols, others = "", []
    for part in items(body.node("costs"), "costs"):
        if part.kind == "price":
            found = part.get("symbols")
            for symbol in found if isinstance(found, tuple) else ():
                word = str(symbol).strip("{}")
                if word not in _SYMBOLS and not word.isdecimal():
                    return None
                symbols += "{" + word + "}"
        elif (said := _paid(part, phrases)) is not None:
            others.append(said)
        else:
            return None
    return ", ".join([*([symbols] if symbols else []), *others]) or None


def _paid(part: Node, phrases: Phrases) -> str | None:
    """Return a cost in words: dulling Characters, or putting the card into the Break Zone."""
    if part.kind == "act" and getattr(part.get("verb"), "lemma", "") == "dull":
        return _dulled(part.node("object"), phrases)
    act, how = part.node("act"), part.node("how")
    if part.kind != "act_how" or act is None or how is None:
        return None
    verb = getattr(act.get("verb"), "lemma", "")
    into = how.kind == "toward" and lemma(how.get("to")) == "break zone"
    if verb == "put" and into and phrases.is_this(act.get("object")):
        return "put this into the break zone"
    return None


def _dulled(thing: Node | None, phrases: Phrases) -> str | None:
    """Return "dull 2 active Forwards" as a cost; None if the rules have no word for it."""
    describers = None if thing is None else thing.node("describers")
    states = [plain(one.get("state")) for one in items(describers)]
    if thing is None or describers is None or states != ["active"]:
        return None
    plainly = thing.put("describers", describers.put("items", ()))
    if phrases.is_this(plainly):
        return "dull 1 this"
    try:
        least, most = phrases.count(thing)
        words = phrases.filter(plainly)
    except Unsaid:
        return None
    return f"dull {least} {words}" if least == most and "," not in words else None
