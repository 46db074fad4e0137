"""What "it", "that", "other" and names refer to in Magic's texts."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from kb.cards.game import Game
from kb.cards.mtg.audit import missing
from kb.cards.reading import read
from kb.cards.unread import words_left
from tests.cards.mtg.entries import entries, made


def test_a_card_that_speaks_is_not_that_card(mtg: Game) -> None:
    text = "[0]: Reveal the top card of your library and put it into your hand. Orla deals damage"
    (entry,) = entries(f"{text} to each opponent equal to that card's mana value.", mtg)
    revealed = {"damage": "mana value of it", "to": "opponents"}
    assert entry["abilities"][0]["effect"] == [
        {"reveal": 1},
        {"take": "card among them", "to": "hand"},
        revealed,
    ]


def test_it_is_what_deals_damage_or_that_player_who_is_dealt_it(mtg: Game) -> None:
    text = "Whenever an Elf you control deals combat damage to a player, "
    (entry,) = entries(text + "put a +1/+1 counter on it.", mtg)
    assert entry["abilities"][0]["when"] == {
        "deals": "elf you control",
        "damage to": "player",
        "combat": True,
    }
    (entry,) = entries(text + "that player discards a card.", mtg)
    assert entry["abilities"][0]["when"]["by"] == "elf you control"


def test_it_is_not_the_equipment_behind_the_equipped_creature(mtg: Game) -> None:
    text = (
        "At the beginning of your upkeep, put a +1/+1 counter on equipped creature if it's green."
    )
    card = {"name": "Orb", "types": ["artifact"], "subtypes": ["equipment"], "text": text}
    assert mtg.entries is not None
    (entry,) = mtg.entries(card, partial(read, game=mtg, name="Orb"))
    assert "other" in str(entry["abilities"])


@pytest.mark.parametrize(
    "text",
    [
        "Target creature gets +1/+1 until end of turn for each other creature you control.",
        "Other creatures you control get +1/+1 for each other creature you control.",
        "Enchanted creature gets +0/+2 for each other creature you control.",
        "Whenever a creature you control attacks, it gets +1/+1 until end of turn for each other"
        " attacking creature.",
        "Whenever a creature you control attacks, other creatures you control get +1/+1 until end"
        " of turn.",
    ],
)
def test_others_than_what_changes_are_not_those_than_the_card(text: str, mtg: Game) -> None:
    assert [*words_left(entries(text, mtg, "enchantment"))] == [text]


def test_others_than_a_target_are_not_those_than_the_card(mtg: Game) -> None:
    text = "Put a +1/+1 counter on target creature you control. Destroy each other creature."
    assert [*words_left(entries(text, mtg, "sorcery"))]
    own = "Whenever Orla attacks, other creatures you control get +1/+1 until end of turn."
    assert not [*words_left(entries(own, mtg, "creature"))]


BESIDES = [
    (
        "Whenever a creature enters under your control, if you control at least two other"
        " creatures, draw a card.",
        "number of creature you control besides it is at least 2",
    ),
    (
        "Whenever enchanted creature attacks, if you control another creature, draw a card.",
        "number of creature you control besides it is at least 1",
    ),
    (
        "Whenever Orla attacks, if you control at least two other creatures, draw a card.",
        "number of other creature you control is at least 2",
    ),
    (
        "Whenever Orla deals combat damage to a player, if you control no other creatures, draw a"
        " card.",
        "number of other creature you control is at most 0",
    ),
    (
        "Whenever a creature attacks, if you control a creature other than Orla, draw a card.",
        "number of other creature you control is at least 1",
    ),
    (
        "At the beginning of your upkeep, if you control another creature, draw a card.",
        "number of other creature you control is at least 1",
    ),
]


@pytest.mark.parametrize(("text", "condition"), BESIDES)
def test_others_behind_an_event_are_others_than_what_it_is_about(
    text: str, condition: str, mtg: Game
) -> None:
    (ability,) = entries(text, mtg)[0]["abilities"]
    assert (ability.get("if"), [*words_left(ability)]) == (condition, [])


@pytest.mark.parametrize(
    "text",
    [
        "Whenever another creature enters under your control, if you control another creature,"
        " draw a card.",
        "Whenever a creature you control becomes the target of a spell an opponent controls, if you"
        " control another creature, draw a card.",
        "Whenever a creature deals damage to Orla, if you control another creature, draw a card.",
        "Whenever you cast a creature spell, if you control another creature, draw a card.",
        "Whenever enchanted creature attacks, if you control another enchantment, draw a card.",
        "Whenever a creature enters, another target creature gets +1/+1 until end of turn.",
        "Enchanted creature has flying as long as you control another creature.",
    ],
)
def test_others_than_what_is_not_known_are_left_to_their_words(text: str, mtg: Game) -> None:
    assert [*words_left(entries(text, mtg, "enchantment"))] == [text]


def test_others_than_the_card_by_its_name_are_others_than_the_card(mtg: Game) -> None:
    text = "Whenever another creature enters, target creature other than Orla gets +1/+1 until"
    (ability,) = entries(f"{text} end of turn.", mtg)[0]["abilities"]
    assert ability["targets"] == ["other creature"]


def test_itself_is_what_deals_the_damage(mtg: Game) -> None:
    text = "{T}: Orla deals 1 damage to any target and 2 damage to itself."
    (ability,) = entries(text, mtg)[0]["abilities"]
    both = [{"damage": 1, "to": "target 1"}, {"damage": 2, "to": "this", "at once": True}]
    assert ability["effect"] == both
    text = "{T}: Target creature gets +1/+1 until end of turn and Orla taps itself."
    assert [*words_left(entries(text, mtg))]


def test_damage_to_itself_is_not_lost_to_a_target() -> None:
    text = "{T}: Orla deals 1 damage to any target and 1 damage to itself."
    lost = {"damage": 1, "to": "target 1"}
    aimed = {"cost": "{T}", "targets": ["any target"]}
    assert missing(text, [{**aimed, "effect": [lost, lost]}], ["Orla"]) == "itself"
    kept = {"damage": 1, "to": "this"}
    assert missing(text, [{**aimed, "effect": [lost, kept]}], ["Orla"]) is None


@pytest.mark.parametrize(
    "text",
    [
        "Each creature deals damage to itself equal to its power.",
        "Each creature deals 1 damage to its controller.",
        "Return all creature cards from your graveyard to the battlefield. They gain haste until"
        " end of turn.",
        "Return all land cards from all graveyards to the battlefield under their owners' control.",
    ],
)
def test_what_each_does_by_itself_is_not_done_to_all(text: str, mtg: Game) -> None:
    (left,) = words_left(entries(text, mtg, "sorcery"))
    assert left in (text, text.removesuffix("."))


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            "When Orla enters, sacrifice another creature. You gain life equal to that creature's "
            "power.",
            [{"sacrifice one": "other creature"}, {"gain life": "power of it"}],
        ),
        (
            "Whenever another creature you control enters, Orla deals damage equal to that "
            "creature's power to any target.",
            [{"damage": "power of it", "to": "target 1"}],
        ),
        (
            "When Orla dies, tap target creature. Orla deals 1 damage to that creature.",
            [{"tap": "target 1"}, {"damage": 1, "to": "target 1"}],
        ),
    ],
)
def test_that_creature_is_never_what_speaks(mtg: Game, text: str, steps: list[Any]) -> None:
    (ability,) = entries(text, mtg)[0]["abilities"]
    assert ability["effect"] == steps


def test_what_is_not_known_is_not_the_card_itself(mtg: Game) -> None:
    says = "Change the target of target spell with a single target. "
    says += "You lose life equal to that spell's mana value."
    (spell,) = made(mtg, types=["instant"], text=says)["abilities"]
    assert all(set(step) == {"other"} for step in spell["effect"])


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("Players", "Players can't gain life.", True),
        ("Creatures", "Flying\nCreatures can't attack.", True),
        ("Elves, the Many", "Elves can't attack.", True),
        ("Elf, the One", "Elf can't attack.", False),
        ("Fear", "Fear can't be blocked.", False),
        ("Creatures", "Creatures you control get +2/+2.", False),
        ("Wall of Faith", "{W}: Wall of Faith gets +0/+1 until end of turn.", False),
    ],
)
def test_a_name_that_may_be_a_word_of_the_sentence(
    mtg: Game, name: str, text: str, *, left: bool
) -> None:
    assert mtg.entries is not None
    card = {"name": name, "text": text, "types": ["creature"]}
    made = mtg.entries(card, partial(read, game=mtg, name=name))
    assert [*words_left(made)] == ([text.split("\n")[-1]] if left else [])
