"""What is wrong along cases, and which rules they reach.

Every case is played under the rules of a day, whatever day it names. In each step of it, those of
its questions among them, it is looked for what is wrong (`kb.verification.oneboard`), and whether
the step would lead elsewhere without a rule. The board of what is found is the case, with all
taken away that it does not need (`kb.verification.nearby`). What came of a file is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from kb.cases import read_files
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.inference.session import Session
from kb.inference.slicing import slicer_of
from kb.library.place import store_in_use, using
from kb.proof.words import Phrasing
from kb.resources import Home, home
from kb.rulebook import Rulebook, RulebookView
from kb.rulebook.source import Source
from kb.rulings.ruling import Ruling
from kb.scenario import Case, Game, Scenario, reader
from kb.testing.ablation import Recorded, candidates_of, missed_on, recorded_of
from kb.testing.between import Books, RulesOf
from kb.testing.cases import meant_by
from kb.testing.replaying import (
    answered,
    asked_of,
    cases_in,
    opened,
    place_of,
    played_file,
    situated,
)
from kb.verification.evidence import evidence
from kb.verification.nearby import Data, nearby, shrunk
from kb.verification.oneboard import Fault, Watcher
from kb.verification.questions import asked_of_steps
from kb.workers import spread

SECONDS = 600.0
"""How long the cases of one file may take."""


@dataclass(frozen=True)
class AlongTask:
    """A file whose cases are looked through, as plain data.

    Attributes
    ----------
    file : str
    game : str
    day : str
    overlays : tuple of Source
    wanted : frozenset of str
        The ids of the rules that are to be reached.
    changed : frozenset of str
        The ids of the rules of overlays: what is near the cases that reach them is looked at, too.
    store : Path or None
    """

    file: str
    game: str
    day: str
    overlays: tuple[Source, ...] = ()
    wanted: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    store: Path | None = None


@dataclass(frozen=True)
class CaseFault:
    """Something wrong along a case, or near it.

    Attributes
    ----------
    kind : str
    what : str
        What happens, in words.
    at_odds, rules : tuple of str
        The ids of the rules that contradict each other; of all that it rests on.
    case : str
        The case from which the board was made.
    board : dict
        The board, as a scenario.
    smallest : bool
        Whether nothing can be taken away from it; False when time ran out.
    after : int or None
        After how many steps from the board it comes to it.
    proof : str
        What it rests on there.
    """

    kind: str
    what: str
    at_odds: tuple[str, ...]
    rules: tuple[str, ...]
    case: str
    board: Data
    smallest: bool
    after: int | None = None
    proof: str = ""

    @staticmethod
    def of(data: Any) -> CaseFault:
        """Return it as it was kept."""
        kind, what, at_odds, rules, *rest = data
        return CaseFault(kind, what, tuple(at_odds), tuple(rules), *rest)

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """What tells it from others: its kind, and the rules at odds."""
        return self.kind, self.at_odds or self.rules


@dataclass(frozen=True)
class AlongCase:
    """What came of a case.

    Attributes
    ----------
    asked : str
        A hash of the board and of what is asked.
    file, case : str
        Where it stands, and what it is called.
    played : bool
        Whether it could be played.
    reached : tuple of str
        The ids of the rules without which a step leads elsewhere.
    idle : tuple of str
        The ids of those that come up in a step and change nothing there.
    faults : tuple of CaseFault
    near : int
        How many boards near it were played.
    """

    asked: str
    file: str
    case: str
    played: bool = False
    reached: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    faults: tuple[CaseFault, ...] = ()
    near: int = 0


@dataclass(frozen=True)
class AlongCases:
    """What came of all cases.

    Attributes
    ----------
    files, played : int
        How many files there are, and how many were played before time ran out.
    parts : tuple of AlongCase
    """

    files: int
    played: int
    parts: tuple[AlongCase, ...]

    @property
    def cases(self) -> int:
        """How many cases were played."""
        return sum(part.played for part in self.parts)

    @property
    def near(self) -> int:
        """How many boards near a case were played."""
        return sum(part.near for part in self.parts)

    @property
    def reached(self) -> frozenset[str]:
        """The ids of the rules that some case reaches."""
        return frozenset(name for part in self.parts for name in part.reached)

    @property
    def idle(self) -> frozenset[str]:
        """The ids of the rules that come up in some case, and change nothing in any."""
        return frozenset(name for part in self.parts for name in part.idle) - self.reached

    @property
    def faults(self) -> tuple[CaseFault, ...]:
        """What is wrong, once for each kind and rules at odds, on the shortest board."""
        found: dict[tuple[str, tuple[str, ...]], CaseFault] = {}
        for one in sorted(
            (fault for part in self.parts for fault in part.faults),
            key=_length,
        ):
            found.setdefault(one.key, one)
        return tuple(found.values())

    @property
    def complete(self) -> bool:
        """Whether no file was left out."""
        return self.files == self.played


def _length(fault: CaseFault) -> int:
    return len(repr(fault.board))


def along_tasks(
    view: RulebookView, files: Sequence[Path], overlays: tuple[Source, ...] = ()
) -> list[AlongTask]:
    """Return files as tasks: which rules each of them is tried on.

    A rule that a case pins is tried there; all others are tried on every case.
    """
    numbered = {name for name, label in view.labels.items() if label.numbers}
    pinned: dict[str, set[str]] = {}
    for case in read_files(files):
        for number in case.pins:
            pinned.setdefault(case.file, set()).update(meant_by(view, number))
    free = numbered.difference(*pinned.values())
    changed = frozenset(name for name in numbered if view.label(name).overlay)
    return [
        AlongTask(
            str(file),
            view.rulebook.game,
            str(view.date),
            overlays,
            frozenset((pinned.get(file.as_posix(), set()) | free | changed) & numbered),
            changed,
            store_in_use(),
        )
        for file in files
    ]


def along_cases(
    tasks: Sequence[AlongTask],
    *,
    jobs: int | None = None,
    clock: Clock | None = None,
    progress: Callable[[int, int], object] = lambda *_: None,
) -> AlongCases:
    """Look through the cases of files, several files at once."""
    found: dict[int, list[AlongCase]] = {}
    order = sorted(range(len(tasks)), key=lambda n: -Path(tasks[n].file).stat().st_size)
    pieces = [tasks[number] for number in order]
    for place, parts in spread(along_file, pieces, jobs=jobs, lost=_lost, seconds=SECONDS):
        found[order[place]] = parts
        progress(len(found), len(tasks))
        if clock is not None and clock.over:
            break
    every = tuple(part for number in sorted(found) for part in found[number])
    return AlongCases(len(tasks), len(found), every)


def _lost(task: AlongTask, error: LudexError) -> list[AlongCase]:
    if task.overlays:
        hint = "does a rule here make ever more of itself?"
        raise LudexError(f"{error.message}; {hint}", file=task.overlays[0].name)
    return []


def along_file(task: AlongTask) -> list[AlongCase]:
    """Look through the cases of a file."""
    with using(task.store):
        book = book_of(task.game, home(task.game), task.overlays)
        if task.overlays:
            plain = replace(task, overlays=(), wanted=task.wanted - task.changed, changed=EMPTY)
            known = {one.asked: one for one in along_file(plain)}
            return list(_Along(book, task).file(*_same(task, known)))
        view = book.on(task.day)
        entry = place_of("along", Path(task.file), view, sorted(task.wanted))
        kept = None if entry is None else _unpacked(entry.load())
        if kept is None:
            kept = list(_Along(book, task).file({}, set()))
            if entry is not None:
                entry.save([astuple(one) for one in kept])
    return kept


EMPTY: frozenset[str] = frozenset()


def _same(task: AlongTask, known: dict[str, AlongCase]) -> tuple[dict[str, AlongCase], set[str]]:
    """Return what came of the cases in which the overlays of a task can't play a part.

    Returns
    -------
    tuple of (dict, set of str)
        What came of them, and those among them in which little is missing for it.
    """
    day = date.fromisoformat(task.day)
    books = Books(task.game, RulesOf((), day), RulesOf(task.overlays, day))
    played = {one.asked: one for one in played_file(task.file, books.old)}
    found: dict[str, AlongCase] = {}
    close: set[str] = set()
    for case in cases_in(task.file):
        between = books.between(case.scenario.readings)
        asked = asked_of(case.scenario)
        if asked in known and not played[asked].may_fire(between.slicer, between.changed):
            found[asked] = known[asked]
            if played[asked].unmet(between.slicer, between.added) <= MISSING:
                close.add(asked)
    return found, close


MISSING = 1
"""How many conditions of a changed rule may be missing in a case for boards near it to be tried."""

VARIED = 6
"""Near how many cases it is looked for each changed rule, in each process."""

_varied: Counter[tuple[tuple[Source, ...], str]] = Counter()


@lru_cache(maxsize=2)
def book_of(game: str, _home: Home, overlays: tuple[Source, ...]) -> Rulebook:
    """Return a rulebook; it is loaded once in a process."""
    return Rulebook.load(game, overlays=overlays)


class _Along:
    """Looks through the cases of one file."""

    def __init__(self, book: Rulebook, task: AlongTask) -> None:
        self.book = book
        self.task = task
        self.watcher = Watcher(asked_of_steps(task.game, [book]))
        self.left = set(task.wanted)
        self.known: set[tuple[str, tuple[str, ...]]] = set()

    def file(self, same: dict[str, AlongCase], close: set[str]) -> Iterator[AlongCase]:
        """Look through all cases but those of which it is known what came of them."""
        for case in cases_in(self.task.file):
            asked = asked_of(case.scenario)
            data = {k: v for k, v in reader.plain(case.scenario.node).items() if k != "variants"}
            data["date"] = self.task.day
            known = same.get(asked)
            if known is None:
                yield self.case(case.name, asked, data)
                continue
            self.left.difference_update(known.reached)
            yield self.near(known, case.name, data) if asked in close else known

    def case(self, name: str, asked: str, data: Data) -> AlongCase:
        """Look through a case, and where it reaches a changed rule through what is near it."""
        steps = self.steps(data)
        if not steps:
            return AlongCase(asked, self.task.file, name)
        reached = missed_on(steps, self.left)
        self.left -= reached
        idle = candidates_of(steps, self.left)
        faults = tuple(self.look(steps, name, data))
        found = AlongCase(
            *(asked, self.task.file, name, True),
            *(tuple(sorted(reached)), tuple(sorted(idle)), faults),
        )
        if not self.task.changed or not candidates_of(steps, set(self.task.changed)):
            return found
        return self.near(found, name, data)

    def near(self, known: AlongCase, name: str, data: Data) -> AlongCase:
        """Look through what is near a case, unless that was done for enough of them."""
        wanted = [rule for rule in self.task.changed if self.counted(rule) < VARIED]
        if not wanted:
            return known
        _varied.update((self.task.overlays, rule) for rule in wanted)
        near, reached, faults = 0, set(known.reached), list(known.faults)
        for other in nearby(data, Game.load(self.task.game)):
            found = self.steps(other)
            near += bool(found)
            missed = missed_on(found, self.left)
            self.left -= missed
            reached |= missed
            faults += self.look(found, name, other)
        idle = tuple(one for one in known.idle if one not in reached)
        return replace(
            known, reached=tuple(sorted(reached)), idle=idle, faults=tuple(faults), near=near
        )

    def counted(self, rule: str) -> int:
        """Return near how many cases it was looked for a changed rule so far."""
        return _varied[self.task.overlays, rule]

    def steps(self, data: Data) -> list[Recorded]:
        """Return the steps of a scenario, none if it makes no sense."""
        return steps_of(data, self.book, self.task.day)

    def look(self, steps: Iterable[Recorded], case: str, data: Data) -> Iterator[CaseFault]:
        """Yield what is wrong with steps and is new; its board is made small."""
        for fault in self.watcher.faults(steps):
            key = fault.key
            if key in self.known or not fault.rules:  # it goes on by itself from an earlier step
                continue
            self.known.add(key)

            def holds(smaller: Data, key: tuple[str, tuple[str, ...]] = key) -> bool:
                return any(one.key == key for one in self.watcher.faults(self.steps(smaller)))

            asked = {**data, "ask": [{"outcomes": {}}]}
            board, smallest = shrunk(asked if holds(asked) else data, holds)
            small = next(one for one in self.watcher.faults(self.steps(board)) if one.key == key)
            yield self._told(self.watcher.settled(small), case, board, smallest=smallest)

    def _told(self, fault: Fault, case: str, board: Data, *, smallest: bool) -> CaseFault:
        assert fault.step is not None
        session = fault.step.session
        what = fault.said(Phrasing(session.situation.names.called, session.view.vocabulary))
        how = evidence(fault, self.watcher.asked)
        found = CaseFault(fault.kind, what, fault.at_odds, fault.rules, case, board, smallest)
        return replace(found, after=how.after, proof=how.proof)


def played(data: Data, book: Rulebook, day: str) -> tuple[Session, tuple[Ruling, ...]]:
    """Return the session of a scenario and the answers to its questions.

    Raises
    ------
    LudexError
        If it makes no sense.
    """
    scenario = Scenario.of(reader.node_of(data))
    view = book.on(day, scenario.readings)
    session = opened(situated(Case("", scenario), view), view, slicer_of(view))
    session.engine.allow_none = True
    return session, answered(session)[1]


def steps_of(data: Data, book: Rulebook, day: str) -> list[Recorded]:
    """Return the steps of a scenario, none if it makes no sense."""
    try:
        session, rulings = played(data, book, day)
        # What is done there is refused, which says nothing of the rules.
        refused = {id(node.state) for node in session.graph.nodes if node.kind == "illegal"}
        return [one for one in recorded_of(session, rulings) if id(one.state) not in refused]
    except LudexError:
        return []


def _unpacked(data: Any) -> list[AlongCase] | None:
    try:
        return [
            AlongCase(
                *(asked, file, case, done, tuple(reached), tuple(idle)),
                *(tuple(map(CaseFault.of, faults)), near),
            )
            for asked, file, case, done, reached, idle, faults, near in data
        ]
    except (TypeError, ValueError):
        return None
