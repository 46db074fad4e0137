"""What triggers a reaction, in the words of card files."""

from __future__ import annotations

from typing import Any

from kb.cards.altered.phrases import (
    TERRAINS,
    count_of,
    counters_of,
    filter_words,
    is_player,
    items,
    noun_of,
    whose_of,
)
from kb.cards.altered.statics import core_of
from kb.cards.altered.things import STATUSES
from kb.cards.values import Node, Noun

Entry = dict[str, Any]


def trigger_of(trigger: Node | None) -> tuple[Entry, str | None, Entry] | None:
    """Return a trigger, what "it" is in the effect, and the condition of the trigger."""
    if trigger is None:
        return None
    found = _triggering(trigger.node("event"))
    if found is None or trigger.kind == "trigger":
        return None if found is None or len(trigger.parts) != 1 else (*found, {})
    asked = trigger.node("condition") if trigger.kind == "trigger_if" else None
    names = set() if asked is None else {name for name, _ in asked.parts}
    if (
        asked is None
        or asked.kind not in ("is", "is_not")
        or names != {"subject", "complement", "was"}
    ):
        return None
    subject, what = asked.node("subject"), asked.node("complement")
    word = "" if what is None else str(what.get("keyword")).strip("[]")
    if subject is None or subject.kind != "i" or word not in STATUSES:
        return None
    if found[1] != "this" and "sacrificed" not in found[0]:
        return None
    return (*found, {"if was not" if asked.kind == "is_not" else "if was": word})


def _triggering(event: Node | None) -> tuple[Entry, str | None] | None:
    """Return a trigger without its condition, and what "it" is in the effect."""
    if event is None:
        return None
    if event.kind == "at_phase":
        phase = event.get("phase")
        known = phase in ("noon", "dusk", "night") and len(event.parts) == 1
        return ({"at": phase}, None) if known else None
    does = event.node("event") if event.kind == "when" and len(event.parts) == 1 else None
    subject = None if does is None else does.node("subject")
    if does is None or subject is None or len(does.parts) != 2:
        return None
    if (passing := _passing_or_drawing(does, subject)) is not None:
        return passing, None
    if (moving := _moving(does, subject) or _leaving_reserve(does, subject)) is not None:
        return moving, None
    if does.kind == "is":
        return _befalls(subject, does.node("complement"))
    acts = does.node("acts")
    core = None if acts is None or acts.kind != "act" or len(acts.parts) != 1 else acts.node("core")
    if does.kind != "does" or core is None:
        return None
    return _event(subject, str(core.get("verb")), core)


def _passing_or_drawing(does: Node, subject: Node) -> Entry | None:
    """Return the trigger on passing first, or on drawing or Resupplying."""
    acts = does.node("acts")
    if acts is None or does.kind != "does":
        return None
    if acts.kind == "act":
        core, said = acts.node("core"), items(acts.node("adverbs"), "items")
        passing = core is not None and core.kind == "verb" and core.get("verb") == "pass"
        first = len(said) == 1 and said[0].get("manner") == "first"
        return {"passes first": "you"} if passing and first and subject.kind == "you" else None
    one, other = (core_of(acts.node(name)) for name in ("first", "second"))
    if acts.kind != "or_act" or one is None or other is None or other.get("verb") != "[resupply]":
        return None
    drawing = one.get("verb") == "draw" and count_of(one.node("object"), "card", bound=True) == 1
    who = drawing and other.kind == "verb" and is_player(subject, "a", "opponent")
    return {"draws or resupplies": "opponent"} if who else None


def _moving(does: Node, subject: Node) -> Entry | None:
    """Return the trigger on the object's own Expedition's moving forward, or failing to at Dusk."""
    acts = does.node("acts")
    core = None if acts is None or acts.kind != "act" else acts.node("core")
    if core is None or core.kind != "advance" or acts is None:
        return None
    said = items(acts.node("adverbs"), "items")
    if (due := _due_to(said)) is not None and does.kind == "does":
        whose = _whose_expedition(subject)
        return None if whose is None else {"moves forward due to": due, "expedition": whose}
    if noun_of(subject) != "expedition" or whose_of(subject) != "my" or len(subject.parts) != 2:
        return None
    if does.kind == "does" and not said:
        return {"moves forward": "mine"}
    at_dusk = len(said) == 1 and said[0].kind == "during" and said[0].get("phase") == "dusk"
    return {"fails to move forward": "mine"} if does.kind == "does_not" and at_dusk else None


