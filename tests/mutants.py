"""Mutants of the rules: single statements of a rulebook that say something else."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kb import LudexError, load_rulebook
from kb.rulebook import Rulebook
from kb.rulebook.loader import check_safe
from kb.rulebook.statement import Statement

GAMES = ("altered", "fftcg", "riftbound", "mtg")
CORE = "core"
"""In the place of a game: what all games share, rules/core and rules/halls."""

DROP = "drop"
FAMILIES = ("drop a condition", "negate a condition", "swap two variables", "move a number", DROP)
_VARIABLE = re.compile(r"\b[A-Z][A-Za-z0-9]*\b")
_NUMBER = re.compile(r"(?<![\w\"])\d+(?![\w\"])")


@dataclass(frozen=True)
class Mutant:
    """A statement as it is written, by its place, and what it says instead.

    Attributes
    ----------
    file : str
    line : int
    family : str
    changes : mapping of str to str
        What it says, and instead: several, where it is written once for every word of a kind.
    """

    file: str
    line: int
    family: str
    changes: Mapping[str, str]

    def __str__(self) -> str:
        before, after = next(iter(self.changes.items()))
        more = f" and {len(self.changes) - 1} more" if len(self.changes) > 1 else ""
        return f"{self.file}:{self.line}{more}\n  {before}\n  {after}"

    def of(self, book: Rulebook) -> dict[int, str]:
        """Return by number the statements of a rulebook that change, as they read then."""
        return {
            number: self.changes[one.code]
            for number, one in enumerate(book.statements)
            if (one.file, one.line) == (self.file, self.line) and one.code in self.changes
        }


def mutants(statement: Statement, family: str) -> Iterator[str]:
    """Yield the texts of a statement's mutants of a family."""
    rule = statement.ast
    head, body = str(rule.head), [str(one) for one in rule.body]

    def written(conditions: Sequence[str]) -> str:
        return f"{head} :- {'; '.join(conditions)}." if conditions else f"{head}."

    for place, one in enumerate(body):
        others = [*body[:place], *body[place + 1 :]]
        if family == "drop a condition":
            yield written(others)
        elif family == "negate a condition" and ":" not in one and "{" not in one:
            other = one.removeprefix("not ") if one.startswith("not ") else f"not {one}"
            yield written([*body[:place], other, *body[place + 1 :]])
    text = str(rule)
    if family == "swap two variables":
        names = sorted(set(_VARIABLE.findall(text)))
        for first, second in pairwise(names):
            swap = {first: second, second: first}
            for place, one in enumerate(body):
                swapped = _VARIABLE.sub(lambda m, swap=swap: swap.get(m[0], m[0]), one)
                if swapped != one:
                    yield written([*body[:place], swapped, *body[place + 1 :]])
    if family == "move a number":
        for found in _NUMBER.finditer(text):
            for step in (-1, 1):
                yield f"{text[: found.start()]}{int(found[0]) + step}{text[found.end() :]}"
    if family == DROP:
        yield ":- #false."


def changed(book: Rulebook, texts: Mapping[int, str]) -> Rulebook:
    """Return a rulebook in which some statements, by their numbers, say something else."""
    statements = list(book.statements)
    for number, text in texts.items():
        statements[number] = replace(statements[number], text=text)
    return replace(book, statements=tuple(statements), key="", _views={}, _shared={})


def sample(game: str, count: int, seed: int) -> list[Mutant]:
    """Draw mutants of a game's own statements, or of those of core and the halls; none twice."""
    draw = random.Random(seed)
    own = f"rules/{game}/" if game != CORE else ("rules/core/", "rules/halls/")
    written: dict[tuple[str, int], dict[str, Statement]] = {}
    for book in map(load_rulebook, GAMES if game == CORE else (game,)):
        for one in book.statements:
            if one.derives and one.file.startswith(own):
                written.setdefault((one.file, one.line), {}).setdefault(one.code, one)
    drawn: dict[tuple[str, int, str], Mutant] = {}
    for _ in range(100 * count):
        if len(drawn) == count:
            break
        (file, line), family = draw.choice(sorted(written)), draw.choice(FAMILIES)
        own_mutants = [list(mutants(one, family)) for one in written[file, line].values()]
        number = draw.randrange(max(1, len(own_mutants[0])))
        changes = {
            one.code: made[number]
            for one, made in zip(written[file, line].values(), own_mutants, strict=True)
            if len(made) == len(own_mutants[0]) > number
            and made[number] != str(one.ast)
            and is_safe(replace(one, text=made[number]))
        }
        if changes:
            key = (file, line, next(iter(changes.values())))
            drawn.setdefault(key, Mutant(file, line, family, changes))
    return list(drawn.values())


def is_safe(statement: Statement) -> bool:
    """Return whether every variable of a statement is bound: otherwise it is no program."""
    try:
        check_safe([statement])
    except LudexError:
        return False
    return True
