"""The names of a scenario, as proofs ask for them."""

from __future__ import annotations

from collections.abc import Callable

from clingo import Symbol, SymbolType

from kb.scenario.names import Names

NameOf = Callable[[Symbol], str | None]
"""Gives what a scenario calls a symbol, or None when it has no name for it."""


def naming(names: Names) -> NameOf:
    """Return the function that knows the names of a scenario, and only those.

    A term of which only a part has a name is left to the vocabulary's phrases.
    """

    def name(symbol: Symbol) -> str | None:
        found = names.terms.get(symbol)
        if found is not None or symbol.type != SymbolType.Function:
            return found
        arguments = symbol.arguments
        if not arguments:
            for known in (names.players, names.handles, names.cards, names.words):
                if symbol in known:
                    return known[symbol]
        elif symbol.name == "obj" and len(arguments) == 2:
            return names.handles.get(arguments[0])
        return None

    return name
