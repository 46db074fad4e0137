"""What is wrong along cases, and which rules they reach.

Every case is played under the rules of a day, whatever day it names. In each step of it, those of
its questions among them, it is looked for what is wrong (`kb.verification.oneboard`), and whether
the step would lead elsewhere without a rule. The board of what is found is the case, with all
taken away that it does not need (`kb.verification.nearby`). What came of a file is kept.

With overlays, the cases are looked at in which a changed rule may play a part: those that pin one
first, then the others, and last what is near some of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from datetime import date
from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import Any

from kb.cache import Entry
from kb.cases import read_files
from kb.errors import LudexError
from kb.inference.engine import Clock, text_of
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
from kb.testing.related import kinship, spoken_of
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
from kb.verification.nearby import Data, flagged, in_turn, nearby, shrunk
from kb.verification.oneboard import Fault, Watcher
from kb.verification.questions import asked_of_steps
from kb.workers import streamed

SECONDS = 600.0
"""How long the cases of one file may take."""

MADE = 20.0
"""How many seconds of work are spent on making a board small."""

AKIN = 8
"""How many files are looked through first that pin rules akin to those of an overlay."""

Key = tuple[str, tuple[str, ...]]
"""What tells one fault from others: its kind, and the rules at odds."""

EMPTY: frozenset[str] = frozenset()


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
        The ids of the rules of overlays.
    store : Path or None
    direct : bool
        Whether all cases are looked at, and not only those in which a changed rule may play a part.
    near : str
        The case near which is looked, and nothing else; empty for all cases of the file.
    eager : bool
        Whether of what is near only that is looked at in which something is so of which the changed
        rules speak.
    known : frozenset
        The faults that are known already, which are not looked for again.
    """

    file: str
    game: str
    day: str
    overlays: tuple[Source, ...] = ()
    wanted: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    store: Path | None = None
    direct: bool = False
    near: str = ""
    eager: bool = False
    known: frozenset[Key] = frozenset()


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
    def key(self) -> Key:
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
    apart : bool
        Whether it was left out, as no changed rule can play a part in it.
    close : tuple of str
        The ids of the changed rules that come up in it, or to which little is missing.
    missing : int
        How many conditions at least of a changed rule nothing in it meets.
    """

    asked: str
    file: str
    case: str
    played: bool = False
    reached: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    faults: tuple[CaseFault, ...] = ()
    near: int = 0
    apart: bool = False
    close: tuple[str, ...] = ()
    missing: int = 0


@dataclass(frozen=True)
class AlongCases:
    """What came of all cases.

    Attributes
    ----------
    files, played : int
        How many files there are, and how many were played before time ran out.
    parts : tuple of AlongCase
    told : tuple of CaseFault
        What is wrong along cases that were not looked at to the end.
    left : int
        Near how many cases that come to a changed rule it was not looked before time ran out.
    """

    files: int
    played: int
    parts: tuple[AlongCase, ...]
    told: tuple[CaseFault, ...] = ()
    left: int = 0

    @property
    def cases(self) -> int:
        """How many cases were played."""
        return len({(part.file, part.asked) for part in self.parts if part.played})

    @property
    def apart(self) -> int:
        """How many cases were left out, as no changed rule can play a part in them."""
        return sum(part.apart for part in self.parts)

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
        found: dict[Key, CaseFault] = {}
        every = (*(fault for part in self.parts for fault in part.faults), *self.told)
        for one in sorted(every, key=_length):
            found.setdefault(one.key, one)
        return tuple(found.values())

    @property
    def reasons(self) -> list[str]:
        """What was left out, and why."""
        found = []
        if self.played < self.files:
            found.append(f"time ran out after {self.played} of {self.files} files of cases")
        if self.left:
            found.append(f"time ran out before all was looked at that is near {self.left} cases")
        return found

    @property
    def complete(self) -> bool:
        """Whether no file was left out."""
        return self.files == self.played and not self.left


def _length(fault: CaseFault) -> int:
    return len(repr(fault.board))


def along_tasks(
    view: RulebookView, files: Sequence[Path], overlays: tuple[Source, ...] = ()
) -> list[AlongTask]:
    """Return files as tasks: which rules each of them is tried on.

    A rule that a case pins is tried there; all others are tried on every case. With overlays, only
    their rules are tried; the files that pin one of those that they change come first, or one that
    is akin to it.
    """
    numbered = {name for name, label in view.labels.items() if label.numbers}
    changed = frozenset(name for name in numbered if view.label(name).overlay)
    headers = [label for label in view.rulebook.headers if label.overlay]
    named = {n for la in headers for n in (*la.numbers, *la.replaces, *la.repeals)}
    wanted = changed if overlays else frozenset(numbered)
    akin = kinship(view, changed) if overlays else {}
    closeness: dict[str, float] = {}
    pinned: dict[str, set[str]] = {}
    direct: set[str] = set()
    for case in read_files(files):
        for number in case.pins:
            meant = meant_by(view, number)
            pinned.setdefault(case.file, set()).update(meant)
            own = max((akin.get(name, 0.0) for name in meant), default=0.0)
            closeness[case.file] = max(own, closeness.get(case.file, 0.0))
            if number in named or not changed.isdisjoint(meant):
                direct.add(case.file)
    free = numbered.difference(*pinned.values())
    size = {Path(file).as_posix(): Path(file).stat().st_size for file in files}
    if overlays:
        # Those that most likely come to a changed rule are first, short ones above all.
        likely = [file for file, close in closeness.items() if close > 0]
        likely.sort(key=lambda file: (-closeness[file] / sqrt(size[file]), size[file]))
        direct.update(likely[:AKIN])
    tasks = [
        AlongTask(
            str(file),
            view.rulebook.game,
            str(view.date),
            overlays,
            frozenset((pinned.get(file.as_posix(), set()) | free | changed) & wanted),
            changed,
            store_in_use(),
            direct=file.as_posix() in direct,
        )
        for file in files
    ]
    if overlays:

        def order(task: AlongTask) -> tuple[bool, float, int]:
            file = Path(task.file).as_posix()
            return not task.direct, -closeness.get(file, 0.0) / sqrt(size[file]), size[file]

        return sorted(tasks, key=order)
    # Those come first that pin most rules for their length, which no file before them pins.
    found, left = list[AlongTask](), set(numbered - free)
    while tasks:
        best = max(tasks, key=lambda one: len(one.wanted & left) / size[Path(one.file).as_posix()])
        found.append(best)
        tasks.remove(best)
        left -= best.wanted
    return found


MISSING = 1
"""How many conditions of a changed rule may be missing in a case for boards near it to be tried."""

ALONE = 2
"""How many questions of a case are asked near it, each alone."""

VARIED, EAGER = 6, 24
"""Near how many cases it is looked for each changed rule, and near how many eagerly."""


class Cases:
    """What came so far of the cases of files, and what is left to be done.

    Parameters
    ----------
    tasks : sequence of AlongTask
    told : callable
        Is told of what is wrong as soon as it is found.

    Attributes
    ----------
    pieces : list of AlongTask
        The files of which nothing was kept.
    done : int
        How many files are done.
    """

    def __init__(
        self,
        tasks: Sequence[AlongTask],
        told: Callable[[CaseFault], object] = lambda _: None,
    ) -> None:
        self.tasks = tasks
        self.pieces: list[AlongTask] = []
        self._told = told
        self._parts: dict[tuple[str, str, str, bool], AlongCase] = {}
        self._loose: list[CaseFault] = []
        self._done: set[str] = set()
        self._near: set[tuple[str, str]] = set()
        self._varied: set[tuple[str, str, bool]] = set()
        self._known: set[Key] = set()
        self._reached: set[str] = set()
        kept = [_Kept.of(task) for task in tasks]
        self._reached.update(n for one in kept for part in one.parts or () for n in part.reached)
        for task, one in zip(tasks, kept, strict=True):
            if one.parts is None or not task.wanted <= one.tried | self._reached:
                self.pieces.append(task)
                continue
            for part in one.parts:
                self.add(task, part)
                for fault in part.faults:
                    self.add(task, fault)
            self.add(task, None)

    @property
    def done(self) -> int:
        """How many files are done."""
        return len(self._done)

    def begun(self, task: AlongTask) -> AlongTask:
        """Return a task as it is to be done by what is known by now."""
        known = frozenset(self._known)
        return replace(task, wanted=task.wanted - self._reached, known=known)

    def add(self, task: AlongTask, part: AlongCase | CaseFault | None) -> None:
        """Add what came of a case, what is wrong along one, or that a task is done."""
        if isinstance(part, AlongCase):
            self._parts[part.file, part.asked, task.near, task.eager] = part
            self._reached.update(part.reached)
        elif isinstance(part, CaseFault):
            self._loose.append(part)
            if part.key not in self._known:
                self._known.add(part.key)
                self._told(part)
        elif task.near:
            self._varied.add((task.file, task.near, task.eager))
            if not task.eager:
                self._near.discard((task.file, task.near))
        else:
            self._done.add(task.file)

    @property
    def left(self) -> list[AlongTask]:
        """The files of which nothing was kept and that are not done."""
        return [piece for piece in self.pieces if piece.file not in self._done]

    def near(self, most: int | None = None) -> list[AlongTask]:
        """Return near which cases it is looked: for each changed rule some of those close to it.

        Those that reach it are first, then those in which least is missing, and of them the
        shortest. What was looked through already is left out.
        """
        pieces = self._close(VARIED if most is None else most, eager=False)
        self._near = {(piece.file, piece.near) for piece in pieces}
        return pieces

    def eager(self) -> list[AlongTask]:
        """Return near which cases it is looked for what the changed rules speak of, and no more."""
        return self._close(EAGER, eager=True)

    def rounds(self) -> Iterator[list[AlongTask]]:
        """Yield what is to be done, each part by what is known when the one before it is done."""
        yield self.pieces
        yield self.eager()
        yield self.near()

    def _close(self, most: int, *, eager: bool) -> list[AlongTask]:
        by_file = {task.file: task for task in self.tasks}
        size = {file: Path(file).stat().st_size for file in by_file}
        counted: Counter[str] = Counter()
        pieces = []

        def order(one: AlongCase) -> tuple[bool, int, bool, int]:
            return not one.reached, one.missing, one.apart, size[one.file]

        for part in sorted(self._parts.values(), key=order):
            rules = [rule for rule in part.close if counted[rule] < most]
            if rules:
                counted.update(rules)
                if (part.file, part.asked, eager) not in self._varied:
                    pieces.append(replace(by_file[part.file], near=part.asked, eager=eager))
        return pieces

    def result(self) -> AlongCases:
        """Return what came of all."""
        parts = tuple(part for _, part in sorted(self._parts.items()))
        files = {task.file for task in self.tasks}
        return AlongCases(len(files), len(self._done), parts, tuple(self._loose), len(self._near))


def along_cases(
    tasks: Sequence[AlongTask], *, jobs: int | None = None, clock: Clock | None = None
) -> AlongCases:
    """Look through the cases of files, several files at once.

    Parameters
    ----------
    tasks : sequence of AlongTask
    jobs : int, optional
        How many processes work; as many as there are cores, unless given.
    clock : Clock, optional
        When time is over, what was found so far is returned.
    """
    cases = Cases(tasks)
    for some in cases.rounds():
        found = streamed(
            along_parts,
            some,
            jobs=jobs,
            lost=lost,
            seconds=SECONDS,
            clock=clock,
            begun=cases.begun,
        )
        for place, part in found:
            cases.add(some[place], part)
    return cases.result()


def lost(task: AlongTask, error: LudexError) -> tuple[AlongCase, ...]:
    """Return what comes of a file that hit a bound; with overlays it is an error."""
    if task.overlays:
        hint = "does a rule here make ever more of itself?"
        raise LudexError(f"{error.message}; {hint}", file=task.overlays[0].name)
    return ()


@dataclass(frozen=True)
class _Kept:
    """What was kept of the cases of a file.

    Attributes
    ----------
    entry : Entry or None
        Where it is kept.
    parts : tuple of AlongCase or None
        None if nothing was kept.
    tried : frozenset of str
        The ids of the rules of which it was tried whether the cases reach them.
    """

    entry: Entry | None = None
    parts: tuple[AlongCase, ...] | None = None
    tried: frozenset[str] = EMPTY

    @staticmethod
    def of(task: AlongTask) -> _Kept:
        if task.overlays:
            return _Kept()
        with using(task.store):
            view = book_of(task.game, home(task.game), ()).on(task.day)
            entry = place_of("along", Path(task.file), view)
            data: Any = None if entry is None else entry.load()
        try:
            tried, parts = data
            found = (replace(_unpacked(one), file=task.file) for one in parts)
            return _Kept(entry, tuple(found), frozenset(tried))
        except (TypeError, ValueError):
            return _Kept(entry)


def along_file(task: AlongTask) -> list[AlongCase]:
    """Look through the cases of a file, and return what came of each."""
    return [part for part in along_parts(task) if isinstance(part, AlongCase)]


def along_parts(task: AlongTask) -> Iterator[AlongCase | CaseFault]:
    """Look through the cases of a file; yield what is wrong along each, and what came of it."""
    with using(task.store):
        book = book_of(task.game, home(task.game), task.overlays)
        look = _Along(book, task)
        if task.near:
            yield from look.near(task.near)
            return
        found = []
        apart = {} if task.direct or not task.overlays else _apart(task)
        for part in look.file(apart):
            yield part
            if isinstance(part, AlongCase):
                found.append(part)
        # What another file shows, too, is kept there alone, and may be gone when that one changes.
        if not look.passed_over and (entry := _Kept.of(task).entry) is not None:
            entry.save([sorted(task.wanted), [astuple(one) for one in found]])


_Close = tuple[tuple[str, ...], int]
"""The changed rules to which a case is close, and how many conditions of one are missing in it."""


def _apart(task: AlongTask) -> dict[str, _Close]:
    """Return in which cases no changed rule can play a part, each with those that it is close to.

    Close is a case in which little is missing for a changed rule; how much is told, too.
    """
    day = date.fromisoformat(task.day)
    books = _books(task.game, home(task.game), task.overlays, day)
    played = {one.asked: one for one in played_file(task.file, books.old)}
    found: dict[str, _Close] = {}
    for case in cases_in(task.file):
        between = books.between(case.scenario.readings)
        one = played[asked_of(case.scenario)]
        if not one.may_fire(between.slicer, between.changed):
            missing = one.unmet(between.slicer, between.added)
            close = tuple(sorted(task.changed)) if missing <= MISSING else ()
            found[one.asked] = close, missing
    return found


@lru_cache(maxsize=2)
def _books(game: str, _home: Home, overlays: tuple[Source, ...], day: date) -> Books:
    return Books(game, RulesOf((), day), RulesOf(overlays, day))


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
        self.known = set(task.known)
        self.passed_over = False

    def file(
        self, apart: dict[str, tuple[tuple[str, ...], int]]
    ) -> Iterator[AlongCase | CaseFault]:
        """Look through all cases but those in which no changed rule can play a part."""
        for case in cases_in(self.task.file):
            asked = asked_of(case.scenario)
            if asked in apart:
                close, missing = apart[asked]
                where = (asked, self.task.file, case.name)
                yield AlongCase(*where, apart=True, close=close, missing=missing)
            else:
                yield from self.case(case.name, asked, self.data_of(case))

    def data_of(self, case: Case) -> Data:
        """Return a case as a board, on the day that is looked at."""
        data = {k: v for k, v in reader.plain(case.scenario.node).items() if k != "variants"}
        return {**data, "date": self.task.day}

    def case(self, name: str, asked: str, data: Data) -> Iterator[AlongCase | CaseFault]:
        """Look through a case."""
        steps = self.steps(data)
        if not steps:
            yield AlongCase(asked, self.task.file, name)
            return
        faults = []
        for fault in self.look(steps, name, data):
            faults.append(fault)
            yield fault
        reached = missed_on(steps, self.left)
        self.left -= reached
        idle = candidates_of(steps, self.left)
        missing, close = self._close(steps)
        yield AlongCase(
            *(asked, self.task.file, name, True),
            *(tuple(sorted(reached)), tuple(sorted(idle)), tuple(faults)),
            close=close,
            missing=missing,
        )

    def _close(self, steps: Sequence[Recorded]) -> tuple[int, tuple[str, ...]]:
        """Return the changed rules that come up in steps, and how much is missing to one."""
        changed = set(self.task.changed)
        if not changed:
            return 0, ()
        slicer = steps[0].session.engine.slicer
        own = frozenset(n for n, one in enumerate(slicer.statements) if one.label.id in changed)
        held = {step.session.engine.shapes(step.state, step.extra) for step in steps}
        nodes = {id(node): node for step in steps for node in step.session.graph.nodes}.values()
        atoms = {atom for node in nodes for edge in node.edges for atom in edge.atoms or ()}
        shapes = slicer.shapes_of(map(text_of, atoms)).union(*held)
        missing = slicer.short_of(shapes, own)
        close = changed if missing <= MISSING else candidates_of(steps, changed)
        return missing, tuple(sorted(close))

    def near(self, asked: str) -> Iterator[AlongCase | CaseFault]:
        """Look through what is near a case."""
        case = next(one for one in cases_in(self.task.file) if asked_of(one.scenario) == asked)
        near, reached, faults = 0, set[str](), []
        game = Game.load(self.task.game)
        words = self._spoken_of() if self.task.eager else EMPTY
        for other in in_turn(
            *(
                flagged(data, game, words) if self.task.eager else nearby(data, game)
                for data in self._alone(self.data_of(case))
            )
        ):
            found = self.steps(other)
            near += bool(found)
            for fault in self.look(found, case.name, other):
                faults.append(fault)
                yield fault
            missed = missed_on(found, self.left)
            self.left -= missed
            reached |= missed
        yield AlongCase(
            *(asked, self.task.file, case.name, False, tuple(sorted(reached)), ()),
            *(tuple(faults), near),
        )

    def _alone(self, data: Data) -> list[Data]:
        """Return a case with each of a few questions alone, those to which least is missing."""
        asked = data.get("ask", [])
        if len(asked) < 2:
            return [data]
        boards = [{**data, "ask": [one]} for one in asked]
        missing = [
            (self._close(steps)[0], number)
            for number, board in enumerate(boards)
            if (steps := self.steps(board))
        ]
        return [boards[number] for _, number in sorted(missing)[:ALONE]]

    def _spoken_of(self) -> frozenset[str]:
        """Return the words of the changed rules, and of what they look at."""
        every = self.book.statements
        return spoken_of(every, (one for one in every if one.label.id in self.task.changed))

    def steps(self, data: Data) -> list[Recorded]:
        """Return the steps of a scenario, none if it makes no sense."""
        return steps_of(data, self.book, self.task.day)

    def look(self, steps: Iterable[Recorded], case: str, data: Data) -> Iterator[CaseFault]:
        """Yield what is wrong with steps and is new; its board is made small."""
        for fault in self.watcher.faults(steps):
            key = fault.key
            if not fault.rules:  # it goes on by itself from an earlier step
                continue
            if key in self.known:
                self.passed_over = self.passed_over or key in self.task.known
                continue
            self.known.add(key)

            def holds(smaller: Data, key: Key = key) -> bool:
                return any(one.key == key for one in self.watcher.faults(self.steps(smaller)))

            asked = {**data, "ask": [{"outcomes": {}}]}
            board, smallest = shrunk(asked if holds(asked) else data, holds, MADE)
            small = next(one for one in self.watcher.faults(self.steps(board)) if one.key == key)
            yield self._told(self.watcher.settled(small), case, board, smallest=smallest)

    def _told(self, fault: Fault, case: str, board: Data, *, smallest: bool) -> CaseFault:
        assert fault.step is not None
        session = fault.step.session
        words = Phrasing(session.situation.names.called, self.watcher.asked.vocabulary)
        what = fault.said(words)
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


def _unpacked(data: Any) -> AlongCase:
    asked, file, case, done, reached, idle, faults, near, apart, close, missing = data
    return AlongCase(
        *(asked, file, case, done, tuple(reached), tuple(idle)),
        *(tuple(map(CaseFault.of, faults)), near, apart, tuple(close), missing),
    )
