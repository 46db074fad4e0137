"""Riftbound's card text in English."""

from __future__ import annotations

import re
from pathlib import Path

from kb.cards.english import settle_noun_phrase, split_word
from kb.cards.game import Game
from kb.cards.grammar import Grammar
from kb.cards.printer import Join
from kb.cards.riftbound.mentions import REFERENCES, RULES
from kb.cards.riftbound.might import claims
from kb.cards.riftbound.reminders import check_reminder
from kb.cards.riftbound.sense import objection
from kb.cards.riftbound.symbols import RiftboundPrinter, symbol
from kb.cards.riftbound.tagger import marks
from kb.cards.text import Writing

TAGS = frozenset(
    [
        "Bird",
        "Cat",
        "Dog",
        "Poro",
        "Dragon",
        "Mech",
        "Ivern",
        "Recruit",
        "Sprite",
        "Gold",
        "Fae",
        "Yordle",
        "Spirit",
        "Elite",
        "Trifarian",
        "Demacia",
        "Noxus",
        "Ionia",
        "Piltover",
        "Zaun",
        "Freljord",
        "Bilgewater",
        "Shurima",
        "Targon",
        "Ixtal",
        "Pirate",
        "Brush",
        "Reflection",
    ]
)


_MIGHT_IN_WORDS = re.compile(r"(?<=[+-]\d )Might\b")


def prepare(text: str) -> str:
    """Write a change of Might with its symbol: older texts say "+1 Might"."""
    return _MIGHT_IN_WORDS.sub("[M]  ", text)


def writing(grammar: Grammar) -> Writing:
    """Return how Riftbound's cards are written."""
    return Writing(
        symbol=symbol,
        split=split_word,
        names=TAGS,
        names_begin=True,
        plural_names={f"{tag}s": tag for tag in TAGS},
        marks=marks(grammar),
        prepare=prepare,
    )


GAME = Game(
    name="riftbound",
    folder=Path(__file__).parent,
    writing=writing,
    printer=RiftboundPrinter,
    joins={
        "keywords": Join(between=","),
        "prices": Join(between="/"),
        "label_names": Join(between=","),
        "costs": Join(between=",", before="^capital"),
    },
    settle={"phrase": settle_noun_phrase, "whose": settle_noun_phrase},
    mentions=RULES,
    references=REFERENCES,
    objection=objection,
    reminder=check_reminder,
    claims=claims,
)
