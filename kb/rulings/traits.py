"""What cards ask things to be like, and whether that is what a text makes them.

Something that is counted, or that there has to be, need not be in any proof: there is no proof of
what is not there. A text that makes a thing what is asked for may matter all the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from clingo import SymbolType

from kb.inference.session import Session
from kb.rulings.said import words_of
from kb.rulings.way import terms_in
from kb.scenario.zones import Functioning

_SIZED = re.compile(r"(?:\b|[+-])(?:\d+|x)/[+-]?(?:\d+|x)\b(?! counter)")
"""How a text says how big something is, or how much bigger."""

_EACH = re.compile(
    r" for (?:each|every) .*?(?= and (?:gains?|gets?|ha(?:s|ve)|is|are|becomes?|loses?)\b|[,.;]|$)"
)
"""How a text says what is counted for what it gives; that it makes of nothing."""

_KINDS = frozenset(
    (
        *("type", "types", "subtype", "color", "colors", "name", "names", "named"),
        *("element", "elements", "job", "jobs"),
    )
)
"""Words by which a text speaks of kinds in general."""

_SMALL = frozenset(
    (
        *("a", "an", "the", "in", "of", "to", "on", "with", "for", "and", "or", "as", "by", "from"),
        *("its", "it's", "at", "all", "every", "counter", "counters"),
    )
)
"""Words of texts that are no words of rules."""


class Traits:
    """Tells whether cards ask things for what a text makes them.

    Parameters
    ----------
    session : Session
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @cached_property
    def _terms(self) -> frozenset[str]:
        """What the terms are called by which cards say what things are like, or count them."""
        said = self._session.situation.said
        atoms = (*said("filter", 3), *said("says", 3))
        return frozenset(part.name for atom in atoms for part in terms_in(atom.arguments[2]))

    @cached_property
    def _kinds(self) -> frozenset[str]:
        """The kinds, colours and names that things are asked to have, but for types of cards."""
        types = self._session.game.values.get("type")
        terms = (atom.arguments[2] for atom in self._session.situation.said("filter", 3))
        asked = frozenset(
            part.name
            for term in terms
            if term.type is SymbolType.Function
            for one in term.arguments
            for part in terms_in(one)
        )
        return asked - frozenset(() if types is None else types.terms)

    def asked_for(self, known: Functioning, text: str, name: Sequence[str] = ()) -> bool:
        """Return whether some card asks things for what a text makes them.

        Parameters
        ----------
        known : Functioning
        text : str
            What is said, without the conditions of it.
        name : sequence of str
            The words at its start that are the name of a card.
        """
        words = words_of(_EACH.sub("", text))[len(name) :]
        sized = _SIZED.search(text) is not None or not known.sizes.isdisjoint(words)
        if sized and not (known.sizes | known.totals).isdisjoint(self._terms):
            return True
        said = frozenset(words) - known.people - known.itself - known.states - _SMALL
        sorts = bool(self._kinds) or not known.sorts.isdisjoint(self._terms)
        if sorts and not _KINDS.isdisjoint(said):
            return True
        return not (said - _KINDS).isdisjoint(self._terms)
