"""Clauses: what is done, may be done, cannot be done or has to be, and when that is so."""

from __future__ import annotations

from kb.cards.fftcg.amounts import scales
from kb.cards.fftcg.clauses import (
    at_turns_end,
    during_this_turn,
    instead,
    is_lost,
    price_paid,
    unpaid,
    until_end,
)
from kb.cards.fftcg.conditions import condition_of
from kb.cards.fftcg.costs import paid_by_several
from kb.cards.fftcg.damage import Harm, next_damage, replaced
from kb.cards.fftcg.effects.acts import acts, put_off
from kb.cards.fftcg.effects.cards import turned_over
from kb.cards.fftcg.effects.reader import EffectReader, Entry
from kb.cards.fftcg.effects.things import things
from kb.cards.fftcg.forbidding import deeds_hindered, not_to_be, obliged, with_if_possible
from kb.cards.fftcg.nodes import (
    Unsaid,
    inner,
    items,
    lemma,
    posts_of,
    states_of,
    unfold,
    verb_of,
    whose,
    with_items,
    without_quantifier,
    word_in,
)
from kb.cards.values import Node


def clause(reader: EffectReader, node: Node | None) -> list[Entry]:
    """Return the instructions of a clause."""
    if node is None:
        raise Unsaid("a clause")
    match node.kind:
        case "after_that":
            return clause(reader, node.node("does"))
        case "clauses" | "then":
            first = clause(reader, node.node("first"))
            return [*first, *clause(reader, node.node("second"))]
        case "under":
            return under(reader, node)
        case "do":
            return acts(reader, node.node("acts"), "you")
        case "does":
            return acts(reader, node.node("acts"), node.get("subject"))
        case "only_under":
            return turned_over(reader, node) or _while_here(reader, node)
        case "does_not":
            return _stays_dull(reader, node, node.node("acts"))
        case "may":
            return _modal(reader, node, node.node("acts"))
    raise Unsaid(node.kind)


def _while_here(reader: EffectReader, node: Node) -> list[Entry]:
    """Return what is removed for as long as the card itself is on the field."""
    if word_in(node, "word") != "for as long as":
        raise Unsaid("a condition")
    made = clause(reader, node.node("does"))
    said = condition_of(node.node("condition"), reader.phrases)
    if said != "this is on the field" or any(one.keys() != {"remove"} for one in made):
        raise Unsaid("what is so as long as something is so")
    return [{"remove while here": one["remove"]} for one in made]


_NO_BURSTS = "EX Bursts of cards put into the Damage Zone due to this ability cannot be used"
"""What is said of the damage that a text deals."""


def _modal(reader: EffectReader, node: Node, deeds: Node | None) -> list[Entry]:
    """Return what may be done, has to be done, cannot be done or will not happen."""
    subject, modal = node.get("subject"), node.get("modal")
    if modal == "may" and reader.phrases.player(subject) == "you":
        if (price := price_paid(deeds)) is not None:
            return [{"may pay": price, "then": []}]
        if (price := paid_by_several(deeds, reader.phrases)) is not None:
            reader.it = []  # none of them, nor what was spoken of before, is "it" from then on
            return [{"may pay": price, "then": []}]
        with reader.choosing_nothing():
            made = acts(reader, deeds, "you")
        return [{"may": made}]
    if modal == "cannot" and reader.said(node).rstrip(".") == _NO_BURSTS:
        return [{"no ex bursts": None}]
    if modal == "cannot" and (being := not_to_be(deeds)):
        return [{"cannot be": being, "what": one} for one in things(reader, subject)]
    if modal == "must":
        return [{"must": obliged(node, ends=True), "what": one} for one in things(reader, subject)]
    if modal == "can":
        act, hows = unfold(deeds)
        more = sorted(word_in(how, "manner") or word_in(how, "time") for how in hows)
        attack = act is not None and act.kind == "act_alone" and verb_of(act) == "attack"
        if not attack or more != ["once more", "this turn"]:
            raise Unsaid("what can be done")
        return [{"attack once more": one} for one in things(reader, subject)]
    if modal == "will not":
        return _stays_dull(reader, node, deeds)
    if modal == "cannot":
        return [
            {"cannot": deed, "what": one}
            for one in things(reader, subject)
            for deed in deeds_hindered(deeds, ends=True)
        ]
    raise Unsaid(node.kind)


def _stays_dull(reader: EffectReader, node: Node, deeds: Node | None) -> list[Entry]:
    """Return what does not become active "during your next Active Phase"."""
    phase, does = inner(deeds, "how", "what"), verb_of(inner(deeds, "act"))
    next_own = whose(phase) == "your" and states_of(phase) == ["next"]
    if does != "activate" or lemma(phase) != "active phase" or not next_own:
        raise Unsaid("what does not become active")
    return [{"stays dull": one} for one in things(reader, node.get("subject"))]


