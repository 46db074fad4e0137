"""What you or another player does: "whenever an opponent draws a card"."""

from __future__ import annotations

from kb.cards.mtg.dungeons import completes
from kb.cards.mtg.events.deed import (
    Deed,
    Entry,
    Reading,
    is_bare,
    is_card,
    is_dealt_damage,
    is_life,
    is_one,
    is_yours,
)
from kb.cards.mtg.nodes import NUMBERS, Unsaid, is_plain, items, lemma, plain, verb_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.mtg.shuffles import own_library
from kb.cards.values import Node

_ORDINALS = {"first": 1, "second": 2, "third": 3}
_WHOSE = {"player": "each", "opponent": "opponent"}
"""The words of card files for "a player" and "an opponent"."""
_OF_THINGS = ("cast", "sacrifice", "activate")
"""What is done to a thing that "it" then is; "that player" did it."""


def by_you(deed: Deed) -> Reading:
    """Return what sets an ability off that "you" do, or that is done to you."""
    phrases, thing = deed.phrases, deed.thing
    found: Reading | None = None
    if is_dealt_damage(deed):
        phrases.much = phrases.many = "as much damage as was dealt"
        found = {"damaged": "you"}, "you"
    elif completes(deed.acts, deed.hows):
        found = {"completes a dungeon": "you"}, "you"
    elif deed.acts.kind == "act_alone" and deed.verb == "attack" and not deed.hows:
        found = {"attacks with": "creature", "least": 1}, None
    elif deed.plainly:
        found = _with_this(deed) or _done(deed, "you")
    elif deed.acts.kind == "act":
        found = _each_turn(deed, "you")
        if found is None and deed.verb == "tap" and is_one(thing) and _for_mana(deed):
            found = {"taps for mana": phrases.filter(thing)}, None
    elif deed.acts.kind == "act_alone" and deed.verb == "attack":
        found = _attacks_with(deed)
    if found is None:
        raise Unsaid("an event")
    return found


def by_player(deed: Deed) -> Reading | None:
    """Return what sets an ability off that a player or an opponent does; None if none is said."""
    who = lemma(deed.subject)
    if who not in _WHOSE or deed.acts.kind != "act":
        return None
    describers = [plain(one.get("past") or "") for one in items(deed.subject.node("describers"))]
    plainly = is_one(deed.subject) and not items(deed.subject.node("posts"))
    if deed.hows:
        nth = _each_turn(deed, _WHOSE[who]) if plainly and not describers else None
        if nth is not None:
            deed.phrases.that_player = "controller of it"
        return nth
    found = None
    whose = _WHOSE[who]
    if describers == ["enchanted"] and who == "player":
        whose, plainly, describers = "enchanted", True, []
    if plainly and not describers:
        deed.phrases.that_player = "controller of it" if deed.verb in _OF_THINGS else "it"
        found = _done(deed, whose)
        if found is None and deed.verb == "attack" and whose == "opponent":
            found = _attacks_planeswalkers(deed), "it"
    if found is None:
        raise Unsaid("an event")
    return found


def _done(deed: Deed, whose: str) -> Reading | None:
    """Return what any player may do, to a thing or to themselves."""
    phrases, thing = deed.phrases, deed.thing
    who = "you" if whose == "you" else "it"
    match deed.verb:
        case "cast" if is_one(thing):
            return {"casts": phrases.filter_by_choice(thing), "whose": whose}, "it"
        case "sacrifice" if is_one(thing):
            return {"sacrifices": phrases.filter(thing), "whose": whose}, "it"
        case "activate" if _is_no_mana_ability(thing):
            return {"activates nonmana": whose}, "it"
        case "gain" if is_life(thing):
            phrases.much = phrases.many = "as much life as was gained"
            return {"gains life": whose}, who
        case "lose" if is_life(thing):
            phrases.much = "as much life as was lost"
            return {"loses life": whose}, who
        case "draw" if is_card(thing):
            return {"draws": whose}, who
        case "shuffle" if own_library(thing):
            return {"shuffles": whose}, who
        case "discard":
            return _discards(thing, whose, phrases), who
    return None


def _with_this(deed: Deed) -> Reading | None:
    """Return what you do with the card itself, or cast at it or at something."""
    phrases, thing = deed.phrases, deed.thing
    if deed.verb == "cycle":
        if phrases.is_this(thing):
            return {"cycled": True}, "this"
        return ({"cycles": "you"}, "it") if is_card(thing) else None
    if deed.verb != "cast":
        return None
    if phrases.is_this(thing):
        return {"cast": True}, "this"
    if (at := _aimed_at(thing)) is None:
        return None
    if phrases.is_this(at):
        return {"casts at": _without_posts(thing, phrases), "target": "this"}, "it"
    return _casts_at(thing, at, phrases), "it"


