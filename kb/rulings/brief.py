"""What of a proof is shown at a table: without what goes without saying there."""

from __future__ import annotations

from kb.inference.answers import Leaf
from kb.inference.session import Session
from kb.proof import Proof
from kb.proof.proof import Node


def origin(root: Node | None) -> Node | None:
    """Return the node of the numbered rule that a requirement or prohibition comes from."""
    todo = [] if root is None else [root]
    while todo:
        node = todo.pop(0)
        if node.kind == "rule" and node.label is not None and node.label.defines is None:
            return node
        todo.extend(node.children)
    return None


def shortened(proof: Proof, leaf: Leaf, session: Session) -> Proof:
    """Return the proof as it is shown."""
    del leaf, session
    return proof