def _leaving_reserve(does: Node, subject: Node) -> Entry | None:
    """Return the trigger on a card's leaving its player's Reserve during a phase."""
    acts = does.node("acts")
    core = None if acts is None or acts.kind != "act" or does.kind != "does" else acts.node("core")
    said = [] if acts is None else items(acts.node("adverbs"), "items")
    place = None if core is None or core.kind != "verb_object" else core.node("object")
    words = filter_words(subject) if _is_one(subject) else None
    if core is None or place is None or core.get("verb") != "leave" or len(said) != 1:
        return None
    if said[0].kind != "during" or said[0].get("phase") != "afternoon" or words != "card":
        return None
    if noun_of(place) != "reserve" or whose_of(place) != "your" or len(place.parts) != 2:
        return None
    return {"leaves": "card in your reserve", "zone": "reserve", "in afternoon": True}


def _due_to(adverbs: list[Node]) -> str | None:
    """Return the terrain due to which an Expedition moves forward."""
    to = adverbs[0].node("to") if len(adverbs) == 1 and adverbs[0].kind == "due_to" else None
    noun = None if to is None or len(to.parts) != 1 else to.node("noun")
    return None if noun is None else TERRAINS.get(str(noun.get("terrain")))


def _whose_expedition(subject: Node) -> str | None:
    """Return whose Expedition a trigger is about: the object's own, or each of its player's."""
    if noun_of(subject) != "expedition" or len(subject.parts) != 2:
        return None
    if whose_of(subject) == "my":
        return "mine"
    quantifier = subject.node("quantifier")
    whose = None if quantifier is None else quantifier.node("whose")
    if quantifier is None or quantifier.kind != "of_own" or quantifier.get("count") != 1:
        return None
    return "yours" if whose is not None and whose.kind == "your" else None


def _befalls(subject: Node, complement: Node | None) -> tuple[Entry, str | None] | None:
    """Return the trigger on what is done to the object itself."""
    if complement is None or complement.kind != "done" or len(complement.parts) != 1:
        return None
    if subject.kind != "i" or complement.get("past") != "sacrificed":
        return None
    return {"sacrificed": "this"}, "this"


def _event(subject: Node, verb: str, core: Node) -> tuple[Entry, str | None] | None:
    thing = core.node("object")
    if core.kind == "verb" and subject.kind == "you" and verb == "pass":
        return {"passes": "you"}, None
    if core.kind == "verb_to_from" and subject.kind == "i" and verb == "go":
        from_, to = core.node("from"), core.node("to")
        if from_ is None or to is None or len(to.parts) != 1 or len(core.parts) != 3:
            return None
        if noun_of(from_) == "expedition zone" and noun_of(to) == "reserve":
            return {"goes to reserve": "this"}, "this"
        if from_.kind == "anywhere" and noun_of(to) == "reserve":
            return {"enters": "this", "zone": "reserve"}, "this"
        if noun_of(from_) == "hand" and whose_of(from_) == "your" and noun_of(to) == "reserve":
            return {"enters from hand": "this", "zone": "reserve"}, "this"
    if core.kind != "verb_object" or thing is None or len(core.parts) != 2:
        return None
    if subject.kind == "i":
        return _of_itself(verb, thing)
    if verb == "exhaust" and subject.kind == "you" and _is_one(thing):
        return ({"exhausts": "you"}, None) if filter_words(thing) == "card in reserve" else None
    if verb == "join" and noun_of(thing) == "discard pile" and len(thing.parts) == 2:
        alone = _is_one(subject) and filter_words(subject) == "card"
        return ({"enters": "card", "zone": "discard pile"}, None) if alone else None
    if verb in ("play", "sacrifice", "create") and _is_one(thing):
        return _deed(subject, verb, thing)
    if verb == "join" and noun_of(thing) == "expedition":
        return _joining(subject, thing)
    return _gaining(subject, thing) if verb == "gain" else None


