"""Everything that is looked for in a rulebook: along cases, and on all boards up to a size."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from kb.cases import examples_of, scenario_files
from kb.inference.engine import Clock
from kb.resources import own_rules
from kb.rulebook import Label, Rulebook
from kb.rulebook.overlay import Overlay, read_overlay
from kb.rulebook.source import checked_source
from kb.scenario import Scenario, reader
from kb.testing.replaying import EXPECTED
from kb.verification.along import CaseFault, along_cases, along_tasks
from kb.verification.closer import OPEN, closer_tasks, look_closer
from kb.verification.questions import Questions
from kb.verification.verify import LIMIT, SIZE, Finding, Progress, Verification
from kb.verification.verify import verify as on_boards


def verify(
    game: str,
    *,
    overlays: Iterable[Overlay] = (),
    as_of: date | str | None = None,
    cases: Iterable[Path | str] | None = None,
    boards: bool = True,
    size: int = SIZE,
    limit: int = LIMIT,
    time_limit: float | None = None,
    jobs: int | None = 1,
    rules: str | Path | None = None,
    asked: Callable[[int, int], object] = lambda *_: None,
    progress: Progress = lambda *_: None,
) -> Verification:
    """Hunt a rulebook for contradictions, clashes, silence and unrest.

    Parameters
    ----------
    game : str
    overlays : iterable of path or Source, optional
        Rules on top that replace, repeal, amend or add.
    as_of : date or str, optional
        The day; the newest that is covered, unless given.
    cases : iterable of path, optional
        Scenario files and folders of them along which is looked; the worked examples of the game,
        unless given. With none of them, boards alone are searched.
    boards : bool
        Whether boards are searched, too.
    size : int
        How many objects the largest boards have.
    limit : int
        How many boards are tried one by one at most, where that is necessary.
    time_limit : float, optional
        The seconds that the hunt may take.
    jobs : int, optional
        How many processes play the cases; None for as many as there are cores.
    rules : str or Path, optional
        A folder of the user's in which games are found: that of one, or one that holds several.
    asked : callable, optional
        Is told of how many files the cases are done, and how many there are.
    progress : callable, optional
        Is told which kind of boards of which size is looked at next.

    Raises
    ------
    LudexError
        If the game, the day, an overlay or a file makes no sense.
    """
    began = time.monotonic()
    clock = Clock(time_limit)
    with own_rules(rules):
        added = tuple(checked_source(one.text, one.name) for one in map(read_overlay, overlays))
        view = Rulebook.load(game, overlays=added).on(as_of)
        files = examples_of(game) if cases is None else scenario_files(map(Path, cases))
        along, remarks, remarked = None, tuple[CaseFault, ...](), True
        if files:
            tasks = along_tasks(view, files, added)
            along = along_cases(tasks, jobs=jobs, clock=clock, progress=asked)
            closer = closer_tasks(view, tasks, along)
            remarks, remarked = look_closer(closer, jobs=jobs, clock=clock, progress=asked)
        known = frozenset() if along is None else along.reached
        numbered = {name: label for name, label in view.labels.items() if label.numbers}
        if boards and Questions.described(game):
            found = on_boards(
                game,
                overlays=added,
                as_of=as_of,
                size=size,
                limit=limit,
                time_limit=clock.left(),
                reached=known,
                progress=progress,
            )
        else:
            there = tuple(label for name, label in numbered.items() if name in known)
            left = tuple(label for name, label in numbered.items() if name not in known)
            found = Verification(
                game, view.date, view.rulebook.overlays, -1, (), (), there, left, 0
            )
    seconds = time.monotonic() - began
    if along is None:
        return replace(found, seconds=seconds)
    labels = view.rulebook.labels
    seen = {(one.kind, frozenset(label.id for label in one.at_odds)) for one in found.findings}
    more = tuple(
        finding_of(fault, labels)
        for fault in along.faults
        if (fault.kind, frozenset(fault.key[1])) not in seen
    )
    idle = tuple(label for label in found.not_examined if label.id in along.idle)
    return replace(
        found,
        findings=(*found.findings, *more),
        seconds=seconds,
        along=along,
        idle=idle,
        remarks=tuple(finding_of(one, labels) for one in remarks),
        remarked=remarked,
    )


def finding_of(fault: CaseFault, labels: Mapping[str, Label]) -> Finding:
    """Return what is wrong along a case as a finding, its rules by their ids."""
    return Finding(
        fault.kind,
        fault.what,
        tuple(labels[name] for name in fault.at_odds or fault.rules),
        tuple(labels[name] for name in fault.rules if name not in fault.key[1]),
        True,
        _scenario(fault),
        fault.case,
        fault.smallest,
        fault.after,
        fault.proof,
    )


def _scenario(fault: CaseFault) -> Scenario:
    what = fault.what if fault.kind != OPEN else fault.what.partition(":")[0]
    asked = [{k: v for k, v in one.items() if k not in EXPECTED} for one in fault.board["ask"]]
    board = {"title": f"{fault.kind}: {what}", **fault.board, "ask": asked}
    return Scenario.of(reader.node_of(board))
