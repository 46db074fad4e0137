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

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from clingo import Symbol

from kb.comparison.comparison import Comparison, Difference, unsearched
from kb.comparison.ends import End, Judge
from kb.comparison.sides import Side, changed_between, picked
from kb.inference.engine import Clock
from kb.proof.words import Phrasing
from kb.questions import Situation, situate
from kb.records import record
from kb.rulebook import Label, Rulebook
from kb.rulebook.source import Source
from kb.scenario import Game, Scenario
from kb.verification.boarding import MEMORY, TIME, Progress
from kb.verification.coherence import Ground, named_atoms
from kb.verification.findings import Searched
from kb.verification.follow import Boards, FollowedBoard, Follower
from kb.verification.questions import Questions
from kb.verification.reach import Reach
from kb.verification.scenes import Scene
from kb.verification.verify import LIMIT
from kb.workers import streamed

OLD, NEW = "old", "new"


def search(
    game: str,
    sides: tuple[Side, Side],
    size: int,
    limit: int,
    clock: Clock,
    progress: Progress = lambda *_: None,
    *,
    rule: str | None = None,
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
    task = SearchTask(game, old, new, rule, size, limit)
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
            Rulebook.load(task.game, overlays=one.overlays).on(one.day),
            one.overlays,
        )
        for one in (task.old, task.new)
    )
    sides = (old, new) if task.rule is None else picked((old, new), task.rule)
    yield from _Search(task.game, sides, task.limit, Clock(task.seconds)).run(task.size)


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
