"""What is looked through along cases, piece by piece, and what came of it; all of it plain data.

A piece is a file of cases, one case of it, boards near cases, or boards on which words of a game
are put to use. Which rules each of them is tried on, and which goes first, is said here; how it is
looked through, in `kb.verification.along`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import sqrt
from pathlib import Path
from typing import Any, TypeVar

from kb.library.place import store_in_use
from kb.records import record
from kb.resources import Home, home
from kb.rulebook import Rulebook, RulebookView
from kb.rulebook.source import Source
from kb.testing.asked import asked_of, cases_in, pins_of
from kb.testing.between import Books, RulesOf
from kb.testing.cases import meant_by
from kb.verification.board import Data
from kb.verification.kin import kinship
from kb.verification.pinned import seeming_about, seeming_pins
from kb.verification.worded import BoardOfWords, in_order, worded_boards

LAYERS = 3
"""Of how many cases for each rule it is tried, one after the other, whether they reach it."""


TOGETHER = 4
"""How many boards of words are looked through at once."""


ABOUT = 4
"""How many files are looked through first that are about a rule of an overlay."""


AKIN = 8
"""How many files are looked through first that pin rules akin to those of an overlay."""


Key = tuple[str, tuple[str, ...]]
"""What tells one fault from others: its kind, and the rules at odds."""


EMPTY: frozenset[str] = frozenset()

TaskT = TypeVar("TaskT")


@record
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
    known : frozenset
        The faults that are known already, which are not looked for again.
    only : str
        What tells the case that alone is looked through; empty for all of them.
    aim : frozenset of str
        The ids of the rules for which that is done: when all are reached, it need not be.
    looked : tuple of AlongCase
        What came of cases of the file that were looked through already.
    """

    file: str
    game: str
    day: str
    overlays: tuple[Source, ...] = ()
    wanted: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    store: Path | None = None
    direct: bool = False
    known: frozenset[Key] = frozenset()
    only: str = ""
    aim: frozenset[str] = frozenset()
    looked: tuple[AlongCase, ...] = ()


@record
class NearTask(AlongTask):
    """What is near cases, as plain data: boards on which a rule of an overlay changes something.

    Attributes
    ----------
    rule : str
        Its id.
    files : tuple of str
        The files of all cases, those that most likely have to do with it first.
    seconds : float
        How many seconds of work it may take.
    """

    rule: str = ""
    files: tuple[str, ...] = ()
    seconds: float = 0.0


@record
class WordTask(AlongTask):
    """Boards on which words of a game are put to use, as plain data.

    Attributes
    ----------
    boards : tuple of BoardOfWords
    weary : frozenset of str
        The ids of the rules of which much was tried in vain on others.
    """

    boards: tuple[BoardOfWords, ...] = ()
    weary: frozenset[str] = EMPTY


@record
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
    raw : bool
        Whether it is told as soon as it is seen, before its board is made smaller.
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
    raw: bool = False

    @staticmethod
    def of(data: Any) -> CaseFault:
        """Return it as it was kept."""
        kind, what, at_odds, rules, *rest = data
        return CaseFault(kind, what, tuple(at_odds), tuple(rules), *rest)

    @property
    def key(self) -> Key:
        """What tells it from others: its kind, and the rules at odds."""
        return self.kind, self.at_odds or self.rules


@record
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


@record
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
        For how many changed rules it was not looked near cases before time ran out.
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
        for one in sorted(every, key=lambda one: (one.raw, _length(one))):
            found.setdefault(one.key, one)
        return tuple(found.values())

    @property
    def reasons(self) -> list[str]:
        """What was left out, and why."""
        found = []
        if self.played < self.files:
            left = files_left(self.files - self.played, self.files)
            found.append(f"time ran out before all cases of {left} were looked through")
        if self.left:
            many = "1 changed rule" if self.left == 1 else f"{self.left} changed rules"
            found.append(f"time ran out before boards near cases were looked at for {many}")
        return found

    @property
    def complete(self) -> bool:
        """Whether no file was left out."""
        return self.files == self.played and not self.left


def files_left(left: int, every: int) -> str:
    """Return how many files are left: some cases of them may be done."""
    files = "1 file" if every == 1 else f"{every} files"
    return files if left == every else f"{left} of {files}"


def _length(fault: CaseFault) -> int:
    return len(repr(fault.board))


