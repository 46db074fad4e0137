"""One case asked under two rulebooks: whether its answers change, and by which rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property

from kb.comparison.answers import ChangedAnswer, ComparedFile
from kb.errors import LudexError
from kb.inference.session import Session
from kb.inference.slicing import Slicer
from kb.questions import Situation
from kb.records import record
from kb.rulebook import RulebookView
from kb.rulings.ruling import Ruling
from kb.scenario import Case, reader
from kb.testing.ablation import missed_on, recorded_of
from kb.testing.asked import GivenAnswer, answered, opened, situated
from kb.testing.between import Between, Books
from kb.testing.played import PlayedCase, Solved
from kb.testing.replaying import solved_in
from kb.verification.weighing import Weight, weight

TRIED = 8
"""In how many steps of a case that is answered alike it is tried whether a rule matters at all."""

TRIED_CASES = 12
"""In how many such cases that is tried for each rule, in each process."""


@record
class Steps:
    """Tells how much what changed matters in the steps of the cases of a file."""

    file: str
    books: Books
    played: tuple[PlayedCase, ...]

    @cached_property
    def _solved(self) -> dict[str, Solved]:
        return solved_in(self.file, self.books.old({}), self.played)

    def weight(self, played: PlayedCase, between: Between) -> Weight:
        """Return how much it matters in the steps of a case."""
        solved = played.solved or self._solved.get(played.asked)
        return weight(played, solved, between)


def compared(
    file: str,
    case: Case,
    played: PlayedCase,
    books: Books,
    steps: Steps | None = None,
    *,
    first: bool = False,
) -> ComparedFile:
    """Return what came of a case; with its steps, it may be that it is put off.

    With `first`, nothing is asked behind the first answer that is another one.
    """
    between = books.between(case.scenario.readings)
    firing = played.may_fire(between.slicer, between.changed)
    unasked = _without_asking(file, case, played, between, firing, steps)
    if unasked is not None:
        return unasked
    try:
        now = situated(case, between.new)
    except LudexError as error:
        if played.unasked:
            return ComparedFile(unasked=((case.name, error.message),))
        return ComparedFile(1, changed=tuple(_unasked(file, case, played, error)))
    same = _begins_alike(case, between, now)
    if same and played.unasked:
        return ComparedFile(unasked=((case.name, played.answers[0].sentence),))
    if same and not firing:
        return ComparedFile(1)
    known = played.answers if first else ()
    new = _Asked.of(now, between.new, between.new_slicer, known)
    if played.unasked and all(said.key == played.answers[0].key for said in new.answers):
        return ComparedFile(unasked=((case.name, new.answers[0].sentence),))
    both = enumerate(zip(played.answers, new.answers, strict=False))
    differing = [number for number, (one, other) in both if one.key != other.key]
    # What is reached by one case need not be tried on others, where their answers stay the same.
    # Where the two begin differently, nothing is known of what may fire.
    may = between.labels_of(firing) if same else between.numbered
    left = between.numbered.intersection(may) - books.reached
    left = frozenset(rule for rule in left if differing or books.tried[rule] < TRIED_CASES)
    books.tried.update(left)
    reached = new.missed(left & between.new.labels.keys(), TRIED)
    old: _Asked | None = None
    if differing or (left - reached) & between.old.labels.keys():
        with suppress(LudexError):
            old = _Asked.of(situated(case, between.old), between.old, between.old_slicer)
            reached |= old.missed(left - reached, TRIED)
    changed = [
        _changed(file, case, played, between, number, (old, new), may) for number in differing
    ]
    reached = reached.union(*(one.rules for one in changed))
    books.reached |= reached
    return ComparedFile(
        *(1, ((file, case.name),), tuple(changed)),
        tuple((file, case.name, name) for name in sorted(reached)),
    )


def _without_asking(
    file: str,
    case: Case,
    played: PlayedCase,
    between: Between,
    firing: frozenset[int],
    steps: Steps | None,
) -> ComparedFile | None:
    """Return what comes of a case in which nothing changes, or little; None if it is to be asked.

    What a case says depends on the day alone: on the same one both begin alike.
    """
    if between.old.date != between.new.date or played.unasked:
        return None
    if not firing:
        return ComparedFile(1)
    own = Weight.APART if steps is None else steps.weight(played, between)
    if own == Weight.NONE and not _supposing(between):
        return ComparedFile(1)
    return ComparedFile(1, put_off=((file, case.name, int(own)),)) if own < Weight.APART else None


def _begins_alike(case: Case, between: Between, now: Situation) -> bool:
    """Return whether a case says the same under both."""
    if between.old.date == between.new.date:
        return True
    try:
        then = situated(case, between.old)
    except LudexError:
        return False
    return (then.static, then.state) == (now.static, now.state)


@record
class _Asked:
    """What a case answers under one of the rulebooks."""

    session: Session
    answers: tuple[GivenAnswer, ...]
    rulings: tuple[Ruling, ...]

    @staticmethod
    def of(
        situation: Situation,
        view: RulebookView,
        slicer: Slicer,
        known: Sequence[GivenAnswer] = (),
    ) -> _Asked:
        """Ask a case; where others are `known`, up to the first answer that is another one."""
        session = opened(situation, view, slicer, told=False)
        return _Asked(session, *answered(session, known))

    def missed(self, numbered: frozenset[str], most: int | None = None) -> frozenset[str]:
        """Return those of some rules without which a step leads elsewhere."""
        try:
            return missed_on(recorded_of(self.session, self.rulings), numbered, most)
        except LudexError:  # what is done can't be done at all
            return frozenset()


def _changed(
    file: str,
    case: Case,
    played: PlayedCase,
    between: Between,
    number: int,
    sides: tuple[_Asked | None, _Asked],
    may: frozenset[str],
) -> ChangedAnswer:
    """Return an answer that changes, with the changed rules by which it does."""
    old, new = sides
    asked = new.session.situation.questions[number]
    both = [
        next((r for r in (() if one is None else one.rulings) if r.asked.path == asked.path), None)
        for one in sides
    ]
    rested, rests = (() if one is None else one.labels for one in both)
    gone = tuple(name for name in rested if name not in rests)
    come = tuple(name for name in rests if name not in rested)
    why_before, why_after = ("" if one is None else one.reasons for one in both)
    after = new.answers[number]
    rules = between.numbered.intersection((*gone, *come)) or new.missed(between.numbered)
    if not rules and old is not None and old.rulings:
        rules = old.missed(between.numbered)
    rules = rules or _answering(case, between, after, number, may)
    mark = reader.mark_of(case.scenario.node, asked.path)
    return ChangedAnswer(
        *(file, None if mark is None else mark.line, case.name, number + 1, asked.name),
        *(played.answers[number], after, tuple(sorted(rules)), gone, come),
        (why_before, why_after),
    )


def _supposing(between: Between) -> bool:
    """Return whether answers say what they suppose: steps under other readings tell that."""
    books = (between.old.rulebook, between.new.rulebook)
    return any(gap.supposed for book in books for gap in book.gaps.gaps.values())


def _answering(
    case: Case, between: Between, after: GivenAnswer, number: int, rules: Iterable[str]
) -> frozenset[str]:
    """Return those of some rules without which a question has not the answer that it has.

    This tells even which rule leaves no way on, and so no step that could be tried without it.
    """
    found = set()
    for rule in sorted(between.new.labels.keys() & rules):
        view = between.new.of(tuple(s for s in between.new.statements if s.label.id != rule))
        with suppress(LudexError):
            said, _ = answered(opened(situated(case, view), view, told=False))
            if said[number].key != after.key:
                found.add(rule)
    return frozenset(found)


def _unasked(
    file: str, case: Case, played: PlayedCase, error: LudexError
) -> Iterator[ChangedAnswer]:
    for number, before in enumerate(played.answers, 1):
        after = GivenAnswer.failed(error)
        if before.key != after.key:
            yield ChangedAnswer(file, None, case.name, number, "", before, after, (), (), ())
