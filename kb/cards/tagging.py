"""What the tables of marks of all games are made with."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.cards.text import Mark, Replacement

Row = tuple[str, Replacement]
"""A pattern over the normal string, as text, and its replacement."""


def any_of(forms: Iterable[str]) -> str:
    """Return a pattern for any of the forms of words, the longest first, without their marks."""
    plain = {form.split("^")[0] for form in forms if form}
    return "|".join(re.escape(form) for form in sorted(plain, key=len, reverse=True))


def compiled(rows: Iterable[Row]) -> tuple[Mark, ...]:
    """Return the marks that rows describe, in their order."""
    return tuple((re.compile(pattern), replacement) for pattern, replacement in rows)
