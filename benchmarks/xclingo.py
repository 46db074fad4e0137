"""xclingo on the program of a question, in an environment of its own, beside the whole proof.

It pins a version of clingo, and cannot be where Ludex is. It gets the exported program without
its headers, traces every rule by itself, and explains the atoms that the answer consists of, once.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from clingo.ast import AST, ASTType, Sign, Transformer, parse_string

from benchmarks.boards import QUESTIONS, TABLE, Board, forget
from benchmarks.ratio import Result, Unavailable, result
from kb.rulings.program import exported

REQUIREMENT = "xclingo==2.0b24"
REPEATS = 3
TIME_LIMIT = 600

_WORKER = """
import json, sys, time
from xclingo import XclingoControl
from xclingo.extensions import load_xclingo_extension

def explained(program):
    control = XclingoControl(["1"], n_explanations="1")
    control.extend_explainer("base", [], load_xclingo_extension("autotrace_all.lp"))
    control.add("base", [], program)
    control.ground([("base", [])])
    return [
        graph.explain(atom)
        for model in control.solve()
        for graph in model.explain_model()
        for atom in graph.show_trace
    ]

found = []
for program in json.load(sys.stdin):
    explained(program)
    start = time.process_time()
    trees = explained(program)
    found.append([time.process_time() - start, len(trees)])
print(json.dumps(found))
"""


@dataclass(frozen=True)
class Xclingo:
    """The questions about a board at rest, each explained by both."""

    name: str = "xclingo"
    slow: bool = True

    def run(self, repeats: int) -> list[Result]:
        """Install it, and let the two take turns."""
        repeats = min(repeats, REPEATS)
        board = Board(TABLE)
        programs = []
        for number in range(len(QUESTIONS)):
            ruling = board.ask(number)
            goals = "".join(f"%!show_trace {{{goal}}}.\n" for goal in ruling.leaves[0].goals)
            programs.append(_unlabelled(exported(ruling)) + goals)
        with tempfile.TemporaryDirectory(prefix="ludex-xclingo-") as folder:
            python = _installed(Path(folder))
            pairs: list[list[tuple[float, float]]] = [[] for _ in QUESTIONS]
            for _ in range(repeats):
                theirs = _theirs(python, programs)
                for number, seconds in enumerate(theirs):
                    pairs[number].append((_ours(board, number), seconds))
        of, to = "answer and whole proof", "xclingo, one explanation of the exported program"
        return [
            result(f"{self.name}, {name}", of, to, found)
            for name, found in zip(QUESTIONS, pairs, strict=True)
        ]


def benchmarks() -> Iterator[Xclingo]:
    """Yield the one benchmark."""
    yield Xclingo()


def _unlabelled(program: str) -> str:
    """Return a program as xclingo takes it: without headers, and with a name for every variable.

    It copies bodies into rules of its own, where what has no name would be unsafe; below a
    negation it is projected away by a rule of its own.
    """
    statements: list[str] = []

    def rewrite(statement: AST) -> None:
        if statement.ast_type == ASTType.Rule:
            naming = _Naming(len(statements))
            statements.append(str(naming.visit(statement)))
            statements.extend(naming.projections)
        elif statement.ast_type != ASTType.Comment:
            statements.append(str(statement))

    parse_string(program, rewrite)
    return "".join(f"{statement}\n" for statement in statements)


class _Naming(Transformer):
    """Gives names to the variables of one rule that have none."""

    def __init__(self, rule: int) -> None:
        self.rule = rule
        self.count = 0
        self.projections: list[str] = []

    def visit_Variable(self, variable: AST) -> AST:  # noqa: N802 - called by the kind of node
        if variable.name != "_":
            return variable
        self.count += 1
        return variable.update(name=f"Any{self.count}")

    def visit_Literal(self, literal: AST) -> AST:  # noqa: N802
        atom = literal.atom
        if literal.sign == Sign.NoSign or atom.ast_type != ASTType.SymbolicAtom:
            return literal.update(**self.visit_children(literal))
        named = self.visit(atom)
        if str(named) == str(atom):
            return literal
        kept = sorted(set(_variables(atom)) - {"_"})
        name = f"projected_{self.rule}_{len(self.projections)}"
        projected = f"{name}({','.join(kept)})" if kept else name
        self.projections.append(f"{projected} :- {named}.")
        sign = "not not" if literal.sign == Sign.DoubleNegation else "not"
        found: list[AST] = []
        parse_string(f":- {sign} {projected}.", found.append)
        return found[-1].body[0]


def _variables(node: AST) -> Iterator[str]:
    """Yield the names of the variables below a node."""
    if node.ast_type == ASTType.Variable:
        yield str(node.name)
    for key in node.child_keys:
        below = getattr(node, key)
        for child in (below,) if isinstance(below, AST) else below or ():
            yield from _variables(child)


def _ours(board: Board, number: int) -> float:
    forget()
    start = time.process_time()
    assert board.ask(number).proof is not None
    return time.process_time() - start


def _installed(folder: Path) -> Path:
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "-q", REQUIREMENT]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise Unavailable(f"cannot be installed: {said[-1]}")
    return python


def _theirs(python: Path, programs: list[str]) -> list[float]:
    try:
        done = subprocess.run(
            [python, "-c", _WORKER],
            input=json.dumps(programs),
            capture_output=True,
            text=True,
            check=False,
            timeout=TIME_LIMIT,
        )
    except subprocess.TimeoutExpired:
        raise Unavailable(f"no explanation within {TIME_LIMIT} seconds") from None
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise Unavailable(f"fails on the program: {said[-1]}")
    found = json.loads(done.stdout)
    if not all(trees for _, trees in found):
        raise Unavailable("explains nothing of the program")
    return [seconds for seconds, _ in found]
