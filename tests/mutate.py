"""Changes single statements of the rules: ``python tests/mutate.py GAME COUNT [SEED]``.

A mutant drops or negates a condition, swaps two variables, moves a number by one or drops the
statement. It is caught when a case fails: first those that pin a rule of its block, then others,
drawn by the seed, up to ``CASES``. What survives is listed, by family; it may still be equal to the
statement on every board.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from kb import LudexError, load_rulebook
from kb.rulebook import Rulebook
from kb.rulebook.statement import Statement
from kb.scenario import Case, expanded, load_scenario
from kb.testing.cases import check_case

RULINGS = Path(__file__).parent / "rulings"
CASES = 30
"""How many cases a mutant is tried on."""

FAMILIES = ("drop a condition", "negate a condition", "swap two variables", "move a number", "drop")
_VARIABLE = re.compile(r"\b[A-Z][A-Za-z0-9]*\b")
_NUMBER = re.compile(r"(?<![\w\"])\d+(?![\w\"])")


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
    if family == "drop":
        yield ":- #false."


def with_statement(book: Rulebook, place: int, text: str) -> Rulebook:
    """Return a rulebook in which one statement says something else."""
    changed = replace(book.statements[place], text=text)
    statements = (*book.statements[:place], changed, *book.statements[place + 1 :])
    return replace(book, statements=statements, key="", _views={}, _shared={})


def cases_for(statement: Statement, files: Sequence[Path], draw: random.Random) -> Iterator[Case]:
    """Yield the cases that pin a rule of a statement's block, then others."""
    numbers = [re.escape(number) for number in statement.label.numbers]
    pin = re.compile(rf"because:.*(?<![\w.])(?:{'|'.join(numbers) or '(?!)'})(?![\w.]*\w)")
    pinning = [one for one in files if pin.search(one.read_text("utf-8"))]
    rest = [one for one in files if one not in pinning]
    draw.shuffle(rest)
    for file in (*pinning, *rest):
        yield from expanded(load_scenario(file))


def caught_by(book: Rulebook, cases: Iterator[Case]) -> str | None:
    """Return the case that a mutant fails, nothing if none of the first; None if it is none."""
    for _, case in zip(range(CASES), cases, strict=False):
        if not case.scenario.ask:
            continue
        try:
            if not check_case(case, pins=False, rulebook=book).passed:
                return case.name
        except LudexError as error:
            return f"{case.name}: {error.message}"
        except RuntimeError:  # a variable that nothing binds any more: no program
            return None
    return ""


def tell(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run(game: str, count: int, seed: int) -> int:
    """Try mutants and tell which survive; return how many."""
    draw = random.Random(seed)
    book = load_rulebook(game)
    places = [n for n, one in enumerate(book.statements) if one.derives]
    files = sorted((RULINGS / game).rglob("*.yaml"))
    found: Counter[tuple[str, str]] = Counter()
    while sum(found.values()) < count:
        place, family = draw.choice(places), draw.choice(FAMILIES)
        statement = book.statements[place]
        made = list(mutants(statement, family))
        if not made:
            continue
        text = draw.choice(made)
        case = caught_by(with_statement(book, place, text), cases_for(statement, files, draw))
        if case is None:
            continue
        found[family, "caught" if case else "survived"] += 1
        if not case:
            where = f"{statement.file}:{statement.line}"
            tell(f"survived ({family}) {where}\n  {statement.code}\n  {text}")
    for family in FAMILIES:
        tell(f"{family}: {found[family, 'caught']} caught, {found[family, 'survived']} survived")
    return sum(number for (_, outcome), number in found.items() if outcome == "survived")


if __name__ == "__main__":
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 20261122
    sys.exit(1 if run(sys.argv[1], int(sys.argv[2]), seed) else 0)
