"""How players have brought the game back, by acts of their own, to where it was before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clingo import Symbol

from kb.inference.canonical import position
from kb.inference.graph import Graph


def came_round(graph: Graph, number: int, passing: Mapping[Symbol, Symbol | None]) -> str:
    """Return what a step is told of acts that were done before where the game stands again.

    Of each such act it is told, and of each decision by which somebody has acted since. Where
    nobody but one has, nothing is.

    Parameters
    ----------
    graph : Graph
    number : int
        The node where the game stands.
    passing : mapping of Symbol to Symbol or None
        The decisions by which players act, each with the option of passing.
    """
    path = graph.path(number)
    acts = [
        (place, pair)
        for place, (_, edge) in enumerate(path)
        for pair in edge.takes
        if pair[0] in passing and pair[1] != passing[pair[0]]
    ]
    if not _several(decision for _, (decision, _) in acts):
        return ""
    here = position(graph.nodes[number].state)
    text = ""
    for place, (decision, option) in acts:
        since = {one for later, (one, _) in acts if later >= place}
        before = graph.nodes[path[place][0]].state
        if _several(since) and position(before) == here:
            text += f"done_here({decision},{option}).\n"
            text += "".join(f"done_since({one}).\n" for one in sorted(since))
    return text


def _several(decisions: Iterable[Symbol]) -> bool:
    return len(set(decisions)) > 1
