"""What is wrong with a rulebook is found, on the smallest board, with the rules involved."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kb.cli import main
from kb.errors import LudexError
from kb.rulebook import overlay_text
from kb.rulebook.source import Source
from kb.scenario import to_yaml
from kb.verification import Verification, verify
from kb.verification.text import verification_text

HEADER = "%! house.1  [2012-10-01 .. ]\n%! source: a house rule\n%! A house rule.\n"

SEEDS = {
    "clash": "state_based_action(put(X,hand)) :- planeswalker(X), loyalty(X,0).\n",
    "silence": (
        "forbids(keep(G),one(X),untapped(X)) :- candidate(keep(G),one(X)), loyalty(X,1).\n"
    ),
    "contradiction": (
        "state_based_action(destroy(X)) :-"
        " legend(X,_), type(X,creature), not state_based_action(destroy(X)).\n"
    ),
    "unrest": (
        "begins(tapped(X)) :- mode(sba), permanent(X), not given(tapped(X)).\n"
        "ends(tapped(X)) :- mode(sba), given(tapped(X)).\n"
        "wants(50,sba) :- permanent(X).\n"
    ),
}


AT_REST, UNDER_EFFECTS, _, RESOLVING, _ = range(5)
"""The kinds of boards in queries/mtg/scenes."""


def on(*kinds: int, **arguments: Any) -> Verification:
    """Search the boards of some kinds alone, where a test needs no others."""
    return verify("mtg", kinds=kinds, **arguments)


@pytest.mark.long
def test_a_rule_that_no_board_reaches_is_not_examined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    overlay = tmp_path / "far.lp"
    overlay.write_text(
        f"{HEADER}state_based_action(put(X,hand)) :- permanent(X), given(resolving(Y)),"
        " given(tapped(Y)), loyalty(X,77).\n",
        encoding="utf-8",
    )
    assert (
        main(["verify", "mtg", "--overlay", str(overlay), "--size", "0", "--only", "boards"]) == 3
    )
    told = capsys.readouterr().out
    assert "Not examined, for nothing searched reached them:\n  house.1" in told
    assert "clean" not in told
    arguments = ["2026-02-27", str(overlay), "--size", "0", "--only", "boards", "--json"]
    assert main(["diff", "mtg", *arguments]) == 3
    answer = json.loads(capsys.readouterr().out)
    assert answer["verdict"] == "unknown"
    assert [rule["numbers"] for rule in answer["not_examined"]] == [["house.1"]]


def seed(kind: str) -> Source:
    return overlay_text(HEADER + SEEDS[kind], f"{kind}.lp")


@cache
def hunt(kind: str, size: int) -> Verification:
    return on(AT_REST, overlays=[seed(kind)], as_of="2013-07-20", size=size)


def numbers(found: Verification) -> list[tuple[str, ...]]:
    (finding,) = found.findings
    return [label.numbers for label in finding.at_odds]


@pytest.mark.long
def test_the_rulebook_is_clean_with_one_object_at_rest() -> None:
    found = on(AT_REST, size=1)
    assert (found.findings, found.size, found.complete) == ((), 1, True)
    text = " ".join(verification_text(found).split())
    assert "Nothing found in the rules of mtg" in text
    assert "on boards of up to 1 object of the kinds below: no contradiction, no clash" in text
    reached = {number for label in found.reached for number in label.numbers}
    assert {"704.5i", "306.9"} <= reached
    assert found.not_examined
    assert not set(found.reached) & set(found.not_examined)


@pytest.mark.long
def test_the_rulebook_is_clean_up_to_two_objects() -> None:
    found = verify("mtg", size=2)
    assert (found.findings, found.size, found.complete) == ((), 2, True)
    assert [kind.size for kind in found.searched] == [2] * 5


@pytest.mark.long
def test_the_older_rulebook_is_clean_too() -> None:
    assert on(AT_REST, UNDER_EFFECTS, as_of="2013-01-30", size=1).complete


@pytest.mark.long
def test_a_rule_against_306_9_clashes_with_it_and_with_no_other() -> None:
    found = hunt("clash", 1)
    assert numbers(found) == [("306.9", "704.5i"), ("house.1",)]
    (finding,) = found.findings
    assert finding.kind == "clash"
    assert finding.what == "the zone of Ada is to be both graveyard and hand"
    assert finding.smallest
    assert {label.numbers[0] for label in finding.brought_about_by} == {
        "110.1", "613.1", "706.2", "205.1", "400.7", "306.5c", "704.3",
    }  # fmt: skip
    assert found.size == 0, "a board without objects has no clash, one with one object has"
    assert finding.scenario.players["Anna"].words == {
        "battlefield": [{"card": "Ada", "loyalty": 0}]
    }


@pytest.mark.long
def test_a_decision_without_an_option_is_silence() -> None:
    found = hunt("silence", 2)
    assert numbers(found) == [("house.1",)]
    (finding,) = found.findings
    assert finding.kind == "silence"
    assert finding.what.startswith("no legal option for: which of the planeswalkers of type jace")
    assert found.size == 1
    assert "306.4" in {label.numbers[0] for label in finding.brought_about_by}


@pytest.mark.long
def test_a_rule_that_denies_itself_leaves_nothing_possible() -> None:
    found = hunt("contradiction", 1)
    assert numbers(found) == [("house.1",)]
    (finding,) = found.findings
    assert (finding.kind, finding.what) == ("contradiction", "the rules leave nothing possible")
    assert "supertypes: [legendary]" in to_yaml(finding.scenario)


@pytest.mark.long
def test_an_absence_that_contradicts_nothing_is_no_finding() -> None:
    # Either of the two is destroyed: something depends on its own absence, and all is well.
    harmless = (
        "%: duty spare(object)  {1} is spared\n"
        f"{HEADER}"
        "state_based_action(spare(X)) :-"
        " legend(X,_), type(X,creature), not state_based_action(destroy(X)).\n"
        "state_based_action(destroy(X)) :-"
        " legend(X,_), type(X,creature), not state_based_action(spare(X)).\n"
        "raises(destroy(X),object,X) :- mode(sba), state_based_action(spare(X)).\n"
    )
    found = on(AT_REST, overlays=[overlay_text(harmless)], size=1, limit=3)
    assert not found.findings
    # Each suspect is tried by itself, and there are more than three.
    assert not found.complete
    assert "the limit ran out before boards of 1 object were done" in verification_text(found)


@pytest.mark.long
def test_rules_that_never_come_to_rest_are_unrest() -> None:
    found = hunt("unrest", 1)
    assert {finding.kind for finding in found.findings} == {"unrest"}
    assert ("house.1",) in numbers(found)


def test_time_that_runs_out_is_told() -> None:
    found = verify("mtg", size=3, time_limit=0)
    assert (found.complete, found.size) == (False, -1)
    assert verification_text(found).splitlines()[0].endswith("time, memory or the limit ran out.")


def test_a_game_without_boards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LudexError, match="unknown game 'toy'"):
        verify("toy")


@pytest.mark.long
def test_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    overlay = tmp_path / "house.lp"
    overlay.write_text(HEADER + SEEDS["clash"], encoding="utf-8")
    with monkeypatch.context() as patch:  # what it finds takes long, and is found above
        patch.setattr("kb.cli.verify.hunt", lambda *_, **__: hunt("clash", 1))
        assert (
            main(
                [
                    "verify",
                    "mtg",
                    "--overlay",
                    str(overlay),
                    "--size",
                    "1",
                    "--only",
                    "boards",
                    "--json",
                ]
            )
            == 1
        )
    answer = json.loads(capsys.readouterr().out)
    assert answer["complete"] is True
    (finding,) = answer["findings"]
    assert [rule["numbers"] for rule in finding["rules"]] == [["306.9", "704.5i"], ["house.1"]]
    assert main(["verify", "mtg", "--size", "0", "--only", "boards"]) == 0
    capsys.readouterr()
    overlay.write_text("#script (python)\n#end.\n", encoding="utf-8")
    assert main(["verify", "mtg", "--overlay", str(overlay)]) == 2
    assert "#script is not allowed" in capsys.readouterr().err


@pytest.mark.long
def test_the_board_of_a_finding_can_be_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (finding,) = hunt("silence", 2).findings
    board = tmp_path / "board.yaml"
    board.write_text(to_yaml(finding.scenario), encoding="utf-8")
    assert main(["ask", str(board)]) == 0
    assert "It can end in 2 ways" in capsys.readouterr().out
