"""Magic's card text: what is read, how it prints back, what is refused."""

from __future__ import annotations

import pytest

from kb.cards.facts import from_facts, to_facts
from kb.cards.game import Game
from kb.cards.reading import Reading, read

NAME = "Orla, Keeper of Tides"
READ = [
    "Flying, vigilance",
    "First strike",
    "Protection from red and from green",
    "Equip {3}",
    "Cycling {1}{U}",
    "Flashback—Sacrifice two creatures.",
    "Enchant creature you control",
    "Draw two cards, then discard a card.",
    "Orla deals 3 damage to any target.",
    "Destroy target nonland permanent with mana value 3 or less.",
    "+1: Target creature gets +2/+2 and gains trample until end of turn.",
    "[−X]: Orla deals X damage to each creature and each planeswalker.",
    "{2}{W}, {T}, Sacrifice Orla: You gain 4 life and draw a card.",
    "When Orla, Keeper of Tides enters the battlefield, create two 1/1 white Bird creature tokens"
    " with flying.",
    "Whenever another creature you control dies, put a +1/+1 counter on Orla.",
    "At the beginning of your upkeep, if you control an artifact, scry 2.",
    "Creatures you control get +1/+1 and have haste.",
    "As long as you control a Goblin or an Elf, Orla can't be blocked.",
    "Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.",
    "Look at the top four cards of your library. Put one of them into your hand and the rest on the"
    " bottom of your library in any order.",
    'Enchanted creature has "{T}: Draw a card."',
    'You get an emblem with "Creatures you control have flying."',
    "Choose one —\n• Counter target spell.\n• Return target permanent to its owner's hand.",
    "You may pay {2}. If you do, untap target land.",
    "Counter target spell unless its controller pays {3}.",
    "Target opponent reveals their hand. You choose a nonland card from it. Exile that card.",
    "This spell costs {1} less to cast for each artifact you control.",
    "Landfall — Whenever a land enters the battlefield under your control, you gain 1 life.",
    "Orla deals damage equal to the number of cards in your hand to target player.",
    "You gain X life, where X is the greatest power among creatures you control.",
    "Discard all the cards in your hand, then draw that many cards plus one.",
    "If you would gain life, you gain that much life plus 1 instead.",
    "Search your library for a creature card with mana value equal to 1 plus the sacrificed"
    " creature's mana value, put it onto the battlefield, then shuffle.",
    "You may reveal a sorcery card you own from outside the game and put it into your hand.",
    "Put a card you own from outside the game into your hand.",
    "Until your next turn, prevent all damage target permanent would deal.",
    "If you have at least 15 life more than your starting life total, draw a card.",
]


@pytest.mark.parametrize("text", READ)
def test_texts_are_read_whole_and_print_back(text: str, mtg: Game) -> None:
    reading = read(text, mtg, NAME)
    assert reading.status == "whole", reading.lines[0].unread
    assert reading.same_words
    assert reading.printed.replace("−", "-") == text.replace("−", "-")


@pytest.mark.parametrize("text", READ)
def test_facts_print_back(text: str, mtg: Game) -> None:
    value = read(text, mtg, NAME).value
    assert from_facts(to_facts(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        "Draw a cards.",
        "Draw card a.",
        "Target creature get +1/+1 until end of turn.",
        "Destroy target creature creature.",
        "Destroy creature target.",
        "You gains 3 life.",
        "Whenever attacks a creature, draw a card.",
        "Each player draw a card.",
    ],
)
def test_what_makes_no_sense_is_refused(text: str, mtg: Game) -> None:
    assert read(text, mtg, NAME).status == "failed"


def test_a_quotation_mark_that_a_file_has_lost_is_put_back(mtg: Game) -> None:
    lost = 'You get an emblem with "Swamps you control have \ufffd{T}: Add {B}.\'"'
    assert read(lost, mtg, NAME).same_words
    assert read("Urza\ufffds Mine enters the battlefield tapped.", mtg, "Urza's Mine").same_words


@pytest.mark.parametrize("text", ['Creatures have ": Draw a card."', '"": ""', "It has ': '."])
def test_an_ability_without_a_cost_is_no_crash(text: str, mtg: Game) -> None:
    assert read(text, mtg, NAME).status != "whole"


def test_what_is_not_read_is_named_with_its_place(mtg: Game) -> None:
    text = "Draw a card. Destroy target banana."
    (unread,) = read(text, mtg).lines[0].unread
    assert text[unread.read : unread.stop] == "banana"
    assert unread.unknown == "banana"
    assert "a noun" in unread.expected


def test_printed_cards_are_read(mtg_readings: list[Reading]) -> None:
    whole = [reading for reading in mtg_readings if reading.status == "whole"]
    assert len(whole) >= 0.75 * len(mtg_readings)
    assert all(reading.same_words for reading in whole)
