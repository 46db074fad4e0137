"""Printed cards as entries of a card file, and what becomes of what the rules cannot carry out."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import kb
from kb.cards.game import game
from kb.cards.reading import read

GAMES = {"en": "altered", "fr": "altered:fr"}


def entries(text: str, language: str = "en", **card: str) -> list[dict[str, Any]]:
    grammar = game(GAMES[language])
    assert grammar.entries is not None
    data = {"name": "A card", "type_ref": "CHARACTER", "text": text, **card}
    return grammar.entries(data, partial(read, game=grammar))


def abilities(text: str, language: str = "en", **card: str) -> Any:
    return entries(text, language, **card)[0].get("abilities")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{J} Draw a card.", {"when": {"enters": "this"}, "effect": [{"draw": 1}]}),
        (
            "{H} I gain 2 boosts.",
            {"when": {"enters from hand": "this"}, "effect": [{"boost": 2, "what": "this"}]},
        ),
        (
            "At Noon — I gain 1 boost.",
            {"when": {"at": "noon"}, "effect": [{"boost": 1, "what": "this"}]},
        ),
        ("{T}, {1} : Draw a card.", {"cost": "{T}, {1}", "effect": [{"draw": 1}]}),
        (
            "{T} : Discard target Permanent you control.",
            {
                "cost": "{T}",
                "effect": [{"discard": "target 1"}],
                "targets": ["permanent you control"],
            },
        ),
        ("[Tough 2].", {"static": {"tough": 2}}),
        ("[Gigantic].", {"static": {"keyword": "gigantic"}}),
        (
            "Characters you control are [Tough 1].",
            {"other": "Characters you control are [Tough 1]."},
        ),
        (
            "{J} You may draw a card.",
            {
                "when": {"enters": "this"},
                "effect": [{"other": "{J} You may draw a card."}],
            },
        ),
    ],
)
def test_one_line(text: str, expected: dict[str, Any]) -> None:
    assert abilities(text) == [{**expected, "line": 1}]


def test_both_languages_make_the_same_entry() -> None:
    english = abilities("{J} Draw a card.", support="{D} : Target Character gains 1 boost.")
    french = abilities(
        "{J} Piochez une carte.", "fr", support="{D} : Un Personnage ciblé gagne 1 boost."
    )
    assert english == french
    assert english[1]["inner box"] is True


def test_the_effects_of_a_spell_are_one_text() -> None:
    (found,) = abilities("Exhaust target Character.  Ready target Permanent.", type_ref="SPELL")
    assert found == {
        "effect": [{"exhaust": "target 1"}, {"ready": "target 2"}],
        "targets": ["character", "permanent"],
    }


def test_a_token_is_an_entry_of_its_own() -> None:
    card, token = entries("{J} Create an [Ordis Recruit 1/1/1] Soldier token in my Expedition.")
    assert card["abilities"][0]["effect"] == [{"create": "Ordis Recruit", "with": "mine"}]
    assert token == {
        "name": "Ordis Recruit",
        "types": ["character"],
        "subtypes": ["soldier"],
        "forest": 1,
        "mountain": 1,
        "ocean": 1,
    }


DIE = "Roll a die."

CASE = """
game: altered
cards: cards.jsonl
players: {Ann: {hand: [Dicey Nap]}, Bo: {expedition: [Sleeper]}}
do: [{play: Dicey Nap, by: Ann, targets: [Sleeper]}]
ask: [{what: exhausted, of: Sleeper}]
variants:
  - {name: before, do: [], ask: [{may: {play: Dicey Nap, by: Ann}}]}
"""


def test_what_cannot_be_carried_out_blocks_what_depends_on_it(tmp_path: Path) -> None:
    cards = [
        {
            "name": "Dicey Nap",
            "type_ref": "SPELL",
            "text": "Exhaust target Character.  Roll a die.",
        },
        {"name": "Sleeper", "type_ref": "CHARACTER", "text": "Nobody understands this."},
    ]
    lines = "".join(json.dumps(card) + "\n" for card in cards)
    (tmp_path / "cards.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "case.yaml").write_text(CASE, encoding="utf-8")
    after, before = kb.ask(tmp_path / "case.yaml")
    assert before.answer is True
    assert after.state == "undetermined"
    assert DIE in after.gaps
    assert "Nobody understands this." in after.gaps


def test_all_printed_cards_are_entries(printed: Path) -> None:
    from kb.library.formats import load_cards
    from kb.scenario import Game
    from kb.scenario.card_files import _entries
    from kb.scenario.cards import Catalogue
    from kb.scenario.reader import node_of

    altered = Game.load("altered")
    base = Catalogue.load(altered)
    cards = [card for number, card in enumerate(load_cards(printed)) if number % 12 == 0]
    for card in cards:
        nodes = [node_of(entry) for entry in _entries(altered, card)]
        if nodes:
            catalogue = base.extended(nodes)
            assert catalogue.card(catalogue.get(str(card["name"])))
