"""How time and memory grow with the board: each size in a process of its own.

``python -m benchmarks.growth QUESTION COUNT`` measures one size. It prints the seconds of
processor time that an answer takes and the most memory that the process ever had, in megabytes.
What is there anyway hides how that grows; so what a larger board adds is compared as well.
"""

from __future__ import annotations

import gc
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from benchmarks.boards import ASKED_OF_MANY, Board, forget, many
from benchmarks.ratio import Result, Unit, result

SIZES = (10, 100, 1_000, 10_000)
AT_MOST = 10.5
"""How much more ten times as many permanents may cost."""
REPEATS = 3
_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Growth:
    """A question about boards of growing size."""

    question: str
    slow: bool = False

    @property
    def name(self) -> str:
        """What the command line calls it."""
        return f"growth: {self.question}"

    def run(self, repeats: int) -> list[Result]:
        """Measure every size in turn, several times."""
        seconds: dict[int, list[float]] = {size: [] for size in SIZES}
        memory: dict[int, list[float]] = {size: [] for size in SIZES}
        for _ in range(min(repeats, REPEATS)):
            for size in SIZES:
                found = _measured(self.question, size)
                seconds[size].append(found["seconds"])
                memory[size].append(found["megabytes"])
        return [
            *self._tenfold("time", seconds, "s"),
            *self._tenfold("memory", memory, "MB"),
            self._added(memory),
        ]

    def _tenfold(self, what: str, values: dict[int, list[float]], unit: Unit) -> Iterator[Result]:
        for smaller, larger in pairwise(SIZES):
            pairs = list(zip(values[larger], values[smaller], strict=True))
            name, of = f"{self.name}, {what}", f"{larger:,} permanents"
            yield result(name, of, f"{smaller:,}", pairs, at_most=AT_MOST, unit=unit)

    def _added(self, memory: dict[int, list[float]]) -> Result:
        small, middle, large = SIZES[-3:]
        pairs = [
            (most - more, max(more - some, 0.1))
            for some, more, most in zip(memory[small], memory[middle], memory[large], strict=True)
        ]
        name, of = f"{self.name}, memory added", f"{middle:,} to {large:,} permanents"
        return result(name, of, f"{small:,} to {middle:,}", pairs, at_most=AT_MOST, unit="MB")


def benchmarks() -> Iterator[Growth]:
    """Yield the growth of each question."""
    for question in ASKED_OF_MANY:
        yield Growth(question)


def _measured(question: str, size: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.growth", question, str(size)]
    done = subprocess.run(command, cwd=_ROOT, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measure(question: str, size: int) -> dict[str, float]:
    """Ask the question of one board in this process; it must not have asked anything before.

    It is asked several times, each in a session of its own, and nothing solved is remembered.
    """
    board = Board(many(size))
    number = ASKED_OF_MANY.index(question)
    times = []
    for _ in range(9 if size < 1_000 else 3):
        forget()
        gc.collect()
        start = time.process_time()
        board.ask(number)
        times.append(time.process_time() - start)
        if len(times) == 1:
            peak = _peak()
    return {"seconds": statistics.median(times), "megabytes": peak}


def _peak() -> float:
    """Return the most memory that this process has had so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # kilobytes on Linux


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
