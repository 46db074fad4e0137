"""Hunting a rulebook for contradictions and for silence.

For each size, from the empty board on, all boards that the game describes
(``queries/<game>/boards.lp``) are followed at once, micro-step by micro-step, with all choices,
until a player may act. Looked for are

- a *contradiction*: a step that no stable model fits, however the players choose;
- a *clash*: rules that demand what cannot be had together (``queries/clashes.lp`` and the game's
  ``ends.lp``: two numbers for one quantity, two zones for one object, something both required and
  forbidden, …);
- *silence*: a decision without a legal option;
- *unrest*: a board from which the rules go on without any player ever acting again.

The hunt ends at the first size with a finding, so a finding's board has as few objects as can be,
and of these boards it is the plainest. Each kind is reported once: what is behind the first finding
is best mended before the next is looked for. Without a finding, none of all this occurs on any
board up to the size, whatever is chosen, between the moment the board is there and the moment a
player may act. What players could do then is not followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

from clingo import Function, Number, Symbol

from kb.inference.engine import Clock
from kb.proof.words import Phrasing
from kb.rulebook import Label, Rulebook, RulebookView
from kb.rulebook.overlay import Overlay
from kb.scenario import Game, Scenario
from kb.verification.coherence import Ground, without_model
from kb.verification.cores import Side, core_of
from kb.verification.follow import Boards, FollowedBoard, Follower
from kb.verification.questions import Questions
from kb.verification.scenes import Scene

SIZE = 3
"""How many objects the largest boards have, unless said otherwise."""

LIMIT = 1000
"""How many boards are tried one by one at most, unless said otherwise."""

BOOK = "now"

Kind = Literal["contradiction", "clash", "silence", "unrest"]


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a rulebook.

    Attributes
    ----------
    kind : str
        ``contradiction``, ``clash``, ``silence`` or ``unrest``.
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
    """

    kind: Kind
    what: str
    at_odds: tuple[Label, ...]
    brought_about_by: tuple[Label, ...]
    smallest: bool
    scenario: Scenario


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
    size : int
        Up to how many objects all boards were searched; -1 for none.
    wanted : int
        Up to how many they were to be.
    moments : int
        How many micro-steps it takes at most until a player may act.
    findings : tuple of Finding
    """

    game: str
    date: date
    overlays: tuple[str, ...]
    size: int
    wanted: int
    moments: int
    findings: tuple[Finding, ...]

    @property
    def complete(self) -> bool:
        """Whether there is a finding or all boards up to the size were searched."""
        return bool(self.findings) or self.size == self.wanted


def verify(
    game: str,
    *,
    overlays: Iterable[Overlay] = (),
    as_of: date | str | None = None,
    size: int = SIZE,
    limit: int = LIMIT,
    time_limit: float | None = None,
    root: Path | None = None,
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

    Raises
    ------
    LudexError
        If the game, the day or the overlay makes no sense.
    """
    clock = Clock(time_limit)
    rulebook = Rulebook.load(game, root, overlays)
    hunt = _Hunt(rulebook.on(as_of), Game.load(game), limit, clock)
    findings: tuple[Finding, ...] = ()
    searched, moments = -1, 0
    for number in range(size + 1):
        found = tuple(hunt.of_size(number))
        moments = max(moments, hunt.moments)
        findings = tuple(finding for finding in found if finding is not None)
        if findings or None in found or clock.over:
            break
        searched = number
    return Verification(game, hunt.view.date, rulebook.overlays, searched, size, moments, findings)


class _Hunt:
    """Looks for findings on the boards of one size after the other."""

    def __init__(self, view: RulebookView, game: Game, limit: int, clock: Clock) -> None:
        self.view = view
        self.game = game
        self.limit = limit
        self.clock = clock
        self.questions = Questions.load(game.name, [view.rulebook])
        self.follower = Follower(self.questions, game, {BOOK: view.statements})
        self.switched = Follower(self.questions, game, {BOOK: view.statements}, switches=True)
        self.moments = 0

    def of_size(self, size: int) -> Iterator[Finding | None]:
        """Yield the findings on the boards of a size; None where time or the limit ran out."""
        ground = Ground()
        boards = self.follower.boards(size, observer=ground)
        boards.add("plainness", self.questions.plainness)
        settled = boards.settle(self.clock)
        self.moments = boards.last
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
        )

    def _labels(self, names: Iterable[str]) -> tuple[Label, ...]:
        return tuple(self.view.label(name) for name in names)

    def _contradiction(self, board: FollowedBoard, boards: Boards) -> Finding:
        def said(_: Phrasing) -> str:
            return "the rules leave nothing possible"

        return self._finding("contradiction", board, boards, said, "", lambda _: None)

    def _unrest(self, board: FollowedBoard, boards: Boards) -> Finding:
        def said(_: Phrasing) -> str:
            return f"after {boards.last + 1} steps the rules still go on, and no player may act"

        target = f"restless({BOOK},{boards.last})"
        return self._finding("unrest", board, boards, said, target, lambda _: None)

    def _clash(self, board: FollowedBoard, boards: Boards) -> Finding:
        first = min(board.of("clash"), key=lambda atom: (atom.arguments[1], atom))
        _, _, subject, one, other = first.arguments

        def said(words: Phrasing) -> str:
            values = sorted((words.term(one), words.term(other)))
            return f"{words.term(subject, 'subject')} is to be both {values[0]} and {values[1]}"

        def side(without: FollowedBoard) -> str | None:
            demanded = {
                atom.arguments[3] for atom in without.of("demands") if atom.arguments[2] == subject
            } & {one, other}
            return str(min(demanded)) if len(demanded) == 1 else None

        target = f"clash(_,_,{subject},{one},{other})"
        return self._finding("clash", board, boards, said, target, side)

    def _silence(self, board: FollowedBoard, boards: Boards) -> Finding:
        first = min(board.of("silent"), key=lambda atom: (atom.arguments[1], atom))
        decision: Symbol = first.arguments[2]

        def said(words: Phrasing) -> str:
            return f"no legal option for: {words.term(decision, 'decision')}"

        def side(without: FollowedBoard) -> str | None:
            picks = (atom for atom in without.of("pick") if atom.arguments[2] == decision)
            return "an option" if any(picks) else None

        target = f"silent(_,_,{decision})"
        return self._finding("silence", board, boards, said, target, side)
