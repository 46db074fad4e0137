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
from kb.scenario.schema import game_file_schema, scenario_schema

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


@pytest.mark.parametrize("game", Game.names())
def test_it_stays_small(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", game]) == 0
    assert len(capsys.readouterr().out.encode()) <= 60 * 1024


def offered(schema: dict[str, Any], *place: str) -> set[str]:
    """Return the keys that an editor offers at a place: what it leads to, through references."""
    found = [schema]
    for step in (*place, None):
        reached: list[dict[str, Any]] = []
        while found:
            one = found.pop()
            if "$ref" in one:
                target: Any = schema
                for part in one["$ref"].removeprefix("#/").split("/"):
                    target = target[part.replace("%20", " ")]
                found.append(target)
            found += [*one.get("anyOf", ()), *([one["items"]] if "items" in one else ())]
            if step is None:
                reached.append(one)
            elif step in one.get("properties", {}):
                reached.append(one["properties"][step])
            elif isinstance(one.get("additionalProperties"), dict):
                reached.append(one["additionalProperties"])
        found = reached
    return {key for one in found for key in one.get("properties", {})}


@pytest.mark.parametrize(
    ("place", "keys"),
    [
        ((), {"game", "players", "turn", "stack", "do", "ask", "cards", "variants"}),
        (("players", "Anna"), {"life", "hand", "battlefield"}),
        (("players", "Anna", "battlefield"), {"card", "tapped", "loyalty", "effects"}),
        (("players", "Anna", "battlefield", "effects"), {"gain keyword", "until"}),
        (("turn",), {"player", "phase"}),
        (("stack",), {"spell", "ability of", "targets"}),
        (("do",), {"cast", "activate", "attack", "resolve", "choose", "for"}),
        (("ask",), {"may", "what", "outcomes", "expect", "because"}),
        (("ask", "may"), {"cast", "activate", "by"}),
        (("cards",), {"name", "types", "abilities", "loyalty"}),
        (("cards", "abilities"), {"cost", "targets", "effect", "when", "static"}),
        (("cards", "abilities", "effect"), {"draw", "damage", "to", "until"}),
        (("cards", "abilities", "effect", "then"), {"draw", "damage"}),
        (("cards", "abilities", "when"), {"enters", "dies"}),
        (("cards", "abilities", "static"), {"boost", "power"}),
        (("cards", "changes"), {"from", "types"}),
        (("variants",), {"name", "players", "ask"}),
        (("variants", "players", "Anna"), {"life", "hand"}),
    ],
    ids=lambda found: " ".join(found) if isinstance(found, tuple) else "",
)
def test_an_editor_offers_the_keys(place: tuple[str, ...], keys: set[str]) -> None:
    assert keys <= offered(scenario_schema(Game.load("mtg")), *place)


def test_an_editor_completes_game_files() -> None:
    schema = game_file_schema()
    assert {"zones", "actions", "instructions", "halls", "gaps"} <= offered(schema)
    assert {"kind", "fluent", "zones"} <= offered(schema, "objects", "tapped")
    assert {"takes", "decision", "option"} <= offered(schema, "actions", "cast")


@pytest.mark.parametrize("game", Game.names())
def test_game_files_fit_their_schema(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--game-file"]) == 0
    schema = json.loads(capsys.readouterr().out)
    Draft202012Validator.check_schema(schema)
    data = content(resource("rules") / game / "game.yaml")
    assert [e.message for e in Draft202012Validator(schema).iter_errors(data)] == []
    assert not Draft202012Validator(schema).is_valid({**data, "zone": {}})
    data["zones"]["hand"]["fact"] = []
    assert not Draft202012Validator(schema).is_valid(data)


@lru_cache(maxsize=8)
def validator_of(game: str) -> Draft202012Validator:
    return Draft202012Validator(scenario_schema(Game.load(game)))


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.long] if place % 9 else [])
        for place, path in enumerate(FILES)
    ],
)
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
