"""How far two rulebooks come apart on a board: in an answer, in a step, or in no atom at all.

A board is played under the first rulebook, and every step that is solved on the way is solved
under the second, too. Where no atom is another one, every answer is the same: that takes less than
half of what asking twice would. Where atoms differ and nothing comes of it, the board is a place to
look further from (`kb.comparison.near`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from clingo import Symbol

from kb.errors import LudexError
from kb.inference.engine import SHOWN, Clock, Engine, Model, text_of
from kb.inference.session import Session
from kb.inference.shapes import Shape
from kb.inference.slicing import Slicer
from kb.questions.answering import answers
from kb.questions.outcomes import Outcomes
from kb.questions.situation import Situation
from kb.scenario import Case, Scenario, reader
from kb.testing.between import Between
from kb.testing.replaying import situated
from kb.verification.nearby import Data

SAME, INSIDE, ENDING, APART = 0, 1, 2, 3
"""No atom of any step differs; some do, and nothing that a step shows; some do at an end; what a
step shows does."""

Call = tuple[frozenset[Symbol], str, tuple[str, ...], int, bool]


@dataclass(frozen=True)
class Probed:
    """How far two rulebooks come apart on a board.

    Attributes
    ----------
    level : int
        `SAME`, `INSIDE`, `ENDING` or `APART`.
    differing : frozenset of Shape
        Of the atoms that differ.
    held : frozenset of Shape
        Of all that held in some step.
    """

    level: int
    differing: frozenset[Shape]
    held: frozenset[Shape]


class _Recorder(Engine):
    """An engine that remembers what it was asked."""

    def __init__(self, between: Between, static: Iterable[Symbol]) -> None:
        super().__init__(between.old, static, between.old_slicer)
        self.calls: dict[Call, list[Model]] = {}

    def solve(
        self,
        state: Iterable[Symbol],
        extra: str = "",
        show: Sequence[str] = SHOWN,
        *,
        limit: int = 0,
        clock: Clock | None = None,
        passing: bool = False,
    ) -> tuple[list[Model], bool]:
        """Solve a step, and remember it."""
        symbols = frozenset(state)
        found = super().solve(symbols, extra, show, limit=limit, clock=clock, passing=passing)
        self.calls.setdefault((symbols, extra, tuple(show), limit, passing), found[0])
        return found


def probe(data: Data, between: Between) -> Probed:
    """Return how far two rulebooks come apart on a board.

    Raises
    ------
    LudexError
        If the board makes no sense under the first.
    """
    situation = situated(Case("", Scenario.of(reader.node_of(data))), between.old)
    engine = _Recorder(between, situation.static)
    _play(situation, between, engine)
    other = Engine(between.new, situation.static, between.new_slicer)
    level, differing = SAME, set[Symbol]()
    for (state, extra, show, limit, passing), known in tuple(engine.calls.items()):
        # What nothing looks at any more is part of it: something may, on a board near this one.
        programs = [one.program(state, extra, show) for one in (engine, other)]
        if programs[0] == programs[1]:
            continue
        models = known
        try:
            if passing:
                models, _ = engine.solve(state, extra, show, limit=limit)
            others, _ = other.solve(state, extra, show, limit=limit)
        except LudexError:  # no way on
            level = APART
            continue
        if frozenset(map(_shown, models)) != frozenset(map(_shown, others)):
            level = APART
        inside = _atoms(models) ^ _atoms(others)
        differing |= inside
        if inside:
            level = max(level, INSIDE if passing else ENDING)
    shapes = between.slicer.shapes_of(map(text_of, differing))
    return Probed(level, shapes, _held(engine, between.slicer) | shapes)


def _held(engine: _Recorder, slicer: Slicer) -> frozenset[Shape]:
    """Return the shapes of all that held in some step that was solved."""
    atoms = {
        atom for models in engine.calls.values() for model in models for atom in model.atoms or ()
    }
    given = {fluent for state, *_ in engine.calls for fluent in state}
    slicer = engine.slicer
    held = slicer.shapes_of(map(text_of, atoms)) | engine.shapes(given)
    return held.union(*(engine.extra_shapes(extra) for _, extra, *_ in engine.calls))


def _play(situation: Situation, between: Between, engine: Engine) -> None:
    session = Session(situation, between.old, situation.game, engine=engine)
    with suppress(LudexError):  # what is done can't be done: the steps up to there are compared
        for number in session.graph.leaves:
            session.ask(number, "", ())
        for asked in situation.questions:
            if not isinstance(asked, Outcomes):  # how it ends has just been looked at
                answers(asked.playing(session), asked)


def _shown(model: Model) -> tuple[object, ...]:
    shown = frozenset(atom for atoms in model.shown.values() for atom in atoms)
    return model.next, model.takes, shown


def _atoms(models: Iterable[Model]) -> frozenset[Symbol]:
    return frozenset(atom for model in models for atom in model.atoms or ())
