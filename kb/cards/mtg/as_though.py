"""What creatures may do "as though" another thing were so, and what able ones have to do."""

from __future__ import annotations

from kb.cards.mtg.effects.shapes import unfold
from kb.cards.mtg.nodes import items, lemma, plain, verb_of
from kb.cards.values import Node

DESPITE_DEFENDER = "despite_defender"
"""The kind of an act that is attacking as though one didn't have defender."""

_PRONOUNS = ("it", "they", "he", "she")


def despite_defender(clause: Node) -> Node | None:
    """Return a clause with attacking "as though it didn't have defender" as one act.

    None where it says no such thing. What stands before that act in the same sentence stays.
    """
    tail, does = clause.node("tail"), clause.node("does")
    if clause.kind != "tailed" or tail is None or does is None:
        return None
    if plain(tail.get("word")) != "as though" or not _without_defender(tail.node("condition")):
        return None
    acts = does.node("acts")
    if does.kind == "may" and plain(does.get("modal")) == "can":
        told = _attacking(acts)
    elif does.kind == "does" and acts is not None and acts.kind == "and_may":
        second = _attacking(acts.node("second")) if plain(acts.get("modal")) == "can" else None
        told = None if second is None else acts.put("second", second)
    else:
        return None
    return None if told is None else does.put("acts", told)


def _without_defender(condition: Node | None) -> bool:
    """Whether "it didn't have defender" is said."""
    subject = None if condition is None else condition.node("subject")
    acts = None if condition is None else condition.node("acts")
    if subject is None or acts is None or condition is None or condition.kind != "may":
        return False
    words = [plain(one.get("keyword")) for one in items(acts.node("grants"))]
    negated = plain(condition.get("modal")) in ("did not", "didn't")
    had = acts.kind == "have_grants" and words == ["defender"]
    return negated and had and subject.kind in _PRONOUNS


def _attacking(acts: Node | None) -> Node | None:
    """Return an act of attacking, however long it may be done, as that of attacking so."""
    if acts is not None and acts.kind == "act_how":
        inner = _attacking(acts.node("act"))
        return None if inner is None else acts.put("act", inner)
    if acts is None or acts.kind != "act_alone" or verb_of(acts) != "attack":
        return None
    return Node(DESPITE_DEFENDER, acts.parts)


def blocked_by_all(clause: Node) -> Node | None:
    """Return what "all creatures able to block it do so" is said of.

    None where it says no such thing, or something of certain creatures only.
    """
    subject, acts = clause.node("subject"), clause.node("acts")
    if clause.kind != "does" or subject is None or acts is None or acts.kind != "do_so":
        return None
    quantifier = subject.node("quantifier")
    described = items(subject.node("describers"), "items")
    able = items(subject.node("posts"), "items")
    if quantifier is None or quantifier.kind != "all" or described or lemma(subject) != "creature":
        return None
    if len(able) != 1 or able[0].kind != "able_to" or verb_of(able[0]) != "block":
        return None
    return None if items(able[0].node("how"), "adverbs") else able[0].node("what")


def blocked_if_able(acts: Node | None) -> tuple[Node, ...] | None:
    """Return for how long something "must be blocked this turn if able".

    None where acts say something else.
    """
    acts, hows = unfold(acts)
    being = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    able = [how for how in hows if plain(how.get("manner") or "") == "if able"]
    if being is None or being.kind != "done" or plain(being.get("past")) != "blocked" or not able:
        return None
    return tuple(how for how in hows if how not in able)
