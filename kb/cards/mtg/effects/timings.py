"""When an ability may be activated, and by whom: "activate only as a sorcery"."""

from __future__ import annotations

from kb.cards.mtg.effects.reader import EffectReader
from kb.cards.mtg.effects.shapes import is_described, quantifier_of
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node


class Timings(EffectReader):
    """When an ability may be activated, and by whom: "activate only as a sorcery"."""

    def _timing(self, clause: Node | None) -> bool:
        """Take in "activate only as a sorcery"; whether that is it."""
        if clause is not None and clause.kind == "tailed" and _before_attackers(clause):
            act = clause.node("does")
            core = None if act is None or act.kind != "do" else act.node("acts")
            only = None if core is None else core.node("how")
            when = None if only is None or only.kind != "only" else only.node("how")
            activates = core is not None and verb_of(core.node("act")) == "activate"
            if activates and when is not None and plain(when.get("time")) == "during your turn":
                self.timing = "your turn before attackers"
                return True
            raise Unsaid("a timing")
        if clause is not None and self._any_player(clause):
            self.by_anyone = True
            return True
        if clause is not None and clause.kind == "tailed":
            return self._only_if(clause)
        if clause is not None and _only_one_trigger(clause):
            self.timing = "once each turn"
            return True
        if clause is None or clause.kind != "do":
            return False
        act = clause.node("acts")
        if act is None or act.kind != "act_how" or verb_of(act.node("act")) != "activate":
            return False
        how = act.node("how")
        inner = None if how is None or how.kind != "only" else how.node("how")
        words = "" if inner is None else plain(inner.get("manner"))
        if words in ("as a sorcery", "any time you could cast a sorcery"):
            self.timing = "sorcery"
            return True
        times = "" if inner is None else plain(inner.get("time"))
        if times in ("once each turn", "only once each turn"):
            self.timing = "once each turn"
            return True
        if times in ("during your turn", "during your upkeep"):
            self.timing = times.removeprefix("during ")
            return True
        turn = inner.node("what") if inner is not None and inner.kind == "prep" else None
        quantifier = None if turn is None else turn.node("quantifier")
        yours = quantifier is not None and plain(quantifier.get("whose")) == "your"
        bare = turn is not None and turn.kind == "bare" and not items(turn.node("describers"))
        during = inner is not None and plain(inner.get("prep")) == "during"
        if (
            bare
            and during
            and turn is not None
            and lemma(turn) == "combat"
            and not is_described(turn)
        ):
            self.timing = "combat"
            return True
        plain_turn = (
            turn is not None and lemma(turn) in ("turn", "upkeep") and not is_described(turn)
        )
        if plain_turn and inner is not None and plain(inner.get("prep")) == "during" and yours:
            self.timing = f"your {lemma(turn)}"
            return True
        raise Unsaid("a timing")

    def _only_if(self, clause: Node) -> bool:
        """Take in "activate only if you control a Swamp"; whether that is it."""
        tail, act = clause.node("tail"), clause.node("does")
        core = None if act is None or act.kind != "do" else act.node("acts")
        thing = None if core is None else core.node("object")
        this_one = thing is None or (
            lemma(thing) == "ability" and quantifier_of(thing) == "this_one"
        )
        if core is None or verb_of(core) != "activate" or not this_one or tail is None:
            return False
        if plain(tail.get("word")) != "only if" or self.only_if is not None:
            raise Unsaid("a timing")
        inner = Phrases("", "this")
        inner.names = self.phrases.names
        self.only_if = inner.condition(tail.node("condition"))
        return True

    def _any_player(self, clause: Node) -> bool:
        """Whether this is "any player may activate this ability"."""
        subject, acts = clause.node("subject"), clause.node("acts")
        quantifier = None if subject is None else subject.node("quantifier")
        thing = None if acts is None or acts.kind != "act" else acts.node("object")
        anyone = quantifier is not None and quantifier.kind == "any" and lemma(subject) == "player"
        alone = subject is not None and not items(subject.node("describers"))
        plainly = alone and subject is not None and not is_described(subject)
        this_one = thing is not None and quantifier_of(thing) == "this_one"
        activates = verb_of(acts) == "activate" and lemma(thing) == "ability" and this_one
        return clause.kind == "may" and anyone and plainly and activates


def _before_attackers(clause: Node) -> bool:
    """Whether it is said that something is done before attackers are declared."""
    tail = clause.node("tail")
    if tail is None or plain(tail.get("word")) != "before":
        return False
    said = tail.node("condition")
    subject, acts = (None, None) if said is None else (said.node("subject"), said.node("acts"))
    done = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    plainly = subject is not None and subject.kind == "bare" and not is_described(subject)
    declared = done is not None and plain(done.get("past")) == "declared"
    return plainly and declared and lemma(subject) == "attacker"


def _only_one_trigger(clause: Node) -> bool:
    """Whether this is "this ability triggers only once each turn"."""
    subject, acts = clause.node("subject"), clause.node("acts")
    how = None if acts is None or acts.kind != "act_how" else acts.node("how")
    inner = None if how is None or how.kind != "only" else how.node("how")
    triggers = acts is not None and verb_of(acts.node("act")) == "trigger"
    this_one = subject is not None and quantifier_of(subject) == "this_one"
    once = inner is not None and plain(inner.get("time")) == "once each turn"
    return clause.kind == "does" and triggers and this_one and lemma(subject) == "ability" and once
