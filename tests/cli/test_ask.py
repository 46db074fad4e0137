"""``ludex ask``: what is printed, in which form, and with which status."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kb.answers.schemas import ANSWERS, output_schema
from kb.cli import main

TWO_JACES = """
title: Two Jaces
game: mtg
date: 2013-01-30
players:
  Archibald: {hand: ["Jace, the Mind Sculptor"]}
  Norbert: {battlefield: [Jace Beleren]}
do:
  - {cast: "Jace, the Mind Sculptor", by: Archibald}
  - {resolve: top}
ask:
  - outcomes: {}
    expect: [{Jace Beleren: {zone: hand}}]
  - may: {activate: "Jace, the Mind Sculptor", ability: "0", by: Archibald}
variants:
  - {name: after the change, date: 2013-07-13}
"""


PARTLY_WRONG = """
game: mtg
players: {Ann: {}, Bob: {}}
ask: [{what: life, of: Ann}]
variants:
  - {name: wrong, players: {Ann: {hand: [No Such Card]}}}
  - {name: fine, players: {Ann: {life: 3}}}
"""

DUEL = str(Path(__file__).parents[1] / "toy" / "duel")

OVERLAY = """%! house.1  [2026-01-01 .. ]
%! source: a house rule
%! Whoever is destroyed goes to the hand.
moves(X,hand) :- mode(destroy), doomed(X).
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "jaces.yaml"
    found.write_text(TWO_JACES, encoding="utf-8")
    return found


def test_the_ruling_comes_first_and_the_edition_once(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", str(file), "--variant", "after the change"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[0] == (
        "1. Nothing that is asked about changes; Jace Beleren is on the battlefield."
    )
    assert "2. Yes: Archibald may activate the 0 ability of Jace, the Mind Sculptor." in lines
    assert lines[-1] == (
        "Magic: The Gathering, Comprehensive Rules of 1 October 2012 with the Magic 2014 changes, "
        "as on 2013-07-13."
    )
    assert out.count("as on") == 1


