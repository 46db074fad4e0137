"""What is wrong along cases, and which rules they reach.

Every case is played under the rules of a day, whatever day it names. In each step of it, those of
its questions among them, it is looked for what is wrong (`kb.verification.oneboard`), and whether
the step would lead elsewhere without a rule. The board of what is found is the case, with all
taken away that it does not need (`kb.verification.shrinking`). What came of a file is kept, and so
is what came of each case that is looked through by itself.

With overlays, the cases are looked at in which a changed rule may play a part, those that pin one
first, and boards near cases on which one comes to something else than without the overlays
(`kb.verification.near`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.verification.kept import KeptCases
from kb.verification.looking import along_parts
from kb.verification.pieces import (
    AlongCase,
    AlongCases,
    AlongTask,
    CaseFault,
    Key,
    NearTask,
    PinningCase,
    WordTask,
)
from kb.workers import streamed

IDLE = 5
"""After how many boards of words on which a rule comes up and changes nothing it is tried in few
steps of any other: most of these are alike.
"""

TIRED = 2
"""After how many cases in which a rule comes up and changes nothing it is tried, as few cases are
looked through first, in those alone that pin it."""


SECONDS = 600.0
"""How long the cases of one file may take."""


NEAR, IN_ALL = 30.0, 120.0
"""How many seconds of work boards near cases are looked for, for each rule of an overlay and for
all."""


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
        self._kept = {task.file: KeptCases.of(task) for task in tasks}
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
