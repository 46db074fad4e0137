"""Steps that were solved, found again by what their statements read.

Two steps of the same rules that differ only in fluents of which no statement speaks go the same
way; those fluents go on. A reading of the rules that only leaves a mark which nothing looks at, say
that a card was cast, so costs no step of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from clingo import Symbol

from kb.inference.models import Model

Found = tuple[tuple[Model, ...], bool]
"""The models of a step, and whether they are all."""

Key = tuple[str, str, tuple[str, ...], int]
"""The rules of a step, what it is told, what is shown, and the bound on models."""

_ANY = re.compile(r"\b(?:given|next|begins|ends)\([A-Z_]")
"""Where a statement speaks of fluents without naming them."""

_INERTIA = 5
"""How often the two statements of inertia do: what is given goes on unless it ends, what begins
holds next."""


class _Alike:
    """The steps of one key, by state.

    Parameters
    ----------
    rules, extra : str
        The text of the statements.
    """

    def __init__(self, rules: str, extra: str) -> None:
        self.by_state: dict[frozenset[Symbol], Found] = {}
        self._texts = rules, extra  # as they are: to join them would copy the rules for each key
        self._names: dict[str, bool] = {}
        self._by_read: dict[frozenset[Symbol], frozenset[Symbol]] | None = None

    def read(self, state: Iterable[Symbol]) -> frozenset[Symbol]:
        """Return the fluents of which some statement may speak."""
        return frozenset(fluent for fluent in state if self._speaks_of(fluent.name))

    def _speaks_of(self, name: str) -> bool:
        known = self._names.get(name)
        if known is None:
            known = self._names[name] = any(name in text for text in self._texts)
        return known

    def like(self, state: frozenset[Symbol]) -> frozenset[Symbol] | None:
        """Return the state of a solved step that differs in nothing that is read, if any."""
        if self._by_read is None:
            self._by_read = {}
            if sum(len(_ANY.findall(text)) for text in self._texts) == _INERTIA:
                for known in self.by_state:
                    self._by_read.setdefault(self.read(known), known)
        return self._by_read.get(self.read(state)) if self._by_read else None

    def keep(self, state: frozenset[Symbol], found: Found) -> None:
        """Remember what came of a step."""
        self.by_state[state] = found
        if self._by_read:
            self._by_read.setdefault(self.read(state), state)


class Remembered:
    """What came of the steps of one scenario."""

    def __init__(self) -> None:
        self._alike: dict[Key, _Alike] = {}

    def find(self, key: Key, state: frozenset[Symbol]) -> Found | None:
        """Return what came of a step, or of one that goes the same way; None if of neither."""
        alike = self._alike.get(key)
        if alike is None:
            return None
        exact = alike.by_state.get(state)
        if exact is not None:
            return exact
        other = alike.like(state)
        if other is None:
            return None
        models, complete = alike.by_state[other]
        return tuple(_instead(models, other - state, state - other)), complete

    def keep(self, key: Key, state: frozenset[Symbol], found: Found) -> None:
        """Remember what came of a step."""
        alike = self._alike.get(key)
        if alike is None:
            alike = self._alike[key] = _Alike(key[0], key[1])
        alike.keep(state, found)


def _instead(
    models: Sequence[Model], gone: frozenset[Symbol], there: frozenset[Symbol]
) -> list[Model]:
    """Return models with other fluents that go on; what a proof needs is computed when needed."""
    return [replace(one, next=(one.next - gone) | there, atoms=None) for one in models]