def _akin(
    views: tuple[RulebookView, RulebookView], touched: Sequence[set[str]]
) -> dict[str, float]:
    """Return how close rules come to those that one of two rulebooks has, and the other has not."""
    akin: dict[str, float] = {}
    for each, other, names in zip(views, views[::-1], touched, strict=True):
        for name, close in kinship(each, other, names).items() if names else ():
            akin[name] = max(close, akin.get(name, 0.0))
    return akin


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
    # Cases pin what a rule was before it was changed, too, by the numbers that it had.
    views = (view, book_of(view.rulebook.game, home(view.rulebook.game), ()).on(view.date))
    touched = [set(changed), {name for name in views[1].labels if name not in view.labels}]
    akin = _akin(views, touched) if overlays else {}
    closeness: dict[str, float] = {}
    pinned: dict[str, set[str]] = {}
    direct: set[str] = set()
    known: dict[str, set[str]] = {}
    # A glance at the files is enough: what it takes for pinned is tried there, the rest everywhere.
    pins = ((Path(file).as_posix(), own) for file, own in seeming_pins(files).items())
    for file, numbers in pins:
        for number in numbers:
            if number not in known:
                known[number] = {name for each in views for name in meant_by(each, number)}
            meant = known[number]
            pinned.setdefault(file, set()).update(meant)
            own = max((akin.get(name, 0.0) for name in meant), default=0.0)
            closeness[file] = max(own, closeness.get(file, 0.0))
            if number in named or not meant.isdisjoint(set[str]().union(*touched)):
                direct.add(file)
    free = numbered.difference(*pinned.values())
    size = {Path(file).as_posix(): Path(file).stat().st_size for file in files}
    if overlays:
        # Those that most likely come to a changed rule are first, short ones above all.
        likely = [file for file, close in closeness.items() if close > 0]
        likely.sort(key=lambda file: (-closeness[file] / sqrt(size[file]), size[file]))
        direct.update(likely[:AKIN])
        direct.update(Path(file).as_posix() for file in seeming_about(files, named)[:ABOUT])
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
    some = [(task, task.wanted, size[Path(task.file).as_posix()]) for task in tasks]
    return [*covering(some, numbered - free, rest=True)]


def covering(
    some: Iterable[tuple[TaskT, frozenset[str], int]], names: Iterable[str], *, rest: bool = False
) -> Iterator[TaskT]:
    """Yield tasks, each time the one that has to do with most names for its cost that are left.

    Parameters
    ----------
    some : iterable of tuple
        Tasks, with the names that each has to do with and what it costs.
    names : iterable of str
    rest : bool
        Whether those are yielded, too, that have to do with none that is left then.
    """
    left, every = set(names), list(some)
    heap = [(-len(own & left) / cost, place) for place, (_, own, cost) in enumerate(every)]
    heapify(heap)
    while heap:
        said, place = heappop(heap)
        task, own, cost = every[place]
        # What others have taken meanwhile counts no more; it only ever becomes less.
        now = -len(own & left) / cost
        if now > said:
            heappush(heap, (now, place))
        elif now or rest:
            yield task
            left -= own


def word_tasks(view: RulebookView, left: Iterable[str]) -> list[WordTask]:
    """Return the boards of a game's words as tasks, a few in each.

    Parameters
    ----------
    view : RulebookView
    left : iterable of str
        The ids of rules that are to be reached: boards of words that have to do with them go first.
    """
    numbered = frozenset(name for name, label in view.labels.items() if label.numbers)
    wanted = {number for name in left for number in view.labels[name].numbers_on(view.date)}
    boards = in_order(worded_boards(view.rulebook.game), wanted)
    return [
        WordTask(
            f"words {place + 1}",
            view.rulebook.game,
            str(view.date),
            (),
            numbered,
            frozenset(),
            store_in_use(),
            boards=tuple(boards[place : place + TOGETHER]),
        )
        for place in range(0, len(boards), TOGETHER)
    ]


@record
class PinningCase:
    """A case that pins rules, and how much it takes.

    Attributes
    ----------
    task : AlongTask
    cost : int
    """

    task: AlongTask
    cost: int


def single_tasks(view: RulebookView, tasks: Sequence[AlongTask]) -> list[PinningCase]:
    """Return the cases of files that pin rules, each as a task of its own."""
    known: dict[str, frozenset[str]] = {}
    found = list[PinningCase]()
    for task in tasks:
        for case in cases_in(task.file):
            numbers = pins_of(case)
            for number in numbers - known.keys():
                known[number] = frozenset(meant_by(view, number))
            own = frozenset[str]().union(*(known[number] for number in numbers)) & task.wanted
            if own:
                one = replace(task, aim=own, only=asked_of(case.scenario))
                # What is done takes the most time by far; what lies there and is asked, little.
                found.append(PinningCase(one, 1 + len(case.scenario.do)))
    return found


def first_tasks(some: Sequence[PinningCase], left: Iterable[str]) -> list[AlongTask]:
    """Return cases that pin rules as tasks, few for all rules: by these most are soon reached.

    Parameters
    ----------
    some : sequence of PinningCase
    left : iterable of str
        The ids of the rules that are to be reached.
    """
    wanted, chosen = frozenset(left), list[AlongTask]()
    # A course of play reaches many rules besides those that it pins.
    found = [(replace(one.task, wanted=wanted), one.task.aim, one.cost) for one in some]
    for _ in range(LAYERS):
        layer = [*covering(found, wanted)]
        chosen += layer
        taken = {(one.file, one.only) for one in layer}
        found = [each for each in found if (each[0].file, each[0].only) not in taken]
    return chosen


def books_of(task: AlongTask) -> Books:
    """Return the rules of a task without its overlays, and with them."""
    return _books(task.game, home(task.game), task.overlays, date.fromisoformat(task.day))


@lru_cache(maxsize=2)
def _books(game: str, _home: Home, overlays: tuple[Source, ...], day: date) -> Books:
    return Books(game, RulesOf((), day), RulesOf(overlays, day))


@lru_cache(maxsize=2)
def book_of(game: str, _home: Home, overlays: tuple[Source, ...]) -> Rulebook:
    """Return a rulebook; it is loaded once in a process."""
    return Rulebook.load(game, overlays=overlays)
