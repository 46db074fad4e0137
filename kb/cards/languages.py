"""Which of a game's languages a text is in, where nothing says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from kb.cards.game import MODULES, game, in_language
from kb.cards.reading import read

SAMPLE = 24
"""How many texts of a file tell its language."""


def language_of_texts(name: str, texts: Sequence[str]) -> str:
    """Return the name of the grammar of a game that reads most of some texts.

    Between equals the game's first language wins. A name with a language is taken as it is.
    """
    grammars = [name, *(key for key in MODULES if key.startswith(f"{name}:"))]
    if len(grammars) == 1:
        return name
    return max(grammars, key=lambda one: sum(_share(text, one) for text in texts))


def language_of_card(name: str, card: Mapping[str, object]) -> str:
    """Return the name of the grammar that a card is read by: of the language that it names."""
    language = card.get("lang")
    if isinstance(language, str):
        return in_language(name, language)
    keys = ("text", "support")
    return language_of_texts(name, [text for key in keys if isinstance(text := card.get(key), str)])


def language_of_cards(name: str, cards: Sequence[Mapping[str, object]]) -> str:
    """Return the name of the grammar for a file of cards: the first language that it has."""
    grammars = [name, *(key for key in MODULES if key.startswith(f"{name}:"))]
    said = {in_language(name, str(card["lang"])) for card in cards if _is_read(name, card)}
    if said or len(grammars) == 1:
        return next((one for one in grammars if one in said), name)
    texts = (str(card.get("text") or "") for card in cards if "lang" not in card)
    return language_of_texts(name, list(islice(filter(str.strip, texts), SAMPLE)))


def _is_read(name: str, card: Mapping[str, object]) -> bool:
    language = card.get("lang")
    return language == "en" or f"{name}:{language}" in MODULES


def _share(text: str, name: str) -> float:
    """Return how much of a text a grammar reads, from 0 to 1."""
    grammar = game(name)
    lines = [line for line in read(grammar.typed(text), grammar).lines if line.text.strip()]
    left = sum(len(span.text) for line in lines for span in line.unread)
    return 1 - left / max(sum(len(line.text.strip()) for line in lines), 1)
