"""What noun phrases of a card become in the words of card files: filters, players, numbers.

A filter is ``forward cost 3 or less you control``; whatever the rules have no word for is `Unsaid`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from kb.cards.fftcg.nodes import (
    Unsaid,
    bound_of,
    describers_of,
    inner,
    is_described,
    items,
    lemma,
    number_of,
    owner_of,
    plain,
    posts_of,
    quantifier_kind,
    verb_of,
    whose,
    word_in,
)
from kb.cards.values import Node, Noun, Value

Clause = tuple[str, ...]

_NOUNS = {
    "forward": ("forward",),
    "backup": ("backup",),
    "monster": ("monster",),
    "summon": ("summon",),
    "character": ("character",),
    "card": ("anything",),
    "auto-ability": ("auto ability",),
}
_KINDS = {"job": "job", "category": "category", "card name": "card name"}
_JOINED = re.compile(r"[^\W_](?<! )(?:character|forward|backup|monster|summon)s?$", re.IGNORECASE)
"""A name that a card's file has run into the word behind it: "Class Zero CadetForward"."""
THEIRS = frozenset({"their", "his / her", "his", "her"})
_SELVES = frozenset({"forward", "character", "monster", "backup"})
STATES = frozenset({"dull", "active", "damaged", "multi-element", "attacking", "blocking"})
ANYWHERE_BROKEN = "in a break zone"
"""How a filter says that something is in anybody's Break Zone."""
BLOCKING_THIS = "blocking this"
"""How a filter says that something blocks the card itself."""
_ZONES = {"break zone": "break zone", "hand": "hand", "deck": "deck"}
_EVERY = frozenset({"all", "all_the", "the", "every", "each", "all_own", "both_the"})

CASTING = {
    "play": "pay the cost to put onto the field",
    "play_onto": "pay the cost to put onto the field",
    "put_onto": "pay the cost to put onto the field",
    "summon": "summon a Summon",
}
"""What a cost is called by the styles in which a card may say that something is cast."""


_TYPES = ("forward", "backup", "monster", "summon")
_NOT_SO = {"card name": "not called", "job": "not job", "category": "not category"}
"""How filters say that something has not a name."""


