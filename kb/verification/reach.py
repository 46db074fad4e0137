"""Which numbered rules boards reach: a statement fires, and without the rule all goes otherwise.

Boards are asked for: of each rule that has not been reached yet, one on which a statement of it
fires. What happens there is then played, and the rule is switched off in every step, and in what is
seen where nobody need do anything more. A rule counts as reached only where a step, or what is
seen, is another without it; of any other rule nothing is claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from clingo import Symbol

from kb.errors import LudexError
from kb.inference.engine import SHOWN, Clock
from kb.inference.session import OPEN, Session
from kb.inference.slicing import slicer_of
from kb.questions import situate
from kb.rulebook import RulebookView
from kb.scenario import Game
from kb.testing.ablation import TOGETHER, Recorded, missed_on
from kb.verification.follow import Boards, FollowedBoard
from kb.verification.moments import FIRED
from kb.verification.questions import Questions
from kb.verification.scenes import Scene

STATES = 300
"""How many states are visited at most to see what rules do on one board."""

TRIES = 4
"""On how many boards it is tried at most whether a rule matters that a statement of it fires on."""

SEEN = ("seen/2", "option/2")


class Reach:
    """Collects the numbered rules that boards reach.

    Parameters
    ----------
    game : Game
    questions : Questions
        They say what is seen of a board at rest.
    views : mapping of str to RulebookView
        The rulebooks by the constants that stand for them.
    wanted : mapping of str to iterable of str
        By rulebook, the ids of the rules that are looked for.
    """

    def __init__(
        self,
        game: Game,
        questions: Questions,
        views: Mapping[str, RulebookView],
        wanted: Mapping[str, frozenset[str]],
    ) -> None:
        self._game = game
        self._views = views
        self._asked = OPEN + "".join(f"{s.code}\n" for s in questions.step)
        self.left = {book: set(names) for book, names in wanted.items()}
        self.reached: set[str] = set()
        self._tries: Counter[Symbol] = Counter()
        self._played = 0

    def look(self, boards: Boards, clock: Clock, *, plainest: bool = False) -> None:
        """Look for boards that reach what has not been reached yet.

        The plainest show best what a rule does, for little else happens there; they take longer.
        """
        if not any(self.left.values()):
            return
        boards.watch(frozenset().union(*self.left.values()))
        atoms = boards.control.symbolic_atoms.by_signature(FIRED, 3)
        for fired in sorted(atom.symbol for atom in atoms):
            book, name = fired.arguments[0].name, fired.arguments[1].string
            left = self.left[book]
            if name not in left or self._tries[fired] >= TRIES or clock.over:
                continue
            found = boards.solve(clock, [(fired, True)], plainest=plainest)
            if found.board is not None:
                fires = [atom for atom in found.board.of(FIRED) if atom.arguments[0].name == book]
                self._tries.update(fires)
                names = {atom.arguments[1].string for atom in fires}
                self._try(found.board, book, names & left)

    def on(self, board: FollowedBoard, clock: Clock) -> None:
        """See what rules do on one board, whatever fires there."""
        for book in self.left:
            if self.left[book] and self._played < TRIES and not clock.over:
                self._played += 1
                self._try(board, book, self.left[book])

    def _try(self, board: FollowedBoard, book: str, names: set[str]) -> None:
        session = played(board, self._game, self._views[book])
        if session is None:
            return
        missed = missed_on(steps_of(session, self._asked), names, together=TOGETHER)
        self.left[book] -= missed
        self.reached |= missed


def played(board: FollowedBoard, game: Game, view: RulebookView) -> Session | None:
    """Return the session of a board; None for one that cannot be played as a scenario."""
    try:
        situation = situate(Scene(board, game).scenario(view.date, "a board"))
        session = Session(situation, view, game, limit=STATES, slicer=slicer_of(view))
        session.engine.allow_none = True
        session.graph  # noqa: B018 - it is explored here, where what cannot be played is told
    except LudexError:
        return None
    return session


def steps_of(session: Session, asked: str) -> Iterator[Recorded]:
    """Yield the steps of a session, and what is seen where nothing more is done."""
    for node in session.graph.nodes:
        if node.extra:
            yield Recorded(session, node.state, node.extra, SHOWN)
        if node.kind == "leaf":
            yield Recorded(session, node.state, asked, SEEN)
