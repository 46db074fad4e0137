"""The words of changed statements, and of those that tell what they look at."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from kb.rulebook import Statement

FEW = 8
"""How many statements at most tell something by whose words boards are looked for."""

GIVEN = re.compile(r"\bgiven\(([a-z][a-z_0-9]*)")
WORD = re.compile(r"(?<![\w\"])[a-z][a-z_0-9]*")


def spoken_of(statements: Sequence[Statement], changed: Iterable[Statement]) -> frozenset[str]:
    """Return the words of changed statements, and those by which what they look at is told.

    Parameters
    ----------
    statements : sequence of Statement
        All of them.
    changed : iterable of Statement
    """
    mine = list(changed)
    told = (word for one in _telling(statements, mine) for word in GIVEN.findall(one.code))
    return frozenset((*(word for one in mine for word in WORD.findall(one.code)), *told))


def shown_by(statements: Sequence[Statement], changed: Iterable[Statement]) -> frozenset[str]:
    """Return the words of changed statements, and of all by which what they look at is told.

    Parameters
    ----------
    statements : sequence of Statement
        All of them.
    changed : iterable of Statement
    """
    mine = list(changed)
    telling = _telling(statements, mine)
    return frozenset(word for one in (*mine, *telling) for word in WORD.findall(one.code))


def _telling(statements: Sequence[Statement], changed: Sequence[Statement]) -> list[Statement]:
    """Return the statements that tell what some others look at."""
    looked_at = {signature for one in changed for signature in one.bodies}
    # What many statements tell is told by too much for that to say anything.
    count = Counter(signature for one in statements for signature in one.heads & looked_at)
    few = {signature for signature in looked_at if count[signature] <= FEW}
    return [one for one in statements if one.heads & few]
