"""What is done while something else is still to be decided is not legal, and gives nothing up."""

from __future__ import annotations

import pytest

import kb

BOLT = {
    "name": "Test Bolt",
    "types": ["instant"],
    "cost": "{R}",
    "abilities": [{"targets": ["creature or player"], "effect": [{"damage": 3, "to": "target 1"}]}],
}
GUIDE = {
    "name": "Guide",
    "type": "forward",
    "elements": ["fire"],
    "power": 5000,
    "abilities": [{"cost": "{Dull}", "effect": [{"draw": 1}]}],
}
USE = {"use": "Guide", "ability": "{Dull}", "by": "Anna"}
CAST = {"cast": "Test Bolt", "by": "Anna", "targets": ["Bert"]}
PLAY = {"play": "Scout", "by": "Anna"}
BLAST = {"cast": "Plain Blast", "by": "Bert", "targets": ["Guide"]}


def ruling(game: str, phase: str, anna: dict[str, object], **rest: object) -> kb.Ruling:
    asked: dict[str, object] = {
        "game": game,
        "turn": {"player": "Anna", "phase": phase},
        "players": {"Anna": anna, "Bert": {}},
        "ask": [{"outcomes": {}}],
    }
    (found,) = kb.ask({**asked, **rest})
    return found


@pytest.mark.parametrize(
    ("phase", "lines", "rule"),
    [
        ("attack declaration", [USE], "10.1.2.6"),
        ("attack declaration", [BLAST], "10.1.2.6"),
        ("main1", [{"until": {"phase": "attack declaration"}}, USE], "10.1.2.6"),
        (
            "attack declaration",
            [
                {"attack": "Plain Knight", "by": "Anna"},
                {"until": {"phase": "block declaration"}},
                USE,
            ],
            "10.1.2.6",
        ),
        ("draw", [USE], "11.6.1"),
    ],
)
def test_nobody_has_priority_before_an_attack(
    phase: str, lines: list[dict[str, object]], rule: str
) -> None:
    players = {
        "Anna": {"pays all": True, "field": ["Guide", "Plain Knight"], "deck": 5},
        "Bert": {"pays all": True, "hand": ["Plain Blast"]},
    }
    found = ruling("fftcg", phase, {}, players=players, cards=[GUIDE], do=lines)
    assert [one.status for one in found.outcomes] == ["illegal"]
    assert rule in found.rules


@pytest.mark.parametrize(
    ("phase", "declares", "rule"),
    [("declare attackers", True, "508.1"), ("untap", False, "502.3"), ("cleanup", False, "514.3")],
)
def test_nor_before_attackers_are_declared(phase: str, declares: bool, rule: str) -> None:
    anna = {"declares attackers": declares, "battlefield": ["Grizzly Bears"], "hand": ["Test Bolt"]}
    found = ruling("mtg", phase, anna, date="2018-01-01", cards=[BOLT], do=[CAST])
    assert [one.status for one in found.outcomes] == ["illegal"]
    assert rule in found.rules


@pytest.mark.parametrize("phase", ["morning", "noon", "dusk", "night"])
def test_no_phase_goes_by_for_a_card(phase: str) -> None:
    scout = {"name": "Scout", "types": ["character"]}
    found = ruling("altered", phase, {"hand": ["Scout"]}, cards=[scout], do=[PLAY])
    assert [one.status for one in found.outcomes] == ["illegal"]
    assert "4.2.3.c.1" in found.rules


def test_nothing_comes_before_the_damage_at_which_until_stops() -> None:
    """Where `until` stops before damage is assigned, that is what has to be done next."""
    anna = {"battlefield": [{"card": "Grizzly Bears", "attacking": "Bert"}], "hand": ["Test Bolt"]}
    until = {"until": {"phase": "combat damage"}}
    found = ruling("mtg", "declare blockers", anna, cards=[BOLT], do=[until, CAST])
    assert [one.status for one in found.outcomes] == ["illegal"]
    assert "510.1" in found.rules
    said = {"assign": {}, "by": "Anna"}
    found = ruling("mtg", "declare blockers", anna, cards=[BOLT], do=[until, said, CAST])
    assert "illegal" not in [one.status for one in found.outcomes]


def test_an_ability_that_does_not_wait_is_no_target_that_is_passed_over() -> None:
    scenario = kb.Scenario(
        game="mtg",
        date="2026-02-27",
        players={"Anna": {"hand": ["Shock"], "battlefield": ["Grizzly Bears"]}, "Bert": {}},
        do=[{"cast": "Shock", "by": "Anna", "targets": ["triggered ability of Grizzly Bears"]}],
        ask=[{"what": "life", "of": "Anna"}],
    )
    with pytest.raises(kb.LudexError, match="is nowhere to be found at this point"):
        kb.ask(scenario)


def test_a_target_that_is_named_and_never_came_into_being_is_not_passed_over() -> None:
    token = {"name": "Imp of Test", "types": ["creature"], "power": 1, "toughness": 1}
    maker = {"name": "Test Call", "types": ["sorcery"], "cost": "{0}"}
    maker |= {"abilities": [{"effect": [{"create": "Imp of Test"}]}]}
    do = [
        {"cast": "Test Call", "by": "Anna"},
        {"resolve": "top"},
        {"cast": "Test Bolt", "by": "Anna", "targets": ["Imp of Test"]},
        {"resolve": "top"},
    ]
    anna = {"hand": ["Test Call", "Test Bolt"], "battlefield": ["Mountain"]}
    found = ruling("mtg", "main1", anna, cards=[BOLT, token, maker], do=do)
    assert [one.status for one in found.outcomes] == ["answered"]
    with pytest.raises(kb.LudexError, match="'Imp of Test' is nowhere to be found at this point"):
        ruling("mtg", "main1", anna, cards=[BOLT, token, maker], do=do[2:])
