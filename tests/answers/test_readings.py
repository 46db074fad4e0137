"""Gaps of the documents: what is asked, under each reading."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import clingo
import jsonschema
import pytest

import kb
from kb.answers.schemas import output_schema
from kb.cli import main
from kb.errors import LudexError
from kb.inference import engine
from kb.inference.readings import Variants
from kb.resources import own_rules, resource
from kb.rulebook.gaps import Gaps
from kb.rulings import asking
from kb.rulings.ruling import rule_on
from kb.scenario import expanded

GAPS = """
gaps:
  T-01:
    question: Do two planeswalkers of one type leave together?
    readings:
      together: they do, as 306.4 says
      never: they stay
  T-02:
    question: Is a combat left out on a rainy day?
    readings:
      dry: it is not
      wet: it is
"""

CASE = """
title: Two Jaces
game: toy
date: 2013-01-30
players:
  Archibald: {hand: ["Jace, the Mind Sculptor"], battlefield: [Jace Beleren]}
  Norbert: {}
do:
  - {cast: "Jace, the Mind Sculptor", by: Archibald}
  - {resolve: top}
ask:
  - {what: zone, of: Jace Beleren, expect: graveyard, depends on: [T-01]}
  - {what: life, of: Norbert, expect: 20, depends on: []}
variants:
  - name: never
    readings: {T-01: never}
    ask:
      - {what: zone, of: Jace Beleren, expect: battlefield, depends on: [T-01]}
"""


@pytest.fixture(scope="module")
def toy_rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Magic as a game of its own, with two gaps."""
    rules = tmp_path_factory.mktemp("toy") / "rules"
    shutil.copytree(resource("rules") / "mtg", rules / "toy")
    game = rules / "toy" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    # Its own gaps are kept, for its rules name them.
    text = text.replace("game: mtg", "game: toy", 1).replace("\ngaps:\n", GAPS, 1)
    assert GAPS in text
    game.write_text(text, encoding="utf-8")
    _under(rules / "toy" / "306-planeswalkers.lp", "306.4", "T-01 together")
    _under(rules / "toy" / "511-end-of-combat.lp", "511.1", "T-02 dry")
    return rules


@pytest.fixture
def toy(toy_rules: Path, tmp_path: Path) -> Iterator[Path]:
    """Return a scenario file of that game."""
    file = tmp_path / "case.yaml"
    file.write_text(CASE, encoding="utf-8")
    with own_rules(toy_rules):
        yield file


def _under(file: Path, number: str, reading: str) -> None:
    """Put the blocks of a rule, or of a section, under a reading."""
    lines = file.read_text(encoding="utf-8").splitlines()
    found = [line for line in lines if line.startswith(f"%! {number}")]
    assert found
    for line in found:
        lines.insert(lines.index(line) + 1, f"%! reading: {reading}")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_the_answer_says_on_which_gap_it_depends(toy: Path) -> None:
    zone, life = kb.ask(toy)[:2]
    assert zone.answer == "graveyard"
    (found,) = zone.depends
    assert (found.gap.name, found.reading) == ("T-01", "together")
    (other,) = found.others
    assert (other.reading, other.ruling and other.ruling.answer) == ("never", "battlefield")
    assert not life.depends


def test_another_reading_is_chosen_by_a_variant_or_from_outside(toy: Path) -> None:
    (zone,) = kb.ask(toy, variant="never")
    assert zone.answer == "battlefield"
    assert zone.depends[0].reading == "never"
    zone, _ = kb.ask(toy, readings={"T-01": "never"})[:2]
    assert zone.answer == "battlefield"


def test_expectations_pin_the_gaps_exactly(toy: Path) -> None:
    assert all(one.passed for one in kb.test(toy))
    text = CASE.replace("expect: graveyard, depends on: [T-01]", "depends on: []")
    toy.write_text(text.replace("expect: 20, depends on: []", "depends on: [T-02]"), "utf-8")
    faults = [one.faults for one in kb.test(toy)]
    assert faults[:2] == [
        ("the answer also depends on T-01",),
        ("the answer does not depend on T-02",),
    ]


