"""What the nodes of a Magic text are asked for: their words, their parts, their kinds."""

from __future__ import annotations

from kb.cards.values import Node, Noun, Verb

NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen".split()  # noqa: SIM905
    )
} | {"a": 1, "fifteen": 15, "twenty": 20}


class Unsaid(Exception):
    """A part of a text for which card files have no word."""


def plain(word: object) -> str:
    """Return words of the grammar without their marks."""
    return " ".join(part.partition("^")[0] for part in str(word).split())


def items(node: Node | None, name: str = "items") -> list[Node]:
    """Return the nodes of a list."""
    found = None if node is None else node.get(name)
    if not isinstance(found, tuple):
        return []
    return [part for one in found if isinstance(one, Node) for part in _one_by_one(one)]


def _one_by_one(node: Node) -> list[Node]:
    """Return "protection from black and from red" as two keywords; anything else as it is."""
    key = "keyword" if node.kind == "keyword_more" else "grant"
    inner = node.node(key) if node.kind == "keyword_more" or node.kind.endswith("_grant") else None
    if inner is not None:
        return [node.put(key, part) for part in _one_by_one(inner)]
    qualities = node.node("qualities") if node.kind == "keyword_from" else None
    if qualities is None or not qualities.kind.endswith("and_from"):
        return [node]
    both = (qualities.node("first"), qualities.node("second"))
    parts = [node.put("qualities", one) for one in both if one is not None]
    return [each for part in parts for each in _one_by_one(part)]


def lemma(node: Node | None) -> str:
    """Return the noun at the head of a phrase; empty for names and several nouns."""
    head = None if node is None else node.node("noun")
    noun = None if head is None or head.kind != "noun" else head.get("noun")
    return plain(noun.lemma) if isinstance(noun, Noun) and not noun.name else ""


def is_chosen(node: Node | None) -> bool:
    """Return whether a phrase is "the chosen player"."""
    quantifier = None if node is None else node.node("quantifier")
    words = [one.get("past") for one in items(None if node is None else node.node("describers"))]
    posts = items(None if node is None else node.node("posts"))
    the = quantifier is not None and quantifier.kind == "the"
    return the and not posts and lemma(node) == "player" and words == ["chosen^s"]


def name_of(node: Node) -> str:
    """Return the name that a phrase is, with a name before it: "Ox", "Anna's Ox"; else nothing."""
    head, quantifier = node.node("noun"), node.node("quantifier")
    noun = None if head is None else head.get("noun")
    if not isinstance(noun, Noun) or not noun.name:
        return ""
    if quantifier is None:
        return noun.lemma
    whose = quantifier.node("whose") if quantifier.kind == "of_whose" else None
    owner = name_of(whose) if whose is not None else ""
    return f"{owner}'s {noun.lemma}" if owner else ""


def verb_of(node: Node | None) -> str:
    """Return the verb of an act by its base form."""
    verb = None if node is None else node.get("verb")
    return plain(verb.lemma) if isinstance(verb, Verb) else ""


def quantifier_kind(node: Node) -> str:
    """Return the kind of what stands before a noun: "a", "each"."""
    quantifier = node.node("quantifier")
    return "" if quantifier is None else quantifier.kind


def says_that(node: Node | None, noun: str) -> bool:
    """Return whether "that creature" is said anywhere in a part of a text."""
    if node is None:
        return False
    if lemma(node) == noun and quantifier_kind(node) == "that":
        return True
    for _, part in node.parts:
        parts = part if isinstance(part, tuple) else (part,)
        if any(isinstance(one, Node) and says_that(one, noun) for one in parts):
            return True
    return False


def is_plain(node: Node) -> bool:
    """Return whether nothing is said of a noun beside it."""
    return not (items(node.node("describers")) or items(node.node("posts")))


def is_one_opponent(node: Node | None) -> bool:
    """Return whether "one of your opponents" is said, which is an opponent."""
    whole = node.node("of") if node is not None and node.kind == "portion_of" else None
    if node is None or whole is None or plain(node.get("portion")) != "one of":
        return False
    quantifier = whole.node("quantifier")
    yours = quantifier is not None and plain(quantifier.get("whose")) == "your"
    return yours and lemma(whole) == "opponent" and is_plain(whole)
