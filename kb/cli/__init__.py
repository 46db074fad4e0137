"""The command line: one module for each command, and what they share."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; see `kb.cli.app.main`."""
    from kb.cli import app

    return app.main(arguments)


__all__ = ["main"]
