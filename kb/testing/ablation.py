"""Rule coverage: each numbered rule switched off in turn, on the steps that the cases take.

Replaying whole games without a rule runs away; a step without it either leads elsewhere or it
does not. All labels of a step are switches of one grounded program, so trying one costs a solve
and no grounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import clingo
from clingo import Function, String, Symbol

from kb.inference.engine import SHOWN, facts
from kb.inference.graph import State
from kb.inference.session import Session
from kb.rulebook import Statement
from kb.testing.cases import CaseResult
from kb.testing.pins import QUESTION

Snapshot = frozenset[tuple[Symbol, ...]]

MODELS = 200
"""How many ways on are compared for one step."""


@dataclass(frozen=True)
class Recorded:
    """A step that a case took: what it started from, what it was told, what counts in it."""

    session: Session
    state: State
    extra: str
    shows: tuple[str, ...]


@dataclass(frozen=True)
class Coverage:
    """Which rules some case misses, and which none does.

    Attributes
    ----------
    missed : dict
        For each rule that a case misses, the name of the first such case.
    untested : tuple of str
        The ids of the rules without which every step of every case goes as before.
    steps : int
        How many different steps were tried.
    solves : int
        How often a rule was switched off.
    """

    missed: dict[str, str]
    untested: tuple[str, ...]
    steps: int
    solves: int


def recorded(result: CaseResult) -> Iterator[Recorded]:
    """Return the steps of a case, those of its questions among them."""
    session = result.session
    for node in session.graph.nodes:
        if node.extra:
            yield Recorded(session, node.state, node.extra, SHOWN)
    for ruling in result.rulings:
        if ruling.session is not session:
            for node in ruling.session.graph.nodes:
                if node.extra:
                    yield Recorded(ruling.session, node.state, node.extra, SHOWN)
        for leaf in ruling.leaves:
            for state, extra in () if leaf.orders is None else leaf.orders.steps:
                yield Recorded(session, state, extra, SHOWN)
            shows = tuple(f"{g.name}/{len(g.arguments)}" for g in leaf.goals if g.name)
            node = ruling.session.graph.nodes[leaf.query.node]
            extra = ruling.session.told(leaf.query.extra)
            yield Recorded(
                ruling.session, node.state, extra, tuple(dict.fromkeys((*QUESTION, *shows)))
            )


def ablate(
    results: Iterable[CaseResult],
    labels: Iterable[str],
    progress: Callable[[], None] = lambda: None,
) -> Coverage:
    """Switch each rule off on the steps of the cases until a case misses it.

    Parameters
    ----------
    results : iterable of CaseResult
        The cases, as they were run.
    labels : iterable of str
        The ids of the rules.
    progress : callable
        Called after each case.
    """
    left = dict.fromkeys(labels)
    missed: dict[str, str] = {}
    seen: set[tuple[object, ...]] = set()
    solves = 0
    for result in results:
        for step in recorded(result):
            if not left:
                break
            told = (step.session.engine.static, step.state, step.extra)
            key = (id(step.session.view.statements), told, step.shows)
            if key in seen:
                continue
            seen.add(key)
            trial = _Trial(step, left)
            for label in trial.candidates:
                solves += 1
                if trial.differs_without(label):
                    missed[label] = result.case.name
                    del left[label]
        progress()
    return Coverage(missed, tuple(left), len(seen), solves)


class _Trial:
    """One step with every rule that matters for it as a switch."""

    def __init__(self, step: Recorded, left: Iterable[str]) -> None:
        engine = step.session.engine
        live = [
            engine.slicer.statements[number]
            for number in engine.slicer.live(engine.shapes(step.state, step.extra), urgent=False)
        ]
        wanted = set(left)
        here = dict.fromkeys(s.label.id for s in live if _switchable(s) and s.label.id in wanted)
        self.candidates = list(here)
        if not here:
            return
        texts = [s.switched if s.label.id in here else s.code for s in live]  # type: ignore[attr-defined]
        externals = "".join(f"#external {_switch(label)}.\n" for label in here)
        given = "".join(f"given({fluent}).\n" for fluent in step.state)
        shows = "".join(f"#show {signature}.\n" for signature in step.shows)
        self._control = clingo.Control([str(MODELS), "--warn=none"], message_limit=1)
        self._control.add(
            "base",
            [],
            "\n".join(texts) + "\n" + facts(engine.static) + given + step.extra + externals + shows,
        )
        self._control.ground([("base", [])])
        for label in here:
            self._control.assign_external(_switch(label), True)
        self._with_all = self._solve()

    def differs_without(self, label: str) -> bool:
        """Return whether the step goes differently when a rule is off."""
        self._control.assign_external(_switch(label), False)
        found = self._solve()
        self._control.assign_external(_switch(label), True)
        return found != self._with_all

    def _solve(self) -> Snapshot:
        with self._control.solve(yield_=True) as handle:
            return frozenset(tuple(sorted(model.symbols(shown=True))) for model in handle)


def _switchable(statement: object) -> bool:
    return isinstance(statement, Statement) and statement.switchable


def _switch(label: str) -> Symbol:
    return Function("rule", [String(label)])
