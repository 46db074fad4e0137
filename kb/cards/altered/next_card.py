"""What becomes of the next card of a kind that a player plays, or of the first each Afternoon."""

from __future__ import annotations

from typing import Any

from kb.cards.altered.french import SORTS
from kb.cards.altered.phrases import TERRAINS, count_of, items, noun_of
from kb.cards.altered.sequence import Steps
from kb.cards.altered.statics import PLAYED, abilities_of
from kb.cards.altered.things import status_of
from kb.cards.values import Node

_DURATIONS = {"this turn": "end of turn", "this afternoon": "end of afternoon"}

_LOSING = frozenset({"spell", "character"})
"""Kinds of what is played that can be told to lose a status as they are."""


def next_card(clause: Node) -> Steps | None:
    """Return what becomes of the next card of a kind that the player plays; None for others."""
    if clause.kind == "do":
        return _next_is_paid_less(clause)
    if (activating := _next_activates(clause)) is not None:
        return activating
    subject, act = clause.node("subject"), clause.node("acts")
    core = None if act is None or act.kind != "act" else act.node("core")
    nth = None if subject is None else subject.node("quantifier")
    if core is None or act is None or subject is None or nth is None or nth.kind != "the_nth":
        return None
    played = subject.node("control")
    time = None if played is None else played.node("time")
    who = None if played is None else played.node("subject")
    until = _DURATIONS.get(str(time.get("time")) if time is not None else "")
    noun = noun_of(subject)
    if nth.get("nth") != "next" or played is None or played.get("verb") != "play" or until is None:
        return None
    if who is None or who.kind != "you" or len(clause.parts) != 2:
        return None
    if noun not in PLAYED | set(SORTS.values()):
        return None
    if {name for name, _ in subject.parts} != {"quantifier", "noun", "control"}:
        return None
    where: dict[str, str] = {}
    if played.kind == "who_does_at":
        terrain = str((played.node("place") or Node("", ())).get("terrain"))
        if played.get("relation") != "in" or terrain not in TERRAINS or core.kind != "verb_object":
            return None
        where = {"terrain": TERRAINS[terrain]}
    elif played.kind != "who_does":
        return None
    said = items(act.node("adverbs"), "items")
    least = str(said[0].get("price")).strip("{}") if said else ""
    if said and (len(said) > 1 or said[0].kind != "down_to" or not least.isdigit() or where):
        return None
    price = str(core.get("price")).strip("{}")
    less = core.get("more")
    if core.kind == "cost" and price.isdigit() and isinstance(less, Node) and less.kind == "less":
        down = {"down to": int(least)} if least else {}
        return [{"next costs less": int(price), "next": noun, "until": until, **down}]
    if said:
        return None
    if core.kind == "verb_object" and core.get("verb") == "lose" and noun in _LOSING and not where:
        status = status_of(core.get("object"))
        return [{"next loses": status, "next": noun, "until": until}] if status else None
    if core.kind == "verb_object" and core.get("verb") == "gain" and noun == "character":
        count = count_of(core.get("object"), "boost")
        word = "next in region gains" if where else "next gains"
        known = count is not None
        return [{word: count, "next": noun, **where, "until": until}] if known else None
    return None


def first_card(value: Node) -> dict[str, Any] | None:
    """Return what a line says of the first card of a kind each Afternoon; None for others."""
    sentences = items(value, "sentences") if value.kind == "effects" else []
    clause = sentences[0].node("does") if len(sentences) == 1 else None
    subject = None if clause is None else clause.node("subject")
    nth = None if subject is None else subject.node("quantifier")
    played = None if subject is None else subject.node("control")
    time = None if played is None else played.node("time")
    if clause is None or subject is None or nth is None or played is None or time is None:
        return None
    if (nth.kind, nth.get("nth"), time.get("time")) != ("the_nth", "first", "each afternoon"):
        return None
    # It is said as of the next card that is played, but of another one.
    played = _with(played, time=Node("time", (("time", "this afternoon"),)))
    subject = _with(subject, control=played, quantifier=Node("the_nth", (("nth", "next"),)))
    found = next_card(_with(clause, subject=subject))
    if found is None or "next gains" not in found[0]:
        return None
    return {"first gains": found[0]["next gains"], "of": found[0]["next"]}


def _with(node: Node, **parts: Node) -> Node:
    """Return a node some of whose parts are others."""
    return Node(node.kind, tuple((name, parts.get(name, part)) for name, part in node.parts))


def _next_is_paid_less(clause: Node) -> Steps | None:
    """Return that the player pays less for the next card of a kind."""
    act = clause.node("acts")
    core = None if act is None or act.kind != "act" else act.node("core")
    phrase = None if core is None or core.kind != "pay_less" else core.node("for")
    price = "" if core is None else str(core.get("price")).strip("{}")
    if act is None or phrase is None or not price.isdigit() or len(clause.parts) != 1:
        return None
    cost = Node("cost", (("more", Node("less", ())), ("price", f"{{{price}}}")))
    return next_card(Node("does", (("acts", _with(act, core=cost)), ("subject", phrase))))


def _next_activates(clause: Node) -> Steps | None:
    """Return that the next card of a kind from the player's hand activates its reactions."""
    subject, act = clause.node("subject"), clause.node("acts")
    core = None if act is None or act.kind != "act" or len(act.parts) != 1 else act.node("core")
    nth = None if subject is None else subject.node("quantifier")
    played = None if subject is None else subject.node("control")
    if core is None or subject is None or nth is None or played is None or len(clause.parts) != 2:
        return None
    thing, time, place = core.node("object"), played.node("time"), played.node("place")
    until = _DURATIONS.get(str(time.get("time")) if time is not None else "")
    verb = played.get("past") if played.kind == "done_from" else played.get("verb")
    who = played.node("subject")
    whose = None if place is None or place.kind != "spot" else place.node("whose")
    hand = place is not None and noun_of(place) == "hand"
    if (
        not hand
        or whose is None
        or whose.kind != "your"
        or verb not in ("play", "played")
        or until is None
    ):
        return None
    if played.kind not in ("done_from", "who_does_at") or core.get("verb") != "activate":
        return None
    if (who is None) != (played.kind == "done_from") or (who is not None and who.kind != "you"):
        return None
    if nth.kind != "the_nth" or nth.get("nth") != "next" or thing is None:
        return None
    one = thing.node("quantifier")
    only = one is not None and one.kind == "of_own" and one.get("count") == 1
    if only and one is not None:
        own = Node("own", tuple(part for part in one.parts if part[0] == "whose"))
        parts = ((name, own if name == "quantifier" else part) for name, part in thing.parts)
        thing = Node(thing.kind, tuple(parts))
    found, noun = abilities_of(thing), noun_of(subject)
    if found is None or found[1] is not None or noun not in PLAYED | set(SORTS.values()):
        return None
    more = {"one": True} if only else {}
    return [{"next activates": found[0], "next": noun, "until": until, **more}]
