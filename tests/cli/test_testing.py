"""``ludex test``: what fails and why, the closing line, the status."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from kb.cli import main
from kb.testing.running import Report, Task, run_task

TOY = Path(__file__).parents[1] / "toy"

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
    assert main(["test", str(folder), "-j", "1"]) == 1
    assert capsys.readouterr().out == (
        f"{folder / 'bad.yaml'}:8: Loyalty: loyalty of Jace Beleren\n"
        "  expected 4, found 3\n"
        "3 passed, 1 failed\n"
    )


def test_files_are_worked_at_once_and_told_in_their_order(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = set()
    for jobs in (["--jobs", "1"], ["-j", "3"]):
        assert main(["test", str(folder), *jobs]) == 1
        told.add(capsys.readouterr().out)
    assert len(told) == 1


IMPOSSIBLE = """
title: Too late
game: mtg
date: 2013-01-30
players: {Archibald: {hand: [Jace Beleren]}, Norbert: {}}
do: [{resolve: top}]
ask:
  - {what: life, of: Norbert, expect: 20}
variants:
  - {name: nothing is done, do: []}
"""


def test_a_case_that_cannot_be_played_is_one_failure(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "impossible.yaml").write_text(IMPOSSIBLE, encoding="utf-8")
    (folder / "bad.yaml").unlink()
    assert main(["test", str(folder), "-j", "1"]) == 1
    assert capsys.readouterr().out == (
        f"{folder / 'impossible.yaml'}:6: Too late\n"
        "  nothing is on the stack that could resolve\n"
        "3 passed, 1 failed\n"
    )


def test_a_file_that_is_no_scenario_does_not_end_the_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.yaml").write_text("gmae: mtg", encoding="utf-8")
    assert main(["test", str(folder), "-j", "1"]) == 2
    assert capsys.readouterr().out == (
        f"{folder / 'bad.yaml'}:1: bad\n"
        "  unknown key 'gmae' in a scenario; did you mean 'game'?\n"
        "2 passed, 1 failed\n"
    )


def test_a_pin_that_is_missing_in_the_proof(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "good.yaml"
    file.write_text(file.read_text("utf-8").replace("306.5c", "306.4"), encoding="utf-8")
    assert main(["test", str(file)]) == 1
    fault = capsys.readouterr().out.splitlines()[1]
    assert fault.startswith("  the proof does not rest on 306.4, but on 306.5c, ")


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(folder), "-j", "1", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["passed"], data["failed"]) == (3, 1)
    assert [check["faults"] for check in data["checks"]] == [[], ["expected 4, found 3"], [], []]


def test_an_interruption_tells_what_was_found(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(tasks: Sequence[Task], *, progress: Callable[[Report], None], **_: object) -> None:
        progress(run_task(tasks[0]))
        raise KeyboardInterrupt

    monkeypatch.setattr("kb.cli.testing.run_tasks", run)
    assert main(["test", str(folder)]) == 130
    assert capsys.readouterr().out.endswith("1 passed, 1 failed, 1 file not tried\n")
    assert main(["test", str(folder), "--json"]) == 130
    data = json.loads(capsys.readouterr().out)
    assert (data["passed"], data["failed"], data["left"]) == (1, 1, 1)


def test_ablation_lists_the_rules_that_no_case_misses(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["test", str(folder / "good.yaml"), "--ablate", "--json"]) == 1
    untested = json.loads(capsys.readouterr().out)["untested"]["mtg"]
    assert "306.4@2012-10-01" in untested
    assert "306.5c@2012-10-01" not in untested


def test_words_that_no_case_misses(capsys: pytest.CaptureFixture[str]) -> None:
    case, rules = str(TOY / "cases" / "duel.yaml"), str(TOY / "duel")
    assert main(["test", case, "--rules", rules, "--words", "--json", "-j", "1"]) == 1
    assert json.loads(capsys.readouterr().out)["words"]["duel"] == [
        "objects: damage (no case uses it)",
        "objects: exhausted (5 cases use it)",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere"], "nowhere: no such file or folder"),
        (["EMPTY"], "EMPTY: no scenario files in this folder"),
    ],
)
def test_what_cannot_be_tested(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = str(tmp_path)
    assert main(["test", *(word.replace("EMPTY", empty) for word in words)]) == 2
    assert capsys.readouterr().err == message.replace("EMPTY", empty) + "\n"
