"""Altered's card text in French."""

from __future__ import annotations

from pathlib import Path

from kb.cards.altered.common import in_language
from kb.cards.altered.fr.printer import AlteredFrench
from kb.cards.altered.fr.settle import SETTLE
from kb.cards.altered.fr.split import split_word
from kb.cards.altered.fr.tagger import marks

GAME = in_language(
    "fr",
    Path(__file__).parent,
    split=split_word,
    marks=marks,
    printer=AlteredFrench,
    settle=SETTLE,
)
