"""Boards on which a card does what no case has a card do."""

from __future__ import annotations

from typing import Any

from kb.scenario import Game
from kb.verification.instructed import exchanged, filtered, instructed

CARD = {"name": "Test Tide", "type": "summon", "elements": ["water"], "cost": 1}


def said(abilities: list[dict[str, Any]], *terms: str) -> list[Any]:
    board = {"game": "fftcg", "players": {}, "cards": [{**CARD, "abilities": abilities}]}
    found = instructed(board, Game.load("fftcg"), terms)
    return [one["cards"][0]["abilities"] for one in found]


def test_an_ability_does_what_a_changed_rule_speaks_of() -> None:
    one = {"effect": [{"draw": 1}]}
    assert said([one], "discard_hand") == [[{"effect": [{"discard hand": "you"}]}]]
    assert said([one], "nobody_says_that") == []
    # What is done to something is done to what the ability targets, to the card itself and to "it".
    assert said([{**one, "targets": ["forward"]}], "put_onto_field_dull") == [
        [{"targets": ["forward"], "effect": [{"put onto field": thing, "dull": True}]}]
        for thing in ("target 1", "this", "it")
    ]


def test_an_ability_triggers_on_what_a_changed_rule_speaks_of() -> None:
    ability = {"when": {"enters": "this"}, "targets": ["forward"], "effect": [{"draw": 1}]}
    (found,) = said([ability], "enters_by_effect")
    assert found == [{**ability, "when": {"enters due to an effect": "forward"}}]


def test_what_is_done_is_done_to_what_a_changed_rule_speaks_of() -> None:
    assert said([{"effect": [{"draw": 1}, {"break": "it"}]}], "owner") == [
        [{"effect": [{"draw": 1, "who": "owner of this"}, {"break": "it"}]}],
        [{"effect": [{"draw": 1}, {"break": "owner of this"}]}],
    ]


def test_a_text_is_taken_for_what_it_becomes() -> None:
    board = {"game": "fftcg", "players": {}, "cards": [{**CARD, "text": "Draw 1 card."}]}
    (found,) = instructed(board, Game.load("fftcg"), {"discard_hand"})
    assert found["cards"][0]["abilities"] == [{"effect": [{"discard hand": "you"}]}]
    assert "text" not in found["cards"][0]


def test_an_ability_does_another_thing_with_the_same() -> None:
    ability = {"targets": ["character"], "effect": [{"draw": 1}, {"to reserve": "target 1"}]}
    card = {"name": "Test Gust", "types": ["spell"], "cost": 1, "abilities": [ability]}
    board = {"game": "altered", "players": {}, "cards": [card]}
    found = [one["cards"][0]["abilities"][0] for one in exchanged(board, Game.load("altered"))]
    effects = [one["effect"] for one in found]
    assert all(one["targets"] == ["character"] for one in found)
    # Where it goes first of all to another place.
    other = [one[1] for one in effects if one[0] == {"draw": 1}]
    assert other[0] == {"to mana": "target 1"}
    assert {"return to hand": "target 1"} in other


def test_what_may_be_said_besides_need_not_be_said_to_do_another_thing() -> None:
    ability = {"targets": ["creature"], "effect": [{"damage": 2, "to": "target 1"}]}
    card = {"name": "Test Bolt", "types": ["instant"], "abilities": [ability]}
    board = {"game": "mtg", "players": {}, "cards": [card]}
    assert any(exchanged(board, Game.load("mtg")))
    # What is said besides is not said of another thing.
    ability["effect"] = [{"damage": 2, "to": "target 1", "unpreventable": True}]
    assert not list(exchanged(board, Game.load("mtg")))


def test_an_ability_speaks_of_what_is_as_a_changed_rule_says() -> None:
    ability = {
        "targets": ["creature"],
        "effect": [{"may do": [{"search": "land card in your library", "to": "hand"}]}],
    }
    card = {"name": "Test Guide", "types": ["instant"], "abilities": [ability]}
    board = {"game": "mtg", "players": {}, "cards": [card]}

    def said(*terms: str) -> list[Any]:
        found = filtered(board, Game.load("mtg"), terms)
        return [one["cards"][0]["abilities"][0] for one in found]

    narrower = {"search": "tapped land card in your library", "to": "hand"}
    assert said("tapped") == [
        {**ability, "targets": ["tapped creature"]},
        {**ability, "effect": [{"may do": [narrower]}]},
    ]
    assert said("nobody_says_that") == []
