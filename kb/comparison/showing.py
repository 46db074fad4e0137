"""The small boards that show changed rules, and the cases of which each may be made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from kb.comparison.answers import ComparedCases
from kb.comparison.tasks import CaseTask
from kb.records import record
from kb.rulebook import Label
from kb.scenario import Scenario, reader
from kb.testing.asked import UNASKED, GivenAnswer
from kb.verification.board import Data

MADE = 30.0
"""How many seconds of work boards near cases are tried, and a board is made smaller."""

EARLY = 8.0
"""How many of these are spent before all cases are compared."""

FEW_CASES = 2
"""Near how many cases it is looked in that time."""

SOON = 4.0
"""How many seconds it is made smaller where it is the first that is found."""


@record
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
    first : int
        How many of the places go before all others.
    likely : tuple of str or None
        The files that most likely have to do with the rule, where cases are looked for that are
        close to it; None where the places will do.
    seconds : float
        How many seconds of work boards near the cases are tried.
    shrinking : float
        How many seconds of work a board is made smaller.
    board : SmallBoard or None
        One that shows it already, and is only made smaller.
    """

    task: CaseTask
    rule: str
    places: tuple[tuple[str, str, int], ...]
    first: int = 0
    likely: tuple[str, ...] | None = None
    seconds: float = MADE
    shrinking: float = MADE
    board: SmallBoard | None = None

    @property
    def brief(self) -> bool:
        """Whether boards near the cases are tried for a while only, and later at length."""
        return self.seconds < MADE


@record
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

    @staticmethod
    def of(data: Any) -> SmallBoard:
        """Return it as it was kept."""
        answers = {side: GivenAnswer.kept(data[side]) for side in ("before", "after")}
        return SmallBoard(**{**data, **answers, "rules": tuple(data["rules"])})

    @property
    def scenario(self) -> Scenario:
        """The board; `ludex ask` replays it."""
        return Scenario.of(reader.node_of(self.data))


def small_tasks(
    tasks: Sequence[CaseTask],
    found: ComparedCases,
    changed: Iterable[Label],
    *,
    near: bool = True,
    early: bool = False,
    likely: Sequence[str] = (),
) -> list[SmallTask]:
    """Return for each changed rule the cases that may show it, or with `near` boards near them.

    Where what changed plays no part in any case, those of some `likely` files may be near it.
    With `early` not all cases are compared yet, and boards near those are tried for a while only.
    """
    by_number: dict[str, set[str]] = {}
    for label in changed:
        by_number.setdefault(label.numbers[0], set()).add(label.id)
    pieces = []
    for number, ids in by_number.items():
        showing = [one for one in found.changed if ids & set(one.rules)]
        showing = [one for one in showing if UNASKED not in (one.before.key, one.after.key)]
        # Best is seen what is answered with another sentence, and not told besides only.
        showing.sort(key=lambda one: not one.plain)
        first = sum(one.plain for one in showing)
        places = [(one.file, one.case, one.number) for one in showing]
        if early and not showing and len(by_number) <= FEW_RULES:
            reaching = {(file, name): 0 for file, name, rule in found.reaching if rule in ids}
            places = [(file, name, 0) for file, name in {**reaching, **dict.fromkeys(found.coming)}]
            if places or likely:
                # Where what changed comes up in no case yet, some that are likely may be close.
                close = None if places else tuple(likely)
                some = (tasks[0], number, tuple(places), len(reaching), close)
                pieces.append(SmallTask(*some, seconds=EARLY))
            continue
        if near and not showing:
            # Most likely a board near a case differs that the rule is known to matter in.
            reaching = {(file, name): 0 for file, name, rule in found.reaching if rule in ids}
            first = len(reaching)
            places = [(file, name, 0) for file, name in {**reaching, **dict.fromkeys(found.coming)}]
            if len(places) < WIDE and len(by_number) <= FEW_RULES:
                # What changed comes up in few cases: others may be close to it.
                pieces.append(SmallTask(tasks[0], number, tuple(places), first, tuple(likely)))
                continue
        if places:
            pieces.append(SmallTask(tasks[0], number, tuple(places), first))
    return pieces


def soon(pieces: Iterable[SmallTask]) -> list[SmallTask]:
    """Return pieces whose boards are wanted at once, whether anything can be taken away or not."""
    return [replace(piece, shrinking=SOON) for piece in pieces]


def told_once(boards: Iterable[SmallBoard]) -> tuple[SmallBoard, ...]:
    """Return boards, those that are alike once, for all the rules that they show."""
    told: dict[str, SmallBoard] = {}
    for board in boards:
        key = repr(board.data)
        known = told.get(key)
        told[key] = board if known is None else replace(known, rules=(*known.rules, *board.rules))
    return tuple(told.values())


WIDE = 4
"""Where what changed comes up in fewer cases than that, others are looked for that are close."""

FEW_RULES = 6
"""Of how many changed rules at most that is done: of many, some show in cases."""