class Phrases:
    """The phrases of one card.

    Parameters
    ----------
    name : str
        The card's name, which in its own text means the card.
    text : str
        Its text, as it is printed.

    Attributes
    ----------
    shown_hand
        Whether "their hand" is that of the opponent, which has been shown.
    of_event
        Whether a phrase is about what sets an ability off.
    discarded
        Whether an ability has had a card discarded, as its cost or by what it does.
    own_it
        Whether "it" is the card, as in "Pim and all the Forwards forming a party with it".
    """

    def __init__(self, name: str, text: str = "") -> None:
        self.name = name
        self.text = text
        self.shown_hand = False
        self.of_event = False
        self.discarded = False
        self.own_it = False

    def noted(self, sentence: Node, words: str) -> bool:
        """Whether a note in brackets that begins with some words follows on a sentence."""
        after = self.text[sentence.span[1] :] if sentence.span[1] else ""
        return after.lstrip(' ."”').startswith(words)

    def is_this(self, value: Value) -> bool:
        """Whether a phrase is the card's own name, or "this Forward" in an ability it has."""
        if not isinstance(value, Node) or is_described(value):
            return False
        if quantifier_kind(value) == "this_one":
            return lemma(value) in _SELVES
        noun = value.node("noun") if value.kind != "named" else value
        if noun is None or noun.kind != "named":
            return False
        said = noun.get("noun")
        return isinstance(said, Noun) and said.lemma.casefold() == self.name.casefold()

    # --- Who and how many ---

    def player(self, value: Value) -> str | None:
        """Return the player that a phrase is about, None if it is none."""
        if not isinstance(value, Node):
            return None
        if value.kind == "you":
            return "you"
        if lemma(value) == "opponent" and not posts_of(value):
            return "opponent"
        return None

    def count(self, phrase: Node) -> tuple[int, int | None]:
        """Return how many a phrase says: at least and at most.

        "Up to 3 Job Scout or Job Ninja" are three in all, "1 Forward or 1 Backup" are one.
        """
        if phrase.kind == "any_of":
            return self._count_of_either(phrase)
        quantifier = phrase.node("quantifier")
        number = None if quantifier is None else quantifier.get("count")
        kind = "" if quantifier is None else quantifier.kind
        if kind in ("a", "another"):
            return 1, 1
        if kind in ("exactly", "total_of") and isinstance(number, int):
            return number, number
        if kind == "up_to" and isinstance(number, int):
            return 0, number
        if kind in ("bounded", "total_bounded") and isinstance(number, int):
            more = "more" in word_in(quantifier, "bound")
            return (number, None) if more else (0, number)
        raise Unsaid("how many")

    def _count_of_either(self, phrase: Node) -> tuple[int, int | None]:
        first, second = phrase.node("first"), phrase.node("second")
        if first is None or second is None or second.kind == "any_of":
            raise Unsaid("how many")
        # What is said behind the second alone may be said of both.
        if bool(posts_of(first)) != bool(posts_of(second)):
            raise Unsaid("which of the two")
        found = self.count(first)
        if second.kind != "bare" and not found == self.count(second) == (1, 1):
            raise Unsaid("how many")
        return found

    def number(self, phrase: Node, what: str = "how many") -> int:
        """Return how many a phrase says exactly; `what` else is left unsaid."""
        least, most = self.count(phrase)
        if least != most:
            raise Unsaid(what)
        return least

    def every(self, phrase: Node) -> bool:
        """Whether a phrase is about all that it describes."""
        number, kind = number_of(phrase), quantifier_kind(phrase)
        if not kind:
            return number == "many"
        return kind in _EVERY and not (kind == "the" and number == "one")

    def all_of(self, phrase: Node) -> str:
        """Return what a phrase in the plural is about as a filter; ``this`` for the card itself."""
        if self.is_this(phrase):
            return "this"
        if not self.every(phrase):
            raise Unsaid("which")
        return self.filter(phrase)

    # --- Filters ---

    def filter(self, phrase: Value, *zone: str) -> str:
        """Return what a phrase is about as a filter; `zone` is where, if the phrase is silent."""
        found = [
            " ".join((*clause, *self._placed(clause, zone))) for clause in self.clauses(phrase)
        ]
        return " or ".join(found)

    def _placed(self, clause: Clause, zone: Clause) -> Clause:
        return () if any(word.startswith("in ") for word in clause) else zone

    def clauses(self, phrase: Value) -> list[Clause]:
        """Return what a phrase is about, as clauses any of which is enough."""
        if not isinstance(phrase, Node):
            raise Unsaid("a phrase")
        if phrase.kind in ("any_of", "all_of", "and_or_of"):
            return [*self.clauses(phrase.get("first")), *self.clauses(phrase.get("second"))]
        if phrase.get("noun") is None or not _is_countable(phrase):
            raise Unsaid("a noun")
        before = tuple(map(self._describer, describers_of(phrase)))
        after = list(self._posts(posts_of(phrase)))
        found = [
            (*before, *noun, *post)
            for noun, post in product(self._noun(phrase.node("noun")), after or [()])
        ]
        if quantifier_kind(phrase) == "another":
            found = [("other", *clause) for clause in found]
        if quantifier_kind(phrase) == "own":
            found = [(*clause, "you own") for clause in found]
        return found

    def _noun(self, noun: Node | None) -> list[Clause]:
        if noun is None:
            raise Unsaid("a noun")
        match noun.kind:
            case "noun":
                said = lemma(noun)
                if said in _NOUNS:
                    return [_NOUNS[said]]
            case "named":
                if self.is_this(noun):
                    return [("this",)]
            case "called":
                kind, name = word_in(noun, "kind"), noun.get("noun")
                if kind in _KINDS and isinstance(name, Noun) and '"' not in name.lemma:
                    if _JOINED.search(name.lemma):
                        raise Unsaid("a name that runs into the word behind it")
                    return [(f'{_KINDS[kind]} "{name.lemma}"',)]
            case "element":
                return [(word_in(noun, "element"),)]
            case "sort" if word_in(noun, "sort") in _SELVES:  # "1 Character card"
                return [(word_in(noun, "sort"),)]
            case "sorted":
                sorts, nouns = self._noun(noun.node("sort")), self._noun(noun.node("noun"))
                return [(*sort, *one) for sort, one in product(sorts, nouns)]
            case "described":
                word = self._describer(noun.node("describer"))
                return [(word, *one) for one in self._noun(noun.node("noun"))]
            case _ if noun.kind.endswith("_noun"):
                return [*self._noun(noun.node("first")), *self._noun(noun.node("noun"))]
        raise Unsaid(noun.kind)

    def _describer(self, node: Node | None) -> str:
        if node is not None and node.kind == "other":
            return "other"
        state = "" if node is None else plain(node.get("state") or node.get("past"))
        if state not in STATES:
            raise Unsaid(state)
        return state

    def _posts(self, posts: list[Node]) -> Iterator[Clause]:
        """Yield what stands after a noun, once for each reading of "of cost 2 or 4"."""
        rest = list(posts)
        found: list[list[Clause]] = []
        while rest:
            post = rest.pop(0)
            if rest and self._in_party(post, rest[0]):
                rest.pop(0)
                found.append([("forming a party with this",)])
                continue
            if post.kind in ("of_quality", "of_either_quality"):
                quality = word_in(post, "quality")
                bound = rest.pop(0) if rest and rest[0].kind == "bound" else None
                if quality == "power" and bound is None:
                    raise Unsaid("power")
                word = "" if bound is None else f" or {bound_of(bound)}"
                numbers = [post.get("number"), post.get("second")]
                found.append([(f"{quality} {n}{word}",) for n in numbers if isinstance(n, int)])
            elif (element := _other_element(post, rest)) is not None:
                rest.pop(0)
                found.append([(f"of an element other than {element}",)])
            else:
                found.append([self._post(post)])
        for choice in product(*found):
            yield tuple(word for clause in choice for word in clause)

    def _in_party(self, post: Node, after: Node) -> bool:
        """Whether two posts say "forming a party with Pim"."""
        if word_in(post, "verb") != "forming" or post.kind != "doing_after":
            return False
        whom = after.node("what")
        own = self.is_this(whom) or (
            self.own_it and isinstance(whom, Node) and whom.kind in ("it", "him", "her")
        )
        return lemma(post.get("what")) == "party" and word_in(after, "prep") == "with" and own

    def _post(self, post: Node) -> Clause:
        match post.kind:
            case "you_do" | "they_do" if verb_of(post) == "control":
                return ("you control",)
            case "opponent_controls":
                return ("opponent controls",)
            case "done_after" if self.of_event and word_in(post, "past") == "damaged":
                by = items(post.node("tails"))
                if len(by) != 1 or word_in(by[0], "prep") != "by":
                    raise Unsaid("damaged by what")
                if not self.is_this(by[0].get("what")):
                    raise Unsaid("damaged by what")
                return ("damaged by this",)
            case "other_than" if self.is_this(post.get("what")):
                return ("other",)
            case "other_than":
                what = post.node("what")
                if describers_of(what) or posts_of(what) or quantifier_kind(what) not in ("", "a"):
                    raise Unsaid("what else")
                return tuple(self._unlike(inner(what, "noun")))
            case "of" if word_in(post, "prep") == "in" and _is_that_party(post.node("what")):
                return ("attacking",)  # one Forward or one party attacks at a time
            case "of" if word_in(post, "prep") == "in":
                return (self.zone(post.get("what")),)
            case "of" if word_in(post, "prep") == "with" and lemma(post.get("what")) == "warp":
                return ("with warp",)
            case "doing_after" | "that_does" if self._blocks_this(post):
                return (BLOCKING_THIS,)
            case "that_does" if (being := also_being(post)) is not None:
                return self._noun(being)[0]
            case "of_keyword" if word_in(post, "prep") == "with":
                return (f"with {word_in(post.node('keyword'), 'keyword')}",)
        raise Unsaid(post.kind)

    def _blocks_this(self, post: Node) -> bool:
        """Whether a post says "blocking Pim", or "that blocks Pim"."""
        act = post.node("act") if post.kind == "that_does" else None
        if act is not None:
            return verb_of(act) == "block" and self.is_this(act.get("object"))
        return word_in(post, "verb") == "blocking" and self.is_this(post.get("what"))

    def _unlike(self, noun: Node | None) -> Iterator[str]:
        """Yield what "other than Light, a Backup or Card Name Pim" shuts out, one by one."""
        if noun is None:
            raise Unsaid("what else")
        if noun.kind.endswith("_noun"):
            yield from self._unlike(noun.node("first"))
            yield from self._unlike(noun.node("noun"))
            return
        name, said = noun.get("noun"), lemma(noun)
        # Whether a Fire and Ice card is "other than Fire" nobody can say; none is Light and Fire.
        if noun.kind == "element" and word_in(noun, "element") in ("light", "dark"):
            yield f"non{word_in(noun, 'element')}"
        elif noun.kind == "noun" and said in _TYPES:
            yield f"non{said}"
        elif (kind := _NOT_SO.get(word_in(noun, "kind"))) and isinstance(name, Noun):
            if '"' in name.lemma:
                raise Unsaid("a name")
            yield f'{kind} "{name.lemma}"'
        else:
            raise Unsaid("what else")

    def zone(self, value: Value) -> str:
        """Return where something is: ``in your break zone``."""
        if isinstance(value, Node) and (word := _ZONES.get(lemma(value))):
            if whose(value) == "your":
                return f"in your {word}"
            if word == "hand" and self.shown_hand and whose(value) in THEIRS:
                return "in your opponent's hand"
            if word == "break zone" and self.player(owner_of(value)) == "opponent":
                return "in your opponent's break zone"
            owner = owner_of(value)
            any_of_them = quantifier_kind(owner) in ("any", "either") and lemma(owner) == "player"
            if word == "break zone" and any_of_them:
                return ANYWHERE_BROKEN
        raise Unsaid("a place")


