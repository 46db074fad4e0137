"""Which cases are answered alike under two rulebooks, and for other reasons.

An answer rests on the rules of its proofs. Where a changed rule may play a part in a case and its
answer stays, both proofs are made: if one of them names a rule that the other does not, the answer
has other reasons. A rule that is only worded anew is no other one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kb.comparison.answers import ComparedCases, OtherReasons
from kb.comparison.keeping import Kept, packed
from kb.comparison.tasks import CaseTask, books_of
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.library.place import using
from kb.records import record
from kb.rulebook import RulebookView
from kb.scenario import Case, reader
from kb.testing.asked import UNASKED, GivenAnswer, answered, cases_in, opened, situated
from kb.testing.between import Between
from kb.workers import spread

SECONDS = 120.0
"""How long the cases of one file may take."""


@record
class ReasonsTask:
    """A file, and those of its cases of which both proofs are made.

    Attributes
    ----------
    task : CaseTask
    cases : frozenset of str
    """

    task: CaseTask
    cases: frozenset[str]


def with_reasons(
    tasks: Sequence[CaseTask],
    found: ComparedCases,
    *,
    jobs: int | None = None,
    clock: Clock | None = None,
) -> ComparedCases:
    """Return what came of cases, with those that are answered alike for other reasons.

    Parameters
    ----------
    tasks : sequence of CaseTask
        The files whose cases were compared.
    found : ComparedCases
        What came of them.
    jobs : int, optional
        How many processes work; as many as there are cores, unless given.
    clock : Clock, optional
        When time is over, what was found so far is returned.

    Where the first finding is enough, an answer that stays for a changed rule is the last that is
    looked for.
    """
    live: dict[str, set[str]] = {}
    for file, name in found.live:
        live.setdefault(file, set()).add(name)
    pieces = [ReasonsTask(task, frozenset(live[task.file])) for task in tasks if task.file in live]
    # Short files are first, so that most is compared until time is over.
    pieces.sort(key=lambda piece: len(piece.cases))
    done = {n: known for n, one in enumerate(pieces) if (known := _recalled(one)) is not None}
    left = [n for n in range(len(pieces)) if n not in done]
    for number, part in spread(
        *(other_reasons, [pieces[n] for n in left]),
        jobs=jobs,
        lost=_lost,
        seconds=SECONDS,
        clock=clock,
    ):
        if part is not None:
            done[left[number]] = part
        if part and pieces[left[number]].task.first and any(one.rules for one in part):
            pieces = []
            break
    unknown = [piece for place, piece in enumerate(pieces) if place not in done]
    reasons = [one for _, part in sorted(done.items()) for one in part]
    unreasoned = 0
    for piece in unknown:
        # Of a file whose time ran out in its midst some cases may be known.
        kept = Kept(piece.task.place, piece.task.file).reasons
        reasons += [one for name in sorted(piece.cases & kept.keys()) for one in _of(kept[name])]
        unreasoned += len(piece.cases - kept.keys())
    return replace(found, reasons=tuple(reasons), unreasoned=unreasoned)


def _recalled(piece: ReasonsTask) -> tuple[OtherReasons, ...] | None:
    """Return what is kept of a file; None if not all of its cases were looked through."""
    kept = Kept(piece.task.place, piece.task.file).reasons
    if not piece.cases <= kept.keys():
        return None
    return tuple(one for name in kept if name in piece.cases for one in _of(kept[name]))


def _of(data: Any) -> tuple[OtherReasons, ...]:
    """Return the reasons of a case as they were kept."""
    found = []
    for one in data:
        lists = {name: tuple(one[name]) for name in ("rules", "gone", "come")}
        found.append(OtherReasons(**{**one, **lists, "answer": GivenAnswer.kept(one["answer"])}))
    return tuple(found)


def _lost(_task: ReasonsTask, _error: LudexError) -> None:
    """Leave a file whose time or memory ran out among those that were not looked through."""


def other_reasons(piece: ReasonsTask) -> tuple[OtherReasons, ...] | None:
    """Return the questions of a file that are answered alike for other reasons."""
    file = piece.task.file
    with using(piece.task.store):
        books = books_of(piece.task)
        kept = Kept(piece.task.place, file)
        found: list[OtherReasons] = []
        for case in cases_in(file):
            if case.name in piece.cases and case.name in kept.reasons:
                found += _of(kept.reasons[case.name])
            elif case.name in piece.cases:
                own = _of_case(file, case, books.between(case.scenario.readings))
                found += own
                kept.add_reasons(case.name, list(map(packed, own)))
                if piece.task.first and any(one.rules for one in found):
                    break
        return tuple(found)


def _of_case(file: str, case: Case, between: Between) -> list[OtherReasons]:
    sides = ((between.old, between.old_slicer), (between.new, between.new_slicer))
    try:
        sessions = [
            opened(situated(case, view), view, slicer, told=False) for view, slicer in sides
        ]
    except LudexError:  # what makes no sense has no reasons
        return []
    (before, old), (after, new) = map(answered, sessions)
    by_path = [{ruling.asked.path: ruling for ruling in rulings} for rulings in (old, new)]
    found = []
    for number, asked in enumerate(sessions[1].situation.questions):
        if before[number].key != after[number].key or after[number].key == UNASKED:
            continue
        rested, rests = (rulings[asked.path].labels for rulings in by_path)
        gone = tuple(name for name in rested if name not in rests)
        come = tuple(name for name in rests if name not in rested)
        if _numbers(gone, between.old) == _numbers(come, between.new):
            continue
        mark = reader.mark_of(case.scenario.node, asked.path)
        rules = between.numbered.intersection((*gone, *come))
        found.append(
            OtherReasons(
                *(file, None if mark is None else mark.line, case.name, number + 1, asked.name),
                *(after[number], tuple(sorted(rules)), gone, come),
            )
        )
    return found


def _numbers(names: tuple[str, ...], view: RulebookView) -> set[str]:
    return {number for name in names for number in view.label(name).numbers_on(view.date)}
