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
    """Return a cost in words: what is dulled, discarded, put elsewhere; None without such words."""
    if part.kind == "act" and getattr(part.get("verb"), "lemma", "") == "dull":
        return _dulled(part.node("object"), phrases)
    act, how = part.node("act"), part.node("how")
    if part.kind == "act":
        act, how = part, None
    if act is None or act.kind != "act":
        return None
    verb, thing = getattr(act.get("verb"), "lemma", ""), act.node("object")
    place = "" if how is None else lemma(how.get("to") or how.get("what"))
    try:
        if verb == "discard" and (how is None or place == "hand"):
            return _given_up("discard {}", thing, phrases, "in your hand")
        if verb == "put" and place == "break zone" and how is not None and how.kind == "toward":
            return _given_up("put {} into the break zone", thing, phrases, "you control")
        if verb == "return" and place == "hand" and how is not None and how.kind == "toward":
            return _given_up("return {} to hand", thing, phrases, "you control")
        if verb == "remove" and thing is not None and lemma(thing) == "counter":
            return _counters(thing, how, phrases)
        if verb == "remove" and place == "game":
            return _given_up("remove {} from the game", thing, phrases, "you control")
    except Unsaid:
        return None
    return None


def _given_up(words: str, thing: Node | None, phrases: Phrases, zone: str) -> str:
    """Return what is put elsewhere as a cost: the card itself, or so many of something."""
    if thing is not None and thing.kind == "all_of":
        first, second = thing.node("first"), thing.node("second")
        parts = (_given_up(words, part, phrases, zone) for part in (first, second))
        return ", ".join(parts)
    if thing is None:
        raise Unsaid("what is given up")
    thing, place = _placed(thing, phrases)
    if place and phrases.is_this(thing):
        return words.format(f"1 this {place}")
    if place:
        zone = place
    if phrases.is_this(thing):
        if words.startswith("discard"):
            return words.format(f"1 this {zone}")
        this = "this" if "break zone" in words else "1 this"
        return words.format(this)
    least, most = phrases.count(thing)
    clauses = phrases.clauses(thing)
    if least != most or any(
        word.startswith(("opponent", "in your opp")) for one in clauses for word in one
    ):
        raise Unsaid("how many")
    said = [" ".join(one) for one in clauses]
    placed = [
        one if one.endswith(("you control", "zone", "hand")) else f"{one} {zone}" for one in said
    ]
    return words.format(f"{least} {' or '.join(placed)}")


def _placed(thing: Node, phrases: Phrases) -> tuple[Node, str]:
    """Return what is given up without where it is, and where: only one's own cards are a cost."""
    posts = items(thing.node("posts"))
    what = posts[-1].node("what") if posts and plain(posts[-1].get("prep")) == "in" else None
    if what is None:
        return thing, ""
    if lemma(what) == "break zone" and (what.node("quantifier") or Node("")).kind == "the":
        what = what.put("quantifier", Node("own", (("whose", "your"),)))
    return thing.put("posts", Node("posts", (("items", tuple(posts[:-1])),))), phrases.zone(what)


def _counters(thing: Node, how: Node | None, phrases: Phrases) -> str:
    """Return how many counters are taken off the card itself."""
    least, most = phrases.count(thing)
    noun = thing.node("noun")
    sort = None if noun is None else noun.node("sort")
    name = None if sort is None else sort.get("name")
    kind = getattr(name, "lemma", None) or (plain(sort.get("sort")) if sort is not None else None)
    place = None if how is None else how.get("what")
    if least != most or kind is None or not phrases.is_this(place):
        raise Unsaid("counters")
    return f"take off {least} {str(kind).lower()} counters"


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
