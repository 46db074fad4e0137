"""How long a command takes from a cold start, beside the libraries that it cannot do without.

Processor time of the processes, which others on the machine disturb least. The compiled rulebook
is in the cache, as after any first run; `without cache` is that first run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.ratio import Comparison

LIBRARIES = "import clingo, lark, yaml"

COMMANDS = {
    "--version": (("--version",), 3.0),
    "--help": (("--help",), 3.0),
    "two-jaces": (("ask", "examples/two-jaces.yaml"), 10.0),
    "warp": (("ask", "examples/warp.yaml"), 20.0),
}
"""What is run, and how many times as long as the libraries it may take."""

_ROOT = Path(__file__).resolve().parent.parent


def _seconds() -> float:
    """Return the processor time of the processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _python(*words: str, cached: bool = True) -> Callable[[], object]:
    def call() -> object:
        # Modules are compiled once, as they are wherever Ludex is installed.
        env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        with tempfile.TemporaryDirectory() as empty:
            if not cached:
                env["LUDEX_CACHE"] = empty
            command = [sys.executable, *words]
            return subprocess.run(command, check=True, capture_output=True, cwd=_ROOT, env=env)

    return call


def benchmarks() -> Iterator[Comparison]:
    """Yield the commands beside a Python that imports the libraries."""
    for cached in (True, False):
        for name, (words, at_most) in COMMANDS.items():
            if not cached and words[0] != "ask":
                continue
            yield Comparison(
                name=f"start: {name}" + ("" if cached else " without cache"),
                ours=_python("-m", "kb", *words, cached=cached),
                base=_python("-c", LIBRARIES),
                of=f"ludex {' '.join(words)}",
                to=f"python -c '{LIBRARIES}'",
                at_most=at_most if cached else 2 * at_most,
                clock=_seconds,
                repeats=7,
            )
