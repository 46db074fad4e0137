"""``ludex schema``: what editors check scenario files with accepts those that there are."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kb.cli import main
from kb.resources import resource
from kb.scenario import Game, reader
from kb.scenario.schema import scenario_schema

FILES = sorted(resource("rulings").rglob("*.yaml"))


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    return Draft202012Validator(scenario_schema(Game.load("mtg")))


def content(path: Path) -> Any:
    """Return a file as an editor sees it: JSON has no dates, so a date is text."""
    return json.loads(json.dumps(reader.plain(reader.read_file(path)), default=str))


def test_it_is_a_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "mtg"]) == 0
    Draft202012Validator.check_schema(json.loads(capsys.readouterr().out))


def test_without_a_game_the_schema_is_that_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    Draft202012Validator.check_schema(schema)
    both = Draft202012Validator(schema)
    assert both.is_valid({"game": "mtg", "players": {"A": {"battlefield": ["Jace Beleren"]}}})
    assert not both.is_valid({"game": "mtg", "players": {"A": {"battelfield": ["Jace Beleren"]}}})
    assert not both.is_valid({"game": "mtgo"})


def test_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "mtgo"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "unknown game 'mtgo'; did you mean 'mtg'?" in err
    assert err.count("\n") == 1


@lru_cache(maxsize=8)
def validator_of(game: str) -> Draft202012Validator:
    return Draft202012Validator(scenario_schema(Game.load(game)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_worked_examples_fit(path: Path) -> None:
    data = content(path)
    found = validator_of(data["game"]).iter_errors(data)
    assert [f"{e.json_path}: {e.message}" for e in found] == []


@pytest.mark.parametrize(
    "change",
    [
        {"gmae": "mtg"},
        {"players": {"A": {"battelfield": ["Jace Beleren"]}}},
        {"players": {"A": {"battlefield": [{"card": "Jace Beleren", "lojalty": 3}]}}},
        {"do": [{"cats": "Jace Beleren", "by": "A"}]},
        {"ask": [{"mya": {"cast": "Jace Beleren"}}]},
    ],
)
def test_a_misspelt_word_does_not_fit(
    change: dict[str, Any], validator: Draft202012Validator
) -> None:
    assert validator.is_valid({"game": "mtg"})
    assert not validator.is_valid({"game": "mtg", **change})
