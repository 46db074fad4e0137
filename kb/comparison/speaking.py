"""Which known cards speak of what changed: those on which a word of a changed statement stands.

The words are those that a game has for cards and their texts: types, keywords, counters, numbers
that are printed. A word on half of the cards or more tells nothing, and is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from kb.library.place import store_path
from kb.library.store import Store
from kb.records import record
from kb.rulebook import RulebookView, Statement
from kb.scenario import Game, reader
from kb.scenario.cards import Catalogue
from kb.scenario.terms import fold

COMMON = 2
"""A word that stands on one of so many cards, or on more, is not told."""

CONSTANT = re.compile(r"\b[a-z]\w*\b")


@record
class SpokenWord:
    """A word of what changed, and the cards on which it stands.

    Attributes
    ----------
    word : str
    count : int
        How many known cards have it.
    cards : tuple of str
        The names of the first of them.
    """

    word: str
    count: int
    cards: tuple[str, ...]


NAMED = 6
"""How many cards are named for each word."""


def speaking(game: str, views: tuple[RulebookView, RulebookView]) -> tuple[SpokenWord, ...]:
    """Return the words of what changed that stand on some known cards, and those cards."""
    read = Game.load(game)
    words = _words(read, _changed(views))
    if not words:
        return ()
    own = list(_entries(Catalogue.load(read)))
    with Store.reading(store_path()) as store:
        held = 0 if store is None else store.games().get(game, 0)
        found = []
        for word in words:
            names = dict.fromkeys(
                name for name, text in own if re.search(rf"\b{re.escape(fold(word))}\b", text)
            )
            if store is not None and held:
                more = store.search(f'"{word}"', game, held)
                names |= dict.fromkeys(one.name for one in more)
            if names and COMMON * len(names) < len(own) + held:
                found.append(SpokenWord(word, len(names), tuple(names)[:NAMED]))
    return tuple(found)


def _entries(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield the names of cards, each with all that is said of the card."""
    for name in catalogue.names:
        symbol = catalogue.get(name)
        if symbol is not None:
            said = json.dumps(reader.plain(catalogue.entry(symbol)), ensure_ascii=False)
            yield name, fold(said)


def _changed(views: tuple[RulebookView, RulebookView]) -> Iterator[Statement]:
    """Yield the statements that one rulebook makes and the other does not, in whatever block."""
    same = frozenset.intersection(*(frozenset(s.code for s in view.statements) for view in views))
    for view in views:
        yield from (s for s in view.statements if s.code not in same)


def _words(game: Game, statements: Iterable[Statement]) -> list[str]:
    """Return the words that a game has for the constants of statements."""
    named = {found for one in statements for found in CONSTANT.findall(one.code)}
    words = {
        word: None
        for words in game.values.values()
        for word, term in words.terms.items()
        if str(term) in named
    }
    words |= {
        key.name: None
        for key in game.card_keys.values()
        if key.kind in ("number", "cost") and str(key.key) in named
    }
    return sorted(words)
