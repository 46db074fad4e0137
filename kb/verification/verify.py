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
and of these boards it is the plainest; it is told as soon as no smaller board is left. What is
behind the first findings is best mended before the next are looked for. Without a finding, none of
all this occurs on any board of these kinds up to the size, whatever is chosen, between the moment
the board is there and the moment a player may act.
What players could do then is not followed, and of a rule that no board reaches nothing is known
(`kb.verification.reach`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from clingo import Function, Number, Symbol

from kb.cache import Entry
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.inference.graph import Graph
from kb.proof.words import Phrasing
from kb.records import record
from kb.resources import Home, home
from kb.rulebook import Label, Rulebook, RulebookView
from kb.rulebook.overlay import Overlay, read_overlay
from kb.rulebook.source import Source, checked_source
from kb.scenario import Game, Scenario
from kb.testing.replaying import place_of
from kb.verification.coherence import Ground, without_model
from kb.verification.cores import Side, core_of
from kb.verification.evidence import evidence
from kb.verification.follow import Boards, FollowedBoard, Follower
from kb.verification.oneboard import Fault, Kind, Watcher
from kb.verification.pieces import AlongCases
from kb.verification.questions import BOARDS, Questions
from kb.verification.reach import Reach, played, steps_of
from kb.verification.scenes import Scene
from kb.workers import streamed

SIZE = 3
"""How many objects the largest boards have, unless said otherwise."""

LIMIT = 1000
"""How many boards are tried one by one at most, unless said otherwise."""

BOOK = "now"


@record
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
        False when time ran out before nothing could be taken away from it, or before all smaller
        boards were searched.
    after : int or None
        After how many steps of play from the board it comes to it; 0 on the board as it stands,
        None where that is not known.
    proof : str
        What it rests on there, rule by rule, as text.
    raw : bool
        Whether its board is still made smaller; it is told once more then.
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
    raw: bool = False


@record
class WordsPlayed:
    """How far boards were looked through on which the words of a game are put to use.

    Attributes
    ----------
    boards : int
        How many there are.
    done : int
        How many were looked through before time ran out.
    senseless : int
        How many of these words could not be played as they stand there.
    """

    boards: int
    done: int
    senseless: int = 0

    @property
    def complete(self) -> bool:
        """Whether no board was left out."""
        return self.done == self.boards


Progress = Callable[[str, int], object]
"""Is told what kind of boards of which size is looked at next."""


@record
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
    short : str
        What ran out before larger boards were done, if anything.
    """

    picture: str
    size: int = -1
    moments: int = 0
    short: str = ""


@record
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
        Those not examined of which some case, or some board of words, meets all conditions, and
        without which nothing was another there in the steps in which that was tried.
    remarks : tuple of Finding
        What is no fault and worth knowing: rules that are ``shadowed`` by another, answers that
        are ``open`` as they hang on a gap of the documents.
    remarked : bool
        Whether all that was to be looked at for remarks was, before time ran out.
    words : WordsPlayed or None
        What came of boards of words; None if none were looked at.
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
    words: WordsPlayed | None = None

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
        whole = whole and (self.words is None or self.words.complete)
        return bool(self.findings) or (0 <= self.size == self.wanted and whole)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is not decided; empty if it is, or if there is a finding and nothing was cut."""
        found = [] if self.along is None else self.along.reasons
        if self.words is not None and not self.words.complete:
            done = f"{self.words.done} of {self.words.boards}"
            found.append(f"time ran out after {done} boards of words")
        for kind in self.searched:
            if kind.short:
                many = "1 object" if kind.size == 0 else f"{kind.size + 1} objects"
                found.append(f"{kind.short} before boards of {many} were done: {kind.picture}")
        if self.overlays and self.searched and self.size < 0:
            found.append(f"does a rule of {self.overlays[0]} make ever more of itself?")
        if not self.searched and not self.findings:
            found.append("no board was searched")
        if never := [label.numbers[0] for label in self.changed_not_examined]:
            found.append(f"nothing that was searched reached {', '.join(never)}")
        return tuple(found)

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
    kinds: Sequence[int] | None = None,
    progress: Progress = lambda *_: None,
) -> Verification:
    """Hunt a rulebook for contradictions, clashes, silence and unrest on boards.

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
    kinds : sequence of int, optional
        Which of the kinds of boards are searched, by their places; all, unless given.
    progress : callable, optional
        Is told which kind of boards of which size is looked at next.

    Raises
    ------
    LudexError
        If the game, the day or the overlay makes no sense.
    """
    began, clock = time.monotonic(), Clock(time_limit)
    added = tuple(checked_source(one.text, one.name) for one in map(read_overlay, overlays))
    view = Rulebook.load(game, root, added).on(as_of)
    boards = Boarding(
        view, added, size, limit, clock=clock, root=root, kinds=kinds, progress=progress
    )
    boards.known(reached)
    for pieces in (boards.pieces, None):
        some = boards.reaching() if pieces is None else pieces
        # One after the other: in this process, where it is not to end before its time.
        for place, part in streamed(
            board_parts, some, jobs=1, clock=clock, lost=out_of_bounds, begun=boards.begun
        ):
            boards.add(some[place], part)
    return boards.result(time.monotonic() - began)


