"""Magic's texts as the abilities of card files, and what is named as not carried out."""

from __future__ import annotations

from typing import Any

import pytest

import kb
from kb.cards.game import Game
from kb.cards.unread import words_left
from tests.cards.mtg.entries import entries, made

SPELLS = [
    ("Orla deals 3 damage to any target.", ["any target"], [{"damage": 3, "to": "target 1"}]),
    (
        "Destroy target nonland permanent. You gain 2 life.",
        ["nonland permanent"],
        [{"destroy": "target 1"}, {"gain life": 2}],
    ),
    (
        "Target creature you control gets +2/-1 and gains flying until end of turn.",
        ["creature you control"],
        [
            {"get": "target 1", "power": 2, "toughness": -1},
            {"gain keyword": "flying", "what": "target 1"},
        ],
    ),
    (
        "Until end of turn, target creature gains haste. Untap it.",
        ["creature"],
        [{"gain keyword": "haste", "what": "target 1"}, {"untap": "target 1"}],
    ),
    (
        "Return up to two target creatures to their owners' hands.",
        [{"up to": 2, "of": "creature"}],
        [{"return to hand": "target 1"}],
    ),
    (
        "Counter target spell. Its controller loses 2 life.",
        ["spell"],
        [{"counter": "target 1"}, {"lose life": 2, "who": "controller of target 1"}],
    ),
    (
        "You gain X life, where X is the number of artifacts you control.",
        None,
        [{"gain life": "number of artifact you control"}],
    ),
    (
        "You may draw a card. If you do, each opponent loses 1 life.",
        None,
        [{"may pay": "{0}", "then": [{"draw": 1}, {"lose life": 1, "who": "opponents"}]}],
    ),
    (
        "Target creature becomes blue until end of turn.",
        ["creature"],
        [{"become": {"colors": ["blue"]}, "what": "target 1", "until": "end of turn"}],
    ),
    (
        "Orla deals 2 damage to each attacking or blocking creature.",
        None,
        [{"damage": 2, "to": "each attacking creature or blocking creature"}],
    ),
    (
        "Look at the top four cards of your library. You may reveal a creature or land card from"
        " among them and put it into your hand. Put the rest on the bottom of your library in a"
        " random order.",
        None,
        [
            {"look": 4},
            {
                "take": "creature card among them or land card among them",
                "how": "up to",
                "to": "hand",
            },
            {"put the rest": "bottom"},
        ],
    ),
    (
        "Search your library for a Forest card, put it onto the battlefield tapped, then shuffle.",
        None,
        [{"search": "forest card in your library", "to": "battlefield tapped"}, {"shuffle": "you"}],
    ),
    (
        "Return target creature card with mana value 2 or less from your graveyard to the"
        " battlefield.",
        ["creature card in your graveyard mana value 2 or less"],
        [{"put onto battlefield": "target 1"}],
    ),
    (
        "Target creature gains haste until end of turn. Exile it at the beginning of the next end"
        " step.",
        ["creature"],
        [
            {"gain keyword": "haste", "what": "target 1"},
            {"at next": "end step", "then": [{"exile": "it"}], "about": "target 1"},
        ],
    ),
    (
        "Target creature you control fights target creature you don't control.",
        ["creature you control", "creature you do not control"],
        [{"fight": "target 2", "what": "target 1"}],
    ),
    (
        "You gain 2 life for each Elf you control.",
        None,
        [{"gain life": "2 times number of elf you control"}],
    ),
    (
        "If you control three or more artifacts, draw a card.",
        None,
        [{"if": "number of artifact you control is at least 3", "then": [{"draw": 1}]}],
    ),
    (
        "Destroy target creature. If that creature was a Goblin, draw a card.",
        ["creature"],
        [{"destroy": "target 1"}, {"other": "If that creature was a Goblin, draw a card"}],
    ),
    (
        "You may sacrifice a creature. If you do, draw two cards.",
        None,
        [{"may pay": "sacrifice 1 creature", "then": [{"draw": 2}]}],
    ),
    (
        "Counter target spell unless its controller pays {3}.",
        ["spell"],
        [
            {
                "unless paid": "{3}",
                "who": "controller of target 1",
                "then": [{"counter": "target 1"}],
            }
        ],
    ),
    (
        "Create a token that's a copy of target creature you control, except it has haste.",
        ["creature you control"],
        [{"create copy of": "target 1", "except": {"keywords": ["haste"]}}],
    ),
    (
        "Whenever a creature attacks this turn, put a +1/+1 counter on it.",
        None,
        [
            {
                "delay": {
                    "abilities": [
                        {
                            "when": {"attacks": "creature"},
                            "effect": [{"put counters": 1, "kind": "+1/+1", "on": "it"}],
                        }
                    ]
                }
            }
        ],
    ),
    (
        "Creatures without flying can't block this turn.",
        None,
        [{"cannot block": "each creature without flying"}],
    ),
]


