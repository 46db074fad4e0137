"""Hunting a rulebook for contradictions and for silence.

For each size, from the empty board on, all boards of every kind that the game describes
(``queries/<game>/boards.lp`` and its ``scenes/``) are followed at once, micro-step by micro-step,
with all choices, until a player may act. Looked for are

- a *contradiction*: a step that no stable model fits, however the players choose;
- a *clash*: rules that demand what cannot be had together (``queries/clashes.lp`` and the game's
  ``ends.lp``: two numbers for one quantity, two zones for one object, something both required and
  forbidden, …);
- *silence*: a decision without a legal option;
- *undetermined*, where boards are looked at one by one, and along cases: a step that goes on in
  several ways though everybody decides alike;
- *loop*, where boards are looked at one by one, and along cases: steps that go round in a circle
  though nobody does anything;
- *unrest*: a board from which the rules go on without any player ever acting again.

The hunt ends at the first size with a finding, so a finding's board has as few objects as can be,
and of these boards it is the plainest. What is behind the first findings is best mended before the
next are looked for. Without a finding, none of all this occurs on any board of these kinds up to
the size, whatever is chosen, between the moment the board is there and the moment a player may act.
What players could do then is not followed, and of a rule that no board reaches nothing is known
(`kb.verification.reach`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from clingo import Function, Number, Symbol

from kb.inference.engine import Clock
from kb.inference.graph import Graph
from kb.proof.words import Phrasing
from kb.rulebook import Label, Rulebook, RulebookView
from kb.rulebook.overlay import Overlay
from kb.scenario import Game, Scenario
from kb.verification.along import AlongCases
from kb.verification.coherence import Ground, without_model
from kb.verification.cores import Side, core_of
from kb.verification.evidence import evidence
from kb.verification.follow import Boards, FollowedBoard, Follower
from kb.verification.oneboard import Fault, Kind, Watcher
from kb.verification.questions import Questions
from kb.verification.reach import Reach, played, steps_of
from kb.verification.scenes import Scene

SIZE = 3
"""How many objects the largest boards have, unless said otherwise."""

LIMIT = 1000
"""How many boards are tried one by one at most, unless said otherwise."""

BOOK = "now"


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a rulebook.

    Attributes
    ----------
    kind : str
        ``contradiction``, ``clash``, ``silence``, ``undetermined``, ``loop`` or ``unrest``.
    what : str
        What happens, in words.
    at_odds : tuple of Label
        The rules that contradict each other.
    brought_about_by : tuple of Label
        The other rules without which it would not come to that.
    smallest : bool
        Whether no rule can be taken from them; False when time ran out.
    scenario : Scenario
        The board; `ludex ask` replays it.
    case : str
        The case that the board was made of: nothing can be taken away from it. Empty for one of
        all boards of a size, of which it is the plainest.
    board_smallest : bool
        False when time ran out before nothing could be taken away from it.
    after : int or None
        After how many steps of play from the board it comes to it; 0 on the board as it stands,
        None where that is not known.
    proof : str
        What it rests on there, rule by rule, as text.
    """

    kind: str
    what: str
    at_odds: tuple[Label, ...]
    brought_about_by: tuple[Label, ...]
    smallest: bool
    scenario: Scenario
    case: str = ""
    board_smallest: bool = True
    after: int | None = None
    proof: str = ""


Progress = Callable[[str, int], object]
"""Is told what kind of boards of which size is looked at next."""


@dataclass(frozen=True)
class Searched:
    """One kind of boards, and how far it was searched.

    Attributes
    ----------
    picture : str
        What these boards show, in one sentence.
    size : int
        Up to how many objects all of them were searched; -1 for none.
    moments : int
        How many micro-steps were followed at most until a player may act.
    """

    picture: str
    size: int = -1
    moments: int = 0


