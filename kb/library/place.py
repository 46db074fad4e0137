"""Where the card store lies."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

VARIABLE = "LUDEX_STORE"
"""The environment variable that names another store."""


def store_path(given: str | Path | None = None) -> Path:
    """Return the path of the store: the one given, or the environment's, or the user's own."""
    if given is not None:
        return Path(given)
    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_data_path("ludex", appauthor=False) / "cards.sqlite"
