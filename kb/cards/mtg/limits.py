"""What somebody untaps: "players can't untap more than one creature", or chooses not to."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.effects.shapes import is_described, quantifier_of, unfold
from kb.cards.mtg.nodes import NUMBERS, Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node

Entry = dict[str, Any]


def untap_limit(clause: Node, phrases: Phrases) -> Entry | None:
    """Read "your opponents can't untap more than two permanents during their untap steps".

    None where something else is said.
    """
    core, hows = unfold(clause.node("acts")) if clause.kind == "may" else (None, ())
    if verb_of(core) != "untap" or not plain(clause.get("modal")).startswith(("can not", "cannot")):
        return None
    thing = None if core is None or core.kind != "act" else core.node("object")
    of = None if thing is None or thing.kind != "portion_of" else thing.node("of")
    who = _who(clause.node("subject"))
    if thing is None or of is None or plain(thing.get("portion")) != "more than" or not who:
        raise Unsaid("what can't be untapped")
    if not _in_untap_step(hows, "your" if who == "you" else "their"):
        raise Unsaid("when")
    quantifier = of.node("quantifier")
    number = None if quantifier is None else NUMBERS.get(plain(quantifier.get("count")))
    if quantifier is None or quantifier.kind != "exactly" or number is None:
        raise Unsaid("how many")
    made: Entry = {"untaps at most": number, "of": phrases.filter(of)}
    return made if who == "you" else {**made, "who": who}


def leaves_tapped(clause: Node, phrases: Phrases) -> bool:
    """Whether it is "you may choose not to untap this during your untap step"."""
    subject, acts = clause.node("subject"), clause.node("acts")
    may = clause.kind == "may" and plain(clause.get("modal")) == "may"
    if not may or acts is None or acts.kind != "not_to" or subject is None or subject.kind != "you":
        return False
    core, hows = unfold(acts.node("goal"))
    this = core is not None and core.kind == "act" and phrases.is_this(core.node("object"))
    chooses, untaps = verb_of(acts.node("act")) == "choose", verb_of(core) == "untap"
    return chooses and untaps and this and _in_untap_step(hows, "your")


def _in_untap_step(hows: tuple[Node, ...], whose: str) -> bool:
    """Whether something is said to be done during one's own untap step, and no more."""
    step = hows[0].node("what") if len(hows) == 1 else None
    own = None if step is None else step.node("quantifier")
    if step is None or own is None or plain(hows[0].get("prep")) != "during":
        return False
    untap_step = lemma(step) == "untap step" and not is_described(step)
    return untap_step and plain(own.get("whose")) == whose


def _who(subject: Node | None) -> str:
    """Return who "players", "your opponents" and "you" are; nothing for anybody else."""
    if subject is None or items(subject.node("describers")) or items(subject.node("posts")):
        return ""
    if subject.kind == "you":
        return "you"
    if lemma(subject) == "player" and subject.kind == "bare":
        return "each"
    yours = subject.node("quantifier")
    mine = yours is not None and plain(yours.get("whose")) == "your"
    if lemma(subject) == "opponent" and (mine or quantifier_of(subject) == "each"):
        return "opponent"
    return ""
