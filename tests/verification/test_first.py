"""The few cases that are looked through first, what they are tried on, and that it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kb.resources import own_rules
from kb.rulebook import Rulebook
from kb.verification.along import TIRED, Cases
from kb.verification.looking import along_parts
from kb.verification.pieces import (
    AlongCase,
    AlongCases,
    PinningCase,
    along_tasks,
    covering,
    first_tasks,
    single_tasks,
)

TOY = Path(__file__).parents[1] / "toy"
DUEL, CASES = TOY / "duel", TOY / "cases" / "duel.yaml"


def sets(*words: str) -> list[tuple[str, frozenset[str], int]]:
    return [(word, frozenset(word), 1) for word in words]


def test_the_task_comes_first_that_has_to_do_with_most_of_what_is_left() -> None:
    assert [*covering(sets("a", "abc", "cd", "b"), "abcd")] == ["abc", "cd"]
    # Of two that do as much the earlier is first; with the rest, all come.
    assert [*covering(sets("a", "abc", "cd", "b"), "abcd", rest=True)] == ["abc", "cd", "a", "b"]
    assert [*covering(sets("ab", "cd"), "abcd")] == ["ab", "cd"]


def test_what_costs_less_for_as_much_comes_first() -> None:
    some = [("long", frozenset("abc"), 4), ("short", frozenset("ab"), 1)]
    assert [*covering(some, "abc")] == ["short", "long"]


@pytest.fixture
def single(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[PinningCase]]:
    monkeypatch.setenv("LUDEX_CACHE", str(tmp_path))
    with own_rules(DUEL):
        view = Rulebook.load("duel").on(None)
        yield single_tasks(view, along_tasks(view, [CASES]))


def test_what_came_of_a_case_is_kept_by_itself(single: list[PinningCase]) -> None:
    view = Rulebook.load("duel").on(None)
    tasks = along_tasks(view, [CASES])
    cases = Cases(tasks)
    assert cases.recalled(single) == single
    wanted = {name for name, label in view.labels.items() if label.numbers}
    first = first_tasks(single, wanted)[0]
    begun = cases.begun(first)
    assert begun is not None
    for part in along_parts(begun):
        cases.add(first, part)
    assert first.aim & cases.reached

    again = Cases(tasks)
    left = again.recalled(single)
    assert [one.task.only for one in single if one not in left] == [first.only]
    assert again.reached == cases.reached
    # The file is not done, and what came of the case is not looked for once more in it.
    assert [task.file for task in again.left] == [str(CASES)]
    whole = again.begun(again.left[0])
    assert whole is not None
    assert [one.asked for one in whole.looked] == [first.only]


def test_what_changes_nothing_in_some_cases_is_tried_in_those_that_pin_it(
    single: list[PinningCase],
) -> None:
    cases = Cases([])
    name = min(single[0].task.aim)
    for number in range(TIRED):
        cases.add(single[0].task, AlongCase(str(number), "a file", "a case", True, idle=(name,)))
    one = replace(single[0].task, wanted=frozenset({name, "another"}))
    begun = cases.begun(one)
    assert begun is not None
    assert begun.wanted == {name, "another"}
    begun = cases.begun(replace(one, aim=frozenset({"another"})))
    assert begun is not None
    assert begun.wanted == {"another"}


def test_that_nothing_may_not_be_declared_is_no_silence_where_something_may() -> None:
    file = "tests/rulings/mtg/mtg-509-1c-options-where-one-must-block.yaml"
    view = Rulebook.load("mtg").on(None)
    (task,) = along_tasks(view, [Path(__file__).parents[2] / file])
    found = along_parts(replace(task, wanted=frozenset()))
    parts = [part for part in found if isinstance(part, AlongCase)]
    assert [part.played for part in parts] == [True] * 3
    assert [part.faults for part in parts] == [()] * 3


def test_files_are_left_though_some_of_their_cases_are_done() -> None:
    told = [AlongCases(files, done, ()).reasons for files, done in ((219, 0), (3, 2), (1, 0))]
    said = "time ran out before all cases of {} were looked through"
    assert told == [[said.format(one)] for one in ("219 files", "1 of 3 files", "1 file")]
