"""The worked examples: case files, with their answers and the rules they rest on.

The suite asks as many of their questions as it takes for what any of them shows: of each game the
rules that they pin (the parts of a rule, 702.19b or 4.2.1.c, taken together), every kind of
question and every degree of certainty. What shows most in the least time comes first, up to
`SECONDS`. All of them are a command of their own: `ludex test`, or the tests marked `long` here.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from kb.scenario import Case, expanded, load_scenario
from kb.scenario.model import Question
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


SECONDS = 40
"""How many seconds of work on worked examples are part of the suite."""


class Takes(NamedTuple):
    """How many seconds what belongs to a case takes, as was measured."""

    case: float
    step: float
    pin: float
    step_of_pin: float


TAKES = {
    "mtg": Takes(0.4, 0.23, 0.01, 0.04),
    "fftcg": Takes(0.06, 0.25, 0.02, 0.01),
    "altered": Takes(0.15, 0.05, 0.01, 0.03),
    "riftbound": Takes(0.05, 0.0, 0.02, 0.0),
}

_PART = re.compile(r"(?<=\d)\.?[a-z]$")


def _shown(game: str, question: Question) -> frozenset[tuple[object, ...]]:
    """Return what a question shows: rules that it pins, its kind, how sure the answer is."""
    return frozenset(
        {
            *((game, "rule", _PART.sub("", number)) for number in question.because),
            (game, "sure", question.expect == "undetermined", bool(question.unless)),
            *((game, kind) for kind in KINDS if getattr(question, kind) is not None),
        }
    )


def _begun(case: Case) -> float:
    """Return about how many seconds it takes to play a case."""
    takes = TAKES[case.scenario.game]
    return takes.case + takes.step * len(case.scenario.do)


def _asked(case: Case, question: Question) -> float:
    """Return about how many more seconds a question of it takes.

    Each rule that is pinned is another proof to be read, and the steps it shaped are taken again.
    """
    takes = TAKES[case.scenario.game]
    pin = takes.pin + takes.step_of_pin * len(case.scenario.do)
    seconds = 0.03 + len(question.because) * pin
    if question.when is not None or question.within is not None:
        seconds += 5 * takes.step
    if question.outcomes is not None or question.orders is not None:
        seconds += 0.4
    return seconds


def _chosen() -> dict[Path, list[Case]]:
    """Return questions that show what any question shows, by files: greedily, in the given time."""
    cases = [(file, case) for file in FILES for case in expanded(load_scenario(file))]
    left = [
        (_shown(case.scenario.game, question), _asked(case, question), place, number)
        for place, (_, case) in enumerate(cases)
        for number, question in enumerate(case.scenario.ask)
    ]
    begun = [_begun(case) for _, case in cases]
    found: dict[int, set[int]] = {}
    seconds = 0.0

    def worth(one: tuple[frozenset[tuple[object, ...]], float, int, int]) -> float:
        shown, seconds, place, _ = one
        return len(shown) / (seconds + begun[place])

    while left and seconds < SECONDS:
        best = max(left, key=worth)
        seconds += best[1] + begun[best[2]]
        found.setdefault(best[2], set()).add(best[3])
        begun[best[2]] = 0.0
        left = [(shown - best[0], *rest) for shown, *rest in left if not shown <= best[0]]
    chosen: dict[Path, list[Case]] = {}
    for place, numbers in sorted(found.items()):
        file, case = cases[place]
        asked = tuple(case.scenario.ask[number] for number in sorted(numbers))
        few = Case(case.name, replace(case.scenario, ask=asked))
        chosen.setdefault(file, []).append(few)
    return chosen


CHOSEN = _chosen()


@pytest.mark.parametrize("path", CHOSEN, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    faults = [
        f"{check.case}: {check.question}: {fault}"
        for case in CHOSEN[path]
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
