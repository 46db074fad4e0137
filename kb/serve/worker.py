"""A process that answers requests, one after the other, with the rulebooks loaded.

It is told a request in one message, and says with each message what it is: an event on the way, an
answer, or its last answer, after which it ends. Messages are bytes, so that nothing that a request
led to can run in the process that serves.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import sys
import traceback
from collections.abc import Mapping
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from kb import bounded, cache, resources
from kb.library.place import using
from kb.records import record
from kb.serve.limits import Limits

EVENT, ANSWER, LAST = b"e", b"a", b"l"
"""What a message is: the first byte of it. Of an answer, three digits follow: the status."""


@record
class Setting:
    """What every request of a server shares.

    Attributes
    ----------
    limits : Limits
    overlays : bool
        Whether changed rules may be brought along.
    store : Path or None
        The card store, if not the user's own.
    rules : Path or None
        A folder of the user's in which games are found.
    """

    limits: Limits
    overlays: bool = True
    store: Path | None = None
    rules: Path | None = None


def warm() -> None:
    """Load what every request needs, and answer once in each game: what is forked then has it."""
    from kb.cases import examples_of
    from kb.errors import LudexError
    from kb.resources import game_names
    from kb.rulings.asking import rulings

    import_module("kb.serve.work")
    for game in game_names():
        shortest = min(examples_of(game), key=lambda file: file.stat().st_size, default=None)
        with contextlib.suppress(LudexError):
            for ruling in () if shortest is None else rulings(shortest, question=1, time_limit=1):
                ruling.to_json()
                break
    gc.collect()
    gc.freeze()


def serve(pipe: Connection, setting: Setting, *, seconds: float) -> None:
    """Answer requests until the other end is closed, or it is time for a fresh process."""
    from kb.serve.work import failed, respond

    for each in (signal.SIGINT, signal.SIGTERM):  # the server decides when its workers end
        signal.signal(each, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(5)  # whoever serves comes first
    cache.keep_nothing()  # what users bring along touches no file

    def over(bound: str) -> None:
        said = {
            "time": f"no end after {seconds:g} s of work; what is asked is too much",
            "memory": f"more memory is needed than {setting.limits.memory / 2**20:.0f} MiB",
        }[bound]
        pipe.send_bytes(LAST + b"422" + failed(said))

    watch = bounded.work_for_parent(over, memory=setting.limits.memory)

    def tell(said: Mapping[str, Any]) -> None:
        pipe.send_bytes(EVENT + json.dumps(said, ensure_ascii=False).encode())

    with using(setting.store), resources.own_rules(setting.rules):
        for left in reversed(range(setting.limits.requests)):
            try:
                name, _, body = pipe.recv_bytes().partition(b"\n")
            except (EOFError, OSError):
                return
            watch.allow(seconds)
            try:
                found = respond(name.decode(), body, setting.limits, setting.overlays, tell)
            except Exception as error:  # noqa: BLE001 - a mistake of ours must not end in a riddle
                _tell_where(error)
                found = 500, failed("a mistake in Ludex, not in what was asked; it was logged")
            watch.allow(None)
            status, answer = found
            grown = (bounded.memory_held() or 0) > setting.limits.grown
            last = grown or not left
            pipe.send_bytes((LAST if last else ANSWER) + b"%d" % status + answer)
            if last:
                return


def _tell_where(error: BaseException) -> None:
    """Log where a mistake was found, and nothing of what was asked."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{Path(one.filename).name}:{one.lineno}" for one in reversed(frames))
    sys.stderr.write(f"ludex: {type(error).__name__} at {places}\n")
