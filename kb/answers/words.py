"""The words of a game's files as data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from kb.answers.schemas import WordData, WordsAnswer
from kb.cases import examples_of
from kb.errors import LudexError, nearest, quote
from kb.scenario import Game
from kb.scenario.terms import fold
from kb.scenario.words import Entry, vocabulary
from kb.serialization import serialized


def words_of(game: Game) -> list[Entry]:
    """Return the words that scenario and card files may use, with an example each."""
    return vocabulary(game, examples_of(game.name))


def chosen_words(known: list[Entry], word: str | None, search: str | None) -> list[Entry]:
    """Return the entries of a word, or those that speak of something.

    Raises
    ------
    LudexError
        If there is none.
    """
    found = known
    if word is not None:
        found = [one for one in known if fold(one.word) == fold(word)]
        if not found:
            hint = nearest(word, (one.word for one in known))
            raise LudexError(f"unknown word {quote(word)}{hint}")
    if search is not None:
        text = fold(search)
        found = [one for one in found if text in fold(f"{one.word} {one.takes} {one.says}")]
        if not found:
            raise LudexError(f"no word speaks of {quote(search)}")
    return found


def words_answer(game: Game, words: Iterable[Entry]) -> WordsAnswer:
    """Return words, and what cannot be said yet."""
    uncovered = [
        {"name": one.name, "told": one.told, "words": list(one.words)} for one in game.uncovered
    ]
    listed = [serialized(WordData, one) for one in words]
    return cast(WordsAnswer, {"game": game.name, "words": listed, "not covered": uncovered})