@dataclass(frozen=True)
class Verification:
    """What a hunt came to.

    Attributes
    ----------
    game : str
    date : date
        The day whose rules were looked at.
    overlays : tuple of str
        The files of rules on top.
    wanted : int
        Up to how many objects boards were to have.
    searched : tuple of Searched
        How far each kind of boards was searched.
    findings : tuple of Finding
    reached : tuple of Label
        The numbered rules that some board or case reached.
    not_examined : tuple of Label
        Those in force that none did: nothing is known of them.
    seconds : float
        How long it took.
    along : AlongCases or None
        What came of cases; None if none were played.
    idle : tuple of Label
        Those not examined that come up in some case and change nothing there.
    remarks : tuple of Finding
        What is no fault and worth knowing: rules that are ``shadowed`` by another, answers that
        are ``open`` as they hang on a gap of the documents.
    remarked : bool
        Whether all that was to be looked at for remarks was, before time ran out.
    """

    game: str
    date: date
    overlays: tuple[str, ...]
    wanted: int
    searched: tuple[Searched, ...]
    findings: tuple[Finding, ...]
    reached: tuple[Label, ...]
    not_examined: tuple[Label, ...]
    seconds: float
    along: AlongCases | None = None
    idle: tuple[Label, ...] = ()
    remarks: tuple[Finding, ...] = ()
    remarked: bool = True

    @property
    def size(self) -> int:
        """Up to how many objects all boards of every kind were searched; -1 for none."""
        return min((kind.size for kind in self.searched), default=-1)

    @property
    def moments(self) -> int:
        """How many micro-steps were followed at most until a player may act."""
        return max((kind.moments for kind in self.searched), default=0)

    @property
    def complete(self) -> bool:
        """Whether there is a finding or all boards up to the size were searched."""
        whole = self.along is None or self.along.complete
        return bool(self.findings) or (0 <= self.size == self.wanted and whole)

    @property
    def changed_not_examined(self) -> tuple[Label, ...]:
        """The rules of overlays that no board reached."""
        return tuple(label for label in self.not_examined if label.overlay)

    @property
    def decided(self) -> bool:
        """Whether all was searched that was to be, the rules of overlays among it."""
        return self.complete and (bool(self.findings) or not self.changed_not_examined)


def verify(
    game: str,
    *,
    overlays: Iterable[Overlay] = (),
    as_of: date | str | None = None,
    size: int = SIZE,
    limit: int = LIMIT,
    time_limit: float | None = None,
    root: Path | None = None,
    reached: frozenset[str] = frozenset(),
    progress: Progress = lambda *_: None,
) -> Verification:
    """Hunt a rulebook for contradictions, clashes, silence and unrest.

    Parameters
    ----------
    game : str
    overlays : iterable of path or Source, optional
        Rules on top that replace, repeal, amend or add.
    as_of : date or str, optional
        The day; the newest that is covered, unless given.
    size : int
        How many objects the largest boards have.
    limit : int
        How many boards are tried one by one at most, where that is necessary.
    time_limit : float, optional
        The seconds that the hunt may take.
    root : Path, optional
        The folder of the rules, unless those that come with Ludex.
    reached : frozenset of str
        The ids of rules for which no board need be looked for, as something else reached them.
    progress : callable, optional
        Is told which kind of boards of which size is looked at next.

    Raises
    ------
    LudexError
        If the game, the day or the overlay makes no sense.
    """
    began = time.monotonic()
    rulebook = Rulebook.load(game, root, overlays)
    hunt = _Hunt(rulebook.on(as_of), Game.load(game), limit, Clock(time_limit), progress)
    findings = hunt.up_to(size)
    hunt.reach.left[BOOK] -= reached
    hunt.see_what_is_reached()
    left = hunt.reach.left[BOOK]
    labels = {name: label for name, label in hunt.view.labels.items() if label.numbers}.items()
    return Verification(
        game,
        hunt.view.date,
        rulebook.overlays,
        size,
        tuple(hunt.searched),
        findings,
        tuple(label for name, label in labels if name not in left),
        tuple(label for name, label in labels if name in left),
        time.monotonic() - began,
    )