def _of_itself(verb: str, thing: Node) -> tuple[Entry, str | None] | None:
    """Return the trigger on what the object itself does."""
    place = noun_of(thing)
    if verb == "leave" and place == "expedition zone":
        return {"leaves": "this"}, "this"
    if verb == "leave" and place == "landmark zone" and whose_of(thing) == "your":
        return {"leaves": "this", "zone": "landmark"}, "this"
    return _gaining(None, thing) if verb == "gain" else None


_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}


def _nth_counter(thing: Node) -> Entry | None:
    """Return the trigger on the object's own gaining so many counters of a name."""
    nth = thing.node("quantifier") if thing.kind == "phrase" and len(thing.parts) == 2 else None
    whose = None if nth is None or nth.kind != "own_nth" else nth.node("whose")
    number = None if nth is None else _NTH.get(str(nth.get("nth")))
    name = counters_of(thing)
    if whose is None or whose.kind != "my" or number is None or name in (None, "boost"):
        return None
    return {"gains counter": number, "named": name}


def _gaining(subject: Node | None, thing: Node) -> tuple[Entry, str | None] | None:
    """Return the trigger on boosts, on counters or on a status."""
    if subject is None and (nth := _nth_counter(thing)) is not None:
        return nth, "this"
    words = "this" if subject is None else _any_words(subject)
    if words is None:
        return None
    it = "this" if subject is None else "it"
    if count_of(thing, "boost", bound=True) == 1 and not _is_at_most(thing):
        return {"boosted": words}, it
    word = str(thing.get("keyword")).strip("[]") if thing.kind == "keyword" else ""
    return ({"gains": words, "status": word}, it) if word in STATUSES else None


def _deed(subject: Node, verb: str, thing: Node) -> tuple[Entry, str | None] | None:
    """Return the trigger on what a player does."""
    who = "you" if subject.kind == "you" else None
    if who is None and is_player(subject, "a", "opponent"):
        who = "opponent"
    words = filter_words(thing)
    if who is None or words is None or "control" in words:
        return None
    by = {} if who == "you" else {"who": who}
    if verb == "create":
        alone = words.startswith("token ") and "reserve" not in words
        return ({"creates": words, **by}, "it") if alone else None
    if verb == "sacrifice":
        return (
            None if "reserve" in words or "hand" in words else ({"sacrificed": words, **by}, "it")
        )
    played = words.removesuffix(" in reserve")
    if "reserve" in played or "hand" in played or not _sorts_only(played):
        return None
    return {"plays" if played == words else "plays from reserve": played, **by}, "it"


def _joining(subject: Node, thing: Node) -> tuple[Entry, str | None] | None:
    """Return the trigger on a Character's joining an expedition."""
    words = filter_words(subject) if _is_one(subject) else None
    if words is None or not _sorts_only(words):
        return None
    posts = items(thing.node("posts"), "items")
    if not posts and len(thing.parts) == 2:
        if whose_of(thing) == "your" and _is_plural(thing):
            return {"enters": f"{words} you control"}, "it"
        if whose_of(thing) == "my" and not _is_plural(thing):
            return {"joins": words}, "it"
    what = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "facing" else None
    if what is not None and what.kind == "me" and len(thing.parts) == 3:
        return {"joins": words, "expedition": "facing"}, "it"
    return None


def _any_words(phrase: Node) -> str | None:
    """Return what a phrase with "a" or "another" speaks of, in play."""
    words = filter_words(phrase) if _is_one(phrase) else None
    return None if words is None or "reserve" in words or "hand" in words else words


def _sorts_only(words: str) -> bool:
    """Whether a filter asks only what can be told of an object that is just coming."""
    return not {"boosted", "anchored", "asleep", "fleeting", "exhausted"} & set(words.split())


def _is_at_most(phrase: Node) -> bool:
    quantifier = phrase.node("quantifier")
    return quantifier is not None and quantifier.kind in ("at_most", "no")


def _is_one(phrase: Node) -> bool:
    quantifier = phrase.node("quantifier")
    return quantifier is not None and quantifier.kind in ("a", "another")


def _is_plural(phrase: Node) -> bool:
    noun = phrase.node("noun")
    inner = None if noun is None else noun.get("noun")
    return isinstance(inner, Noun) and inner.number == "many"
