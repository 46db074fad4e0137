"""Which answers of cases change from one rulebook to another, and by which rules.

Each case is asked under both rulebooks, on the day of each. One in whose steps no changed
statement could play a part is answered alike, and is not asked again; what the first rulebook
answers is kept between runs (`kb.testing.replaying`), and so is what came of a file under both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from kb.comparison.keeping import Kept, given, packed
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.inference.session import Session
from kb.inference.slicing import Slicer
from kb.library.place import store_in_use, using
from kb.questions import Situation
from kb.records import record
from kb.resources import Home, home
from kb.rulebook import RulebookView
from kb.rulings.ruling import Ruling
from kb.scenario import Case, reader
from kb.testing.ablation import missed_on, recorded_of
from kb.testing.between import Between, Books, RulesOf
from kb.testing.replaying import (
    GivenAnswer,
    PlayedCase,
    Solved,
    answered,
    asked_of,
    cases_in,
    is_kept,
    opened,
    pins_of,
    played_file,
    playing_file,
    situated,
    solved_in,
)
from kb.verification.pieces import files_left
from kb.verification.weighing import Weight, weight
from kb.workers import spread

SECONDS = 300.0
"""How long the cases of one file may take."""

TRIED = 8
"""In how many steps of a case that is answered alike it is tried whether a rule matters at all."""

TRIED_CASES = 12
"""In how many such cases that is tried for each rule, in each process."""


@record
class CaseTask:
    """A file whose cases are asked under two rulebooks.

    Attributes
    ----------
    file, game : str
    old, new : RulesOf
    rule : str or None
        Of all that changed, only this.
    store : Path or None
        The card store.
    first : bool
        Whether what comes after the first answer that a changed rule changes is left out.
    run : str
        What tells one comparison from another of the same rules: each tries anew what is reached.
    files : tuple of str
        All files whose cases are asked.
    only : frozenset of str or None
        The cases that were put off before, of which alone it is the turn now; None where those are
        put off in which no step shows anything else.
    pinning : frozenset of str or None
        The numbers of rules: only cases that pin one of them are asked, up to the first answer that
        one changes to another sentence. None for all cases.
    place : str
        What names the comparison where it is kept what came of cases; nothing where it is not.
    """

    file: str
    game: str
    old: RulesOf
    new: RulesOf
    rule: str | None = None
    store: Path | None = None
    first: bool = False
    run: str = ""
    files: tuple[str, ...] = ()
    only: frozenset[str] | None = None
    pinning: frozenset[str] | None = None
    place: str = ""

    def asks(self, case: Case) -> bool:
        """Return whether it is the turn of a case."""
        if self.only is not None:
            return case.name in self.only
        return self.pinning is None or not self.pinning.isdisjoint(pins_of(case))


@record
class ChangedAnswer:
    """A question that is answered in another way.

    Attributes
    ----------
    file : str
    line : int or None
        Where the question stands.
    case : str
        The scenario or the variant.
    number : int
        Which of its questions it is, counted from 1.
    question : str
        The question, in words.
    before, after : GivenAnswer
        The answers.
    rules : tuple of str
        The ids of the changed rules without which a step of the case leads elsewhere.
    gone, come : tuple of str
        The ids of the rules that the one answer rests on, and the other does not.
    proofs : tuple of str
        Both answers with what they rest on, as text.
    """

    file: str
    line: int | None
    case: str
    number: int
    question: str
    before: GivenAnswer
    after: GivenAnswer
    rules: tuple[str, ...]
    gone: tuple[str, ...]
    come: tuple[str, ...]
    proofs: tuple[str, str] = ("", "")

    @property
    def plain(self) -> bool:
        """Whether the sentence is another one, and not only what is told besides."""
        return self.before.sentence != self.after.sentence


@record
class OtherReasons:
    """A question that is answered in the same way, and rests on other rules.

    Attributes
    ----------
    file : str
    line : int or None
        Where the question stands.
    case : str
        The scenario or the variant.
    number : int
        Which of its questions it is, counted from 1.
    question : str
        The question, in words.
    answer : GivenAnswer
    rules : tuple of str
        The ids of the changed rules on which it rested or rests.
    gone, come : tuple of str
        The ids of the rules that it rests on under the one, and not under the other.
    """

    file: str
    line: int | None
    case: str
    number: int
    question: str
    answer: GivenAnswer
    rules: tuple[str, ...]
    gone: tuple[str, ...]
    come: tuple[str, ...]


@record
class ComparedFile:
    """What came of the cases of a file.

    Attributes
    ----------
    cases : int
        How many could be asked under one of the rulebooks at least.
    live : tuple of (str, str)
        File and case of those that were asked again, for a changed rule may play a part in them.
    changed : tuple of ChangedAnswer
    reaching : tuple of (str, str, str)
        File, case, and id of a changed rule without which a step of the case leads elsewhere.
    unasked : tuple of (str, str)
        The cases that make no sense on the day of either, each with the reason.
    put_off : tuple of (str, str, int)
        File and case of those in which a changed rule comes up and nothing is otherwise that a step
        shows, each with its weight: they are to be asked again when all others are.
    file : str
        Which file it is.
    """

    cases: int = 0
    live: tuple[tuple[str, str], ...] = ()
    changed: tuple[ChangedAnswer, ...] = ()
    reaching: tuple[tuple[str, str, str], ...] = ()
    unasked: tuple[tuple[str, str], ...] = ()
    put_off: tuple[tuple[str, str, int], ...] = ()
    file: str = ""


@record
class ComparedCases:
    """What came of all cases.

    Attributes
    ----------
    files : int
        How many files there are.
    begun : int
        Of how many of them all that is not put off was compared before time ran out.
    parts : tuple of ComparedFile
    reasons : tuple of OtherReasons
        The answers that stay, and rest on other rules.
    unreasoned : int
        In how many cases that was not looked for before time ran out.
    """

    files: int
    begun: int
    parts: tuple[ComparedFile, ...]
    reasons: tuple[OtherReasons, ...] = ()
    unreasoned: int = 0

    @property
    def cases(self) -> int:
        """How many cases were asked under both rulebooks."""
        return sum(part.cases for part in self.parts)

    @property
    def again(self) -> int:
        """How many were asked again, for a changed rule may play a part in them."""
        return len(self.live)

    @property
    def asked(self) -> int:
        """How many of the files were compared, with all their cases."""
        return self.begun - len(self.off)

    @property
    def cut(self) -> str:
        """What is told where time ran out: of a file that is left some cases may be asked."""
        left = files_left(self.files - self.asked, self.files)
        return f"time ran out before all cases of {left} were asked"

    @property
    def off(self) -> frozenset[str]:
        """The files with cases that were put off."""
        return frozenset(file for file, _ in self.put_off)

    @cached_property
    def put_off(self) -> tuple[tuple[str, str], ...]:
        """File and case of those in which a changed rule comes up, and that were not asked yet.

        The weightiest are first.
        """
        done = {*self.live, *((one.file, one.case) for one in self.changed)}
        left = [one for part in self.parts for one in part.put_off if one[:2] not in done]
        return tuple(one[:2] for one in sorted(left, key=lambda one: -one[2]))

    @property
    def live(self) -> tuple[tuple[str, str], ...]:
        """File and case of those that were asked again."""
        return tuple(one for part in self.parts for one in part.live)

    @property
    def coming(self) -> tuple[tuple[str, str], ...]:
        """File and case of all in which a changed rule comes up, those put off at the end."""
        return (*self.live, *self.put_off)

    @cached_property
    def changed(self) -> tuple[ChangedAnswer, ...]:
        """The answers that change, in the order of the files."""
        return tuple(one for part in self.parts for one in part.changed)

    @property
    def changed_cases(self) -> int:
        """How many cases have an answer that changes."""
        return len({(one.file, one.case) for one in self.changed})

    @cached_property
    def alike_cases(self) -> int:
        """How many cases are answered alike, and for other reasons."""
        changed = {(one.file, one.case) for one in self.changed}
        return len({(one.file, one.case) for one in self.reasons} - changed)

    @cached_property
    def reached(self) -> frozenset[str]:
        """The ids of the changed rules without which a step of some case leads elsewhere."""
        return frozenset(rule for _, _, rule in self.reaching)

    @property
    def reaching(self) -> tuple[tuple[str, str, str], ...]:
        """File, case, and id of a changed rule without which a step of the case leads elsewhere."""
        return tuple(one for part in self.parts for one in part.reaching)

    @property
    def unasked(self) -> tuple[tuple[str, str], ...]:
        """The cases that make no sense on the day of either rulebook, each with the reason."""
        return tuple(one for part in self.parts for one in part.unasked)

    @property
    def blaming(self) -> bool:
        """Whether some answer is another one by a changed rule."""
        return any(one.rules for one in self.changed)

    @property
    def complete(self) -> bool:
        """Whether no file was left out."""
        return self.asked == self.files

    def and_more(self, others: ComparedCases) -> ComparedCases:
        """Return these and others together."""
        parts = (*self.parts, *others.parts)
        return ComparedCases(
            *(self.files + others.files, self.begun + others.begun, parts),
            reasons=(*self.reasons, *others.reasons),
            unreasoned=self.unreasoned + others.unreasoned,
        )


def compare_cases(
    tasks: Sequence[CaseTask],
    *,
    jobs: int | None = None,
    clock: Clock | None = None,
    soft: Clock | None = None,
    progress: Callable[[ComparedFile], object] = lambda _: None,
) -> ComparedCases:
    """Ask the cases of files under two rulebooks, several files at once.

    Parameters
    ----------
    tasks : sequence of CaseTask
        Those first that matter most, where time may run out.
    jobs : int, optional
        How many processes work; as many as there are cores, unless given.
    clock : Clock, optional
        When time is over, what was found so far is returned.
    soft : Clock, optional
        When this is over, no further file is begun: those that are begun go on, and so do the
        processes, with all that they have loaded.
    progress : callable
        Is told what came of each file.
    """
    found: dict[int, ComparedFile] = {}
    # What may be cut stays in its order: the likeliest first. Else the longest are.
    order = list(range(len(tasks)))
    hasty = any(task.first or task.pinning is not None for task in tasks)
    if (clock is None or clock.left() is None) and not hasty:
        order.sort(key=lambda n: -Path(tasks[n].file).stat().st_size)
    pieces = [tasks[number] for number in order]
    for place, part in spread(
        compare_file,
        pieces,
        jobs=jobs,
        lost=_lost,
        seconds=SECONDS,
        clock=clock,
        begun=lambda task: None if soft is not None and soft.over else task,
    ):
        found[order[place]] = part
        progress(part)
        if _enough(tasks[0], part):
            break
    return ComparedCases(len(tasks), len(found), tuple(found[n] for n in sorted(found)))


def compare_file(task: CaseTask) -> ComparedFile:
    """Ask the cases of a file under two rulebooks."""
    with using(task.store):
        books = books_of(task)
        books.begin(task.run)
        done = _compared_in(task.run, task.file)
        known: tuple[PlayedCase, ...] = ()
        if is_kept(task.file, books.old({})):
            known = tuple(played_file(task.file, books.old))
        steps = _Steps(task.file, books, known)
        kept = Kept(task.place, task.file)
        done |= {asked: unpacked(data) for asked, data in kept.found.items()}
        cases = {asked_of(case.scenario): case for case in cases_in(task.file)}
        kept.order = list(cases)
        left = {
            asked
            for asked, case in cases.items()
            if task.asks(case) and (asked not in done or (task.only and done[asked].put_off))
        }
        # Where the first answer is enough, no case behind it is even played.
        playing = playing_file(
            task.file, books.old, lambda case: asked_of(case.scenario) in left, known
        )
        parts = []
        for asked in (asked for asked, case in cases.items() if task.asks(case)):
            if asked in left:
                case, played = next(playing)
                own = steps if task.only is None else None
                done[asked] = _compared(task.file, case, played, books, own, first=task.first)
                kept.add(asked, packed(done[asked]))
            # What was put off is counted already.
            parts.append(replace(done[asked], cases=0) if task.only else done[asked])
            if _enough(task, parts[-1]):
                break
        else:
            next(playing, None)  # now all of it is played, and may be kept
        kept.save()
    return together(parts, task.file)


def recalled(task: CaseTask) -> tuple[list[ComparedFile], bool]:
    """Return what is kept of the cases of a file, and whether that is all of them."""
    kept = Kept(task.place, task.file)
    return [unpacked(kept.found[a]) for a in kept.order if a in kept.found], kept.whole


def unpacked(data: Any) -> ComparedFile:
    """Return what came of a case as it was kept."""
    rows = {
        name: tuple(map(tuple, data[name])) for name in ("live", "reaching", "unasked", "put_off")
    }
    changed = (
        {
            **one,
            **{side: given(one[side]) for side in ("before", "after")},
            **{name: tuple(one[name]) for name in ("rules", "gone", "come", "proofs")},
        }
        for one in data["changed"]
    )
    answers = tuple(ChangedAnswer(**one) for one in changed)
    return ComparedFile(**{**data, **rows, "changed": answers})


def together(parts: Sequence[ComparedFile], file: str) -> ComparedFile:
    """Return what came of the cases of a file, as one."""
    return ComparedFile(
        sum(part.cases for part in parts),
        tuple(one for part in parts for one in part.live),
        tuple(one for part in parts for one in part.changed),
        tuple(one for part in parts for one in part.reaching),
        tuple(one for part in parts for one in part.unasked),
        tuple(one for part in parts for one in part.put_off),
        file,
    )


def _enough(task: CaseTask, part: ComparedFile) -> bool:
    """Return whether nothing more need be asked, for an answer is another one by some rule."""
    shown = [one for one in part.changed if one.rules]
    return bool(shown) if task.first else task.pinning is not None and any(o.plain for o in shown)


@lru_cache(maxsize=64)
def _compared_in(_run: str, _file: str) -> dict[str, ComparedFile]:
    """Return what came of the cases of a file so far in this process."""
    return {}


@record
class _Steps:
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


def _lost(task: CaseTask, error: LudexError) -> ComparedFile:
    overlays = (*task.new.overlays, *task.old.overlays)
    if overlays:
        hint = "does a rule here make ever more of itself?"
        raise LudexError(f"{error.message}; {hint}", file=overlays[0].name)
    return ComparedFile(unasked=((Path(task.file).stem, error.message),), file=task.file)


def _compared(
    file: str,
    case: Case,
    played: PlayedCase,
    books: Books,
    steps: _Steps | None = None,
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
    steps: _Steps | None,
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


def books_of(task: CaseTask) -> Books:
    """Return the two rulebooks of a task; they are loaded once in a process."""
    return _books(task.game, home(task.game), task.old, task.new, task.rule)


@lru_cache(maxsize=2)
def _books(game: str, _home: Home, old: RulesOf, new: RulesOf, rule: str | None) -> Books:
    return Books(game, old, new, rule)


def case_tasks(
    game: str,
    files: Iterable[Path],
    old: RulesOf,
    new: RulesOf,
    rule: str | None = None,
    *,
    first: bool = False,
    place: str = "",
) -> list[CaseTask]:
    """Return files as tasks."""
    run = uuid4().hex
    names = tuple(map(str, files))
    return [
        CaseTask(name, game, old, new, rule, store_in_use(), first, run, names, place=place)
        for name in names
    ]
