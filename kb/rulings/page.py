"""The page on which rulings are written: its width, its colours, how lines are wrapped."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from kb.errors import escape
from kb.records import record

BOLD, DIM, CHOICE = "1", "2", "35"


@record
class Page:
    """Where text is written.

    Attributes
    ----------
    colour : bool
        Whether the colours of a terminal are used.
    definitions : bool
        Whether proofs are shown whole, with all that goes without saying.
    width : int
        Where lines are wrapped.
    """

    colour: bool = False
    definitions: bool = False
    width: int = 100

    def wrapped(self, before: str, text: str, code: str = "") -> Iterator[str]:
        """Yield lines that begin with something, the further ones as far to the right."""
        lines = textwrap.wrap(
            escape(text),
            max(self.width - len(before), 24),
            break_long_words=False,
            break_on_hyphens=False,
        )
        for place, line in enumerate(lines or [""]):
            shown = f"\x1b[{code}m{line}\x1b[0m" if self.colour and code and line else line
            yield (" " * len(before) if place else before) + shown
