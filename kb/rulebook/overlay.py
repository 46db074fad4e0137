"""A user's rules on top of a rulebook: blocks that replace, repeal or add numbered rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from kb.errors import LudexError, nearest, quote
from kb.rulebook.header import Label
from kb.rulebook.source import Source, read_unchecked

Overlay = str | Path | Source
"""A file of rules, or its text with a name."""


def read_overlay(overlay: Overlay) -> Source:
    """Read a user's rules, which must not be parsed before they are checked."""
    return overlay if isinstance(overlay, Source) else read_unchecked(Path(overlay))


def overlay_name(overlay: Overlay) -> str:
    """Return what an overlay is called: its path, or the name that its text goes by."""
    return overlay.name if isinstance(overlay, Source) else str(overlay)


def check_overrides(labels: Iterable[Label]) -> None:
    """Refuse a block that replaces or repeals what the rulebook does not state.

    Parameters
    ----------
    labels : iterable of Label
        All headers, those of the rulebook and those of the overlays.
    """
    known = list(labels)
    own = [label for label in known if not label.overlay]
    stated = {name for label in own for name, _ in label.names()} | {label.id for label in own}
    for label in known:
        for number in (*label.replaces, *label.repeals):
            if number not in stated:
                word = "replaces" if label.replaces else "repeals"
                raise LudexError(
                    f"'{word}' a rule {quote(number)} that the rulebook does not state"
                    f"{nearest(number, (name for name in stated if '@' not in name))}",
                    file=label.file,
                    line=label.line,
                )


def overridden(labels: Sequence[Label], day: date) -> set[Label]:
    """Return the headers of the blocks that overlays take out of force on a day.

    A number means the rule that the text in force on that day calls by it; a number that the
    text does not use means the rule that another text called so. The id of a rule means itself.
    """
    overriding = [label for label in labels if label.replaces or label.repeals]
    if not overriding:
        return set()
    own = [label for label in labels if not label.overlay and day in label.period]
    out: set[Label] = set()
    for label in overriding:
        if day not in label.period:
            continue
        for number in (*label.replaces, *label.repeals):
            out.update(
                [rule for rule in own if number == rule.id or number in rule.numbers_on(day)]
                or [rule for rule in own if any(number == name for name, _ in rule.names())]
            )
    return out
