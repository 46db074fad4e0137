"""The words of a game's files as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import cast

from kb.answers.known_rules import WordData, WordsAnswer
from kb.cases import examples_of
from kb.errors import LudexError, nearest, quote
from kb.rulebook.uncovered import Uncovered
from kb.scenario import Game
from kb.scenario.terms import fold
from kb.scenario.words import SECTIONS, Entry, vocabulary
from kb.serialization import serialized


def words_of(game: Game) -> list[Entry]:
    """Return the words that scenario and card files may use, with an example each."""
    return vocabulary(game, examples_of(game.name))


def chosen_words(
    known: list[Entry],
    word: str | None,
    search: str | None,
    uncovered: Iterable[Uncovered] = (),
) -> tuple[list[Entry], list[Uncovered]]:
    """Return the entries of a word, or those that speak of something, and what is not covered.

    A word that only stands in lists of words is told with these alone.

    Raises
    ------
    LudexError
        If there is none.
    """
    found, left = known, list(uncovered)
    if word is not None:
        wanted = fold(word)
        found = [one for one in known if fold(one.word) == wanted]
        found = found or list(_lists(known, lambda value: fold(value) == wanted))
        left = list(_left(left, lambda value: fold(value) == wanted))
        if not found and not left:
            words = [one.word for one in known]
            words += [value for one in known for value in _values(one)]
            raise LudexError(f"unknown word {quote(word)}{nearest(word, words)}")
    if search is not None:
        text = fold(search)
        lists = {one.word: one for one in _lists(found, lambda value: text in fold(value))}
        found = [
            lists.get(one.word, one) if _values(one) and text not in fold(one.word) else one
            for one in found
            if text in fold(f"{one.word} {one.takes} {one.says}")
        ]
        left = list(_left(left, lambda value: text in fold(value)))
        if not found and not left:
            raise LudexError(f"no word speaks of {quote(search)}")
    return found, left


def _values(one: Entry) -> list[str]:
    """Return the words of a list; none of what is no list."""
    return one.takes.split(", ") if one.section == SECTIONS["values"] else []


def _lists(known: Iterable[Entry], wanted: Callable[[str], bool]) -> Iterator[Entry]:
    """Yield the lists in which words stand, with these alone."""
    for one in known:
        if some := [value for value in _values(one) if wanted(value)]:
            yield replace(one, takes=", ".join(some))


def _left(uncovered: Iterable[Uncovered], wanted: Callable[[str], bool]) -> Iterator[Uncovered]:
    """Yield what is not covered and has words of its own, with those that are wanted."""
    for one in uncovered:
        if some := tuple(value for value in one.words if wanted(value)):
            yield replace(one, words=some)


def words_answer(game: Game, words: Iterable[Entry], uncovered: Iterable[Uncovered]) -> WordsAnswer:
    """Return words, and what cannot be said yet."""
    left = [{"name": one.name, "told": one.told, "words": list(one.words)} for one in uncovered]
    listed = [serialized(WordData, one) for one in words]
    return cast(WordsAnswer, {"game": game.name, "words": listed, "not covered": left})