def _aimed_at(thing: Node | None) -> Node | None:
    """Return what "a spell that targets one or more permanents" speaks of."""
    posts = items(None if thing is None else thing.node("posts"))
    that = posts[0] if len(posts) == 1 and posts[0].kind == "that_does" and is_one(thing) else None
    acts = None if that is None else that.node("acts")
    if acts is None or acts.kind != "act" or verb_of(acts) != "target":
        return None
    return acts.node("object")


def _casts_at(thing: Node | None, at: Node, phrases: Phrases) -> Entry:
    """Read "you cast a spell that targets a creature you control"."""
    quantifier = at.node("quantifier")
    if quantifier is None or quantifier.kind not in ("a", "one_or_more") or at.kind != "phrase":
        raise Unsaid("what it targets")
    spell = _without_posts(thing, phrases)
    target = phrases.filter(at)
    if "card" in target.split() or "spell" in target.split():
        raise Unsaid("what it targets")
    phrases.those = "permanents it targets" if target == "permanent" else None
    return {"casts at": spell, "target": target}


def _without_posts(thing: Node | None, phrases: Phrases) -> str:
    return phrases.filter(None if thing is None else thing.put("posts", None))


def _each_turn(deed: Deed, whose: str) -> Reading | None:
    """Read "your second card each turn", "their first noncreature spell each turn"."""
    thing = deed.thing
    quantifier = None if thing is None else thing.node("quantifier")
    if [plain(how.get("time")) for how in deed.hows] != ["each turn"] or thing is None:
        return None
    describers = items(thing.node("describers"))
    nth = _ORDINALS.get(plain(describers[0].get("state") or ""), 0) if describers else 0
    if not nth or quantifier is None or items(thing.node("posts")):
        return None
    kind = (deed.verb, lemma(thing))
    if kind == ("draw", "card") and whose == "you" and is_yours(thing) and len(describers) == 1:
        return {"draws nth": whose, "number": nth}, "you"
    if kind == ("cast", "spell") and plain(quantifier.get("whose")) in ("your", "their"):
        rest = Node("describers", (("items", tuple(describers[1:])),))
        said = Node("bare", (("describers", rest), ("noun", thing.node("noun")), ("posts", None)))
        return {"casts nth": deed.phrases.filter(said), "number": nth, "whose": whose}, "it"
    return None


def _discards(thing: Node | None, whose: str, phrases: Phrases) -> Entry:
    """Return that a player discards a card, or one of a kind."""
    if is_card(thing):
        return {"discards": whose}
    if not is_one(thing) or lemma(thing) != "card":
        raise Unsaid("an event")
    return {"discards one": phrases.filter(thing, "in your hand"), "whose": whose}


def _for_mana(deed: Deed) -> bool:
    what = deed.said_behind("for")
    return is_bare(what) and lemma(what) == "mana"


def _attacks_with(deed: Deed) -> Reading | None:
    """Read "you attack with two or more creatures"."""
    what = deed.said_behind("with")
    quantifier = None if what is None else what.node("quantifier")
    if quantifier is None:
        return None
    least = 1 if quantifier.kind == "one_or_more" else 0
    if quantifier.kind == "bounded" and plain(quantifier.get("bound")) == "or more":
        number = quantifier.get("count")
        least = number if isinstance(number, int) else NUMBERS.get(plain(number), 0)
    if not least:
        return None
    deed.phrases.those = "it"
    return {"attacks with": deed.phrases.filter(what), "least": least}, "it"


def _attacks_planeswalkers(deed: Deed) -> Entry:
    """Read "attacks one or more planeswalkers you control", "attacks you and/or one or more"."""
    thing = deed.thing
    both = thing is not None and thing.kind == "and_or_of"
    you, many = (thing.node("first"), thing.node("second")) if both and thing else (None, thing)
    quantifier = None if many is None else many.node("quantifier")
    if quantifier is None or quantifier.kind != "one_or_more" or lemma(many) != "planeswalker":
        raise Unsaid("an event")
    if both and (you is None or you.kind != "you"):
        raise Unsaid("an event")
    said = {"opponent attacks": deed.phrases.filter(many)}
    return {**said, "or you": True} if both else said


def _is_no_mana_ability(thing: Node | None) -> bool:
    """Whether "an ability that isn't a mana ability" is meant."""
    posts = items(None if thing is None else thing.node("posts"))
    if thing is None or lemma(thing) != "ability" or not is_one(thing.put("posts", None)):
        return False
    acts = posts[0].node("acts") if len(posts) == 1 and posts[0].kind == "that_does" else None
    be = None if acts is None or acts.kind != "be_so" else acts.node("be")
    what = None if acts is None else acts.node("complement")
    if be is None or be.kind != "be_not" or what is None:
        return False
    return lemma(what) == "mana ability" and is_plain(what)
