"""What comes of a step: a stable model, as far as it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from clingo import Symbol

from kb.records import record


@record(slots=True)
class Model:
    """One stable model of a step, as far as it is shown.

    Attributes
    ----------
    next : frozenset of Symbol
        The fluents that hold after the step.
    takes : tuple of (Symbol, Symbol)
        The decisions of the step and the options taken, in a fixed order.
    shown : dict
        The other atoms shown, by predicate name.
    atoms : sequence of Symbol or None
        All atoms, for a proof; None for a large model, which is computed again when needed.
    """

    next: frozenset[Symbol]
    takes: tuple[tuple[Symbol, Symbol], ...]
    shown: dict[str, list[Symbol]] = field(default_factory=dict)
    atoms: Sequence[Symbol] | None = field(default=None, repr=False, compare=False)
    _by: dict[str, dict[Symbol, list[Symbol]]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def of(self, name: str) -> list[Symbol]:
        """Return the shown atoms of a predicate."""
        return self.shown.get(name, [])

    def about(self, name: str) -> Mapping[Symbol, list[Symbol]]:
        """Return the shown atoms of a predicate by their first arguments."""
        known = self._by.get(name)
        if known is None:
            known = self._by[name] = {}
            for atom in self.of(name):
                known.setdefault(atom.arguments[0], []).append(atom)
        return known

    @property
    def mode(self) -> str:
        """What kind of step it was; empty when nothing was waiting."""
        modes = self.of("mode")
        return modes[0].arguments[0].name if modes else ""
