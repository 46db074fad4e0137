"""What is wrong along cases, and which rules they reach.

Every case is played under the rules of a day, whatever day it names. In each step of it, those of
its questions among them, it is looked for what is wrong (`kb.verification.oneboard`), and whether
the step would lead elsewhere without a rule. The board of what is found is the case, with all
taken away that it does not need (`kb.verification.nearby`). What came of a file is kept, and so is
what came of each case that is looked through by itself.

With overlays, the cases are looked at in which a changed rule may play a part, those that pin one
first, and boards near cases on which one comes to something else than without the overlays
(`kb.verification.near`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from kb.cache import Entry
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.inference.session import Session
from kb.inference.slicing import slicer_of
from kb.library.place import using
from kb.proof.words import Phrasing
from kb.records import record
from kb.resources import home
from kb.rulebook import Rulebook, RulebookView
from kb.rulings.ruling import Ruling, rule_on
from kb.scenario import Case, Scenario, reader
from kb.testing.ablation import TOGETHER, Recorded, candidates_of, missed_on, recorded_of
from kb.testing.between import Between, only
from kb.testing.replaying import (
    PlayedCase,
    asked_of,
    cases_in,
    is_kept,
    opened,
    place_of,
    played_file,
    situated,
    solved_in,
)
from kb.verification.acting import MAY, moments_of, possible, refused
from kb.verification.evidence import evidence
from kb.verification.lacking import Lacking
from kb.verification.near import Donor, Near, closest, donors_of
from kb.verification.nearby import Data, shrunk
from kb.verification.oneboard import Fault, Watcher, watched
from kb.verification.pieces import (
    AKIN,
    EMPTY,
    AlongCase,
    AlongCases,
    AlongTask,
    CaseFault,
    Key,
    NearTask,
    PinningCase,
    WordTask,
    book_of,
    books_of,
)
from kb.verification.probing import INSIDE
from kb.verification.questions import asked_of_steps
from kb.verification.weighing import Weight, weight
from kb.verification.worded import WORDS, BoardOfWords
from kb.workers import streamed

STATES, TAKEN = 200, 20.0
"""How many states of a board of words are visited, and for how many seconds, at most; and for how
many it is tried which rules it reaches."""

IDLE = 5
"""After how many boards of words on which a rule comes up and changes nothing it is tried in few
steps of any other: most of these are alike.
"""

TIRED = 2
"""After how many cases in which a rule comes up and changes nothing it is tried, as few cases are
looked through first, in those alone that pin it."""


SECONDS = 600.0
"""How long the cases of one file may take."""


MADE = 20.0
"""How many seconds of work are spent on making a board small."""


NEAR, IN_ALL, SEARCHED = 30.0, 120.0, 0.3
"""How many seconds of work boards near cases are looked for, for each rule of an overlay and for
all; and which share of that it may take to find the cases."""


class Cases:
    """What came so far of the cases of files, and what is left to be done.

    Parameters
    ----------
    tasks : sequence of AlongTask
    told : callable
        Is told of what is wrong as soon as it is seen, and again with its board made smaller.

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
        self._parts: dict[tuple[str, str], AlongCase] = {}
        self._loose: list[CaseFault] = []
        self._raw: dict[tuple[str, str], CaseFault] = {}
        self._done: set[str] = set()
        self._near = {rule: False for task in tasks[:1] for rule in sorted(task.changed)}
        self._known: dict[Key, bool] = {}
        self._reached: set[str] = set()
        self._looked: dict[str, dict[str, AlongCase]] = {}
        self._kept = {task.file: _Kept.of(task) for task in tasks}
        kept = self._kept.values()
        self._reached.update(n for one in kept for part in one.parts or () for n in part.reached)
        for task in tasks:
            one = self._kept[task.file]
            if one.parts is None or not task.wanted <= one.tried | self._reached:
                self.pieces.append(task)
                continue
            self._take(task, one.parts)
            self.add(task, None)

    def known(self, reached: Iterable[str]) -> None:
        """Take rules for reached by something else."""
        self._reached.update(reached)

    @property
    def reached(self) -> frozenset[str]:
        """The ids of the rules that are reached so far."""
        return frozenset(self._reached)

    @property
    def done(self) -> int:
        """How many files are done."""
        return len(self._done)

    def begun(self, task: AlongTask) -> AlongTask | None:
        """Return a task as it is to be done by what is known by now; None if it need not be."""
        wanted = task.wanted - self._reached
        looked = self._looked.get(task.file, {})
        if task.only and (task.aim <= self._reached or task.only in looked):
            return None
        known = frozenset(self._known)
        parts = () if task.only else tuple(looked.values())
        if isinstance(task, WordTask):
            task = replace(task, weary=self._weary(IDLE))
        elif task.only:
            wanted -= self._weary(TIRED) - task.aim
        return replace(task, wanted=wanted, known=known, looked=parts)

    def _weary(self, often: int) -> frozenset[str]:
        """Return the ids of the rules that came up so often, and changed nothing."""
        idle = Counter(name for part in self._parts.values() for name in part.idle)
        return frozenset(name for name, count in idle.items() if count >= often)

    def recalled(self, some: Iterable[PinningCase]) -> list[PinningCase]:
        """Take what was kept of single cases, and return those of which nothing was."""
        left = list[PinningCase]()
        for one in some:
            kept = self._kept[one.task.file].only(one.task)
            if kept.parts is None or not one.task.aim <= kept.tried | self._reached:
                left.append(one)
            else:
                self._take(one.task, kept.parts)
        return left

    def _take(self, task: AlongTask, parts: Iterable[AlongCase]) -> None:
        for part in parts:
            self.add(task, part)
            for fault in part.faults:
                self.add(task, fault)

    def add(self, task: AlongTask, part: AlongCase | CaseFault | None) -> None:
        """Add what came of a case, what is wrong along one, or that a task is done."""
        if isinstance(part, AlongCase):
            self._parts[part.file, part.asked] = part
            self._reached.update(part.reached)
            if task.only:
                self._looked.setdefault(task.file, {})[part.asked] = part
        elif isinstance(part, CaseFault):
            place = (part.kind, part.case)
            if part.raw:
                self._raw[place] = part
            else:
                self._raw.pop(place, None)
                self._loose.append(part)
            if self._known.get(part.key, True):
                self._known[part.key] = part.raw
                self._told(part)
        elif isinstance(task, NearTask):
            self._near[task.rule] = True
        elif not task.only:
            self._done.add(task.file)

    @property
    def left(self) -> list[AlongTask]:
        """The files of which nothing was kept and that are not done."""
        return [piece for piece in self.pieces if piece.file not in self._done]

    def near(self) -> list[NearTask]:
        """Return what is near cases, for each changed rule for which it was not looked yet."""
        files = tuple(task.file for task in self.tasks)
        return [
            NearTask(
                *("", task.game, task.day, task.overlays, task.changed, task.changed, task.store),
                rule=rule,
                files=files,
                seconds=min(NEAR, IN_ALL / len(self._near)),
            )
            for task in self.tasks[:1]
            for rule, done in self._near.items()
            if not done
        ]

    def result(self) -> AlongCases:
        """Return what came of all."""
        parts = tuple(part for _, part in sorted(self._parts.items()))
        left = list(self._near.values()).count(False)
        loose = (*self._loose, *self._raw.values())
        return AlongCases(len(self.tasks), len(self._done), parts, loose, left)


