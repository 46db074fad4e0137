"""What the tests about Altered's card text share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.cards.altered.concepts import LANGUAGES
from kb.cards.altered.meaning import meaning
from kb.cards.game import game
from kb.cards.reading import Reading, read
from kb.cards.values import Node

GAMES = {"en": "altered", "fr": "altered:fr"}
PRINTED = Path(__file__).resolve().parents[4] / "shared" / "cards" / "altered" / "cards.jsonl"

ReadIn = Callable[[str, str], Reading]
MeanIn = Callable[[str, str], Node]


@pytest.fixture(scope="session")
def read_in() -> ReadIn:
    """Read a text in a language."""
    return lambda language, text: read(text, game(GAMES[language]))


@pytest.fixture(scope="session")
def mean_in(read_in: ReadIn) -> MeanIn:
    """Return what a text means."""
    return lambda language, text: meaning(read_in(language, text).value, LANGUAGES[language])


@pytest.fixture(scope="session")
def printed() -> Path:
    """Return the file of printed cards; they are the publisher's and stay outside."""
    if not PRINTED.exists():
        pytest.skip(f"no printed cards at {PRINTED}")
    return PRINTED
