"""The numbers of what a text offers to choose from: they count from 1, as they are printed."""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Symbol, SymbolType

_OFFERED = "one_of"
"""What an ability says that is one of several to choose from: which choice it belongs to."""


def mode_numbers(facts: Iterable[Symbol]) -> dict[Symbol, tuple[int, int]]:
    """Return, for each ability that is one of several, its number and that of its card's choice.

    What else the card says before, or between two choices, is not counted.
    """
    cards: dict[Symbol, dict[Symbol, list[Symbol]]] = {}
    for fact in facts:
        if not fact.match("says", 3) or fact.arguments[1].name != _OFFERED:
            continue
        ability = fact.arguments[0]
        if ability.match("ab", 2) and ability.arguments[1].type is SymbolType.Number:
            choices = cards.setdefault(ability.arguments[0], {})
            choices.setdefault(fact.arguments[2], []).append(ability)
    found = {}
    for choices in cards.values():
        for choice, abilities in enumerate(sorted(map(_in_order, choices.values())), 1):
            for number, ability in enumerate(abilities, 1):
                found[ability] = number, choice
    return found


def _in_order(abilities: Iterable[Symbol]) -> list[Symbol]:
    return sorted(set(abilities), key=lambda ability: ability.arguments[1].number)