def along_cases(
    tasks: Sequence[AlongTask], *, jobs: int | None = None, clock: Clock | None = None
) -> AlongCases:
    """Look through the cases of files, several files at once, and at nothing near them.

    Parameters
    ----------
    tasks : sequence of AlongTask
    jobs : int, optional
        How many processes work; as many as there are cores, unless given.
    clock : Clock, optional
        When time is over, what was found so far is returned.
    """
    cases = Cases(tasks)
    found = streamed(
        along_parts,
        cases.pieces,
        jobs=jobs,
        lost=lost,
        seconds=SECONDS,
        clock=clock,
        begun=cases.begun,
    )
    for place, part in found:
        cases.add(cases.pieces[place], part)
    return replace(cases.result(), left=0)


def lost(task: AlongTask, error: LudexError) -> tuple[AlongCase, ...]:
    """Return what comes of a file that hit a bound; with overlays it is an error."""
    if task.overlays:
        hint = "does a rule here make ever more of itself?"
        raise LudexError(f"{error.message}; {hint}", file=task.overlays[0].name)
    return ()


@record
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
            if isinstance(task, WordTask):
                file = home(task.game).queries / WORDS
                entry = place_of("words", file, view, [board.key for board in task.boards])
            else:
                entry = place_of("along", Path(task.file), view)
        kept = _Kept.at(entry, task)
        return kept.only(task) if task.only else kept

    @staticmethod
    def at(entry: Entry | None, task: AlongTask) -> _Kept:
        """Return what was kept of a task in a place."""
        data: Any = None if entry is None else entry.load()
        try:
            tried, parts = data
            found = (replace(_unpacked(one), file=task.file) for one in parts)
            return _Kept(entry, tuple(found), frozenset(tried))
        except (TypeError, ValueError):
            return _Kept(entry)

    def only(self, task: AlongTask) -> _Kept:
        """Return what was kept of a single case of the file."""
        if self.entry is None:
            return self
        key = sha256(f"{self.entry.key} {task.only}".encode()).hexdigest()
        return _Kept.at(replace(self.entry, key=key), task)


