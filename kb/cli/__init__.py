"""The command line: one module for each command, and what they share."""

from __future__ import annotations

import gc
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; see `kb.cli.app.main`."""
    if arguments is not None:
        from kb.cli import app

        return app.main(arguments)
    # A rulebook is hundreds of thousands of objects that stay. To look through them for circles
    # of dead ones while they are made, and once more as the process ends, took a quarter of a
    # short command; `kb.bounded` has it done now and then from when the work begins.
    gc.disable()
    try:
        from kb.cli import app

        return app.main(None)
    finally:
        gc.freeze()


__all__ = ["main"]