@record
class BoardTask:
    """All boards of a kind and a size, as plain data.

    Attributes
    ----------
    game, day : str
    overlays : tuple of Source
    kind, size : int
    limit : int
        How many of them are tried one by one at most.
    wanted : frozenset of str
        The ids of the rules that are to be reached.
    reaching : bool
        Whether boards are only asked for that reach these.
    seconds : float or None
        How long it may take.
    root : Path or None
        The folder of the rules.
    """

    game: str
    day: str
    overlays: tuple[Source, ...]
    kind: int
    size: int
    limit: int
    wanted: frozenset[str]
    reaching: bool = False
    seconds: float | None = None
    root: Path | None = None


@record
class BoardsDone:
    """How far boards of a kind and a size were searched.

    Attributes
    ----------
    short : str
        What ran out before all were searched; empty if nothing did.
    moments : int
        How many micro-steps were followed.
    reached : frozenset of str
        The ids of the rules that they reached.
    """

    short: str
    moments: int = 0
    reached: frozenset[str] = frozenset()


class Boarding:
    """What came so far of all boards up to a size, and what is left to be done.

    Parameters
    ----------
    view : RulebookView
    overlays : tuple of Source
    size, limit : int
    clock : Clock, optional
        It may be set anew.
    root : Path, optional
    kinds : sequence of int, optional
        Which kinds are searched; all, unless given.
    progress : callable
        Is told which kind of boards of which size is looked at next.
    told : callable
        Is told of what is wrong as soon as it is known that no smaller board shows anything.

    Attributes
    ----------
    pieces : list of BoardTask
        All boards that are to be searched, the smallest first.
    """

    def __init__(
        self,
        view: RulebookView,
        overlays: tuple[Source, ...],
        size: int,
        limit: int,
        *,
        clock: Clock | None = None,
        root: Path | None = None,
        kinds: Sequence[int] | None = None,
        progress: Progress = lambda *_: None,
        told: Callable[[Finding], object] = lambda _: None,
    ) -> None:
        self.view = view
        self.size = size
        self.clock = clock or Clock()
        self._progress, self._told = progress, told
        game = view.rulebook.game
        pictures = () if kinds == () else Questions.load(game, [view.rulebook]).pictures
        numbered = {name for name, label in view.labels.items() if label.numbers}
        # With overlays, what else boards reach is told without them.
        changed = {name for name in numbered if view.labels[name].overlay}
        self._wanted = frozenset(changed if overlays else numbered)
        self._searched = {
            kind: Searched(pictures[kind])
            for kind in (range(len(pictures)) if kinds is None else kinds)
        }
        self.pieces = [
            BoardTask(
                *(game, str(view.date), overlays, kind, number, limit, self._wanted),
                root=root,
            )
            for number in range(size + 1)
            for kind in self._searched
        ]
        self._found: dict[int, dict[tuple[str, tuple[Label, ...]], Finding]] = {}
        self._said: set[tuple[str, tuple[Label, ...]]] = set()
        self._left = {(piece.kind, piece.size) for piece in self.pieces}
        self._clean: set[tuple[int, int]] = set()
        self._reached: set[str] = set()

    def known(self, reached: Iterable[str]) -> None:
        """Take rules for reached by something else."""
        self._reached.update(reached)

    @property
    def reached(self) -> frozenset[str]:
        """The ids of the rules that are reached so far."""
        return frozenset(self._reached)

    @property
    def left(self) -> frozenset[str]:
        """The ids of those that are not."""
        return self._wanted - self._reached

    def begun(self, task: BoardTask) -> BoardTask | None:
        """Return a task as it is to be done by now; None for what need not be done."""
        known = self._searched[task.kind]
        wanted = task.wanted - self._reached
        if task.reaching:
            if not wanted:
                return None
        elif known.short or task.size > min(self._found, default=task.size):
            self._left.discard((task.kind, task.size))
            return None
        self._progress(known.picture, task.size)
        return replace(task, wanted=wanted, seconds=self.clock.left())

    def add(self, task: BoardTask, part: Finding | BoardsDone | None) -> None:
        """Add what came of boards, or that all of them are done."""
        if isinstance(part, Finding):
            own = self._found.setdefault(task.size, {})
            own.setdefault((part.kind, part.at_odds), part)
        elif isinstance(part, BoardsDone):
            self._reached |= part.reached
            known = self._searched[task.kind]
            if task.reaching:
                return
            self._left.discard((task.kind, task.size))
            known = replace(known, moments=max(known.moments, part.moments))
            if part.short:
                known = replace(known, short=part.short)
            else:
                self._clean.add((task.kind, task.size))
            # Several sizes are looked at side by side: the smaller may be done after the larger.
            while (task.kind, known.size + 1) in self._clean and known.size + 1 not in self._found:
                known = replace(known, size=known.size + 1)
            self._searched[task.kind] = known
        self._tell()

    def _tell(self) -> None:
        """Tell what is found on boards of which no smaller one is left."""
        size = min(self._found, default=None)
        if size is not None and not any(number < size for _, number in self._left):
            for key, one in self._found[size].items():
                if key not in self._said:
                    self._said.add(key)
                    self._told(one)

    def reaching(self) -> list[BoardTask]:
        """Return the largest boards that were searched, to be asked for those that reach rules."""
        largest = max((known.size for known in self._searched.values()), default=-1)
        if not self._wanted - self._reached:
            return []
        return [
            replace(piece, reaching=True)
            for piece in self.pieces[::-1]
            if largest - 1 <= piece.size <= largest
            and piece.size <= self._searched[piece.kind].size
        ]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found on the smallest boards that show anything."""
        if not self._found:
            return ()
        size = min(self._found)
        smallest = not any(number < size for _, number in self._left) and all(
            known.size >= size - 1 for known in self._searched.values()
        )
        own = self._found[size].values()
        return tuple(one if smallest else replace(one, board_smallest=False) for one in own)

    def result(self, seconds: float) -> Verification:
        """Return what came of all."""
        view, findings = self.view, self.findings
        labels = {name: la for name, la in view.labels.items() if name in self._wanted}.items()
        searched = [
            known
            if known.short or known.size == self.size or findings
            else replace(known, short=TIME)
            for known in self._searched.values()
        ]
        return Verification(
            view.rulebook.game,
            view.date,
            view.rulebook.overlays,
            self.size,
            tuple(searched),
            findings,
            tuple(label.on(view.date) for name, label in labels if name in self._reached),
            tuple(label.on(view.date) for name, label in labels if name not in self._reached),
            seconds,
        )


TIME, MEMORY = "time ran out", "memory ran out"


def out_of_bounds(_: BoardTask, _error: LudexError) -> tuple[BoardsDone, ...]:
    """Return what comes of boards whose process was ended for what it took."""
    return (BoardsDone(MEMORY),)


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
) -> _Hunt:
    return _Hunt(Rulebook.load(game, root, overlays).on(day), Game.load(game))


class _Hunt:
    """Looks for findings on the boards of one kind and size after the other."""

    def __init__(self, view: RulebookView, game: Game) -> None:
        self.view = view
        self.game = game
        self.limit = LIMIT
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
