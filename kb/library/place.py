"""Where the card store lies."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from platformdirs import user_data_path

from kb.errors import LudexError

VARIABLE = "LUDEX_STORE"
"""The environment variable that names another store."""

_USED: ContextVar[Path | None] = ContextVar("store", default=None)


def store_path(given: str | Path | None = None) -> Path:
    """Return the path of the store: the one given, or the environment's, or the user's own."""
    if given is not None:
        return Path(given)
    used = _USED.get()
    if used is not None:
        return used
    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_data_path("ludex", appauthor=False) / "cards.sqlite"


@contextmanager
def using(store: str | Path | None) -> Iterator[None]:
    """Have scenarios look for their cards in another store; in the usual one if it is None.

    Raises
    ------
    LudexError
        If there is none.
    """
    if store is None:
        yield
        return
    if not Path(store).is_file():
        raise missing(Path(store))
    token = _USED.set(Path(store))
    try:
        yield
    finally:
        _USED.reset(token)


def store_in_use() -> Path | None:
    """Return the store that `using` names; None for the usual one."""
    return _USED.get()


def missing(store: Path) -> LudexError:
    """Return the error about a store that is not there."""
    return LudexError("no card store; 'ludex cards import GAME FILE' makes one", file=str(store))
