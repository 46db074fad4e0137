"""The steps that led to an answer: what each started from and what then held."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache

from clingo import Symbol, SymbolType

_FEW = 500


@lru_cache(maxsize=200_000)
def _name(atom: Symbol) -> str:
    # To ask clingo makes a string each time, and the steps of a trace share most of their atoms.
    return atom.name


def outermost(term: Symbol) -> str:
    """Return the name of a term, or its number, after ``=``; nothing for other terms."""
    if term.type == SymbolType.Function:
        return f"={term.name}" if term.name and term.positive else ""
    return f"={term.number}" if term.type == SymbolType.Number else ""


class Step:
    """One micro-step: a solved program and the stable model that was chosen.

    Parameters
    ----------
    facts : collection of Symbol
        What came from outside the rulebook: the state (``given(F)``) and the scenario's facts.
    atoms : collection of Symbol
        All atoms of the stable model, the facts among them.
    title : str, optional
        What happens in this step, in words, for those who read the proof.
    """

    def __init__(
        self, facts: Collection[Symbol], atoms: Collection[Symbol], title: str = ""
    ) -> None:
        self.facts = facts
        self.atoms = atoms
        self.title = title

    @property
    def whole(self) -> Step:
        """The same step with all that holds in it, if it knows only what is told of it."""
        return self

    @cached_property
    def by_name(self) -> dict[str, list[Symbol]]:
        """The model's atoms, grouped by the names of their predicates."""
        groups: dict[str, list[Symbol]] = {}
        for atom in self.atoms:
            name = _name(atom)
            group = groups.get(name)
            if group is None:
                groups[name] = [atom]
            else:
                group.append(atom)
        return groups

    @cached_property
    def _facts(self) -> frozenset[Symbol]:
        return frozenset(self.facts)

    @cached_property
    def _sets(self) -> dict[str, frozenset[Symbol]]:
        return {}

    def outermost(self, name: str, place: int) -> Collection[str] | None:
        """Return the names of all terms in a place of a predicate; None if there are too many."""
        known = self._outermost.get((name, place), ())
        if known == ():
            atoms = self.by_name.get(name, [])
            known = None
            if len(atoms) <= _FEW:
                arguments = (atom.arguments for atom in atoms)
                known = {outermost(each[place]) for each in arguments if len(each) > place}
            self._outermost[name, place] = known
        return known

    @cached_property
    def _outermost(self) -> dict[tuple[str, int], Collection[str] | None]:
        return {}

    def is_fact(self, atom: Symbol) -> bool:
        """Tell whether an atom came from outside the rulebook."""
        return atom in self._facts

    def holds(self, atom: Symbol) -> bool:
        """Tell whether an atom is in the model."""
        name = atom.name
        known = self._sets.get(name)
        if known is None:
            known = self._sets[name] = frozenset(self.by_name.get(name, ()))
        return atom in known

    def of(self, name: str) -> Iterable[Symbol]:
        """Return the model's atoms of that name, of whatever arity."""
        return self.by_name.get(name, ())


Trace = Sequence[Step]
"""The steps, earliest first. What one step calls ``next`` the following one is ``given``."""
