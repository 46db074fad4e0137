"""What a comparison found is kept, and the next run goes on from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import kb
from kb.comparison import Comparison, cases
from kb.comparison.answers import ComparedFile
from kb.comparison.cases import compare_file, recalled
from kb.comparison.keeping import Kept, packed, place_of_comparison
from kb.comparison.pinning import closest_first
from kb.comparison.rewording import reword
from kb.comparison.rounds import Rounds
from kb.comparison.showing import SmallBoard
from kb.comparison.tasks import case_tasks
from kb.inference.engine import Clock
from kb.resources import own_rules
from kb.rulebook import overlay_text
from kb.scenario import Case
from kb.testing.between import RulesOf
from tests.comparison.test_cases import CASES, DUEL, HARDER, NEAR
from tests.comparison.test_rewording import CASE

OTHER = """\
title: Another duel
game: duel
players: {Ann: {field: [{card: Knight, as: veteran}]}, Bo: {field: [Pikeman]}}
do: [{attack: veteran, by: Ann}, {choose: Pikeman, for: attack}]
ask:
  - outcomes: {}
  - {what: damage, of: veteran}
variants:
  - {name: nothing is done, do: []}
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDEX_CACHE", str(tmp_path / "kept"))


def compared(overlay: str, files: list[Path], seconds: float | None = None) -> Comparison:
    sides = ("2026-01-01", overlay_text(overlay, "changed.lp"))
    return kb.diff("duel", *sides, cases=files, boards=False, time_limit=seconds, rules=DUEL)


def test_a_run_without_any_time_tells_what_the_run_before_it_found(tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(OTHER, encoding="utf-8")
    before, again = (compared(HARDER, [CASES, other], seconds) for seconds in (None, 0))
    assert before.cases is not None
    assert again.cases is not None
    assert before.cases.complete
    assert again.cases.complete
    assert (again.cases.cases, again.cases.reasons) == (before.cases.cases, before.cases.reasons)
    assert set(again.cases.changed) == set(before.cases.changed)
    assert (again.small, again.small != ()) == (before.small, True)
    # Of other rules nothing is known.
    third = compared(NEAR, [CASES, other], 0)
    assert third.cases is not None
    assert (third.cases.asked, third.cases.changed, third.small) == (0, (), ())


def test_of_a_file_that_was_left_in_the_midst_what_changed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(OTHER, encoding="utf-8")
    places = []
    run = Rounds.run

    def noted(self: Rounds) -> None:
        places.append(self.tasks[0])
        run(self)

    monkeypatch.setattr(Rounds, "run", noted)
    whole = compared(HARDER, [other])
    (task,) = places
    kept = Kept(task.place, task.file)
    for asked in kept.order[1:]:
        del kept.found[asked]
    kept.add(kept.order[0], kept.found[kept.order[0]])
    kept.save()
    assert not recalled(task)[1]
    left = compared(HARDER, [other], 0)
    assert whole.cases is not None
    assert left.cases is not None
    assert (left.cases.asked, left.cases.changed) == (0, whole.cases.changed)
    # What is missing is asked, and what is kept is not asked again.
    monkeypatch.setattr("kb.comparison.cases.compared", _only("nothing is done"))
    with own_rules(DUEL):
        assert compare_file(replace(task, run="another")).changed == whole.cases.changed


def _only(wanted: str) -> Callable[..., ComparedFile]:
    own = cases.compared

    def asked(file: str, case: Case, *given: Any, **named: Any) -> ComparedFile:
        assert wanted in case.name
        return own(file, case, *given, **named)

    return asked


def test_a_board_is_the_same_when_it_was_kept() -> None:
    (board,) = compared(HARDER, [CASES]).small
    assert SmallBoard.of(packed(board)) == board


def test_other_rules_are_another_comparison() -> None:
    book = kb.load_rulebook("riftbound")
    one, other = (place_of_comparison([book.on()], [about]) for about in ("", "355.10.e"))
    assert one
    assert one != other
    assert not place_of_comparison([book.without(frozenset()).on()], [])


def test_cases_that_name_a_card_go_on_too(tmp_path: Path) -> None:
    case = tmp_path / "case.yaml"
    case.write_text(CASE, encoding="utf-8")
    first = reword("mtg", "Doubling Season", "Flying", files=[case])
    again = reword("mtg", "Doubling Season", "Flying", files=[case], clock=Clock(0))
    assert again == first
    assert again.cases.complete


def test_of_files_that_pin_a_rule_those_go_first_that_are_about_what_changed(
    tmp_path: Path,
) -> None:
    rules = """\
%! 7
%! Whoever attacks while a card lies in a deck is exhausted.
begins(exhausted(X)) :- given(attacking(X)), given(in(_,deck)).
"""
    pin = OTHER.replace("outcomes: {}", "outcomes: {}\n    because: ['7']")
    quiet, about = tmp_path / "quiet.yaml", tmp_path / "about.yaml"
    quiet.write_text(pin, encoding="utf-8")
    about.write_text(pin.replace("[Pikeman]}}", "[Pikeman], deck: [Knight]}}"), encoding="utf-8")
    day = date(2026, 1, 1)
    with own_rules(DUEL):
        new = RulesOf((overlay_text(rules, "house.lp"),), day)
        task, _ = case_tasks("duel", [quiet, about], RulesOf((), day), new)
        found = closest_first(task, [str(quiet), str(about)], frozenset({"7"}), Clock())
        assert found == [str(about), str(quiet)]
        # Without any time the shortest are first.
        found = closest_first(task, [str(about), str(quiet)], frozenset({"7"}), Clock(0))
        assert found == [str(quiet), str(about)]
