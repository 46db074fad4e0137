"""Boards near a board: with all taken away that something does not need."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from typing import Any

from kb.testing.asked import EXPECTED
from kb.verification.board import Data
from kb.verification.rewording import MENTIONS, OF_TEXT, without_word

KEPT = frozenset({"game", "date", "ask", "players"})
"""The keys of a scenario that are never taken away whole."""

TITLES = ("title", "case", "rows", "variants")
"""The keys that say nothing of the board."""

OF_A_CARD = frozenset({"name", "card", "spell", "by", "ability of", "type", "types"})
"""The keys without which an object or a card is none."""


def shrunk(data: Data, holds: Callable[[Data], bool], seconds: float = 60.0) -> tuple[Data, bool]:
    """Return a board from which nothing can be taken away without something ceasing to hold.

    Every object, attribute, step and player is tried, of every text each sentence, and of a text
    that is asked about each word; and small numbers of what players have are made smaller.

    Parameters
    ----------
    data : dict
        A scenario of which it holds.
    holds : callable
        Tells whether it holds of a scenario.
    seconds : float
        How many seconds of work are spent on it.

    Returns
    -------
    tuple of (dict, bool)
        The board, and False if time ran out before nothing more could be taken away.
    """
    end = time.process_time() + seconds
    found = {key: value for key, value in data.items() if key not in TITLES}
    if "ask" in found:
        found["ask"] = [{k: v for k, v in one.items() if k not in EXPECTED} for one in data["ask"]]
    again, tried = True, set[str]()
    while again:
        again, place = False, 0
        # Whole parts go first, and what comes later in the file, such as what is done last.
        while place < len(parts := _smaller(found)):
            if time.process_time() >= end:
                return found, False
            smaller = _less(found, *parts[place])
            # What was tried since something was last taken away is not tried again.
            if repr(smaller) not in tried and holds(smaller):
                found, again = smaller, True
            else:
                place += 1
            tried.add(repr(smaller))
    return found, True


Path = tuple[Any, ...]


def _less(data: Data, path: Path, text: str | int | None = None) -> Data:
    """Return a board without a part, or with a shorter text or a smaller number in its place."""
    smaller = deepcopy(data)
    inside: Any = smaller
    for step in path[:-1]:
        inside = inside[step]
    if text is None:
        del inside[path[-1]]
    else:
        inside[path[-1]] = text
    return smaller


def _smaller(data: Data) -> list[tuple[Path, str | int | None]]:
    """Return what may be taken away from a board: the largest parts first, and words last.

    Behind all these are the numbers that may be smaller.
    """
    return [*list(_parts(data))[::-1], *_words(data), *_numbers(data.get("players"), ("players",))]


def _numbers(value: Any, path: Path) -> Iterator[tuple[Path, int]]:
    """Yield the places of small numbers, such as how many cards are in a hand, with smaller ones.

    One that is as small as nothing is mostly taken away with its place.
    """
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from _numbers(value[key], (*path, key))
    elif type(value) is int and 1 < value <= SMALL:
        yield from ((path, less) for less in dict.fromkeys((value // 2, value - 1)))


SMALL = 20
"""Up to what size numbers are made smaller: a power of thousands would take too long."""


def _parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, None]]:
    """Yield the places of everything that may be taken away, larger parts last."""
    if isinstance(value, dict):
        keys: Iterable[Any] = value
    elif isinstance(value, list):
        # What is done last goes first.
        keys = range(len(value))[::-1] if path[-1:] == ("do",) else range(len(value))
    else:
        return
    for key in keys:
        yield from _parts(value[key], (*path, key))
        if not path:
            free = key not in KEPT
        elif path[0] in LASTING and len(path) < LASTING[path[0]]:
            free = len(value) > 1
        elif path[-1] in ("type", "types"):
            # Of the types of a card one is left.
            free = len(value) > 1
        else:
            free = key not in OF_A_CARD
        if free:
            yield (*path, key), None


LASTING = {"players": 2, "ask": 3}
"""Of what something is left: of players one, of questions one, and of each of these a word."""


def _words(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield the places of texts, each with a shorter one: without a sentence, or without a word."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from _words(value[key], (*path, key))
    elif path and path[-1] in OF_TEXT and isinstance(value, str):
        sentences = re.split(r"(?<=[.!?])\s+", value)
        for number in range(len(sentences) if len(sentences) > 1 else 0):
            yield path, " ".join((*sentences[:number], *sentences[number + 1 :]))
        if path[-1] == MENTIONS:
            yield from ((path, less) for less in without_word(value))
