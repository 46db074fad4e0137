"""How answers are printed: JSON with a version, or text that has colour only on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kb.serialization import JSON_VERSION, serialized

if TYPE_CHECKING:
    from rich.console import Console


def console() -> Console:
    """Return where text goes: nothing in it is taken for markup, and no line is cut."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def print_answer(shape: type[Any], value: object, **made: object) -> None:
    """Print an object as JSON of a declared shape."""
    print_json(serialized(shape, value, **made))


def print_json(answer: Mapping[str, object]) -> None:
    """Print an answer as JSON that says which version of its schema it follows."""
    # Elsewhere than in UTF-8, letters go out as JSON's own escapes.
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps({"version": JSON_VERSION, **answer}, indent=2, ensure_ascii=not unicode)
    sys.stdout.write(text + "\n")


class Counting:
    """A bar on a terminal's error channel, where it disturbs no output, with what remains.

    Parameters
    ----------
    doing : str
        What is being done.
    quiet : bool
        Whether nothing is told of what is found on the way.
    """

    def __init__(self, doing: str, *, quiet: bool = False) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        err = Console(stderr=True)
        self._quiet = quiet
        self._bar = Progress(
            *(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()),
            *(TimeElapsedColumn(), TextColumn("left:"), TimeRemainingColumn()),
            console=err,
            transient=True,
            disable=not err.is_terminal,
        )
        self._task = self._bar.add_task(doing, total=None)

    def __enter__(self) -> Counting:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def now(self, what: str, size: int) -> None:
        """Show which kind of boards of which size is looked at."""
        said = f"boards of {size}: {what[:50]}"
        self._bar.update(self._task, description=said, completed=0, total=None)

    def tell(self, text: str) -> None:
        """Tell on the error channel of something that was found, as soon as it is."""
        if not self._quiet:
            self._bar.console.print(
                text, highlight=False, markup=False, emoji=False, soft_wrap=True
            )

    def say(self, text: str) -> None:
        """Print something that was found, on standard output and at once."""
        self._bar.stop()
        console().print(f"{text}\n")
        sys.stdout.flush()
        self._bar.start()

    def at(self, done: int, every: int) -> None:
        """Show how much is done of how much."""
        self._bar.update(self._task, completed=done, total=every)
