"""Boards near a board: with a text that says something else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from clingo import Function, Symbol

from kb.cards.game import game as cards_of
from kb.errors import LudexError
from kb.scenario import Game, reader
from kb.scenario.wording import worded
from kb.testing.asked import cases_in
from kb.verification.board import Data, in_turn


def without_word(text: str) -> Iterator[str]:
    """Yield a text with each of its words left out."""
    words = text.split(" ")
    for number in range(len(words) if len(words) > FEW else 0):
        less = [*words[:number], *words[number + 1 :]]
        if number == len(words) - 1:
            less[-1] = less[-1].rstrip(ENDS) + "."
        elif number and less[number - 1].lower() in ("a", "an"):
            # The article goes with the word behind it.
            less[number - 1] = less[number - 1][:1] + ("n" if VOWEL.match(less[number]) else "")
        said = " ".join(less)
        yield said[:1].upper() + said[1:]


def nearby_texts(data: Data, game: Game, phrases: Sequence[str] = ()) -> Iterator[Data]:
    """Yield the boards in which a text is otherwise.

    Parameters
    ----------
    data : dict
        The board.
    game : Game
    phrases : sequence of str
        What may stand in the place of whatever a text mentions.
    """
    yield from in_turn(
        shortened(data), _exchanging(data, game), mentioning(data, game, phrases) if phrases else ()
    )


def counted(data: Data, game: Game, bounds: Iterable[int] = ()) -> Iterator[Data]:
    """Yield the boards on which a card says or shows one more or one less of something.

    Or a card shows as much as one of some `bounds`, such as a changed rule names.
    """
    bounds = tuple(bounds)
    numbers = {word for word, one in game.card_keys.items() if one.kind == "number"}
    cards = data.get("cards")
    own = cards if isinstance(cards, list) else []
    for number, card in enumerate(own):
        for word, value in card.items() if isinstance(card, dict) else ():
            others: list[Any] = []
            if word in numbers and isinstance(value, int) and not isinstance(value, bool):
                others = [*(one for one in bounds if one != value), value - 1, value + 1]
            elif word in OF_TEXT and isinstance(value, str):
                others = list(_counting(value))
            for other in others:
                yield {**data, "cards": [*own[:number], {**card, word: other}, *own[number + 1 :]]}


NUMBER = re.compile(r"(?<![\w/])\d+(?![\w/])|\b(?:one|two|three|four|five|six)\b", re.IGNORECASE)

WRITTEN = ("no", "one", "two", "three", "four", "five", "six", "seven")
"""The words for small numbers; none stands for the least."""


def _counting(text: str) -> Iterator[str]:
    for found in NUMBER.finditer(text):
        said = found[0]
        if said.isdigit():
            others = [str(int(said) - 1), str(int(said) + 1)]
        else:
            place = WRITTEN.index(said.lower())
            words = [WRITTEN[n] for n in (place - 1, place + 1) if n]
            others = [word.capitalize() if said[0].isupper() else word for word in words]
        yield from (f"{text[: found.start()]}{other}{text[found.end() :]}" for other in others)


def shortened(data: Data) -> Iterator[Data]:
    """Yield the boards in which a text ends sooner or has a word less, each text in its turn."""

    def ending_sooner(text: str) -> Iterator[Data]:
        words = text.split(" ")
        for number in range(len(words) - 1, FEW - 1, -1):
            yield _replaced(data, text, f"{' '.join(words[:number]).rstrip(ENDS)}.")

    def without_a_word(text: str) -> Iterator[Data]:
        return (_replaced(data, text, less) for less in without_word(text))

    texts = dict.fromkeys(texts_of(data))
    yield from in_turn(*(in_turn(ending_sooner(one), without_a_word(one)) for one in texts))


def _exchanging(data: Data, game: Game) -> Iterator[Data]:
    asked = (one.get(MENTIONS) for one in data.get("ask", ()))
    for text in dict.fromkeys(one for one in asked if isinstance(one, str)):
        for exchanged in _exchanged(text, _groups(game.name)):
            yield _replaced(data, text, exchanged)


def mentioning(data: Data, game: Game, phrases: Sequence[str]) -> Iterator[Data]:
    """Yield the boards in whose texts something else is mentioned; first those asked about."""
    asked = (one.get(MENTIONS) for one in data.get("ask", ()))
    texts = [*(one for one in asked if isinstance(one, str)), *texts_of(data)]
    for text in dict.fromkeys(texts):
        try:
            said = worded(text, TEXT, game).mentions
        except LudexError:
            return
        for one in said:
            there = text[one.start : one.end]
            for phrase in phrases if there and not one.implicit else ():
                if phrase != there.lower():
                    start = phrase[:1].upper() if there[0].isupper() else phrase[:1]
                    other = f"{text[: one.start]}{start}{phrase[1:]}{text[one.end :]}"
                    yield _replaced(data, text, other)


TEXT = Function("text")
"""What a text is called while it is looked through."""


@lru_cache(maxsize=8)
def _groups(game: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of a game's texts of which one may stand where another does."""
    try:
        return cards_of(game).grammar.exchangeable
    except LudexError:  # its texts are not read
        return ()


