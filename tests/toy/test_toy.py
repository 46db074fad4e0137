"""A game of one's own: six rules in a folder outside the package, asked, tested and verified."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import kb
from kb.cli import main
from kb.errors import LudexError
from kb.resources import own_rules

HERE = Path(__file__).parent
DUEL, CASES = HERE / "duel", HERE / "cases" / "duel.yaml"


def test_a_game_takes_no_more_than_an_afternoon() -> None:
    lines = [
        line
        for path in DUEL.rglob("*")
        if path.is_file()
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith(("% ", "#"))
    ]
    assert len(lines) <= 150


def test_its_cases_hold_and_miss_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(CASES), "--rules", str(DUEL), "--ablate", "-j", "1"]) == 0
    out = capsys.readouterr().out
    assert "duel: every numbered rule is missed by some case" in out
    assert "9 passed, 0 failed" in out


def test_it_is_verified(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "duel", "--rules", str(HERE), "--size", "2"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Nothing found in the rules of duel on 2026-01-01 on boards of up to 2 objects" in said


@pytest.mark.parametrize(
    "words",
    [
        ["ask", str(CASES)],
        ["check", str(CASES)],
        ["export", str(CASES), "--question", "1"],
        ["rules", "duel", "5"],
        ["schema", "duel"],
        ["diff", "duel", "2026-01-01", "{overlay}", "--size", "1", "--cases", str(CASES)],
    ],
    ids=lambda words: words[0],
)
def test_every_command_takes_it(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    overlay = tmp_path / "fragile.lp"
    overlay.write_text(
        "%! replaces 5\n%! Whoever has any damage is destroyed.\n"
        "doomed(X) :- given(val(damage(X),_)).\n"
        "wants(30,destroy) :- doomed(_).\nmoves(X,discard) :- mode(destroy), doomed(X).\n",
        encoding="utf-8",
    )
    words = [word.format(overlay=overlay) for word in words]
    assert main([*words, "--rules", str(DUEL)]) == (1 if words[0] == "diff" else 0)
    assert capsys.readouterr().out
    assert main(words) == 2  # and nothing of it is left behind
    assert "unknown game 'duel'" in capsys.readouterr().err


def test_several_processes_know_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2):
        shutil.copy(CASES, tmp_path / f"{number}.yaml")
    assert main(["test", str(tmp_path), "--rules", str(DUEL), "-j", "2"]) == 0
    assert capsys.readouterr().out == "18 passed, 0 failed\n"


def test_from_python() -> None:
    rulings = kb.ask(CASES, question=1, rules=DUEL)
    assert rulings[0].answer is True
    assert rulings[0].depends == ()
    assert all(check.passed for check in kb.test(CASES, rules=DUEL))
    assert kb.load_rulebook("duel", DUEL).find("5")
    with pytest.raises(LudexError, match="unknown game 'duel'"):
        kb.ask(CASES)


def test_a_draft_stands_before_the_game_of_its_name(tmp_path: Path) -> None:
    draft = tmp_path / "draft"
    shutil.copytree(DUEL, draft)
    file = draft / "duel.lp"
    ask = {"do": [{"pass": "Ann"}], "ask": [{"what": "energy", "of": "Bo"}]}
    scenario = kb.Scenario(game="duel", players={"Ann": {}, "Bo": {}}, **ask)
    assert kb.ask(scenario, rules=draft)[0].answer == 3
    file.write_text(file.read_text().replace("sets(energy(S),3)", "sets(energy(S),4)"))
    assert kb.ask(scenario, rules=draft)[0].answer == 4
    with own_rules(DUEL):
        assert kb.ask(scenario)[0].answer == 3
        assert kb.ask(scenario, rules=draft)[0].answer == 4
        assert kb.ask(scenario)[0].answer == 3


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("nowhere", "nowhere: no such folder"),
        (".", ".: no game is in this folder; expected game.yaml, or folders with one"),
    ],
)
def test_a_folder_without_a_game(
    folder: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["rules", "--rules", folder]) == 2
    assert capsys.readouterr().err == f"{message}\n"


def test_what_is_wrong_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(DUEL, tmp_path / "duel")
    file = tmp_path / "duel" / "duel.lp"
    file.write_text(file.read_text().replace("doomed(X) ", "domed(X) "))
    assert main(["rules", "duel", "--rules", str(tmp_path), "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert (error["file"], error["message"]) == (
        str(file),
        "unknown predicate 'domed/1'; did you mean 'doomed'?",
    )
