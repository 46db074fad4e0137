"""What the words of a game say of themselves: a sentence, the rules behind each, an example."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kb.records import record
from kb.scenario import reader
from kb.scenario.declared import Record, record_of
from kb.scenario.game import Game
from kb.scenario.shapes import DOCUMENTED, Maybe, Named


@record
class Documented:
    """What the file of a game says of one of its words.

    Parameters
    ----------
    section : str
        Under which key of the file the word stands: ``instructions``, ``filters: nouns``.
    word : str
        The word.
    says : str
        One sentence about it.
    rules : tuple of str
        The numbers of the rules behind it.
    example : object
        How it stands in a file, None where the word by itself is the example.
    """

    section: str
    word: str
    says: str = ""
    rules: tuple[str, ...] = ()
    example: Any = None


def documentation(game: Game) -> dict[tuple[str, str], Documented]:
    """Return what the file of a game says of its words, by section and word."""
    data = reader.plain(game_file(game))
    return {(one.section, one.word): one for one in _words(record_of(Game), data, ())}


def game_file(game: Game) -> reader.Node:
    """Return the file of a game, as it is read."""
    return reader.read_file(game.folder / "game.yaml")


def _words(record: Record, data: Any, place: tuple[str, ...]) -> Iterator[Documented]:
    for key, shape in record.shapes.items():
        found = data.get(key) if isinstance(data, dict) else None
        inner = shape.shape if isinstance(shape, Maybe) else shape
        if not isinstance(found, dict):
            continue
        if isinstance(inner, Record):
            yield from _words(inner, found, (*place, key))
        elif isinstance(inner, Named) and inner.worded:
            for word, row in found.items():
                yield _documented(": ".join((*place, key)), str(word), row)
        elif key == "values":
            for name, words in found.items():
                for word in words:
                    row = words[word] if isinstance(words, Mapping) else None
                    yield _documented(f"values: {name}", str(word), row)


def _documented(section: str, word: str, row: Any) -> Documented:
    if not isinstance(row, dict):
        return Documented(section, word)
    rule, says, example = (row.get(key) for key in DOCUMENTED)
    rules = rule if isinstance(rule, list) else () if rule is None else (rule,)
    return Documented(section, word, says or "", tuple(map(str, rules)), example)
