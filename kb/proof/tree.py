"""A proof as nested plain data, in words: what a page unfolds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypedDict

from kb.proof.naming import NameOf
from kb.proof.proof import Node, Proof, told_by_its_parts
from kb.proof.words import Phrasing, step_of
from kb.rulebook.vocabulary import Vocabulary

ELEMENTS = 12
"""Of what was counted or added up, no more than this is shown."""


class BranchData(TypedDict):
    """One thing that a proof rests on, in words."""

    text: Annotated[str, "What is so."]
    kind: Annotated[str, "What makes it so, as in the whole proof."]
    rules: Annotated[list[str], "The numbers of the rule by which it is so."]
    readings: Annotated[list[str], "The gaps that it reads in one way, each with the reading."]
    sentence: Annotated[str, "What that rule says; empty where it was said before."]
    note: Annotated[str, "When, if not at the moment of what rests on it."]
    again: Annotated[bool, "Whether what it rests on has been shown already."]
    left_out: Annotated[int, "How many of its branches are left out."]
    branches: Annotated[list[Any], "What it rests on."]


def proof_tree(
    proof: Proof,
    names: NameOf,
    vocabulary: Vocabulary,
    at: Callable[[int], Phrasing] | None = None,
) -> list[BranchData]:
    """Return a proof as its text shows it, each branch with what it rests on.

    Parameters
    ----------
    proof : Proof
        What to show: the short form, for it is nested as deep as it is.
    names, vocabulary, at
        As `render_text` takes them.
    """
    words = Phrasing(names, vocabulary, at)
    roots: Sequence[Node] = words.roots(proof.shown())
    if told_by_its_parts(roots):
        roots = roots[0].children
    seen: set[int] = set()
    sentences: set[str] = set()

    def branch(node: Node, parent_step: int, parent: Node | None = None) -> BranchData:
        again = id(node) in seen and bool(node.children)
        seen.add(id(node))
        label = node.label
        numbers = () if label is None else proof.numbers_of(label)
        readings = () if label is None or not numbers else label.readings
        sentence = ""
        if numbers and label is not None and not again and label.sentence not in sentences:
            sentence = label.sentence
            sentences.add(sentence)
        below = () if again else words.below(node)
        shown = below[:ELEMENTS] if node.kind == "elements" else below
        step = step_of(node, parent_step)
        return {
            "text": words.beneath(node, parent),
            "kind": node.kind,
            "rules": list(numbers),
            "readings": [f"{gap}: {reading}" for gap, reading in readings],
            "sentence": sentence,
            "note": words.step(node, parent_step, proof.titles),
            "again": again,
            "left_out": len(below) - len(shown),
            "branches": [branch(one, step, node) for one in shown],
        }

    last = len(proof.titles) - 1
    return [branch(root, last) for root in roots]
