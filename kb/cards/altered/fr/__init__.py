"""Altered's card text in French."""

from __future__ import annotations

from pathlib import Path

from kb.cards.altered.common import card_text, compare, facts, objection, prepare
from kb.cards.altered.entries import entries
from kb.cards.altered.fr.marks import marks
from kb.cards.altered.fr.printer import AlteredFrench
from kb.cards.altered.fr.settle import SETTLE
from kb.cards.altered.fr.split import split_word
from kb.cards.altered.mentions import rules
from kb.cards.altered.symbols import symbol
from kb.cards.game import Game
from kb.cards.grammar import Grammar
from kb.cards.printer import Join
from kb.cards.text import Writing


def writing(grammar: Grammar) -> Writing:
    """Return how Altered's French cards are written."""
    return Writing(symbol=symbol, split=split_word, prepare=prepare, marks=marks(grammar))


GAME = Game(
    name="altered",
    folder=Path(__file__).parent,
    writing=writing,
    printer=AlteredFrench,
    joins={
        "keywords": Join(between=","),
        "costs": Join(between=",", before="^capital"),
    },
    settle=SETTLE,
    mentions=rules("fr"),
    objection=objection,
    card_text=card_text("fr"),
    facts_of=facts("fr"),
    entries=entries("fr"),
    compare=compare,
)
