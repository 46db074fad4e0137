"""A long proof in sections: what earlier steps brought about is explained on its own."""

from __future__ import annotations

from collections.abc import Sequence

from kb.proof.proof import Node, walk
from kb.proof.words import rests_on_earlier
from kb.records import record

INLINE = 6
"""How many nodes an explanation may have that stands where it is needed."""


@record(slots=True)
class Sections:
    """The trees of a proof, cut where they reach back to earlier steps.

    Attributes
    ----------
    main : tuple of Node
        What the answer rests on.
    later : tuple of Node
        What is explained after it, in the order in which it is referred to.
    marks : dict
        What refers to each of these, ``[1]``, ``[2]``, …, by the identity of the node.
    """

    main: tuple[Node, ...]
    later: tuple[Node, ...]
    marks: dict[int, str]

    @staticmethod
    def of(roots: Sequence[Node]) -> Sections:
        """Cut trees into sections; what is short and needed only once stays where it is."""
        inline = {id(root) for root in roots}
        parents: dict[int, int] = {}
        for node in walk(roots):
            for child in node.children:
                parents[id(child)] = parents.get(id(child), 0) + 1
        inline.update(id(root.children[0]) for root in roots if len(root.children) == 1)
        inline.update(
            id(node)
            for node in walk(roots)
            if rests_on_earlier(node) and parents.get(id(node)) == 1 and _is_short(node)
        )
        later: list[Node] = []
        marks: dict[int, str] = {}
        seen: set[int] = set()
        todo = list(reversed(roots))
        explained = 0
        while todo or explained < len(later):
            if not todo:
                todo.extend(reversed(later[explained].children))
                explained += 1
                continue
            node = todo.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            if rests_on_earlier(node) and id(node) not in inline:
                later.append(node)
                marks[id(node)] = f"[{len(later)}]"
            else:
                todo.extend(reversed(node.children))
        return Sections(tuple(roots), tuple(later), marks)

    def mark(self, node: Node) -> str:
        """Return what refers to a section of its own, or nothing."""
        return self.marks.get(id(node), "")


def _is_short(node: Node) -> bool:
    found = 0
    todo = list(node.children)
    while todo and found < INLINE:
        each = todo.pop()
        if rests_on_earlier(each):
            return False
        found += 1
        todo.extend(each.children)
    return not todo and found < INLINE
