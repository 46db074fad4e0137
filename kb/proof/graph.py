"""The smallest well-founded proof in a graph of alternatives: Knuth's generalisation of Dijkstra.

Nodes are what may be proved; an alternative proves its node from all of its premises, or from
the cheapest of them that are enough together. A node is settled when the cheapest proof of it is
known, so the premises of the alternative that settles it were settled before it: no proof is
circular.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Generic, TypeVar

T = TypeVar("T")

SHOWN = 1 << 32
"""The weight of one node of a displayed proof; lower bits count what is not displayed."""


@dataclass(slots=True, eq=False)
class Alternative(Generic[T]):
    """One way to prove a node.

    Attributes
    ----------
    needed : int
        How many of the premises, or how much by their `amounts`; the cheapest are taken.
    amounts : dict or None
        What each premise contributes; 1 when it is None.
    content : T
        What this alternative is, for those who build the proof.
    """

    node: int
    weight: int
    premises: tuple[int, ...]
    needed: int
    content: T
    amounts: dict[int, int] | None = None
    taken: list[int] = field(default_factory=list)
    cost: int = 0


class ProofGraph(Generic[T]):
    """Nodes, numbered from 0, and the alternatives that prove them."""

    def __init__(self) -> None:
        self.size = 0
        self.alternatives: list[Alternative[T]] = []

    def node(self) -> int:
        """Add a node and return its number."""
        self.size += 1
        return self.size - 1

    def add(
        self,
        node: int,
        weight: int,
        premises: Sequence[int],
        content: T,
        *,
        needed: int | None = None,
        amounts: dict[int, int] | None = None,
    ) -> None:
        """Add a way to prove a node from premises, each counted once: all, or those needed."""
        distinct = tuple(dict.fromkeys(premises))
        enough = len(distinct) if needed is None else needed
        self.alternatives.append(Alternative(node, weight, distinct, enough, content, amounts))

    def settle(self, goals: Iterable[int]) -> dict[int, Alternative[T]]:
        """Find the cheapest proof of each goal and of what it rests on.

        Returns
        -------
        dict
            The chosen alternative of each settled node, premises before what rests on them. A
            goal that has no well-founded proof is missing.
        """
        uses: list[list[int]] = [[] for _ in range(self.size)]
        open_ = [0] * len(self.alternatives)
        heap: list[tuple[int, int]] = []
        # Ties fall to the alternative that was added first: proofs are the same on every run.
        for position, alternative in enumerate(self.alternatives):
            alternative.taken.clear()
            alternative.cost = alternative.weight
            open_[position] = alternative.needed
            if alternative.needed <= 0:
                heappush(heap, (alternative.cost, position))
            else:
                for premise in alternative.premises:
                    uses[premise].append(position)
        settled: dict[int, Alternative[T]] = {}
        missing = set(goals)
        while heap and missing:
            cost, position = heappop(heap)
            chosen = self.alternatives[position]
            node = chosen.node
            if node in settled:
                continue
            settled[node] = chosen
            missing.discard(node)
            for position in uses[node]:
                if open_[position] > 0:
                    alternative = self.alternatives[position]
                    alternative.taken.append(node)
                    alternative.cost += cost
                    amounts = alternative.amounts
                    open_[position] -= 1 if amounts is None else amounts[node]
                    if open_[position] <= 0:
                        heappush(heap, (alternative.cost, position))
        return settled
