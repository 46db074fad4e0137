"""What the nodes of a text are asked for: their words, their parts, what stands beside them."""

from __future__ import annotations

from collections.abc import Iterable

from kb.cards.values import Node, Noun, Value, Verb


class Unsaid(Exception):
    """A part of a text for which card files have no word."""


def plain(word: object) -> str:
    """Return a word of the grammar without its marks."""
    return " ".join(part.split("^")[0] for part in str(word).split())


def items(node: Node | None, name: str = "items") -> list[Node]:
    """Return the nodes of a list."""
    found = None if node is None else node.get(name)
    return [one for one in found if isinstance(one, Node)] if isinstance(found, tuple) else []


def inner(node: Node | None, *names: str) -> Node | None:
    """Return a part of a part, by names; None where one is missing."""
    for name in names:
        node = None if node is None else node.node(name)
    return node


def word_in(node: Node | None, name: str) -> str:
    """Return a word that a node holds, without its marks; empty where it has none."""
    return "" if node is None else plain(node.get(name) or "")


def posts_of(phrase: Node | None) -> list[Node]:
    """Return what stands after a noun."""
    return items(inner(phrase, "posts"))


def describers_of(phrase: Node | None) -> list[Node]:
    """Return what stands before a noun and describes it."""
    return items(inner(phrase, "describers"))


def states_of(phrase: Node | None) -> list[str]:
    """Return the states that describe a noun, in words."""
    return [word_in(one, "state") for one in describers_of(phrase)]


def is_described(phrase: Node | None) -> bool:
    """Whether a phrase says more of its noun."""
    return bool(posts_of(phrase) or describers_of(phrase))


def with_items(phrase: Node, name: str, kept: Iterable[Node] = ()) -> Node:
    """Return a phrase with other posts, or other describers."""
    return phrase.put(name, Node(name, (("items", tuple(kept)),)))


def quantifier_kind(phrase: Value) -> str:
    """Return the kind of what stands before a noun: "a", "each"; empty for nothing."""
    quantifier = phrase.node("quantifier") if isinstance(phrase, Node) else None
    return "" if quantifier is None else quantifier.kind


def whose(phrase: Value) -> str:
    """Return the word that says whose something is: "your", "its"; empty for others."""
    said = phrase.node("quantifier") if isinstance(phrase, Node) else None
    word = None if said is None else said.get("whose")
    return plain(word) if isinstance(word, str) else ""


def owner_of(phrase: Value) -> Node | None:
    """Return the phrase that says whose something is: "your opponent"; None for other words."""
    return inner(phrase if isinstance(phrase, Node) else None, "quantifier", "whose")


def without_quantifier(phrase: Node) -> Node:
    """Return a phrase without its number, and without "or more"."""
    parts = tuple((name, part) for name, part in phrase.parts if name != "quantifier")
    return Node(phrase.kind, parts, phrase.style, phrase.span)


def lemma(node: Value) -> str:
    """Return the noun of a phrase without sorts; empty where there is no such noun."""
    while isinstance(node, Node) and node.kind != "noun":
        node = node.get("noun")
    noun = node.get("noun") if isinstance(node, Node) else None
    return plain(noun.lemma) if isinstance(noun, Noun) and not noun.name else ""


def number_of(phrase: Node) -> str | None:
    """Return whether a phrase speaks of one thing ("the Forward") or of many, if it tells."""
    noun = phrase.node("noun")
    while noun is not None and noun.kind != "noun":
        noun = noun.node("noun")
    said = None if noun is None else noun.get("noun")
    return said.number if isinstance(said, Noun) else None


def counter_kind(counters: Node | None) -> str:
    """Return which counters a phrase speaks of; empty where it does not say."""
    sort = inner(counters, "noun", "sort")
    name = None if sort is None else sort.get("name")
    return str(getattr(name, "lemma", None) or word_in(sort, "sort")).lower()


def verb_of(node: Node | None) -> str:
    """Return the verb of an act by its base form, or "casting" as it stands; empty for none."""
    verb = None if node is None else node.get("verb")
    return plain(verb.lemma) if isinstance(verb, Verb) else word_in(node, "verb")


def unfold(acts: Node | None) -> tuple[Node | None, list[Node]]:
    """Return an act without what tells how it is done, and that in the order of the text."""
    hows: list[Node] = []
    while acts is not None and acts.kind == "act_how":
        hows.insert(0, acts.node("how") or Node(""))
        acts = acts.node("act")
    return acts, hows


def bound_of(post: Node) -> str:
    """Return "more" for "or more" and the like, "less" for others."""
    word = str(post.get("bound"))
    return "more" if any(one in word for one in ("more", "higher", "greater")) else "less"


def ended(body: Node) -> Node:
    """Return an ability in quotation marks without a full stop as one that has it."""
    if body.kind not in ("unended", "sentences_unended"):
        return body
    said = [body.node("does")] if body.kind == "unended" else items(body, "sentences")
    sentences = tuple(
        one if one.kind in ("sentence", "option", "note") else Node("sentence", (("does", one),))
        for one in said
        if one is not None
    )
    return Node("effects", (("sentences", sentences),), span=body.span)
