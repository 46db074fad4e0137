"""What phrases of Magic's text become in the words of card files: filters, references, amounts.

Whatever has no word there raises `Unsaid`: nothing is left out in silence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.cards.mtg.subtypes import SUBTYPES
from kb.cards.mtg.words import listed
from kb.cards.mtg.writing import calls
from kb.cards.values import Node, Noun, Value, Verb

_TYPES = listed("artifact creature enchantment instant land planeswalker sorcery")
_NOUNS = _TYPES | listed("permanent spell player opponent")
_SELF = listed("creature permanent artifact enchantment land planeswalker spell card")
"""Nouns by which today's texts call the card that bears them: this creature."""
_COLORS = listed("white blue black red green")
_STATES = _COLORS | listed("tapped untapped attacking blocking basic legendary snow enchanted")
_NEGATED = _TYPES | _COLORS | listed("basic legendary snow token")
_PLAYERS = listed("player opponent you")
NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen".split()  # noqa: SIM905
    )
} | {"a": 1, "fifteen": 15, "twenty": 20}
_CONTROLS = {
    "you^c": "you control",
    "a^c opponent^c": "an opponent controls",
    "your^c opponents^c": "opponents control",
    "opponents^c": "opponents control",
}


class Unsaid(Exception):
    """A part of a text for which card files have no word."""


def plain(word: object) -> str:
    """Return words of the grammar without their marks."""
    return " ".join(part.partition("^")[0] for part in str(word).split())


def items(node: Node | None, name: str = "items") -> list[Node]:
    """Return the nodes of a list."""
    found = None if node is None else node.get(name)
    return [one for one in found if isinstance(one, Node)] if isinstance(found, tuple) else []


def lemma(node: Node | None) -> str:
    """Return the noun at the head of a phrase; empty for names and several nouns."""
    head = None if node is None else node.node("noun")
    noun = None if head is None or head.kind != "noun" else head.get("noun")
    return plain(noun.lemma) if isinstance(noun, Noun) and not noun.name else ""


def verb_of(node: Node | None) -> str:
    """Return the verb of an act by its base form."""
    verb = None if node is None else node.get("verb")
    return plain(verb.lemma) if isinstance(verb, Verb) else ""


