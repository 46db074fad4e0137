"""Magic's texts as the abilities of card files, and what is named as not carried out."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import kb
from kb.cards.game import Game
from kb.cards.mtg.audit import missing
from kb.cards.reading import read
from kb.cards.unread import words_left

NAME = "Orla"


def entries(text: str, mtg: Game, *types: str) -> list[dict[str, Any]]:
    assert mtg.entries is not None
    card = {"name": NAME, "text": text, "types": list(types) or ["creature"]}
    return mtg.entries(card, partial(read, game=mtg, name=NAME))


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


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Convoke", {"keywords": ["convoke"]}),
        ("Suspend 4—{1}{U}", {"suspend": "{1}{U}", "suspended for": 4}),
        ("Suspend X—{X}{U}. X can't be 0.", None),
        ("Madness {R}", {"madness": "{R}"}),
        ("Bestow {3}{G}", {"bestow": "{3}{G}"}),
        ("Living weapon", {"living weapon": True}),
        ("Cascade, cascade", None),
    ],
)
def test_keywords_about_casting(text: str, made: dict[str, Any] | None, mtg: Game) -> None:
    (entry,) = entries(text, mtg)
    if made is None:
        assert list(words_left(entry))
    else:
        assert not list(words_left(entry))
        assert made.items() <= entry.items()


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


STANDING = [
    (
        "Instant and sorcery spells you cast cost {1} less to cast.",
        {"spells cost less": 1, "what": "instant spell or sorcery spell"},
    ),
    (
        "Noncreature spells your opponents cast cost {2} more to cast.",
        {"spells cost more": 2, "what": "noncreature spell", "whose": "opponent"},
    ),
    ("You may cast green spells as though they had flash.", {"flash for": "green spell"}),
    (
        "If an effect would put one or more counters on a creature you control, it puts twice that"
        " many of those counters on it instead.",
        {"double counters": "creature you control"},
    ),
    (
        "All damage that would be dealt to you is dealt to enchanted creature instead.",
        "damage to enchanted",
    ),
    ("Enchanted land is a Swamp.", {"lands are": "Swamp", "what": "enchanted land"}),
    ("Nonbasic lands are Islands.", {"lands are": "Island", "what": "nonbasic land"}),
]


@pytest.mark.parametrize(("text", "static"), STANDING)
def test_what_spells_cost_and_when_they_are_cast(
    text: str, static: dict[str, Any] | str, mtg: Game
) -> None:
    (entry,) = entries(text, mtg)
    assert entry["abilities"] == [{"static": static}]


def test_descriptions_with_a_comma_are_both_so(mtg: Game) -> None:
    (entry,) = entries("Destroy target noncreature, nonland permanent.", mtg, "instant")
    assert entry["abilities"][0]["targets"] == ["noncreature nonland permanent"]


def test_what_only_creatures_have_is_said_of_the_creature_alone(mtg: Game) -> None:
    text = "Destroy target artifact, enchantment, or creature with flying."
    (entry,) = entries(text, mtg, "instant")
    targets = ["artifact or enchantment or creature with flying"]
    assert entry["abilities"][0]["targets"] == targets


def test_what_becomes_an_artifact_creature_keeps_its_types(mtg: Game) -> None:
    text = "[-1]: Target artifact becomes an artifact creature with base power and toughness 5/5."
    (entry,) = entries(text, mtg, "planeswalker")
    (step,) = entry["abilities"][0]["effect"]
    assert step["become"]["keeps types"] is True


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


@pytest.mark.parametrize(("text", "ability"), MORE)
def test_what_becomes_something_else(text: str, ability: dict[str, Any], mtg: Game) -> None:
    (entry,) = entries(text, mtg)
    assert entry["abilities"] == [ability]


def test_a_cost_that_cannot_be_paid_tells_colors_and_mana_value(mtg: Game) -> None:
    assert mtg.entries is not None
    card = {"name": "Orla", "type": "Creature", "mana_cost": "{1}{G/W}{C/B}", "text": "Flying"}
    (entry,) = mtg.entries(card, partial(read, game=mtg, name=NAME))
    assert (entry["colors"], entry["mana value"]) == (["green", "white", "black"], 3)
    assert entry["abilities"] == [{"other": "(this spell costs {1}{G/W}{C/B} to cast)"}]


def test_a_label_that_is_a_keyword_leaves_its_ability_unread(mtg: Game) -> None:
    (told,) = entries("Forecast — {1}: Draw a card.", mtg)
    assert "Forecast — {1}: Draw a card" in [one.rstrip(".") for one in words_left(told)]
    (boasting,) = entries("Boast — {1}: Draw a card.", mtg)
    assert boasting["abilities"][0]["timing"] == "boast"
    (upkeep,) = entries("Boast — At the beginning of your upkeep, draw a card.", mtg)
    assert list(words_left(upkeep))
    (raided,) = entries("Raid — {1}: Draw a card.", mtg)
    assert not list(words_left(raided))


def test_what_a_reduction_may_pay_for_is_no_plain_no(mtg: Game) -> None:
    text = "This spell costs {1} less to cast for each modified creature you control.\nDraw a card."
    scenario = kb.Scenario(
        game="mtg",
        turn={"player": "Anna", "phase": "main1"},
        players={"Anna": {"hand": ["Test Host"], "mana": {"blue": 1}}, "Bert": {}},
        cards=[{"name": "Test Host", "types": ["sorcery"], "cost": "{1}{U}", "text": text}],
        ask=[{"may": {"cast": "Test Host", "by": "Anna"}}],
    )
    (ruling,) = kb.ask(scenario)
    assert ruling.state == "conditional"


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


def test_what_each_player_may_do_is_left_to_its_words(mtg: Game) -> None:
    says = "When Orla enters, each player may scry 1."
    (ability,) = made(mtg, name="Orla", text=says)["abilities"]
    assert ability["effect"] == [{"other": "each player may scry 1"}]


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
    ("text", "cost"),
    [
        ("-2: Target creature frobs.", "[-2]"),
        ("{1}{R}, {T}: Target creature frobs.", "{1}{R}, {T}"),
        ("{T}: Add {C} for each frob.", None),
        ("{T}: Target creature frobs. Activate only as a sorcery.", None),
        ("{1}: Return Orla from your graveyard to a frob.", None),
    ],
)
def test_the_cost_of_what_is_not_carried_out(text: str, cost: str | None, mtg: Game) -> None:
    (made,) = entries(text, mtg)[0]["abilities"]
    assert (made.get("cost"), [*words_left(made)]) == (cost, [text])


def test_a_loyalty_symbol_that_is_none_is_no_cost(mtg: Game) -> None:
    card = {"name": "Orla", "types": ["planeswalker"], "text": "[(3]: Draw a card."}
    made = mtg.entries(card, partial(read, game=mtg, name="Orla"))
    assert made[0]["abilities"] == [{"other": "[(3]: Draw a card."}]


def made(mtg: Game, **card: Any) -> dict[str, Any]:
    assert mtg.entries is not None
    said = {"name": NAME, "types": ["creature"], "text": "", **card}
    return mtg.entries(said, partial(read, game=mtg, name=NAME))[0]


def test_a_basic_land_type_brings_its_mana_ability(mtg: Game) -> None:
    forest = made(mtg, types=["land"], subtypes=["forest", "plains"])
    assert [one["effect"] for one in forest["abilities"]] == [
        [{"add mana": "white"}],
        [{"add mana": "green"}],
    ]
    printed = made(mtg, types=["land"], subtypes=["forest"], text="{T}: Add {G}.")
    assert len(printed["abilities"]) == 1


def test_an_x_of_the_cost_is_what_it_enters_with(mtg: Game) -> None:
    text = "Orla enters with X +1/+1 counters on it."
    with_x = {"static": {"enters with": "x", "kind": "+1/+1"}}
    assert made(mtg, mana_cost="{X}", text=text)["abilities"] == [with_x]
    assert made(mtg, mana_cost="{2}", text=text)["abilities"] == [{"other": text}]
    walker = made(mtg, mana_cost="{X}{G}", types=["planeswalker"], loyalty="X")
    assert walker["abilities"] == [{"static": {"enters with": "x", "kind": "loyalty"}}]


def test_a_back_face_that_stands_alone_has_the_mana_value_of_its_front(mtg: Game) -> None:
    assert made(mtg, layout="transform", cmc=4.0)["front mana value"] == 4
    assert "front mana value" not in made(mtg, layout="transform", cmc=4.0, mana_cost="{4}")


def test_the_other_face_of_a_modal_card_is_named(mtg: Game) -> None:
    land = {"types": ["land"], "layout": "modal_dfc", "back": "Other Path", "text": "{T}: Add {U}."}
    assert made(mtg, **land)["modal face"] == "Other Path"
    says = "(this card is Other Path, too, and you may cast or play it as that)"
    assert made(mtg, apart=True, **land)["abilities"][-1] == {"other": says}


def test_the_other_part_of_a_card_is_named_where_it_counts(mtg: Game) -> None:
    parts = {"full_name": "Orla // Other", "types": ["instant"], "text": "Draw a card."}
    for layout in ("split", "aftermath", "adventure"):
        assert len(made(mtg, layout=layout, side="a", **parts)["abilities"]) == 1
        (_, other) = made(mtg, layout=layout, side="a", apart=True, **parts)["abilities"]
        assert other == {"other": "(this card is Other, too, and you may cast it as that)"}
    assert made(mtg, layout="adventure", side="a", **parts)["adventure"] == "Other"
    assert "adventure" not in made(mtg, layout="adventure", side="b", **parts)
    (spell, _) = made(mtg, layout="adventure", side="b", apart=True, **parts)["abilities"]
    assert "exile" in spell["effect"][-1]["other"]
    # The back of a card is spoken of with its front, unless it stands alone.
    assert len(made(mtg, layout="transform", side="b", **parts)["abilities"]) == 1
    assert len(made(mtg, layout="transform", side="b", alone=True, **parts)["abilities"]) == 2
    assert len(made(mtg, layout="transform", side="a", **parts)["abilities"]) == 1


def test_what_two_cards_meld_into_is_no_ordinary_card(mtg: Game) -> None:
    text = {"text": "Flying", "full_name": "Test Half // Test Whole"}
    assert not made(mtg, layout="meld", side="a", melds_into="Test Whole", **text).get("abilities")
    for melded in ({"side": "b"}, {"melds_with": "Test Other"}):
        (says,) = made(mtg, layout="meld", **melded, **text)["abilities"]
        assert "two cards" in says["other"]


def test_a_color_that_the_cost_does_not_tell(mtg: Game) -> None:
    assert made(mtg, mana_cost="{0}", colors=["R"])["colors"] == ["red"]
    assert "colors" not in made(mtg, mana_cost="{R}", colors=["R"])
    says = "Orla is colorless."
    assert made(mtg, types=["instant"], text=says)["abilities"] == [{"other": says}]


def test_spells_of_everybody_cost_more(mtg: Game) -> None:
    (ability,) = entries("Noncreature spells cost {1} more to cast.", mtg)[0]["abilities"]
    assert ability == {
        "static": {"spells cost more": 1, "what": "noncreature spell", "whose": "each"}
    }
    says = "Spells cost {1} more to cast during combat."
    assert entries(says, mtg)[0]["abilities"] == [{"other": says}]


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


def test_the_large_symbol_of_a_basic_land_is_no_ability(mtg: Game) -> None:
    basic = {"supertypes": ["basic"], "types": ["land"], "subtypes": ["forest"]}
    forest = made(mtg, **basic, text="G")
    assert forest["abilities"] == [{"cost": "{T}", "effect": [{"add mana": "green"}]}]
    assert list(words_left(made(mtg, types=["land"], text="G"))) == ["G"]


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
