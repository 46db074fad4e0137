"""Every printed card becomes an entry of a card file, where the printed cards are at hand."""

from __future__ import annotations

from functools import partial

import pytest

from kb.cards.game import MODULES, game
from kb.cards.reading import read
from kb.library.formats import load_cards
from tests.cards.conftest import SHARED


@pytest.mark.long
@pytest.mark.parametrize("name", MODULES)
def test_every_printed_card_becomes_entries(name: str) -> None:
    folder = SHARED / name.partition(":")[0]
    files = sorted(folder.glob("cards*.jsonl"))
    grammar = game(name)
    if not files or grammar.entries is None:
        pytest.skip(f"no printed cards at {folder}, or nothing is carried out of them")
    for file in files:
        for card in load_cards(file):
            called = str(card.get("name") or "")
            grammar.entries(card, partial(read, game=grammar, name=called))
