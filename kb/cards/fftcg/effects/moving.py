"""What is put elsewhere: returned, added, put, played, removed, placed."""

from __future__ import annotations

from kb.cards.fftcg.clauses import comes_from, top_number, without_among
from kb.cards.fftcg.effects.counters import counters
from kb.cards.fftcg.effects.reader import MOST, TOP, EffectReader, Entry
from kb.cards.fftcg.effects.things import is_selected, things
from kb.cards.fftcg.nodes import (
    Unsaid,
    inner,
    is_described,
    lemma,
    posts_of,
    quantifier_kind,
    word_in,
)
from kb.cards.values import Node, Value

_TO = {"hand": "add to hand", "field": "put onto field", "break zone": "put into break zone"}
"""What instructions are called by where something is put."""


def remove(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return what removes counters, or anything from the game."""
    thing = core.node("object")
    if thing is not None and lemma(thing) == "counter":
        return counters(reader, "remove counters", thing, hows, "from")
    return move(reader, core, who, hows)


def place(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return what places counters on something, or cards elsewhere."""
    thing = core.node("object")
    if thing is None or not reader.orders(who):
        raise Unsaid("counters")
    if lemma(thing) != "counter":
        return move(reader, core, who, hows)
    return counters(reader, "put counters", thing, hows, "on")


def move(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return what puts something elsewhere: where, is said by the adverbs."""
    if (top := _top(reader, core, who, hows) or _arranged(reader, core, hows)) is not None:
        return [top]
    theirs = reader.phrases.player(who) == "opponent" and is_selected(reader, core.node("object"))
    if not reader.orders(who) and not theirs:
        raise Unsaid("a player")
    if (several := _several_shown(reader, core, who, hows)) is not None:
        return several
    thing, zone, word, more = core.get("object"), "", "", {}
    orderly, from_there = True, False
    for how in hows:
        to = how.node("to") or how.node("what")
        where = lemma(to)
        if comes_from(how, "hand") and isinstance(thing, Node):
            zone = reader.phrases.zone(to)
        elif comes_from(how, "break zone") and reader.phrases.is_this(thing):
            from_there = True
        elif comes_from(how, "game"):
            word = "remove"
        elif how.kind == "toward" and where in _TO:
            word = _TO[where]
        elif where in ("top", "bottom") and "deck" in reader.said(how):
            word = "put into deck" if where == "top" else "put under deck"
        elif how.kind == "manner" and word_in(how, "manner") == "dull":
            more = {"dull": True}
        elif how.kind == "manner" and word_in(how, "manner") == "in any order":
            orderly = False
        else:
            raise Unsaid("a place")
    if not orderly and word != "put under deck":
        raise Unsaid("an order")
    if not word or ((more or from_there) and word != "put onto field"):
        raise Unsaid("a place")
    made: list[Entry] = []
    moved = ["this in the break zone"] if from_there else things(reader, thing, zone, made)
    return [*made, *({word: one, **more} for one in moved)]


def cast(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return that a Summon, of the hand or just shown, is cast without paying its cost."""
    thing = core.node("object")
    unpaid = [how for how in hows if _without_paying(how)]
    zones = [reader.phrases.zone(how.get("what")) for how in hows if comes_from(how, "hand")]
    if not unpaid or len(unpaid) + len(zones) != len(hows) or not reader.orders(who):
        raise Unsaid("a cost")
    if thing is None or not (thing.kind == "it" or (lemma(thing) == "summon" and zones)):
        raise Unsaid("what is cast")
    made: list[Entry] = []
    found = things(reader, thing, "".join(zones[:1]), made)
    return [*made, *({"cast free": one} for one in found)]


def _without_paying(how: Node) -> bool:
    """Whether an adverb is "without paying its cost"."""
    cost = how.get("what")
    paying = how.kind == "prep_doing_to" and word_in(how, "verb") == "paying"
    return paying and word_in(how, "prep") == "without" and lemma(cost) == "cost"


def _several_shown(
    reader: EffectReader, core: Node, who: Value, hows: list[Node]
) -> list[Entry] | None:
    """Return the moving of several, or of up to so many, of the cards that were shown."""
    thing = core.node("object")
    plainly = None if thing is None or not reader.shown else without_among(thing)
    if thing is None or plainly is None:
        return None
    least, most = reader.phrases.count(plainly)
    if (least, most) == (1, 1):
        return None
    if most is None or most > MOST or least not in (0, most):
        raise Unsaid("how many")
    one = thing.put("quantifier", Node("exactly", (("count", 1),)))
    made = move(reader, core.put("object", one), who, hows)
    return made * most if least else [{"may": made}] * most


def _top(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> Entry | None:
    """Return that the top cards of a deck are put into the Break Zone; None if it is not so."""
    thing = core.node("object")
    if thing is not None and reader.it == [TOP] and len(hows) == 1 and _is_one(thing):
        where = lemma(hows[0].get("to") or hows[0].get("what"))
        if hows[0].kind == "toward" and where == "break zone":
            return {"mill": 1, "who": reader.whose(who)}
        if where == "bottom" and "your deck" in reader.said(hows[0]):
            return {"top to bottom": reader.whose(who)}
        raise Unsaid("a place")
    number = top_number(thing)
    if lemma(thing) != "card" or number is None or len(hows) != 1:
        return None
    decks = [lemma(post.get("what")) for post in posts_of(thing)]
    away = {"away": True} if comes_from(hows[0], "game") else {}
    if decks != ["deck"] or (lemma(hows[0].get("to")) != "break zone" and not away):
        return None
    return {"mill": number, "who": reader.whose(who), **away}


def _is_one(thing: Node) -> bool:
    """Whether a phrase is "it", or "the card" with nothing more."""
    plainly = lemma(thing) == "card" and not posts_of(thing) and not is_described(thing)
    return thing.kind == "it" or (quantifier_kind(thing) == "the" and plainly)


def _arranged(reader: EffectReader, core: Node, hows: list[Node]) -> Entry | None:
    """Return that the cards just looked at go back on top or to the bottom, in any order."""
    if (core.node("object") or core).kind != "these_ones" or not reader.shown:
        return None
    places = [inner(how, "to", "noun") for how in hows if how.kind == "toward"]
    ends = {lemma(place.get(name)) for place in places if place for name in ("first", "noun")}
    order = [word_in(how, "manner") for how in hows if how.kind == "manner"]
    looked = reader.effect.steps[-1:]
    if ends != {"top", "bottom"} or order != ["in any order"] or len(hows) != len(places) + 1:
        raise Unsaid("a place")
    if not looked or "look at top" not in looked[0]:
        raise Unsaid("what was looked at")
    reader.effect.steps.pop()
    reader.before, reader.shown = [], False
    return {"arrange top": looked[0]["look at top"]}