def test_a_gap_out_of_reach_costs_nothing(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_solved", {})
    case = expanded(kb.load_scenario(toy))[0]
    session = asking.open_session(case)
    zone, life = (rule_on(session, asked) for asked in session.situation.questions)
    reached = session.gaps_reached()
    assert "T-01" in reached
    assert "T-02" not in reached
    solved = 0

    def counted(*args: object, **more: object) -> object:
        nonlocal solved
        solved += 1
        return run(*args, **more)  # type: ignore[arg-type]

    run = clingo.Control.ground
    monkeypatch.setattr(clingo.Control, "ground", counted)
    other = session.under("T-01", "never")
    assert other is not None
    assert rule_on(other, zone.asked).leaves
    # Only from the step on in which the two would have left is anything new.
    assert 0 < solved < len(session.graph.nodes)
    solved = 0
    assert rule_on(other, life.asked).leaves
    assert solved <= 2
    assert [one.gap.name for one in zone.depends] == ["T-01"]
    assert not life.depends


def test_as_text_and_as_data(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", str(toy), "--question", "1"]) == 0
    out = capsys.readouterr().out
    assert "306.4, 704.5j (T-01: together)" in out
    assert (
        "depends on T-01: Do two planeswalkers of one type leave together? Here: they do, as 306.4 "
        "says\n"
        "                 (together).\n"
        "  if they stay (never): Jace Beleren is on the battlefield." in out
    )
    assert main(["ask", str(toy), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, output_schema("ask"))
    assert data["rulings"][0]["depends"] == [
        {
            "gap": "T-01",
            "question": "Do two planeswalkers of one type leave together?",
            "reading": "together",
            "others": [
                {
                    "reading": "never",
                    "answer": "battlefield",
                    "state": "answered",
                    "result": "answer",
                    "sentence": "Jace Beleren is on the battlefield.",
                }
            ],
        }
    ]
    assert data["rulings"][1]["depends"] == []


def test_the_rules_of_a_game_are_listed_with_their_readings(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "toy"]) == 0
    out = capsys.readouterr().out
    assert "306.4, 704.5j  2012-10-01 .. 2013-07-12  (T-01: together)" in out
    assert "  together (the default): they do, as 306.4 says  (306.4)" in out
    assert main(["rules", "toy", "--as-of", "2013-01-30", "--reading", "T-01=never"]) == 0
    assert "306.4, 704.5j" not in capsys.readouterr().out
    assert main(["rules", "toy", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, output_schema("rules"))
    assert [gap["gap"] for gap in data["gaps"]][:2] == ["T-01", "T-02"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("T-01: never}", "T-1: never}", "{file}:16:16: unknown gap 'T-1'; did you mean 'T-01'?"),
        (
            "T-01: never}",
            "T-01: nevr}",
            "{file}:16:22: unknown reading 'nevr' of T-01; did you mean 'never'?",
        ),
        (
            "depends on: [T-01]}\n  - {what: life",
            "depends on: [U-01]}\n  - {what: life",
            "{file}:12:68: unknown gap 'U-01'; did you mean 'T-01'?",
        ),
    ],
)
def test_what_is_unknown_is_refused_in_its_place(
    toy: Path, old: str, new: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert CASE.count(old) == 1
    toy.write_text(CASE.replace(old, new), "utf-8")
    assert main(["ask", str(toy)]) == 2
    assert capsys.readouterr().err == f"{message.format(file=toy)}\n"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("T-01", "'T-01' as a reading; expected GAP=READING, such as N-FF-06=summary"),
        ("U-01=x", "unknown gap 'U-01'; did you mean 'T-01'?"),
        ("T-02=dray", "unknown reading 'dray' of T-02; did you mean 'dry'?"),
    ],
)
def test_what_is_unknown_is_refused_as_an_option(
    toy: Path, given: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = {"T-01": "ask", "U-01=x": "test"}.get(given, "export")
    assert main([command, str(toy), "--reading", given]) == 2
    assert capsys.readouterr().err == f"ludex: {message}" + "\n"


def test_a_game_without_gaps_knows_none() -> None:
    with pytest.raises(LudexError, match="unknown gap 'T-01'; the game has none"):
        Gaps().chosen({"T-01": "never"})


def test_readings_that_are_solved_at_once_give_the_same_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = {
        "game": "mtg",
        "date": "2013-01-30",
        "players": {
            "Ann": {"battlefield": [{"card": "Gideon Jura", "loyalty": 3}]},
            "Bob": {"battlefield": ["Grizzly Bears"]},
        },
        "ask": [{"may": {"activate": "Gideon Jura", "ability": "+2", "by": "Ann"}}],
    }
    (at_once,) = (ruling.to_json() for ruling in kb.ask(question))
    monkeypatch.setattr(Variants, "at_once", lambda *_: None)
    engine._solved.clear()
    (one_by_one,) = (ruling.to_json() for ruling in kb.ask(question))
    assert at_once == one_by_one


TROOPERS = """
game: fftcg
cards:
  - {name: Test Trooper, type: forward, elements: [fire], cost: 3, power: 5000, icon untold: true}
players:
  Anna: {field: [{card: Test Trooper, as: first}, {card: Test Trooper, as: second}]}
  Bert: {}
do: [{until: {phase: attack preparation}}]
ask: [{what: zone, of: first}, {what: power, of: second}]
"""


def test_what_a_file_does_not_tell_is_said_in_the_headline() -> None:
    where, _ = kb.ask(kb.read_scenario(TROOPERS))
    assert (where.state, where.answer) == ("conditional", "break zone")
    assert where.undated == (
        "First is in the Break Zone, supposing that cards have no generic icon where their files "
        "do not tell."
    )
    (dependence,) = where.depends
    assert dependence.gap.name == "N-FF-35"
    assert where.to_json()["depends"][0]["others"][0]["state"] == "answered"


def test_what_the_reader_tells_is_supposed_no_more() -> None:
    for reading, zone in (("plain", "break zone"), ("generic", "field")):
        where = kb.ask(kb.read_scenario(TROOPERS), readings={"N-FF-35": reading})[0]
        assert (where.state, where.answer) == ("answered", zone)


def test_what_does_not_hang_on_it_supposes_nothing() -> None:
    alone = TROOPERS.replace(", {card: Test Trooper, as: second}", "")
    alone = alone.replace("{what: power, of: second}", "{what: power, of: first}")
    for ruling in kb.ask(kb.read_scenario(alone)):
        assert ruling.state == "answered"
