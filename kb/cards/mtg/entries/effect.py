"""What an ability chooses and does, and the modes that it offers."""

from __future__ import annotations

from kb.cards.mtg.effects.sentences import Effects
from kb.cards.mtg.entries.maker import Entry, Maker
from kb.cards.mtg.modes import offered
from kb.cards.mtg.nodes import Unsaid, items
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node


class EffectMaker(Maker):
    """Makes effects."""

    def effect(self, body: Node | None, phrases: Phrases, first: Node | None = None) -> Entry:
        """Return targets and instructions of sentences."""
        if body is None:
            raise Unsaid("an effect")
        effects = Effects(
            phrases,
            self.said,
            self.created,
            self.quoted,
            lambda clause: self.standing().read(clause),
        )
        sentences = items(body, "sentences") if body.kind != "unended" else []
        if len(sentences) == 1 and sentences[0].kind == "header":
            return self.offers(first or sentences[0].node("does"), phrases)
        if not sentences:
            effects.read([body], first or body.node("does") or body)
        else:
            effects.read(sentences, first)
        made: Entry = {"timing": effects.timing} if effects.timing else {}
        made |= {"only if": effects.only_if} if effects.only_if else {}
        made |= {"by anyone": True} if effects.by_anyone else {}
        if phrases.targets:
            made["targets"] = phrases.targets
        return {**made, "effect": effects.steps}

    def offers(self, clause: Node | None, phrases: Phrases) -> Entry:
        """Take in that an ability offers modes, which the next lines tell."""
        if self.offer is None:
            self.offer = offered(clause)
            self.offer.phrases = phrases
        if phrases.x or self.quoting:
            raise Unsaid("modes")
        return {"choose": self.offer.words, "effect": []}
