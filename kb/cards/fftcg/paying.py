"""Which CP may be paid, and what gives them: "can produce CP of any Element"."""

from __future__ import annotations

from typing import Any

from kb.cards.fftcg.nodes import (
    Unsaid,
    inner,
    items,
    lemma,
    owner_of,
    posts_of,
    quantifier_kind,
    verb_of,
    whose,
    word_in,
)
from kb.cards.fftcg.phrases import Phrases
from kb.cards.values import Node, Verb

Entry = dict[str, Any]

_NEVER = ("will not", "wo not")


def paying(does: Node, phrases: Phrases) -> Entry | None:
    """Return what a field ability says of CP or of becoming active; None for other clauses."""
    subject, acts = does.node("subject"), does.node("acts")
    how = acts.node("how") if acts is not None and acts.kind == "act_how" else None
    act = acts.node("act") if acts is not None and acts.kind == "act_how" else acts
    if act is None or subject is None:
        return None
    never = does.kind == "does_not" or word_in(does, "modal") in _NEVER
    if never and verb_of(act) == "activate":
        return _stays_dull(subject, act, how, phrases)
    if does.get("modal") != "can":
        return None
    if does.kind == "may" and verb_of(act) == "produce" and how is None:
        what = phrases.all_of(subject)
        return {"produces": _element(act.node("object")), "what": what}
    if does.kind == "may" and act.kind == "be_so" and lemma(subject) == "cost":
        return _paid_with_any(subject, act, how, phrases)
    if does.kind == "may_to":
        return _only_paid(act, how, does.node("goal"), phrases)
    return None


def _stays_dull(subject: Node, act: Node, how: Node | None, phrases: Phrases) -> Entry:
    during = inner(how, "what")
    own = quantifier_kind(during) == "the" or whose(during) == "your"
    its = lemma(owner_of(during)) == "controller"
    if act.kind != "act_alone" or lemma(during) != "active phase" or not (own or its):
        raise Unsaid("whose Active Phase")
    what = phrases.all_of(subject)
    if not its and what != "this" and "you control" not in what:
        raise Unsaid("whose Active Phase")
    return {"does not activate": what}


def _paid_with_any(subject: Node, act: Node, how: Node | None, phrases: Phrases) -> Entry:
    (post,) = posts_of(subject) or [Node("")]
    what, paid = post.node("what"), act.node("complement")
    said = word_in(paid, "past")
    if verb_of(post) != "cast" or said != "paid" or what is None or _element(_with(how)) != "any":
        raise Unsaid("a cost")
    this = phrases.is_this(what)
    return {"paid with any element": "this" if this else phrases.filter(what)}


def _only_paid(act: Node, how: Node | None, goal: Node | None, phrases: Phrases) -> Entry:
    inside = act.node("act") if act.kind == "act_before" else None
    goal = _cast(goal)
    casts = goal is not None and verb_of(goal) == "cast" and phrases.is_this(goal.get("object"))
    only = inside is not None and word_in(act, "how") == "only" and verb_of(inside) == "pay"
    cp = _with(how)
    if not casts or not only or cp is None:
        raise Unsaid("how it is paid")
    posts = posts_of(cp)
    made = posts[0] if len(posts) == 1 and posts[0].kind == "done_after" else None
    if made is not None and word_in(made, "past") == "produced" and lemma(cp) == "cp":
        (source,) = [one.node("what") for one in items(made.node("tails"))] or [None]
        if lemma(source) != "backup":
            raise Unsaid("which CP")
        return {"paid only by": phrases.filter(source)}
    element = _element(cp)
    if element == "any":
        raise Unsaid("which CP")
    return {"paid only with": element}


def _cast(goal: Node | None) -> Node | None:
    """Return "play it onto the field" as "cast it": older cards say so (el.cast.legacy-field)."""
    act = None if goal is None or goal.kind != "act_how" else goal.node("act")
    how = None if goal is None else goal.node("how")
    if act is not None and act.kind == "act_how" and _from_hand(act.node("how")):
        act = act.node("act")
    elif act is not None and act.kind == "act" and _from_hand(how):  # "cast it from your hand"
        return act
    field = how is not None and how.kind == "toward" and lemma(how.get("to")) == "field"
    if act is None or not field or verb_of(act) != "play":
        return goal
    return act.put("verb", Verb("cast"))


def _from_hand(how: Node | None) -> bool:
    """Whether it is said that something comes from its player's hand, as what is cast does."""
    place = None if how is None or word_in(how, "prep") != "from" else how.node("what")
    return lemma(place) == "hand" and whose(place) == "your"


def _with(how: Node | None) -> Node | None:
    return None if how is None or word_in(how, "prep") != "with" else how.node("what")


def _element(cp: Node | None) -> str:
    """Return of which element CP are: a word for one, or ``any``."""
    noun = None if cp is None else cp.node("noun")
    if cp is None or noun is None or lemma(cp) != "cp":
        raise Unsaid("which CP")
    posts, sort = posts_of(cp), noun.node("sort")
    if sort is not None and sort.kind == "element" and not posts:
        return word_in(sort, "element")
    what = posts[0].node("what") if len(posts) == 1 else None
    plainly = lemma(what) == "element" and not posts_of(what)
    if noun.kind != "noun" or quantifier_kind(what) != "any" or not plainly:
        raise Unsaid("which CP")
    return "any"
