"""Which of some statements may fire in a step, by the shapes of all that could hold in it."""

from __future__ import annotations

from collections.abc import Iterable

from kb.inference.closure import Match
from kb.inference.shapes import Shape
from kb.inference.slicing import Slicer


class Firing:
    """Tells which of some statements may fire.

    A statement fires where all conditions of its positive body hold; a variable must have the same
    outermost name in all its places. Where none of them fires they could as well be others: a
    stable model remains one when a statement comes or goes that does not fire in it.

    Parameters
    ----------
    slicer : Slicer
    statements : frozenset of int
        Their numbers.
    """

    def __init__(self, slicer: Slicer, statements: frozenset[int]) -> None:
        self._slicer = slicer
        self._units = [
            number
            for number, unit in enumerate(slicer.index.units)
            if unit.statement in statements and unit.whole
        ]
        wanted = set(self._units)
        self._literals = {
            literal
            for literal, owners in enumerate(slicer.index.owners)
            if not wanted.isdisjoint(owners)
        }

    def possible(self, shapes: Iterable[Shape]) -> frozenset[int]:
        """Return those that may fire where atoms of these shapes may hold, and no others."""
        met: dict[int, dict[Match, None]] = {}
        for made in shapes:
            for literal, match in self._slicer.meeting(made):
                if literal in self._literals:
                    met.setdefault(literal, {})[match] = None
        units = self._slicer.index.units
        return frozenset(
            units[number].statement for number in self._units if self._slicer.joined(number, met)
        )