class _Hunt:
    """Looks for findings on the boards of one size after the other, kind by kind."""

    def __init__(
        self, view: RulebookView, game: Game, limit: int, clock: Clock, progress: Progress
    ) -> None:
        self.progress = progress
        self.view = view
        self.game = game
        self.limit = limit
        self.clock = clock
        self.questions = Questions.load(game.name, [view.rulebook])
        self.follower = Follower(self.questions, game, {BOOK: view.statements})
        self.switched = Follower(self.questions, game, {BOOK: view.statements}, switches=True)
        self.watcher = Watcher(self.questions.of_steps)
        numbered = frozenset(name for name, label in view.labels.items() if label.numbers)
        self.reach = Reach(game, self.questions, {BOOK: view}, {BOOK: numbered})
        self.searched = [Searched(picture) for picture in self.questions.pictures]

    def up_to(self, size: int) -> tuple[Finding, ...]:
        """Return the findings of the first size that has any."""
        cut = False
        for number in range(size + 1):
            findings: dict[tuple[str, tuple[Label, ...]], Finding] = {}
            for kind, known in enumerate(self.searched):
                self.progress(known.picture, number)
                found = tuple(self.of_kind(kind, number))
                whole = None not in found and not self.clock.over
                for one in filter(None, found):
                    findings.setdefault((one.kind, one.at_odds), one)
                if whole and not any(found) and known.size == number - 1:
                    self.searched[kind] = replace(self.searched[kind], size=number)
                cut = cut or not whole
            if findings:
                return tuple(findings.values())
            if cut:
                break
        return ()

    def of_kind(self, kind: int, size: int) -> Iterator[Finding | None]:
        """Yield the findings on boards of a kind and size; None where time or the limit ran out."""
        if self.clock.over:
            yield None
            return
        ground = Ground()
        boards = self.follower.boards(size, kind, observer=ground)
        boards.add("plainness", self.questions.plainness)
        if boards.one_by_one:
            yield from self._one_by_one(boards, kind)
            return
        settled = boards.settle(self.clock)
        self._followed(kind, boards.last)
        if not settled.complete:
            yield None
            return
        incoherent = without_model(boards, ground, self.clock, self.limit)
        if incoherent.board is not None:
            yield self._contradiction(incoherent.board, boards)
        elif not incoherent.complete:
            yield None
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
                yield None

    def see_what_is_reached(self) -> None:
        """Look for boards that reach rules, on the largest boards that were searched first."""
        if not self.reach.left[BOOK]:
            return
        largest = max(kind.size for kind in self.searched)
        for size in range(largest, max(-1, largest - 2), -1):
            for kind in range(len(self.searched)):
                boards = self.follower.boards(size, kind)
                if boards.one_by_one or self.clock.over:  # there each board was played already
                    continue
                boards.settle(self.clock)
                self.reach.look(boards, self.clock)

    def _followed(self, kind: int, last: int) -> None:
        known = self.searched[kind]
        self.searched[kind] = replace(known, moments=max(known.moments, last + 1))

    def _one_by_one(self, boards: Boards, kind: int) -> Iterator[Finding | None]:
        """Play every board by itself, the plainest first."""
        for _ in range(self.limit):
            chosen = boards.solve(self.clock, plainest=True)
            if chosen.board is None:
                if not chosen.complete:
                    yield None
                return
            session = played(chosen.board, self.game, self.view)
            if session is None:
                yield None
                return
            steps = tuple(steps_of(session, ""))
            self._followed(kind, _longest(session.graph))
            fault = next(self.watcher.faults(steps), None)
            if fault is not None:
                yield self._of_fault(fault, chosen.board)
                return
            if not session.graph.complete:
                yield None
            self.reach.on(chosen.board, self.clock)
            boards.block(chosen.board)
        yield None

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
        return tuple(self.view.label(name) for name in names)

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
