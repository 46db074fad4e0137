"""A question about a board at rest, beside plain clingo on the program that is exported for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import clingo

from benchmarks.boards import QUESTIONS, TABLE, Board, forget
from benchmarks.ratio import Comparison
from kb.rulings.program import exported
from kb.rulings.ruling import Ruling

ANSWER_AT_MOST = 1.5
PROOF_AT_MOST = 4.0


def solve(program: str) -> None:
    """Parse, ground and solve a program with clingo's own interface: all models, none read."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    control.solve()


class _Loaded:
    """The rulebook and the read scenario, when the first benchmark asks for them."""

    @cached_property
    def board(self) -> Board:
        return Board(TABLE)


def benchmarks() -> Iterator[Comparison]:
    """Yield each question with its answer, and with its whole proof."""
    loaded = _Loaded()
    for number, name in enumerate(QUESTIONS):
        yield _comparison(loaded, number, name, lambda ruling: ruling.answer)
    for number, name in enumerate(QUESTIONS):
        yield _comparison(loaded, number, f"{name}, proof", lambda ruling: ruling.proof, proof=True)


def _comparison(
    loaded: _Loaded,
    number: int,
    name: str,
    wanted: Callable[[Ruling], object],
    *,
    proof: bool = False,
) -> Comparison:
    programs: list[str] = []

    def ours() -> object:
        return wanted(loaded.board.ask(number))

    def base() -> None:
        if not programs:  # in the run that is not timed
            programs.append(exported(loaded.board.ask(number)))
        solve(programs[0])

    return Comparison(
        name=name,
        ours=ours,
        base=base,
        of="answer and whole proof" if proof else "answer",
        to="clingo on the exported program",
        at_most=PROOF_AT_MOST if proof else ANSWER_AT_MOST,
        before=forget,
    )
