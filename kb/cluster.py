"""Independent pieces of work, done by the workers of a Dask scheduler.

A piece is plain data, as for the processes of this machine (`kb.workers`); what travels besides is
the name of the function that is called with it, the folder of the user's rules, and the folder in
which this was called, for pieces name files. Workers need the same Ludex, and see the same files.
What a worker does not bring to an end, since it was killed, others do again.

Whoever reaches a scheduler runs what they like on its workers: let only those reach it who may, or
use ``tls://`` and certificates.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from kb import bounded, resources
from kb.errors import LudexError, quote

PieceT = TypeVar("PieceT")
ResultT = TypeVar("ResultT")

ANSWERS = 10
"""After how many seconds without an answer a scheduler counts as not there."""

_alone = threading.Lock()
"""A worker with several threads does one piece at a time all the same: bounds are a process's."""


def spread_on(
    address: str,
    work: Callable[[PieceT], ResultT],
    pieces: Sequence[PieceT],
    *,
    lost: Callable[[PieceT, LudexError], ResultT] | None = None,
    seconds: float | None = None,
    clock: bounded.Timed | None = None,
) -> Iterator[tuple[int, ResultT]]:
    """Do all pieces on a scheduler's workers; see `kb.workers.spread`."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise LudexError(
            "'--on' needs the package distributed: pip install 'ludex[dask]'"
        ) from None
    try:
        client = Client(address, timeout=ANSWERS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise LudexError(f"no scheduler answers at {quote(address)}: {error}") from None
    name = f"{work.__module__}:{work.__qualname__}"
    told = (name, _ludex(), str(Path.cwd()), resources.own(), seconds)
    with client:
        futures = {
            client.submit(done, piece, *told, pure=False): number
            for number, piece in enumerate(pieces)
        }
        try:
            left = None if clock is None else clock.left()
            for future in as_completed(list(futures), loop=client.loop, timeout=left):
                number = futures[future]
                unfinished = future.exception()
                if unfinished is None:
                    end, value = future.result()
                else:  # nobody brought it to an end
                    end, value = "lost", LudexError(str(unfinished).splitlines()[0])
                future.release()
                if end == "done":
                    yield number, value
                elif end == "lost" and lost is not None:
                    yield number, lost(pieces[number], value)
                else:
                    raise value
        except TimeoutError:  # what is not done is left
            return
        finally:
            client.cancel(list(futures))


def done(
    piece: Any, name: str, code: str, place: str, rules: Path | None, seconds: float | None
) -> tuple[str, Any]:
    """Do one piece in a worker, and return how it ended and what came of it."""
    if code != _ludex():
        return "error", LudexError("a worker runs another Ludex than this one")
    if not Path(place).is_dir():
        return "error", LudexError(f"a worker does not see the folder {quote(place)}")
    module, _, function = name.partition(":")
    work = getattr(importlib.import_module(module), function)
    with _alone, contextlib.chdir(place), resources.own_rules(rules):
        watch = _watch()
        if watch is not None:
            watch.allow(seconds)
        try:
            found = work(piece)
            return "done", list(found) if isinstance(found, Iterator) else found
        except LudexError as error:
            return "error", error
        except MemoryError:
            return "lost", LudexError("there is not enough memory for this")
        finally:
            if watch is not None:
                watch.allow(None)


@cache
def _ludex() -> str:
    """Return what tells this Ludex, its code and its rules, from others."""
    found = sha256()
    for folder in (
        Path(__file__).parent,
        resources.resource("rules"),
        resources.resource("queries"),
    ):
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".lark", ".lp", ".yaml"):
                found.update(file.name.encode() + file.read_bytes())
    return found.hexdigest()


@cache
def _watch() -> bounded.Watch | None:
    """Return what ends a worker that somebody replaces; none for one that nobody would."""
    nursed = multiprocessing.parent_process() is not None
    return bounded.work_for_parent() if nursed else None
