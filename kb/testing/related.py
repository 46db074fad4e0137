"""Which files of cases most likely have to do with changed rules, before any case is played.

Rules are akin that share words which few rules use, and more so those that make what the changed
ones need; a file that pins such a rule most likely comes to the changed one, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt

from kb.inference.makers import Makers
from kb.inference.slicing import slicer_of
from kb.rulebook import RulebookView, Statement

FEW = 8
"""How many statements at most tell something by whose words boards are looked for."""

DEEP = 4
"""How many statements away from a changed one a rule may be that makes what it needs."""

NEAR = 8.0
"""How much a rule is akin that alone makes what a changed one needs."""

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
    changed = frozenset(changed)
    words: dict[str, set[str]] = {}
    for statement in view.statements:
        words.setdefault(statement.label.id, set()).update(WORD.findall(statement.code))
    count = Counter(word for own in words.values() for word in own)
    mine = {word for name in changed for word in words.get(name, ())}
    rare = {word: log(len(words) / count[word]) for word in mine}
    behind = _behind(view, changed)
    return {
        name: sum(rare[word] for word in own & mine) / sqrt(len(own)) + behind.get(name, 0.0)
        for name, own in words.items()
        if view.labels[name].numbers and own
    }


def _behind(view: RulebookView, changed: frozenset[str]) -> dict[str, float]:
    """Return the rules that make what changed ones need, the nearer the more."""
    slicer = slicer_of(view)
    mine = [n for n, one in enumerate(slicer.statements) if one.label.id in changed]
    away = Makers(slicer.index, slicer.out).behind(mine, DEEP)
    nearest: dict[str, int] = {}
    for statement, steps in away.items():
        label = slicer.statements[statement].label
        if label.numbers:
            nearest[label.id] = min(steps, nearest.get(label.id, steps))
    # Of many that are equally far each is less likely.
    count = Counter(nearest.values())
    return {name: NEAR / (steps * sqrt(count[steps])) for name, steps in nearest.items()}


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
