"""Words of both languages as concepts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from kb.cards.altered import french
from kb.cards.values import Noun, Value

NUMBERS: Mapping[str, int] = {
    word: place
    for words in (
        "one two three four five six seven eight nine ten",
        "un deux trois quatre cinq six sept huit neuf dix",
        "une",
    )
    for place, word in enumerate(words.split(), 1)
}
_TOKEN = re.compile(r"^\[(?:(\d+/\d+/\d+)_)?(.+?)(?:_(\d+/\d+/\d+))?\]$")
_MARK = re.compile(r"\^\w+")
_ENGLISH = {"pick": "choose", "the afternoon": "afternoon", "the night": "night"}


def plain(word: str) -> str:
    """Return a word without its marks."""
    return _MARK.sub("", word)


class Concepts(Protocol):
    """How the words of a language become concepts."""

    def noun(self, noun: Noun) -> Value:
        """Return the concept of a noun, or of an adjective that inflects like one."""

    def verb(self, lemma: str) -> str:
        """Return the concept of a verb."""

    def word(self, word: str) -> Value:
        """Return the concept of any other word."""


def _token(word: str, names: Mapping[str, str]) -> str:
    match = _TOKEN.match(word)
    if match is None or not (match.group(1) or match.group(3)):
        return word
    name = names.get(match.group(2), match.group(2))
    return f"[{name}_{match.group(1) or match.group(3)}]"


class English:
    """English words are the concepts, without marks."""

    def noun(self, noun: Noun) -> Value:
        """Return a noun without its mark."""
        return Noun(plain(noun.lemma), noun.number, noun.name)

    def verb(self, lemma: str) -> str:
        """Return a verb without its mark."""
        verb = plain(lemma)
        return _ENGLISH.get(verb, verb)

    def word(self, word: str) -> Value:
        """Return a word without its mark, a number as an integer."""
        found = plain(word)
        return NUMBERS.get(found) or _token(_ENGLISH.get(found, found), {})


class French:
    """French words by the tables of `kb.cards.altered.french`."""

    def noun(self, noun: Noun) -> Value:
        """Return the concept of a noun; a quality, whatever its gender, is a word."""
        if noun.name:
            return Noun(french.NAMES.get(noun.lemma, noun.lemma), noun.number, name=True)
        for table in (french.QUALITIES, french.OTHERS):
            if noun.lemma in table:
                return table[noun.lemma]
        concept = french.NOUNS.get(noun.lemma, noun.lemma)
        return Noun(plain(concept), noun.number)

    def verb(self, lemma: str) -> str:
        """Return the concept of a verb."""
        return plain(french.VERBS.get(lemma, lemma))

    def word(self, word: str) -> Value:
        """Return the concept of a word."""
        found = plain(word)
        if found in NUMBERS:
            return NUMBERS[found]
        if found.startswith("[coriace:"):
            return found.replace("coriace", "tough")
        article = next((a for a in ("le ", "la ", "l' ") if found.startswith(a)), "")
        if found[len(article) :] in french.OTHERS and found not in french.OTHERS:
            found = found[len(article) :]
        return french.OTHERS.get(found) or _token(found, french.TOKENS)


LANGUAGES: Mapping[str, Concepts] = {"en": English(), "fr": French()}
