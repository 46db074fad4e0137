"""The kind of each ability: quick action, reaction, passive ability or effect."""

from __future__ import annotations

from kb.cards.facts import Fact
from kb.cards.values import Node, Value, walk

_WRAPPERS = {"option": "ability", "on_result": "does"}
_PASSIVE_CLAUSES = frozenset(
    {"is", "is_not", "does_not", "can_not", "would", "may_use", "does_to", "except_due"}
)
_PASSIVE_CORES = frozenset(
    {"cost", "cost_under", "count_towards", "prevent", "verb_quoted", "be_done"}
)
_DONE = frozenset(
    {"gain", "lose", "defect", "[resupply]", "[exhausted_resupply]", "draw", "discard"}
)


def kind_of(line: Node) -> str:
    """Return the kind of the ability of a line."""
    inner: Value = line
    while isinstance(inner, Node):
        if inner.kind == "on_icon":
            if inner.get("icon") != "{i}":
                return "reaction"
            inner = inner.get("ability")
        elif inner.kind in _WRAPPERS:
            inner = inner.get(_WRAPPERS[inner.kind])
        else:
            break
    if not isinstance(inner, Node):
        return "effect"
    if inner.kind in {"quick_action", "reaction"}:
        return inner.kind
    if inner.kind == "keyword_line":
        return "passive"
    sentences = [node for node in walk(inner) if node.kind == "sentence"]
    if len(sentences) == 1 and isinstance(sentences[0].get("does"), Node):
        after = sentences[0].node("does")
        if after is not None and (after.kind == "after" or _after_rest(after)):
            return "reaction"
    return "passive" if _is_statement(inner) else "effect"


def _after_rest(clause: Node) -> bool:
    return any(node.get("time") == "after rest" for node in walk(clause) if node.kind == "time")


def _is_statement(ability: Node) -> bool:
    """Whether the first sentence states what holds, rather than what is to be done."""
    first = next((node for node in walk(ability) if node.kind == "sentence"), None)
    clause = first.get("does") if first else ability
    while isinstance(clause, Node) and clause.kind == "under":
        condition = clause.node("condition")
        if condition is not None and any(node.kind == "would" for node in walk(condition)):
            return True
        clause = clause.get("does")
    if not isinstance(clause, Node):
        return False
    if clause.kind in _PASSIVE_CLAUSES:
        return True
    if clause.kind in {"does", "may"}:
        return any(node.kind in _PASSIVE_CORES for node in walk(clause)) or _always(clause)
    return False


def _always(clause: Node) -> bool:
    """Whether a clause is about what may be played, with no word of when."""
    verbs = [node for node in walk(clause.get("acts")) if node.get("verb") is not None]
    return bool(verbs) and clause.kind == "may" and verbs[0].get("verb") in {"play", "keep"}


def kind_facts(value: Node) -> list[Fact]:
    """Return a fact for each line: ``kind(1,reaction)``, lines counted from 1."""
    lines = value.get("lines")
    if not isinstance(lines, tuple):
        return []
    return [
        Fact("kind", (place, kind_of(line)))
        for place, line in enumerate(lines, 1)
        if isinstance(line, Node)
    ]
