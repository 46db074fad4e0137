"""Which symbol stands for which name, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from clingo import Symbol, SymbolType

from kb.records import record
from kb.scenario.terms import fold


@record
class Names:
    """The names of everything in a situation.

    Parameters
    ----------
    players, cards : mapping
        Constants and what they are called.
    handles : mapping
        Constants of physical objects and what they are called; an object is a term
        ``obj(Handle,Number)``, whose number changes whenever it becomes a new object.
    terms : mapping
        Other terms and what they are called: abilities, filters, objects of another form.
    words : mapping
        Constants of the game's words, such as ``main1``.
    printed : mapping
        Constants of the names that cards have for the rules, where something else tells cards of
        one name apart.
    """

    players: Mapping[Symbol, str]
    cards: Mapping[Symbol, str]
    handles: Mapping[Symbol, str]
    terms: Mapping[Symbol, str] = field(default_factory=dict)
    words: Mapping[Symbol, str] = field(default_factory=dict)
    printed: Mapping[Symbol, str] = field(default_factory=dict)

    def text(self, symbol: Symbol) -> str:
        """Return what a symbol is called; a term without a name is written out."""
        found = self.terms.get(symbol)
        if found is not None:
            return found
        if symbol.type == SymbolType.String:
            return symbol.string
        if symbol.type != SymbolType.Function:
            return str(symbol)
        if not symbol.arguments:
            for names in (self.players, self.handles, self.cards, self.words):
                if symbol in names:
                    return names[symbol]
            return symbol.name.replace("_", " ")
        if symbol in self.words:
            return self.words[symbol]
        if symbol.name == "obj" and len(symbol.arguments) == 2:
            handle = symbol.arguments[0]
            if handle in self.handles:
                return self.handles[handle]
            return self.text(handle)
        inner = ", ".join(self.text(argument) for argument in symbol.arguments)
        return f"{symbol.name}({inner})" if symbol.name else f"({inner})"

    def called(self, symbol: Symbol) -> str | None:
        """Return what an object, a player or a word is called, None if it has no name."""
        if symbol.match("obj", 2):
            symbol = symbol.arguments[0]
        return self.handles.get(symbol) or self.players.get(symbol) or self.words.get(symbol)

    def said(self, symbol: Symbol) -> str | None:
        """Return what something is called, an ability or a mode too, None if it has no name."""
        return self.terms.get(symbol) or self.called(symbol)

    def offered(self, symbol: Symbol) -> str | None:
        """Return what may be chosen is called, by the name that a file gives it.

        That is a card, too, or what a card itself names, such as one of its rooms.
        """
        bare = symbol.type == SymbolType.Function and not symbol.arguments
        own = (self.terms.get(symbol) or self.cards.get(symbol)) if bare else None
        return self.called(symbol) or own

    def find(self, text: str) -> tuple[Symbol, ...]:
        """Return the players, physical objects and cards that are called so.

        Case and accents do not matter.
        """
        key = fold(text)
        return tuple(
            symbol
            for names in (self.players, self.handles, self.cards)
            for symbol, name in names.items()
            if fold(name) == key
        )
