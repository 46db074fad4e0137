"""Commands that need more packages than the others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kb.errors import LudexError


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Import what only an extra brings along; where it is missing, say how to install it.

    Raises
    ------
    LudexError
        If a package is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "kb":
            raise
        raise LudexError(
            f"the package {error.name} is missing; install it: pip install 'ludex[{extra}]'"
        ) from None
