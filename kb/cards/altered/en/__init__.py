"""Altered's card text in English."""

from __future__ import annotations

from pathlib import Path

from kb.cards.altered.common import card_text, compare, facts, objection, prepare
from kb.cards.altered.en.marks import marks
from kb.cards.altered.en.printer import AlteredEnglish, settle_phrase
from kb.cards.altered.entries import entries
from kb.cards.altered.mentions import rules
from kb.cards.altered.symbols import symbol
from kb.cards.english import split_word
from kb.cards.game import Game
from kb.cards.grammar import Grammar
from kb.cards.printer import Join
from kb.cards.text import Writing


def writing(grammar: Grammar) -> Writing:
    """Return how Altered's English cards are written."""
    return Writing(symbol=symbol, split=split_word, prepare=prepare, marks=marks(grammar))


GAME = Game(
    name="altered",
    folder=Path(__file__).parent,
    writing=writing,
    printer=AlteredEnglish,
    joins={
        "keywords": Join(between=","),
        "costs": Join(between=",", before="^capital"),
    },
    settle={"phrase": settle_phrase, "whose": settle_phrase},
    mentions=rules("en"),
    objection=objection,
    card_text=card_text("en"),
    facts_of=facts("en"),
    entries=entries("en"),
    compare=compare,
)
