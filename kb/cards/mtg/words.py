"""Lists of words, written as text."""

from __future__ import annotations


def listed(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())
