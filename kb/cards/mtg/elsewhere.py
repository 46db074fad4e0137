"""What a text lets its controller play from the graveyard, or from the top of the library."""

from __future__ import annotations

import re
from typing import Any

from kb.cards.mtg.effects.shapes import quantifier_of, unfold
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.noun_phrases import place_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node

Entry = dict[str, Any]

_EACH_TURN = "during each of your turns"
_TOP = "top of your library"
_EXILE = "in exile"


def played_from(clause: Node, phrases: Phrases) -> list[Entry] | None:
    """Return what a sentence lets be played from where it is; None if it says no such thing.

    Parameters
    ----------
    clause
        "You may play lands and cast creature spells from the top of your library", or "once during
        each of your turns, you may cast a creature spell from your graveyard".
    phrases
        Reads what is played.
    """
    opening, once = clause.node("opening"), False
    if clause.kind == "under":
        if opening is None or opening.kind != "first" or not _once_each_turn(opening):
            return None
        inner = clause.node("does")
        if inner is None:
            return None
        clause, once = inner, True
    subject, acts = clause.node("subject"), clause.node("acts")
    yours = subject is not None and subject.kind == "you" and plain(clause.get("modal")) == "may"
    if clause.kind != "may" or not yours or acts is None:
        return None
    place, parts = _place(acts), _parts(acts)
    if not place or any(verb_of(part) not in ("play", "cast") for part in parts):
        return None
    return [_permitted(part, place, once, phrases) for part in parts]


def cast_free(clause: Node, phrases: Phrases) -> list[Entry] | None:
    """Read "you may cast spells from your hand without paying their mana costs"."""
    subject, acts = clause.node("subject"), clause.node("acts")
    yours = subject is not None and subject.kind == "you" and plain(clause.get("modal")) == "may"
    core, hows = unfold(acts)
    if clause.kind != "may" or not yours or core is None or verb_of(core) != "cast":
        return None
    free = [
        how for how in hows if how.kind == "prep_doing_to" and plain(how.get("verb")) == "paying"
    ]
    where = [how.node("what") for how in hows if plain(how.get("prep")) == "from"]
    costs = free[0].node("what") if len(free) == 1 else None
    if len(hows) != 2 or len(where) != 1 or plain(lemma(costs)) != "mana cost":
        return None
    thing = core.node("object") if core.kind == "act" else None
    if place_of(where[0]) != "in your hand" or thing is None or thing.kind != "bare":
        return None
    words = phrases.filter(thing)
    if "spell" not in words.split():
        raise Unsaid("cast from where")
    return [{"static": {"cast free": words}}]


def _permitted(part: Node, place: str, once: bool, phrases: Phrases) -> Entry:
    """Return what one verb lets be played from a place."""
    thing = part.node("object") if part.kind == "act" else None
    if verb_of(part) == "cast" and place == "in your graveyard" and phrases.is_this(thing):
        return {"static": {"cast from graveyard": "this"}, "from": "graveyard"}
    if verb_of(part) == "cast" and place == _EXILE and phrases.is_this(thing):
        return {"static": {"cast from exile": "this"}, "from": "exile"}
    if place == _EXILE:
        raise Unsaid("what is cast from exile")
    quantifier = None if thing is None else thing.node("quantifier")
    alone = quantifier is not None and plain(quantifier.get("count")) == "one"
    one = thing is not None and (quantifier_of(thing) == "a" or (once and alone))
    if thing is None or one is not once or not (once or thing.kind == "bare"):
        raise Unsaid("what is played")
    words = re.split(r" or (?!less|greater)", phrases.filter(thing))
    if verb_of(part) == "play":
        if words != ["land"] or once:
            raise Unsaid("what is played")
        return {"static": {"play lands from": "top" if place == _TOP else "graveyard"}}
    if not all(re.search(r"\bspell\b", one) for one in words):
        raise Unsaid("cast from where")
    where = "in your library" if place == _TOP else place
    cards = " or ".join(re.sub(r"\bspell\b", f"card {where}", one) for one in words)
    if place == _TOP:
        if once:
            raise Unsaid("once each turn")
        return {"static": {"cast from top": cards}}
    return {"static": {"cast from graveyard": cards, **({"once": True} if once else {})}}


def _parts(acts: Node) -> list[Node]:
    """Return the verbs of "play lands and cast spells from …", without from where."""
    if acts.kind == "and_act":
        first, second = acts.node("first"), acts.node("second")
        return [*(_parts(first) if first else []), *(_parts(second) if second else [])]
    core, _ = unfold(acts)
    return [] if core is None else [core]


def _place(acts: Node) -> str:
    """Return from where something is played; nothing where there is no word for it."""
    last = acts.node("second") if acts.kind == "and_act" else acts
    _, hows = unfold(last)
    where = hows[0].node("what") if len(hows) == 1 else None
    if where is None or plain(hows[0].get("prep")) != "from":
        return ""
    if lemma(where) == "top" and quantifier_of(where) == "the":
        posts = items(where.node("posts"))
        of = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
        return _TOP if place_of(of) == "in your library" else ""
    if where.kind == "exile":
        return _EXILE
    return "in your graveyard" if place_of(where) == "in your graveyard" else ""


def _once_each_turn(opening: Node) -> bool:
    """Whether this is "during each of your turns", with or without "once"."""
    adverbs = items(opening.node("adverbs"), "adverbs")
    words = [plain(one.get("time") or one.get("manner")) for one in adverbs]
    return words in ([_EACH_TURN], ["once", _EACH_TURN])
