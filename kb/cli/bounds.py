"""How long a command may work and how much memory it may hold, and how its end is told."""

from __future__ import annotations

import sys
from pathlib import Path

from kb import bounded
from kb.cli.failure import Failure

SECONDS = 600.0
"""How long a command may work when no time limit is given."""

GRACE = 30.0
"""How much longer than its own time limit a command may work to end by itself."""

UNKNOWN = "how much memory is taken can't be seen on this system, and so is not bounded"


class _Bounds:
    """The bounds of the command that this process runs, once they are watched."""

    def __init__(self) -> None:
        self.watch: bounded.Watch | None = None
        self.seconds = SECONDS
        self.rules: Path | None = None
        self.as_json = False

    def over(self, bound: str) -> None:
        """Tell in one line which bound was hit."""
        what = {
            "time": f"no end after {self.seconds:.0f} s of work",
            "memory": f"more memory is needed than {bounded.MEMORY / 2**30:.3g} GiB",
        }[bound]
        hint = "what is asked is too much"
        if self.rules is not None:
            hint = "does a rule here make ever more of itself?"
        file = None if self.rules is None else str(self.rules)
        Failure(f"{what}; {hint}", file=file).report(as_json=self.as_json)


_bounds = _Bounds()


def begin(*, as_json: bool) -> None:
    """Bound the command that this process was started for."""
    _bounds.as_json = as_json
    _bounds.watch = bounded.Watch(_bounds.over).start()
    _bounds.watch.allow(SECONDS)
    if bounded.memory_held() is None:
        sys.stderr.write(f"ludex: {UNKNOWN}\n")


def allow(time_limit: float | None, *, rules: Path | None = None, endless: bool = False) -> None:
    """Say how long the command may work.

    Parameters
    ----------
    time_limit : float or None
        What the user allows.
    rules : Path, optional
        Rules of the user's own, which may make ever more of themselves.
    endless : bool
        Whether without a limit it may take as long as it takes.
    """
    _bounds.rules = rules
    _bounds.seconds = SECONDS if time_limit is None else time_limit + GRACE
    if _bounds.watch is not None:
        _bounds.watch.allow(None if endless and time_limit is None else _bounds.seconds)
