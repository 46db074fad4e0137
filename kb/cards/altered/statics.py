"""What a passive ability says, in the words of card files."""

from __future__ import annotations

from typing import Any

from kb.cards.altered.phrases import filter_words, items, noun_of
from kb.cards.values import Node

Entry = dict[str, Any]

_ICONS = {"{j}": "entry", "{h}": "entry from hand", "{r}": "entry from reserve"}
"""The icons of abilities, and what they trigger on."""


def static_of(value: Node) -> Entry | None:
    """Return the static of a line of one sentence; None for what the rules cannot do."""
    sentences = items(value, "sentences") if value.kind == "effects" else []
    if len(sentences) != 1 or sentences[0].kind != "sentence" or len(sentences[0].parts) != 1:
        return None
    clause = sentences[0].node("does")
    if clause is None:
        return None
    if clause.kind == "can_not" and len(clause.parts) == 2:
        return _cannot(clause.node("subject"), clause.node("acts"))
    return None


def core_of(acts: Node | None) -> Node | None:
    """Return the core of an act that says nothing else."""
    return None if acts is None or acts.kind != "act" or len(acts.parts) != 1 else acts.node("core")


def _cannot(subject: Node | None, acts: Node | None) -> Entry | None:
    core = core_of(acts)
    if subject is None or core is None or core.kind != "verb" or core.get("verb") != "activate":
        return None
    found = abilities_of(subject)
    if found is None or found[0] != "any entry" or found[1] is None:
        return None
    return {"cannot activate": found[0], "of": filter_words(found[1])}


def abilities_of(phrase: Node) -> tuple[str, Node | None] | None:
    """Return what the abilities trigger on that a phrase means, and of what they are.

    Of "its abilities" nothing is told.
    """
    icons = items(phrase.node("describers"), "items")
    if phrase.kind != "phrase" or noun_of(phrase) != "ability" or len(icons) != 1:
        return None
    said = {part for _, part in icons[0].parts}
    if icons[0].kind == "icons" and said == set(_ICONS):
        word = "any entry"
    elif icons[0].kind == "icon" and icons[0].get("icon") in _ICONS:
        word = _ICONS[str(icons[0].get("icon"))]
    else:
        return None
    names = {name for name, _ in phrase.parts}
    if names == {"describers", "noun", "quantifier"}:
        owner = phrase.node("quantifier")
        whose = None if owner is None or owner.kind != "own" else owner.node("whose")
        return None if whose is None or whose.kind != "its" else (word, None)
    posts = items(phrase.node("posts"), "items")
    of = [post.node("of") for post in posts if post.kind == "of"]
    where = [post for post in posts if post.kind != "of"]
    if names - {"quantifier"} != {"describers", "noun", "posts"} or len(of) != 1 or of[0] is None:
        return None
    if not where:
        return word, of[0]
    if of[0].get("posts") is not None:
        return None
    # What stands behind "of Characters" hangs on the outer phrase.
    parts = (*of[0].parts, ("posts", Node("posts", (("items", tuple(where)),))))
    return word, Node(of[0].kind, parts)
