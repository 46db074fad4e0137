"""Which files of cases most likely have to do with changed rules, before any case is played.

Rules are akin that share words which few rules use; a file that pins such a rule most likely comes
to the changed one, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from math import log, sqrt

from kb.rulebook import RulebookView

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
