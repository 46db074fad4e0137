"""Everything that is looked for in a rulebook: along cases, and on all boards up to a size.

Where several processes work, some look along the cases while others search boards, so that what
either shows is soon found. What is near cases comes next, and what boards reach, and last what is
no fault (`kb.verification.closer`): of a time limit each has its share, and leaves to the next what
it does not need.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from kb.cases import examples_of, scenario_files
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.resources import own_rules
from kb.rulebook import Label, Rulebook, RulebookView
from kb.rulebook.overlay import Overlay, read_overlay
from kb.rulebook.source import checked_source
from kb.scenario import Scenario, reader
from kb.testing.asked import EXPECTED
from kb.verification.along import SECONDS, Cases, lost
from kb.verification.boarding import Boarding, BoardsDone, BoardTask, Progress, out_of_bounds
from kb.verification.closer import OPEN, closer_tasks, look_closer
from kb.verification.findings import Finding, Verification, WordsPlayed
from kb.verification.hunt import board_parts
from kb.verification.kept import kept_before
from kb.verification.looking import along_parts
from kb.verification.pieces import (
    AlongCase,
    AlongTask,
    CaseFault,
    WordTask,
    along_tasks,
    first_tasks,
    single_tasks,
    word_tasks,
)
from kb.verification.questions import Questions
from kb.verification.verify import LIMIT, SIZE
from kb.verification.worded import worded_boards
from kb.workers import cores, kept, streamed

SCANNED = 20.0
"""For how many seconds the other files are looked through before that of which that was kept."""

FIRST, NEXT = 0.8, 0.6
"""Which share of the time cases and boards may take; and of what is left, what is near and reached.
"""

AT_ONCE, LIKELY, EARLY = 2, 8, 0.5
"""How many files that most likely come to a changed rule are looked through before what is near
cases, besides those of which it was kept what comes up in them, and how many before all else; and
which share of the time that may take."""

WORDS = 0.9
"""Which share of what is left then is spent on boards of words."""

Piece = AlongTask | BoardTask
Part = AlongCase | CaseFault | Finding | BoardsDone


def verify(
    game: str,
    *,
    overlays: Iterable[Overlay] = (),
    as_of: date | str | None = None,
    cases: Iterable[Path | str] | None = None,
    boards: bool = True,
    words: bool | None = None,
    size: int = SIZE,
    limit: int = LIMIT,
    time_limit: float | None = None,
    jobs: int | None = 1,
    rules: str | Path | None = None,
    asked: Callable[[int, int], object] = lambda *_: None,
    progress: Progress = lambda *_: None,
    told: Callable[[Finding], object] = lambda _: None,
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
    words : bool, optional
        Whether each word of the game is put to use on boards of its own; where boards are searched,
        unless given. With overlays that is not done.
    size : int
        How many objects the largest boards have.
    limit : int
        How many boards are tried one by one at most, where that is necessary.
    time_limit : float, optional
        The seconds that all this may take.
    jobs : int, optional
        How many processes work; None for as many as there are cores.
    rules : str or Path, optional
        A folder of the user's in which games are found: that of one, or one that holds several.
    asked : callable, optional
        Is told of how many files the cases are done, and how many there are.
    progress : callable, optional
        Is told which kind of boards of which size is looked at next.
    told : callable, optional
        Is told of each finding as soon as it is made; of one along cases at once, and again when
        its board is made smaller.

    Raises
    ------
    LudexError
        If the game, the day, an overlay or a file makes no sense.
    """
    began, clock = time.monotonic(), Clock(time_limit)
    with own_rules(rules), kept():
        added = tuple(checked_source(one.text, one.name) for one in map(read_overlay, overlays))
        view = Rulebook.load(game, overlays=added).on(as_of)
        files = examples_of(game) if cases is None else scenario_files(map(Path, cases))
        searched = boards and Questions.described(game)
        hunt = _Hunt(view, along_tasks(view, files, added), jobs, told, asked)
        hunt.boards = Boarding(
            *(view, added, size if searched else -1, limit),
            kinds=None if searched else (),
            progress=progress,
            told=hunt.of_board,
        )
        put_to_use = (boards if words is None else words) and not added and worded_boards(game)
        if added:
            hunt.look_at_likely(clock)
        else:
            hunt.look_at_single(clock)
        if put_to_use and not files:
            # Without cases, much more is reached where something is done than on boards at rest.
            hunt.use_words_first(clock)
        else:
            hunt.do([*hunt.cases.left, *hunt.boards.pieces], clock.part(FIRST))
        hunt.boards.known(hunt.cases.result().reached)
        later: list[Piece] = [*hunt.cases.near(), *hunt.boards.reaching()]
        hunt.do(later, clock.part(NEXT))
        along = hunt.cases.result()
        hunt.boards.known(along.reached)
        if put_to_use:
            hunt.use_words(clock, anew=bool(files))
        closer = closer_tasks(view, hunt.cases.tasks, along)
        remarks, remarked = look_closer(closer, jobs=jobs, clock=clock, progress=asked)
    found = hunt.result(time.monotonic() - began)
    if put_to_use:
        found = replace(found, words=_played(hunt.words))
    if not files:
        return found
    remarked_on = tuple(map(hunt.finding, remarks))
    return replace(found, along=along, remarks=remarked_on, remarked=remarked)