def _exchanged(text: str, groups: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for group in groups:
        words = "|".join(map(re.escape, sorted(group, key=len, reverse=True)))
        for found in re.finditer(rf"\b(?:{words})\b", text, re.I):
            for other in group:
                if other != found[0].lower():
                    said = other.capitalize() if found[0][0].isupper() else other
                    yield f"{text[: found.start()]}{said}{text[found.end() :]}"


def texts_of(value: Any, key: str = "") -> Iterator[str]:
    """Yield the texts of cards, and those that are asked about."""
    if isinstance(value, dict):
        for word, inside in value.items():
            yield from texts_of(inside, word)
    elif isinstance(value, list):
        for inside in value:
            yield from texts_of(inside, key)
    elif key in OF_TEXT and isinstance(value, str) and len(value.split()) > FEW:
        yield value


MENTIONS = "mentions"
"""The key of a question what a text mentions."""

OF_TEXT = frozenset({"text", MENTIONS})
"""The keys under which texts stand."""

VOWEL = re.compile(r"[aeio]|u(?!ni|s)", re.IGNORECASE)
"""What begins a word before which "a" is "an"."""

FEW = 2
"""How many words a text has of which none is left out."""

ENDS = ",;:."
"""What does not stand before the end of a text."""


def _replaced(value: Any, text: str, other: str) -> Any:
    if isinstance(value, dict):
        return {word: _replaced(inside, text, other) for word, inside in value.items()}
    if isinstance(value, list):
        return [_replaced(inside, text, other) for inside in value]
    return other if value == text else value


Phrases = Mapping[str, tuple[str, ...]]
"""What texts mention, each with what is said of that, as facts."""


@lru_cache(maxsize=4)
def phrases_in(files: tuple[str, ...], game: str) -> Phrases:
    """Return what the texts of cases mention, what is commonest first."""
    count: Counter[str] = Counter()
    said: dict[str, tuple[str, ...]] = {}
    wording = Game.load(game)
    texts = {
        text
        for file in (files if wording.wording is not None else ())
        for case in cases_in(file)
        for text in texts_of(reader.plain(case.scenario.node))
    }
    for text in sorted(texts):
        with suppress(LudexError):  # no card could carry it
            found = worded(text, TEXT, wording)
            facts: dict[Symbol, list[str]] = {}
            for fact in found.facts:
                facts.setdefault(fact.arguments[0], []).append(str(fact))
            for one in found.mentions:
                phrase = text[one.start : one.end].lower()
                if phrase and not one.implicit:
                    count[phrase] += 1
                    said.setdefault(phrase, tuple(facts.get(one.symbol, ())))
    return {phrase: said[phrase] for phrase, _ in count.most_common()}
