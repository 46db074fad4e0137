"""What abilities cost, in the words of card files."""

from __future__ import annotations

import re
from typing import Any

from kb.cards.fftcg.clauses import top_number
from kb.cards.fftcg.conditions import condition_of
from kb.cards.fftcg.nodes import (
    Unsaid,
    counter_kind,
    items,
    lemma,
    posts_of,
    quantifier_kind,
    states_of,
    unfold,
    verb_of,
    whose,
    with_items,
    word_in,
)
from kb.cards.fftcg.phrases import Phrases
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


def other_way(does: Node | None, phrases: Phrases) -> dict[str, Any] | None:
    """Return what a player may pay to cast the card, as an ability; None for other clauses.

    That is instead of its cost in CP, or before it, so that it costs less.
    """
    opening = None if does is None or does.kind != "under" else does.node("opening")
    made: dict[str, Any] = {}
    condition: Node | None = None
    before = False
    if does is not None and opening is not None:
        before = opening.kind == "first" and _before_paying(opening, phrases)
        if opening.kind == "if" and word_in(opening, "word") == "if":
            does = does.node("does")
            condition = opening.node("condition")
        elif _in_your_turn(opening):
            does = does.node("does")
            made["only if"] = "it is your turn"
        elif before:
            does = does.node("does")
        else:
            return None
    goal = None if does is None or does.kind != "may_to" else does.node("goal")
    if does is None or goal is None or does.get("modal") != "can":
        return None
    acts = does.node("acts")
    if acts is not None and acts.kind == "act_how":
        how = acts.node("how")
        if how is not None and how.kind == "remark_how" and _instead_of_cp(how.node("how")):
            acts = acts.node("act")
    saves = _saved(goal, phrases) if before else None
    if phrases.player(does.get("subject")) != "you" or before == (saves is None):
        return None
    if not before and not _casts_this(goal, phrases):
        return None
    parts = [part.node("object") if _pays(part) else part for part in _split(acts)]
    body = Node("ways", (("costs", Node("costs", (("costs", tuple(parts)),))),))
    cost = cost_of(body, phrases)
    if cost is None or "{s}" in cost or "{dull}" in cost:
        return None
    if before and _CP.search(cost):
        raise Unsaid("CP besides the cost")
    if condition is not None:
        made["only if"] = condition_of(condition, phrases)
    return {
        "cost": cost,
        "casts it": True,
        **({"saves": saves} if before else {}),
        **made,
        "effect": [],
    }


_CP = re.compile(r"\{(?:\d+|fire|ice|wind|lightning|water|earth)\}")


def _pays(part: Node) -> bool:
    return part.kind == "act" and verb_of(part) == "pay"


def _split(acts: Node | None) -> list[Node]:
    """Return acts that are joined, each by itself."""
    if acts is None:
        return []
    if acts.kind in ("and_act", "comma_act", "comma_and_act"):
        return [*_split(acts.node("first")), *_split(acts.node("second"))]
    return [acts]


def _in_your_turn(opening: Node) -> bool:
    """Whether an opening is "during your turn"."""
    hows = items(opening.node("adverbs"), "adverbs")
    what = hows[0].node("what") if len(hows) == 1 else None
    if opening.kind != "first" or what is None or word_in(hows[0], "prep") != "during":
        return False
    return lemma(what) == "turn" and whose(what) == "your" and not posts_of(what)


def _before_paying(opening: Node, phrases: Phrases) -> bool:
    """Whether an opening is "before paying the cost to cast Pim"."""
    hows = items(opening.node("adverbs"), "adverbs")
    how = hows[0] if len(hows) == 1 else None
    if how is None or how.kind != "prep_doing_to" or word_in(how, "prep") != "before":
        return False
    return word_in(how, "verb") == "paying" and _is_own_cost(how.node("what"), phrases)


def _is_own_cost(phrase: Node | None, phrases: Phrases) -> bool:
    """Whether a phrase is "the cost required to cast Pim"."""
    posts = posts_of(phrase)
    if lemma(phrase) != "cost" or len(posts) != 1 or posts[0].kind != "to_do":
        return False
    return verb_of(posts[0]) == "cast" and phrases.is_this(posts[0].get("what"))


def _instead_of_cp(how: Node | None) -> bool:
    """Whether a remark is "(instead of paying the CP cost)"."""
    paying = how is not None and how.kind == "prep_doing_to" and word_in(how, "verb") == "paying"
    return paying and how is not None and word_in(how, "prep") == "instead of"


