"""The sections of Classes and levelers, each there only from its level on."""

from __future__ import annotations

import pytest

from kb.cards.game import Game
from kb.cards.unread import words_left
from tests.cards.mtg.entries import made


def test_a_class_gains_its_levels_one_after_the_other(mtg: Game) -> None:
    text = "Creatures you control have flying.\n{1}{G}: Level 2\nCreatures you control get +1/+1."
    first, gains, section = made(mtg, types=["enchantment"], text=text)["abilities"]
    assert first == {"static": {"keyword": "flying", "for": "creature you control"}}
    assert gains == {
        "cost": "{1}{G}",
        "timing": "sorcery",
        "only if": "level of this is exactly 1",
        "effect": [{"become level": 2}],
    }
    boost = {"boost": "creature you control", "power": 1, "toughness": 1}
    assert section == {
        "static": {"grant": {"abilities": [{"static": boost}]}, "to": "this"},
        "while": "level of this is at least 2",
    }


def test_what_waits_for_a_level_stands_in_its_section(mtg: Game) -> None:
    text = "{G}: Level 2\nWhen this Class becomes level 2, draw a card."
    (_, section) = made(mtg, types=["enchantment"], text=text)["abilities"]
    (waits,) = section["static"]["grant"]["abilities"]
    assert waits == {"when": {"becomes level": 2}, "effect": [{"draw": 1}]}


def test_a_leveler_is_of_the_size_of_its_level(mtg: Game) -> None:
    text = "Level up {W}\nLEVEL 1-3\n3/3\nFlying\nLEVEL 4+\n5/5"
    up, low, high = made(mtg, text=text)["abilities"]
    assert up["keyword ability"] == "level up"
    counters = "level counters on this is at least"
    assert low == {
        "static": {"grant": {"keywords": ["flying"], "power": 3, "toughness": 3}, "to": "this"},
        "while": f"{counters} 1",
        "unless": f"{counters} 4",
    }
    assert high["while"] == f"{counters} 4"
    assert "unless" not in high


@pytest.mark.parametrize(
    "text",
    [
        "8+ | Flying\nOther creatures you control get +1/+1.",
        "STATION 8+\nFlying\nOther creatures you control get +1/+1.",
        "LEVEL 2-3 2/2\nFlying",
        "{G}: Level 2\nCycling {2}",
        "{Z}: Level 2\nFlying",
        "{G}: Level 0\nFlying",
        "{G}: Level 100\nFlying",
        "LEVEL 9999999999+\n3/3\nFlying",
    ],
)
def test_a_section_of_another_kind_is_words_alone(mtg: Game, text: str) -> None:
    entry = made(mtg, types=["artifact"], text=text)
    assert [*words_left(entry)] == text.split("\n")
    assert not {"keywords", "cycling"} & entry.keys()
