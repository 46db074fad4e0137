"""What the tests about Magic's card text share."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from kb.cards.game import Game, game
from kb.cards.reading import Reading, read

CARDS = Path(__file__).resolve().parents[4] / "shared" / "cards" / "mtg" / "cards.jsonl"


@pytest.fixture(scope="session")
def mtg() -> Game:
    return game("mtg")


@pytest.fixture(scope="session")
def mtg_readings(mtg: Game) -> list[Reading]:
    """Read 2,000 printed cards; they are publishers' and stay outside the repository."""
    if not CARDS.exists():
        pytest.skip(f"no printed cards at {CARDS}")
    with CARDS.open(encoding="utf-8") as lines:
        cards = [json.loads(line) for line in lines]
    drawn = random.Random(2013).sample([card for card in cards if card["text"]], 2000)
    found = [(card["name"], mtg.card_text(card)) for card in drawn]
    return [read(text, mtg, name) for name, text in found if text]