@pytest.mark.parametrize(("text", "targets", "effect"), SPELLS)
def test_spells(text: str, targets: list[Any] | None, effect: list[Any], mtg: Game) -> None:
    (entry,) = entries(text, mtg, "instant")
    expected = {"effect": effect} if targets is None else {"targets": targets, "effect": effect}
    assert entry["abilities"] == [expected]


def test_tokens_and_emblems_are_cards_of_their_own(mtg: Game) -> None:
    text = (
        "[-2]: Create two 1/1 white and blue Bird creature tokens with flying.\n"
        '[-7]: You get an emblem with "Creatures you control have haste."'
    )
    card, bird, emblem = entries(text, mtg, "planeswalker")
    assert card["abilities"][0]["effect"] == [{"create": "Bird of Orla", "amount": 2}]
    assert bird == {
        "name": "Bird of Orla",
        "called": "Bird",
        "token called": "Bird Token",
        "power": 1,
        "toughness": 1,
        "colors": ["white", "blue"],
        "types": ["creature"],
        "subtypes": ["bird"],
        "keywords": ["flying"],
    }
    assert card["abilities"][1]["effect"] == [{"emblem": "Emblem of Orla"}]
    haste = {"static": {"keyword": "haste", "for": "creature you control"}}
    assert emblem == {"name": "Emblem of Orla", "emblem": True, "abilities": [haste]}


def test_modes(mtg: Game) -> None:
    text = "Choose one —\n• Destroy target artifact.\n• Draw two cards."
    (entry,) = entries(text, mtg, "sorcery")
    assert entry["abilities"] == [
        {"mode": 1, "targets": ["artifact"], "effect": [{"destroy": "target 1"}]},
        {"mode": 2, "effect": [{"draw": 2}]},
    ]


PERTURBED = [
    ("Destroy target creature.", "Destroy target noncreature permanent."),
    ("Draw a card.", "You may draw a card."),
    ("Tap target creature.", "Tap up to one target creature."),
    ("Destroy target artifact.", "Destroy target artifact or land."),
    ("Creatures can't block this turn.", "Creatures you control can't block this turn."),
    ("Creatures can't block this turn.", "Other creatures can't block this turn."),
    ("Exile target creature.", "Exile target creature you own."),
    ("Destroy target creature.", "Destroy target creature if it's white."),
    ("Draw two cards.", "Draw two cards for each artifact you control."),
    ("You gain 3 life.", "You gain 3 life unless you control a Goblin."),
    ("Target player draws a card.", "Target player draws a card instead."),
    ("Destroy all creatures.", "Destroy all other creatures."),
]


@pytest.mark.parametrize(("plain", "other"), PERTURBED)
def test_a_word_more_changes_what_is_made_or_is_named(plain: str, other: str, mtg: Game) -> None:
    (one,) = entries(plain, mtg, "instant")
    (two,) = entries(other, mtg, "instant")
    assert not list(words_left(one))
    assert two["abilities"] != one["abilities"]


def test_a_described_card_may_have_a_text(mtg: Game) -> None:
    (entry,) = entries("Vigilance\nEncore {2}{W}", mtg)
    assert entry["keywords"] == ["vigilance"]
    assert list(words_left(entry)) == ["Encore {2}{W}"]


def test_a_text_plays_as_the_abilities_do() -> None:
    text = "Test Bolt deals 3 damage to any target."
    ability = {"targets": ["any target"], "effect": [{"damage": 3, "to": "target 1"}]}
    told = []
    for said in ({"text": text}, {"abilities": [ability]}):
        scenario = kb.Scenario(
            game="mtg",
            players={"Anna": {"hand": ["Test Bolt"], "mana": {"red": 1}}, "Bert": {}},
            cards=[{"name": "Test Bolt", "types": ["instant"], "cost": "{R}", **said}],
            do=[{"cast": "Test Bolt", "by": "Anna", "targets": ["Bert"]}, {"resolve": "top"}],
            ask=[{"what": "life", "of": "Bert"}],
        )
        (ruling,) = kb.ask(scenario)
        told.append((ruling.answer, ruling.sentence))
    assert told[0] == told[1]
    assert told[0][0] == 17


def test_descriptions_with_a_comma_are_both_so(mtg: Game) -> None:
    (entry,) = entries("Destroy target noncreature, nonland permanent.", mtg, "instant")
    assert entry["abilities"][0]["targets"] == ["noncreature nonland permanent"]


def test_what_only_creatures_have_is_said_of_the_creature_alone(mtg: Game) -> None:
    text = "Destroy target artifact, enchantment, or creature with flying."
    (entry,) = entries(text, mtg, "instant")
    targets = ["artifact or enchantment or creature with flying"]
    assert entry["abilities"][0]["targets"] == targets


