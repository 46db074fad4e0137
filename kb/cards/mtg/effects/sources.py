"""Damage of "a source of your choice" that is prevented."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.effects.shapes import is_described, quantifier_of, unfold
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node, Noun

Entry = dict[str, Any]

_PERMANENT = Node("noun", (("noun", Noun("permanent", "one")),))


def next_time(opening: Node, does: Node | None, phrases: Phrases) -> Entry | None:
    """Read "the next time a red source of your choice would deal damage to you this turn".

    What is done instead must be to prevent that damage; None where another time is meant.
    """
    if plain(opening.get("word")) != "the next time":
        return None
    would = opening.node("condition")
    words = None if would is None else of_your_choice(would.node("subject"), phrases)
    core, hows = unfold(None if would is None else would.node("acts"))
    if words is None or would is None or core is None or not _prevents_that(does):
        raise Unsaid("the next time")
    times = [how for how in hows if how.kind == "time"]
    places = [how for how in hows if how not in times]
    damage = core.node("object")
    deals = core.kind == "act" and verb_of(core) == "deal" and lemma(damage) == "damage"
    if not deals or damage is None or is_described(damage) or plain(would.get("modal")) != "would":
        raise Unsaid("the next time")
    if [plain(one.get("time")) for one in times] != ["this turn"] or len(places) > 1:
        raise Unsaid("how long")
    if not places:
        return {"prevent anywhere": words}
    if places[0].kind != "prep" or plain(places[0].get("prep")) != "to":
        raise Unsaid("to what")
    return {"prevent from": words, **recipient(places[0].node("what"), phrases)}


def recipient(node: Node | None, phrases: Phrases) -> Entry:
    """Return whom the damage would be dealt to: one thing or player."""
    to = phrases.reference(node)
    if to.startswith("each ") or phrases.several(to):
        raise Unsaid("to what")
    return {} if to == "you" else {"to": to}


def of_your_choice(node: Node | None, phrases: Phrases) -> str | None:
    """Return which things may be chosen as "a red source of your choice"; None if it is none."""
    posts = items(None if node is None else node.node("posts"))
    of = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
    whose = None if of is None else of.node("quantifier")
    if node is None or of is None or lemma(node) != "source" or lemma(of) != "choice":
        return None
    if whose is None or plain(whose.get("whose")) != "your" or is_described(of):
        raise Unsaid("whose choice")
    if quantifier_of(node) != "a":
        raise Unsaid("which source")
    if not items(node.node("describers")):
        return "object"
    words = phrases.filter(node.put("noun", _PERMANENT).put("posts", None))
    return " or ".join(f"{one.removesuffix(' permanent')} object" for one in words.split(" or "))


def _prevents_that(does: Node | None) -> bool:
    """Whether "prevent that damage" is all that is done."""
    acts = None if does is None or does.kind != "do" else does.node("acts")
    thing = None if acts is None or acts.kind != "act" else acts.node("object")
    that = thing is not None and quantifier_of(thing) == "that" and not is_described(thing)
    return verb_of(acts) == "prevent" and that and lemma(thing) == "damage"
