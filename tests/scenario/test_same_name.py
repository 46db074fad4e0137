"""A card of a file, and another one there that is called so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kb


@pytest.mark.parametrize("first", [True, False])
def test_the_card_of_that_very_name_is_meant(*, first: bool) -> None:
    said = {"type": "forward", "elements": ["fire"], "power": 1000}
    cards = [
        {"name": "Test Twin", "cost": 1, **said},
        {"name": "Other Test Twin", "called": "Test Twin", "cost": 3, **said, "generic": True},
    ]
    scenario = kb.Scenario(
        game="fftcg",
        cards=cards if first else cards[::-1],
        players={"Anna": {"field": ["Test Twin"], "hand": ["Other Test Twin"]}, "Bert": {}},
        ask=[{"what": "cost", "of": "Test Twin"}],
    )
    assert kb.ask(scenario)[0].answer == 1


def test_cards_of_one_name_in_a_file_of_cards(tmp_path: Path) -> None:
    elf = {"name": "Twin", "type": "Creature — Elf", "mana_cost": "{1}", "text": "Flying"}
    rows = [
        {**elf, "power": "1", "toughness": "1"},
        {**elf, "power": "1", "toughness": "1"},  # the same card, printed again
        {**elf, "power": "3", "toughness": "3"},
        {**elf, "name": "Pair", "id": "a", "power": "1", "toughness": "1"},
        {**elf, "name": "Pair", "id": "b", "power": "2", "toughness": "2"},
        {**elf, "name": "Lone", "power": "4", "toughness": "4"},
    ]
    (tmp_path / "cards.json").write_text(json.dumps(rows), encoding="utf-8")

    def power(card: str) -> object:
        file = tmp_path / "asked.yaml"
        file.write_text(
            "game: mtg\ncards: [cards.json]\n"
            f"players: {{A: {{battlefield: ['{card}']}}, B: {{}}}}\n"
            f"ask: [{{what: power, of: '{card}'}}]",
            encoding="utf-8",
        )
        return kb.ask(file)[0].answer

    def refusal(card: str) -> str:
        with pytest.raises(kb.LudexError) as refused:
            power(card)
        return refused.value.message

    assert refusal("Twin") == "'Twin' could be 'Twin (1)' or 'Twin (2)'; say which"
    assert refusal("Pair") == "'Pair' could be 'Pair (a)' or 'Pair (b)'; say which"
    named = ("Twin (1)", "Twin (2)", "Pair (a)", "Pair (b)", "Lone")
    assert [power(one) for one in named] == [1, 3, 1, 2, 4]
