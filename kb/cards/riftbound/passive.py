"""Which lines of a card only state what is so: its passive abilities."""

from __future__ import annotations

from collections.abc import Iterator

from kb.cards.values import Node, walk

_STATEMENTS = frozenset(
    {"does", "does_how", "does_to", "is", "is_still", "may", "may_be", "may_so", "may_to"}
    | {"there_is"}
)
"""Clauses that say what something is, does or may do; without one, something is to be done."""

_UNDER = frozenset({"under", "joined", "clauses"})
"""Clauses around another that they begin with, or that stands under a condition."""

_DONE = frozenset(
    {"when", "at", "at_time", "when_", "activated", "activated_labelled", "do_this", "modes"}
    | {"choose_modes", "choose_new", "item", "listing"}
)
"""What only abilities hold that are set off or used."""

_CONDITIONAL = ("[level:", "[legion]")
"""How labels begin that name a condition, and not what sets an ability off."""


def is_passive(line: Node) -> bool:
    """Whether a line only states what is so: nothing sets it off, and nobody uses it."""
    if line.kind == "labelled":
        ability = line.node("ability")
        conditional = all(label.startswith(_CONDITIONAL) for label in _labels(line))
        return conditional and ability is not None and is_passive(ability)
    if line.kind != "effects" or any(map(_sets_off, _own(line))):
        return False
    sentences = line.get("sentences")
    first = sentences[0] if isinstance(sentences, tuple) and sentences else None
    clause = first.node("does") if isinstance(first, Node) else None
    while clause is not None and clause.kind in _UNDER:
        clause = clause.node("does") or clause.node("first")
    return clause is not None and clause.kind in _STATEMENTS


def _sets_off(inner: Node) -> bool:
    """Whether a part of a line is what only an ability holds that is set off or used."""
    return inner.kind in _DONE or (inner.kind == "if" and str(inner.get("if")).endswith(" time"))


def _labels(line: Node) -> Iterator[str]:
    """Yield the labels of a line."""
    for inner in walk(line.get("labels")):
        label = inner.get("label") or inner.get("timing")
        if label is not None:
            yield str(label)


def _own(value: Node) -> Iterator[Node]:
    """Yield a node and its parts, but for what it quotes: that is an ability of its own."""
    yield value
    for _, part in value.parts:
        for inner in part if isinstance(part, tuple) else (part,):
            if isinstance(inner, Node) and inner.kind != "quoted":
                yield from _own(inner)
