"""The JSON Schema knows what the reader knows."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kb.resources import resource
from kb.scenario import Game, reader
from kb.scenario.schema import scenario_schema


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return scenario_schema(Game.load("mtg"))


def errors(schema: dict[str, Any], data: object) -> list[str]:
    return [error.message for error in Draft202012Validator(schema).iter_errors(data)]


def test_it_is_a_schema(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)


def test_the_cards_follow_it(schema: dict[str, Any]) -> None:
    card = {"$ref": "#/$defs/Card", "$defs": schema["$defs"]}
    for entry in reader.plain(reader.read_file(resource("rules") / "mtg" / "cards.yaml")):
        assert errors(card, entry) == [], entry["name"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"titel": "x"},
        {"players": {"A": {"lifes": 1}}},
        {"players": {"A": {"battlefield": [{"card": "x", "lojalty": 1}]}}},
        {"players": {"A": {"life": -1}}},
        {"turn": {"phase": "man1"}},
        {"do": [{"actvate": "x"}]},
        {"ask": [{"what": "lojalty", "of": "x"}]},
        {"cards": [{"name": "x", "types": ["instnt"]}]},
        {"cards": [{"name": "x", "abilities": [{"effect": [{"destory": "this"}]}]}]},
    ],
)
def test_it_refuses_what_the_reader_refuses(schema: dict[str, Any], wrong: dict[str, Any]) -> None:
    assert errors(schema, {"game": "mtg", "players": {"A": {}}}) == []
    assert errors(schema, {"game": "mtg", **wrong})
