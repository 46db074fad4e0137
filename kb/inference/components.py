"""Orders of the nodes of a directed graph: strongly connected components, depth first."""

from __future__ import annotations

from collections.abc import Sequence


def components(successors: Sequence[Sequence[int]]) -> list[int]:
    """Return the number of the strongly connected component of each node.

    Parameters
    ----------
    successors : sequence of sequence of int
        Of each node, where its edges lead.

    Returns
    -------
    list of int
        A component's number is higher than those of all that it leads to.

    References
    ----------
    R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972); here
    without recursion.
    """
    count = len(successors)
    index, low, component = [0] * count, [0] * count, [-1] * count
    stack: list[int] = []
    following = found = 0
    for root in range(count):
        if index[root]:
            continue
        work = [(root, 0)]
        while work:
            node, place = work.pop()
            if place == 0:
                following += 1
                index[node] = low[node] = following
                stack.append(node)
            for at in range(place, len(successors[node])):
                other = successors[node][at]
                if not index[other]:
                    work += [(node, at + 1), (other, 0)]
                    break
                if component[other] < 0:
                    low[node] = min(low[node], index[other])
            else:
                if low[node] == index[node]:
                    while component[node] < 0:
                        component[stack.pop()] = found
                    found += 1
                if work:
                    caller = work[-1][0]
                    low[caller] = min(low[caller], low[node])
    return component


def depth_first(successors: Sequence[Sequence[int]]) -> list[int]:
    """Return the nodes, each after all that its edges lead to, as far as no circle forbids it.

    Parameters
    ----------
    successors : sequence of sequence of int
        Of each node, where its edges lead.
    """
    seen = [False] * len(successors)
    order: list[int] = []
    for root in range(len(successors)):
        if seen[root]:
            continue
        seen[root] = True
        work = [(root, iter(successors[root]))]
        while work:
            node, following = work[-1]
            for other in following:
                if not seen[other]:
                    seen[other] = True
                    work.append((other, iter(successors[other])))
                    break
            else:
                order.append(node)
                work.pop()
    return order
