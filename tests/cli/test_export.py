"""``ludex export``: the program is the step, and plain clingo answers the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import clingo
import pytest

import kb
from kb.cli import main
from kb.inference.legality import LEGAL

SCENARIO = """
title: "%* Two Jaces #script *% \\n #show."
game: mtg
date: 2013-01-30
players:
  Archibald: {hand: ["Jace, the Mind Sculptor"]}
  Norbert: {battlefield: [Jace Beleren]}
do:
  - {cast: "Jace, the Mind Sculptor", by: Archibald}
  - {resolve: top}
ask:
  - may: {activate: "Jace, the Mind Sculptor", ability: "0", by: Archibald}
  - what: zone
    of: Jace Beleren
  - outcomes: {}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "jaces.yaml"
    found.write_text(SCENARIO, encoding="utf-8")
    return found


def export(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["export", *words]) == 0
    return capsys.readouterr().out


def shown(program: str) -> set[str]:
    """Return what the only model of a program shows."""
    control = clingo.Control(["0"])
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        (model,) = [[str(atom) for atom in found.symbols(shown=True)] for found in handle]
    return set(model)


def test_plain_clingo_finds_the_same_reasons(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = export(capsys, str(file))
    ruling, _, _ = kb.ask(file)
    (leaf,) = ruling.leaves
    model = ruling.session.ask(leaf.node, leaf.query.extra, LEGAL)
    wanted = {str(atom) for name in ("option", "unmet", "contrary") for atom in model.of(name)}
    assert shown(program) == wanted
    assert {str(reason.unmet) for reason in leaf.reasons} <= wanted


def test_it_runs_as_a_command(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = file.with_suffix(".lp")
    program.write_text(export(capsys, str(file), "--question", "2"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "clingo", str(program), "0", "--outf=2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    (witness,) = json.loads(done.stdout)["Call"][0]["Witnesses"]
    assert "whereabouts(obj(jace_beleren,1),graveyard)" in witness["Value"]


def test_each_rule_stands_under_its_number(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = export(capsys, str(file), "--step", "9").splitlines()
    heading = next(place for place, line in enumerate(lines) if "% 306.4, 704.5j" in line)
    assert lines[heading + 2].startswith("% Planeswalkers on the battlefield that share")
    assert lines[heading + 3].startswith("group(sharing(T),X)")


def test_a_step_leads_to_the_next(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruling = kb.ask(file, question=2)[0]
    graph = ruling.session.graph
    number, edge = graph.path(ruling.leaves[0].node)[0]
    program = export(capsys, str(file), "--question", "2", "--step", "1")
    following = {f"next({fluent})" for fluent in graph.nodes[edge.target].state}
    assert number == 0
    assert {atom for atom in shown(program) if atom.startswith("next(")} == following


def test_a_step_that_is_not_there(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(file), "--step", "99"]) == 2
    assert capsys.readouterr().err == (
        "ludex: no step 99; the steps are 1 to 11, the question is step 11\n"
    )