def _is_countable(phrase: Node) -> bool:
    """Whether a phrase can be about several things of a kind, and not just about a known one."""
    kind = quantifier_kind(phrase)
    if kind == "own":
        return whose(phrase) == "your"
    return kind not in ("that", "this_one", "of_whose", "those")


def also_being(post: Node) -> Node | None:
    """Return the noun of "that is also a Forward"; None for other posts."""
    what = inner(post, "act", "complement", "what")
    plainly = what is not None and quantifier_kind(what) == "a" and not posts_of(what)
    if what is None or not plainly or is_described(what) or items(post.node("tails")):
        return None
    noun = what.node("noun")
    return noun if noun is not None and noun.kind == "noun" and lemma(noun) in _TYPES else None


def _is_that_party(phrase: Node | None) -> bool:
    return lemma(phrase) == "party" and quantifier_kind(phrase) == "that"


def _other_element(post: Node, after: list[Node]) -> str | None:
    """Return which element is left out of "of an Element other than Water"; None otherwise.

    So says "of any Element except Water".
    """
    if post.kind != "of" or word_in(post, "prep") != "of" or lemma(post.get("what")) != "element":
        return None
    but = after[0] if after else None
    if but is None or not (but.kind == "other_than" or word_in(but, "prep") == "except"):
        return None
    element = inner(but, "what", "noun")
    return None if element is None or element.kind != "element" else word_in(element, "element")
