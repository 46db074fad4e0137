"""``ludex test``: what fails and why, the closing line, the status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.cli import main

CASE = """
title: Loyalty
game: mtg
date: 2013-01-30
players: {Archibald: {battlefield: [Jace Beleren]}, Norbert: {}}
ask:
  - {what: loyalty, of: Jace Beleren, expect: 3, because: ["306.5c"]}
  - {what: loyalty, of: Jace Beleren, expect: WRONG}
  - {what: life, of: Norbert}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.yaml").write_text(CASE.replace("WRONG", "3"), encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(CASE.replace("WRONG", "4"), encoding="utf-8")
    return tmp_path


def test_all_is_as_expected(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(folder / "good.yaml")]) == 0
    assert capsys.readouterr() == ("2 passed, 0 failed\n", "")


def test_a_failure_says_where_what_was_expected_and_what_found(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["test", str(folder)]) == 1
    assert capsys.readouterr().out == (
        f"{folder / 'bad.yaml'}:8: Loyalty: loyalty of Jace Beleren\n"
        "  expected 4, found 3\n"
        "3 passed, 1 failed\n"
    )


def test_several_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(folder), "--jobs", "2"]) == 1
    assert capsys.readouterr().out.endswith("\n3 passed, 1 failed\n")


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(folder), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["passed"], data["failed"]) == (3, 1)
    assert [check["faults"] for check in data["checks"]] == [[], ["expected 4, found 3"], [], []]


def test_ablation_lists_the_rules_that_no_case_misses(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["test", str(folder / "good.yaml"), "--ablate", "--json"]) == 1
    untested = json.loads(capsys.readouterr().out)["untested"]["mtg"]
    assert "306.4@2012-10-01" in untested
    assert "306.5c@2012-10-01" not in untested


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere"], "nowhere: no such file or folder"),
        (["EMPTY"], "EMPTY: no scenario files in this folder"),
        (
            ["--ablate", "-j", "2"],
            "ludex: '--ablate' works in one process; leave '--jobs' out",
        ),
    ],
)
def test_what_cannot_be_tested(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = str(tmp_path)
    assert main(["test", *(word.replace("EMPTY", empty) for word in words)]) == 2
    assert capsys.readouterr().err == message.replace("EMPTY", empty) + "\n"
