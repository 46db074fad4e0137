"""Solving in a process of its own: the grounder can't be interrupted, a process can be ended.

The process is given a program and tells the atoms of its models, or how many there are, while it
finds them. So whoever asks has what was found until the time was over, however large the program
becomes; and what needs more memory than there is ends that process only.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import clingo

GRACE = 2.0
"""How much longer than it was given the process may take, to start and to end by itself."""

MEMORY = 4 * 2**30
"""How much memory the process may use, in bytes."""

OFTEN = 0.05
"""After how many seconds the process says again how many models there are."""

FIRST, MODEL, COUNT, END = "first", "model", "count", "end"


@dataclass(frozen=True)
class Told:
    """What a process told of the models of a program.

    Attributes
    ----------
    models : tuple of tuple of Symbol
        The atoms shown of each; none when they were only counted.
    first : tuple of Symbol or None
        The atoms of the first that are asked for besides; None if no model was found.
    count : int
        How many models were found.
    whole : bool
        Whether these are all.
    failed : bool
        Whether the program was too large to be solved at all.
    """

    models: tuple[tuple[clingo.Symbol, ...], ...]
    first: tuple[clingo.Symbol, ...] | None
    count: int
    whole: bool
    failed: bool


def solve(
    program: str,
    options: Sequence[str],
    *,
    seconds: float,
    limit: int | None,
    besides: tuple[str, int],
) -> Told:
    """Find the models of a program, as far as time allows.

    Parameters
    ----------
    program : str
    options : sequence of str
        The options of clingo.
    seconds : float
        How long may be searched.
    limit : int or None
        How many models are listed; None if all are to be counted without being listed.
    besides : (str, int)
        The predicate of which the first model tells all atoms.
    """
    asked = json.dumps([list(options), seconds, limit, list(besides)])
    process = subprocess.Popen(
        [sys.executable, "-I", __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        try:
            said, _ = process.communicate(f"{asked}\n{program}", timeout=seconds + GRACE)
            failed = process.returncode != 0
        except subprocess.TimeoutExpired:
            process.kill()
            said, _ = process.communicate()
            failed = False
    return _read(said, failed)


def _read(said: str, failed: bool) -> Told:
    first: tuple[clingo.Symbol, ...] | None = None
    models: list[tuple[clingo.Symbol, ...]] = []
    count, whole = 0, False
    # A line that was being written when the process was ended is not read.
    for line in said[: said.rfind("\n") + 1].splitlines():
        kind, rest = json.loads(line)
        match kind:
            case "first":
                first = tuple(map(clingo.parse_term, rest))
            case "model":
                models.append(tuple(map(clingo.parse_term, rest)))
            case "count":
                count = rest
            case "end":
                whole = rest
    return Told(tuple(models), first, max(count, len(models)), whole, failed)


# --- In the process ---


def _say(kind: str, what: object) -> None:
    sys.stdout.write(f"{json.dumps([kind, what])}\n")
    sys.stdout.flush()


class _Search:
    """The search of one program for its models."""

    def __init__(self, limit: int | None, besides: tuple[str, int]) -> None:
        self.limit = limit
        self.besides = besides
        self.count = 0
        self._said = 0.0

    def found(self, model: clingo.Model) -> None:
        """Tell of a model."""
        if not self.count:
            name, arity = self.besides
            atoms = [
                str(atom)
                for atom in model.symbols(atoms=True)
                if atom.name == name and len(atom.arguments) == arity
            ]
            _say(FIRST, atoms)
        self.count += 1
        if self.limit is not None:
            _say(MODEL, list(map(str, model.symbols(shown=True))))
        elif time.monotonic() - self._said > OFTEN:
            self._said = time.monotonic()
            _say(COUNT, self.count)


def main() -> None:
    """Solve the program on standard input, and tell of its models on standard output."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    options, seconds, limit, besides = json.loads(sys.stdin.readline())
    started = time.monotonic()
    models = str(limit or 0)
    control = clingo.Control([models, "--warn=none", *options], message_limit=1)
    control.add("base", [], sys.stdin.read())
    control.ground([("base", [])])
    search = _Search(limit, (besides[0], besides[1]))
    left = max(0.0, seconds - (time.monotonic() - started))
    with control.solve(on_model=search.found, async_=True) as handle:
        over = handle.wait(left)
        if not over:
            handle.cancel()
        exhausted = bool(handle.get().exhausted)
    _say(COUNT, search.count)
    _say(END, exhausted)


if __name__ == "__main__":
    main()
