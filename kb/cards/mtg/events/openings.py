"""Openings of abilities that say more than one event, or one in two sentences."""

from __future__ import annotations

from kb.cards.mtg.nodes import Unsaid, plain, verb_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node


def both_events(opening: Node) -> list[Node]:
    """Return the openings of "whenever this creature attacks or blocks": one for each event.

    So it is with "whenever this creature or another Ally enters".
    """
    happens = opening.node("event") if opening.kind == "when" else None
    acts = None if happens is None else happens.node("acts")
    subject = None if happens is None else happens.node("subject")
    if happens is None or acts is None:
        return []
    name, both = ("acts", acts) if acts.kind == "or_act" else ("subject", subject)
    second = None if both is None else both.node("second")
    if name == "acts" and verb_of(second) == "copy":
        return []  # "cast or copy" share what is cast, and are one event
    if name == "subject" and (both is None or both.kind != "any_of" or not _is_another(second)):
        return []
    first = None if both is None else both.node("first")
    if name == "acts" and first is not None and first.kind == "act_alone":
        first = _shares_the_other(first, second)
    parts = [first, second]
    return [opening.put("event", happens.put(name, part)) for part in parts if part is not None]


def _shares_the_other(first: Node, second: Node | None) -> Node:
    """Return "blocks a creature" for "blocks" in "blocks or becomes blocked by a creature"."""
    by = second.node("how") if second is not None and second.kind == "act_how" else None
    other = None if by is None or by.kind != "prep" else by.node("what")
    if verb_of(first) != "block" or other is None or plain((by or first).get("prep")) != "by":
        return first
    return Node("act", (("verb", first.get("verb")), ("object", other)))


def _is_another(node: Node | None) -> bool:
    quantifier = None if node is None else node.node("quantifier")
    return quantifier is not None and quantifier.kind == "another"


def when_exerted(sentences: list[Node], phrases: Phrases) -> Node | None:
    """Return what is done of "you may exert this as it attacks. When you do, …"."""
    clause = sentences[0].node("does") if sentences else None
    may, tail = (None, None) if clause is None else (clause.node("does"), clause.node("tail"))
    if clause is None or clause.kind != "tailed" or may is None or tail is None:
        return None
    acts, attacks = may.node("acts"), tail.node("condition")
    who, it = may.node("subject"), None if attacks is None else attacks.node("subject")
    if may.kind != "may" or acts is None or verb_of(acts) != "exert" or acts.kind != "act":
        return None
    core = None if attacks is None else attacks.node("acts")
    own = phrases.is_this(acts.node("object")) and who is not None and who.kind == "you"
    as_it = plain(tail.get("word")) == "as" and it is not None and it.kind in ("it", "he", "she")
    alone = core is not None and core.kind == "act_alone" and verb_of(core) == "attack"
    then = sentences[1].node("does") if len(sentences) > 1 else None
    opening = None if then is None or then.kind != "under" else then.node("opening")
    done = None if opening is None or opening.kind != "when" else opening.node("event")
    deed = None if done is None else done.node("acts")
    doer = None if done is None else done.node("subject")
    does_so = deed is not None and deed.kind == "do_so_alone" and doer is not None
    if not (own and as_it and alone and does_so and doer is not None and doer.kind == "you"):
        raise Unsaid("exert")
    return None if then is None else then.node("does")
