"""Day and night, in the words of card files."""

from __future__ import annotations

from kb.cards.mtg.nodes import items, lemma, plain, verb_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node

_TIMES = ("day", "night")


def daylight(core: Node | None) -> str:
    """Return "day" or "night", where something becomes that; else nothing."""
    thing = None if core is None else core.node("object")
    if core is None or core.kind != "act" or verb_of(core) != "become":
        return ""
    return _time(thing)


def day_changes(event: Node) -> bool:
    """Whether this is "day becomes night or night becomes day"."""
    sides = [event.node("first"), event.node("second")] if event.kind == "either_event" else []
    turns = [
        (_time(one.node("subject")), daylight(one.node("acts")))
        for one in sides
        if one is not None and one.kind == "does"
    ]
    return sorted(turns) == [("day", "night"), ("night", "day")]


def enters_by_day(clause: Node, phrases: Phrases) -> bool:
    """Whether this is "if it's neither day nor night, it becomes day as this creature enters"."""
    opening = clause.node("opening") if clause.kind == "under" else None
    tailed = None if opening is None else clause.node("does")
    asked = None if opening is None else opening.node("condition")
    if opening is None or tailed is None or tailed.kind != "tailed" or asked is None:
        return False
    said = asked.node("acts")
    neither = lemma(None if said is None else said.node("complement")) == "neither day nor night"
    does, tail = tailed.node("does"), tailed.node("tail")
    it = all(_about_it(one) for one in (asked, does))
    day = daylight(None if does is None else does.node("acts")) == "day"
    if tail is None or not (plain(opening.get("word")) == "if" and neither and it and day):
        return False
    moment = tail.node("condition") if tail.kind == "only_if" else None
    acts = None if moment is None else moment.node("acts")
    where = None if acts is None else acts.node("object")
    enters = verb_of(acts) == "enter" and (where is None or lemma(where) == "battlefield")
    this = moment is not None and phrases.is_this(moment.node("subject"))
    return plain(tail.get("word")) == "as" and enters and this


def _about_it(clause: Node | None) -> bool:
    subject = None if clause is None else clause.node("subject")
    return subject is not None and subject.kind == "it"


def _time(thing: Node | None) -> str:
    if thing is None or thing.kind != "bare":
        return ""
    alone = not items(thing.node("describers")) and not items(thing.node("posts"))
    return lemma(thing) if alone and lemma(thing) in _TIMES else ""
