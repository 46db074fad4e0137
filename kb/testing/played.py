"""A case as it was played: its answers, and what could matter on the way."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kb.errors import LudexError
from kb.inference.firing import Firing
from kb.inference.shapes import Shape, head_shapes, whole_shapes
from kb.inference.slicing import Slicer
from kb.records import record
from kb.rulebook import RulebookView
from kb.scenario import Case
from kb.testing.asked import UNASKED, GivenAnswer, answered, asked_of, opened, situated


@record
class PlayedStep:
    """What could hold in a step.

    Attributes
    ----------
    shapes : tuple of Shape
        Of what it was given and told, and of what could follow from that.
    whole : bool
        False where it is not known what could follow.
    """

    shapes: tuple[Shape, ...]
    whole: bool


@record
class SolvedStep:
    """A step as it was solved.

    Attributes
    ----------
    fluents : tuple of str
        What held in it.
    extra : str
        What it was told besides.
    place : int
        What could hold in it: its place among the steps of the case that are told apart.
    """

    fluents: tuple[str, ...]
    extra: str
    place: int


@record
class Solved:
    """The steps of a case, as they were solved.

    Attributes
    ----------
    static : tuple of str
        What the scenario says once and for all.
    steps : tuple of SolvedStep
    """

    static: tuple[str, ...]
    steps: tuple[SolvedStep, ...]


@record
class PlayedCase:
    """A case, its answers, and what could matter for them.

    Attributes
    ----------
    name : str
    asked : str
        A hash of what is asked of which board: two cases may ask the same.
    answers : tuple of GivenAnswer
        One for each question.
    base : tuple of Shape
        Of what the scenario says once and for all.
    steps : tuple of PlayedStep
    solved : Solved or None
        The steps as they were solved, if that is known: `solved_in` finds what was kept.
    """

    name: str
    asked: str
    answers: tuple[GivenAnswer, ...]
    base: tuple[Shape, ...]
    steps: tuple[PlayedStep, ...]
    solved: Solved | None = None

    @property
    def unasked(self) -> bool:
        """Whether nothing could be asked at all."""
        return all(one.key == UNASKED for one in self.answers)

    def may_fire(self, slicer: Slicer, changed: frozenset[int]) -> frozenset[int]:
        """Return the changed statements that may play a part in some step.

        Parameters
        ----------
        slicer : Slicer
            Of the statements of both rulebooks.
        changed : frozenset of int
            The numbers of those that only one of them has.
        """
        base = frozenset(self.base)
        firing = _firing(slicer, changed)
        every = frozenset(each for step in self.steps for each in step.shapes)
        left = firing.possible(every | base)
        found: set[int] = set()
        for step in self.steps:
            if not step.whole:
                found |= changed.intersection(slicer.live(step.shapes, base=base))
            elif not left <= found:
                found |= firing.possible(base.union(step.shapes))
        return frozenset(found)

    def unmet(self, slicer: Slicer, statements: frozenset[int]) -> int:
        """Return how many conditions of a statement at least nothing in the case could meet."""
        return slicer.unmet(
            {*self.base, *(each for step in self.steps for each in step.shapes)}, statements
        )


@lru_cache(maxsize=8)
def _firing(slicer: Slicer, changed: frozenset[int]) -> Firing:
    return Firing(slicer, changed)


def play(case: Case, view: RulebookView, slicer: Slicer | None = None) -> PlayedCase:
    """Return what a case answers under some rules, and what could matter on the way."""
    asked = asked_of(case.scenario)
    try:
        session = opened(situated(case, view), view, slicer)
    except LudexError as error:
        count = max(1, len(case.scenario.ask))
        return PlayedCase(case.name, asked, (GivenAnswer.failed(error),) * count, (), ())
    said, _ = answered(session)
    base = whole_shapes(session.engine.static_texts, ())
    steps: dict[PlayedStep, int] = {}
    solved = []
    for (fluents, extra), held in (session.engine.told or {}).items():
        shapes = tuple(sorted(_given(fluents, extra).union(held or ()), key=repr))
        place = steps.setdefault(PlayedStep(shapes, held is not None), len(steps))
        solved.append(SolvedStep(fluents, extra, place))
    static = tuple(session.engine.static_texts)
    return PlayedCase(
        *(case.name, asked, said, tuple(sorted(base, key=repr)), tuple(steps)),
        Solved(static, tuple(solved)),
    )


def _given(fluents: Iterable[str], extra: str) -> frozenset[Shape]:
    return whole_shapes((), fluents) | head_shapes(extra)