def _played(cases: Cases) -> WordsPlayed:
    """Return how far boards of words were looked through."""
    tasks = [task for task in cases.tasks if isinstance(task, WordTask)]
    left = {task.file for task in cases.left}
    done = [board for task in tasks if task.file not in left for board in task.boards]
    parts = cases.result().parts
    return WordsPlayed(
        sum(len(task.boards) for task in tasks),
        len(done),
        sum(not part.played for part in parts),
    )


def _key(finding: Finding) -> tuple[str, frozenset[str]]:
    return finding.kind, frozenset(label.id for label in finding.at_odds)


class _Hunt:
    """Looks along cases and on boards at once, and tells what is found, once each."""

    boards: Boarding

    def __init__(
        self,
        view: RulebookView,
        tasks: Sequence[AlongTask],
        jobs: int | None,
        told: Callable[[Finding], object],
        asked: Callable[[int, int], object],
    ) -> None:
        self._view = view
        self._jobs, self._told, self._asked = jobs, told, asked
        self._seen: dict[tuple[str, frozenset[str]], bool] = {}
        self.cases = Cases(tasks, self.of_case)
        self.words = Cases(())

    def look_at_likely(self, clock: Clock) -> None:
        """Look at what is likeliest to show something of what changed, before all else."""
        likely = [piece for piece in self.cases.pieces if piece.direct][:LIKELY]
        early = clock.part(EARLY)
        known = {piece.file for piece in self.cases.pieces if kept_before(piece)}
        put_off = [one for one in likely if one.file not in known][AT_ONCE:]
        self.do([one for one in likely if one not in put_off], early)
        # What is kept tells of most cases at once that nothing that changed comes up in them.
        left = early.left()
        some = [one for one in self.cases.left if one.file in known]
        self.do(some, Clock(SCANNED if left is None else min(left, SCANNED)))
        self.do([*self.cases.near(), *put_off], early)

    def look_at_single(self, clock: Clock) -> None:
        """Look at the few cases that reach most rules."""
        single = self.cases.recalled(single_tasks(self._view, self.cases.left))
        some = first_tasks(single, self.boards.left - self.cases.reached)
        self.do(some, clock.part(FIRST))

    def use_words_first(self, clock: Clock) -> None:
        """Look at boards on which words are put to use, and at boards at rest."""
        self.words = Cases(word_tasks(self._view, self.boards.left), self.of_case)
        if (self._jobs or cores()) == 1:  # both have their share
            self.do(self.boards.pieces, clock.part(FIRST / 2))
            self.do(self.words.left, clock.part(FIRST))
        else:
            self.do([*self.words.left, *self.boards.pieces], clock.part(FIRST))
        self.boards.known(self.words.reached)

    def use_words(self, clock: Clock, *, anew: bool) -> None:
        """Look at what is left of boards on which words are put to use, or `anew` at all."""
        if anew:
            # What is reached is known by now: words that have to do with the rest go first.
            self.words = Cases(word_tasks(self._view, self.boards.left), self.of_case)
        self.words.known(self.boards.reached)
        self.do(self.words.left, clock.part(WORDS))
        self.boards.known(self.words.result().reached)

    def result(self, seconds: float) -> Verification:
        """Return what was found on boards and along cases, each once, and what came up."""
        found = self.boards.result(seconds)
        along, used = self.cases.result(), self.words.result()
        seen = {_key(one) for one in found.findings}
        more = list[Finding]()
        for one in map(self.finding, (*along.faults, *used.faults)):
            if _key(one) not in seen:
                seen.add(_key(one))
                more.append(one)
        idle = along.idle | used.idle
        return replace(
            found,
            findings=(*found.findings, *more),
            idle=tuple(label for label in found.not_examined if label.id in idle),
        )

    def do(self, pieces: Sequence[Piece], clock: Clock) -> None:
        """Do pieces of both until they are done, or time is over."""
        self.boards.clock = clock
        found = streamed(
            _parts,
            pieces,
            jobs=self._jobs,
            group=_on_boards,
            lost=_lost,
            seconds=SECONDS,
            clock=clock,
            begun=self._begun,
        )
        for place, part in found:
            piece = pieces[place]
            if isinstance(piece, AlongTask):
                assert not isinstance(part, Finding | BoardsDone)
                cases = self.words if isinstance(piece, WordTask) else self.cases
                cases.add(piece, part)
                if part is None:
                    self._asked(cases.done, len(cases.tasks))
            else:
                assert not isinstance(part, AlongCase | CaseFault)
                self.boards.add(piece, part)

    def _begun(self, piece: Piece) -> Piece | None:
        if isinstance(piece, WordTask):
            self.words.known(self.boards.reached)
            return self.words.begun(piece)
        if isinstance(piece, AlongTask):
            return self.cases.begun(piece)
        self.boards.known(self.words.reached)
        return self.boards.begun(piece)

    def of_case(self, fault: CaseFault) -> None:
        """Tell what is wrong along a case."""
        self.of_board(self.finding(fault))

    def of_board(self, finding: Finding) -> None:
        """Tell of a finding, if nothing of the kind was told before in its final form."""
        if self._seen.get(_key(finding), True):
            self._seen[_key(finding)] = finding.raw
            self._told(finding)

    def finding(self, fault: CaseFault) -> Finding:
        """Return what is wrong along a case as a finding."""
        return finding_of(fault, self._view.rulebook.labels, self._view.date)


