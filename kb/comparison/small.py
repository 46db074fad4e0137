"""For each changed rule a small board that shows it, made of a case.

Of the cases with another answer by a rule the shortest are taken, and all is taken away without
which the answer is still another one (`kb.verification.nearby`). Where a rule is reached and no
answer changes, the boards near those cases are tried first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb.comparison.cases import CaseTask, ComparedCases, books_of
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.library.place import using
from kb.rulebook import Label
from kb.scenario import Case, Scenario, reader
from kb.testing.between import Between
from kb.testing.replaying import (
    EXPECTED,
    UNASKED,
    GivenAnswer,
    answered,
    cases_in,
    opened,
    situated,
)
from kb.verification.nearby import Data, nearby, shrunk
from kb.workers import spread

TRIED = 1
"""Of how many cases with another answer by a rule the board is made small."""

MADE = 30.0
"""How many seconds a board is made smaller."""

NEAR = 40
"""How many boards near cases are tried for a rule by which no answer changes."""

SECONDS = 120.0
"""How long it may take to make the board of a rule."""


@dataclass(frozen=True)
class SmallTask:
    """A changed rule, and the cases that may show it, as plain data.

    Attributes
    ----------
    task : CaseTask
        The rulebooks.
    rule : str
        Its number.
    places : tuple of (str, str, int)
        File, case and number of the question; no question where no answer changes.
    """

    task: CaseTask
    rule: str
    places: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True)
class SmallBoard:
    """A board on which the answer is another one, and from which nothing can be taken away.

    Attributes
    ----------
    rules : tuple of str
        The numbers of the changed rules that it shows.
    case : str
        The case that it was made of.
    question : str
        What is asked, in words.
    before, after : GivenAnswer
    data : dict
        The board.
    smallest : bool
        Whether nothing can be taken away from it; False when time ran out.
    """

    rules: tuple[str, ...]
    case: str
    question: str
    before: GivenAnswer
    after: GivenAnswer
    data: Data
    smallest: bool

    @property
    def scenario(self) -> Scenario:
        """The board; `ludex ask` replays it."""
        return Scenario.of(reader.node_of(self.data))


def small_tasks(
    tasks: Sequence[CaseTask], found: ComparedCases, changed: Iterable[Label]
) -> list[SmallTask]:
    """Return for each changed rule the cases that may show it."""
    by_number: dict[str, set[str]] = {}
    for label in changed:
        by_number.setdefault(label.numbers[0], set()).add(label.id)
    pieces = []
    for number, ids in by_number.items():
        showing = [one for one in found.changed if ids & set(one.rules)]
        showing = [one for one in showing if UNASKED not in (one.before.key, one.after.key)]
        places = [(one.file, one.case, one.number) for one in showing]
        if not showing:
            places = [(file, name, 0) for file, name, rule in found.reaching if rule in ids]
        if places:
            pieces.append(SmallTask(tasks[0], number, tuple(places)))
    return pieces


def small_boards(
    pieces: Sequence[SmallTask],
    *,
    jobs: int | None = None,
    clock: Clock | None = None,
    progress: Callable[[int, int], object] = lambda *_: None,
) -> tuple[SmallBoard, ...]:
    """Make the boards of rules small, several at once; boards that are alike are told once."""
    found: dict[int, SmallBoard | None] = {}
    for place, board in spread(small_board, pieces, jobs=jobs, lost=_lost, seconds=SECONDS):
        found[place] = board
        progress(len(found), len(pieces))
        if clock is not None and clock.over:
            break
    told: dict[str, SmallBoard] = {}
    for number in sorted(found):
        board = found[number]
        if board is None:
            continue
        key = repr(board.data)
        known = told.get(key)
        told[key] = board if known is None else replace(known, rules=(*known.rules, *board.rules))
    return tuple(told.values())


def _lost(_task: SmallTask, _error: LudexError) -> None:
    return None


def small_board(piece: SmallTask) -> SmallBoard | None:
    """Return the smallest of the boards that are made of some cases for a rule."""
    with using(piece.task.store):
        books = books_of(piece.task)
        found: list[SmallBoard] = []
        for case, number in _cases(piece):
            between = books.between(case.scenario.readings)
            data = {k: v for k, v in reader.plain(case.scenario.node).items() if k != "variants"}
            if number:
                found.append(
                    _made(case, {**data, "ask": [data["ask"][number - 1]]}, between, piece)
                )
            else:
                made = (_made(case, other, between, piece) for other in _near(data, case, between))
                found += [one for one in [next(made, None)] if one is not None]
            if len(found) >= TRIED:
                break
        return min(found, key=lambda one: len(repr(one.data)), default=None)


def _cases(piece: SmallTask) -> Iterator[tuple[Case, int]]:
    """Yield the cases of a rule, the shortest first, each with the number of the question."""
    known = {
        (file, case.name): case
        for file in dict.fromkeys(file for file, _, _ in piece.places)
        for case in cases_in(file)
    }
    rows = [(known[file, name], number) for file, name, number in piece.places]
    yield from sorted(rows, key=lambda row: len(repr(reader.plain(row[0].scenario.node))))


def _near(data: Data, case: Case, between: Between) -> Iterator[Data]:
    """Yield the boards near a case that are answered in another way."""
    game = situated(case, between.old).game
    for number, other in enumerate(nearby(data, game)):
        if number >= NEAR:
            return
        asked = {**other, "ask": [{"outcomes": {}}]}
        if _differs(asked, between) is not None:
            yield asked


def _made(case: Case, data: Data, between: Between, piece: SmallTask) -> SmallBoard:
    def holds(smaller: Data) -> bool:
        return _differs(smaller, between) is not None

    outcomes = {**data, "ask": [{"outcomes": {}}]}
    board, smallest = shrunk(outcomes if holds(outcomes) else data, holds, MADE)
    differing = _differs(board, between)
    assert differing is not None
    question, before, after = differing
    dated = _dated(board, between)
    return SmallBoard((piece.rule,), case.name, question, before, after, dated, smallest)


def _dated(data: Data, between: Between) -> Data:
    """Return a board with the days on which it is to be asked."""
    old, new = str(between.old.date), str(between.new.date)
    asked = [{k: v for k, v in one.items() if k not in EXPECTED} for one in data["ask"]]
    dated = {**data, "ask": asked, "date": old}
    if old != new:
        dated["variants"] = [{"name": f"the rules of {new}", "date": new}]
    return dated


def _differs(data: Data, between: Between) -> tuple[str, GivenAnswer, GivenAnswer] | None:
    """Return the question of a board and its answers, if these are not the same."""
    try:
        case = Case("", Scenario.of(reader.node_of(data)))
        said = []
        for view, slicer in (
            (between.old, between.old_slicer),
            (between.new, between.new_slicer),
        ):
            session = opened(situated(case, view), view, slicer)
            (given, *_), _ = answered(session)
            if given.key == UNASKED:
                return None
            said.append(given)
    except LudexError:
        return None
    if said[0].key == said[1].key:
        return None
    return session.situation.questions[0].name, said[0], said[1]
