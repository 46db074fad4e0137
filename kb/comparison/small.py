"""For each changed rule a small board that shows it, made of a case.

Of the cases with another answer by a rule the shortest are taken, and all is taken away without
which the answer is still another one (`kb.verification.nearby`). Where a rule is reached and no
answer changes, the boards near those cases are tried first.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from kb.comparison.cases import CaseTask, ComparedCases, books_of
from kb.comparison.further import further_questions
from kb.comparison.keeping import given
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.inference.session import Session
from kb.library.place import using
from kb.records import record
from kb.rulebook import Label, RulebookView
from kb.scenario import Case, Game, Scenario, reader
from kb.testing.between import Between, Books, changed_alone
from kb.testing.replaying import (
    EXPECTED,
    UNASKED,
    GivenAnswer,
    answered,
    asked_of,
    cases_in,
    opened,
    situated,
)
from kb.verification.lacking import Lacking
from kb.verification.near import Donor, Near, board_of, closest, donors_of
from kb.verification.nearby import Data, options_of, shrunk
from kb.verification.probing import SAME, OutOfTime, Probed, TimedEngine
from kb.workers import spread

MADE = 30.0
"""How many seconds of work boards near cases are tried, and a board is made smaller."""

OUTCOMES: Data = {"outcomes": {}}
"""What is asked of a board near a case besides the questions of the case: how it ends."""

EARLY = 8.0
"""How many of these are spent before all cases are compared."""

ASKED = 2.0
"""How many seconds more a board may take on which a step is another one already."""

FEW_CASES = 2
"""Near how many cases it is looked in that time."""

SOON = 4.0
"""How many seconds it is made smaller where it is the first that is found."""

SECONDS = 120.0
"""How long it may take to make the board of a rule."""


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
        answers = {side: given(data[side]) for side in ("before", "after")}
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


def told_once(boards: Iterable[SmallBoard]) -> tuple[SmallBoard, ...]:
    """Return boards, those that are alike once, for all the rules that they show."""
    told: dict[str, SmallBoard] = {}
    for board in boards:
        key = repr(board.data)
        known = told.get(key)
        told[key] = board if known is None else replace(known, rules=(*known.rules, *board.rules))
    return tuple(told.values())


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

        def rules_of(case: Case) -> Between:
            return books.between(case.scenario.readings)

        few = piece.seconds < MADE

        def donors(lacking: Lacking) -> Iterator[Donor]:
            # While others are still to be compared, their cases are not played for this.
            return donors_of(piece.task.files, books, lacking, kept=few)

        if piece.likely is not None:
            known = {asked_of(case.scenario) for case in near}
            until = end - (1 - SEARCHED) * piece.seconds
            files = () if few else piece.task.files
            close = closest(files, books, books.between({}), until, piece.likely)
            near += [case for case in close if asked_of(case.scenario) not in known]
        futile: Counter[frozenset[str]] = Counter()
        looked = _looked_in(piece.task.run, piece.rule)
        # Where the rulebooks are known to come apart, the furthest, it is looked first.
        near.sort(key=lambda case: -looked.level(board_of(case)))
        near, surveyed = (near[:FEW_CASES], FEW_CASES) if few else (near, SURVEYED)
        search = Near(
            near,
            rules_of,
            donors,
            end,
            piece.task.files,
            surveyed=surveyed,
            known=looked.known,
        )
        for case, board, found in search.boards():
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
                return _made(case, other, rules_of(case), replace(piece, rule=rule))
    return None


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


WIDE = 4
"""Where what changed comes up in fewer cases than that, others are looked for that are close."""

FEW_RULES = 6
"""Of how many changed rules at most that is done: of many, some show in cases."""

SURVEYED = 4
"""At how many cases it is asked, too, what players may do, where what changed says so."""

FUTILE = 2
"""On how many boards on which the same comes apart it is asked in vain what else is so."""

SEARCHED = 0.3
"""Which share of the time it may take to look for them."""


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
                differing = _differing({**data, "ask": asked}, between, end)
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
    others = sorted(_first_numbers(between) - {piece.rule}) if piece.task.first else ()
    return next((one for one in (piece.rule, *others) if _Blame(between, one).on(data)), None)


def _first_numbers(between: Between) -> set[str]:
    """Return the numbers of the changed rules, of each the first."""
    return {
        number
        for view in (between.old, between.new)
        for name in between.numbered & view.labels.keys()
        for number in view.labels[name].numbers_on(view.date)[:1]
    }


class _Blame:
    """Tells whether boards are answered in another way because of one of the changed rules.

    They are, if without its change alone, or by its change alone, the answer is another one.

    Parameters
    ----------
    between : Between
    rule : str
        The first number of the rule.
    """

    def __init__(self, between: Between, rule: str) -> None:
        old, new = between.old, between.new
        # Of rules of which one alone has changed, nothing need be asked.
        self._only = _first_numbers(between) <= {rule}
        self._pairs = () if self._only else ((new, old), (old, new))
        self._rule = rule
        self._views: dict[int, RulebookView] = {}
        self._by: int | None = None

    def on(self, data: Data) -> bool:
        """Return whether a board of one question shows the rule, in the way the first did."""
        ways = range(len(self._pairs)) if self._by is None else (self._by,)
        shown = next((way for way in ways if self._shows(data, way)), None)
        self._by = shown if self._by is None else self._by
        return self._only or shown is not None

    def _shows(self, data: Data, way: int) -> bool:
        from_, to = self._pairs[way]
        if way not in self._views:
            self._views[way] = changed_alone(from_, to, self._rule)
        case = Case("", Scenario.of(reader.node_of(data)))
        try:
            said = [
                answered(opened(situated(case, view), view, told=False))[0][0].key
                for view in (from_, self._views[way])
            ]
        except LudexError:
            return False
        return said[0] != said[1] and UNASKED not in said


def _made(case: Case, data: Data, between: Between, piece: SmallTask) -> SmallBoard | None:
    """Return a board made small; None if it is not because of the rule that it differs."""
    found = _differs(data, between)
    plain = found is not None and found.plain
    blame = _Blame(between, piece.rule)
    if not blame.on(data):
        return None

    def holds(smaller: Data) -> bool:
        # Where another sentence is answered, that is what the small board is to show.
        differing = _differs(smaller, between)
        if differing is None or not (differing.plain or not plain):
            return False
        return blame.on(smaller)

    if piece.task.first:
        board, smallest = data, False
    else:
        board, smallest = shrunk(_shorter(data, between, holds), holds, piece.shrinking)
    differing = _differs(board, between)
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
    data = {k: v for k, v in reader.plain(case.scenario.node).items() if k != "variants"}
    return {**data, "ask": [data["ask"][number - 1]]}


def _shorter(data: Data, between: Between, holds: Callable[[Data], bool]) -> Data:
    """Return a board with its question, or with how it ends, where that is told in fewer words."""
    outcomes = {**data, "ask": [OUTCOMES]}
    if not holds(outcomes):
        return data
    own, ending = (_differs(one, between) for one in (data, outcomes))
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


class _Differing(NamedTuple):
    """A question of a board that is answered in another way, and both answers."""

    number: int
    question: str
    before: GivenAnswer
    after: GivenAnswer

    @property
    def plain(self) -> bool:
        """Whether the sentence is another one, and not only what is told besides."""
        return self.before.sentence != self.after.sentence

    @property
    def length(self) -> int:
        """How long both sentences are together."""
        return len(self.before.sentence) + len(self.after.sentence)


def _differs(data: Data, between: Between) -> _Differing | None:
    """Return the first question of a board with another answer; None if there is none."""
    try:
        return _differing(data, between)
    except LudexError:
        return None


def _differing(data: Data, between: Between, end: float | None = None) -> _Differing | None:
    sides = ((between.old, between.old_slicer), (between.new, between.new_slicer))
    case = Case("", Scenario.of(reader.node_of(data)))
    sessions = []
    for view, slicer in sides:
        situation = situated(case, view)
        engine = TimedEngine(view, situation.static, slicer, end)
        sessions.append(Session(situation, view, situation.game, engine=engine))
    (before, _), (after, _) = map(answered, sessions)
    questions = sessions[0].situation.questions
    for number, both in enumerate(zip(before, after, strict=True)):
        if both[0].key != both[1].key and UNASKED not in (both[0].key, both[1].key):
            return _Differing(number, questions[number].name, *both)
    return None
