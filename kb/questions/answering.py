"""The answers to a question: one for each outcome of what is done, as far as they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.inference import legality
from kb.inference.leaves import Ending, blocks
from kb.inference.session import Session
from kb.questions.asked import Asked


def answers(session: Session, asked: Asked) -> tuple[tuple[Ending, ...], bool]:
    """Answer a question in every outcome of what is done in a session.

    Returns
    -------
    tuple of (tuple of Leaf, bool)
        One leaf for each different answer, and False if a bound cut the search.

    Raises
    ------
    LudexError
        If what is to be done cannot be done at all, such as resolving an empty stack.
    """
    if asked.at_once:
        with session.at_the_start() as worth_trying:
            first = _leaf(session, asked, 0, 1) if worth_trying else None
        if first is not None and session.explored:
            return (first,), True
    graph = session.graph
    ways = graph.ways()
    found: dict[object, list[Ending]] = {}
    complete = graph.complete and not asked.untried(session)
    for number in graph.leaves:
        if graph.nodes[number].kind == "cut":
            continue
        leaf = _leaf(session, asked, number, ways[number])
        if leaf.orders is not None and not leaf.orders.complete:
            complete = False
            continue
        counted = leaf.orders and (leaf.orders.count, leaf.orders.listed)
        key = (leaf.kind, leaf.value, leaf.seen, tuple(r.unmet for r in leaf.reasons), counted)
        found.setdefault(key, []).append(leaf)
    return asked.ordered(map(_merged, found.values())), complete


def same(asked: Asked, some: Sequence[Ending], others: Sequence[Ending]) -> bool:
    """Return whether answers say the same, however they came about."""

    def said(leaves: Sequence[Ending]) -> frozenset[object]:
        return frozenset(
            (
                leaf.kind in ("illegal", "stuck"),
                leaf.value,
                frozenset((one.name, of, values) for one, of, values in leaf.seen),
                leaf.orders and (leaf.orders.count, frozenset(leaf.orders.listed)),
                asked.told(leaf),
            )
            for leaf in leaves
        )

    return said(some) == said(others)


def _merged(same: Sequence[Ending]) -> Ending:
    first = same[0]
    if len(same) == 1:
        return first
    counts = [leaf.ways for leaf in same]
    total = None if any(count is None for count in counts) else sum(c for c in counts if c)
    gaps = tuple(dict.fromkeys(gap for leaf in same for gap in leaf.gaps))
    return replace(first, ways=total, gaps=gaps, also=tuple(leaf.node for leaf in same[1:]))


def _leaf(session: Session, asked: Asked, number: int, ways: int | None) -> Ending:
    node = session.graph.nodes[number]
    if node.kind in ("illegal", "stuck"):
        found = legality.illegal(session, number, node.extra, node.reasons)
    else:
        found = asked.find(session, number)
    gaps = (*session.gaps(number), *found.unknown)
    return Ending(
        value=None if any(map(blocks, gaps)) else found.value,
        goals=found.goals,
        reasons=found.reasons,
        extra=found.extra,
        seen=found.seen,
        more=found.more,
        orders=found.orders,
        instead=found.instead,
        node=number,
        kind=node.kind,
        choices=tuple(c for _, edge in session.graph.path(number) for c in edge.choices),
        ways=ways,
        gaps=gaps,
    )
