"""How judging a given declaration grows with the combat: attackers, blocks, combat damage.

Each board has so many attackers, as many creatures that can block, and four planeswalkers; the
declaration names every creature. What is timed is the way to the moment of the declaration, the
answer, and its proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import pairwise

from benchmarks.boards import Board, forget
from benchmarks.ratio import Comparison

SIZES = (5, 10, 20, 40)
LARGE = (80, 160)
AT_MOST = 2.5
"""How much more twice as many creatures on both sides may cost."""
REPEATS = 5

DECLARATIONS = ("attack", "block", "assign")
WALKERS = ("Jace Beleren", "Gideon Jura", "Koth of the Hammer", "Tezzeret the Seeker")
GOALS = ("Norbert", *WALKERS)
BEFORE = {
    "attack": "beginning of combat",
    "block": "declare attackers",
    "assign": "declare blockers",
}
MOMENT = {"attack": "declare attackers", "block": "declare blockers", "assign": "combat damage"}


def combat(count: int, declaration: str) -> str:
    """Return the scenario in which that many attackers, blocks or assignments are declared."""
    begun = declaration != "attack"
    wolves = "".join(
        f"      - {{card: Wolf, as: Wolf {n}{f', attacking: {_goal(n)}' if begun else ''}}}\n"
        for n in range(count)
    )
    blocked = set(range(0, count, 2)) if declaration == "assign" else set()
    bears = "".join(
        f"      - {{card: Bear, as: Bear {n}{f', blocking: Wolf {n}' if n in blocked else ''}}}\n"
        for n in range(count)
    )
    if declaration == "attack":
        said = ", ".join(f"Wolf {n}: {_goal(n)}" for n in range(count))
    elif declaration == "block":
        said = ", ".join(f"Bear {n}: Wolf {n}" for n in range(count))
    else:
        said = ", ".join(
            f"Wolf {n}: {{{f'Bear {n}' if n in blocked else _goal(n)}: 2}}" for n in range(count)
        )
    return f"""\
title: A large combat
game: mtg
date: 2013-01-30
turn: {{player: Archibald, phase: {BEFORE[declaration]}}}
cards:
  - {{name: Wolf, types: [creature], power: 2, toughness: 2}}
  - {{name: Bear, types: [creature], power: 2, toughness: 2}}
players:
  Archibald:
    battlefield:
{wolves}  Norbert:
    battlefield:
{"".join(f"      - {name}{chr(10)}" for name in WALKERS)}{bears}do:
  - {{until: {{phase: {MOMENT[declaration]}}}}}
ask:
  - may: {{{declaration}: {{{said}}}, by: {"Norbert" if declaration == "block" else "Archibald"}}}
"""


def _goal(number: int) -> str:
    return GOALS[number % len(GOALS)]


@lru_cache(maxsize=4)
def _board(count: int, declaration: str) -> Board:
    return Board(combat(count, declaration))


def judged(count: int, declaration: str) -> tuple[str, ...]:
    """Judge the declaration, which is legal, and return the rules that this rests on."""
    ruling = _board(count, declaration).ask(0)
    assert ruling.answer is True, ruling.sentence
    return ruling.rules


def benchmarks() -> Iterator[Comparison]:
    """Yield, for each kind of declaration, each size against the half of it."""
    for declaration in DECLARATIONS:
        for smaller, larger in pairwise((*SIZES, *LARGE)):
            yield Comparison(
                f"combat: {declaration} {larger}",
                partial(judged, larger, declaration),
                partial(judged, smaller, declaration),
                of=f"{larger} attackers, {larger} blockers, 4 planeswalkers",
                to=f"{smaller} attackers and blockers",
                at_most=AT_MOST,
                before=forget,
                repeats=REPEATS,
                slow=larger in LARGE,
            )
