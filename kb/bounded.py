"""Bounded work: what this process may use is watched, and a program is solved in one of its own.

The grounder can't be interrupted, and takes memory until there is none. So a thread watches how
long the process works and how much memory it holds, and ends it when that is too much; a process
that works for another one ends with it, too. Work is counted in the processor's time: whoever
reads what a command prints at leisure, through a pager, is not hurried.

A search whose findings are wanted however it ends runs in a process of its own, which tells the
atoms of its models, or how many there are, while it finds them.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kb.records import record

if TYPE_CHECKING:
    import clingo

MEMORY = 4 * 2**30
"""How much memory a process may hold, in bytes."""

GRACE = 2.0
"""How much longer than it was given a process may take, to start and to end by itself."""

OFTEN = 0.05
"""After how many seconds it is looked again, and said again how many models there are."""

STATM = Path("/proc/self/statm")
"""What Linux says of the memory of a process; elsewhere the module `resource` may."""

FIRST, MODEL, COUNT, END = "first", "model", "count", "end"


class Timed(Protocol):
    """Something that says how many seconds are left; None for as many as it takes."""

    def left(self) -> float | None:
        """Return the seconds that are left."""


# --- The process itself ---


def memory_held() -> int | None:
    """Return how much memory this process holds, in bytes; None where the system does not say."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        pass  # no Linux
    try:
        import resource
    except ImportError:
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


COLLECTED = (500_000, 20, 100)
"""How many objects come to be before Python looks for circles among them (see `gc`)."""


class Watch:
    """Ends this process when it takes too long, holds too much memory, or has lost its parent.

    Parameters
    ----------
    over : callable, optional
        What is told in the last moment: which bound was hit, ``time`` or ``memory``.
    memory : int, optional
        How much memory may be held, in bytes.
    orphaned : callable, optional
        Says whether the process for which this one works has ended.
    status : int
        The exit status.
    """

    def __init__(
        self,
        over: Callable[[str], object] | None = None,
        *,
        memory: int | None = None,
        orphaned: Callable[[], bool] = lambda: False,
        status: int = 2,
    ) -> None:
        self._over = over
        self._memory = MEMORY if memory is None else memory
        self._orphaned = orphaned
        self._status = status
        self._deadline: float | None = None

    def start(self) -> Watch:
        """Begin to watch, for as long as the process lives."""
        # A rulebook is hundreds of thousands of objects that stay, and looking through them for
        # circles of dead ones again and again took a sixth of a short command.
        gc.set_threshold(*COLLECTED)
        gc.enable()
        threading.Thread(target=self._look, name="bounds", daemon=True).start()
        return self

    def allow(self, seconds: float | None) -> None:
        """Say how long the process may work on from now; None for as long as it takes."""
        self._deadline = None if seconds is None else time.process_time() + seconds

    def _look(self) -> None:
        while (bound := self._hit()) is None:
            time.sleep(OFTEN)
        try:
            if self._over is not None and bound != "parent":
                self._over(bound)
        finally:
            os._exit(self._status)

    def _hit(self) -> str | None:
        if self._orphaned():
            return "parent"
        if self._deadline is not None and time.process_time() > self._deadline:
            return "time"
        return "memory" if (memory_held() or 0) > self._memory else None


def work_for_parent(
    over: Callable[[str], object] | None = None, *, memory: int | None = None
) -> Watch:
    """Have a process of `multiprocessing` end with its parent, and hold no more than it may."""
    import multiprocessing  # only where there is such a process

    parent = multiprocessing.parent_process()

    def orphaned() -> bool:
        return parent is not None and not parent.is_alive()

    return Watch(over, memory=memory, orphaned=orphaned).start()


# --- A process for one search ---


@record
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
    asked = json.dumps([os.getpid(), MEMORY, list(options), seconds, limit, list(besides)])
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
    import clingo

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
    import clingo

    parent, memory, options, seconds, limit, besides = json.loads(sys.stdin.readline())
    watch = Watch(memory=memory, orphaned=lambda: os.getppid() != parent).start()
    watch.allow(seconds + GRACE)
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
