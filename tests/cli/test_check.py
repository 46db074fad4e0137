"""``ludex check``: everything that can be wrong before anything is solved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.cli import main

SCENARIO = """\
title: A Jace
game: mtg
date: 2013-01-30
players:
  Archibald: {battlefield: [Jace Beleren]}
  Norbert: {}
ask:
  - may: {activate: Jace Beleren, ability: "+2", by: Archibald}
    because: ["704.5j"]
variants:
  - name: in July
    date: 2013-07-13
"""
EDITION = "Comprehensive Rules of 1 October 2012"


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "jace.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


def test_a_scenario_that_makes_sense(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(scenario)]) == 0
    assert capsys.readouterr() == (
        f"A Jace: 1 question, 2013-01-30 ({EDITION})\n"
        f"A Jace: in July: 1 question, 2013-07-13 ({EDITION} with the Magic 2014 changes)\n",
        "",
    )


def test_the_same_as_json(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json", str(scenario)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["version"], answer["file"]) == (2, str(scenario))
    assert answer["scenarios"][0] == {
        "name": "A Jace",
        "game": "mtg",
        "date": "2013-01-30",
        "edition": EDITION,
        "questions": 1,
    }


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("game: mtg", "game: mtgo", "2:7: unknown game 'mtgo'; did you mean 'mtg'?"),
        ("Jace Beleren]", "Jase Beleren]", "5:29: "),
        ('["704.5j"]', '["704.5jj"]', "9:15: no rule '704.5jj' in force on 2013-01-30; did you "),
        ("2013-01-30", "1993-08-05", "3:7: no edition of the rules covers 1993-08-05; "),
        ("ask:", "ask: [", "8:"),
    ],
)
def test_what_is_wrong_has_a_place(
    right: str, wrong: str, message: str, scenario: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario.write_text(SCENARIO.replace(right, wrong), encoding="utf-8")
    assert main(["check", str(scenario)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{scenario}:{message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"\x00\x01", b"\xff\xfe", b"a: &a [*a]", b"[" * 10_000])
def test_what_is_no_scenario_at_all(
    content: bytes, scenario: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario.write_bytes(content)
    assert main(["check", str(scenario)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(str(scenario))
    assert err.count("\n") == 1


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path / "none.yaml")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(str(tmp_path / "none.yaml"))
    assert err.count("\n") == 1
