"""What Magic's texts say of costs, and of when and how something is cast."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import kb
from kb.cards.game import Game
from kb.cards.reading import read
from kb.cards.unread import words_left
from tests.cards.mtg.entries import NAME, entries, made


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


def test_a_cost_that_cannot_be_paid_tells_colors_and_mana_value(mtg: Game) -> None:
    assert mtg.entries is not None
    card = {"name": "Orla", "type": "Creature", "mana_cost": "{1}{G/W}{C/B}", "text": "Flying"}
    (entry,) = mtg.entries(card, partial(read, game=mtg, name=NAME))
    assert (entry["colors"], entry["mana value"]) == (["green", "white", "black"], 3)
    assert entry["abilities"] == [{"other": "(this spell costs {1}{G/W}{C/B} to cast)"}]


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


def test_an_x_of_the_cost_is_what_it_enters_with(mtg: Game) -> None:
    text = "Orla enters with X +1/+1 counters on it."
    with_x = {"static": {"enters with": "x", "kind": "+1/+1"}}
    assert made(mtg, mana_cost="{X}", text=text)["abilities"] == [with_x]
    assert made(mtg, mana_cost="{2}", text=text)["abilities"] == [{"other": text}]
    walker = made(mtg, mana_cost="{X}{G}", types=["planeswalker"], loyalty="X")
    assert walker["abilities"] == [{"static": {"enters with": "x", "kind": "loyalty"}}]


def test_spells_of_everybody_cost_more(mtg: Game) -> None:
    (ability,) = entries("Noncreature spells cost {1} more to cast.", mtg)[0]["abilities"]
    assert ability == {
        "static": {"spells cost more": 1, "what": "noncreature spell", "whose": "each"}
    }
    says = "Spells cost {1} more to cast during combat."
    assert entries(says, mtg)[0]["abilities"] == [{"other": says}]
