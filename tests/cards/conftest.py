"""What the tests about card text share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.cards.game import Game, game
from kb.cards.reading import Reading, read

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cards"


@pytest.fixture(scope="session")
def riftbound() -> Game:
    return game("riftbound")


@pytest.fixture(scope="session")
def riftbound_cards() -> list[dict[str, str]]:
    """Return printed cards with text; they are publishers' and stay outside the repository."""
    file = SHARED / "riftbound" / "cards.jsonl"
    if not file.exists():
        pytest.skip(f"no printed cards at {file}")
    with file.open(encoding="utf-8") as lines:
        cards = [json.loads(line) for line in lines]
    return [card for card in cards if card["text"]]


@pytest.fixture(scope="session")
def riftbound_readings(riftbound: Game, riftbound_cards: list[dict[str, str]]) -> list[Reading]:
    return [read(card["text"], riftbound) for card in riftbound_cards]
