"""What is carried out of a text says what the text says; otherwise it is not carried out."""

from __future__ import annotations

import json
import random
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kb.cards.altered.saying import WAY_BACK
from kb.cards.game import game
from kb.cards.measures import perturbed
from kb.cards.reading import read
from kb.cards.unread import words_left

from .conftest import GAMES

TEXTS = (
    "{J} You may discard a Spell from your Reserve to give me 2 boosts.",
    "{R} Roll a die. On a 4+, create two [Ordis Recruit 1/1/1] Soldier tokens in my Expedition."
    " On a 1-3, [Sabotage].",
    "{H} Up to two target Characters each gain 1 boost. Each other Character you control gains"
    " [[Fleeting]].",
    "{D}, {1} : The next Spell you play this turn costs {2} less.",
    "{J} If you control two or more other [[Boosted]] Characters, draw a card.",
)


def made(text: str, language: str = "en") -> list[dict[str, Any]]:
    grammar = game(GAMES[language])
    card = {"name": "Tess", "type_ref": "CHARACTER", "text": text}
    assert grammar.entries is not None
    return grammar.entries(card, partial(read, game=grammar))


@pytest.mark.parametrize("text", TEXTS)
def test_a_word_more_or_less_changes_what_is_carried_out(text: str) -> None:
    entries = made(text)
    assert list(words_left(entries)) == []
    for changed in perturbed(text, random.Random(7)):
        again = made(changed)
        assert again != entries or next(words_left(again), None) is not None, changed


def test_what_is_made_differs_in_the_words_that_it_loses() -> None:
    grammar = game("altered").grammar
    boost = {"when": {"enters": "this"}, "effect": [{"boost": 2, "what": "this"}]}
    found = WAY_BACK.difference("{j} you may i gain 2 boosts again", [boost], grammar, "")
    assert found is not None
    assert (found.lost, found.added) == (("you", "may", "again"), ())


def test_a_french_text_is_said_back_as_well() -> None:
    text = "{J} Vous pouvez faire gagner 2 boosts à un autre Personnage ciblé."
    assert list(words_left(made(text, "fr"))) == []


def test_a_word_more_or_less_changes_printed_cards(printed: Path) -> None:
    with printed.open(encoding="utf-8") as lines:
        cards = [card for card in map(json.loads, lines) if card["lang"] == "en"]
    rng, tried = random.Random(5), 0
    for card in rng.sample(cards, 120):
        text = re.sub(r"\([^()]*\)", "", card.get("text") or "").replace("#", "")
        entries = made(text)
        if not text.strip() or next(words_left(entries), None) is not None:
            continue
        for changed in perturbed(text, rng, places=1):
            again = made(changed)
            assert again != entries or next(words_left(again), None) is not None, changed
            tried += 1
    assert tried > 50
