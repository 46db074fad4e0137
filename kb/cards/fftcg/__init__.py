"""Final Fantasy TCG's card text in English."""

from __future__ import annotations

from pathlib import Path

from kb.cards.english import settle_noun_phrase, split_word
from kb.cards.fftcg.abilities import facts_of
from kb.cards.fftcg.entries import entries
from kb.cards.fftcg.keywords import check_reminder
from kb.cards.fftcg.mentions import RULES
from kb.cards.fftcg.names import is_misprint, names_in
from kb.cards.fftcg.saying.way_back import WAY_BACK
from kb.cards.fftcg.sense import (
    COORDINATED,
    objection,
    settle_casting,
    settle_elements,
    settle_name,
    settle_special,
)
from kb.cards.fftcg.symbols import FinalFantasyPrinter
from kb.cards.fftcg.tagger import marks
from kb.cards.fftcg.writing import is_aside, prepare, symbol
from kb.cards.game import Game
from kb.cards.grammar import Grammar
from kb.cards.printer import Join
from kb.cards.text import Writing


def writing(grammar: Grammar) -> Writing:
    """Return how Final Fantasy's cards are written."""
    return Writing(
        symbol=symbol,
        split=split_word,
        marks=marks(grammar),
        prepare=prepare,
        aside=is_aside,
        names_in=names_in,
        misprint=is_misprint,
    )


GAME = Game(
    name="fftcg",
    folder=Path(__file__).parent,
    writing=writing,
    printer=FinalFantasyPrinter,
    joins={"costs": Join(between=",")},
    settle={
        **dict.fromkeys(("phrase", "whose", "small"), settle_noun_phrase),
        **dict.fromkeys(("named", "called"), settle_name),
        **dict.fromkeys(("special", "for_counter"), settle_special),
        **dict.fromkeys(("act", "to_do", "for_doing"), settle_casting),
        **dict.fromkeys(COORDINATED, settle_elements),
    },
    objection=objection,
    mentions=RULES,
    reminder=check_reminder,
    facts_of=facts_of,
    entries=entries,
    way_back=WAY_BACK,
)
