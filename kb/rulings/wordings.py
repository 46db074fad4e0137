"""Which cards of a question come from the card store, and in which wording."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kb.inference.session import Session


def wordings(session: Session) -> Iterator[str]:
    """Yield a sentence for each wording that cards come from."""
    found: dict[tuple[str, str, Path], list[str]] = {}
    for held in session.situation.taken:
        found.setdefault((held.day, held.source, held.store), []).append(held.name)
    for (day, source, store), names in sorted(found.items()):
        yield f"Worded as of {day} ({source}) in {store}: {'; '.join(dict.fromkeys(names))}."


def too_late(session: Session) -> str:
    """Return that a wording is later than the question, in brackets; else nothing.

    No older one is in the store, and what the card said then nobody knows.
    """
    days = [held.day for held in session.situation.taken if not held.in_force]
    return f" (by a wording of {max(days)}; the card store has no older one)" if days else ""
