"""The questions as programs: what `queries/` adds to the rules, and what it shows of the models."""

from __future__ import annotations

from functools import lru_cache

from clingo.ast import AST, ASTType, parse_string

from kb.records import record
from kb.resources import resource


@record
class QueryProgram:
    """A program of `queries/`.

    Attributes
    ----------
    rules : str
        Its statements, one a line.
    shown : tuple of str
        The signatures that it shows.
    """

    rules: str
    shown: tuple[str, ...]


@lru_cache(maxsize=32)
def query(name: str) -> QueryProgram:
    """Return the program `queries/NAME.lp`."""
    rules: list[str] = []
    shown: list[str] = []

    def look(statement: AST) -> None:
        if statement.ast_type in (ASTType.Rule, ASTType.Minimize):
            rules.append(f"{statement}\n")
        elif statement.ast_type == ASTType.ShowSignature:
            shown.append(f"{statement.name}/{statement.arity}")

    text = (resource("queries") / f"{name}.lp").read_text(encoding="utf-8")
    parse_string(text, look)
    return QueryProgram("".join(rules), tuple(shown))
