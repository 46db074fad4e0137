"""Which rules are akin to changed statements: a file that pins one most likely comes to them.

Rules are akin that share words which few rules use, and more so those that make what the changed
statements need, or look at what these make.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from math import log, sqrt

from kb.inference.makers import Makers
from kb.inference.slicing import slicer_of
from kb.rulebook import RulebookView, Statement

DEEP, AHEAD = 4, 2
"""How many statements away from a changed one a rule may be that makes what it needs; and one that
looks at what it makes."""

NEAR = 8.0
"""How much a rule is akin that alone makes what a changed one needs."""

SURE = 2.0
"""How much more one is akin that looks at what a changed one makes: it hardly comes up without."""

WORD = re.compile(r"(?<![\w\"])[a-z][a-z_0-9]*")


def kinship(
    view: RulebookView, other: RulebookView, labels: Collection[str] = ()
) -> Mapping[str, float]:
    """Return how akin each numbered rule is to what another rulebook does not say, by their ids.

    Parameters
    ----------
    view, other : RulebookView
    labels : collection of str
        The ids of the changed rules: of one that is only worded anew, all statements count.
    """
    there = {one.code for one in other.statements}
    mine = [one for one in view.statements if one.code not in there and one.label.numbers]
    told = {one.label.id for one in mine}
    mine += [one for one in view.statements if one.label.id in set(labels) - told]
    words: dict[str, set[str]] = {}
    for statement in view.statements:
        words.setdefault(statement.label.id, set()).update(WORD.findall(statement.code))
    count = Counter(word for own in words.values() for word in own)
    said = {word for one in mine for word in WORD.findall(one.code)}
    rare = {word: log(len(words) / count[word]) for word in said}
    close = _close(view, mine)
    return {
        name: sum(rare[word] for word in own & said) / sqrt(len(own)) + close.get(name, 0.0)
        for name, own in words.items()
        if view.labels[name].numbers and own
    }


def _close(view: RulebookView, changed: Collection[Statement]) -> dict[str, float]:
    """Return the rules that make what changed statements need or look at what these make.

    The nearer they are the more.
    """
    slicer = slicer_of(view)
    codes = {(one.label.id, one.code) for one in changed}
    mine = [n for n, one in enumerate(slicer.statements) if (one.label.id, one.code) in codes]
    makers = Makers(slicer.index, slicer.out)
    found: dict[str, float] = {}
    for away, worth in ((makers.behind(mine, DEEP), 1.0), (makers.ahead(mine, AHEAD), SURE)):
        nearest: dict[str, int] = {}
        for statement, steps in away.items():
            label = slicer.statements[statement].label
            if label.numbers:
                nearest[label.id] = min(steps, nearest.get(label.id, steps))
        # Of many that are equally far each is less likely.
        count = Counter(nearest.values())
        for name, steps in nearest.items():
            own = worth * NEAR / (steps * sqrt(count[steps]))
            found[name] = found.get(name, 0.0) + own
    return found