def test_all_variants_are_answered_and_unmet_expectations_are_no_failure(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("== Two Jaces\n1. Jace Beleren is in the graveyard.\n")
    assert "== Two Jaces: after the change\n" in out
    assert "306.4, 704.5j  state-based action: Jace Beleren is put in the graveyard" in out


def test_one_question_on_another_day(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ask", str(file), "--question", "2", "--as-of", "2013-07-13"]
    assert main([*words, "--variant", "after the change"]) == 0
    assert capsys.readouterr().out.startswith("Yes: Archibald may activate the 0 ability")


def test_whole_proofs_hold_more(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ask", str(file), "--question", "2", "--variant", "after the change"]
    assert main(words) == 0
    short = capsys.readouterr().out
    assert main([*words, "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 2 * len(short.splitlines())


def test_json_says_the_same_and_fits_its_schema(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", str(file), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    validator = Draft202012Validator(output_schema("ask"))
    assert [error.message for error in validator.iter_errors(data)] == []
    assert [(r["kind"], r["state"], r["answer"]) for r in data["rulings"]][1] == (
        "may",
        "answered",
        False,
    )


def test_what_is_wrong_in_one_variant_leaves_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(PARTLY_WRONG)
    assert main(["ask", str(path)]) == 2
    said = capsys.readouterr()
    assert "Ann has 20 life" in said.out
    assert "Ann has 3 life" in said.out
    assert said.err.startswith(f"{path}:6:")
    assert main(["ask", str(path), "--json"]) == 2
    answer = json.loads(capsys.readouterr().out)
    Draft202012Validator(output_schema("ask")).validate(answer)
    assert [one["answer"] for one in answer["rulings"]] == [20, 3]
    assert [(one["scenario"], one["line"]) for one in answer["errors"]] == [("case: wrong", 6)]


def test_errors_fit_the_schema_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "nowhere.yaml", "--json"]) == 2
    data = json.loads(capsys.readouterr().out)
    for command in ANSWERS:
        assert list(Draft202012Validator(output_schema(command)).iter_errors(data)) == []


DAYS = ("2013-01-30", "2013-07-13")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("check", ["check", "FILE"]),
        ("test", ["test", "FILE"]),
        ("export", ["export", "FILE"]),
        ("rules", ["rules"]),
        ("rules", ["rules", "mtg"]),
        ("rules", ["rules", "mtg", "704.5j"]),
        ("verify", ["verify", "duel", "--rules", "DUEL", "--size", "1"]),
        ("verify", ["verify", "duel", "--rules", "DUEL", "--size", "2", "--overlay", "OVERLAY"]),
        ("diff", ["diff", "duel", "2026-01-01", "OVERLAY", "--rules", "DUEL", "--only", "boards"]),
        # A search that was cut fits, too; near cases it would look for minutes.
        ("diff", ["diff", "mtg", *DAYS, "--only", "cases", "--cases", "FILE", "--time-limit", "4"]),
        ("parse", ["parse", "riftbound", "Draw 1. Draw banana.", "--readings"]),
        ("cards", ["cards", "coverage", "riftbound", "CARDS"]),
        ("cards", ["cards", "coverage", "altered", "CARDS"]),
        ("targets", ["targets", "riftbound", "Kill a unit. Draw banana."]),
    ],
)
def test_what_commands_print_fits_the_schema_that_is_published(
    command: str, words: list[str], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards, overlay = file.with_name("cards.jsonl"), file.with_name("overlay.lp")
    cards.write_text('{"name": "A", "text": "Draw a card."}\n{"name": "B", "text": "Banana."}\n')
    overlay.write_text(OVERLAY)
    files = {"FILE": str(file), "CARDS": str(cards), "OVERLAY": str(overlay), "DUEL": DUEL}
    main([*(files.get(word, word) for word in words), "--json"])
    data = json.loads(capsys.readouterr().out)
    assert main(["schema", "--output", command]) == 0
    schema = json.loads(capsys.readouterr().out)
    Draft202012Validator.check_schema(schema)
    errors = Draft202012Validator(schema).iter_errors(data)
    assert [f"{e.json_path}: {e.message}" for e in errors] == []


def test_a_schema_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--output", "aks"]) == 2
    assert capsys.readouterr().err == (
        "ludex: no schema for the output of 'aks'; did you mean 'ask'?\n"
    )


def test_pictures_are_numbered_files(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "proof.svg"
    words = ["ask", str(file), "--variant", "after the change", "--svg", str(picture)]
    assert main([*words, "--question", "2"]) == 0
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert main(words) == 0
    assert {p.name for p in tmp_path.glob("*.svg")} == {
        "proof.svg",
        "proof-1.svg",
        "proof-2.svg",
    }


def test_what_may_have_been_set_off_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = tmp_path / "a.yaml"
    found.write_text(
        "game: mtg\ncards:\n  - {name: Odd Ox, types: [creature], power: 2, toughness: 2,\n"
        "     cost: '{2}', text: 'When Odd Ox enters under a full moon, draw a card.'}\n"
        "turn: {player: Ann, phase: precombat main phase}\n"
        "players: {Ann: {hand: [Odd Ox]}, Bo: {}}\n"
        "do: [{cast: Odd Ox, by: Ann}, {resolve: top}, {resolve: top}]\nask: [{outcomes: {}}]\n",
        encoding="utf-8",
    )
    assert main(["ask", str(found)]) == 2
    assert capsys.readouterr().err == (
        f"{found}:7:47: nothing is on the stack that could resolve; Ludex does not carry out"
        " “When Odd Ox enters under a full moon, draw a card.” (Odd Ox)\n"
    )


@pytest.mark.parametrize(
    ("do", "line"),
    [
        ("{resolve: top}", "FILE:4:5: nothing is on the stack that could resolve\n"),
        ("{choose: Norbert, for: keep}", "FILE:4:5: no choice for 'keep' came up\n"),
    ],
)
def test_what_cannot_be_done_is_located(
    do: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = tmp_path / "a.yaml"
    text = f"game: mtg\nplayers: {{Archibald: {{}}, Norbert: {{}}}}\ndo:\n  - {do}\n"
    found.write_text(text + "ask: [{outcomes: {}}]\n", encoding="utf-8")
    assert main(["ask", str(found)]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", line.replace("FILE", str(found)))
