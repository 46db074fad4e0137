"""Magic's card text in English."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kb.cards.english import settle_noun_phrase
from kb.cards.game import Game
from kb.cards.grammar import Grammar
from kb.cards.mentions import MentionRules
from kb.cards.mtg.entries.card import entries
from kb.cards.mtg.saying.way_back import WAY_BACK
from kb.cards.mtg.sense import objection
from kb.cards.mtg.subtypes import PLURALS, SUBTYPES
from kb.cards.mtg.symbols import MagicPrinter
from kb.cards.mtg.tagger import Tagger
from kb.cards.mtg.writing import names_in, prepare, split, symbol
from kb.cards.printer import Join
from kb.cards.text import Writing

RULES = MentionRules(
    phrases=frozenset({"phrase", "bare"}),
    pronouns=frozenset({"it", "them", "they", "you"}),
    players=frozenset({"player", "opponent", "controller", "owner", "you", "they"}),
    roles=frozenset({"cost", "condition", "trigger", "restriction", "count", "measured"}),
)

LEFT_OUT = frozenset(
    ["Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Token", "Card", "Hero"]
)
"""Kinds of cards that are no part of a game between two players, or of no type in the rules."""


def card_text(card: Mapping[str, object]) -> str | None:
    """Return the text of a card; None for tokens, planes, schemes and the like."""
    kinds = str(card.get("type") or "").replace("—", "-").partition(" - ")[0].split()
    if LEFT_OUT.intersection(kinds):
        return None
    return str(card.get("text") or "")


def writing(grammar: Grammar) -> Writing:
    """Return how Magic's cards are written."""
    return Writing(
        symbol=symbol,
        split=split,
        names=(SUBTYPES | frozenset(PLURALS)) - {"Will", "Mount"},
        names_known=True,
        plural_names=PLURALS,
        tag=Tagger(grammar),
        prepare=prepare,
        names_in=names_in,
    )


GAME = Game(
    name="mtg",
    folder=Path(__file__).parent,
    writing=writing,
    printer=MagicPrinter,
    joins={
        "costs": Join(between=",", before="^capital"),
        "sentences_unended": Join(),
    },
    settle=dict.fromkeys(("phrase", "whose", "small"), settle_noun_phrase),
    mentions=RULES,
    objection=objection,
    card_text=card_text,
    entries=entries,
    way_back=WAY_BACK,
)
