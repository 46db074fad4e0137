"""Which files of cases most likely have to do with changed rules, before any case is played.

Rules are akin that share words which few rules use; a file that pins such a rule most likely comes
to the changed one, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt

from kb.rulebook import RulebookView, Statement

FEW = 8
"""How many statements at most tell something by whose words boards are looked for."""

GIVEN = re.compile(r"\bgiven\(([a-z][a-z_0-9]*)")
WORD = re.compile(r"(?<![\w\"])[a-z][a-z_0-9]*")


def kinship(view: RulebookView, changed: Iterable[str]) -> Mapping[str, float]:
    """Return how akin each numbered rule is to some of the rules, by their ids.

    Parameters
    ----------
    view : RulebookView
    changed : iterable of str
        The ids of the changed rules.
    """
    words: dict[str, set[str]] = {}
    for statement in view.statements:
        words.setdefault(statement.label.id, set()).update(WORD.findall(statement.code))
    count = Counter(word for own in words.values() for word in own)
    mine = {word for name in changed for word in words.get(name, ())}
    rare = {word: log(len(words) / count[word]) for word in mine}
    return {
        name: sum(rare[word] for word in own & mine) / sqrt(len(own))
        for name, own in words.items()
        if view.labels[name].numbers and own
    }


def spoken_of(statements: Sequence[Statement], changed: Iterable[Statement]) -> frozenset[str]:
    """Return the words of changed statements, and those by which what they look at is told.

    Parameters
    ----------
    statements : sequence of Statement
        All of them.
    changed : iterable of Statement
    """
    mine = list(changed)
    looked_at = {signature for one in mine for signature in one.bodies}
    # What many statements tell is told by too much for that to say anything.
    count = Counter(signature for one in statements for signature in one.heads & looked_at)
    few = {signature for signature in looked_at if count[signature] <= FEW}
    telling = (one for one in statements if one.heads & few)
    told = (word for one in telling for word in GIVEN.findall(one.code))
    return frozenset((*(word for one in mine for word in WORD.findall(one.code)), *told))
