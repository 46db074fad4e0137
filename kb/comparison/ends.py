"""How one board ends under one rulebook, by the concrete graph of all outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Symbol

from kb.inference.engine import SHOWN, Clock, Engine
from kb.inference.graph import NODES, Graph, explore
from kb.inference.offers import Offers
from kb.inference.script import Script
from kb.inference.session import OPEN
from kb.inference.slicing import Slicer, slicer_of
from kb.proof.words import Phrasing
from kb.questions import Situation
from kb.records import record
from kb.rulebook import RulebookView
from kb.verification.questions import Questions

SEEN = "seen/2"


@record
class End:
    """One way in which a board can end.

    Attributes
    ----------
    kind : str
        ``leaf``: a player may act; ``over``: the game has ended; ``stuck``: a decision without a
        legal option; ``loop``: it never ends.
    seen : frozenset of Symbol
        What is seen of it then: ``seen(Sight,Value)``.
    """

    kind: str
    seen: frozenset[Symbol]


class Judge:
    """Explores boards under one rulebook.

    Parameters
    ----------
    view : RulebookView
    questions : Questions
        They say what counts of a board at rest.
    """

    def __init__(self, view: RulebookView, questions: Questions) -> None:
        self._view = view
        self._slicer = slicer_of(view)
        self._asked = OPEN + "".join(f"{s.code}\n" for s in questions.step)

    def ends_of(
        self,
        situation: Situation,
        *,
        without: str | None = None,
        limit: int = NODES,
        clock: Clock | None = None,
    ) -> frozenset[End] | None:
        """Return all ways in which a board can end, before anybody acts.

        Parameters
        ----------
        situation : Situation
        without : str, optional
            The id of a rule that is left out.
        limit : int
            How many states are visited at most.
        clock : Clock, optional

        Returns
        -------
        frozenset of End, or None
            None if a bound cut the exploration.
        """
        engine = _Engine(self._view, situation.static, self._slicer, without)
        phrasing = Phrasing(situation.names.said, self._view.vocabulary)
        offers = Offers(phrasing, situation.said("says", 3))
        script = Script(situation.game, situation.script, situation.static, offers)
        graph = explore(engine, script, situation.state, limit=limit, clock=clock)
        if not graph.complete or any(node.kind == "cut" for node in graph.nodes):
            return None
        ends = {
            End(graph.nodes[number].kind, _seen(engine, graph, number, self._asked))
            for number in graph.leaves
        }
        if graph.mandatory_loop():
            ends.add(End("loop", frozenset()))
        return frozenset(ends)


class _Engine(Engine):
    """An engine that leaves a rule out of every step."""

    def __init__(
        self, view: RulebookView, static: Iterable[Symbol], slicer: Slicer, without: str | None
    ) -> None:
        super().__init__(view, static, slicer)
        self._left_out = without

    def program(
        self,
        state: Iterable[Symbol],
        extra: str = "",
        show: Sequence[str] = SHOWN,
        without: str | None = None,
        *,
        passing: bool = False,
    ) -> str:
        """Return the exact program of a step."""
        left_out = without or self._left_out
        return super().program(state, extra, show, left_out, passing=passing)


def _seen(engine: Engine, graph: Graph, number: int, asked: str) -> frozenset[Symbol]:
    models, _ = engine.solve(graph.nodes[number].state, asked, (SEEN,))
    return frozenset(models[0].of("seen"))
