"""What a player picks as something is done: things of a kind, as many as they like, or counters."""

from __future__ import annotations

from kb.cards.altered.phrases import counters_of, filter_words, items, noun_of, whose_of
from kb.cards.altered.sequence import Steps
from kb.cards.altered.statics import core_of
from kb.cards.values import Node, Value

PICKED = "the ones picked"
"""What was picked before."""

COUNTED = "number picked"
"""How many of them there were."""


def any_number(clause: Node) -> Steps | None:
    """Return what is done to any number of things, and what so many times as there were.

    "You may discard any number of cards from your Reserve to draw that many cards."
    """
    core, goal = core_of(clause.node("acts")), clause.node("goal")
    thing = None if core is None or core.kind != "verb_object" else core.node("object")
    verb = "" if core is None else str(core.get("verb"))
    if thing is None or verb not in ("discard", "sacrifice") or goal is None:
        return None
    quantifier = thing.node("quantifier")
    words = filter_words(thing)
    if quantifier is None or quantifier.kind != "any_number" or words is None:
        return None
    if verb == "sacrifice" and "control" not in words and " in " not in words:
        words += " you control"
    known = words.endswith("in your reserve" if verb == "discard" else "you control")
    more = _that_many(goal) if known and thing.get("target") is None else None
    return None if more is None else [{"pick": words}, {verb: PICKED}, *more]


def _that_many(goal: Node) -> Steps | None:
    """Return what is drawn, or how many boosts the object gains: "that many"."""
    who = goal.node("who") if goal.kind == "make" else None
    core = core_of(goal.node("acts") if goal.kind == "make" else goal)
    thing = None if core is None or core.kind != "verb_object" else core.node("object")
    many = None if thing is None or len(thing.parts) != 2 else thing.node("quantifier")
    if core is None or thing is None or many is None or many.kind != "that_many":
        return None
    if goal.kind != "make" and core.get("verb") == "draw" and noun_of(thing) == "card":
        return [{"draw": COUNTED}]
    if who is None or who.kind != "me" or core.get("verb") != "gain" or noun_of(thing) != "boost":
        return None
    return [{"boost": COUNTED, "what": "this"}]


def one_counter(core: Node | None) -> Steps | None:
    """Return the spending of a counter of any kind of a card of one's own, wherever it counts.

    "Spend 1 counter from a card you control or in your Reserve."
    """
    thing = None if core is None or core.kind != "verb_object" else core.node("object")
    if thing is None or core is None or core.get("verb") != "spend" or len(thing.parts) != 3:
        return None
    one, posts = thing.node("quantifier"), items(thing.node("posts"), "items")
    of = posts[0].node("of") if len(posts) == 1 and posts[0].kind == "of" else None
    if one is None or one.kind != "a" or noun_of(thing) != "counter" or of is None:
        return None
    if counters_of(thing) is not None or not _own_card(of):
        return None
    words = "countered card you control or countered card in your reserve"
    return [{"select": words}, {"spend one": "it"}]


def _own_card(phrase: Node) -> bool:
    """Whether a phrase is "a card you control or in your Reserve"."""
    control, one = phrase.node("control"), phrase.node("quantifier")
    if control is None or control.kind != "who_does_or_in" or len(phrase.parts) != 3:
        return False
    who, place = control.node("subject"), control.node("place")
    mine = who is not None and who.kind == "you" and control.get("verb") == "control"
    if not mine or one is None or one.kind != "a" or place is None or len(place.parts) != 2:
        return False
    reserve = noun_of(place) == "reserve" and whose_of(place) == "your"
    return reserve and noun_of(phrase) == "card"


def given_up(core: Node | None) -> str | None:
    """Return what of a kind is sacrificed as a cost: "Sacrifice a Character"."""
    thing = None if core is None or core.kind != "verb_object" else core.node("object")
    one = None if thing is None else thing.node("quantifier")
    if thing is None or core is None or core.get("verb") != "sacrifice" or one is None:
        return None
    if one.kind != "a" or {name for name, _ in thing.parts} != {"noun", "quantifier"}:
        return None
    words = filter_words(thing)
    return None if words is None else f"{words} you control"


def discarded_so(condition: Node, steps: Steps, targets: list[object]) -> str | None:
    """Return the target that was discarded "this way" in the step before, if one was."""
    thing, last = condition.node("object"), steps[-1] if steps else {}
    if condition.kind != "did_so" or len(condition.parts) != 4 or set(last) != {"discard"}:
        return None
    who, one = condition.node("subject"), None if thing is None else thing.node("quantifier")
    said = (condition.get("did"), condition.get("manner")) == ("discarded", "this way")
    if not said or who is None or who.kind != "you" or one is None or one.kind != "a":
        return None
    if thing is None or len(thing.parts) != 2 or noun_of(thing) != "card" or not targets:
        return None
    aimed: object = last["discard"]
    known = targets[-1] == {"up to": 1, "of": "card in reserve"}
    return str(aimed) if known and aimed == f"target {len(targets)}" else None


def is_its_owner(subject: Value) -> bool:
    """Whether somebody is the owner of what was spoken of last."""
    if not isinstance(subject, Node) or len(subject.parts) != 2:
        return False
    return noun_of(subject) == "owner" and whose_of(subject) == "its"


def reduced_next(goal: Node | None) -> Node | None:
    """Return "the next … costs so much less" for "to reduce the cost of the next …"."""
    core = None if goal is None else core_of(goal)
    thing = None if core is None or core.kind != "reduce" else core.node("object")
    by = None if core is None else core.node("by")
    posts = items(thing.node("posts"), "items") if thing is not None else []
    of = posts[0].node("of") if len(posts) == 1 and posts[0].kind == "of" else None
    if thing is None or by is None or by.kind != "mana" or of is None or len(thing.parts) != 3:
        return None
    if noun_of(thing) != "cost":
        return None
    cost = Node("cost", (("more", Node("less", ())), ("price", str(by.get("amount")))))
    return Node("does", (("acts", Node("act", (("core", cost),))), ("subject", of)))


def cards_in_reserve(x: Node | None) -> Node | None:
    """Return the target player of whose Reserve X is the number of cards."""
    is_ = None if x is None or x.kind != "x_is" else x.node("is")
    posts = [] if is_ is None else items(is_.node("posts"), "items")
    of = [post.node("of") for post in posts if post.kind == "of"]
    if is_ is None or noun_of(is_) != "number" or len(posts) != 3 or len(of) != 3:
        return None
    card, player, place = of
    if card is None or player is None or place is None or len(card.parts) + len(place.parts) != 2:
        return None
    return player if (noun_of(card), noun_of(place)) == ("card", "reserve") else None
