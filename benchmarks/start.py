"""How long the command takes to be there at all."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from benchmarks.ratio import Comparison


def _python(*arguments: str) -> Callable[[], object]:
    def call() -> object:
        return subprocess.run([sys.executable, *arguments], check=True, capture_output=True)

    return call


def benchmarks() -> Iterator[Comparison]:
    """Yield the start of the command beside that of the library of its command line."""
    yield Comparison(
        name="start",
        ours=_python("-m", "kb", "--version"),
        base=_python("-c", "import typer, rich"),
        of="ludex --version",
        to="a Python that imports typer and rich",
        clock=time.perf_counter,
    )
