"""Making values without language, and their one order."""

from __future__ import annotations

from collections.abc import Iterable

from kb.cards.values import Node, Noun, Value

Parts = dict[str, Value]
SETS = frozenset({"posts", "describers", "sorts", "adverbs", "costs"})
"""Lists whose order is that of a language, not of the meaning."""
EMPTY = frozenset({"posts", "describers", "adverbs", "pre", "adjs"})


def make(kind: str, parts: Parts) -> Node:
    """Return a node of what is there."""
    return Node(kind, tuple((name, part) for name, part in parts.items() if part is not None))


def items(value: Value) -> tuple[Value, ...]:
    """Return the items of a list frame."""
    found = value.get("items") if isinstance(value, Node) else None
    return found if isinstance(found, tuple) else ()


def act(core: Value, adverbs: Iterable[Value] = ()) -> Node:
    """Return an act."""
    return make("act", {"core": core, "adverbs": make("adverbs", {"items": tuple(adverbs)})})


def phrase(parts: Parts) -> Node:
    """Return a noun phrase."""
    return make("phrase", parts)


def canonical(value: Value) -> Value:
    """Return a value with its parts in the order of their names, empty lists left out."""
    if isinstance(value, tuple):
        return tuple(canonical(item) for item in value)
    if not isinstance(value, Node):
        return value
    parts: list[tuple[str, Value]] = []
    for name, part in value.parts:
        if isinstance(part, Node) and part.kind in EMPTY and not items(part):
            continue
        found = canonical(part)
        if value.kind in SETS and isinstance(found, tuple):
            found = tuple(sorted(found, key=repr))
        parts.append((name, found))
    return Node(value.kind, tuple(sorted(parts, key=lambda part: part[0])))


def unnumbered(value: Value) -> Value:
    """Return a value whose nouns do not say how many they are."""
    if isinstance(value, Noun):
        return Noun(value.lemma, None, value.name)
    if isinstance(value, Node):
        return make(value.kind, {name: unnumbered(part) for name, part in value.parts})
    if isinstance(value, tuple):
        return tuple(unnumbered(item) for item in value)
    return value


def is_many(value: Value) -> bool:
    """Whether the noun at the head of a value stands for many."""
    if isinstance(value, Noun):
        return value.number == "many"
    if isinstance(value, Node):
        return is_many(value.get("noun") or value.get("first"))
    return False
