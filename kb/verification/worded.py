"""Boards made of words: what a game can say, each word of it put to use as its example says it.

The programs in ``queries/<game>/`` choose what lies on a board. What cards say and what players do
is told by words, and each word of a game has an example (`kb.scenario.words`). How words of a kind
are put to use, ``queries/<game>/words.yaml`` says: scenarios in which WORD stands for one of them.
What is repeated for several words on one board is the innermost entry of a list in which WORD
stands. No case is needed for these boards, and nothing is expected of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Any

from kb.records import record
from kb.resources import Home, home
from kb.scenario import Game, reader
from kb.scenario.words import SECTIONS, Entry, vocabulary

WORDS = "words.yaml"
"""The file of a game that says how its words are put to use."""

WORD, NUMBER = "WORD", "NUMBER"
"""What stands for a word, and for its place among those on the same board."""

AIMED = "target 1"
"""What an example says that needs something that is aimed at."""

LISTED = "values: "
"""What stands before the name of a list, of which each word is put to use."""

Data = dict[str, Any]


@record
class BoardOfWords:
    """A board on which some words are put to use.

    Attributes
    ----------
    name : str
        The words.
    rules : tuple of str
        The numbers of the rules that are said to be behind them.
    data : dict
        The board, as a scenario.
    parts : tuple of BoardOfWords
        Each word by itself, where there are several: they may not go together.
    course : bool
        Whether it is a course of play of which it is not said what it has to do with.
    """

    name: str
    rules: tuple[str, ...]
    data: Data
    parts: tuple[BoardOfWords, ...] = ()
    course: bool = False

    @property
    def key(self) -> str:
        """What tells it from other boards."""
        return sha256(repr(self.data).encode()).hexdigest()[:32]


def worded_boards(game: str) -> tuple[BoardOfWords, ...]:
    """Return the boards of a game's words; none where it is not said how they are put to use."""
    return _boards(game, home(game))


@lru_cache(maxsize=8)
def _boards(game: str, place: Home) -> tuple[BoardOfWords, ...]:
    path = place.queries / WORDS
    if not path.is_file():
        return ()
    stages = reader.plain(reader.read_file(path))
    words: dict[str, list[Entry]] = {}
    titles = {title: section for section, title in SECTIONS.items()}
    for one in vocabulary(Game.load(game)):
        if one.section in titles and one.example is not None:
            words.setdefault(titles[one.section], []).append(one)
    for name, values in Game.load(game).values.items():
        # What stands in lists alone is said of something by its word, as a keyword is.
        listed = [Entry(LISTED + name, word, "", "", (), word) for word in values.terms]
        words.setdefault(LISTED + name, listed)
    known: dict[str, Data] = {}
    found = list[BoardOfWords]()
    for stage in stages:
        other = known[stage["like"]] if "like" in stage else {"game": game}
        board = _like(other, stage["board"])
        if "name" in stage:
            known[stage["name"]] = board
        found += _of_stage(stage, board, words)
    return tuple(found)


def _like(other: Data, board: Data) -> Data:
    """Return a board with what it leaves unsaid as on another; of its cards, those it has not."""
    cards = {card["name"]: card for one in (other, board) for card in one.get("cards", ())}
    return {**other, **board, **({"cards": list(cards.values())} if cards else {})}


