"""What a step is told the whole of, so that what would look for the rest can be left out.

A decision of a side (who acts, who attacks) is settled for every side in most steps that are only
passed through, by an option that is forced or by being left open. Then ``survey`` of such a
decision can't hold, and the statements that would look for its options (everything that might be
cast or activated) can be left out, which a slice can't see by itself: it goes by what could make
a body true, not by what an absence forbids. The same holds for what may not be given of a player
(who has to pay) where it is given of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from functools import lru_cache

from clingo import Symbol, SymbolType

from kb.inference.shapes import ANY, Shape, parts, ruled_out
from kb.rulebook.vocabulary import Vocabulary

LOOKED_FOR = "survey"
"""The predicate of the decisions whose options are looked for."""

PLAYER = "player"
"""The predicate, and the kind of argument, of players."""

TELLING = ("forced", "left_open")
"""What a step is told of a decision so that they are not."""

ASKING = "surveyed"
"""What it is told so that they are."""

ANYTHING = f"#defined {ASKING}/1.\n"
"""What tells a step nothing, but that options may be looked for whatever else it is told."""


def sides_of(facts: Iterable[Symbol]) -> frozenset[str]:
    """Return the sides of a scenario, as texts, from what it says once and for all."""
    return frozenset(
        str(fact.arguments[1])
        for fact in facts
        if fact.type == SymbolType.Function and fact.match("side", 2)
    )


def of_everyone(
    facts: Iterable[Symbol], fluents: Iterable[str], vocabulary: Vocabulary
) -> dict[str, frozenset[str]]:
    """Return what is given where a fluent is given of every player, as texts, for each fluent.

    Parameters
    ----------
    facts : iterable of Symbol
        What a scenario says once and for all.
    fluents : iterable of str
        The fluents, of one argument; those that are not of players only are left out.
    vocabulary : Vocabulary
    """
    players = [
        str(fact.arguments[0])
        for fact in facts
        if fact.type == SymbolType.Function and fact.match(PLAYER, 1)
    ]
    told = ((one, vocabulary.entry("fluent", one, 1)) for one in fluents if players)
    return {
        one: frozenset(f"{one}({player})" for player in players)
        for one, entry in told
        if entry is not None and entry.kinds == ((PLAYER,),)
    }


@lru_cache(maxsize=1_024)
def told_of(extra: str) -> Mapping[str, Set[str]]:
    """Return the decisions of one argument that a step is told the whole of, by their names."""
    found: dict[str, set[str]] = {}
    for line in extra.splitlines():
        if not line.startswith(TELLING) or ":-" in line:
            continue
        _, arguments = parts(line.rstrip("."))
        name, about = parts(arguments[0])
        if len(about) == 1:
            found.setdefault(name, set()).add(about[0])
    return found


def not_looked_for(extra: str, sides: frozenset[str]) -> frozenset[Shape]:
    """Return what can't hold in a step by what it is told, for `kb.inference.slicing`.

    Parameters
    ----------
    extra : str
        What it is told, as the program text of a question.
    sides : frozenset of str
        All sides; a decision counts only if each of them is told of.
    """
    if not sides or ASKING in extra:
        return frozenset()
    return frozenset(
        ruled_out((LOOKED_FOR, 1, name, ANY, ANY))
        for name, about in told_of(extra).items()
        if sides <= about
    )


def looked_for(slots: Iterable[Symbol], extra: str) -> bool:
    """Tell whether a decision that a step was not told of is among those to be made after all.

    It is one of no side, of the name of one that is settled for all sides.
    """
    told = told_of(extra)
    of_one = (slot for slot in slots if len(slot.arguments) == 1 and slot.name in told)
    return any(str(slot.arguments[0]) not in told[slot.name] for slot in of_one)
