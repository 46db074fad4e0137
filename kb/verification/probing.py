"""How far two rulebooks come apart on a board: in an answer, in a step, or in no atom at all.

A board is played under the first rulebook, and every step that is solved on the way is solved
under the second, too. Where no atom is another one, every answer is the same: that takes less than
half of what asking twice would. Where atoms differ and nothing comes of it, the board is a place to
look further from (`kb.verification.near`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import lru_cache

from clingo import Symbol, SymbolType

from kb.errors import LudexError
from kb.inference.engine import SHOWN, Clock, Engine, text_of
from kb.inference.models import Model
from kb.inference.session import Session
from kb.inference.shapes import Shape
from kb.inference.slicing import Slicer
from kb.questions.answering import answers
from kb.questions.outcomes import Outcomes
from kb.questions.situation import Situation
from kb.records import record
from kb.rulebook import RulebookView
from kb.scenario import Case, Scenario, reader
from kb.testing.asked import situated
from kb.testing.between import Between
from kb.verification.board import Data

SAME, INSIDE, ENDING, APART = 0, 1, 2, 3
"""No atom of any step differs; some do, and nothing that a step shows; some do at an end; what a
step shows does."""

Call = tuple[frozenset[Symbol], str, tuple[str, ...], int, bool]


@record
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
    names : frozenset of str
        What the objects and players are called of which the atoms that differ speak.
    apart : tuple of int
        The questions in whose own steps some atom differs, by their places, the furthest first.
    calls : tuple of tuple of Call
        Of each question, the steps that were solved for it alone.
    """

    level: int
    differing: frozenset[Shape]
    held: frozenset[Shape]
    names: frozenset[str] = frozenset()
    apart: tuple[int, ...] = ()
    calls: tuple[tuple[Call, ...], ...] = ()
    engine: _Recorder | None = field(default=None, repr=False)

    @property
    def asked(self) -> tuple[frozenset[Shape], ...]:
        """Of each question, the shapes of all that held in the steps of it alone."""
        engine = self.engine
        return () if engine is None else tuple(_held(engine, calls) for calls in self.calls)

    def bare(self) -> Probed:
        """Return it without the steps, which take much room."""
        return replace(self, calls=(), engine=None)


class OutOfTime(Exception):
    """The time is over that may be spent on boards near cases."""


class TimedEngine(Engine):
    """An engine that solves no further step when time is over.

    Parameters
    ----------
    view : RulebookView
    static : iterable of Symbol
    slicer : Slicer
    end : float, optional
        When that is, as the process counts its time.
    """

    def __init__(
        self,
        view: RulebookView,
        static: Iterable[Symbol],
        slicer: Slicer,
        end: float | None = None,
    ) -> None:
        super().__init__(view, static, slicer)
        self._end = end

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
        """Solve a step.

        Raises
        ------
        OutOfTime
            If time is over.
        """
        if self._end is not None and time.process_time() >= self._end:
            raise OutOfTime
        return super().solve(state, extra, show, limit=limit, clock=clock, passing=passing)


class _Recorder(TimedEngine):
    """An engine that remembers what it was asked."""

    def __init__(self, between: Between, static: Iterable[Symbol], end: float | None) -> None:
        super().__init__(between.old, static, between.old_slicer, end)
        self.calls: dict[Call, list[Model]] = {}
        self.question: int | None = None
        self.questions: dict[Call, int | None] = {}

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
        call = (symbols, extra, tuple(show), limit, passing)
        self.calls.setdefault(call, found[0])
        self.questions.setdefault(call, self.question)
        return found


def probe(data: Data, between: Between, end: float | None = None) -> Probed:
    """Return how far two rulebooks come apart on a board.

    Parameters
    ----------
    data : dict
        The board.
    between : Between
    end : float, optional
        When time is over, as the process counts its time.

    Raises
    ------
    LudexError
        If the board makes no sense under the first.
    OutOfTime
        If time is over before it is known.
    """
    situation = situated(Case("", Scenario.of(reader.node_of(data))), between.old)
    engine = _Recorder(between, situation.static, end)
    _play(situation, between, engine)
    other = TimedEngine(between.new, situation.static, between.new_slicer, end)
    level, differing = SAME, set[Symbol]()
    apart: dict[int, int] = {}
    for call, known in tuple(engine.calls.items()):
        state, extra, show, limit, passing = call
        # What nothing looks at any more is part of it: something may, on a board near this one.
        programs = [one.program(state, extra, show) for one in (engine, other)]
        if programs[0] == programs[1]:
            continue
        models = known
        try:
            if passing:
                models, _ = engine.solve(state, extra, show, limit=limit)
            others, _ = other.solve(state, extra, show, limit=limit)
            inside = _atoms(models) ^ _atoms(others)
            own = INSIDE if passing and inside else ENDING if inside else SAME
            if frozenset(map(_shown, models)) != frozenset(map(_shown, others)):
                own = APART
        except LudexError:  # no way on
            inside, own = frozenset(), APART
        differing |= inside
        level = max(level, own)
        question = engine.questions[call]
        if own and question is not None:
            apart[question] = max(own, apart.get(question, own))
    shapes = between.slicer.shapes_of(map(text_of, differing))
    return Probed(
        level,
        shapes,
        _held(engine, engine.calls) | shapes,
        _named(situation, differing),
        tuple(sorted(apart, key=lambda question: (-apart[question], question))),
        tuple(
            tuple(call for call, own in engine.questions.items() if own == number)
            for number in range(len(situation.questions))
        ),
        engine,
    )


def _held(engine: _Recorder, calls: Iterable[Call]) -> frozenset[Shape]:
    """Return the shapes of all that held in some of the steps that were solved."""
    calls = list(calls)
    atoms = {atom for call in calls for model in engine.calls[call] for atom in model.atoms or ()}
    given = {fluent for state, *_ in calls for fluent in state}
    held = frozenset(_shape_of(engine.slicer, atom) for atom in atoms) | engine.shapes(given)
    return held.union(*(engine.extra_shapes(extra) for _, extra, *_ in calls))


@lru_cache(maxsize=50_000)
def _shape_of(slicer: Slicer, atom: Symbol) -> Shape:
    return slicer.shape_of(text_of(atom))


def _named(situation: Situation, atoms: Iterable[Symbol]) -> frozenset[str]:
    """Return what the objects and players are called of which atoms speak."""
    found: set[str] = set()
    left, seen = list(atoms), set[Symbol]()
    while left:
        one = left.pop()
        if one.type != SymbolType.Function or one in seen:
            continue
        seen.add(one)
        symbol = one.arguments[0] if one.match("obj", 2) else one
        names = situation.names
        name = names.handles.get(symbol) or names.players.get(symbol)
        if name is not None:
            found.add(name)
        left += one.arguments
    return frozenset(found)


def _play(situation: Situation, between: Between, engine: _Recorder) -> None:
    session = Session(situation, between.old, situation.game, engine=engine)
    with suppress(LudexError):  # what is done can't be done: the steps up to there are compared
        for number in session.graph.leaves:
            session.ask(number, "", ())
        for number, asked in enumerate(situation.questions):
            engine.question = number
            if not isinstance(asked, Outcomes):  # how it ends has just been looked at
                answers(asked.playing(session), asked)


def _shown(model: Model) -> tuple[object, ...]:
    shown = frozenset(atom for atoms in model.shown.values() for atom in atoms)
    return model.next, model.takes, shown


def _atoms(models: Iterable[Model]) -> frozenset[Symbol]:
    return frozenset(atom for model in models for atom in model.atoms or ())
