"""Which of the files that pin a changed rule come closest to what changed in it.

A rule may have many statements, and its number may stand above more than one block: most cases that
pin it rest on others than those that changed. How many conditions of these no fact of a case meets,
before anything is done in it, tells at once which are about them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from kb.comparison.tasks import CaseTask, books_of
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.inference.shapes import whole_shapes
from kb.library.place import using
from kb.records import record
from kb.scenario import Case
from kb.testing.asked import cases_in, pins_of, situated
from kb.testing.between import Books
from kb.workers import spread

SECONDS = 4.0
"""How many seconds of work it takes at most to look at files, and in which it is the turn of the
shortest first."""

UNKNOWN = 10**6
"""How far off a file is that was not looked at."""


@record
class PinningTask:
    """Files that pin changed rules, as plain data.

    Attributes
    ----------
    task : CaseTask
        The rulebooks.
    files : tuple of str
    numbers : frozenset of str
        The numbers of the changed rules.
    """

    task: CaseTask
    files: tuple[str, ...]
    numbers: frozenset[str]


def closest_first(
    task: CaseTask, files: Sequence[str], numbers: frozenset[str], clock: Clock
) -> list[str]:
    """Return files that pin changed rules, those first that lack least for what changed.

    Of those that lack as much the shortest are first; so are all, where there is no time to look.
    """
    ordered = sorted(files, key=_length)
    piece = PinningTask(task, tuple(ordered), numbers)
    for _, far in spread(
        how_far, [piece], jobs=1, lost=lambda *_: [], seconds=SECONDS * 10, clock=clock
    ):
        places = dict(zip(ordered, far, strict=False))
        ordered.sort(key=lambda file: (places.get(file, UNKNOWN), _length(file)))
    return ordered


def how_far(piece: PinningTask) -> list[int]:
    """Return how many conditions of what changed each file lacks at least, the first of them."""
    found = []
    with using(piece.task.store):
        books = books_of(piece.task)
        end = time.process_time() + SECONDS
        for file in piece.files:
            some = (case for case in cases_in(file) if piece.numbers & pins_of(case))
            found.append(min((_far(case, books) for case in some), default=UNKNOWN))
            if time.process_time() >= end:
                break
    return found


def _far(case: Case, books: Books) -> int:
    between = books.between(case.scenario.readings)
    try:
        begun = situated(case, between.old)
    except LudexError:  # what makes no sense shows nothing
        return UNKNOWN
    shapes = whole_shapes(map(str, begun.static), map(str, begun.state))
    return between.slicer.short_of(shapes, between.changed)


def _length(file: str) -> int:
    return Path(file).stat().st_size