def along_file(task: AlongTask) -> list[AlongCase]:
    """Look through the cases of a file, and return what came of each."""
    return [part for part in along_parts(task) if isinstance(part, AlongCase)]


def along_parts(task: AlongTask) -> Iterator[AlongCase | CaseFault]:
    """Look through the cases of a file; yield what is wrong along each, and what came of it."""
    with using(task.store):
        book = book_of(task.game, home(task.game), task.overlays)
        look = _Along(book, task)
        if isinstance(task, NearTask):
            yield from look.near(task)
            return
        if isinstance(task, WordTask):
            yield from _kept_too(task, look, look.worded(task.boards))
            return
        # Of a likely file, only what was kept tells at once where nothing that changed comes up.
        at_once = task.direct and not kept_before(task)
        apart = EMPTY if at_once or not task.overlays else _apart(task)
        yield from _kept_too(task, look, look.file(apart))


def _kept_too(
    task: AlongTask, look: _Along, parts: Iterable[AlongCase | CaseFault]
) -> Iterator[AlongCase | CaseFault]:
    """Yield what came of a task, and keep it."""
    found = []
    for part in parts:
        yield part
        if isinstance(part, AlongCase):
            found.append(part)
    # What another file shows, too, is kept there alone, and may be gone when that one changes.
    if look.passed_over:
        return
    if (entry := _Kept.of(task).entry) is not None:
        entry.save([sorted(task.wanted), [astuple(one) for one in found]])


def kept_before(task: AlongTask) -> bool:
    """Return whether it was kept what the cases of a file answer without the overlays."""
    return is_kept(task.file, book_of(task.game, home(task.game), ()).on(task.day))


def _apart(task: AlongTask) -> frozenset[str]:
    """Return the cases in which no changed rule plays a part."""
    books = books_of(task)
    played = {one.asked: one for one in played_file(task.file, books.old)}
    found, left = set(), list[tuple[PlayedCase, Between]]()
    for case in cases_in(task.file):
        between = books.between(case.scenario.readings)
        one = played[asked_of(case.scenario)]
        if not one.may_fire(between.slicer, between.changed):
            found.add(one.asked)
        elif not one.unasked:
            left.append((one, between))
    solved = solved_in(task.file, books.old({}), tuple(played.values())) if left else {}
    for one, between in left:
        if weight(one, solved.get(one.asked), between) == Weight.NONE:
            found.add(one.asked)
    return frozenset(found)


