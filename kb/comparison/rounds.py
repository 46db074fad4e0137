"""The order in which cases are asked under two rulebooks, and boards near them are tried.

What most likely shows a difference goes first: cases that pin a changed rule, then those about
rules akin to it, then all others; between these rounds boards are made of what was found, or looked
for near cases that come to a changed rule and end alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from math import sqrt
from pathlib import Path

from kb.comparison.answers import ChangedAnswer, ComparedCases, ComparedFile, together
from kb.comparison.cases import compare_cases, recalled
from kb.comparison.keeping import Kept, KeptBoards
from kb.comparison.pinning import closest_first
from kb.comparison.showing import FEW_CASES, SmallBoard, SmallTask, small_tasks, soon
from kb.comparison.sides import Side
from kb.comparison.small import small_boards, smaller_boards
from kb.comparison.tasks import CaseTask
from kb.inference.engine import Clock
from kb.rulebook import Label
from kb.testing.replaying import is_kept
from kb.verification.kin import kinship
from kb.verification.pinned import seeming_about, seeming_pins

FIRST = 2
"""How many of the same files are compared as a whole before all others."""

GLIMPSED = 6
"""Of how many files about a changed rule the cases are asked first of all that pin it: of many, of
those that come closest to what changed in it, and else of the shortest."""

LONG = 8_000
"""How many bytes a file has that is long."""

ABOUT = 4
"""How many files are compared early that are about a changed rule and do not pin it."""

AKIN = 6
"""How many files are compared early that pin rules akin to the changed ones."""

RECALLED, EARLY, NEAR, LAST = -1, 1, 2, 3
"""Up to which files boards near cases are tried for a while, after which at length; and when it is
the turn of the cases in whose steps what changed comes up and makes no difference. Before all
others are the files of which an earlier run kept what came of them."""

SCANNED = 12.0
"""For how many seconds the files of which it is kept what comes up in them are compared before
boards near cases are tried for the first time."""

ASKED = 0.6
"""Which share of the time that is left goes into asking cases in each round."""


MEANWHILE = 0.1
"""Which share of the time that is left goes into the board of each rule at most while cases are
still to be asked."""


class Rounds:
    """Asks the cases round by round.

    Parameters
    ----------
    sides : tuple of Side
        The two rulebooks.
    tasks : sequence of CaseTask
        The files of cases.
    changed : sequence of Label
        The rules that are not the same in both.
    first : bool
        Whether the first finding is enough.
    likeliest : bool
        Whether all files are put in order by how likely they come to a changed rule: they may be
        cut.
    jobs : int or None
    clock : Clock
        The time limit.
    asked : callable
        Is told of how many files the cases are done, and how many there are.
    board : callable
        Is told of each board as it is found.
    answer : callable
        Is told of each answer that changes as it is found.

    Attributes
    ----------
    tasks : list of CaseTask
        The files in the order in which they are asked.
    compared : ComparedCases or None
        What came of the cases.
    small : tuple of SmallBoard
        The boards that differ.
    unmade : int
        How many boards there was no time for.
    """

    def __init__(
        self,
        sides: tuple[Side, Side],
        tasks: Sequence[CaseTask],
        changed: Sequence[Label],
        *,
        first: bool,
        likeliest: bool,
        jobs: int | None,
        clock: Clock,
        asked: Callable[[int, int], object],
        board: Callable[[SmallBoard], object],
        answer: Callable[[ChangedAnswer], object],
    ) -> None:
        self.compared: ComparedCases | None = None
        self.small: tuple[SmallBoard, ...] = ()
        self.unmade = 0
        self._sides, self.tasks, self._changed = sides, list(tasks), changed
        self._first, self._jobs, self._clock = first, jobs, clock
        self._asked, self._board, self._answer = asked, board, answer
        self._done = 0
        self._told = set[tuple[str, str, int]]()
        self._begun = set[tuple[str, tuple[tuple[str, str, int], ...], bool]]()
        self._numbers = frozenset(number for label in changed for number in label.numbers)
        pins = seeming_pins(Path(task.file) for task in self.tasks)
        pinning = sorted((file for file in pins if pins[file] & self._numbers), key=_length)
        places = {task.file: task.place for task in self.tasks}
        if len(pinning) > GLIMPSED and not all(Kept(places[one], one).whole for one in pinning):
            pinning = closest_first(self.tasks[0], pinning, self._numbers, clock)
        self._pinning = pinning
        self._glimpsed = {0: self._pinning[:GLIMPSED]}
        akin = _akin(pins, sides, changed)
        about = seeming_about((Path(task.file) for task in self.tasks), self._numbers)
        self._likely = list(dict.fromkeys((*self._pinning, *about[:ABOUT], *akin[:AKIN])))
        long = {file for file in self._pinning[:GLIMPSED] if _length(file) > LONG}
        if likeliest:
            place = {file: number for number, file in enumerate(akin) if file not in long}
            self.tasks.sort(key=lambda one: (place.get(one.file, len(place)), _length(one.file)))
        self._round_of = dict.fromkeys((task.file for task in self.tasks), NEAR)
        self._round_of |= {file: int(n >= FIRST) for n, file in enumerate(self._likely)}
        # Of a long one the cases that do not pin the rule wait: it holds many.
        self._round_of |= dict.fromkeys(long, NEAR)
        self._kept = KeptBoards.of(self.tasks[0].place, (task.file for task in tasks))

    def run(self) -> None:
        """Ask the cases, and make the boards that differ as small as can be."""
        self._recall()
        for number in range(LAST + 1):
            if self._round(number):
                break
        if not self._first:
            self._recall_rest()
            showing = small_tasks(self.tasks, self._all(), self._changed, near=False)
            self.small = smaller_boards(
                *(showing, self.tasks[0], self.small),
                jobs=self._jobs,
                clock=self._clock,
                progress=self._board,
            )
            self._kept.save(self.small)

    def _recall(self) -> None:
        """Take up what earlier runs found, before anything else is looked for."""
        parts = []
        for task in self.tasks:
            found, whole = recalled(task)
            part = together(found, task.file)
            if whole:
                parts.append(part)
                self._round_of[task.file] = RECALLED
                self._advance(part)
            else:
                self._tell(part)
        self._add(ComparedCases(len(parts), len(parts), tuple(parts)))
        self.small = tuple(map(SmallBoard.of, self._kept.boards))
        for board in self.small:
            self._board(board)

    def _recall_rest(self) -> None:
        """Add what was kept of files that were left in the midst as time ran out."""
        compared = self._all()
        counted = {part.file for part in compared.parts}
        live = set(compared.live)
        for task in self.tasks:
            if task.file in counted and task.file not in compared.off:
                continue
            done = [one for one in recalled(task)[0] if not one.put_off]
            if task.file in counted:
                done = [replace(one, cases=0) for one in done if set(one.live) - live]
            if done:
                self._add(ComparedCases(0, 0, (together(done, task.file),)))

    def _round(self, number: int) -> bool:
        """Go through a round; tell whether what is found is enough."""
        clock = self._clock.part(ASKED)
        glimpse = self._glimpse(number, clock)
        if self._first and glimpse.blaming:
            self._add(replace(glimpse, begun=len(glimpse.off)))
            return True
        self._try(small_tasks(self.tasks, glimpse, self._changed, near=False), MEANWHILE)
        more = max(self._round_of.values(), default=0) > number
        if not number and more and glimpse.coming:
            # What pins a changed rule is likeliest to be close to a board that differs.
            some = small_tasks(self.tasks, glimpse, self._changed, early=True)
            self._try(self._fresh(some), MEANWHILE)
            if self._first and self.small:
                self._add(replace(glimpse, begun=len(glimpse.off)))
                return True
        if self._first and number == NEAR:
            # Boards near cases that come to what changed are likelier than other cases.
            self._try(self._pieces(number))
            if self.small:
                return True
        self._ask(number, clock)
        if number == EARLY and not self._blamed:
            self._scan(clock)
        if self._blamed:
            return True
        early = number <= EARLY and more
        pieces = self._pieces(number, early=early)
        unmade = self._try(self._fresh(pieces), MEANWHILE) if early else self._try(pieces)
        self.unmade = unmade + (self.unmade if number == LAST else 0)
        return self._first and bool(self.small)

    def _pieces(self, number: int, *, early: bool = False) -> list[SmallTask]:
        """Return for which changed rules boards are tried in a round."""
        return small_tasks(
            self.tasks,
            self._all(),
            self._changed,
            near=number == NEAR,
            early=early,
            likely=self._likely,
        )

    def _fresh(self, pieces: Iterable[SmallTask]) -> list[SmallTask]:
        """Return pieces without those near whose cases the same boards would be tried once more."""
        found = [one for one in pieces if self._begun_at(one) not in self._begun]
        self._begun.update(map(self._begun_at, found))
        return found

    @staticmethod
    def _begun_at(piece: SmallTask) -> tuple[str, tuple[tuple[str, str, int], ...], bool]:
        """Return a rule, and near which cases it is looked for boards for a while."""
        return piece.rule, piece.places[:FEW_CASES], piece.likely is None

    def _glimpse(self, number: int, clock: Clock) -> ComparedCases:
        """Ask the cases alone that pin a changed rule, of the files whose turn it is."""
        files = self._glimpsed.get(number, [])
        own = (task for task in self.tasks if task.file in files)
        some = sorted(
            (task for task in own if self._round_of[task.file] != RECALLED),
            key=lambda task: files.index(task.file),
        )
        some = [replace(task, pinning=self._numbers) for task in some]
        return self._compared(some, clock, self._tell)

    def _ask(self, number: int, clock: Clock) -> None:
        """Ask the cases of the files whose turn it is; in the last round those put off."""
        if number == LAST and self.compared is not None:
            some = _put_off(self.tasks, self.compared)
            more = self._compared(some, clock, self._tell)
            self._add(replace(more, files=0, begun=0))
        else:
            some = [task for task in self.tasks if self._round_of[task.file] == number]
            self._add(self._compared(some, clock, self._advance))

    def _compared(
        self,
        tasks: Sequence[CaseTask],
        clock: Clock,
        progress: Callable[[ComparedFile], object],
    ) -> ComparedCases:
        """Ask cases of files for a while.

        Unless the first finding is enough, a file that is begun then is gone through to its end: to
        load the rulebooks into another process may take longer.
        """
        hard, soft = (clock, None) if self._first else (self._clock, clock)
        return compare_cases(tasks, jobs=self._jobs, clock=hard, soft=soft, progress=progress)

    def _scan(self, clock: Clock) -> None:
        """Ask for a while those of which it is kept what comes up in them.

        What is kept tells at once of most cases that they come to nothing changed.
        """
        left = clock.left()
        scan = Clock(SCANNED if left is None else min(left, SCANNED))
        view = self._sides[0].view
        some = [task for task in self.tasks if self._round_of[task.file] > EARLY]
        some = [task for task in some if is_kept(task.file, view)]
        more = self._compared(some, scan, self._advance)
        self._add(replace(more, files=more.begun))
        self._round_of |= dict.fromkeys((one.file for one in more.parts), EARLY)

    def _try(self, pieces: Iterable[SmallTask], share: float = 1.0) -> int:
        """Make boards of rules of which none is shown yet; return for how many was no time.

        Unless the first finding is enough, no more than a share of the time goes into each.
        """
        shown = {number for board in self.small for number in board.rules}
        left = [one for one in pieces if one.rule not in shown]
        left = soon(one for one in left if _key(one) not in self._kept.vain)
        keys = {n: _key(one) for n, one in enumerate(left)}
        time = self._clock.left()
        if time is not None and not self._first and share < 1:
            most = share * time
            # What is tried for less than its time is not in vain yet.
            keys = {n: key for n, key in keys.items() if left[n].seconds <= most}
            left = [
                replace(one, seconds=min(one.seconds, most), shrinking=min(one.shrinking, most))
                for one in left
            ]
        made = small_boards(left, jobs=self._jobs, clock=self._clock, progress=self._board)
        self.small += tuple(one for one in made.values() if one is not None)
        self._kept.vain.update(keys[n] for n, one in made.items() if one is None and n in keys)
        if made:
            self._kept.save(self.small)
        return len(left) - len(made)

    @property
    def _blamed(self) -> bool:
        """Whether an answer changes by a changed rule, and that is enough."""
        return self._first and self.compared is not None and bool(self.compared.blaming)

    def _all(self) -> ComparedCases:
        """Return what came of all cases so far."""
        assert self.compared is not None
        return self.compared

    def _add(self, more: ComparedCases) -> None:
        self.compared = more if self.compared is None else self.compared.and_more(more)

    def _advance(self, part: ComparedFile) -> None:
        self._done += 1
        self._asked(self._done, len(self.tasks))
        self._tell(part)

    def _tell(self, part: ComparedFile) -> None:
        for one in part.changed:
            if (key := (one.file, one.case, one.number)) not in self._told:
                self._told.add(key)
                self._answer(one)


def _akin(
    pins: Mapping[str, frozenset[str]], sides: tuple[Side, Side], changed: Iterable[Label]
) -> list[str]:
    """Return the files that pin rules akin to the changed ones, the likeliest first."""
    close: dict[str, float] = {}
    ids = {label.id for label in changed}
    for side, other in zip(sides, sides[::-1], strict=True):
        for name, score in kinship(side.view, other.view, ids & side.view.labels.keys()).items():
            for number in side.view.labels[name].numbers:
                close[number] = max(score, close.get(number, 0.0))
    likely = {
        file: max((close.get(number, 0.0) for number in own), default=0.0) / sqrt(_length(file))
        for file, own in pins.items()
    }
    return sorted((file for file in likely if likely[file] > 0), key=lambda file: -likely[file])


def _key(piece: SmallTask) -> str:
    """Return what tells for which rule, near which cases and for how long boards are tried."""
    few = FEW_CASES if piece.brief else None
    told = (piece.rule, piece.places[:few], piece.brief, piece.likely)
    return sha256(repr(told).encode()).hexdigest()[:32]


def _length(file: str) -> int:
    return Path(file).stat().st_size


def _put_off(tasks: Iterable[CaseTask], compared: ComparedCases) -> list[CaseTask]:
    """Return the files with the cases that were put off, in their order."""
    names: dict[str, set[str]] = {}
    for file, case in compared.put_off:
        names.setdefault(file, set()).add(case)
    return [replace(one, only=frozenset(names[one.file])) for one in tasks if one.file in names]
