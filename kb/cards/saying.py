"""The way back: what the abilities of a card file say, in the words in which cards are printed.

What will be carried out of a text, said in the game's words, must equal the text: the same words,
equally often; order, inflection and what a game lists as silent or as a variant are left aside. So
a word that the carrying out would lose cannot be lost in silence.

A game's table gives each word of its card files a phrase with slots (``draw <draw> card``). What is
said need not be grammatical, as it is compared as a bag of words in their first forms.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from kb.cards.grammar import Grammar
from kb.records import record

Entry = dict[str, Any]

_TOKEN = re.compile(r"\{[^{}]*\}|[+-]?\d+|[^\W\d_]+(?:'[^\W\d_]+)*|/")
_SLOT = re.compile(r"<([a-z ]+)>")
_OR = re.compile(r" or (?!less\b|greater\b|more\b)")


@record
class Mismatch:
    """The words in which a text and what it became differ.

    Attributes
    ----------
    lost
        What the text says and the entries do not.
    added
        What the entries say and the text does not.
    """

    lost: tuple[str, ...]
    added: tuple[str, ...]


@record
class WayBack:
    """How a game says its entries, and what of a text counts when the two are compared.

    Attributes
    ----------
    say
        Abilities as texts, each of them one way of saying them all.
    silent
        Words that say nothing by themselves: articles, pronouns.
    variants
        What may be printed in place of something else: patterns over lower-case words.
    once
        Words that count once in a line, however often they stand there.
    """

    say: Callable[[list[Entry]], Iterable[str]]
    silent: frozenset[str]
    variants: Mapping[str, str] = field(default_factory=dict)
    once: frozenset[str] = frozenset()

    @cached_property
    def _patterns(self) -> list[tuple[str, re.Pattern[str], str]]:
        return [
            (_always_in(one), re.compile(rf"(?<!\S)(?:{one})(?!\S)"), other)
            for one, other in self.variants.items()
        ]

    def difference(
        self, printed: str, made: list[Entry], grammar: Grammar, name: str
    ) -> Mismatch | None:
        """Return in which words a line of a card and what it became differ; None if in none."""
        words = self.words(printed, grammar, name)
        found: list[Mismatch] = []
        for text in self.say(made):
            said = self.words(text, grammar, name)
            if said == words:
                return None
            lost, added = words - said, said - words
            found.append(Mismatch(tuple(lost.elements()), tuple(added.elements())))
        return min(found, key=lambda one: len(one.lost) + len(one.added))

    def words(self, text: str, grammar: Grammar, name: str) -> Counter[str]:
        """Return the words of a text in their first forms, without the name of the card."""
        found: Counter[str] = Counter()
        own = " ".join(_TOKEN.findall(name.lower()))
        for line in text.split("\n"):
            shown = unicodedata.normalize("NFKC", line).lower().replace("’", "'")
            plain = " ".join(_TOKEN.findall(shown))
            if own and own in plain:
                plain = re.sub(rf"(?<!\S){re.escape(own)}(?:'s)?(?!\S)", "", plain)
                plain = " ".join(plain.split())
            for always, printed, meant in self._patterns:
                # There are many variants, and a text has few of them.
                if always in plain:
                    plain = " ".join(printed.sub(meant, plain).split())
            first = grammar.first_forms
            found.update(first.get(word, word) for word in plain.split())
        said = {word: n for word, n in found.items() if word not in self.silent}
        return Counter({word: 1 if word in self.once else n for word, n in said.items()})


def _always_in(pattern: str) -> str:
    """Return the longest run of letters that whatever matches a pattern has; "" if none is known.

    >>> _always_in("(?:is|are) put into a graveyards? from (?:the )?battlefield")
    'battlefield'
    """
    bare, left = re.sub(r"\[[^\]]*\]|\\.", ".", pattern), None
    while bare != left:
        bare, left = re.sub(r"\([^()]*\)", ".", bare), bare
    if "|" in bare:
        return ""
    runs = re.findall("[a-z']+", re.sub(r".(?:[?*]|\{[^}]*\})", ".", bare))
    return max(runs, key=len, default="")


def each_of(step: Entry) -> Entry:
    """Return an instruction with those that were meant before as the text prints them: once."""
    return {
        name: re.sub("^those ", "each ", value) if isinstance(value, str) else value
        for name, value in step.items()
    }


def filled(phrase: str, say: Callable[[str], str]) -> str:
    """Return a phrase with what `say` gives for each of its slots, ``<slot>``."""
    return _SLOT.sub(lambda found: say(found.group(1)), phrase)


def joined(parts: Iterable[str]) -> str:
    """Return several phrases as one that says once what they share."""
    most: Counter[str] = Counter()
    for part in parts:
        most |= Counter(part.split())
    return " ".join(most.elements())


def clauses_of(words: str) -> list[str]:
    """Return the clauses of a filter of card files, any of which is enough."""
    return _OR.split(words)


def any_of(clauses: Iterable[str], between: str = "or") -> str:
    """Return several clauses as they are printed: what they share once, and a word between."""
    said = list(clauses)
    return joined(said) + (f" {between}" if len(said) > 1 else "")
