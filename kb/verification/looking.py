"""Looks through the cases of one file, or boards near cases, for what is wrong and is reached."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import astuple, replace

from kb.inference.engine import Clock
from kb.library.place import using
from kb.proof.words import Phrasing
from kb.resources import home
from kb.rulebook import Rulebook, RulebookView
from kb.scenario import Case
from kb.testing.ablation import TOGETHER, Recorded, candidates_of, missed_on
from kb.testing.asked import asked_of, cases_in
from kb.testing.between import Between, only
from kb.testing.played import PlayedCase
from kb.testing.replaying import played_file, solved_in
from kb.verification.acting import MAY, possible, refused
from kb.verification.board import Data, said_in
from kb.verification.donors import Donor, closest, donors_of
from kb.verification.evidence import evidence
from kb.verification.kept import KeptCases, kept_before
from kb.verification.lacking import Lacking
from kb.verification.near import Near
from kb.verification.oneboard import Fault, Watcher
from kb.verification.pieces import (
    AKIN,
    EMPTY,
    AlongCase,
    AlongTask,
    CaseFault,
    Key,
    NearTask,
    WordTask,
    book_of,
    books_of,
)
from kb.verification.probing import INSIDE
from kb.verification.questions import asked_of_steps
from kb.verification.shrinking import shrunk
from kb.verification.stepping import STATES, TAKEN, steps_of, steps_on
from kb.verification.weighing import Weight, weight
from kb.verification.worded import BoardOfWords

MADE = 20.0
"""How many seconds of work are spent on making a board small."""

SEARCHED = 0.3
"""Which share of that it may take to find the cases."""


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
    if (entry := KeptCases.of(task).entry) is not None:
        entry.save([sorted(task.wanted), [astuple(one) for one in found]])


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
        return {**said_in(case), "date": self.task.day}

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
