"""Short phrases with a fixed form, such as ``power of target 1``, and the terms they become."""

from __future__ import annotations

import re
from functools import cached_property

from clingo import Number, Symbol

from kb.records import record
from kb.scenario.terms import Template, fold

_HOLE = re.compile(r"\{([a-z]+)\}")
NUMERIC = frozenset(("number", "target"))


@record
class Phrase:
    """A phrase with holes and the term with the same holes.

    Parameters
    ----------
    pattern : str
        The phrase: ``power of {reference}``.
    term : Template
        The term: ``power({reference})``.
    """

    pattern: str
    term: Template

    @property
    def shown(self) -> str:
        """The phrase as messages show it."""
        return "a number" if self.pattern == "{number}" else _HOLE.sub("…", self.pattern)

    @cached_property
    def _regex(self) -> re.Pattern[str]:
        parts = []
        end = 0
        for hole in _HOLE.finditer(self.pattern):
            parts.append(re.escape(fold_edges(self.pattern[end : hole.start()])))
            inside = "[0-9]{1,6}" if hole.group(1) in NUMERIC else ".+"
            parts.append(f"(?P<{hole.group(1)}>{inside})")
            end = hole.end()
        parts.append(re.escape(fold_edges(self.pattern[end:])))
        return re.compile("".join(parts))

    def match(self, text: str) -> dict[str, str] | None:
        """Return what stands in the holes, None if the text is not this phrase.

        >>> Phrase("power of {reference}", Template("power({reference})")).match("Power of it")
        {'reference': 'it'}
        """
        found = self._regex.fullmatch(fold(text))
        return None if found is None else found.groupdict()

    def numbers_in(self, text: str) -> list[tuple[str, Symbol]]:
        """Return where the phrase stands in a text, each time with the number in it."""
        found = re.finditer(rf"(?<!\S){self._regex.pattern}(?!\S)", text, re.IGNORECASE)
        return [(one.group(), Number(int(one["number"]))) for one in found]


def fold_edges(text: str) -> str:
    """Return part of a phrase as `fold` would, but with the spaces at its ends."""
    left = " " if text[:1].isspace() else ""
    right = " " if text[-1:].isspace() and text.strip() else ""
    return left + fold(text) + right
