"""What came of cards that were played once, and what counts as more than their words say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmarks.kinds import kind_of
from benchmarks.licence import unlicensed
from benchmarks.once import Played, play, worst
from benchmarks.play import keep, recorded
from benchmarks.suited import suited

BOARD: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parents[2] / "queries/mtg/play.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(
    ("ability", "kind"),
    [
        ({"effect": [{"draw": 1}]}, "spell: draw"),
        ({"cost": "{T}", "effect": [{"draw": 1}]}, "activated: draw"),
        ({"when": {"dies": "this"}, "effect": [{"draw": 1}]}, "when dies: draw"),
        ({"static": {"boost": "this"}}, "static boost"),
    ],
)
def test_kinds(ability: dict[str, Any], kind: str) -> None:
    assert kind_of(ability) == kind


def test_the_worst_counts() -> None:
    cut, played = Played("a", "cut"), Played("b", "played")
    assert worst([played, cut]) == cut


@pytest.mark.parametrize(
    ("change", "text", "more"),
    [
        (("Bert", "life 18"), "Draw a card.", ["life 18 of Bert"]),
        (("Bert", "life 18"), "It deals 2 damage to target player.", []),
        (("own bear", "zone exile"), "Destroy target creature.", ["zone exile of own bear"]),
        (("own bear", "zone graveyard"), "Destroy target creature.", []),
    ],
)
def test_words_license_changes(change: tuple[str, str], text: str, more: list[str]) -> None:
    assert [*unlicensed([change], text, BOARD["licence"])] == more


@pytest.mark.parametrize(
    ("effect", "text", "result"),
    [
        ([{"gain life": 2}], "You gain 2 life.", "played"),
        ([{"gain life": 2}], "Draw a card.", "does more"),
        ([{"destroy": "each wall"}], "Destroy all Walls.", "played"),
        pytest.param(
            [{"destroy": "each planeswalker you control"}],
            "Destroy them.",
            "nothing seen",
            marks=pytest.mark.long,
        ),
    ],
)
def test_a_card_is_played(effect: list[Any], text: str, result: str) -> None:
    card = {"name": "Odd", "types": ["sorcery"], "cost": "{W}", "abilities": [{"effect": effect}]}
    (played,) = play([card], BOARD, text)
    assert played.result == result


def test_what_is_told_twice_counts_as_told_last(tmp_path: Path) -> None:
    record = tmp_path / "mtg.tsv"
    assert recorded(record) == {}
    cut = Played("spell: draw", "cut", "stopped after\n5 seconds")
    keep(record, {"0a": cut, "0b": cut})
    keep(record, {"0a": Played("spell: draw", "played")})
    assert recorded(record) == {
        "0a": Played("", "played"),
        "0b": Played("spell: draw", "cut", "stopped after 5 seconds"),
    }


def test_a_suit_may_be_for_some_kinds_of_abilities() -> None:
    board = {"suits": [{"words": "attacking", "of": ["spell"], "first": [{"pass": "Anna"}]}]}
    ability = {"effect": [{"damage": 1, "to": "each attacking creature"}]}
    way = {"zone": "hand", "do": [{"cast": "CARD", "by": "Anna"}]}
    fit, plain = suited({}, ability, way, board)
    assert fit["first"] == [{"pass": "Anna"}]
    assert plain == way
    assert [*suited({}, {"cost": "{T}", **ability}, way, board)] == [way]
