"""English: agreement, articles, possessives, contractions, capitals.

A grammar in English names its frames as follows, and gets agreement for nothing:

* a frame with a part ``quantifier`` is a noun phrase; its quantifier frames are listed in
  `QUANTIFIERS` with the number they ask for; a part ``count`` of 1 asks for one;
* pronoun frames are listed in `PRONOUNS`; a part called ``subject`` agrees with its verb;
* the part ``sort`` of a compound ("gear token") does not inflect with its noun;
* coordinations are ``all_of`` ("and") and ``any_of`` ("or");
* the tokeniser splits ``it's`` (``it`` ``'s^be``), ``unit's`` (``unit`` ``'s``), ``can't``
  (``can`` ``not^t``), ``you've`` (``you`` ``'ve``); "an" is read as "a".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.cards.grammar import Entry, Grammar
from kb.cards.printer import Agreement, Join, Printer
from kb.cards.values import GrammaticalNumber, Node, Noun, Value

PRONOUNS: Mapping[str, tuple[int, GrammaticalNumber]] = {
    "i": (1, "one"),
    "me": (1, "one"),
    "we": (1, "many"),
    "us": (1, "many"),
    "you": (2, "many"),
    "they": (3, "many"),
    "them": (3, "many"),
    "those_ones": (3, "many"),
    "both": (3, "many"),
    "all_of": (3, "many"),
}
"""Person and number of frames that are subjects without a quantifier; others are it, one."""

QUANTIFIERS: Mapping[str, GrammaticalNumber] = {
    "a": "one",
    "each": "one",
    "every": "one",
    "another": "one",
    "any": "one",
    "all": "many",
    "any_number": "many",
    "both_the": "many",
    "several": "many",
    "at_least": "many",
    "bounded": "many",
    "at_most": "many",
    "all_counted": "many",
    "one_or_more": "many",
    "any_and_all": "many",
}
"""Number that a quantifier frame asks for; those not listed leave it to the noun."""

PLURALS = frozenset({"all_of", "and_noun", "comma_and_noun"})
"""Frames that put several things together."""

_BE_WORDS = frozenset(
    [
        "it",
        "that",
        "there",
        "he",
        "she",
        "what",
        "who",
        "here",
        "where",
        "everything",
        "i",
        "you",
        "we",
        "they",
    ]
)


def split_word(word: str) -> tuple[str, ...] | None:
    """Split a lower-case word into the parts that the grammar reads."""
    if word == "an":
        return ("a",)
    if "'" not in word:
        return None
    if word == "cannot":
        return None
    head, _, tail = word.rpartition("'")
    if tail == "t" and head.endswith("n"):
        stem = "can" if head == "can" else head[:-1]
        return (stem, "not^t")
    if tail == "s":
        return (head, "'s^be") if head in _BE_WORDS else (head, "'s")
    if tail == "":
        return (head, "'s")
    if tail in {"m", "re", "ve", "ll", "d"}:
        return (head, f"'{tail}")
    return None


def number_of_quantifier(quantifier: Value) -> GrammaticalNumber:
    """Return the number that a quantifier asks for, if it does."""
    if not isinstance(quantifier, Node):
        return None
    if quantifier.kind in QUANTIFIERS:
        return QUANTIFIERS[quantifier.kind]
    count = quantifier.get("count")
    if isinstance(count, Node):
        count = count.get("count")
    if isinstance(count, int):
        return "one" if count == 1 else "many"
    if isinstance(count, str):
        return "one" if count == "one" else "many"
    return None


def settle_noun_phrase(node: Node) -> Node:
    """Drop the number of nouns that the quantifier decides.

    A number that the quantifier contradicts ("a units") is dropped as well where one noun
    stands alone: the text then does not print back and is refused. "Any" leaves the choice.
    """
    quantifier = node.get("quantifier")
    asked = number_of_quantifier(quantifier)
    if asked is None:
        return node
    noun = node.get("noun")
    if isinstance(noun, Node) and noun.kind == "noun":
        head = noun.get("noun")
        free = isinstance(quantifier, Node) and quantifier.kind == "any"
        if isinstance(head, Noun) and (head.number == asked or not free):
            return node.put("noun", noun.put("noun", Noun(head.lemma, None, head.name)))
    return node.put("noun", _without_number(noun, asked))


def _without_number(value: Value, asked: GrammaticalNumber) -> Value:
    if isinstance(value, Noun):
        return Noun(value.lemma, None, value.name) if value.number == asked else value
    if isinstance(value, Node):
        parts = tuple(
            [
                (name, part if name == "sort" else _without_number(part, asked))
                for name, part in value.parts
            ]
        )
        return Node(value.kind, parts, value.style, value.span)
    if isinstance(value, tuple):
        return tuple(_without_number(item, asked) for item in value)
    return value


def noun_number(value: Value) -> GrammaticalNumber:
    """Return the number of the noun at the head of a value."""
    if isinstance(value, Noun):
        return value.number
    if isinstance(value, tuple):
        return noun_number(value[-1]) if value else None
    if isinstance(value, Node):
        if value.kind in PLURALS:
            return "many"
        if value.kind in PRONOUNS:
            return PRONOUNS[value.kind][1]
        asked = number_of_quantifier(value.get("quantifier"))
        if asked:
            return asked
        for name in ("noun", "head", "items", "core"):
            if value.get(name) is not None:
                return noun_number(value.get(name))
    return None


_VOWEL = re.compile(r"^(?:[aeio]|u(?!ni|se|su|ti)|8|11|18)")
_STOPS = frozenset({".", ",", ":", ";", "?", "!", "”", ".^item"})
_NO_SPACE_AFTER = frozenset({"“"})


class EnglishPrinter(Printer):
    """Prints English.

    Parameters
    ----------
    symbols
        Normal shape of a symbol -> as printed, where they differ.
    fixed
        Words that are always printed with these capitals (``"main deck": "Main Deck"``).
    tight
        Symbols that stand against each other without a space (costs: ``[1][Fury]``).
    """

    symbols: Mapping[str, str] = {}
    fixed: Mapping[str, str] = {}

    def __init__(self, grammar: Grammar, joins: Mapping[str, Join]) -> None:
        super().__init__(grammar, joins)
        words = sorted(self.fixed, key=len, reverse=True)
        self._fixed = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b") if words else None

    def inflect(self, entry: Entry, agreement: Agreement) -> str:
        """Return base form or third person; of "be", is, are or am."""
        if entry.word_class == "verb":
            return self.verb(entry.forms[0], entry.forms[1], agreement)
        if entry.word_class == "be":
            if agreement.person == 1 and agreement.number == "one":
                return entry.forms[2]
            plural = agreement.number == "many" or agreement.person == 2
            return entry.forms[1 if plural else 0]
        if entry.word_class == "noun":
            return entry.forms[-1 if agreement.nouns == "many" else 0]
        return entry.forms[0]

    def verb(self, base: str, third: str, agreement: Agreement) -> str:
        """Return the third person after one of them, else the base form."""
        return third if agreement.person == 3 and agreement.number == "one" else base

    def subject(self, value: Value) -> Agreement:
        """Return person and number of a subject."""
        if isinstance(value, Node) and value.kind in PRONOUNS:
            person, number = PRONOUNS[value.kind]
            return Agreement(person, number)
        if isinstance(value, Node) and value.kind == "any_of":
            first = value.get("first")
            if isinstance(first, Node) and first.kind in PRONOUNS:
                return self.subject(first)
        number = noun_number(value)
        if number is None and isinstance(value, Node) and value.get("noun") is not None:
            # Nouns like "Equipment" do not show their number: "your Equipment have".
            quantifier = value.node("quantifier")
            number = "many" if quantifier is None or quantifier.kind == "own" else "one"
        return Agreement(3, number or "one")

    def brings_number(self, _kind: str, parts: frozenset[str]) -> bool:
        """Noun phrases have a quantifier, or slots behind the noun."""
        return "quantifier" in parts or "posts" in parts

    def inside(self, node: Node, agreement: Agreement) -> Agreement:
        """Return the number that a noun phrase's quantifier asks for its nouns."""
        if node.get("quantifier") is None and node.get("posts") is None:
            return agreement
        number = number_of_quantifier(node.get("quantifier"))
        shown = number or noun_number(node.get("noun")) or "one"
        # Inside a noun phrase, a relative clause agrees with the phrase's own noun.
        return Agreement(3, shown, number or "one")

    def render(self, pieces: list[str]) -> str:
        """Join tokens: spaces, a or an, possessives, contractions, capitals."""
        out: list[str] = []
        capital = True
        space = False
        for index, piece in enumerate(pieces):
            plain = piece.split("^")[0]
            if piece in {"^capital", ".^q"}:
                capital = True
                continue
            shown = self._shown(plain)
            if plain == "a" and index + 1 < len(pieces):
                shown = "an" if self._vowel(pieces[index + 1]) else "a"
            attached = plain in _STOPS or plain.startswith("'") or piece == "not^t"
            if (
                plain == "'s"
                and piece == "'s"
                and out
                and out[-1].endswith("s")
                and (self._is_plural(pieces[index - 1]))
            ):
                shown = "'"
            elif piece == "not^t":
                shown = "'t" if out and out[-1].endswith("n") else "n't"
            if capital and shown[:1].isalpha():
                shown = shown[0].upper() + shown[1:]
                capital = False
            elif plain[:1].isalnum() or (plain[:1] in "[#~+-{" and plain != "-"):
                capital = False
            tight = bool(index) and self.tight(pieces[index - 1], piece)
            if out and space and not attached and not tight:
                out.append(" ")
            out.append(shown)
            space = plain not in _NO_SPACE_AFTER and piece != ".^item"
            if plain in {".", ":", "“", "?", "!"} or self.begins(pieces, index):
                capital = True
        printed = "".join(out).replace("“", '"').replace("”", '"')
        if self._fixed is not None:
            printed = self._fixed.sub(lambda m: self.fixed[m.group()], printed)
        return printed

    def tight(self, before: str, after: str) -> bool:
        """Whether no space stands between two tokens."""
        return before.startswith("[") and after.startswith("[")

    def begins(self, pieces: list[str], index: int) -> bool:
        """Whether a capital follows this token, beyond the ends of sentences."""
        return pieces[index] == "-"

    def _is_plural(self, piece: str) -> bool:
        return piece.endswith("s")

    def _vowel(self, piece: str) -> bool:
        return bool(_VOWEL.match(self._shown(piece.split("^")[0]).lower()))

    def _shown(self, plain: str) -> str:
        if plain in self.symbols:
            return self.symbols[plain]
        if plain.startswith("~"):
            return plain[1:].replace("_", " ").replace("+", "")
        if plain[:1] in "#+-" and "#" in plain:
            return plain.replace("#", "")
        return "I" if plain == "i" else plain