class Phrases:
    """The phrases of one ability of a card.

    Attributes
    ----------
    targets
        What the ability targets, as a card file says it.
    it
        What "it" stands for; None before anything was named.
    those
        What "they" and "those creatures" stand for, once all of a kind were named.
    """

    def __init__(self, name: str, it: str | None = None) -> None:
        self.names = frozenset(calls(name))
        self.targets: list[Any] = []
        self.it = it
        self.those: str | None = None

    # --- Things and players ---

    def reference(self, node: Node | None) -> str:
        """Return what a phrase refers to; a target is added to the list."""
        if node is None:
            raise Unsaid("a thing")
        match node.kind:
            case "you":
                return "you"
            case "them" | "they" if self.those is not None:
                return self.those
            case "it" | "him" | "her" | "he" | "she" | "himself" | "itself" | "them" | "they":
                if self.it is None:
                    raise Unsaid("it")
                return self.it
            case "phrase":
                return self._phrase(node)
            case "bare":
                if self.is_this(node):
                    return "this"
                if not _is_plural(node):
                    raise Unsaid("a thing without an article")
                return self._every(self.filter(node))
        raise Unsaid(node.kind)

    def _every(self, words: str) -> str:
        self.those = f"each {words}"
        return self.those

    def is_this(self, node: Node | None) -> bool:
        """Whether a phrase is the card's own name, or "this creature"."""
        if node is None or items(node.node("posts")) or items(node.node("describers")):
            return False
        quantifier = node.node("quantifier")
        if quantifier is not None:
            return quantifier.kind == "this_one" and lemma(node) in _SELF
        head = node.node("noun")
        noun = None if head is None else head.get("noun")
        return isinstance(noun, Noun) and noun.name and noun.lemma in self.names

    def _phrase(self, node: Node) -> str:
        quantifier = node.node("quantifier")
        kind = "" if quantifier is None else quantifier.kind
        if self.is_this(node):
            return "this"
        if kind in ("target", "targeted") and quantifier is not None:
            return self._target(node, quantifier)
        if kind == "any" and lemma(node) == "target" and not _described(node):
            return self._aimed("any target")
        if kind in ("each", "all"):
            words = self.filter(node)
            return "opponents" if words == "opponent" else self._every(words)
        if kind == "those" and not _described(node) and self.those is not None:
            return self.those
        if kind in ("that", "the") and not _described(node):
            if self.it is None or lemma(node) in ("", "card"):
                raise Unsaid("that")
            if lemma(node) in ("player", "opponent") and not self._is_player(self.it):
                raise Unsaid("that player")
            return self.it
        if kind == "own" and quantifier is not None and not _described(node):
            if plain(quantifier.get("whose")) != "its" or lemma(node) not in (
                "controller",
                "owner",
            ):
                raise Unsaid("whose")
            return f"{lemma(node)} of {self._last()}"
        if kind == "of_whose" and quantifier is not None and lemma(node) in ("controller", "owner"):
            whose = quantifier.node("whose")
            inner = None if whose is None else whose.node("quantifier")
            if inner is not None and inner.kind == "that" and not _described(node):
                return f"{lemma(node)} of {self._last()}"
        raise Unsaid("a thing")

    def _last(self) -> str:
        if self.it is None:
            raise Unsaid("it")
        return self.it

    def _is_player(self, reference: str) -> bool:
        if reference.startswith("target "):
            words = self.targets[int(reference.split()[1]) - 1]
            return words in ("player", "opponent")
        return reference in ("each player", "opponents")

    def _target(self, node: Node, quantifier: Node) -> str:
        counted = quantifier.node("count")
        words = self.filter(node)
        if counted is None:
            return self._aimed(words)
        match counted.kind:
            case "another":
                if self.targets:
                    raise Unsaid("another")
                return self._aimed(f"other {words}")
            case "up_to":
                return self._aimed({"up to": NUMBERS[str(counted.get("count"))], "of": words})
            case "any_number":
                return self._aimed({"any number": words})
        raise Unsaid("how many targets")

    def _aimed(self, words: object) -> str:
        self.targets.append(words)
        self.it = f"target {len(self.targets)}"
        self.those = None
        return self.it

    # --- Filters ---

    def filter(self, node: Node | None) -> str:
        """Return what a phrase is about as a filter of card files."""
        if node is None:
            raise Unsaid("a thing")
        if node.kind == "any_of":
            return f"{self.filter(node.node('first'))} or {self.filter(node.node('second'))}"
        if self.is_this(node):
            return "this"
        before = [list(one) for one in self._descriptions(items(node.node("describers")))]
        nouns = list(self._nouns(node.node("noun")))
        after = self._after(items(node.node("posts")))
        if len(nouns) > 1 and any(word != "other" for words in before for word in words):
            raise Unsaid("a description of several")
        quantifier = node.node("quantifier")
        other = ["other"] if quantifier is not None and quantifier.kind == "another" else []
        return " or ".join(
            " ".join([*other, *words, noun, *after]) for words in before for noun in nouns
        )

    def _descriptions(self, describers: list[Node]) -> Iterator[list[str]]:
        if not describers:
            yield []
            return
        first, *rest = describers
        for words in self._descriptions(rest):
            for word in self._description(first):
                yield [word, *words]

    def _description(self, node: Node) -> Iterator[str]:
        if node.kind == "or_describer":
            for name in ("first", "second"):
                inner = node.node(name)
                if inner is None:
                    raise Unsaid("a description")
                yield from self._description(inner)
            return
        if node.kind == "other":
            yield "other"
            return
        word = plain(node.get("state") or node.get("past") or node.get("sort") or "")
        if node.kind == "subtype":
            yield _subtype(str(node.get("subtype")).strip("~").partition("^")[0])
            return
        if node.kind == "sort" and word not in _TYPES:
            raise Unsaid(word)
        if (
            (word.startswith("non") and word[3:] in _NEGATED)
            or word in _STATES
            or (node.kind == "sort" and word in _TYPES)
        ):
            yield word
        else:
            raise Unsaid(word or node.kind)

    def _nouns(self, head: Node | None) -> Iterator[str]:
        if head is None:
            raise Unsaid("a noun")
        if head.kind in ("or_noun", "and_noun", "comma_or_noun", "comma_noun", "comma_and_noun"):
            yield from self._nouns(head.node("first"))
            yield from self._nouns(head.node("noun"))
            return
        noun = head.get("noun")
        if not isinstance(noun, Noun) or head.kind not in ("noun", "named"):
            raise Unsaid(head.kind)
        if noun.name:
            yield _subtype(noun.lemma)
        elif plain(noun.lemma) in _NOUNS:
            yield plain(noun.lemma)
        else:
            raise Unsaid(noun.lemma)

    def _after(self, posts: list[Node]) -> list[str]:
        found = []
        for post in posts:
            how = post.node("how")
            if post.kind == "related" and not items(how):
                who, verb = str(post.get("subject")), plain(post.get("verb"))
                if verb in ("control", "controls") and who in _CONTROLS:
                    found.append(_CONTROLS[who])
                    continue
                if (who, verb) == ("you^c", "own"):
                    found.append("you own")
                    continue
            if post.kind == "with_grants":
                words = [self.keyword(one) for one in items(post.node("grants"))]
                if len(words) == 1:
                    found.append(f"{plain(post.get('with'))} {words[0]}")
                    continue
            if post.kind == "on_battlefield":
                continue
            raise Unsaid(post.kind)
        return found

    # --- Keywords ---

    def keyword(self, node: Node) -> str:
        """Return a keyword as card files call it."""
        if node.kind in ("and_grant", "comma_grant", "comma_and_grant"):
            inner = node.node("grant")
            if inner is None:
                raise Unsaid("a keyword")
            return self.keyword(inner)
        if node.kind == "keyword":
            word = plain(node.get("keyword"))
            if word in KEYWORDS:
                return word
        if node.kind == "keyword_from" and plain(node.get("keyword")) == "protection":
            quality = node.node("qualities")
            if quality is not None and quality.kind == "from_state":
                color = plain(quality.get("state"))
                if color in _COLORS:
                    return f"protection from {color}"
        raise Unsaid("a keyword")

    # --- Amounts ---

    def count(self, node: Node | None) -> int | str:
        """Return how many a phrase is about."""
        quantifier = None if node is None else node.node("quantifier")
        if quantifier is None:
            raise Unsaid("how many")
        number = quantifier.get("count")
        match quantifier.kind:
            case "a":
                return 1
            case "exactly" if isinstance(number, int):
                return number
            case "exactly" if str(number) in NUMBERS:
                return NUMBERS[str(number)]
            case "so_many_x":
                return "x"
        raise Unsaid("how many")

    def amount(self, node: Value) -> int | str:
        """Return an amount: a number, the power of something, how many there are."""
        if isinstance(node, int):
            return node
        if not isinstance(node, Node):
            raise Unsaid("an amount")
        if node.kind == "number" and isinstance(number := node.get("number"), int):
            return number
        if node.kind == "x":
            return "x"
        if node.kind == "phrase":
            quantifier = node.node("quantifier")
            posts = items(node.node("posts"))
            kind = "" if quantifier is None else quantifier.kind
            if lemma(node) in ("power", "toughness", "loyalty") and quantifier is not None:
                whose_own = plain(quantifier.get("whose")) if kind == "own" else ""
                if whose_own in ("its", "his", "her") and not _described(node):
                    return f"{lemma(node)} of {self._last()}"
                whose = quantifier.node("whose")
                if kind == "of_whose" and whose is not None and not _described(node):
                    if self.is_this(whose):
                        return f"{lemma(node)} of this"
                    inner = whose.node("quantifier")
                    if inner is not None and inner.kind == "that" and not _described(whose):
                        return f"{lemma(node)} of {self._last()}"
            counted = kind == "the" and lemma(node) == "number" and len(posts) == 1
            if counted and posts[0].kind == "of" and not items(node.node("describers")):
                return f"number of {self._counted(posts[0].node('what'))}"
        raise Unsaid("an amount")

    def _counted(self, node: Node | None) -> str:
        words = self.filter(node)
        if words in _PLAYERS or words.endswith("spell"):
            raise Unsaid("what is counted")
        return words


KEYWORDS = frozenset(
    [
        *listed("banding deathtouch defender fear flash flying haste hexproof horsemanship"),
        *listed("indestructible infect intimidate islandwalk forestwalk mountainwalk plainswalk"),
        *listed("swampwalk landwalk lifelink menace reach shadow shroud skulk trample vigilance"),
        *("wither", "double strike", "first strike"),
    ]
)
"""Keywords that the rules carry out."""


def _is_plural(node: Node) -> bool:
    head = node.node("noun")
    while head is not None and head.get("first") is not None:
        head = head.node("first")
    noun = None if head is None else head.get("noun")
    return isinstance(noun, Noun) and noun.number == "many"


def _described(node: Node) -> bool:
    return bool(items(node.node("describers")) or items(node.node("posts")))


def _subtype(name: str) -> str:
    if name not in SUBTYPES or "_" in name or " " in name:
        raise Unsaid(name)
    return name.lower()
