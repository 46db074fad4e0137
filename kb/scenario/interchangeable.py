"""Objects that are alike, which nobody singles out: which one a name means is not asked twice.

A bare name of ten objects that are alike means any of them. As long as nothing in a file tells one
from the others, it comes to the same which of them is meant first: the first mention means the
first, the second the first or the second, and so on. Whatever could be meant is the same as one
of these, but for which is called which.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from clingo import Symbol, SymbolType

from kb.scenario.finding import without
from kb.scenario.references import Ref
from kb.scenario.script import Act, Choose, ScriptLine


def told_once(
    lines: Iterable[ScriptLine], named: Iterable[Ref], facts: Collection[Symbol]
) -> tuple[ScriptLine, ...]:
    """Return what is done, without the ways that differ by which of several alike is meant.

    Parameters
    ----------
    lines : iterable of ScriptLine
        What is done, in order.
    named : iterable of Ref
        All that a file names, in questions too.
    facts : collection of Symbol
        The board, and who owns what: what it says of one of them it must say of all.
    """
    lines = tuple(lines)
    refs = [one for line in lines for one in _several(line)]
    if not refs:
        return lines
    groups = {frozenset(_handles(one)) for one in refs}
    alone = [frozenset(_handles(one)) for one in named if one.kind == "object"]
    free = {
        group
        for group in groups
        if all(group == other or not group & other for other in alone) and _alike(group, facts)
    }
    counted = dict.fromkeys(free, 0)

    def narrowed(ref: Ref) -> Ref:
        group = frozenset(_handles(ref))
        if not ref.others or group not in counted:
            return ref
        counted[group] += 1
        return replace(ref, others=ref.others[: counted[group] - 1])

    found: list[ScriptLine] = []
    for line in lines:
        if isinstance(line, Act):
            about = None if line.about is None else narrowed(line.about)
            found.append(replace(line, about=about, targets=tuple(map(narrowed, line.targets))))
        elif isinstance(line, Choose):
            found.append(replace(line, choice=tuple(map(narrowed, line.choice))))
        else:
            found.append(line)
    return tuple(found)


def _several(line: ScriptLine) -> list[Ref]:
    """Return what a line names that may be any of several."""
    if isinstance(line, Act):
        about = () if line.about is None else (line.about,)
        return [one for one in (*about, *line.targets) if one.others]
    return [one for one in line.choice if one.others] if isinstance(line, Choose) else []


def _handles(ref: Ref) -> tuple[Symbol, ...]:
    return ref.symbol, *ref.others


def _alike(group: Collection[Symbol], facts: Collection[Symbol]) -> bool:
    """Return whether a board says the same of each of some objects, and of no two together."""
    said: dict[Symbol, set[Symbol]] = {handle: set() for handle in group}
    for fact in facts:
        if fact.match("owner", 2) and fact.arguments[0] in said:
            said[fact.arguments[0]].add(fact.arguments[1])
            continue
        about = {one for one in _objects(fact) if one.arguments[0] in said}
        if len(about) > 1:
            return False
        for one in about:
            said[one.arguments[0]].add(without(fact, one))
    return len(set(map(frozenset, said.values()))) == 1


def _objects(term: Symbol) -> Iterable[Symbol]:
    if term.type is SymbolType.Function:
        if term.match("obj", 2):
            yield term
        for argument in term.arguments:
            yield from _objects(argument)
