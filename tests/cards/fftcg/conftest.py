"""What the tests about Final Fantasy's card text share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.cards.game import Game, game
from kb.cards.reading import Reading, read

CARDS = Path(__file__).resolve().parents[4] / "shared" / "cards" / "fftcg" / "cards.jsonl"


@pytest.fixture(scope="session")
def fftcg() -> Game:
    return game("fftcg")


@pytest.fixture(scope="session")
def fftcg_readings(fftcg: Game) -> list[Reading]:
    """Read the printed cards; they are publishers' and stay outside the repository."""
    if not CARDS.exists():
        pytest.skip(f"no printed cards at {CARDS}")
    with CARDS.open(encoding="utf-8") as lines:
        texts = [str(json.loads(line).get("text") or "") for line in lines]
    return [read(text, fftcg) for text in texts if text.strip()]
