"""Programs handed to the solver statement by statement, each parsed once per process.

The programs of steps are made of the same few thousand statements and facts over and over, and
building one from syntax trees takes a third of the time of parsing its text.
"""

from __future__ import annotations

from functools import lru_cache

import clingo
from clingo.ast import AST, ASTType, ProgramBuilder, parse_string

REMEMBERED = 8_192
"""Of how many pieces of programs the syntax trees are kept."""

END = ".\n"
"""What ends a piece: no statement goes on after it, for strings don't go over lines."""

APART = ("%", "#program", "#script", "#include", "#const")
"""Where one of these stands, a text is not cut into pieces: a comment may hold anything, and what
follows a directive may belong to it."""


@lru_cache(maxsize=REMEMBERED)
def _statements(piece: str) -> tuple[AST, ...]:
    found: list[AST] = []
    parse_string(piece, found.append, message_limit=1)
    return tuple(one for one in found if one.ast_type != ASTType.Program)


def add(control: clingo.Control, program: str) -> None:
    """Add a program to a control, as its `add` does for the part ``base``.

    Parameters
    ----------
    control : clingo.Control
    program : str

    Raises
    ------
    RuntimeError
        If it is no program.
    """
    if any(sign in program for sign in APART):
        control.add("base", [], program)
        return
    *pieces, rest = program.split(END)
    trees = [_statements(f"{piece}.") for piece in pieces]
    trees.append(_statements(rest))
    with ProgramBuilder(control) as builder:
        for statements in trees:
            for statement in statements:
                builder.add(statement)
