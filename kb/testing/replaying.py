"""What the cases of a file answer under some rules, and what could matter on the way.

Of every step that a case takes the shapes are kept of all that could hold in it
(`kb.inference.shapes`). Where the conditions of no changed statement could hold, every step goes as
it did: a statement that does not fire makes no difference to a stable model. Such a case is
answered by other rules in the same way, and need not be asked again. What came of a file is kept
between runs, as compiled rules are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from kb.cache import ANSWERING, Entry
from kb.rulebook import RulebookView
from kb.scenario import Case
from kb.testing.asked import UNASKED, GivenAnswer, asked_of, cases_in
from kb.testing.places import place_of
from kb.testing.played import PlayedCase, PlayedStep, Solved, SolvedStep, play


def played_file(
    file: str | Path, view: Callable[[Mapping[str, str]], RulebookView]
) -> list[PlayedCase]:
    """Return what the cases of a file answer under the rules of a day, as it was kept or anew.

    Parameters
    ----------
    file : path
    view : callable
        Returns the rules by the readings that a case takes.
    """
    return [one for _, one in playing_file(file, view)]


def playing_file(
    file: str | Path,
    view: Callable[[Mapping[str, str]], RulebookView],
    wanted: Callable[[Case], bool] = lambda _: True,
    kept: Sequence[PlayedCase] | None = None,
) -> Iterator[tuple[Case, PlayedCase]]:
    """Yield the cases of a file, each with what it answers, played no sooner than it is its turn.

    Parameters
    ----------
    file : path
    view : callable
        Returns the rules by the readings that a case takes.
    wanted : callable
        Tells whether a case is played at all.
    kept : sequence of PlayedCase, optional
        What all of them answer, where that is known already.
    """
    cases = cases_in(file)
    entry = _answers_of(ANSWERS, file, view({}))
    if not kept:
        kept = None if entry is None else _unpacked(entry.load())
    if kept is not None and len(kept) == len(cases):
        yield from (both for both in zip(cases, kept, strict=True) if wanted(both[0]))
        return
    known = {} if entry is None else _begun(entry)
    for case in filter(wanted, cases):
        asked = asked_of(case.scenario)
        if asked not in known:
            known[asked] = play(case, view(case.scenario.readings))
        yield case, known[asked]
    if len(known) < len(cases):
        return
    found = [known[asked_of(case.scenario)] for case in cases]
    if entry is not None and not any(said.key == UNASKED for one in found for said in one.answers):
        entry.save(_packed(found))
        steps = _answers_of(STEPS, file, view({}))
        if steps is not None:
            steps.save([_packed_steps(one.solved) for one in found])


@lru_cache(maxsize=4)
def _begun(_entry: Entry) -> dict[str, PlayedCase]:
    """Return what was played in this process of a file that was left before its last case."""
    return {}


def is_kept(file: str | Path, view: RulebookView) -> bool:
    """Return whether it was kept what the cases of a file answer under the rules of a day."""
    entry = _answers_of(ANSWERS, file, view)
    return entry is not None and entry.path.exists()


ANSWERS, STEPS = "answers", "steps"
"""The kinds of what is kept of a file: what was answered, and the steps that were solved for it."""


def solved_in(
    file: str | Path, view: RulebookView, played: Sequence[PlayedCase]
) -> dict[str, Solved]:
    """Return the steps that were solved for the cases of a file, by what is asked in each.

    Parameters
    ----------
    file : path
    view : RulebookView
        The rules of the day, as each case finds them that takes no reading.
    played : sequence of PlayedCase
        What came of the file; of cases of which no step is known there is none here.
    """
    known = {one.asked: one.solved for one in played if one.solved is not None}
    if known:
        return known
    entry = _answers_of(STEPS, file, view)
    data = None if entry is None else entry.load()
    try:
        return {
            one.asked: _unpacked_steps(steps)
            for one, steps in zip(played, data or (), strict=data is not None)
            if steps is not None
        }
    except (LookupError, TypeError, ValueError):
        return {}


def _answers_of(kind: str, file: str | Path, view: RulebookView) -> Entry | None:
    return place_of(kind, Path(file), view, code=ANSWERING)


def _packed(found: Iterable[PlayedCase]) -> list[Any]:
    packed = []
    for one in found:
        shapes = dict.fromkeys(each for step in one.steps for each in step.shapes)
        table = {each: n for n, each in enumerate(shapes)}
        steps = [[step.whole, *(table[each] for each in step.shapes)] for step in one.steps]
        answers = [asdict(said) for said in one.answers]
        packed.append([one.name, one.asked, answers, one.base, list(table), steps])
    return packed


def _unpacked(data: Any) -> list[PlayedCase] | None:
    try:
        return list(map(_case, data))
    except (LookupError, TypeError, ValueError):
        return None


def _case(data: Any) -> PlayedCase:
    name, asked, answers, base, table, steps = data
    shapes: list[Any] = [tuple(each) for each in table]
    return PlayedCase(
        name,
        asked,
        tuple(map(GivenAnswer.kept, answers)),
        tuple(tuple(each) for each in base),
        tuple(PlayedStep(tuple(shapes[n] for n in step), whole) for whole, *step in steps),
    )


def _packed_steps(solved: Solved | None) -> Any:
    if solved is None:
        return None
    words = dict.fromkeys(each for step in solved.steps for each in (step.extra, *step.fluents))
    table = {each: n for n, each in enumerate(words)}
    steps = [
        [step.place, table[step.extra], *(table[each] for each in step.fluents)]
        for step in solved.steps
    ]
    return [solved.static, list(table), steps]


def _unpacked_steps(data: Any) -> Solved:
    static, words, steps = data
    return Solved(
        tuple(static),
        tuple(
            SolvedStep(tuple(words[n] for n in fluents), words[extra], place)
            for place, extra, *fluents in steps
        ),
    )
