"""How each of the options of a decision may be named: by its number, or as answers say it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from clingo import Symbol, SymbolType

from kb.inference.parts import TextParts
from kb.proof.words import Phrasing
from kb.scenario.modes import mode_numbers
from kb.scenario.references import Present


class Offers:
    """The ways to name the options of decisions.

    Parameters
    ----------
    words : Phrasing
        How terms are said.
    says : iterable of Symbol
        The facts that say what texts do.
    """

    def __init__(self, words: Phrasing, says: Iterable[Symbol]) -> None:
        self._words = words
        self._says = says

    def waiting(self, present: Present) -> dict[Symbol, str]:
        """Return what the abilities are called that wait in a state."""
        return {
            thing: self._words.ability_of(ability, source)
            for thing, ability, source in present.abilities
        }

    def at(self, present: Present) -> Offers:
        """Return the ways to name options in a state: abilities that wait are some of them."""
        waiting = self.waiting(present)
        return Offers(self._words.knowing(waiting), self._says) if waiting else self

    @cached_property
    def parts(self) -> TextParts:
        """What the parts of texts say."""
        return TextParts(self._says, self._words.term)

    @cached_property
    def _modes(self) -> dict[Symbol, tuple[int, int]]:
        return mode_numbers(self._says)

    def said(self, option: Symbol) -> tuple[str, ...]:
        """Return an option as answers say it; a part of a text also in full."""
        told = self.parts.said(option)
        if not told:
            return (self._words.term(option, "option"),)
        return tuple(dict.fromkeys((told, self.parts.whole(option.arguments[0]))))

    def numbers(self, option: Symbol) -> tuple[int, ...]:
        """Return the numbers of what a card offers that an option is: several for several modes."""
        part = self.parts.number(option)
        if part is not None:
            return (part,)
        inner = option
        if option.type is SymbolType.Function and option.arguments:
            inner = option.arguments[0]
        if inner in self._modes:
            return (self._modes[inner][0],)
        if not inner.match("ab", 2):
            return ()
        place = inner.arguments[1]
        numbers = [place] if place.type is SymbolType.Number else place.arguments
        return tuple(one.number for one in numbers if one.type is SymbolType.Number)
