"""What a text asks for is on the board on which it is played, and what it is aimed at is named."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.luck import Luck
from benchmarks.suited import suited

CAST: dict[str, Any] = {"zone": "hand", "do": [{"cast": "CARD", "by": "Anna"}]}
BOARD: dict[str, Any] = {
    "suits": [
        {"words": "was kicked", "instead": {"cast": "kick"}},
        {"words": "in your graveyard", "graveyard": ["Bell"]},
        {"words": r"\{X\}", "by the way": {"x": 2}},
    ],
    "aims": {"creature": ["own bear", "their rhino"], "player": ["Bert"]},
}


def first(ability: dict[str, Any], **card: Any) -> dict[str, Any]:
    return next(suited({"abilities": [ability], **card}, ability, CAST, BOARD))


def test_a_text_that_asks_for_nothing_is_played_as_it_is() -> None:
    ability = {"effect": [{"draw": 1}]}
    assert [*suited({"abilities": [ability]}, ability, CAST, BOARD)] == [CAST]


def test_what_a_text_asks_for_is_added_and_the_plain_way_comes_last() -> None:
    ability = {"effect": [{"draw": "number of card in your graveyard"}], "if": "this was kicked"}
    fit, plain = suited({"abilities": [ability]}, ability, CAST, BOARD)
    assert fit["do"] == [{"kick": "CARD", "by": "Anna"}]
    assert fit["graveyard"] == ["Bell"]
    assert plain == CAST


def test_an_x_is_named_where_it_is_paid() -> None:
    assert first({"effect": [{"draw": "x"}]}, cost="{X}{U}")["do"][0]["x"] == 2
    waits = {"effect": [{"draw": "x"}], "when": {"dies": "this"}}
    assert "x" not in first(waits, cost="{X}{U}")["do"][0]


@pytest.mark.parametrize(
    ("targets", "named"),
    [
        (["creature"], ["own bear"]),
        (["creature", "creature"], ["own bear", "their rhino"]),
        ([{"up to": 3, "of": "creature"}], ["own bear", "their rhino"]),
        ([{"exactly": 3, "of": "creature"}], None),
        (["creature", "wall"], None),
    ],
)
def test_targets_are_named_where_they_are_plain(targets: list[Any], named: object) -> None:
    made = first({"effect": [{"tap": "target 1"}], "targets": targets})
    assert made["do"][0].get("targets") == named


def test_the_targets_of_what_triggers_are_chosen_afterwards() -> None:
    made = first({"when": {"enters": "this"}, "targets": ["player"], "effect": [{"draw": 1}]})
    assert made["do"][1:] == [{"choose": "Bert", "for": "target"}]


def test_an_aura_is_cast_on_something_whatever_is_asked() -> None:
    enchant = {"static": "enchant", "targets": ["creature"]}
    boost = {"static": {"boost": "enchanted creature", "power": 2, "toughness": 2}}
    (way,) = suited({"abilities": [enchant, boost]}, boost, CAST, BOARD)
    assert way["do"][0]["targets"] == ["own bear"]


def test_what_has_shown_most_in_a_second_is_tried_first() -> None:
    luck, other = Luck(), {"zone": "battlefield", "do": []}
    draw, damage = ({"effect": [{word: 1}]} for word in ("draw", "damage"))
    assert luck.first(draw, [CAST, other]) == [CAST, other]
    luck.tried(draw, CAST, shown=False, seconds=2)
    luck.tried(draw, other, shown=True, seconds=1)
    assert luck.first(draw, [CAST, other]) == [other, CAST]
    # What is used alike has something of it.
    assert luck.first(damage, [CAST, other]) == [other, CAST]
