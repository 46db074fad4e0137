"""The slow oracle: how many readings the grammar allows, not the one that LALR takes."""

from __future__ import annotations

from math import prod

from lark import Token, Tree
from lark.exceptions import LarkError

from kb.cards.game import Game
from kb.cards.reading import Reading
from kb.cards.text import Normal
from kb.records import record


@record(slots=True)
class Count:
    """Readings of a line, and the frames at which they part."""

    readings: int
    frames: tuple[str, ...]


def count_readings(normal: Normal, game: Game) -> Count:
    """Count the derivations of a line."""
    if not normal.tokens:
        return Count(1, ())
    try:
        tree = game.grammar.earley.parse(normal.string)
    except LarkError:
        return Count(0, ())
    frames: set[str] = set()
    return Count(_derivations(tree, frames), tuple(sorted(frames)))


def _derivations(tree: Tree[Token] | Token, frames: set[str]) -> int:
    if not isinstance(tree, Tree):
        return 1
    if tree.data == "_ambig":
        names = [str(child.data) for child in tree.children if isinstance(child, Tree)]
        frames.add("|".join(sorted(set(names))))
        return sum(_derivations(child, frames) for child in tree.children)
    return prod(_derivations(child, frames) for child in tree.children)


def readings_of(reading: Reading) -> list[Count]:
    """Count the readings of every line of a text."""
    return [count_readings(line.normal, reading.game) for line in reading.lines]
