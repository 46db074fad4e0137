"""Looking for what is wrong on all boards of a kind and a size (see `kb.verification.verify`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from clingo import Function, Number, Symbol

from kb.cache import Entry
from kb.inference.engine import Clock
from kb.inference.graph import Graph
from kb.proof.words import Phrasing
from kb.resources import Home, home
from kb.rulebook import Label, Rulebook, RulebookView
from kb.rulebook.source import Source
from kb.scenario import Game
from kb.testing.places import place_of
from kb.verification.boarding import TIME, BoardsDone, BoardTask
from kb.verification.coherence import Ground, without_model
from kb.verification.cores import Side, core_of
from kb.verification.evidence import evidence
from kb.verification.findings import Finding
from kb.verification.follow import Boards, FollowedBoard, Follower
from kb.verification.oneboard import Fault, Kind, Watcher
from kb.verification.questions import BOARDS, Questions
from kb.verification.reach import Reach, played, steps_of
from kb.verification.scenes import Scene

BOOK = "now"


def board_parts(task: BoardTask) -> Iterator[Finding | BoardsDone]:
    """Search all boards of a kind and size; yield what is wrong, and how far it came.

    That nothing is wrong on any of them is kept, as it was worked out by the rules as they stand.
    """
    where = home(task.game)
    hunt = _hunt(task.game, where, task.overlays, task.day, task.root)
    entry = _kept_of(task, hunt.view)
    if entry is not None and (known := _known(entry.load(), task)) is not None:
        yield known
        return
    clean = True
    for part in hunt.search(task):
        yield part
        clean = clean and isinstance(part, BoardsDone) and not part.short
        if entry is not None and clean and isinstance(part, BoardsDone):
            tried = sorted(task.wanted - part.reached)
            entry.save([part.moments, sorted(part.reached), tried])


def _kept_of(task: BoardTask, view: RulebookView) -> Entry | None:
    """Return where it is kept what came of boards; None with rules that are not kept."""
    place = home(task.game)
    if task.overlays or task.root is not None or place.own:
        return None
    files = [*place.queries.rglob("*.lp"), *place.queries.glob("*.yaml")]
    about = [task.kind, task.size, task.limit, task.reaching]
    return place_of("boards", place.queries / BOARDS, view, [*map(str, about), _texts(files)])


def _texts(files: Iterable[Path]) -> str:
    return "".join(f"{file.name}\n{file.read_text('utf-8')}" for file in sorted(files))


def _known(data: Any, task: BoardTask) -> BoardsDone | None:
    """Return what was kept, if it tells of all rules that are wanted whether they are reached."""
    try:
        moments, reached, tried = data
    except (TypeError, ValueError):
        return None
    if not task.wanted <= {*reached, *tried}:
        return None
    return BoardsDone("", int(moments), frozenset(reached))


@lru_cache(maxsize=1)
def _hunt(
    game: str, _home: Home, overlays: tuple[Source, ...], day: str, root: Path | None
) -> Hunt:
    return Hunt(Rulebook.load(game, root, overlays).on(day), Game.load(game))


class Hunt:
    """Looks for findings on the boards of one kind and size after the other."""

    def __init__(self, view: RulebookView, game: Game) -> None:
        self.view = view
        self.game = game
        self.limit = 0
        self.clock = Clock()
        self.questions = Questions.load(game.name, [view.rulebook])
        self.follower = Follower(self.questions, game, {BOOK: view.statements})
        self.switched = Follower(self.questions, game, {BOOK: view.statements}, switches=True)
        self.watcher = Watcher(self.questions.of_steps)
        self.reach = self._reach(frozenset())
        self._moments, self._short = 0, ""

    def _reach(self, wanted: frozenset[str]) -> Reach:
        return Reach(self.game, self.questions, {BOOK: self.view}, {BOOK: wanted})

    def search(self, task: BoardTask) -> Iterator[Finding | BoardsDone]:
        """Search boards as a task says."""
        self.limit, self.clock = task.limit, Clock(task.seconds)
        self.reach = self._reach(task.wanted)
        self._moments, self._short = 0, ""
        if task.reaching:
            self.ask_for_rules(task.kind, task.size)
        else:
            yield from self.of_kind(task.kind, task.size)
            if self.clock.over:
                self._short = TIME
        yield BoardsDone(self._short, self._moments, frozenset(self.reach.reached))

    def _cut(self, short: str) -> None:
        self._short = self._short or (TIME if self.clock.over else short)

    def of_kind(self, kind: int, size: int) -> Iterator[Finding]:
        """Yield the findings on boards of a kind and size, as far as time and the limit allow."""
        if self.clock.over:
            self._cut(TIME)
            return
        ground = Ground()
        boards = self.follower.boards(size, kind, observer=ground)
        boards.add("plainness", self.questions.plainness)
        if boards.one_by_one:
            yield from self._one_by_one(boards)
            return
        settled = boards.settle(self.clock)
        self._moments = boards.last + 1
        if not settled.complete:
            self._cut(settled.short)
            return
        incoherent = without_model(boards, ground, self.clock, self.limit)
        if incoherent.board is not None:
            yield self._contradiction(incoherent.board, boards)
        elif not incoherent.complete:
            self._cut(f"the limit of {self.limit} boards ran out")
        boards.add("findings", self.questions.findings)
        waiting = Function("restless", [Function(BOOK), Number(boards.last)])
        goals: tuple[tuple[Symbol, Callable[[FollowedBoard, Boards], Finding]], ...] = (
            (Function("found", [Function("clash")]), self._clash),
            (Function("found", [Function("silence")]), self._silence),
            (waiting, self._unrest),
        )
        for goal, describe in goals:
            found = boards.solve(self.clock, [(goal, True)])
            if found.board is not None:
                best = boards.solve(self.clock, [(goal, True)], plainest=True)
                yield describe(best.board or found.board, boards)
            elif not found.complete:
                self._cut(found.short)

    def ask_for_rules(self, kind: int, size: int) -> None:
        """Look for boards of a kind and size that reach rules."""
        boards = self.follower.boards(size, kind)
        if not boards.one_by_one and not self.clock.over:  # there each board was played already
            boards.settle(self.clock)
            self.reach.look(boards, self.clock)

    def _one_by_one(self, boards: Boards) -> Iterator[Finding]:
        """Play every board by itself, the plainest first."""
        for _ in range(self.limit):
            chosen = boards.solve(self.clock, plainest=True)
            if chosen.board is None:
                if not chosen.complete:
                    self._cut(TIME)
                return
            session = played(chosen.board, self.game, self.view)
            if session is None:
                self._cut("a board could not be played")
                return
            steps = tuple(steps_of(session, ""))
            self._moments = max(self._moments, _longest(session.graph) + 1)
            fault = next(self.watcher.faults(steps), None)
            if fault is not None:
                yield self._of_fault(fault, chosen.board)
                return
            if not session.graph.complete:
                self._cut("a board has too many outcomes, and one of them")
            self.reach.on(chosen.board, self.clock)
            boards.block(chosen.board)
        self._cut(f"the limit of {self.limit} boards ran out")

    def _of_fault(self, fault: Fault, board: FollowedBoard) -> Finding:
        scene = Scene(board, self.game)
        what = fault.said(Phrasing(scene.name, self.questions.vocabulary))
        fault = self.watcher.settled(fault)
        at_odds = fault.at_odds or fault.rules
        return Finding(
            fault.kind,
            what,
            self._labels(at_odds),
            self._labels(name for name in fault.rules if name not in at_odds),
            True,
            scene.scenario(self.view.date, f"{fault.kind}: {what}"),
            **self._how(fault.kind, board),
        )

    def _finding(
        self,
        kind: Kind,
        board: FollowedBoard,
        boards: Boards,
        said: Callable[[Phrasing], str],
        target: str,
        side: Side,
    ) -> Finding:
        core = core_of(self.switched, board, boards.last, target, side, self.clock)
        at_odds = core.at_odds or core.rules
        others = [name for name in core.rules if name not in at_odds]
        scene = Scene(board, self.game)
        what = said(Phrasing(scene.name, self.questions.vocabulary))
        return Finding(
            kind,
            what,
            self._labels(at_odds),
            self._labels(others),
            core.smallest,
            scene.scenario(self.view.date, f"{kind}: {what}"),
            **self._how(kind, board),
        )

    def _how(self, kind: Kind, board: FollowedBoard) -> dict[str, Any]:
        """Return how it comes to a finding on its board, played as `ludex ask` does."""
        session = played(board, self.game, self.view)
        faults = () if session is None else self.watcher.faults(steps_of(session, ""))
        for fault in faults:
            if fault.kind == kind or (fault.kind, kind) == ("loop", "unrest"):
                return asdict(evidence(fault, self.watcher.asked))
        return {}

    def _labels(self, names: Iterable[str]) -> tuple[Label, ...]:
        return tuple(self.view.label(name).on(self.view.date) for name in names)

    def _contradiction(self, board: FollowedBoard, boards: Boards) -> Finding:
        fault = Fault("contradiction", None, (), ())
        return self._finding(fault.kind, board, boards, fault.said, "", lambda _: None)

    def _unrest(self, board: FollowedBoard, boards: Boards) -> Finding:
        def said(_: Phrasing) -> str:
            return f"after {boards.last + 1} steps the rules still go on, and no player may act"

        target = f"restless({BOOK},{boards.last})"
        return self._finding("unrest", board, boards, said, target, lambda _: None)

    def _clash(self, board: FollowedBoard, boards: Boards) -> Finding:
        first = min(board.of("clash"), key=lambda atom: (atom.arguments[1], atom))
        _, _, subject, one, other = first.arguments
        fault = Fault("clash", Function("clash", [subject, one, other]), (), ())

        def side(without: FollowedBoard) -> str | None:
            # What one rule makes of it at first, others may turn into the other later.
            moments: dict[Symbol, set[Symbol]] = {}
            for atom in without.of("demands"):
                if atom.arguments[2] == subject and atom.arguments[3] in (one, other):
                    moments.setdefault(atom.arguments[1], set()).add(atom.arguments[3])
            demanded = moments[min(moments)] if moments else set()
            return str(min(demanded)) if len(demanded) == 1 else None

        target = f"clash(_,_,{subject},{one},{other})"
        return self._finding("clash", board, boards, fault.said, target, side)

    def _silence(self, board: FollowedBoard, boards: Boards) -> Finding:
        first = min(board.of("silent"), key=lambda atom: (atom.arguments[1], atom))
        decision: Symbol = first.arguments[2]
        fault = Fault("silence", Function("silent", [decision]), (), ())

        def side(without: FollowedBoard) -> str | None:
            picks = (atom for atom in without.of("pick") if atom.arguments[2] == decision)
            return "an option" if any(picks) else None

        target = f"silent(_,_,{decision})"
        return self._finding("silence", board, boards, fault.said, target, side)


def _longest(graph: Graph) -> int:
    """Return how many micro-steps the shortest way to the farthest state takes."""
    return max(len(graph.path(number)) for number in graph.leaves or [0])
