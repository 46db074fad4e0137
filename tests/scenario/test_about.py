"""What a form to fill in is made of: the words of a game as plain data."""

from __future__ import annotations

import json

import pytest

from kb.scenario import Game
from kb.scenario.about import about_game


@pytest.mark.parametrize("name", Game.names())
def test_every_game_says_what_its_scenarios_can_say(name: str) -> None:
    found = about_game(name)
    assert json.loads(json.dumps(found)) == found
    assert found["editions"][-1]["from"] <= found["date"]
    assert {one["name"] for one in found["zones"]} == set(Game.load(name).zones)
    assert found["start"] in {one["name"] for one in found["phases"]}
    assert len({one["name"] for one in found["objects"]}) == len(found["objects"])


def test_an_attribute_says_where_it_makes_sense() -> None:
    loyalty = next(one for one in about_game("mtg")["objects"] if one["name"] == "loyalty")
    assert (loyalty["kind"], loyalty["zones"]) == ("integer", ["battlefield"])
    assert loyalty["rules"] == ["306.5c"]
