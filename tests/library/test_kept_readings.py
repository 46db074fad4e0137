"""What the text of a card of a store says is read once, and kept for later runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.cache import VARIABLE
from kb.scenario import card_files
from kb.scenario.game import Game

CARD = {
    "name": "Test Owl",
    "types": ["Creature"],
    "text": "Flying\nWhen Test Owl dies, draw a card.",
}


def test_a_reading_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    game = Game.load("mtg")
    read = card_files.entries_of(game, CARD)
    assert card_files.kept_entries_of(game, CARD) == read
    monkeypatch.setattr(card_files, "_entries", lambda *_: [])
    assert card_files.kept_entries_of(game, CARD) == read
    # Another text is another card.
    assert card_files.kept_entries_of(game, {**CARD, "text": "Flying"}) == []