MASS = frozenset(
    ["damage", "energy", "power", "hand", "turn", "combat", "play", "order", "cost^n", "level"]
)
"""Nouns that stand without an article in the singular; games add theirs."""

_SUBJECTS = frozenset({"i", "we", "they"})
_OBJECTS = frozenset({"me", "us", "them"})
_CASES = _SUBJECTS | _OBJECTS
_NOUNS = frozenset({"noun", "compound", "named_thing"})
_CHECKED = frozenset(
    {"describers", "posts", "adverbs", "bare", "bare_place", "whose_bare", "act_how"}
    | {"all_of", "any_of", "glued_nouns"}
)


def said_twice(items: tuple[Value, ...]) -> bool:
    """Whether a list says the same more than once."""
    return any(item in items[:place] for place, item in enumerate(items) if place)


def objection(node: Node, mass: frozenset[str] = MASS) -> str | None:
    """Say what was expected in place of a node that no English text would hold.

    A grammar with ordered slots accepts a word twice and a noun without its article; both are
    slips, and reading them as if they meant something would be a guess.
    """
    kind = node.kind
    if kind not in _CHECKED:
        return _misplaced_pronoun(node)
    if kind in {"describers", "posts", "adverbs"}:
        items = node.parts[0][1]
        if not isinstance(items, tuple) or len(items) < 2:
            return None
        if said_twice(items):
            return "something not said yet"
        if kind == "describers":
            for item in items[1:]:
                if isinstance(item, Node) and item.get("state") == "other":
                    return "'other' before other words"
        return None
    if kind in {"bare", "bare_place", "whose_bare"}:
        noun = node.get("noun")
        while isinstance(noun, Node) and noun.kind in _NOUNS:
            noun = noun.get("noun")
        if isinstance(noun, Noun) and noun.number == "one" and not noun.name:
            return None if noun.lemma in mass else "a or the"
        return None
    if kind == "act_how":
        inner = node.node("act")
        if inner is None or inner.kind != "act_how":
            return None
        how = node.get("how")
        while inner is not None and inner.kind == "act_how":
            if inner.get("how") == how:
                return "something not said yet"
            inner = inner.node("act")
        return None
    if kind in {"all_of", "any_of", "glued_nouns"}:
        first = node.get("first")
        if isinstance(first, Node) and first.kind == kind:
            first = first.get("second")
        return "something not said yet" if first == node.get("second") else None
    return _misplaced_pronoun(node)


def _misplaced_pronoun(node: Node) -> str | None:
    for name, value in node.parts:
        if isinstance(value, Node) and value.kind in _CASES:
            if name == "subject":
                if value.kind in _OBJECTS:
                    return "a subject"
            elif value.kind in _SUBJECTS and name != "who":
                return "an object"
    return None
