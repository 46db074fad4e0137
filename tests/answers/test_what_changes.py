"""What an outcome says has changed: all that has, and nothing that was so from the start."""

from __future__ import annotations

from typing import Any

import pytest

import kb

CARDS: list[dict[str, Any]] = [
    {"name": "Test Sip", "types": ["instant"], "cost": "{W}", "text": "You gain 1 life."},
    {"name": "Test Smash", "types": ["instant"], "cost": "{R}", "text": "Destroy target artifact."},
    {"name": "Test Toy", "types": ["artifact"], "cost": "{1}"},
    {
        "name": "Test Tinker",
        "types": ["creature"],
        "power": 2,
        "toughness": 2,
        "cost": "{W}",
        "text": "As long as you control an artifact, Test Tinker gets +2/+2.",
    },
    {
        "name": "Test Anthem",
        "types": ["enchantment"],
        "cost": "{W}",
        "text": "Creatures you control get +1/+1.",
    },
]


def changes(board: list[str], cast: str, *targets: str) -> set[str]:
    """Return what is told of the outcome of a spell."""
    scenario = kb.Scenario(
        game="mtg",
        date="2026-02-27",
        cards=CARDS,
        players={"Ann": {"hand": [cast], "battlefield": board}, "Bo": {}},
        do=[{"cast": cast, "by": "Ann", "targets": list(targets)}, {"resolve": "all"}],
        ask=[{"outcomes": {}}],
    )
    (ruling,) = kb.ask(scenario)
    return {line.strip() for line in ruling.lines() if line.startswith("  Test ") and " → " in line}


def test_what_hinges_on_the_board_was_so_from_the_start() -> None:
    assert changes(["Test Tinker", "Test Toy"], "Test Sip") == {"Test Sip: zone hand → graveyard"}


def test_what_no_longer_is_so_has_changed() -> None:
    assert changes(["Test Tinker", "Test Toy"], "Test Smash", "Test Toy") == {
        "Test Smash: zone hand → graveyard",
        "Test Toy: zone battlefield → graveyard",
        "Test Tinker: power 4 → 2, toughness 4 → 2",
    }


@pytest.mark.long
def test_none_of_many_things_is_left_out() -> None:
    assert len(changes(["Test Tinker"] * 60, "Test Anthem")) == 1 + 60


@pytest.mark.parametrize(
    ("board", "size"), [(["Test Tinker"], 2), (["Test Tinker", "Test Toy"], 4)]
)
def test_what_a_static_ability_does_to_others_has_changed(board: list[str], size: int) -> None:
    said = f"power {size} → {size + 1}, toughness {size} → {size + 1}"
    assert changes(board, "Test Anthem") == {
        "Test Anthem: zone hand → battlefield",
        f"Test Tinker: {said}",
    }