def _on_boards(piece: Piece) -> bool:
    return isinstance(piece, BoardTask)


def _parts(piece: Piece) -> Iterator[Part]:
    yield from along_parts(piece) if isinstance(piece, AlongTask) else board_parts(piece)


def _lost(piece: Piece, error: LudexError) -> Iterable[Part]:
    if isinstance(piece, AlongTask):
        return lost(piece, error)
    return out_of_bounds(piece, error)


def finding_of(fault: CaseFault, labels: Mapping[str, Label], day: date) -> Finding:
    """Return what is wrong along a case as a finding, its rules with the numbers of the day."""
    return Finding(
        fault.kind,
        fault.what,
        tuple(labels[name].on(day) for name in fault.at_odds or fault.rules),
        tuple(labels[name].on(day) for name in fault.rules if name not in fault.key[1]),
        True,
        _scenario(fault),
        fault.case,
        fault.smallest,
        fault.after,
        fault.proof,
        fault.raw,
    )


def _scenario(fault: CaseFault) -> Scenario:
    what = fault.what if fault.kind != OPEN else fault.what.partition(":")[0]
    asked = [{k: v for k, v in one.items() if k not in EXPECTED} for one in fault.board["ask"]]
    board = {"title": f"{fault.kind}: {what}", **fault.board, "ask": asked}
    return Scenario.of(reader.node_of(board))
