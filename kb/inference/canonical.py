"""When two states are the same: up to how often each card has changed zones, and up to timestamps.

A card that changes zones becomes a new object, ``obj(card, n)``, and effects carry timestamps that
only grow. Two states that differ in nothing but those counts allow the same continuations, so
outcomes are merged, and loops found, on a form in which both are counted from zero again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import clingo
from clingo import Symbol, SymbolType

Key = frozenset[Symbol]


@lru_cache(maxsize=65536)
def _mentions(symbol: Symbol) -> tuple[tuple[Symbol, int], ...]:
    """Return the objects that a term mentions, and its timestamp, as (what, count) pairs."""
    if symbol.type != SymbolType.Function or not symbol.arguments:
        return ()
    arguments = symbol.arguments
    if symbol.name == "obj" and len(arguments) == 2 and arguments[1].type == SymbolType.Number:
        return ((arguments[0], arguments[1].number),)
    found = [pair for argument in arguments for pair in _mentions(argument)]
    if _stamped(symbol):
        found.append((_CLOCK, arguments[0].number))
    return tuple(found)


_CLOCK = clingo.Function("clock")


def _stamped(symbol: Symbol) -> bool:
    return (
        symbol.name == "effect"
        and bool(symbol.arguments)
        and symbol.arguments[0].type == SymbolType.Number
    )


def canonical(state: Iterable[Symbol]) -> Key:
    """Return the form of a state under which equal states are equal.

    Parameters
    ----------
    state : iterable of Symbol
        The fluents that hold.
    """
    counts: dict[Symbol, set[int]] = {}
    fluents = [fluent for fluent in state if not _is_clock(fluent)]
    for fluent in fluents:
        for what, count in _mentions(fluent):
            counts.setdefault(what, set()).add(count)
    renumbered = {
        (what, count): place
        for what, found in counts.items()
        for place, count in enumerate(sorted(found))
        if place != count
    }
    if not renumbered:
        return frozenset(fluents)
    return frozenset(
        _rename(fluent, renumbered)
        if any(pair in renumbered for pair in _mentions(fluent))
        else fluent
        for fluent in fluents
    )


def position(state: Iterable[Symbol]) -> Key:
    """Return the form of a state under which an effect counts once, however often it came about.

    What comes about again and again in turn ("gains flying", "loses flying") leaves more and more
    effects behind, and yet the same position.
    """
    last: dict[tuple[Symbol, ...], Symbol] = {}
    for fluent in state:
        key = tuple(fluent.arguments[1:]) if _stamped(fluent) else (fluent,)
        if key not in last or fluent.arguments[0] > last[key].arguments[0]:
            last[key] = fluent
    return canonical(last.values())


@lru_cache(maxsize=65536)
def _is_clock(fluent: Symbol) -> bool:
    return fluent.name == "val" and fluent.arguments[0] == _CLOCK


def _rename(symbol: Symbol, renumbered: dict[tuple[Symbol, int], int]) -> Symbol:
    if symbol.type != SymbolType.Function or not symbol.arguments:
        return symbol
    arguments = symbol.arguments
    if symbol.name == "obj" and len(arguments) == 2 and arguments[1].type == SymbolType.Number:
        count = renumbered.get((arguments[0], arguments[1].number))
        return (
            symbol
            if count is None
            else clingo.Function("obj", [arguments[0], clingo.Number(count)])
        )
    renamed = [_rename(argument, renumbered) for argument in arguments]
    if _stamped(symbol):
        count = renumbered.get((_CLOCK, arguments[0].number))
        if count is not None:
            renamed[0] = clingo.Number(count)
    return clingo.Function(symbol.name, renamed, symbol.positive)
