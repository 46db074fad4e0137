"""What is no fault, and worth knowing: rules that are always overridden, answers left open.

A rule is *shadowed* if it comes up along the cases and changes nothing in any, and in one of them
would change something, were another rule not there. An answer is *open* if it hangs on how a gap of
the documents is read (`kb.rulebook.gaps`). Both are looked for in the cases in which they may show,
the shortest first, and the case is made small.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple
from functools import lru_cache
from pathlib import Path
from typing import Any

from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.inference.slicing import slicer_of
from kb.library.place import using
from kb.records import record
from kb.resources import home
from kb.rulebook import RulebookView
from kb.rulings.ruling import Otherwise, Ruling
from kb.scenario import reader
from kb.testing.ablation import Trial
from kb.testing.asked import cases_in
from kb.testing.places import place_of
from kb.testing.replaying import played_file
from kb.verification.board import Data
from kb.verification.pieces import AlongCases, AlongTask, CaseFault, book_of
from kb.verification.shrinking import TITLES, shrunk
from kb.verification.stepping import played, steps_of
from kb.workers import spread

SHADOWED, OPEN = "shadowed", "open"

TRIED = 6
"""In how many cases it is looked for each of them at most."""

MADE = 20.0
"""How many seconds are spent on it in one case, and on making its board small."""

SECONDS = 300.0
"""How long one of them may take."""


@record
class CloserTask:
    """A rule that may be shadowed, or a gap on which answers may hang.

    Attributes
    ----------
    task : AlongTask
        The rulebook.
    kind : str
        ``shadowed`` or ``open``.
    name : str
        The id of the rule, or the name of the gap.
    places : tuple of (str, str)
        File and case of those in which it may show.
    """

    task: AlongTask
    kind: str
    name: str
    places: tuple[tuple[str, str], ...]


def closer_tasks(
    view: RulebookView, tasks: Sequence[AlongTask], along: AlongCases
) -> list[CloserTask]:
    """Return what may be shadowed or open; with overlays, as far as their rules are concerned."""
    if not tasks:
        return []
    labels = view.rulebook.labels
    changed = {name for name in view.labels if view.labels[name].overlay}
    idle = [name for name in sorted(along.idle) if not tasks[0].overlays or name in changed]
    found = []
    for name in idle:
        places = tuple((part.file, part.case) for part in along.parts if name in part.idle)
        found.append(CloserTask(tasks[0], SHADOWED, name, places))
    for gap in view.rulebook.gaps.gaps:
        blocks = {name for name, la in labels.items() if gap in dict(la.readings)}
        if tasks[0].overlays and not blocks & changed:
            continue
        played = (part for part in along.parts if part.played)
        come = [part for part in played if blocks.intersection((*part.reached, *part.idle))]
        places = tuple((part.file, part.case) for part in come)
        if places:
            found.append(CloserTask(tasks[0], OPEN, gap, places))
    return found


def look_closer(
    tasks: Sequence[CloserTask],
    *,
    jobs: int | None = None,
    clock: Clock,
    progress: Callable[[int, int], object] = lambda *_: None,
) -> tuple[tuple[CaseFault, ...], bool]:
    """Return what is shadowed or open, and whether all was looked at before time ran out."""
    found: dict[int, CaseFault | None] = {}
    given_up: list[CloserTask] = []

    def lost(task: CloserTask, _error: LudexError) -> None:
        given_up.append(task)

    for place, one in spread(closer, tasks, jobs=jobs, lost=lost, seconds=SECONDS, clock=clock):
        found[place] = one
        progress(len(found), len(tasks))
    whole = len(found) == len(tasks) and not given_up
    return tuple(one for _, one in sorted(found.items()) if one is not None), whole


def closer(task: CloserTask) -> CaseFault | None:
    """Return what one of them comes to; None if it shows nowhere."""
    own = task.task
    with using(own.store):
        view = book_of(own.game, home(own.game), own.overlays).on(own.day)
        texts = [Path(file).read_text("utf-8", errors="replace") for file, _ in task.places]
        asked = (task.kind, task.name, *(f"{file} {name}" for file, name in task.places), *texts)
        entry = place_of("closer", Path(task.places[0][0]), view, asked)
        kept = None if entry is None else _unpacked(entry.load())
        if kept is None:
            kept = [one for one in [_looked(task, view)] if one is not None]
            if entry is not None:
                entry.save([astuple(one) for one in kept])
    return next(iter(kept), None)


def _unpacked(data: Any) -> list[CaseFault] | None:
    try:
        return [CaseFault.of(one) for one in data]
    except (TypeError, ValueError):
        return None


def _looked(task: CloserTask, view: RulebookView) -> CaseFault | None:
    shadow = task.kind == SHADOWED
    places = _firing(task, view) if shadow else task.places
    look = _Shadow(task.task, view, task.name) if shadow else _Open(task.task, view, task.name)
    # A file that names a gap most likely hangs on it.
    naming = {file for file, _ in places if task.name in Path(file).read_text("utf-8", "replace")}
    order = sorted(places, key=lambda one: (one[0] not in naming, len(repr(_board(*one)))))
    for file, name in order[:TRIED]:
        found = look.on(file, name)
        if found is not None:
            return found
    return None


@lru_cache(maxsize=64)
def _boards(file: str) -> dict[str, Data]:
    """Return the cases of a file as boards, by their names."""
    return {
        case.name: {k: v for k, v in reader.plain(case.scenario.node).items() if k not in TITLES}
        for case in cases_in(file)
    }


def _board(file: str, name: str) -> Data:
    return _boards(file)[name]


@lru_cache(maxsize=8)
def _trials(task: AlongTask, file: str, name: str) -> tuple[Trial, ...]:
    """Return the steps of a case, in each of which every rule can be let go."""
    book = book_of(task.game, home(task.game), task.overlays)
    data = {**_board(file, name), "date": task.day}
    return tuple(Trial(step, None) for step in steps_of(data, book, task.day))


def _firing(task: CloserTask, view: RulebookView) -> list[tuple[str, str]]:
    """Return the places in which a statement of the rule may fire."""
    slicer = slicer_of(view)
    own = frozenset(n for n, s in enumerate(slicer.statements) if s.label.id == task.name)
    book, day = view.rulebook, view.date
    found = []
    for file in dict.fromkeys(file for file, _ in task.places):
        for one in played_file(file, lambda readings: book.on(day, readings)):
            if (file, one.name) in task.places and one.may_fire(slicer, own):
                found.append((file, one.name))
    return found


class _Shadow:
    """Looks for the rule that overrides another."""

    def __init__(self, task: AlongTask, view: RulebookView, rule: str) -> None:
        self.task = task
        self.view = view
        self.rule = rule

    def on(self, file: str, name: str) -> CaseFault | None:
        """Return the board on which the rule would show, were another not there."""
        found = self._among(_trials(self.task, file, name), None)
        if found is None:
            return None
        data = {**_board(file, name), "date": self.task.day}
        other, same = found
        board, smallest = shrunk(data, lambda less: self._holds(less, found), MADE)
        verb = "is said by the other, too" if same else "is overridden by the other"
        number = self.view.label(self.rule).numbers_on(self.view.date)[0]
        what = f"{number} changes nothing in any case; on this board, what it says {verb}"
        rules = (self.rule, other)
        return CaseFault(SHADOWED, what, rules, rules, name, board, smallest)

    def _holds(self, data: Data, found: tuple[str, bool]) -> bool:
        steps = steps_of(data, self.view.rulebook, self.task.day)
        return self._among((Trial(step, None) for step in steps), found[0]) == found

    def _among(self, trials: Iterable[Trial], only: str | None) -> tuple[str, bool] | None:
        """Return the other rule, and whether both say the same."""
        end = time.monotonic() + MADE
        for trial in trials:
            rules = trial.candidates
            if self.rule not in rules:
                continue
            whole = trial.models()
            for other in rules if only is None else (only,) if only in rules else ():
                rest = [name for name in rules if name != other]
                without = trial.models(rest)
                if trial.models([name for name in rest if name != self.rule]) != without:
                    return other, without == whole
                if time.monotonic() > end:
                    return None
        return None


class _Open:
    """Looks for an answer that hangs on a gap."""

    def __init__(self, task: AlongTask, view: RulebookView, gap: str) -> None:
        self.task = task
        self.view = view
        self.gap = view.rulebook.gaps.gap(gap)

    def on(self, file: str, name: str) -> CaseFault | None:
        """Return the board on which the readings part, with one question."""
        data = {**_board(file, name), "date": self.task.day}
        # How the case itself reads the gap says nothing of how it is read.
        others = {k: v for k, v in data.pop("readings", {}).items() if k != self.gap.name}
        data |= {"readings": others} if others else {}
        found = self._parting(data)
        if found is None:
            return None
        one = {**data, "ask": [data["ask"][found[0].number - 1]]}
        board, smallest = shrunk(one, lambda less: self._parting(less) is not None, MADE)
        ruling, other = self._parting(board) or found
        said = self.gap.readings
        what = (
            f"{self.gap.name}: {self.gap.question} {ruling.question}: if "
            f"{said[self.view.readings[self.gap.name]]}, “{ruling.undated}”; if "
            f"{said[other.reading]}, “{other.sentence}”"
        )
        rules = self._blocks(ruling, other)
        variant = {"name": f"read as {other.reading}", "readings": {self.gap.name: other.reading}}
        return CaseFault(OPEN, what, rules, rules, name, {**board, "variants": [variant]}, smallest)

    def _parting(self, data: Data) -> tuple[Ruling, Otherwise] | None:
        try:
            _, rulings = played(data, self.view.rulebook, self.task.day)
        except LudexError:
            return None
        for ruling in rulings:
            for gap, reading, session in ruling.session.other_readings():
                other = ruling.otherwise(reading, session) if gap is self.gap else None
                if other is not None:
                    return ruling, other
        return None

    def _blocks(self, ruling: Ruling, other: Otherwise) -> tuple[str, ...]:
        """Return the blocks of the gap that the answers rest on, or else all of them."""
        rested = (*ruling.labels, *(() if other.ruling is None else other.ruling.labels))
        labels = self.view.rulebook.labels
        own = [name for name, la in labels.items() if self.gap.name in dict(la.readings)]
        return tuple(name for name in own if name in rested) or tuple(own)
