"""What agreement decides in French is dropped when a phrase is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kb.cards.altered.french import FEMININE
from kb.cards.build import Settle
from kb.cards.english import number_of_quantifier
from kb.cards.values import GrammaticalNumber, Node, Noun, Value, rewrite

MASCULINE: Mapping[str, str] = {feminine: masculine for masculine, feminine in FEMININE.items()}
INFLECTED = frozenset({"state", "past", "rank"})
ONE = frozenset({"no", "at_least_one", "up_to_one_q", "only_one", "yet_another"})


def decided(quantifier: Value) -> GrammaticalNumber:
    """Return the number that a quantifier asks for, if it does."""
    if not isinstance(quantifier, Node):
        return None
    if quantifier.kind in ONE:
        return "one"
    if quantifier.kind == "at_least":
        return "one" if quantifier.get("count") == 1 else "many"
    return number_of_quantifier(quantifier)


def _bare(node: Node) -> Node:
    """Return an adjective without number, and without gender."""
    if node.kind == "keyword" and node.style in {"adj", "f"}:
        return _plain(node, "keyword", "adj")
    if node.kind in INFLECTED:
        return _plain(node, node.kind, "")
    return node


def _plain(node: Node, part: str, style: str) -> Node:
    noun = node.get(part)
    if not isinstance(noun, Noun):
        return node
    lemma = MASCULINE.get(noun.lemma, noun.lemma)
    return replace(node, style=style).put(part, Noun(lemma))


def _without_number(node: Node) -> Node:
    for part in (node.kind, "state"):
        noun = node.get(part)
        if isinstance(noun, Noun):
            node = node.put(part, Noun(noun.lemma))
    return node


def settle_phrase(node: Node) -> Node:
    """Drop genders and numbers that the noun and its quantifier decide."""
    for part in ("pre", "adjs", "target", "quantifier", "control"):
        value = node.get(part)
        if isinstance(value, Node):
            node = node.put(part, rewrite(value, _bare))
    quantifier = node.node("quantifier")
    if decided(quantifier) is None or (quantifier is not None and quantifier.kind == "of_own"):
        return node
    return node.put("noun", _unnumbered(node.get("noun")))


def _unnumbered(value: Value) -> Value:
    if isinstance(value, Noun):
        return value if value.name else replace(value, number=None)
    if isinstance(value, Node):
        return replace(
            value,
            parts=tuple(
                (name, part if name == "sort" else _unnumbered(part)) for name, part in value.parts
            ),
        )
    return value


SETTLE: Mapping[str, Settle] = {
    "phrase": settle_phrase,
    "bare": settle_phrase,
    "state": _without_number,
    "past": _without_number,
    "rank": _without_number,
}