def under(reader: EffectReader, node: Node) -> list[Entry]:
    """Return what is done under a condition, or at a time, with which a clause begins."""
    opening, does = node.node("opening"), node.node("does")
    if opening is None:
        raise Unsaid("an opening")
    if opening.kind in ("when", "if") and is_lost(opening):
        return _lost(reader, opening.kind, node)
    if opening.kind == "if" and word_in(opening, "word") == "if":
        asked = opening.node("condition")
        with reader.choosing_nothing():
            if (price := unpaid(asked, reader.phrases)) is not None:
                return [{"unless paid": price, "then": clause(reader, does)}]
            said = condition_of(asked, reader.phrases, reader.one())
            return [{"if": said, "then": clause(reader, does)}]
    if opening.kind == "first" and does is not None:
        return _first(reader, items(opening.node("adverbs"), "adverbs"), does)
    raise Unsaid("an opening")


def _first(reader: EffectReader, hows: list[Node], does: Node) -> list[Entry]:
    """Return what is done where adverbs come first: at the end of the turn, during this turn."""
    if len(hows) == 1 and at_turns_end(hows[0]):
        with reader.choosing_nothing():
            steps = clause(reader, does)
        return put_off(reader, steps)
    if len(hows) == 1 and during_this_turn(hows[0]):
        if (next_one := _next_costs_less(reader, does)) is not None:
            return [next_one]
        harm = replaced(does, reader.phrases) or next_damage(does)
        if harm is None or harm.lasts:
            raise Unsaid("what is so this turn")
        return harmed(reader, harm)
    if [word_in(how, "manner") for how in hows] == ["if possible"]:
        return clause(reader, with_if_possible(does))
    if does.kind in ("clauses", "clauses__comma") and all(map(until_end, hows)):
        both = (does.node("first"), does.node("second"))
        return [step for one in both if one is not None for step in _first(reader, hows, one)]
    if does.kind == "does" and all(until_end(how) or scales(how) for how in hows):
        return acts(reader, does.node("acts"), does.get("subject"), tuple(hows))
    if does.kind == "may" and len(hows) == 1 and until_end(hows[0]):
        how = (("act", does.get("acts")), ("how", hows[0]))
        return _modal(reader, does, Node("act_how", how))
    raise Unsaid("an opening")


def harmed(reader: EffectReader, harm: Harm) -> list[Entry]:
    """Return what replaces damage for the rest of the turn."""
    if harm.word == "to" and reader.phrases.player(harm.whom) == "you":
        return [{**harm.entry, "to": "you"}]
    return [{**harm.entry, harm.word: one} for one in things(reader, harm.whom)]


def _lost(reader: EffectReader, kind: str, node: Node) -> list[Entry]:
    """Return what is done when what is spoken of is lost this turn, or instead of that."""
    spoken_of = reader.known()
    if spoken_of == ["it"]:
        raise Unsaid("what it is")
    if kind == "if":
        does = inner(instead(node), "does")
        if does is None or clause(reader, does) != [{"remove": one} for one in spoken_of]:
            raise Unsaid("what is done instead")
        return [{"removed if lost": one} for one in spoken_of]
    number, later = reader.number(), reader.another("it")
    found = clause(later, node.node("does"))
    if later.effect.later or later.effect.due:
        raise Unsaid("what follows on it")
    later.effect.steps = found
    reader.effect.losses[number] = later.effect
    if not found:  # a choice alone: what is done to that, the sentences after it say
        reader.follower = later
    return [{"when lost": number, "what": one} for one in spoken_of]


def _next_costs_less(reader: EffectReader, does: Node) -> Entry | None:
    """Return by how much the next card costs less this turn; None for other clauses."""
    subject, number, more = does.node("subject"), None, {}
    post = next(iter(posts_of(subject)), None)
    if lemma(subject) != "cost" or post is None or post.kind != "to_do":
        return None
    core, hows = unfold(does.node("acts"))
    for how in hows:
        if how.kind == "prep_number" and word_in(how, "prep") == "by" and number is None:
            number = how.get("number")
        elif how.kind == "remark" and reader.said(how).strip("()") == "it cannot become 0":
            more = {"at least one": True}
        else:
            raise Unsaid("a cost")
    past, what = word_in(inner(core, "complement"), "past"), post.node("what")
    casts = verb_of(post) == "cast"
    if past != "reduced" or not casts or not isinstance(number, int) or what is None:
        raise Unsaid("a cost")
    if whose(what) != "your" or states_of(what) != ["next"]:
        raise Unsaid("which cost")
    words = reader.phrases.filter(without_quantifier(with_items(what, "describers")))
    return {"next costs less": number, "what": words, **more}