def _of_stage(stage: Data, board: Data, words: dict[str, list[Entry]]) -> Iterator[BoardOfWords]:
    """Yield the boards of a stage: with all its words, so many on each."""
    if "of" not in stage:
        rules = tuple(map(str, stage.get("rules", ())))
        yield BoardOfWords(str(stage["name"]), rules, board, course=not rules)
        return
    some = [
        (section, one)
        for section in stage["of"]
        for one in words.get(section, ())
        if _wanted(stage, one)
    ]
    whole = [each for each in some if _is_whole(each[1].example)]
    for _, one in whole:
        data = {**board, **one.example, "ask": [{"outcomes": {}}]}
        yield BoardOfWords(one.word, (*one.rules, *stage.get("about", ())), data)
    rest = [each for each in some if each not in whole]
    count = -(-len(rest) // stage.get("together", 1))
    for group in range(count):
        # Neighbours do alike, and would multiply what can come of each other.
        found = _of_words(board, rest[group::count])
        yield replace(found, rules=tuple(dict.fromkeys((*found.rules, *stage.get("about", ())))))


def _wanted(stage: Data, one: Entry) -> bool:
    aimed = AIMED in str(one.example)
    starts = tuple(stage.get("rules", ("",)))
    whole = _is_whole(one.example)
    return (
        stage.get("aimed", aimed) == aimed
        and stage.get("whole", whole) == whole
        and one.word not in stage.get("without", ())
        and one.word in stage.get("only", (one.word,))
        and ("rules" not in stage or any(rule.startswith(starts) for rule in one.rules))
    )


def _is_whole(example: object) -> bool:
    """Return whether an example is a whole scenario."""
    return isinstance(example, dict) and "players" in example


def _of_words(board: Data, some: Sequence[tuple[str, Entry]]) -> BoardOfWords:
    said = [_said(section, one) for section, one in some]
    parts = tuple(_of_words(board, [each]) for each in some) if len(some) > 1 else ()
    rules = dict.fromkeys(number for _, one in some for number in one.rules)
    name = ", ".join(one.word for _, one in some)
    return BoardOfWords(name, tuple(rules), _filled(board, said), parts)


def _said(section: str, one: Entry) -> Any:
    """Return how a word stands where it is put to use."""
    if section.startswith(LISTED):
        return one.word
    if section == "effects: changes" and isinstance(one.example, str):
        return {one.example: True}
    return one.example


def _filled(value: Any, words: Sequence[Any]) -> Any:
    """Return a board with words in the places that stand for them."""
    if isinstance(value, dict):
        found: Data = {}
        said = words[0] if len(words) == 1 and isinstance(words[0], dict) else {}
        for key, inside in value.items():
            if inside == WORD and key in (WORD, *said):
                # What says as much as this entry itself takes its place.
                found |= deepcopy({k: v for k, v in said.items() if k != "name"})
            else:
                found[key] = _filled(inside, words)
        return found
    if isinstance(value, list):
        return [one for inside in value for one in _repeated(inside, words)]
    if value == WORD:
        return deepcopy(words[0])
    return value


def _repeated(value: Any, words: Sequence[Any]) -> Iterator[Any]:
    """Yield an entry of a list, once for each word if it is the innermost that stands for one."""
    if not _stands_here(value):
        yield _filled(value, words)
        return
    for number, word in enumerate(words, 1):
        yield _numbered(_filled(value, [word]), number)


def _stands_here(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_stands_here, value.values()))
    return isinstance(value, str) and value in (WORD, NUMBER)


def _numbered(value: Any, number: int) -> Any:
    if isinstance(value, dict):
        return {key: _numbered(inside, number) for key, inside in value.items()}
    if isinstance(value, list):
        return [_numbered(inside, number) for inside in value]
    return number if value == NUMBER else value


def in_order(boards: Iterable[BoardOfWords], left: Iterable[str]) -> list[BoardOfWords]:
    """Return boards, first whole turns, then what has to do with rules that nothing else reaches.

    Of those that have to do with as many, the shorter ones are first: they are soon looked through.

    Parameters
    ----------
    boards : iterable of BoardOfWords
    left : iterable of str
        The numbers of those rules.
    """
    wanted, every = set(left), list(boards)
    # Where nobody says what a course of play has to do with, much happens in it.
    found = [one for one in every if one.course]
    rest = sorted((one for one in every if not one.course), key=_length)
    while rest:
        best = max(rest, key=lambda one: len(wanted.intersection(one.rules)) / _length(one))
        rest.remove(best)
        found.append(best)
        wanted.difference_update(best.rules)
    return found


def _length(board: BoardOfWords) -> int:
    """Return how much is done on a board: the course of play takes by far the most time."""
    return 1 + len(board.data.get("do", ()))
