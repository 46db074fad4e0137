"""The loyalty abilities of Magic's planeswalkers, and their emblems, as card files say them."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from kb.cards.game import Game
from kb.cards.reading import read
from tests.cards.mtg.entries import entries

ABILITIES = [
    (
        "[0]: Orla deals 3 damage to target creature. "
        "That creature deals damage equal to its power to him.",
        {
            "cost": "[0]",
            "targets": ["creature"],
            "effect": [
                {"damage": 3, "to": "target 1"},
                {"damage": "power of target 1", "to": "this", "from": "target 1"},
            ],
        },
    ),
    (
        "[+1]: Draw a card.",
        {"cost": "[+1]", "effect": [{"draw": 1}]},
    ),
    (
        "−X: Orla deals X damage to target player.",
        {"cost": "[-x]", "targets": ["player"], "effect": [{"damage": "x", "to": "target 1"}]},
    ),
    (
        "{1}{R}, {T}, Sacrifice Orla: Add {G}{G}. Activate only as a sorcery.",
        {
            "cost": "{1}{R}, {T}, sacrifice this",
            "timing": "sorcery",
            "effect": [{"add mana": "green", "amount": 2}],
        },
    ),
    (
        "When this creature enters, scry 1.",
        {"when": {"enters": "this"}, "effect": [{"scry": 1}]},
    ),
    (
        "Whenever another Goblin enters the battlefield under your control, put a +1/+1 counter"
        " on Orla.",
        {
            "when": {"enters": "other goblin you control"},
            "effect": [{"put counters": 1, "kind": "+1/+1", "on": "this"}],
        },
    ),
    (
        "At the beginning of each player's upkeep, that player discards a card.",
        {
            "when": {"begins": "upkeep", "whose": "each"},
            "effect": [{"discard": 1, "who": "active player"}],
        },
    ),
    (
        "Other creatures you control get +1/+1.",
        {"static": {"boost": "other creature you control", "power": 1, "toughness": 1}},
    ),
    ("Orla can't be blocked.", {"static": {"cannot be blocked": "this"}}),
    ("Artifacts enter the battlefield tapped.", {"static": {"enters tapped": "artifact"}}),
    (
        "As long as you control a Goblin, Orla has flying.",
        {
            "static": {"keyword": "flying", "for": "this"},
            "while": "number of goblin you control is at least 1",
        },
    ),
    (
        "Enchanted creature has shroud as long as it's untapped.",
        {"other": "Enchanted creature has shroud as long as it's untapped."},
    ),
    ("Gravestorm", {"other": "Gravestorm"}),
]


@pytest.mark.parametrize(("text", "ability"), ABILITIES)
def test_abilities(text: str, ability: dict[str, Any], mtg: Game) -> None:
    (entry,) = entries(text, mtg)
    assert entry["abilities"] == [ability]


MORE = [
    (
        "[0]: Until end of turn, Orla becomes a 4/4 red Dragon creature with flying that's still a"
        " planeswalker.",
        {
            "cost": "[0]",
            "effect": [
                {
                    "become": {
                        "power": 4,
                        "toughness": 4,
                        "colors": ["red"],
                        "subtypes": ["dragon"],
                        "keywords": ["flying"],
                        "types": ["creature"],
                        "keeps types": True,
                    },
                    "what": "this",
                    "until": "end of turn",
                }
            ],
        },
    ),
    (
        "[+1]: Creatures you control gain haste until end of turn. Those creatures get +1/+1 until"
        " end of turn.",
        {
            "cost": "[+1]",
            "effect": [
                {"gain keyword": "haste", "what": "each creature you control"},
                {"get": "those creature you control", "power": 1, "toughness": 1},
            ],
        },
    ),
    (
        "Orla's power and toughness are each equal to the number of lands you control.",
        {"static": {"power and toughness": "number of land you control"}},
    ),
    (
        'Goblins you control have "{T}: Add {R}."',
        {
            "static": {
                "grant": {"abilities": [{"cost": "{T}", "effect": [{"add mana": "red"}]}]},
                "to": "goblin you control",
            }
        },
    ),
    ("You have hexproof.", {"static": {"hexproof": "you"}}),
]


_HITS = {"deals damage to": "player", "by": "creature you control", "combat": True}


LATELY = [
    (
        "[-2]: Target creature gets -X/-X until end of turn, where X is the number of Elves you"
        " control.",
        ["creature"],
        [
            {
                "get": "target 1",
                "power": "minus number of elf you control",
                "toughness": "minus number of elf you control",
            }
        ],
    ),
    (
        "[+1]: Up to one target creature has base power and toughness 0/2 until your next turn.",
        [{"up to": 1, "of": "creature"}],
        [{"become": {"power": 0, "toughness": 2}, "what": "target 1", "until": "your next turn"}],
    ),
    (
        "[0]: Target land becomes a 3/3 creature in addition to its other types.",
        ["land"],
        [
            {
                "become": {"power": 3, "toughness": 3, "types": ["creature"], "keeps types": True},
                "what": "target 1",
                "until": "permanent",
            }
        ],
    ),
    (
        "[+1]: Until end of turn, whenever a creature you control deals combat damage to a player,"
        " draw a card.",
        None,
        [{"delay": {"abilities": [{"when": _HITS, "effect": [{"draw": 1}]}]}}],
    ),
    (
        "[-7]: Orla deals 7 damage to target opponent and each creature that player controls.",
        ["opponent"],
        [
            {"damage": 7, "to": "target 1"},
            {"damage": 7, "to": "each creature controlled by target 1", "at once": True},
        ],
    ),
    (
        "[-9]: Target opponent loses the game.",
        ["opponent"],
        [{"lose the game": "target 1"}],
    ),
    (
        "[+2]: Target player exiles a card from their hand.",
        ["player"],
        [{"take": "card in your hand", "to": "exile", "who": "target 1"}],
    ),
    (
        "[+1]: Exile the top two cards of your library. You may play them this turn.",
        None,
        [{"exile top": 2}, {"let play": "each card among them"}],
    ),
    (
        "[+1]: Exile the top card of your library. If it's red, you may cast it this turn.",
        None,
        [
            {"exile top": 1},
            {"if": "it is red object", "then": [{"let play": "it", "spells only": True}]},
        ],
    ),
    (
        "[-3]: Exile the top four cards of your library. You may put a land card from among them"
        " onto the battlefield.",
        None,
        [
            {"exile top": 4},
            {"take": "land card among them", "how": "up to", "to": "battlefield"},
        ],
    ),
]


@pytest.mark.parametrize(("text", "targets", "effect"), LATELY)
def test_loyalty_abilities(
    text: str, targets: list[Any] | None, effect: list[Any], mtg: Game
) -> None:
    (entry,) = entries(text, mtg, "planeswalker")
    (ability,) = entry["abilities"]
    assert (ability.get("targets"), ability["effect"]) == (targets, effect)


def test_what_becomes_an_artifact_creature_keeps_its_types(mtg: Game) -> None:
    text = "[-1]: Target artifact becomes an artifact creature with base power and toughness 5/5."
    (entry,) = entries(text, mtg, "planeswalker")
    (step,) = entry["abilities"][0]["effect"]
    assert step["become"]["keeps types"] is True


@pytest.mark.parametrize(("text", "ability"), MORE)
def test_what_becomes_something_else(text: str, ability: dict[str, Any], mtg: Game) -> None:
    (entry,) = entries(text, mtg)
    assert entry["abilities"] == [ability]


def test_a_loyalty_symbol_that_is_none_is_no_cost(mtg: Game) -> None:
    card = {"name": "Orla", "types": ["planeswalker"], "text": "[(3]: Draw a card."}
    made = mtg.entries(card, partial(read, game=mtg, name="Orla"))
    assert made[0]["abilities"] == [{"other": "[(3]: Draw a card."}]
