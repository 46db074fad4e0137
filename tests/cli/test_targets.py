"""``ludex targets``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kb.cli.app import main

RIDER = {"id": "x1", "name": "Rider", "type": "Unit", "energy": "3", "text": "Stun an enemy unit."}
TWIN = {"id": "x2", "name": "Rider", "type": "Unit", "text": "Ready me."}

BOARD = """
game: riftbound
players:
  Ann: {base: [{card: Plain Scout, as: friend}]}
  Bo: {base: [{card: Plain Guard, as: foe}], hand: [Plain Guard]}
"""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    file = tmp_path / "cards.jsonl"
    file.write_text("".join(json.dumps(card) + "\n" for card in (RIDER, TWIN)), encoding="utf-8")
    return file


def answer(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> dict[str, Any]:
    assert main(["targets", "riftbound", *words, "--json"]) == status
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "Stun a unit at a battlefield.", "--as-of", "2026-04-01")
    assert found == {
        "version": 2,
        "text": "Stun a unit at a battlefield.",
        "edition": "Core Rules 1.3 of 30 March 2026",
        "notes": [],
        "mentions": [
            {
                "text": "a unit",
                "start": 5,
                "end": 11,
                "implicit": False,
                "target": True,
                "because": [
                    {
                        "rule": "355.10",
                        "criterion": "presumption",
                        "summary": "Whatever a spell or ability mentions is a target, unless "
                        "something excludes it.",
                    }
                ],
                "gaps": [],
                "readings": [],
            },
            {
                "text": "a battlefield",
                "start": 15,
                "end": 28,
                "implicit": False,
                "target": False,
                "because": [
                    {
                        "rule": "355.10.b",
                        "criterion": "restriction",
                        "summary": "What is named only to identify something else that is chosen "
                        "is no target.",
                    }
                ],
                "gaps": [],
                "readings": [],
            },
        ],
    }


def test_what_the_edition_leaves_open(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "Kill all units at a battlefield.", "--as-of", "2025-10-20")
    assert found["edition"] == "Origins FAQ of 16 October 2025"
    (battlefield,) = [m for m in found["mentions"] if m["text"] == "a battlefield"]
    assert battlefield["target"] is None
    assert battlefield["gaps"] == ["N-RB-07"]
    assert [(r["reading"], r["target"], r["taken"]) for r in battlefield["readings"]] == [
        ("open", None, True),
        ("named-only", False, False),
        ("chosen", True, False),
    ]
    named = answer(
        capsys,
        "Kill all units at a battlefield.",
        *("--as-of", "2025-10-20", "--reading", "N-RB-07=named-only"),
    )
    assert [m["target"] for m in named["mentions"]] == [False, False]


def test_what_has_no_words_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    (card,) = answer(capsys, "Discard 1.")["mentions"]
    assert (card["implicit"], card["text"], card["start"], card["end"]) == (True, "Discard 1", 0, 9)
    found = answer(capsys, "Choose a unit. Ready it.")["mentions"]
    assert [(m["text"], m["implicit"]) for m in found] == [("a unit", False), ("it", True)]


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    words = "You may exhaust a gear to draw 1."
    assert main(["targets", "riftbound", words, "--as-of", "2025-10-20"]) == 0
    out = capsys.readouterr().out
    assert '  "a gear": left open\n    depends on N-RB-16: Is a payment' in out
    assert "      open (the FAQ does not say): left open, as read here\n" in out
    assert "      cost (it is a cost): no target\n" in out
    assert "      effect (it is part of the effect): target\n" in out


def test_why_something_is_left_open(capsys: pytest.CaptureFixture[str]) -> None:
    words = "As you play this, choose a unit."
    assert main(["targets", "riftbound", words, "--as-of", "2025-11-01"]) == 0
    assert '  "a unit": left open\n    376.1: Triggered abilities' in capsys.readouterr().out


def test_a_card_of_a_file(capsys: pytest.CaptureFixture[str], cards: Path) -> None:
    found = answer(capsys, "--card", "rider", "--cards", str(cards))
    assert [(m["text"], m["target"]) for m in found["mentions"]] == [("an enemy unit", True)]
    found = answer(capsys, "--card", "Rider (x2)", "--cards", str(cards))
    assert [(m["text"], m["target"]) for m in found["mentions"]] == [("me", False)]


def test_a_board(capsys: pytest.CaptureFixture[str], tmp_path: Path, cards: Path) -> None:
    board = tmp_path / "board.yaml"
    board.write_text(BOARD, encoding="utf-8")
    words = ("--card", "Rider", "--cards", str(cards), "--board", str(board))
    assert answer(capsys, *words)["mentions"][0]["objects"] == ["foe"]
    assert answer(capsys, *words, "--by", "Bo")["mentions"][0]["objects"] == ["friend"]


def test_a_board_with_cards_of_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, cards: Path
) -> None:
    board = tmp_path / "board.yaml"
    board.write_text(
        f"cards: {cards.name}\n" + BOARD.replace("Plain Guard, as: foe", "Rider, as: foe"),
        encoding="utf-8",
    )
    found = answer(capsys, "--card", "Rider", "--board", str(board))
    assert found["mentions"][0]["objects"] == ["foe"]


def test_what_is_not_understood_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "Kill a unit. Frobnicate the widget.", status=3)
    assert [m["text"] for m in found["mentions"] if m["target"]] == ["a unit"]
    assert found["unparsed"] == [{"start": 13, "end": 35, "text": "Frobnicate the widget."}]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["riftbound"], "expected either a text or '--card', the name of a card"),
        (["riftbound", "Draw 1.", "--card", "x"], "expected either a text or '--card'"),
        (["riftbund", "Draw 1."], "unknown game 'riftbund'; did you mean 'riftbound'?"),
        (["mtg", "Draw a card."], "no grammar reads the text of cards of 'mtg'"),
        (["riftbound", "--card", "Nobody"], "unknown card 'Nobody'"),
        (["riftbound", "Draw 1.", "--as-of", "2024-01-01"], "covered: 2025-10-16 to"),
        (["riftbound", "Draw 1.", "--cards", "nowhere.jsonl"], "cannot read it"),
        (["riftbound", "Draw 1.", "--by", "Cy"], "unknown player 'Cy'"),
        (["riftbound", "x" * 100_000], "at most 20000 are read"),
        (["riftbound", "(" * 10_000], "at most 50"),
        (["riftbound", "Kill 99999999999 units."], "number 99999999999 in card text"),
    ],
)
def test_bad_input(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["targets", *words]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


def test_a_mistake_is_told_without_its_place_in_a_scenario_that_nobody_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = tmp_path / "cards.jsonl"
    cards.write_text('{"name": "Quiet Step", "type": "Spell", "text": "Draw 1."}\n')
    for words, message in (
        (["--card", "Quite Step", "--cards", str(cards)], "unknown card 'Quite Step'; did you"),
        (["--card", "Quiet Step", "--cards", str(tmp_path / "none.jsonl")], "'/"),
    ):
        assert main(["targets", "riftbound", *words]) == 2
        assert capsys.readouterr().err.startswith(f"ludex: {message}")
