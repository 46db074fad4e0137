"""Rules that somebody wrote may ground without end: such a command runs in a process of its own.

The grounder cannot be interrupted, and takes memory until there is none. So the command is run
again as a child that may use so much memory and so much time, and its end is told in one line.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Sequence

from kb.cli import failure
from kb.errors import LudexError

CHILD = "LUDEX_GUARDED"
"""The environment variable by which the child knows that it is one."""

SECONDS = 600.0
"""How long the child may take when no time limit is given."""

GRACE = 30.0
"""How much longer than its own time limit the child may take to end by itself."""

MEMORY = 4 * 2**30
"""How much memory the child may use, in bytes."""


def guarded(words: Sequence[str]) -> int | None:
    """Run a command in a child, if it reads rules from a file of the user's.

    Parameters
    ----------
    words : sequence of str
        The words after ``ludex``.

    Returns
    -------
    int or None
        The child's exit status; None if this process is to go on itself.

    Raises
    ------
    LudexError
        If the child did not end in time, or needed too much memory.
    """
    if CHILD in os.environ or not words or words[0] not in ("verify", "diff"):
        return None
    overlay = next((word for word in words if word.endswith(".lp")), None)
    if overlay is None:
        return None
    overlay = overlay.removeprefix("--overlay=")
    seconds = _time_limit(words)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "kb", *words],
            env={**os.environ, CHILD: "1"},
            timeout=seconds,
            check=False,
            preexec_fn=_bounded,
        )
    except subprocess.TimeoutExpired:
        message = f"no end after {seconds:.0f} s; does a rule here make ever more of itself?"
        raise LudexError(message, file=overlay) from None
    if done.returncode in (failure.OK, failure.FOUND, failure.BAD_INPUT, failure.INTERRUPTED):
        return done.returncode
    message = "more memory is needed than there is; does a rule here make ever more of itself?"
    raise LudexError(message, file=overlay)


def _time_limit(words: Sequence[str]) -> float:
    """Return how long a child may take: its own limit and some grace, or what is usual."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        said = following if word == "--time-limit" else word.removeprefix("--time-limit=")
        if word.startswith("--time-limit"):
            try:
                return max(0.0, float(said)) + GRACE
            except ValueError:
                return SECONDS
    return SECONDS


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
