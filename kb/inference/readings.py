"""Steps under other readings of the gaps: one grounding for all of them.

Another reading differs in a few statements, most of which are not live in most steps. A step in
which none is live is solved as under the reading that was taken. Any other is grounded once, with
a switch at each statement that not all readings have, and solved under each reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

import clingo
from clingo import Function, String, Symbol

from kb.inference.engine import SHOWN, Clock, Engine, in_order, models_of
from kb.inference.models import Model
from kb.inference.settled import looked_for
from kb.inference.shapes import Shape, what_is_ruled_out
from kb.inference.slicing import Slicer, slicer_of
from kb.rulebook import Rulebook, RulebookView
from kb.rulebook.parsed import add
from kb.rulebook.statement import switch

REMEMBERED = 4_000
"""Of how many steps is remembered what comes of them."""

On = frozenset[str]
"""The switches that are on."""

Key = tuple[frozenset[Symbol], str, tuple[str, ...], int, bool]
"""The state of a step, what it is told, what is shown, the bound on models, and whether it is only
passed through."""


class _Books:
    """The rulebook of a day under each reading: the same for every scenario.

    Parameters
    ----------
    view : RulebookView
        Under the reading that was taken.
    """

    def __init__(self, view: RulebookView) -> None:
        book = view.rulebook
        self.statements = book.statements
        views = [
            view.under({**view.readings, gap.name: reading})
            for gap in book.gaps.gaps.values()
            for reading in gap.readings
        ]
        self.in_force = tuple(dict.fromkeys(map(_numbers, views)))
        some = frozenset.union(*self.in_force)
        self.all = frozenset.intersection(*self.in_force)
        everything = frozenset(range(len(book.statements)))
        index = slicer_of(view).index
        self.slicer = Slicer(book.statements, index, everything - some, sure=self.all)
        self._live: dict[
            tuple[frozenset[Shape], frozenset[Shape], frozenset[str] | None], list[int]
        ] = {}

    def live(
        self, shapes: frozenset[Shape], base: frozenset[Shape], wanted: frozenset[str] | None
    ) -> list[int]:
        """Return the numbers of the statements that are live under some reading."""
        key = (shapes, base, wanted)
        found = self._live.get(key)
        if found is None:
            if len(self._live) >= REMEMBERED:
                self._live.clear()
            found = self.slicer.live(shapes, base=base)
            if wanted is not None:
                found = self.slicer.cone.narrowed(found, wanted)
            self._live[key] = found
        return found


_books: WeakKeyDictionary[Rulebook, dict[object, _Books]] = WeakKeyDictionary()


def _numbers(view: RulebookView) -> frozenset[int]:
    """Return which statements of its rulebook a view has; all are of one rulebook."""
    assert view.numbers is not None
    return view.numbers


def _books_of(view: RulebookView) -> _Books:
    """Return the rulebook of a view under each reading; it is made once."""
    known = _books.setdefault(view.rulebook, {})
    key = (view.date, tuple(view.readings.items()), view.numbers)
    if key not in known:
        known[key] = _Books(view)
    return known[key]


class Variants:
    """Solves steps of one scenario under every reading of one gap at a time.

    Parameters
    ----------
    taken : Engine
        Of the reading that was taken.
    view : RulebookView
        Its rules.
    """

    def __init__(self, taken: Engine, view: RulebookView) -> None:
        self.taken = taken
        self._books = books = _books_of(view)
        self._statements = books.statements
        self._in_force = books.in_force
        self._all = books.all
        self._own = _numbers(view)
        self._static_shapes = books.slicer.shapes_of(taken.static_texts)
        self._solved: dict[Key, dict[On, list[Model]]] = {}

    def engine(self, view: RulebookView) -> Engine:
        """Return what solves steps under one of the readings."""
        return _Under(self, view)

    def live(self, state: Iterable[Symbol], extra: str, passing: bool) -> list[int]:
        """Return the numbers of the statements that are live under some reading.

        Of a step that is only passed through, those only that can matter to it.
        """
        slicer = self._books.slicer
        shapes = slicer.shapes_given(in_order(state)) | self.taken.extra_shapes(extra)
        wanted = self.taken.wanted(extra) if passing else None
        return self._books.live(shapes, self._static_shapes, wanted)

    def gaps(self, state: Iterable[Symbol], extra: str, *, passing: bool) -> set[str]:
        """Return the gaps of which a block, of whatever reading, can matter to a step."""
        live = self.live(state, extra, passing)
        return {gap for number in live for gap, _ in self._statements[number].label.readings}

    def gaps_within(self, steps: Iterable[tuple[Iterable[Symbol], str]]) -> set[str]:
        """Return all gaps, and maybe more, that can matter to some of these steps."""
        slicer = self._books.slicer
        shapes: set[Shape] = set()
        for state, extra in steps:
            shapes |= slicer.shapes_given(in_order(state)) | self.taken.extra_shapes(extra)
        # What one step rules out another may have.
        shapes = {made for made in shapes if what_is_ruled_out(made) is None}
        live = slicer.live(shapes, base=self._static_shapes, urgent=False)
        return {gap for number in live for gap, _ in self._statements[number].label.readings}

    def same(self, view: RulebookView, state: frozenset[Symbol], extra: str, limit: int) -> bool:
        """Tell whether a step is passed through as under the reading that was taken."""
        here = _numbers(view)
        live = self.live(state, extra, True)
        if not any((n in here) != (n in self._own) for n in live):
            return True
        found = self.solve(view, state, extra, SHOWN, limit, None, passing=True)
        expected, _ = self.taken.solve(state, extra, limit=limit, passing=True)
        return found is not None and _alike(found[0], expected)

    def solve(
        self,
        view: RulebookView,
        state: frozenset[Symbol],
        extra: str,
        show: tuple[str, ...],
        limit: int,
        clock: Clock | None,
        *,
        passing: bool,
    ) -> tuple[list[Model], bool] | None:
        """Return the models of a step under a reading, and whether they are all.

        None if it has to be solved by itself: there are too many models, none at all, or
        what the readings differ in cannot be switched.
        """
        live = self.live(state, extra, passing)
        here = _numbers(view)
        differing = [number for number in live if number not in self._all]
        if not any((number in here) != (number in self._own) for number in differing):
            return self.taken.solve(state, extra, show, limit=limit, clock=clock, passing=passing)
        if any(not self._statements[number].switchable for number in differing):
            return None
        key = (state, extra, show, limit, passing)
        solved = self._solved.get(key)
        if solved is None:
            if len(self._solved) >= REMEMBERED:
                self._solved.pop(next(iter(self._solved)))
            solved = self._solved[key] = self._ground_and_solve(key, live, differing)
        models = solved.get(self._switches(differing, here))
        return None if models is None else (list(models), True)

    def at_once(self, state: Iterable[Symbol], extra: str, show: tuple[str, ...]) -> Model | None:
        """Return the only model of a step under the reading that was taken.

        Those of the other readings come from the same grounding, and are remembered. None if no
        reading makes a difference that can be switched, or there is not exactly one model.
        """
        fluents = frozenset(state)
        live = self.live(fluents, extra, False)
        differing = [number for number in live if number not in self._all]
        sets = {self._switches(differing, here) for here in self._in_force}
        if len(sets) < 2 or any(not self._statements[one].switchable for one in differing):
            return None
        key = (fluents, extra, show, 0, False)
        solved = self._solved[key] = self._ground_and_solve(key, live, differing, own=True)
        models = solved.get(self._switches(differing, self._own), ())
        return models[0] if len(models) == 1 else None

    def _switches(self, differing: Sequence[int], here: frozenset[int]) -> On:
        return frozenset(self._statements[one].label.id for one in differing if one in here)

    def _ground_and_solve(
        self, key: Key, live: Sequence[int], differing: Sequence[int], *, own: bool = False
    ) -> dict[On, list[Model]]:
        """Return the models under the other readings, and with `own` under the one taken, too."""
        state, extra, show, limit, _ = key
        apart = set(differing)
        lines = [
            self._statements[number].switched if number in apart else self._statements[number].code
            for number in live
        ]
        every = dict.fromkeys(self._statements[number].label.id for number in differing)
        lines += (f"#external {switch(one)}." for one in every)
        text = "\n".join(lines)
        control = clingo.Control([str(limit + 1 if limit else 0), "--warn=none"], message_limit=1)
        add(control, text + "\n" + self.taken.facts(state, extra, show))
        control.ground([("base", [])])
        found: dict[On, list[Model]] = {}
        taken = self._switches(differing, self._own)
        for here in (self._own, *self._in_force):
            on = self._switches(differing, here)
            if (on == taken and not own) or on in found:
                continue
            for one in every:
                control.assign_external(Function("rule", [String(one)]), one in on)
            models, complete = models_of(control, limit, None, keep=on == taken)
            if any(looked_for(model.of("slot"), extra) for model in models):
                return {}
            if complete and models:
                found[on] = list(map(_without_switches, models))
        return found


def _without_switches(model: Model) -> Model:
    if model.atoms is None:
        return model
    return replace(model, atoms=[one for one in model.atoms if not one.match("rule", 1)])


def _alike(some: Sequence[Model], others: Sequence[Model]) -> bool:
    return len(some) == len(others) and all(one in others for one in some)


class _Under(Engine):
    """Solves steps under one reading."""

    def __init__(self, variants: Variants, view: RulebookView) -> None:
        super().__init__(view, variants.taken.static, slicer_of(view))
        self._variants = variants
        self._view = view

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
        """Solve a step; see `Engine.solve`."""
        fluents = frozenset(state)
        if clock is None or not clock.over:
            found = self._variants.solve(
                self._view, fluents, extra, tuple(show), limit, clock, passing=passing
            )
            if found is not None:
                return found
        return super().solve(fluents, extra, show, limit=limit, clock=clock, passing=passing)
