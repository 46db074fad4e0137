"""Boards near cases on which a changed rule shows, where it shows in no case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from typing import NamedTuple

from kb.comparison.differing import Blame, first_differing, first_numbers
from kb.comparison.further import further_questions
from kb.comparison.showing import FEW_CASES, SmallTask
from kb.errors import LudexError
from kb.records import record
from kb.scenario import Case, Game
from kb.testing.asked import asked_of
from kb.testing.between import Between, Books
from kb.verification.board import Data, board_of, options_of
from kb.verification.donors import Donor, closest, donors_of
from kb.verification.lacking import Lacking
from kb.verification.near import Near
from kb.verification.probing import SAME, OutOfTime, Probed

OUTCOMES: Data = {"outcomes": {}}
"""What is asked of a board near a case besides the questions of the case: how it ends."""

ASKED = 2.0
"""How many seconds more a board may take on which a step is another one already."""

SURVEYED = 4
"""At how many cases it is asked, too, what players may do, where what changed says so."""

FUTILE = 2
"""On how many boards on which the same comes apart it is asked in vain what else is so."""

SEARCHED = 0.3
"""Which share of the time it may take to look for them."""


class Sought(NamedTuple):
    """A board near a case, and a rule because of which it is answered in another way."""

    case: Case
    board: Data
    rule: str


def board_near(piece: SmallTask, books: Books, near: Sequence[Case], end: float) -> Sought | None:
    """Return a board near one of some cases that shows the rule of a piece, if one is found.

    Where one finding is enough, it may show any changed rule.
    """
    looked = _looked_in(piece.task.run, piece.rule)

    def rules_of(case: Case) -> Between:
        return books.between(case.scenario.readings)

    futile: Counter[frozenset[str]] = Counter()
    for case, board, found in _searching(piece, books, near, end, looked).boards():
        if repr(board) in looked.vain:
            continue
        apart = frozenset(name for name, *_ in found.differing)
        further = futile[apart] < FUTILE
        try:
            other = _answered_otherwise(
                *(board, rules_of(case), found.names, end + ASKED), further=further
            )
        except OutOfTime:
            break
        futile[apart] += other is None
        if other is None:
            looked.vain.add(repr(board))
        rule = None if other is None else _mattering(other, rules_of(case), piece)
        if other is not None and rule is not None:
            return Sought(case, other, rule)
    return None


def _searching(
    piece: SmallTask, books: Books, near: Sequence[Case], end: float, looked: _Looked
) -> Near:
    """Return the search of boards near cases, those of likely files among them."""
    cases = list(near)

    def donors(lacking: Lacking) -> Iterator[Donor]:
        # While others are still to be compared, their cases are not played for this.
        return donors_of(piece.task.files, books, lacking, kept=piece.brief)

    if piece.likely is not None:
        known = {asked_of(case.scenario) for case in cases}
        until = end - (1 - SEARCHED) * piece.seconds
        files = () if piece.brief else piece.task.files
        close = closest(files, books, books.between({}), until, piece.likely)
        cases += [case for case in close if asked_of(case.scenario) not in known]
    # Where the rulebooks are known to come apart, the furthest, it is looked first.
    cases.sort(key=lambda case: -looked.level(board_of(case)))
    return Near(
        cases[:FEW_CASES] if piece.brief else cases,
        lambda case: books.between(case.scenario.readings),
        donors,
        end,
        piece.task.files,
        surveyed=FEW_CASES if piece.brief else SURVEYED,
        known=looked.known,
    )


@record(eq=False)
class _Looked:
    """What is known of boards that were looked at for a while before it was the turn of others.

    Attributes
    ----------
    known : dict
        How far the rulebooks come apart on each.
    vain : set of str
        Those on which they do, and that were asked in vain.
    """

    known: dict[str, Probed | None] = field(default_factory=dict)
    vain: set[str] = field(default_factory=set)

    def level(self, data: Data) -> int:
        """Return how far the rulebooks come apart on a board, as far as that is known."""
        found = self.known.get(repr(data))
        return SAME if found is None else found.level


@lru_cache(maxsize=16)
def _looked_in(_run: str, _rule: str) -> _Looked:
    """Return what is known of boards near cases in one comparison, in this process."""
    return _Looked()


def _answered_otherwise(
    data: Data, between: Between, names: frozenset[str], end: float, *, further: bool = True
) -> Data | None:
    """Return a board near a case with the question that is answered in another way, if any is.

    Asked is what the case asks, how it ends, and then, with `further`, what players may do and what
    is so of the things of these names; at the `end` of the time `OutOfTime` is raised.
    """
    # What is asked may make no sense there any more, and not every game says how boards end.
    own = ([*data["ask"], OUTCOMES], data["ask"], [OUTCOMES])
    rounds: list[Sequence[list[Data]]] = [own]
    if further:
        more = list(further_questions(data, Game.load(between.new.rulebook.game), names))
        rounds += [(options_of(data),), (more, *([one] for one in more))]
    for some in rounds:
        for asked in some:
            try:
                differing = first_differing({**data, "ask": asked}, between, end)
            except LudexError:
                continue
            if differing is not None:
                return {**data, "ask": [asked[differing.number]]}
            if len(asked) > 1 or some is own:
                break
    return None


def _mattering(data: Data, between: Between, piece: SmallTask) -> str | None:
    """Return the rule of a piece if a board is answered in another way because of it.

    Where one finding is enough, it may be any changed rule.
    """
    others = sorted(first_numbers(between) - {piece.rule}) if piece.task.first else ()
    return next((one for one in (piece.rule, *others) if Blame(between, one).on(data)), None)
