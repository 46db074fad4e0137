"""Abilities of every kind, as what a card or a quotation says."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.cards.mtg.costs import cost_of, loyalty_of
from kb.cards.mtg.entries.keywords import keywords_of
from kb.cards.mtg.entries.maker import Entry
from kb.cards.mtg.entries.triggered import TriggerMaker
from kb.cards.mtg.events.openings import both_events, when_exerted
from kb.cards.mtg.nodes import Unsaid, items, plain
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node

_BURIED = re.compile(
    r"if a spell cast this way would be put into (?:your|a|its owner['’]s) graveyard,"
    r" exile it instead\.?",
    re.I,
)
_OF_ITS_CARD = re.compile(r"when you (?:cycle|cast) (?!an?\b|your\b)", re.I)
"""What an instant or sorcery waits for, too."""
_LOYALTY_SYMBOL = re.compile(r"\[[+−-]?(?:\d+|x)\]")
_SIZE = re.compile(r"\b(?:power|toughness) \d+ or (?:less|greater)")
_WHEN_BLOCKING = ("cannot be blocked by", "blocked only by")
_WITH_X = re.compile(r"\benters\b[^.]* with X [^ ]+ counters\b")


class AbilityMaker(TriggerMaker):
    """Makes abilities."""

    def value(self, value: Node, called: str = "") -> Entry:
        """Return what a line, or a quotation, says: keywords and abilities.

        What a token has that is called otherwise than the card speaks of the token by that name.
        """
        if called:
            self.called, before = called, self.called
            try:
                return self.value(value)
            finally:
                self.called = before
        match value.kind:
            case "keywords":
                return keywords_of(self, value)
            case "keywords_ended":
                return keywords_of(self, value.node("keywords"))
            case "activated" | "loyalty" | "activated_unended" | "loyalty_unended":
                return {"abilities": [self.activated(value)]}
            case "effects" | "unended" | "sentences_unended":
                return {"abilities": self.effects(value)}
        raise Unsaid(value.kind)

    def activated(self, value: Node) -> Entry:
        """Return an activated or loyalty ability."""
        phrases = self.phrases("this")
        if value.kind.startswith("loyalty"):
            cost = loyalty_of(str(value.get("cost")))
            if not _LOYALTY_SYMBOL.fullmatch(cost):
                raise Unsaid("a loyalty symbol")
        else:
            cost = cost_of(value.node("costs"), phrases)
        phrases.x = "loyalty" if cost == "[-x]" else "mana" if "{X}" in cost else ""
        phrases.sacrificed, phrases.activated = _sacrifices_one(cost), True
        body = value.node("effects") or value.node("does")
        made: Entry = {"cost": cost, **self.effect(body, phrases)}
        parts = cost.split(", ")
        if self.is_elsewhere(value):
            if "sacrifice this" in parts or "from your graveyard" not in self.said(value):
                raise Unsaid("its own card in another zone")
            made["from"] = "graveyard"
        elif "discard this" in parts:
            made["from"] = "hand"
        if "from" in made and any("add mana" in step for step in made["effect"]):
            raise Unsaid("mana from elsewhere")
        return made

    def effects(self, value: Node) -> list[Entry]:
        """Return what sentences say: what is done, what sets an ability off, what lasts."""
        sentences = items(value, "sentences")
        first = sentences[0] if sentences else value
        clause = first.node("does")
        if clause is None or (first.kind == "header" and clause.kind != "under"):
            raise Unsaid("a sentence")
        phrases = self.phrases("this")
        if (then := when_exerted(sentences, phrases)) is not None:
            phrases.attacks = True
            told = self.effect(value.put("sentences", tuple(sentences[1:])), phrases, then)
            return [{"static": "may exert"}, {"when": {"exerted": None}, **told}]
        opening = clause.node("opening") if clause.kind == "under" else None
        spell = self.is_spell()
        word = None if opening is None or spell else opening.get("word")
        if plain(word or "") == "as" and len(sentences) == 1:
            return self.standing().read(clause)
        own = opening is not None and _OF_ITS_CARD.match(self.said(opening))
        if opening is not None and opening.kind in ("when", "first") and (own or not spell):
            both = both_events(opening)
            if both:
                return [
                    one for each in both for one in [self.triggered(each, clause, value)] if one
                ]
            one_event = self.triggered(opening, clause, value)
            if one_event is not None:
                return [one_event]
        standing = self.standing()
        if spell and len(sentences) == 1 and (found := standing.own_cost(clause)) is not None:
            return found
        if spell and _about_countering(clause, self.phrases()):
            return self.standing().read(clause)
        if spell or (not self.types and _is_order(clause)):
            phrases = self.phrases("this")
            phrases.x = "mana" if "{X}" in self.mana_cost() else ""
            phrases.sacrificed = _sacrifices_one(str(self.entry.get("additional cost", "")))
            return [self.effect(value, phrases)]
        standing = self.standing()
        if "{X}" in self.mana_cost() and _WITH_X.search(self.said(value)):
            standing.phrases.x = "mana"
        try:
            said: list[Entry] = []
            for sentence in sentences or [value]:
                if said and self._exiles_what_was_cast(sentence, said[-1]):
                    continue
                said += standing.read(sentence.node("does"))
            if any(map(_asks_size, said)):
                raise Unsaid("a size that the layers change")
            return said
        except Unsaid:
            if self.types:
                raise
            return [self.effect(value, self.phrases("this"))]

    def _exiles_what_was_cast(self, sentence: Node, last: Entry) -> bool:
        """Take in "if a spell cast this way would be put into your graveyard, exile it instead"."""
        static = last.get("static")
        if not isinstance(static, dict) or "cast from graveyard" not in static:
            return False
        if _BURIED.fullmatch(self.said(sentence)) is None:
            return False
        static["afterwards"] = "exile"
        return True


def _sacrifices_one(cost: str) -> bool:
    """Whether exactly one thing, and not the card itself, is sacrificed as a cost."""
    parts = [part for part in cost.split(", ") if part.startswith("sacrifice ")]
    return len(parts) == 1 and parts[0].startswith(("sacrifice 1 ", "sacrifice a "))


def _asks_size(ability: Entry) -> bool:
    """Whether a static ability is about things of some power or toughness.

    Who may block is asked when somebody blocks.
    """
    static = ability.get("static")
    about = static if isinstance(static, Mapping) else {}
    said = (value for word, value in about.items() if word not in _WHEN_BLOCKING)
    return any(isinstance(one, str) and _SIZE.search(one) for one in said)


def _is_order(clause: Node) -> bool:
    """Whether a sentence tells what to do, as that of a spell does."""
    while clause.kind in ("clauses", "then", "clauses__comma", "after_that", "where_clause"):
        clause = clause.node("first") or clause.node("does") or clause
    return clause.kind == "do"


def _about_countering(clause: Node, phrases: Phrases) -> bool:
    """Whether a sentence of a spell is "this spell can't be countered"."""
    acts = clause.node("acts")
    complement = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    past = "" if complement is None else plain(complement.get("past"))
    itself = phrases.is_this(clause.node("subject"))
    return clause.kind == "may" and past == "countered" and itself
