"""Tiny rulebooks: program text whose blocks are headed by ``%! NUMBER`` or ``%! define NAME``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

import clingo
import pytest
from clingo import Symbol, ast

from kb.proof import Node, Step


@dataclass(frozen=True)
class Label:
    """A heading."""

    id: str
    numbers: tuple[str, ...]
    sentence: str
    defines: str | None
    later: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()

    def numbers_on(self, day: date) -> tuple[str, ...]:
        """Return the later numbers from 2020 on."""
        return self.later if self.later and day.year >= 2020 else self.numbers


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement under its heading."""

    ast: ast.AST
    label: Label
    heads: frozenset[tuple[str, int]]


@dataclass(frozen=True)
class Entry:
    """A declared word."""

    phrase: str
    arguments: tuple[str, ...]


@dataclass
class Vocabulary:
    """Declared words."""

    entries: dict[tuple[str, str, int], Entry] = field(default_factory=dict)

    def entry(self, kind: str, name: str, arity: int) -> Entry | None:
        """Return the word of a kind."""
        return self.entries.get((kind, name, arity))

    def any(self, name: str, arity: int) -> Entry | None:
        """Return the first word of whatever kind."""
        return next((e for (_, n, a), e in self.entries.items() if (n, a) == (name, arity)), None)


def heads(head: ast.AST) -> frozenset[tuple[str, int]]:
    """Return the predicates of a head."""
    if head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.Disjunction):
        return frozenset().union(*(heads(each.literal) for each in head.elements))
    if head.atom.ast_type != ast.ASTType.SymbolicAtom:
        return frozenset()
    symbol = head.atom.symbol
    if symbol.ast_type == ast.ASTType.UnaryOperation:
        symbol = symbol.argument
    symbols = symbol.arguments if symbol.ast_type == ast.ASTType.Pool else [symbol]
    return frozenset((each.name, len(each.arguments)) for each in symbols)


class Book:
    """A rulebook made of program text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.statements: list[Statement] = []
        self.vocabulary = Vocabulary()
        self.date = date(2013, 1, 30)
        self.rulebook = self
        self.key = ""  # it is not kept
        label = Label("1", ("1",), "The only rule.", None)
        code: list[str] = []
        for line in [*text.splitlines(), "%! end"]:
            if not line.startswith("%!"):
                code.append(line)
                continue
            self._add("\n".join(code), label)
            code = []
            name, _, sentence = line[2:].strip().partition("|")
            name, _, later = name.partition("later")
            name = name.strip()
            defines = name.removeprefix("define ") if name.startswith("define ") else None
            numbers = () if defines else tuple(each.strip() for each in name.split(","))
            label = Label(name, numbers, sentence.strip(), defines, tuple(later.split()))

    def _add(self, code: str, label: Label) -> None:
        def add(statement: ast.AST) -> None:
            if statement.ast_type == ast.ASTType.Rule:
                self.statements.append(Statement(statement, label, heads(statement.head)))

        ast.parse_string(code, add)

    def step(self, facts: str = "", having: str = "", title: str = "") -> Step:
        """Solve, and return the step with the model that has an atom."""
        given = [clingo.parse_term(fact) for fact in facts.split()]
        control = clingo.Control(["0", "--warn=none"])
        control.add("base", [], self.text + "\n" + "".join(f"{fact}.\n" for fact in given))
        control.ground([("base", [])])
        models: list[list[Symbol]] = []
        with control.solve(yield_=True) as handle:
            models.extend(model.symbols(atoms=True) for model in handle)
        wanted = [m for m in models if not having or clingo.parse_term(having) in m]
        return Step(given, wanted[0], title)


def outline(*roots: Node) -> str:
    """Return trees as indented lines; what an absent or chosen atom is is told by its kind."""
    lines: list[str] = []

    def add(node: Node, depth: int) -> None:
        said = node.function if node.atom is None else str(node.atom)
        if node.label is not None:
            said += f" [{node.label.id}]"
        if node.since is not None:
            said += f" since {node.since}"
        if node.by is not None:
            said += f" by {node.by}"
        mark = {"absent": "not ", "choice": "chosen ", "elements": "all of "}.get(node.kind, "")
        lines.append("  " * depth + mark + said)
        for child in node.children:
            add(child, depth + 1)

    for root in roots:
        add(root, 0)
    return "\n".join(lines)


@pytest.fixture(scope="session", name="book")
def _book() -> Callable[[str], Book]:
    return Book


@pytest.fixture(scope="session", name="outline")
def _outline() -> Callable[..., str]:
    return outline