def _saved(goal: Node, phrases: Phrases) -> int | None:
    """Return by how much "to reduce the cost required to cast Pim by 2" reduces it."""
    how, act = goal.node("how"), goal.node("act")
    if goal.kind != "act_how" or how is None or act is None or how.kind != "prep_number":
        return None
    if verb_of(act) != "reduce" or word_in(how, "prep") != "by":
        return None
    number = how.get("number")
    own = _is_own_cost(act.node("object"), phrases)
    return number if own and isinstance(number, int) else None


def _casts_this(goal: Node, phrases: Phrases) -> bool:
    """Whether what is paid for is that the card is cast, in whatever words."""
    act, hows = unfold(goal)
    places = [lemma(how.get("to") or how.get("what")) for how in hows]
    if act is None or act.kind != "act" or not phrases.is_this(act.get("object")):
        return False
    verb = verb_of(act)
    return (verb == "cast" and not places) or (verb == "play" and places == ["hand", "field"])


def _paid(part: Node, phrases: Phrases) -> str | None:
    """Return a cost in words: what is dulled, discarded, put elsewhere; None without such words."""
    if part.kind == "act" and verb_of(part) == "dull":
        return _dulled(part.node("object"), phrases)
    act, how = part.node("act"), part.node("how")
    if part.kind == "act":
        act, how = part, None
    if act is None or act.kind != "act":
        return None
    verb, thing = verb_of(act), act.node("object")
    place = "" if how is None else lemma(how.get("to") or how.get("what"))
    if (top := _top(verb, thing, place)) is not None:
        return top
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


def paid_by_several(deeds: Node | None, phrases: Phrases) -> str | None:
    """Return as a cost what one may do with several things at once, or with active ones.

    Of a single thing that is put elsewhere, what follows may speak: it is selected. A card that
    dulls itself is no cost but of its own ability; what is discarded to an effect is no cost.
    """
    parts = _split(deeds)
    said = _paid(parts[0], phrases) if len(parts) == 1 else None
    if said is None or "," in said or " this" in said or " top " in said:
        return None
    return said if re.match(r"dull \d|(?:put|remove) (?:[2-9]|\d\d+) ", said) else None


def _top(verb: str, thing: Node | None, place: str) -> str | None:
    """Return "remove the top 2 cards of your deck from the game" as a cost; None for others."""
    number = top_number(thing)
    if lemma(thing) != "card" or number is None or not quantifier_kind(thing):
        return None
    decks = [post.node("what") for post in posts_of(thing)]
    if len(decks) != 1 or whose(decks[0]) != "your" or lemma(decks[0]) != "deck":
        return None
    if verb == "remove" and place == "game":
        return f"remove the top {number} cards from the game"
    return f"put the top {number} cards into the break zone" if place == "break zone" else None


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
    posts = posts_of(thing)
    what = posts[-1].node("what") if posts and word_in(posts[-1], "prep") == "in" else None
    if what is None:
        return thing, ""
    if lemma(what) == "break zone" and quantifier_kind(what) == "the":
        what = what.put("quantifier", Node("own", (("whose", "your"),)))
    return with_items(thing, "posts", posts[:-1]), phrases.zone(what)


def _counters(thing: Node, how: Node | None, phrases: Phrases) -> str:
    """Return how many counters are taken off the card itself, or off one of one's own."""
    least, most = phrases.count(thing)
    kind, place = counter_kind(thing), None if how is None else how.get("what")
    if least != most or not kind or not isinstance(place, Node):
        raise Unsaid("counters")
    if phrases.is_this(place):
        return f"take off {least} {kind} counters"
    words = phrases.filter(place)
    if phrases.count(place) != (1, 1) or "opponent" in words or f" {words}".count(" in "):
        raise Unsaid("counters")
    return f"take off one {words} {least} {kind} counters"


def _dulled(thing: Node | None, phrases: Phrases) -> str | None:
    """Return "dull 2 active Forwards" as a cost; None if the rules have no word for it."""
    if thing is None or states_of(thing) != ["active"]:
        return None
    plainly = with_items(thing, "describers")
    if phrases.is_this(plainly):
        return "dull 1 this"
    try:
        least, most = phrases.count(thing)
        words = phrases.filter(plainly)
    except Unsaid:
        return None
    return f"dull {least} {words}" if least == most and "," not in words else None
