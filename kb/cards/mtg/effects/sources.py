"""Damage of "a source of your choice" that is prevented, and damage of some sources that grows."""

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


def damage_grows(clause: Node, phrases: Phrases) -> Entry | None:
    """Read "if a red source you control would deal damage to a player, it deals that much plus 1".

    None where something else is said.
    """
    opening, does = clause.node("opening"), clause.node("does")
    would = None if opening is None or opening.kind != "if" else opening.node("condition")
    core, hows = unfold(None if would is None else would.node("acts"))
    damage = None if core is None or core.kind != "act" else core.node("object")
    kind = {"damage": {}, "combat damage": {"combat": True}}.get(lemma(damage))
    if would is None or would.kind != "may" or verb_of(core) != "deal" or kind is None:
        return None
    if plain(would.get("modal")) != "would" or damage is None or is_described(damage):
        return None
    if len(hows) > 1 or any(plain(how.get("prep")) != "to" for how in hows):
        raise Unsaid("to what")
    plus = _grown(does)
    to = phrases.filter(hows[0].node("what")) if hows else "permanent or player"
    by = _dealers(would.node("subject"), phrases)
    if {"enchanted", "equipped"} & {*to.split(), *by.split()}:
        raise Unsaid("what it is attached to")
    return {"damage grows": to, **({} if by == "object" else {"by": by}), **plus, **kind}


def damage_leaves(clause: Node) -> Entry | None:
    """Read "damage that would reduce your life total to less than 1 reduces it to 1 instead".

    None where something else is said.
    """
    damage = None if clause.kind != "does" else clause.node("subject")
    posts = items(None if damage is None else damage.node("posts"))
    if damage is None or lemma(damage) != "damage" or [one.kind for one in posts] != ["that_may"]:
        return None
    related = posts[0].node("acts")
    if related is None or related.kind != "act_related":
        return None
    would, woulds = related.node("act"), items(related.node("how"), "adverbs")
    core, hows = unfold(clause.node("acts"))
    if verb_of(would) != "reduce" or verb_of(core) != "reduce" or would is None or core is None:
        return None
    total, it = would.node("object"), core.node("object")
    yours = total is not None and lemma(total) == "life total" and _whose(total) == "your"
    plainly = damage.kind == "bare" and not items(damage.node("describers"))
    if not (yours and plainly) or it is None or it.kind != "it":
        raise Unsaid("what damage reduces")
    below = [one.get("number") for one in woulds if plain(one.get("portion")) == "less than"]
    left = [one.get("number") for one in hows if one.kind == "prep_number"]
    manners = [plain(one.get("manner")) for one in hows if one.kind == "manner"]
    said = (len(below), len(woulds), len(left), len(hows), manners)
    if said != (1, 1, 1, 2, ["instead"]) or below != left:
        raise Unsaid("to what damage reduces it")
    return {"damage leaves": left[0]}


def _whose(thing: Node) -> str:
    """Return whose something is said to be: "your"."""
    quantifier = thing.node("quantifier")
    return "" if quantifier is None else plain(quantifier.get("whose"))


def _grown(does: Node | None) -> Entry:
    """Return by how much damage grows: "it deals double that damage to that player instead"."""
    subject = None if does is None or does.kind != "does" else does.node("subject")
    core, hows = unfold(None if does is None else does.node("acts"))
    its = subject is not None and (subject.kind == "it" or quantifier_of(subject) == "that")
    manners = [plain(how.get("manner")) for how in hows if how.kind == "manner"]
    to = [how for how in hows if how.kind != "manner"]
    again = [plain(how.get("prep")) == "to" and _is_said_again(how.node("what")) for how in to]
    if not its or verb_of(core) != "deal" or manners != ["instead"] or again not in ([], [True]):
        raise Unsaid("what is dealt instead")
    thing = None if core is None else core.node("object")
    of = thing.node("of") if thing is not None and thing.kind == "portion_of" else None
    double = thing is not None and plain(thing.get("portion")) in ("double", "twice")
    that = of is not None and quantifier_of(of) == "that" and not is_described(of)
    if double and that and lemma(of) == "damage":
        return {}
    much = thing is not None and quantifier_of(thing) == "that_much_of" and lemma(thing) == "damage"
    more = None if core is None or core.kind != "act_plus" else core.get("more")
    if not much or not isinstance(more, int) or core is None or plain(core.get("how")) != "plus":
        raise Unsaid("how much")
    return {"plus": more}


def _is_said_again(what: Node | None) -> bool:
    """Whether "that permanent or player" or "you" is meant, of whom damage was spoken before."""
    if what is None or what.kind in ("you", "it", "him", "her"):
        return what is not None
    return quantifier_of(what) == "that" and not is_described(what)


def _dealers(node: Node | None, phrases: Phrases) -> str:
    """Return what deals damage: "another red source you control", "a creature"."""
    if node is None or (not phrases.is_this(node) and quantifier_of(node) not in ("a", "another")):
        raise Unsaid("which source")
    if lemma(node) != "source":
        return phrases.filter(node)
    words = phrases.filter(node.put("noun", _PERMANENT))
    return " or ".join(one.replace("permanent", "object") for one in words.split(" or "))


def _prevents_that(does: Node | None) -> bool:
    """Whether "prevent that damage" is all that is done."""
    acts = None if does is None or does.kind != "do" else does.node("acts")
    thing = None if acts is None or acts.kind != "act" else acts.node("object")
    that = thing is not None and quantifier_of(thing) == "that" and not is_described(thing)
    return verb_of(acts) == "prevent" and that and lemma(thing) == "damage"