class _Along:
    """Looks through the cases of one file."""

    def __init__(self, book: Rulebook, task: AlongTask) -> None:
        self.book = book
        self.task = task
        self.watcher = Watcher(asked_of_steps(task.game, [book]))
        self.left = set(task.wanted)
        self.known = set(task.known)
        self.passed_over = False
        self.bounded = isinstance(task, WordTask)
        self.weary = task.weary if isinstance(task, WordTask) else EMPTY

    def file(self, apart: frozenset[str]) -> Iterator[AlongCase | CaseFault]:
        """Look through all cases but those in which no changed rule can play a part."""
        looked = {part.asked: part for part in self.task.looked}
        for case in cases_in(self.task.file):
            asked = asked_of(case.scenario)
            if self.task.only not in ("", asked):
                continue
            if asked in looked:
                yield looked[asked]
            elif asked in apart:
                yield AlongCase(asked, self.task.file, case.name, apart=True)
            else:
                yield from self.case(case.name, asked, self.data_of(case))

    def worded(self, boards: Iterable[BoardOfWords]) -> Iterator[AlongCase | CaseFault]:
        """Look through boards of words; where words do not go together, each by itself."""
        for board in boards:
            data = {**board.data, "date": self.task.day}
            steps = self.steps(data)
            if board.parts and not steps:
                yield from self.worded(board.parts)
                continue
            if not steps or refused(steps[0].session):
                view = self.book.on(self.task.day)
                data = possible(data, view, STATES)
                steps = self.steps(data)
            yield from self.case(board.name, board.key, data, steps)

    def data_of(self, case: Case) -> Data:
        """Return a case as a board, on the day that is looked at."""
        data = {k: v for k, v in reader.plain(case.scenario.node).items() if k != "variants"}
        return {**data, "date": self.task.day}

    def case(
        self, name: str, asked: str, data: Data, steps: list[Recorded] | None = None
    ) -> Iterator[AlongCase | CaseFault]:
        """Look through a case, of which the steps may be known already."""
        steps = self.steps(data) if steps is None else steps
        if not steps:
            yield AlongCase(asked, self.task.file, name)
            return
        faults = []
        for fault in self.look(steps, name, data):
            faults += [] if fault.raw else [fault]
            yield fault
        clock = Clock(TAKEN) if self.bounded else None
        reached = missed_on(steps, self.left, clock=clock, weary=self.weary, together=TOGETHER)
        self.left -= reached
        idle = candidates_of(steps, self.left)
        yield AlongCase(
            *(asked, self.task.file, name, True),
            *(tuple(sorted(reached)), tuple(sorted(idle)), tuple(faults)),
        )

    def near(self, task: NearTask) -> Iterator[AlongCase | CaseFault]:
        """Look through boards near cases on which a changed rule changes something."""
        books = books_of(task)
        end = time.process_time() + task.seconds
        own = books.between({}).of_rule(task.rule)
        until = end - (1 - SEARCHED) * task.seconds
        cases = closest(task.files, books, own, until, task.files[:AKIN])

        def between(case: Case) -> Between:
            return books.between(case.scenario.readings).of_rule(task.rule)

        def donors(lacking: Lacking) -> Iterator[Donor]:
            return donors_of(task.files, books, lacking)

        reached = set[str]()
        search = Near(cases, between, donors, end, task.files, INSIDE)
        for case, board, _ in search.boards():
            data = {**board, "date": task.day}
            steps = self.steps(data)
            yield from self.look(steps, case.name, data)
            reached |= missed_on(steps, self.left - reached)
        yield AlongCase(
            *(task.rule, "", "", False, tuple(sorted(reached)), (), ()), near=search.tried
        )

    def steps(self, data: Data) -> list[Recorded]:
        """Return the steps of a scenario, none if it makes no sense."""
        return steps_of(data, self.book, self.task.day, bounded=self.bounded)

    def look(self, steps: Iterable[Recorded], case: str, data: Data) -> Iterator[CaseFault]:
        """Yield what is wrong with steps and is new, and then with its board made small."""
        for fault in self.watcher.faults(one for one in steps if one.shows != MAY):
            key = fault.key
            if not fault.rules:  # it goes on by itself from an earlier step
                continue
            if key in self.known:
                self.passed_over = self.passed_over or key in self.task.known
                continue
            self.known.add(key)

            def holds(smaller: Data, key: Key = key) -> bool:
                return any(one.key == key for one in self.watcher.faults(self.steps(smaller)))

            yield self._told(fault, case, data, self._taken_away_by(fault, data), raw=True)
            asked = {**data, "ask": [{"outcomes": {}}]}
            board, smallest = shrunk(asked if holds(asked) else data, holds, MADE)
            small = next(one for one in self.watcher.faults(self.steps(board)) if one.key == key)
            settled = self.watcher.settled(small)
            how = evidence(settled, self.watcher.asked)
            away = self._taken_away_by(settled, board)
            found = self._told(settled, case, board, away, smallest=smallest)
            yield replace(found, after=how.after, proof=how.proof)

    def _taken_away_by(self, fault: Fault, board: Data) -> tuple[str, ...]:
        """Return the rules of overlays as they stood before which a board is not wrong.

        What a changed rule no longer says is nothing that a fault could rest on.
        """
        if self.task.changed.isdisjoint(fault.rules):
            old = book_of(self.task.game, home(self.task.game), ())

            def there(book: RulebookView) -> bool:
                found = self.watcher.faults(steps_on(board, book))
                return any((one.kind, one.atom) == (fault.kind, fault.atom) for one in found)

            before, now = (book.on(self.task.day) for book in (old, self.book))
            if self.task.changed and not there(before):
                rules = sorted(self.task.changed)
                undone = {
                    rule: now.of(only(now, before, now.labels[rule].numbers_on(now.date)[0]))
                    for rule in rules
                }
                alone = [rule for rule in rules if not there(undone[rule])]
                return tuple(alone or rules)
        return ()

    def _told(
        self,
        fault: Fault,
        case: str,
        board: Data,
        away: Iterable[str],
        *,
        smallest: bool = False,
        raw: bool = False,
    ) -> CaseFault:
        assert fault.step is not None
        session = fault.step.session
        words = Phrasing(session.situation.names.called, self.watcher.asked.vocabulary)
        what = fault.said(words)
        rules = (*fault.rules, *away)
        return CaseFault(fault.kind, what, fault.at_odds, rules, case, board, smallest, raw=raw)