def test_a_label_that_is_a_keyword_leaves_its_ability_unread(mtg: Game) -> None:
    (told,) = entries("Forecast — {1}: Draw a card.", mtg)
    assert "Forecast — {1}: Draw a card" in [one.rstrip(".") for one in words_left(told)]
    (boasting,) = entries("Boast — {1}: Draw a card.", mtg)
    assert boasting["abilities"][0]["timing"] == "boast"
    (upkeep,) = entries("Boast — At the beginning of your upkeep, draw a card.", mtg)
    assert list(words_left(upkeep))
    (raided,) = entries("Raid — {1}: Draw a card.", mtg)
    assert not list(words_left(raided))


def test_what_each_player_may_do_is_left_to_its_words(mtg: Game) -> None:
    says = "When Orla enters, each player may scry 1."
    (ability,) = made(mtg, name="Orla", text=says)["abilities"]
    assert ability["effect"] == [{"other": "each player may scry 1"}]


@pytest.mark.parametrize(
    ("older", "today", "types"),
    [
        ("{tap}: Add {2} to your mana pool.", "{T}: Add {C}{C}.", "artifact"),
        (
            "{WB}, {untap}: Orla gets +1/+1 until end of turn.",
            "{W/B}, {Q}: Orla gets +1/+1 until end of turn.",
            "creature",
        ),
        (
            "{1}, {tap}: Add one mana of any color to your mana pool.",
            "{1}, {T}: Add one mana of any color.",
            "artifact",
        ),
        (
            "Target player puts the top two cards of his or her library into his or her graveyard.",
            "Target player mills two cards.",
            "sorcery",
        ),
        ("Orla is unblockable.", "Orla can't be blocked.", "creature"),
        (
            "As an additional cost to cast Orla, sacrifice a creature.\nDraw two cards.",
            "As an additional cost to cast this spell, sacrifice a creature.\nDraw two cards.",
            "sorcery",
        ),
        (
            "Choose one - Destroy target artifact; or Orla deals 2 damage to target creature.",
            "Choose one —\n• Destroy target artifact.\n• Orla deals 2 damage to target creature.",
            "instant",
        ),
        (
            "Threshold - Orla gets +1/+1 as long as seven or more cards are in your graveyard.",
            "Threshold — Orla gets +1/+1 as long as seven or more cards are in your graveyard.",
            "creature",
        ),
        (
            "Whenever Orla attacks, put two 1/1 white Soldier creature tokens onto the battlefield"
            " tapped and attacking.",
            "Whenever Orla attacks, create two 1/1 white Soldier creature tokens that are tapped"
            " and attacking.",
            "creature",
        ),
    ],
)
def test_older_templating_says_what_that_of_today_does(
    older: str, today: str, types: str, mtg: Game
) -> None:
    found = entries(older, mtg, types)
    assert list(words_left(found)) == []
    assert found == entries(today, mtg, types)


def test_what_lies_face_down_without_being_told_as_what_is_left_to_its_words(mtg: Game) -> None:
    said = "{U}: Exile this creature, then return it to the battlefield face down."
    assert list(words_left(made(mtg, types=["creature"], text=said)))


def test_what_is_done_otherwise_is_done_too_where_an_offer_is_declined(mtg: Game) -> None:
    offered = "If it's a land card, you may put it onto the battlefield."
    said = f"Reveal the top card of your library. {offered} Otherwise, put it into your hand."
    assert list(words_left(made(mtg, types=["sorcery"], text=said)))


@pytest.mark.parametrize(
    "text",
    [
        "Orla deals 3 damage to target creature and player.",
        "Destroy target artifact and enchantment.",
        "Destroy up to one target artifact and enchantment.",
        "Destroy another target artifact and enchantment.",
        "Destroy target white and blue creature.",
        "Exile target artifact, creature, and land.",
        "Counter target instant and sorcery spell.",
        "Whenever you cast an instant and sorcery spell, draw a card.",
        "Sacrifice an artifact and creature: Draw a card.",
        "If you control an artifact and enchantment, draw a card.",
        "Enchant creature and player",
    ],
)
def test_one_thing_of_two_kinds_is_not_one_of_either(text: str, mtg: Game) -> None:
    (entry,) = entries(text, mtg, "instant" if text[:4] in ("Orla", "Dest", "Coun") else "creature")
    assert list(words_left(entry))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Destroy up to two target artifacts and enchantments.", "artifact or enchantment"),
        ("Destroy all artifacts and enchantments.", "artifact or enchantment"),
        ("Destroy each creature and planeswalker.", "creature or planeswalker"),
        (
            "Instant and sorcery spells you cast cost {1} less to cast.",
            "instant spell or sorcery spell",
        ),
        ("Artifacts and creatures you control have haste.", "artifact you control or creature"),
    ],
)
def test_all_of_two_kinds_are_those_of_either(text: str, words: str, mtg: Game) -> None:
    (entry,) = entries(text, mtg, "sorcery" if text[:4] == "Dest" else "creature")
    assert not list(words_left(entry))
    assert words in str(entry["abilities"])


def test_a_printed_number_may_be_less_than_zero(mtg: Game) -> None:
    card = made(mtg, power="-1", toughness="-1")
    assert (card["power"], card["toughness"]) == (-1, -1)
