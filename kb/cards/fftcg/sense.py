"""What parses as Final Fantasy's English and still makes no sense."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kb.cards import english
from kb.cards.values import Node, Noun, Value, Verb

MASS = frozenset(["power", "damage", "cp", "control", "warp", "priming"])
"""Nouns whose forms do not tell one from many."""

_BARE = (
    MASS
    | frozenset(
        [
            "start",
            "top",
            "bottom",
            "half",
            "part",
            "cost",
            "use^n",
            "cast^n",
            "job",
            "name^n",
            "place^n",
            "order",
            "opponent",
            "attack^n",
            "block^n",
            "lb",
        ]
    )
    | {"main^z phase", "main^z phase #1", "main^z phase #2", "attack^z phase", "ex^n burst^n"}
)
"""Nouns that stand without an article in the singular."""

_CHECKED = frozenset(
    {"sorted", "of_whose", "be_so", "done_first", "done_after", "after_that", "posts", "small_bare"}
)
"""Frames with a sense of their own; the others are English."""
_AFTER_PAST = frozenset(["by", "from", "into", "onto", "to"])
_COST_WORDS = frozenset(["required^u", "paid^u"])


def settle_name(node: Node) -> Node:
    """Drop the number of a name: names do not inflect."""
    noun = node.get("noun")
    if not isinstance(noun, Noun) or noun.number is None:
        return node
    return node.put("noun", Noun(noun.lemma, None, noun.name))


_CASTING: Mapping[str, tuple[str, Value]] = {
    "act": ("verb", Verb("cast")),
    "to_do": ("verb", Verb("cast")),
    "for_doing": ("verb", "casting"),
}


def settle_casting(node: Node) -> Node:
    """Read older words for casting as casting (15.1.1.7, and the page's section on Cast).

    "The cost to play Quillon onto the field" says what "the cost to cast Quillon" says, and to
    summon a Summon is to cast it: the same parts, in another style.
    """
    if not node.style:
        return node
    return Node(node.kind, (*node.parts, _CASTING[node.kind]), node.style, node.span)


COORDINATED = ("or_noun", "and_noun", "and_or_noun", "comma_or_noun", "comma_and_noun")
"""Frames that put elements beside each other."""


def settle_elements(node: Node) -> Node:
    """Let a noun belong to all before it: "Fire or Ice Forward" is about Forwards.

    So it is with kinds of names: "Job Tinker or Card Name Pim Forward" is about Forwards.
    """
    first, last = node.node("first"), node.node("noun")
    if first is None or last is None or last.kind != "sorted":
        return node
    sort = last.node("sort")
    if sort is None or sort.kind != _listed(first):
        return node
    both = Node(node.kind, (("first", first), ("noun", sort)), node.style, node.span)
    return Node("sorted", (("sort", both), ("noun", last.get("noun"))), "", node.span)


def _listed(node: Node) -> str:
    """Return what a phrase lists, and nothing else: elements, or names with their kinds."""
    if node.kind in ("element", "called"):
        return node.kind
    kinds = {_listed(part) if isinstance(part, Node) else "" for _, part in node.parts}
    return kinds.pop() if node.kind == "comma_noun" and len(kinds) == 1 else ""


def settle_special(node: Node) -> Node:
    """Take the mark off the name of a special ability or of a counter."""
    name = node.get("name")
    if not isinstance(name, Noun):
        return node
    return node.put("name", Noun(name.lemma.partition("^")[0], None, name.name))


def head_of(value: Value) -> Node | None:
    """Return the node that names what a phrase is about."""
    found = None
    while isinstance(value, Node):
        found = value
        value = value.get("noun")
    return found


def objection(node: Node) -> str | None:
    """Say what was expected in place of a node that no card would hold."""
    kind = node.kind
    if kind not in _CHECKED:
        return english.objection(node, _BARE)
    if kind == "sorted":
        sort, noun = node.get("sort"), node.get("noun")
        if isinstance(noun, Node):
            named = isinstance(sort, Node) and sort.kind == "called"
            if noun.kind == "named" or (noun.kind == "element" and named):
                return "a noun"
            if noun.get("sort") == sort or noun == sort or _same_word(sort, noun):
                return "something not said yet"
        return None
    if kind == "of_whose":
        return _twice_owned(node)
    if kind == "be_so":
        return _not_a_complement(node.node("complement"))
    if kind == "done_first" and node.get("past") == "required^s":
        return "what costs"
    if kind == "done_after" and node.get("past") == "included^u":
        return "a verb"
    if kind == "after_that" and (inner := node.node("does")) and inner.kind == kind:
        return "something not said yet"
    if kind == "posts":
        items = node.parts[0][1]
        if not items:
            return None
        posts = (
            [item for item in items if isinstance(item, Node)] if isinstance(items, tuple) else []
        )
        if any(post.get("past") in _COST_WORDS for post in posts) and any(
            post.kind in {"to_do", "to_put"} for post in posts
        ):
            return "something not said yet"
    if kind == "small_bare":
        return english.objection(replace(node, kind="bare"), _BARE)
    return english.objection(node, _BARE)


def _not_a_complement(complement: Node | None) -> str | None:
    """Refuse "is by 2" and "is damage": the past form stands elsewhere, or is missing."""
    if complement is None:
        return None
    if (
        complement.kind in {"prep", "prep_number", "toward"}
        and complement.get("prep") in _AFTER_PAST
    ):
        return "a past form"
    head = head_of(complement)
    noun = head.get("noun") if head else None
    if complement.kind == "bare" and isinstance(noun, Noun) and noun.lemma == "damage":
        return "a past form"
    return None


def _same_word(sort: Value, noun: Node) -> bool:
    """Whether a noun stands before itself: "Element Element"."""
    word, head = (sort.get("sort") if isinstance(sort, Node) else None), noun.get("noun")
    return isinstance(word, str) and isinstance(head, Noun) and word.split("^")[0] == head.lemma


def _twice_owned(node: Node) -> str | None:
    """Refuse "its owner's owner's"."""
    whose = node.node("whose")
    inner = whose.node("quantifier") if whose else None
    if whose and inner and inner.kind == "of_whose":
        again = inner.node("whose")
        if again and again.get("noun") == whose.get("noun"):
            return "something not said yet"
    return None
