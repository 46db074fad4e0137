"""Boards on which a card is printed otherwise, and on which cards share a name."""

from __future__ import annotations

from typing import Any

from kb.scenario import Game
from kb.verification.board import Data
from kb.verification.printed import namesakes, printed
from kb.verification.rewording import counted

OX: Data = {"name": "Test Ox", "type": "forward", "elements": ["fire"], "cost": 2, "power": 5000}


def board(card: Data, **zones: Any) -> Data:
    return {"game": "fftcg", "players": {"Anna": zones, "Bert": {}}, "cards": [card]}


def cards(card: Data, *words: str) -> list[Data]:
    """Return how the card itself is printed otherwise, where no other card comes in."""
    found = printed(board(card, field=["Test Ox"]), Game.load("fftcg"), words)
    return [
        one["cards"][0]
        for one in found
        if len(one["cards"]) == 1 and "called" not in one["cards"][0]
    ]


def test_a_card_shows_what_changed_rules_speak_of_or_shows_it_no_more() -> None:
    assert cards(OX) == []
    assert cards(OX, "generic") == [{**OX, "generic": True}]
    assert cards({**OX, "generic": True}, "generic") == [OX]
    assert cards(OX, "power") == [{**OX, "power": 4999}, {**OX, "power": 5001}]
    assert cards(OX, "haste") == [{**OX, "keywords": ["haste"]}]
    assert cards({**OX, "keywords": ["haste"]}, "haste") == [OX]
    assert cards(OX, "monster") == [{**OX, "type": "monster"}, {**OX, "also types": ["monster"]}]


def test_one_card_more_has_the_name_and_is_printed_otherwise() -> None:
    there = board(OX, field=[{"card": "Test Ox", "dull": True}], hand=["Test Ox"])
    found = list(printed(there, Game.load("fftcg"), {"generic"}))
    twin = {**OX, "name": "Other Test Ox", "called": "Test Ox", "generic": True}
    more = [one["players"]["Anna"] for one in found if twin in one["cards"]]
    assert {
        "field": [*there["players"]["Anna"]["field"], {"card": "Other Test Ox"}],
        "hand": ["Test Ox"],
    } in more
    # What is done with the one in whose place it stands is done with it.
    instead = {"card": "Other Test Ox", "as": "Test Ox"}
    assert {"field": there["players"]["Anna"]["field"], "hand": [instead]} in more
    assert {"field": [{**instead, "dull": True}], "hand": ["Test Ox"]} in more
    assert there["cards"] == [OX]


def test_a_card_of_the_game_is_described_to_be_printed_otherwise() -> None:
    there = {"game": "fftcg", "players": {"Anna": {"field": ["Plain Twin"]}}}
    first = next(iter(printed(there, Game.load("fftcg"), {"generic"})))
    (card,) = first["cards"]
    assert (card["name"], card["generic"]) == ("Plain Twin", True)


def test_one_more_of_a_card_lies_wherever_something_lies() -> None:
    there = board(OX, field=["Test Ox"], hand=["Plain Twin"])
    found = [one["players"]["Anna"] for one in namesakes(there)]
    ox, twin = ({"card": name, "as": f"a second {name}"} for name in ("Test Ox", "Plain Twin"))
    assert found == [
        {"field": ["Test Ox", ox], "hand": ["Plain Twin"]},
        {"field": ["Test Ox"], "hand": ["Plain Twin", ox]},
        {"field": ["Test Ox", twin], "hand": ["Plain Twin"]},
        {"field": ["Test Ox"], "hand": ["Plain Twin", twin]},
    ]


def test_a_card_says_one_more_or_one_less() -> None:
    card = {
        "name": "Test Ox",
        "type": "forward",
        "cost": 2,
        "text": "Two players draw 1 card each. {2}",
    }
    found = [one["cards"][0] for one in counted(board(card), Game.load("fftcg"))]
    assert [one["cost"] for one in found[:2]] == [1, 3]
    assert [one["text"][:20] for one in found[2:]] == [
        "One players draw 1 c",
        "Three players draw 1",
        "Two players draw 0 c",
        "Two players draw 2 c",
        "Two players draw 1 c",
        "Two players draw 1 c",
    ]
    assert [one["text"][-3:] for one in found[-2:]] == ["{1}", "{3}"]


def test_a_card_shows_as_much_as_a_changed_rule_names() -> None:
    card = {"name": "Test Ox", "type": "forward", "cost": 2, "power": 3000}
    found = [one["cards"][0] for one in counted(board(card), Game.load("fftcg"), (0, 2))]
    assert [one["cost"] for one in found[:3]] == [0, 1, 3]
    assert [one["power"] for one in found[3:]] == [0, 2, 2999, 3001]
