"""Altered's card text in English."""

from __future__ import annotations

from pathlib import Path

from kb.cards.altered.common import in_language
from kb.cards.altered.en.printer import AlteredEnglish, settle_phrase
from kb.cards.altered.en.tagger import marks
from kb.cards.english import split_word

GAME = in_language(
    "en",
    Path(__file__).parent,
    split=split_word,
    marks=marks,
    printer=AlteredEnglish,
    settle={"phrase": settle_phrase, "whose": settle_phrase},
)