def played(data: Data, book: Rulebook, day: str) -> tuple[Session, tuple[Ruling, ...]]:
    """Return the session of a scenario and the answers to its questions.

    Raises
    ------
    LudexError
        If it makes no sense.
    """
    scenario = Scenario.of(reader.node_of(data))
    return _played_on(scenario, book.on(day, scenario.readings))


def _played_on(
    scenario: Scenario, view: RulebookView, *, bounded: bool = False
) -> tuple[Session, tuple[Ruling, ...]]:
    session = opened(situated(Case("", scenario), view), view, slicer_of(view), told=False)
    session.engine.allow_none = True
    watched(session.engine, view.rulebook.game)
    if bounded:
        session.limit, session.clock = STATES, Clock(TAKEN)
    rulings = list[Ruling]()
    for asked in session.situation.questions:
        with suppress(LudexError):
            rulings.append(rule_on(session, asked))
    return session, tuple(rulings)


def steps_of(data: Data, book: Rulebook, day: str, *, bounded: bool = False) -> list[Recorded]:
    """Return the steps of a scenario, none if it makes no sense; with `bounded`, not too many."""
    with suppress(LudexError):
        view = book.on(day, Scenario.of(reader.node_of(data)).readings)
        return steps_on(data, view, bounded=bounded)
    return []


def steps_on(data: Data, view: RulebookView, *, bounded: bool = False) -> list[Recorded]:
    """Return the steps of a scenario under some rules, none if it makes no sense."""
    try:
        session, rulings = _played_on(Scenario.of(reader.node_of(data)), view, bounded=bounded)
        # What is done there is refused, which says nothing of the rules.
        refused = {id(node.state) for node in session.graph.nodes if node.kind == "illegal"}
        found = [one for one in recorded_of(session, rulings) if id(one.state) not in refused]
        return [*found, *(moments_of(session) if bounded and found else ())]
    except LudexError:
        return []


def _unpacked(data: Any) -> AlongCase:
    asked, file, case, done, reached, idle, faults, near, apart = data
    return AlongCase(
        *(asked, file, case, done, tuple(reached), tuple(idle)),
        *(tuple(map(CaseFault.of, faults)), near, apart),
    )
