"""The cases that boards are made of: those in which least is lacking, and those that have it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kb.records import record
from kb.scenario import Case, reader
from kb.testing.between import Between, Books
from kb.testing.replaying import is_kept, playing_file
from kb.verification.board import Data, said_in
from kb.verification.lacking import Lacking

BEGUN = 16
"""At how many cases a search begins."""

ENOUGH = 6
"""How many of the likely cases have to lack nothing for no others to be looked at."""


@record
class Donor:
    """A case as a board, and the conditions that something in it meets.

    Attributes
    ----------
    data : Data
    met : frozenset of int
        The numbers of literals, see `Lacking`.
    """

    data: Data
    met: frozenset[int]


def closest(
    files: Sequence[str],
    books: Books,
    between: Between,
    end: float,
    likely: Sequence[str] = (),
) -> list[Case]:
    """Return the cases in which least is lacking for what changed, the closest first.

    Parameters
    ----------
    files : sequence of str
    books : Books
    between : Between
        What changed.
    end : float
        When time is over, as the process counts its time.
    likely : sequence of str
        The files that most likely have to do with it, which are looked at before others.
    """
    lacking = Lacking(between.slicer, between.changed, between.added)
    places = {file: place for place, file in enumerate(likely)}
    found: list[tuple[int, int, int, Case]] = []
    for file in (*likely, *(file for file in by_size(files) if file not in places)):
        if file not in places and [far for far, *_ in found].count(0) >= ENOUGH:
            break
        for case, played in playing_file(file, books.old):
            far = lacking.far(between.changed, lacking.of_case(played))
            length = len(repr(reader.plain(case.scenario.node)))
            found.append((far, places.get(file, len(places)), length, case))
            if time.process_time() >= end:
                break
        if time.process_time() >= end:
            break
    found.sort(key=lambda one: one[:3])
    return [case for *_, case in found[:BEGUN]]


def donors_of(
    files: Iterable[str], books: Books, lacking: Lacking, *, kept: bool = False
) -> Iterator[Donor]:
    """Yield all cases as boards, with what meets conditions in each, those of short files first.

    With `kept`, only those of files of which it was kept what came of them.
    """
    for file in by_size(files):
        if kept and not is_kept(file, books.old({})):
            continue
        for case, played in playing_file(file, books.old):
            yield Donor(said_in(case), lacking.of_case(played))


def by_size(files: Iterable[str]) -> list[str]:
    """Return files, the shortest first."""
    return sorted(files, key=lambda file: Path(file).stat().st_size)
