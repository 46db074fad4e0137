"""Cards: their entries in YAML, found by name, and the facts that they become.

An entry becomes ``printed(Card,Key,Value)`` for what is printed on the card, ``says(Ability,Key,
Value)`` for its abilities and ``filter(Name,Clause,Feature)`` for the words in them. Which keys
there are, and which terms they become, is said by the game file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from copy import copy
from datetime import date
from functools import lru_cache
from pathlib import Path

from clingo import Symbol

from kb.errors import LudexError, nearest, quote
from kb.records import record
from kb.resources import Home, home
from kb.rulebook.edition import read_date
from kb.scenario import filters, reader
from kb.scenario.card import Ability, Card
from kb.scenario.describing import Compiler
from kb.scenario.game import Game
from kb.scenario.game_words import CardKey
from kb.scenario.reader import Node
from kb.scenario.terms import Slugs, fold


@record
class _Entry:
    symbol: Symbol
    name: str
    node: reader.Mapping


class Catalogue:
    """The cards of a game, by name in any of their languages.

    Parameters
    ----------
    game : Game
        The game.
    nodes : iterable of Node
        The entries.
    base : Catalogue, optional
        Cards that are known already; an entry with the name of one takes its place.
    miss : callable, optional
        Says what else is known of a name that no card has; empty for nothing.

    Notes
    -----
    An entry may say what is another way from a day on (``changes``); see `on`. Otherwise the newest
    day counts that the rulebook covers.
    """

    def __init__(
        self,
        game: Game,
        nodes: Iterable[Node],
        base: Catalogue | None = None,
        miss: Callable[[str], str] | None = None,
    ) -> None:
        self.game = game
        self._slugs: Slugs = Slugs(base.slugs if base else game.reserved)
        self._entries: dict[Symbol, _Entry] = dict(base._entries) if base else {}
        self._names: dict[str, Symbol] = dict(base._names) if base else {}
        self._cards: dict[Symbol, Card] = {}
        self._day: date = base._day if base else game.newest
        self._days: dict[date, Catalogue] = {}
        self._filters: dict[filters.Clauses, Symbol] = {}
        self._filter_slugs = Slugs()
        self._own: dict[str, Symbol] = {}
        self._called: dict[str, list[Symbol]] = dict(base._called) if base else {}
        self._wholes: dict[Symbol, tuple[Symbol, CardKey]] | None = None
        self._fronts: dict[Symbol, Symbol] | None = None
        self._miss: Callable[[str], str] | None = miss or (base._miss if base else None)
        for node in nodes:
            self._add(node)
        # An open list takes the words that the cards bring along.
        self.extra_words: frozenset[str] = base.extra_words if base else frozenset()
        self.extra_words |= frozenset(self._open_words())

    @staticmethod
    def load(game: Game) -> Catalogue:
        """Return the game's own cards, from ``cards.yaml`` beside its game file."""
        return _load(game.name, game.folder / "cards.yaml", home(game.name))

    def on(self, day: date) -> Catalogue:
        """Return the same cards as they are on a day."""
        if day == self._day:
            return self
        # All days between two changes share what was read.
        day = max((d for _, d in self.changes if d <= day), default=date.min)
        if day not in self._days:
            found = self._days[day] = copy(self)
            found._day, found._cards, found._days = day, {}, {}
        return self._days[day]

    @property
    def changes(self) -> tuple[tuple[str, date], ...]:
        """The names of the cards that say something else from a day on, with the day."""
        entries = self._entries.values()
        return tuple((entry.name, day) for entry in entries for day, _ in changes(entry.node))

    def extended(self, nodes: Iterable[Node]) -> Catalogue:
        """Return the catalogue with more cards."""
        nodes = tuple(nodes)
        return Catalogue(self.game, nodes, self) if nodes else self

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def names(self) -> list[str]:
        """The names of all cards."""
        return [entry.name for entry in self._entries.values()]

    @property
    def slugs(self) -> frozenset[str]:
        """The constants that stand for cards."""
        return self._slugs.taken

    def get(self, name: str) -> Symbol | None:
        """Return the constant of the card with that name, whatever its case and accents."""
        if (own := self._own.get(fold(name))) is not None:
            return own
        called = self._called.get(fold(name), ())
        return called[0] if len(called) == 1 else self._names.get(fold(name))

    def find(self, name: str, mark: reader.Mark | None = None) -> Symbol:
        """Return the constant of the card with that name, or refuse the name."""
        called = self._called.get(fold(name), [])
        # What a file describes by that very name is meant before others that are called so.
        if len(called) > 1 and fold(name) not in self._own:
            full = [quote(self._entries[one].name) for one in called]
            listed = ", ".join(full[:-1]) + f" or {full[-1]}"
            raise reader.error(f"{quote(name)} could be {listed}; say which", mark)
        found = self.get(name)
        if found is not None:
            return found
        folded = fold(name)
        longer = sorted(
            e.name for e in self._entries.values() if fold(e.name).startswith(folded + ",")
        )
        elsewhere = "" if self._miss is None else self._miss(name)
        # What begins so is meant before what is only alike.
        alike = "did you mean" in elsewhere and folded not in fold(elsewhere)
        if elsewhere and not (longer and alike):
            hint = elsewhere
        elif longer:
            hint = f"; did you mean {quote(longer[0])}? (a name with a comma needs quotes)"
        else:
            hint = nearest(folded, self._names)
            for alias, symbol in self._names.items():
                if f"did you mean '{alias}'?" in hint:
                    hint = f"; did you mean {quote(self._spelling(alias, symbol))}?"
                    break
            else:
                hint = "; describe it under 'cards'"
                if self.game.card_files is not None:
                    hint += f", or take in real cards: ludex cards import {self.game.name} FILE"
        raise reader.error(f"unknown card {quote(name)}{hint}", mark)

    def _spelling(self, alias: str, symbol: Symbol) -> str:
        entry = self._entries[symbol]
        names = entry.node.get("names")
        others = reader.plain(names).values() if isinstance(names, reader.Mapping) else ()
        return next((n for n in (entry.name, *map(str, others)) if fold(n) == alias), entry.name)

    def speaks_of(self, word: str, things: str) -> bool:
        """Return whether any card's entry has a word alone, or speaks of one or more things."""
        spoken = re.compile(rf"(?<!\w){re.escape(things.removesuffix('s'))}s?(?!\w)")
        entries = (reader.plain(entry.node) for entry in self._entries.values())
        texts = (fold(text) for entry in entries for text in reader.texts(entry))
        return any(text == word or spoken.search(text) for text in texts)

    def entry(self, symbol: Symbol) -> Node:
        """Return the entry of a card."""
        return self._entries[symbol].node

    def whole(self, symbol: Symbol) -> tuple[Symbol, CardKey] | None:
        """Return the card of which a card is a part alone, and which part; None for a whole one."""
        if self._wholes is None:
            self._wholes = self._all_wholes()
        return self._wholes.get(symbol)

    def _all_wholes(self) -> dict[Symbol, tuple[Symbol, CardKey]]:
        """Return of which card each part is one; a part has no parts, and is one of one card."""
        found: dict[Symbol, tuple[Symbol, CardKey]] = {}
        keys = self.game.part_keys
        rows = [
            (entry, keys[word], node, self.get(name))
            for entry in self._entries.values()
            for word in keys
            if (node := entry.node.get(word)) is not None
            for name in _texts(node)
        ]
        wholes = {entry.symbol for entry, *_ in rows}
        for entry, key, node, part in rows:
            if part is None:
                continue
            named = quote(self._entries[part].name)
            if part in wholes:
                own = "itself" if part == entry.symbol else f"{quote(entry.name)}, for it has parts"
                raise reader.error(f"{named} is no part of {own}", node.mark)
            if part in found:
                other = quote(self._entries[found[part][0]].name)
                raise reader.error(f"{named} is a part of {other}, and of no other card", node.mark)
            found[part] = (entry.symbol, key)
        return found

    def front(self, symbol: Symbol) -> Symbol | None:
        """Return the card of which a card is the back face; None if of none, or of several."""
        if self._fronts is None:
            found: dict[Symbol, list[Symbol]] = {}
            for entry in self._entries.values():
                node = entry.node.get("back") if "back" in self.game.card_keys else None
                for name in () if node is None else _texts(node):
                    if (back := self.get(name)) is not None and back != entry.symbol:
                        found.setdefault(back, []).append(entry.symbol)
            self._fronts = {back: fronts[0] for back, fronts in found.items() if len(fronts) == 1}
        return self._fronts.get(symbol)

    def called(self, symbol: Symbol) -> str | None:
        """Return the name that a card has for the rules, where something else tells it apart."""
        node = self.entry(symbol)
        called = node.get("called") if isinstance(node, reader.Mapping) else None
        return None if called is None else reader.text(called, "called")

    def card(self, symbol: Symbol) -> Card:
        """Return a card as facts."""
        if symbol not in self._cards:
            entry = self._entries[symbol]
            node = as_of(entry.node, self._day)
            try:
                self._cards[symbol] = Compiler(self, symbol, entry.name).card(node)
            except LudexError as cause:
                if cause.file is not None or quote(entry.name) in cause.message:
                    raise
                raise LudexError(f"{quote(entry.name)}: {cause.message}") from None
        return self._cards[symbol]

    def closure(self, symbols: Iterable[Symbol]) -> list[Card]:
        """Return the cards and all cards that they name, in order of their constants."""
        found: dict[Symbol, Card] = {}
        queue = list(symbols)
        while queue:
            symbol = queue.pop()
            if symbol not in found:
                found[symbol] = card = self.card(symbol)
                queue.extend(card.mentions)
        return [found[symbol] for symbol in sorted(found)]

    def check(self, *, own: bool = False) -> None:
        """Read every card, or only its own and not its base's, so that mistakes are found."""
        for symbol in self._own.values() if own else self._entries:
            self.card(symbol)
            for day, _ in changes(self._entries[symbol].node):
                self.on(day).card(symbol)

    def filter(self, clauses: filters.Clauses, text: str) -> Symbol:
        """Return the constant of a filter, the same for the same clauses."""
        if clauses not in self._filters:
            self._filters[clauses] = self._filter_slugs.new(text)
        return self._filters[clauses]

    def _add(self, node: Node) -> None:
        entry = reader.mapping(node, "a card")
        name = reader.text(reader.needed(entry, "name", "a card"), "a card's name")
        key = fold(name)
        if not key:
            raise reader.error("empty text as a card's name", entry.mark)
        if key in self._own:
            raise reader.error(f"a second card named {quote(name)}", entry.key_mark("name"))
        known = self._names.get(key)
        if known is None or fold(self._entries[known].name) != key:
            known = self._slugs.new(name)
        self._entries[known] = _Entry(known, name, entry)
        self._names[key] = self._own[key] = known
        called = entry.get("called")
        if called is not None:
            said = reader.text(called, "called")
            plain = fold(said)
            # Behind what it is called stands what tells it from others that are called so.
            apart = self.game.told_apart_by is not None or name.startswith(f"{said} (")
            if apart and plain != key:
                self._called[plain] = [*self._called.get(plain, ()), known]
        names = entry.get("names")
        if names is not None:
            for language, other in reader.mapping(names, "names").entries.items():
                alias = fold(reader.text(other.node, f"the name in {language}"))
                if self._names.setdefault(alias, known) != known:
                    message = f"{quote(reader.plain(other.node))} is the name of another card, too"
                    raise reader.error(message, other.node.mark)

    def _open_words(self) -> Iterable[str]:
        keys = [
            key.name
            for key in self.game.card_keys.values()
            if key.kind in self.game.values and self.game.values[key.kind].open
        ]
        for entry in self._entries.values():
            for key in keys:
                node = entry.node.get(key)
                if node is not None:
                    for item in reader.items(node, key):
                        if isinstance(item, reader.Scalar) and isinstance(item.value, str):
                            yield item.value


