"""Where two rulebooks end differently, and the proof that they do not.

Both are followed at once from all boards of a size (``queries/<game>/boards.lp``), micro-step by
micro-step, until each is at rest: a single step would give false alarms, as one rulebook may let
happen a step earlier what the other does a step later. Decisions of the same name are decided alike
(``queries/difference.lp``), and what is seen of the two boards at rest is compared.

A board on which that differs is only a suspect: where the decisions of two rulebooks have different
names, the solver decides them independently. So all outcomes of the board are explored under either
rulebook, concretely. If the two sets of outcomes are the same, the board is left out and the search
goes on; if not, it is the smallest difference.

When no suspect is left, the rulebooks never end differently on boards of that size: each course of
events under the one has a counterpart under the other that ends alike. This rests on every step
having a stable model, which is checked, too (`kb.verification.coherence`), and on all boards
coming to rest, which the solver shows. It covers what happens by itself, from a board on until a
player may act; not what players do then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import field, replace
from datetime import date
from html import escape
from pathlib import Path
from typing import Any, Literal, TypeVar

from clingo import Symbol

from kb.comparison.cases import ComparedCases
from kb.comparison.ends import End, Judge
from kb.comparison.small import SmallBoard
from kb.comparison.speaking import SpokenWord
from kb.errors import LudexError, closest, nearest, quote
from kb.inference.engine import Clock
from kb.proof.words import Phrasing
from kb.questions import Situation, situate
from kb.records import record
from kb.rulebook import Label, Rulebook, RulebookView, read_date
from kb.rulebook.overlay import Overlay, overlay_name, read_overlay
from kb.rulebook.source import Source, checked_source
from kb.rulebook.uncovered import Uncovered
from kb.scenario import Game, Scenario
from kb.scenario.cards import Catalogue
from kb.testing.between import key_of, only
from kb.verification.boarding import MEMORY, TIME, Progress
from kb.verification.coherence import Ground, named_atoms
from kb.verification.findings import Finding, Searched
from kb.verification.follow import Boards, FollowedBoard, Follower
from kb.verification.questions import Questions
from kb.verification.reach import Reach
from kb.verification.scenes import Scene
from kb.verification.verify import LIMIT, SIZE
from kb.workers import streamed

OLD, NEW = "old", "new"
_T = TypeVar("_T")

Verdict = Literal["differ", "agree", "unknown"]


@record
class Side:
    """One of the two rulebooks.

    Attributes
    ----------
    name : str
        What it is called: its date, or the file of the overlay.
    view : RulebookView
    overlays : tuple of Source
        The rules on top.
    asked : date or None
        The day that was meant, where no text of the rules is known that is so new.
    """

    name: str
    view: RulebookView
    overlays: tuple[Source, ...] = ()
    asked: date | None = None

    @property
    def labels(self) -> tuple[Label, ...]:
        """The rules in force, with the numbers of its day."""
        return tuple(label.on(self.view.date) for label in self.view.labels.values())

    @property
    def note(self) -> str:
        """By which text it is compared, where none is known of the day that was meant."""
        if self.asked is None:
            return ""
        return f"no rules of {self.asked} are known: the newest are compared, of {self.view.date}"


@record
class Difference:
    """A board that ends differently.

    Attributes
    ----------
    size : int
        How many objects it has; with fewer there is no difference.
    scenario : Scenario
        The board; `ludex ask` replays it with either date.
    old, new : tuple of tuple of str
        How it can end under each rulebook: what is not so in every end, in words.
    rules : tuple of Label
        The rules in force only in one of them without which it would end otherwise there.
    """

    size: int
    scenario: Scenario
    old: tuple[tuple[str, ...], ...]
    new: tuple[tuple[str, ...], ...]
    rules: tuple[Label, ...]


@record
class ChangedFindings:
    """What is wrong under one rulebook only.

    Attributes
    ----------
    appear, vanish : tuple of Finding
        What is wrong under the new one only, and under the old one only.
    complete : bool
        False when time ran out before all cases were looked through.
    """

    appear: tuple[Finding, ...]
    vanish: tuple[Finding, ...]
    complete: bool


@record
class Comparison:
    """What a comparison came to.

    Attributes
    ----------
    game : str
    old, new : Side
    size : int
        Up to how many objects there is no difference on any board; -1 if that is not known.
    wanted : int
        Up to how many objects boards were to be searched.
    moments : int
        How many micro-steps it takes at most until a player may act.
    dismissed : int
        How many suspects turned out to end alike.
    changed : tuple of Label
        The rules that are in force in one of the two only.
    difference : Difference or None
    reason : str
        Why the search ended early; empty if it did not.
    cards : tuple of (str, date)
        The cards that say something else since a day between the two: boards are made without them.
    uncovered : tuple of Uncovered
        What the texts say since a day between the two, and the rulebook does not.
    searched : tuple of Searched
        How far each kind of boards was searched.
    same : bool
        Whether the two consist of the same statements, so that nothing need be searched.
    not_examined : tuple of Label
        Those of the changed rules that no board and no case reached: nothing is known of them.
    idle : tuple of Label
        Those that a case comes to and no board, where they change no answer: of what else they
        may change nothing is known.
    cases : ComparedCases or None
        What cases answer under either; None if none were asked.
    small : tuple of SmallBoard
        For changed rules that cases reach, a small board on which an answer is another one.
    unmade : int
        For how many changed rules no small board was looked for before time ran out.
    findings : ChangedFindings or None
        What is wrong under one of them only; None if that was not looked for.
    speaking : tuple of SpokenWord
        The words of what changed that stand on some known cards, and those cards.
    told : callable or None
        Tells it as text.
    """

    game: str
    old: Side
    new: Side
    size: int
    wanted: int
    moments: int
    dismissed: int
    changed: tuple[Label, ...]
    difference: Difference | None
    reason: str
    cards: tuple[tuple[str, date], ...] = ()
    uncovered: tuple[Uncovered, ...] = ()
    searched: tuple[Searched, ...] = ()
    same: bool = False
    not_examined: tuple[Label, ...] = ()
    idle: tuple[Label, ...] = ()
    cases: ComparedCases | None = None
    small: tuple[SmallBoard, ...] = ()
    unmade: int = 0
    findings: ChangedFindings | None = None
    speaking: tuple[SpokenWord, ...] = ()
    told: Callable[[Comparison], str] | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<Comparison of {self.game}: {self.old.name}, {self.new.name}: {self.verdict}>"

    def _repr_html_(self) -> str | None:
        if self.told is None:
            return None
        board = "" if self.difference is None else self.difference.scenario._repr_html_()
        return f"<pre>{escape(self.told(self))}</pre>{board}"

    @property
    def not_in_force(self) -> tuple[Label, ...]:
        """The changes that overlays make on neither of the two days: nothing is known of them."""
        sides = [side.view.overlaid for side in (self.old, self.new)]
        here = {(label.file, label.line) for live, _ in sides for label in live}
        left = {(label.file, label.line): label for _, rest in sides for label in rest}
        return tuple(label for place, label in left.items() if place not in here)

    @property
    def verdict(self) -> Verdict:
        """Whether they differ, agree on all boards up to the size, or neither is known."""
        changed = self.cases is not None and self.cases.changed
        if self.difference is not None or changed or self.small:
            return "differ"
        whole = self.cases is None or self.cases.complete
        left = self.not_examined or self.idle
        proved = self.same or (0 <= self.size == self.wanted and not left)
        proved = proved and not self.not_in_force
        return "agree" if proved and whole else "unknown"

    @property
    def notes(self) -> list[str]:
        """By which text it is compared, where none is known of a day that was meant."""
        return list(dict.fromkeys(side.note for side in (self.old, self.new) if side.note))

    @property
    def left_out(self) -> tuple[str, ...]:
        """What was not looked at, and why."""
        found = self.notes
        if self.cases is not None and not self.cases.complete:
            found.append(self.cases.cut)
        if self.cases is not None and (left := self.cases.unreasoned):
            cases = "1 case" if left == 1 else f"{left} cases"
            found.append(f"time ran out before the reasons of {cases} were compared")
        if self.unmade:
            rules = "1 rule" if self.unmade == 1 else f"{self.unmade} rules"
            found.append(f"time ran out before a small board was looked for that shows {rules}")
        if self.findings is not None and not self.findings.complete:
            found.append("time ran out before all cases were looked through for findings")
        if not self.same and self.reason:
            found.append(f"boards: {self.reason}")
        elif not self.same and not self.searched:
            found.append("no board was searched")
        return tuple(found)

    @property
    def reasons(self) -> tuple[str, ...]:
        """What was left out, and why; and which rules nothing reached."""
        found = list(self.left_out)
        if off := [label.numbers[0] for label in self.not_in_force]:
            found.append(f"not in force on the day that is compared: {', '.join(off)}")
        if self.same:
            return tuple(found)
        if never := [label.numbers[0] for label in self.not_examined]:
            found.append(f"nothing that was searched reached {', '.join(never)}")
        if idle := [label.numbers[0] for label in self.idle]:
            found.append(f"only cases that answer alike reached {', '.join(idle)}")
        return tuple(found)


def compare(
    game: str,
    old: date | str | Overlay,
    new: date | str | Overlay,
    *,
    as_of: date | str | None = None,
    size: int = SIZE,
    limit: int = LIMIT,
    time_limit: float | None = None,
    rule: str | None = None,
    overlays: Iterable[Overlay] = (),
    root: Path | None = None,
    progress: Progress = lambda *_: None,
) -> Comparison:
    """Look for the smallest board that ends differently under two rulebooks.

    Parameters
    ----------
    game : str
    old, new : date, str, path or Source
        A day, or an overlay: rules that replace, repeal or add, on top of those of `as_of`. What
        reads as a date is one.
    as_of : date or str, optional
        The day whose rules an overlay changes; if the other rulebook is a day, that day, and
        otherwise the newest that is covered.
    size : int
        How many objects the largest boards have.
    limit : int
        How many suspects are explored at most.
    time_limit : float, optional
        The seconds that the search may take.
    rule : str, optional
        The number of a rule: of all that changed, only this has changed in the new rulebook.
    overlays : iterable of path or Source, optional
        Rules on top of both.
    root : Path, optional
        The folder of the rules, unless those that come with Ludex.
    progress : callable, optional
        Is told which kind of boards of which size is looked at next.
    """
    clock = Clock(time_limit)
    sides = sides_of(game, old, new, as_of=as_of, rule=rule, overlays=overlays, root=root)
    return search(game, sides, size, limit, clock, progress, rule=rule, root=root)


def search(
    game: str,
    sides: tuple[Side, Side],
    size: int,
    limit: int,
    clock: Clock,
    progress: Progress = lambda *_: None,
    *,
    rule: str | None = None,
    root: Path | None = None,
) -> Comparison:
    """Look for the smallest board that ends differently under two rulebooks.

    With a time limit that is done in a process that can be ended: what is known then is returned.
    """
    known = unsearched(game, sides)
    questions = Questions.load(game, [side.view.rulebook for side in sides])
    # Of the same rules nothing need be searched.
    state = SearchState(
        size if known.same else -1, 0, None, "", tuple(map(Searched, questions.pictures))
    )
    old, new = (SideTask(side.name, side.overlays, str(side.view.date)) for side in sides)
    task = SearchTask(game, old, new, rule, size, limit, root)
    done = known.same
    for _, part in streamed(
        search_parts,
        [] if known.same else [task],
        jobs=1,
        clock=clock,
        lost=lambda *_: (MEMORY,),
        begun=lambda task: replace(task, seconds=clock.left()),
    ):
        if part is None:
            done = True
        elif isinstance(part, SearchState):
            state = part
        elif isinstance(part, str):
            state = replace(state, reason=part)
        else:
            progress(*part)
    return replace(
        known,
        size=state.size,
        wanted=size,
        moments=max((kind.moments for kind in state.searched), default=0),
        dismissed=state.dismissed,
        difference=state.difference,
        reason=state.reason or ("" if done else TIME),
        searched=state.searched,
        not_examined=tuple(la for la in known.changed if la.id not in state.reached),
    )


@record
class SideTask:
    """One of the two rulebooks, as plain data."""

    name: str
    overlays: tuple[Source, ...]
    day: str


@record
class SearchTask:
    """What is to be searched, as plain data.

    Attributes
    ----------
    game : str
    old, new : SideTask
    rule : str or None
        Of all that changed, only this.
    size, limit : int
    root : Path or None
    seconds : float or None
        How long it may take.
    """

    game: str
    old: SideTask
    new: SideTask
    rule: str | None
    size: int
    limit: int
    root: Path | None = None
    seconds: float | None = None


@record
class SearchState:
    """How far boards were searched: see `Comparison`."""

    size: int
    dismissed: int
    difference: Difference | None
    reason: str
    searched: tuple[Searched, ...]
    reached: frozenset[str] = frozenset()


def search_parts(task: SearchTask) -> Iterator[SearchState | tuple[str, int] | str]:
    """Search boards; yield what is looked at next, and how far it came."""
    old, new = (
        Side(
            one.name,
            Rulebook.load(task.game, task.root, one.overlays).on(one.day),
            one.overlays,
        )
        for one in (task.old, task.new)
    )
    sides = (old, new) if task.rule is None else _only((old, new), task.rule)
    yield from _Search(task.game, sides, task.limit, Clock(task.seconds)).run(task.size)


def unsearched(game: str, sides: tuple[Side, Side]) -> Comparison:
    """Return what is known of two rulebooks without any board."""
    changed = changed_between(sides)
    read = Game.load(game)
    return Comparison(
        *(game, *sides, -1, -1, 0, 0, changed, None, ""),
        cards=tuple(_between(sides, Catalogue.load(read).changes)),
        uncovered=tuple(one for one, _ in _between(sides, ((u, u.start) for u in read.uncovered))),
        same=_same(sides),
        not_examined=changed,
    )


def _same(sides: tuple[Side, Side]) -> bool:
    old, new = ({key_of(s) for s in side.view.statements} for side in sides)
    return old == new


def _between(
    sides: tuple[Side, Side], dated: Iterable[tuple[_T, date]]
) -> Iterator[tuple[_T, date]]:
    """Yield what became so after the earlier and up to the later of the two days."""
    days = sorted(side.view.date for side in sides)
    for what, day in dated:
        if days[0] < day <= days[1]:
            yield what, day


def sides_of(
    game: str,
    old: date | str | Overlay,
    new: date | str | Overlay,
    *,
    as_of: date | str | None = None,
    rule: str | None = None,
    overlays: Iterable[Overlay] = (),
    root: Path | None = None,
) -> tuple[Side, Side]:
    """Return the two rulebooks that are meant; see `compare`."""
    day = as_of or next((d for d in (_day(old), _day(new)) if d is not None), None)
    both = tuple(map(_checked, overlays))
    book = Rulebook.load(game, root, both)
    sides = (_side(book, old, day, root, both), _side(book, new, day, root, both))
    return sides if rule is None else _only(sides, rule)


def _checked(overlay: Overlay) -> Source:
    read = read_overlay(overlay)
    return checked_source(read.text, read.name)


def _only(sides: tuple[Side, Side], rule: str) -> tuple[Side, Side]:
    """Return the sides with nothing changed between them but one rule."""
    old, new = sides
    changed = changed_between(sides)
    if not any(rule in label.numbers for label in changed):
        every = {n for side in sides for label in side.labels for n in (*label.numbers, label.id)}
        if rule not in every:
            raise LudexError(f"no rule {quote(rule)} in force{nearest(rule, every)}")
        others = {number for label in changed for number in label.numbers}
        hint = nearest(rule, sorted(others)) if others else ""
        raise LudexError(f"rule {quote(rule)} is the same under both{hint}")
    return old, replace(new, view=new.view.picked(only(old.view, new.view, rule)))


def changed_between(sides: tuple[Side, Side]) -> tuple[Label, ...]:
    """Return the numbered rules that are in force in one of the rulebooks only."""
    texts = [{key_of(s) for s in side.view.statements} for side in sides]
    both = texts[0] & texts[1]
    found = {
        s.label.id: s.label.on(side.view.date)
        for side in sides
        for s in side.view.statements
        if key_of(s) not in both and s.label.numbers
    }
    return tuple(found.values())


def _day(given: date | str | Overlay) -> date | None:
    if isinstance(given, date):
        return given
    try:
        return read_date(given)
    except LudexError:
        return None


def _side(
    book: Rulebook,
    given: date | str | Overlay,
    as_of: date | str | None,
    root: Path | None,
    both: tuple[Source, ...],
) -> Side:
    day = _day(given)
    if day is not None:
        view, asked = _on(book, day)
        return Side(str(view.date), view, both, asked)
    assert not isinstance(given, date)
    if isinstance(given, str) and not given.endswith(".lp"):
        raise LudexError(
            f"{quote(given)} is neither a date such as 2013-01-30 nor an overlay{_meant(given)}"
        )
    overlays = (*both, _checked(given))
    view, asked = _on(Rulebook.load(book.game, root, overlays), as_of)
    return Side(overlay_name(given), view, overlays, asked)


def _meant(given: str) -> str:
    """Return which overlay is meant by what is none."""
    file = Path(given)
    if file.is_file():
        return "; expected FILE.lp"
    with suppress(OSError):
        near = closest(file.name, [one.name for one in file.parent.glob("*.lp")])
        if near is not None:
            return f": no such file; did you mean {quote(str(file.with_name(near)))}?"
    return ": no such file" if file.suffix else "; expected FILE.lp"


def _on(book: Rulebook, day: date | str | None) -> tuple[RulebookView, date | None]:
    """Return the rules of a day; of one behind the newest text, by that, and the day as well."""
    meant = None if day is None else read_date(day)
    late = meant is not None and meant > book.newest
    return book.on(None if late else meant), meant if late else None


class _Search:
    """Looks for a difference on the boards of one size after the other."""

    def __init__(self, game: str, sides: tuple[Side, Side], limit: int, clock: Clock) -> None:
        self.game = Game.load(game)
        self.sides = self.old, self.new = sides
        self._judges: dict[str, Judge] = {}
        self.limit = limit
        self.clock = clock
        self.questions = Questions.load(game, [side.view.rulebook for side in sides])
        books = {OLD: self.old.view.statements, NEW: self.new.view.statements}
        self.follower = Follower(self.questions, self.game, books)
        self.searched = [Searched(picture) for picture in self.questions.pictures]
        changed = frozenset(label.id for label in self.changed())
        views = {OLD: self.old.view, NEW: self.new.view}
        wanted = {book: changed & view.labels.keys() for book, view in views.items()}
        self.reach = Reach(self.game, self.questions, views, wanted)
        self.dismissed = 0
        self.reason = ""

    def run(self, size: int) -> Iterator[SearchState | tuple[str, int]]:
        """Search all boards up to a size; yield what is looked at next, and how far it came."""
        for number in range(size + 1):
            # Without any object one scene is like the other.
            for scene in range(len(self.searched)):
                yield self.searched[scene].picture, number
                found = None if scene and not number else self._of_scene(number, scene)
                if found is not None or self.reason:
                    yield self._state(number - 1, found)
                    return
                self.searched[scene] = replace(self.searched[scene], size=number)
                yield self._state(number - 1, None)
            yield self._state(number, None)

    def _state(self, size: int, found: Difference | None) -> SearchState:
        searched, reached = tuple(self.searched), frozenset(self.reach.reached)
        return SearchState(size, self.dismissed, found, self.reason, searched, reached)

    def changed(self) -> tuple[Label, ...]:
        """Return the rules that are in force in one of the rulebooks only."""
        return changed_between(self.sides)

    def _followed(self, scene: int, moments: int) -> None:
        known = self.searched[scene]
        self.searched[scene] = replace(known, moments=max(known.moments, moments))

    def _of_scene(self, size: int, scene: int) -> Difference | None:
        ground = Ground()
        boards = self.follower.boards(size, scene, observer=ground)
        if boards.one_by_one:
            return self._one_by_one(boards, size)
        settled = boards.settle(self.clock)
        self._followed(scene, boards.last + 1)
        if not settled.complete:
            self.reason = settled.short
            return None
        # Without a stable model for each, boards might be missing.
        incoherent = bool(ground.loops(named_atoms(boards)))
        boards.add("plainness", self.questions.plainness)
        self.reach.look(boards, self.clock, plainest=True)
        boards.add("difference", self.questions.difference)
        found = self._among(boards, size)
        if found is None and not self.reason and incoherent:
            self.reason = "something depends on its own absence; see ludex verify"
        if found is None and not self.reason and settled.board is not None:
            self.reason = f"not all boards are at rest after {boards.last + 1} steps"
        return found

    def _one_by_one(self, boards: Boards, size: int) -> Difference | None:
        """Explore every board, the plainest first."""
        boards.add("plainness", self.questions.plainness)
        for _ in range(LIMIT):
            next_one = boards.solve(self.clock, plainest=True)
            if next_one.board is None:
                self.reason = "" if next_one.complete else "time ran out"
                return None
            found = self._confirmed(next_one.board, size)
            if found is not None or self.reason:
                return found
            self.reach.on(next_one.board, self.clock)
            boards.block(next_one.board)
        self.reason = f"{LIMIT} boards were explored, and no more were tried"
        return None

    def _among(self, boards: Boards, size: int) -> Difference | None:
        while True:
            suspect = boards.solve(self.clock, plainest=True)
            if suspect.board is None:
                self.reason = "" if suspect.complete else "time ran out"
                return None
            if self.dismissed >= self.limit:
                self.reason = f"{self.limit} suspects ended alike, and no more were tried"
                return None
            found = self._confirmed(suspect.board, size)
            if found is not None or self.reason:
                return found
            boards.block(suspect.board)
            self.dismissed += 1

    def _confirmed(self, board: FollowedBoard, size: int) -> Difference | None:
        """Return the difference, if the concrete outcomes of the board differ."""
        scene = Scene(board, self.game)
        title = f"Ends differently: {self.old.name} and {self.new.name}"
        scenario = scene.scenario(self.old.view.date, title)
        situation = situate(scenario)
        old, new = (self._judge(s).ends_of(situation, clock=self.clock) for s in self.sides)
        if old is None or new is None:
            self.reason = "time ran out" if self.clock.over else "a board has too many outcomes"
            return None
        if old == new:
            return None
        words = Phrasing(situation.names.called, self.questions.vocabulary)
        everywhere = frozenset.intersection(*(end.seen for end in old | new))
        if self.new.view.date != self.old.view.date:
            day = self.new.view.date
            scenario = _with_variant(scenario, {"name": f"the rules of {day}", "date": day})
        return Difference(
            size,
            scenario,
            _described(old, everywhere, words),
            _described(new, everywhere, words),
            tuple(self._responsible(situation, (old, new))),
        )

    def _judge(self, side: Side) -> Judge:
        if side.name not in self._judges:
            self._judges[side.name] = Judge(side.view, self.questions)
        return self._judges[side.name]

    def _responsible(
        self, situation: Situation, ends: tuple[frozenset[End], frozenset[End]]
    ) -> Iterable[Label]:
        """Yield the changed rules that matter on a board: without them it ends otherwise."""
        changed = {label.id for label in self.changed()}
        for side, known in zip(self.sides, ends, strict=True):
            for name, label in side.view.labels.items():
                if name not in changed:
                    continue
                without = self._judge(side).ends_of(situation, without=name, clock=self.clock)
                if without is not None and without != known:
                    yield label.on(side.view.date)


def _with_variant(scenario: Scenario, variant: dict[str, Any]) -> Scenario:
    data = scenario.data()
    return Scenario(**data, variants=[variant])


def _described(
    ends: Iterable[End], everywhere: frozenset[Symbol], words: Phrasing
) -> tuple[tuple[str, ...], ...]:
    """Return each end by what is not seen in all of them."""
    described = []
    for end in ends:
        said = sorted(words.atom(atom) for atom in end.seen - everywhere)
        if end.kind != "leaf":
            said.insert(0, _KINDS.get(end.kind, end.kind))
        described.append(tuple(said))
    return tuple(sorted(described))


_KINDS = {
    "over": "the game is over",
    "stuck": "a decision has no legal option",
    "loop": "it never ends",
}
