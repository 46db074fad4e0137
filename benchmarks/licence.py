"""What the words of a printed text let it change.

This reads no grammar and no rule: that a text changes a life total only where it speaks of life or
damage is told by its words, so that it can find a fault of either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Change = tuple[str, str]
"""Who or what is changed, and which property of it to what."""


def unlicensed(
    changes: Iterable[Change], text: str, licences: Sequence[dict[str, Any]]
) -> Iterator[str]:
    """Yield what has changed though no word of the text can change it.

    Parameters
    ----------
    changes : iterable of (str, str)
    text : str
        The printed text.
    licences : sequence of dict
        Of which properties (``changes``) of whom (``of``) a text must have one of which words
        (``words``): regular expressions.
    """
    for who, what in sorted(changes):
        for one in licences:
            if not re.fullmatch(one["changes"], what) or not re.search(one.get("of", ""), who):
                continue
            if not re.search(one["words"], text, re.IGNORECASE):
                yield f"{what} of {who}"
                break
