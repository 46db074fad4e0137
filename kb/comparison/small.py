"""For each changed rule a small board that shows it, made of a case.

Of the cases with another answer by a rule the shortest are taken, and all is taken away without
which the answer is still another one (`kb.verification.shrinking`). Where a rule is reached and no
answer changes, the boards near those cases are tried first (`kb.comparison.seeking`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from kb.comparison.differing import Blame, differs
from kb.comparison.seeking import OUTCOMES, board_near
from kb.comparison.showing import SmallBoard, SmallTask
from kb.comparison.tasks import CaseTask, books_of
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.library.place import using
from kb.scenario import Case, reader
from kb.testing.asked import EXPECTED, cases_in
from kb.testing.between import Between, Books
from kb.verification.board import Data, said_in
from kb.verification.shrinking import shrunk
from kb.workers import spread

SECONDS = 120.0
"""How long it may take to make the board of a rule."""


def smaller_boards(
    pieces: Iterable[SmallTask],
    task: CaseTask,
    boards: Sequence[SmallBoard],
    *,
    jobs: int | None = None,
    clock: Clock | None = None,
    progress: Callable[[SmallBoard], object] = lambda _: None,
) -> tuple[SmallBoard, ...]:
    """Return boards that were made in a hurry, made smaller as far as that goes.

    Where by now another case shows a rule in fewer words, its board is made of that one.

    Parameters
    ----------
    pieces : iterable of SmallTask
        The rules with all cases that are known to show them.
    task : CaseTask
    boards : sequence of SmallBoard
    jobs, clock, progress
        As of `small_boards`.
    """
    known = {piece.rule: piece for piece in pieces}
    found = dict(enumerate(boards))
    rules = [board.rules[0] for board in boards]
    some = [
        replace(known.get(rule) or SmallTask(task, rule, ()), board=board)
        for rule, board in zip(rules, boards, strict=True)
    ]
    for place, board in spread(
        small_board, some, jobs=jobs, lost=_lost, seconds=SECONDS, clock=clock
    ):
        if board is not None and board != found[place]:
            found[place] = board
            progress(board)
    return tuple(found.values())


def small_boards(
    pieces: Sequence[SmallTask],
    *,
    jobs: int | None = None,
    clock: Clock | None = None,
    progress: Callable[[SmallBoard], object] = lambda _: None,
) -> dict[int, SmallBoard | None]:
    """Make the boards of rules small, several at once; `progress` is told of each.

    Returned is the board of each piece by its place; None stands for a rule of which none was
    found, and those for which there was no time are left out.
    """
    found: dict[int, SmallBoard | None] = {}
    for place, board in spread(
        small_board, pieces, jobs=jobs, lost=_lost, seconds=SECONDS, clock=clock
    ):
        found[place] = board
        if board is not None:
            progress(board)
    return dict(sorted(found.items()))


def _lost(_task: SmallTask, _error: LudexError) -> None:
    return None


def small_board(piece: SmallTask) -> SmallBoard | None:
    """Return a board for a rule, made of the shortest case that shows it, or near one."""
    with using(piece.task.store):
        books = books_of(piece.task)
        if piece.board is not None:
            return _smaller(piece.board, books, piece)
        end = time.process_time() + piece.seconds
        near: list[Case] = []
        for case, number in _cases(piece):
            if not number:
                near.append(case)
                continue
            between = books.between(case.scenario.readings)
            made = _made(case, _asking(case, number), between, piece)
            if made is not None:
                return made
        sought = board_near(piece, books, near, end)
        if sought is None:
            return None
        between = books.between(sought.case.scenario.readings)
        return _made(sought.case, sought.board, between, replace(piece, rule=sought.rule))


def _cases(piece: SmallTask) -> Iterator[tuple[Case, int]]:
    """Yield the cases of a rule, the shortest first, each with the number of the question.

    Where no answer changes, those that the rule is known to matter in go before the others.
    """
    known = {
        (file, case.name): case
        for file in dict.fromkeys(file for file, _, _ in piece.places)
        for case in cases_in(file)
    }
    rows = [(known[file, name], number) for file, name, number in piece.places]
    length = [len(repr(reader.plain(case.scenario.node))) for case, _ in rows]
    order = sorted(range(len(rows)), key=lambda n: (n >= piece.first, length[n]))
    yield from (rows[n] for n in order)


def _made(case: Case, data: Data, between: Between, piece: SmallTask) -> SmallBoard | None:
    """Return a board made small; None if it is not because of the rule that it differs."""
    found = differs(data, between)
    plain = found is not None and found.plain
    blame = Blame(between, piece.rule)
    if not blame.on(data):
        return None

    def holds(smaller: Data) -> bool:
        # Where another sentence is answered, that is what the small board is to show.
        differing = differs(smaller, between)
        if differing is None or not (differing.plain or not plain):
            return False
        return blame.on(smaller)

    if piece.task.first:
        board, smallest = data, False
    else:
        board, smallest = shrunk(_shorter(data, between, holds), holds, piece.shrinking)
    differing = differs(board, between)
    assert differing is not None
    said = (differing.question, differing.before, differing.after)
    return SmallBoard((piece.rule,), case.name, *said, _dated(board, between), smallest)


def _smaller(board: SmallBoard, books: Books, piece: SmallTask) -> SmallBoard:
    """Return a board from which what is left over is taken away, or one of a better case."""
    best, number = next(_cases(piece), (None, 0))
    if best is not None and best.name != board.case:
        between = books.between(best.scenario.readings)
        made = _made(best, _asking(best, number), between, piece)
        if made is not None:
            return made
    if board.smallest:
        return board
    data = {k: v for k, v in board.data.items() if k not in ("date", "variants")}
    case = Case(board.case, board.scenario)
    return _made(case, data, books.between(board.scenario.readings), piece) or board


def _asking(case: Case, number: int) -> Data:
    """Return a case as a board of which one of its questions is asked, counted from 1."""
    data = said_in(case)
    return {**data, "ask": [data["ask"][number - 1]]}


def _shorter(data: Data, between: Between, holds: Callable[[Data], bool]) -> Data:
    """Return a board with its question, or with how it ends, where that is told in fewer words."""
    outcomes = {**data, "ask": [OUTCOMES]}
    if not holds(outcomes):
        return data
    own, ending = (differs(one, between) for one in (data, outcomes))
    assert own is not None
    assert ending is not None
    return outcomes if ending.length <= own.length else data


def _dated(data: Data, between: Between) -> Data:
    """Return a board with the days on which it is to be asked."""
    old, new = str(between.old.date), str(between.new.date)
    asked = [{k: v for k, v in one.items() if k not in EXPECTED} for one in data["ask"]]
    dated = {**data, "ask": asked, "date": old}
    if old != new:
        dated["variants"] = [{"name": f"the rules of {new}", "date": new}]
    return dated
