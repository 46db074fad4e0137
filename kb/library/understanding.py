"""What is understood of a card in the store, and what of it the rules carry out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from kb.cards.game import MODULES, game, in_language
from kb.cards.reading import Reading, Unread, read
from kb.cards.unread import words_left
from kb.records import record


@record
class Understood:
    """What became of a card's text.

    Attributes
    ----------
    reading
        Its text, read; None where no grammar reads the game's text in that language.
    left
        What no rule carries out, in its words; None where no text of the game is carried out.
    """

    reading: Reading | None
    left: tuple[str, ...] | None

    @property
    def unread(self) -> tuple[Unread, ...]:
        """What was not understood."""
        if self.reading is None:
            return ()
        return tuple(span for line in self.reading.lines for span in line.unread)

    def to_json(self) -> dict[str, object]:
        """Return it as plain data."""
        reading = self.reading
        return {
            "status": None if reading is None else reading.status,
            "same_words": None if reading is None else reading.same_words,
            "not_understood": [span.text for span in self.unread],
            "not_carried_out": None if self.left is None else list(self.left),
        }


def grammar_of(game_name: str, lang: str) -> str | None:
    """Return the name of the grammar that reads a game's text in a language, None without one."""
    if game_name not in MODULES:
        return None
    if lang != "en" and f"{game_name}:{lang}" not in MODULES:
        return None
    return in_language(game_name, lang)


def understood(game_name: str, card: Mapping[str, Any], lang: str) -> Understood:
    """Read the text of a card as its game's grammar does."""
    name = grammar_of(game_name, lang)
    if name is None:
        return Understood(None, None)
    grammar = game(name)
    called = str(card.get("name") or "")
    reading = read(grammar.card_text(card) or "", grammar, called)
    if grammar.entries is None:
        return Understood(reading, None)
    made = grammar.entries(card, partial(read, game=grammar, name=called))
    return Understood(reading, tuple(dict.fromkeys(words_left(made))))