def _texts(node: Node) -> Iterable[str]:
    """Return the names that an entry lists under a key, one or several."""
    value = reader.plain(node)
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]


def changes(entry: reader.Mapping) -> list[tuple[date, reader.Mapping]]:
    """Return what an entry says is another way from a day on, with the day; oldest first."""
    node = entry.get("changes")
    found: list[tuple[date, reader.Mapping]] = []
    for item in () if node is None else reader.items(node, "changes"):
        row = reader.mapping(item, "a change")
        since = reader.needed(row, "from", "a change")
        try:
            day = read_date(reader.plain(since))
        except LudexError as cause:
            raise reader.error(cause.message, since.mark) from None
        if found and day <= found[-1][0]:
            raise reader.error(f"the change of {day} stands after a later one", row.mark)
        found.append((day, row))
    return found


def as_of(entry: reader.Mapping, day: date) -> reader.Mapping:
    """Return an entry as it is on a day: each change in force by then replaces its keys."""
    entries = {key: value for key, value in entry.entries.items() if key != "changes"}
    for start, row in changes(entry):
        if start <= day:
            for word in ("name", "names", "changes"):
                if row.get(word) is not None:
                    message = f"a change cannot say {quote(word)}"
                    raise reader.error(message, row.key_mark(word))
            entries.update((key, value) for key, value in row.entries.items() if key != "from")
    return reader.Mapping(entries, entry.mark)


@lru_cache(maxsize=16)
def _load(game: str, path: Path, _home: Home) -> Catalogue:
    root = reader.read_file(path)
    return Catalogue(Game.load(game), reader.items(root, "the cards"))


__all__ = ["Ability", "Card", "Catalogue", "Compiler"]
