"""The worked examples: case files, with their answers and the rules they rest on.

The suite plays of each game as many as it takes for every rule that any case pins (the parts of a
rule, 702.19b or 4.2.1.c, taken together), for every kind of question and for every degree of
certainty. All of them are a command of their own: `ludex test`, or the tests marked `long` here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.scenario import Case, expanded, load_scenario
from kb.testing.running import Task, files_of, run_case, run_task

FILES = files_of(Path(__file__).parent / "rulings")
KINDS = (
    "may",
    "declarations",
    "options",
    "targets",
    "mentions",
    "what",
    "outcomes",
    "when",
    "orders",
)


_PART = re.compile(r"(?<=\d)\.?[a-z]$")


def _shown(case: Case) -> Iterator[tuple[object, ...]]:
    """Yield what a case shows: rules that it pins, kinds of questions, how sure answers are."""
    game = case.scenario.game
    for question in case.scenario.ask:
        yield from ((game, "rule", _PART.sub("", number)) for number in question.because)
        yield game, "sure", question.expect == "undetermined", bool(question.unless)
        yield from ((game, kind) for kind in KINDS if getattr(question, kind) is not None)


def _work(case: Case) -> int:
    """Return about how much work a case is, as was measured: each rule pinned is answered without.

    Without a rule, all steps are taken again; what is pinned twice is another proof to be read.
    """
    scenario = case.scenario
    steps = len(scenario.do)
    waits = sum(step.until is not None for step in scenario.do)
    ways = sum(not (one.outcomes is one.when is one.orders is None) for one in scenario.ask)
    pinned = [number for question in scenario.ask for number in question.because]
    return 4 + 2 * (steps + len(pinned) + ways) + waits + steps * len({*pinned})


def _chosen() -> dict[Path, tuple[str, ...]]:
    """Return cases that show everything that any case shows, by files: a greedy cover."""
    cases = [(file, case) for file in FILES for case in expanded(load_scenario(file))]
    left = [(frozenset(_shown(case)), _work(case), file, case.name) for file, case in cases]
    found: dict[Path, list[str]] = {}
    while left:
        best = max(left, key=lambda one: len(one[0]) / one[1])
        found.setdefault(best[2], []).append(best[3])
        left = [(one[0] - best[0], *one[1:]) for one in left if not one[0] <= best[0]]
    return {file: tuple(names) for file, names in sorted(found.items())}


CHOSEN = _chosen()


@pytest.mark.parametrize("path", CHOSEN, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    cases = [one for one in expanded(load_scenario(path)) if one.name in CHOSEN[path]]
    faults = [
        f"{check.case}: {check.question}: {fault}"
        for case in cases
        for check in run_case(case).checks
        for fault in check.faults
    ]
    assert faults == []


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_case(path: Path) -> None:
    faults = [
        f"{check.case}: {check.question}: {fault}"
        for check in run_task(Task(str(path))).checks
        for fault in check.faults
    ]
    assert faults == []
