"""Triggered abilities: what sets them off, and what they do then."""

from __future__ import annotations

import re

from kb.cards.mtg.audit import leaves_out_something_else, missing
from kb.cards.mtg.entries.effect import EffectMaker
from kb.cards.mtg.entries.maker import Entry
from kb.cards.mtg.events.event import event, spoken_of
from kb.cards.mtg.events.moments import moment
from kb.cards.mtg.events.things import MEETS
from kb.cards.mtg.history import changes
from kb.cards.mtg.nodes import Unsaid, plain
from kb.cards.mtg.others import means_the_card, others_than_it
from kb.cards.mtg.phrases import Phrases
from kb.cards.unread import has_words_left
from kb.cards.values import Node

_IT = re.compile(r"\b(?:it|what set it off)\b")


class TriggerMaker(EffectMaker):
    """Makes triggered abilities."""

    def triggered(self, opening: Node, clause: Node, value: Node) -> Entry | None:
        """Return what is triggered; None if nothing is known to set it off."""
        phrases = self.phrases()
        if opening.kind == "when":
            if plain(opening.get("word")) not in ("when", "whenever"):
                raise Unsaid("when")
            when, phrases.it = event(opening.node("event"), phrases)
            phrases.that_is_this = phrases.it == "this"
            if "{X}" in self.mana_cost() and "cast" in when:
                phrases.x = "mana"
            combat = ("attacks", "becomes blocked", "blocked", "unblocked")
            phrases.attacks = "this" in map(when.get, combat)
            phrases.spell = when.get("casts") or when.get("casts nth", "")
            phrases.spell = "ability" if "activates nonmana" in when else phrases.spell
            phrases.cast = any(word.startswith("cast") for word in when)
            about = str(next(iter(when.values()), ""))
            if (word := next(iter(when))) in MEETS:
                phrases.only_that, about = "creature", str(when[MEETS[word]])
                phrases.speak_of("this" if when[word] == "this" else None)
            own = about == "this" or about.endswith(" you control")
            phrases.aimed = own and str(when.get("of", "")).endswith("an opponent controls")
            phrases.event = about if phrases.it == "it" and not phrases.cast else ""
            phrases.it_died = "dies" in when and when["dies"] != "this"
            if phrases.aimed:
                phrases.that_player = "controller of what aims"
            dealt = when.get("deals damage to") or when.get("deals combat damage to")
            if dealt in ("player", "opponent"):
                phrases.that_player = "it"
                phrases.about_opponent = True
        else:
            found = moment(opening)
            if found is None:
                return None
            of_enchanted = found["whose"] == "controller of enchanted"
            when, phrases.it = found, "enchanted" if of_enchanted else "this"
            if found["whose"] != "you":
                phrases.that_player = "active player"
                phrases.about_opponent = found["whose"] == "opponent"
        does = clause.node("does")
        inner = None if does is None or does.kind != "under" else does.node("opening")
        returns = self._returns_itself(value, when)
        try:
            made = self._triggers_with(value, phrases, when, does, inner)
            for otherwise, known in spoken_of(phrases, when) if has_words_left(made) else ():
                again = self._triggers_with(value, known, otherwise, does, inner)
                if not has_words_left(again):
                    when, made = otherwise, again
                    break
            if has_words_left(made) and self.is_elsewhere(value):
                raise Unsaid("its own card in another zone")
            if changes(when, str(made.get("if", ""))):
                raise Unsaid("what has just happened counts, too")
            if phrases.at_once:
                made.setdefault("timing", "one or more")
            elif made.get("timing") and not phrases.cast and _IT.search(repr(made["effect"])):
                raise Unsaid("which of several at once")
            others = leaves_out_something_else({"when": when, **made})
            if others and not means_the_card(self.said(value)):
                raise Unsaid("others than what")
            return {"when": when, **made, **({"from": "graveyard"} if returns else {})}
        except Unsaid:
            # What sets it off is known: as long as that does not happen, the rest does not matter.
            if self.is_elsewhere(value) or missing(self.said(opening), [when]) is not None:
                raise
            return {"when": when, "effect": [{"other": self.said(value)}]}

    def _returns_itself(self, value: Node, when: Entry) -> bool:
        """Whether an ability that triggers brings its own card back from its owner's graveyard.

        What triggers as a card dies looks back at the battlefield.
        """
        listens = next(iter(when)) in (
            *("enters", "begins", "casts", "cycles", "draws", "discards", "discards one"),
            "gains life",
            "completes a dungeon",
        )
        return (
            listens
            and "this" not in when.values()
            and self.is_elsewhere(value)
            and ("from your graveyard" in self.said(value))
        )

    def _triggers_with(
        self, value: Node, phrases: Phrases, when: Entry, does: Node | None, inner: Node | None
    ) -> Entry:
        """Return what a triggered ability does, and what it asks for right behind its event."""
        if does is not None and inner is not None and inner.kind == "if":
            if plain(inner.get("word")) != "if":
                raise Unsaid("an intervening if")
            condition = phrases.condition(inner.node("condition"))
            condition = others_than_it(condition, self.said(inner), when)
            return {"if": condition, **self.effect(value, phrases, does.node("does"))}
        if inner is not None and inner.kind != "first":
            raise Unsaid("an intervening if")
        return self.effect(value, phrases, does)
