"""What a text says word for word: what it waits for, whom it names, how it begins."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kb.rulings.left_out import LeftOut
from kb.scenario.zones import Functioning

SIGN = re.compile(r"\{[^{}]*\}")

SENTENCE = 6
"""From how many words on a text is taken for a sentence, and not for a keyword with its cost."""

MORE = re.compile(r"[.;] *\w")
"""Where a text goes on with another sentence."""

MEASURED = re.compile(r" (?:for each|for every|until|by) ")
"""What stands behind how much is given."""

_KEYWORD = re.compile(r"^(?:\w+(?: (?:X|\d+|[a-z]+))?(?:—| \{)|[IVX]+(?:, [IVX]+)* — )")
"""A keyword with its cost, or the numbers of chapters, however long what follows is."""

_THEN = re.compile(r", | — ")
"""What stands between what a text waits for and what it does."""

_LABEL = re.compile(r"^[\w' ]+ — (?=[\w'])")
"""A word before a text that has no meaning of its own, such as an ability word."""

_ALONE = re.compile(r"\b(?:not|only|except) from\b")
"""How a text says that something may be done in one place, and so in no other."""

OTHERS = frozenset({"another", "other", "others", "and"})

_PARTING = re.compile(r"[,.;:]| —")
"""Signs that part sentences and clauses, where they stand in no name."""

_LISTED = re.compile(
    r"when(?:ever)? an? [\w'-]+, (?:(?:an? )?[\w'-]+(?: [\w'-]+)?, )*(?:and|or|and/or) "
)
"""How a text begins that waits for something of several kinds, which it lists."""


def is_about_card(condition: str, name: list[str], known: Functioning) -> bool:
    """Return whether a condition asks how its own card is: "as long as this is tapped"."""
    start = next(one for one in known.conditions if condition.startswith(one))
    words = words_of(condition.removeprefix(start))
    named = bool(name) and words[: len(name)] == name
    return (named or not known.itself.isdisjoint(words[:1])) and OTHERS.isdisjoint(words)


def named_plainly(left: LeftOut) -> LeftOut:
    """Return a text in which its card has one name, without signs that part sentences and clauses.

    What stands before a comma in a name is a short form of it: "Wolf", of "Wolf, the Grey".
    """
    name = left.card.partition(" (")[0]
    plain, (short, comma, _) = _PARTING.sub("", name), name.partition(",")
    if plain == name:
        return left
    called = re.escape(name) + (rf"|\b{re.escape(short)}\b" if comma else "")
    text, rest = (re.sub(called, lambda _: plain, one) for one in (left.text, left.rest))
    return replace(left, card=left.card.replace(name, plain), text=text, rest=rest)


def meaning(known: Functioning | None, text: str) -> str:
    """Return what a text is about: of a keyword the name alone does not say it."""
    keywords = known.keywords if known else {}
    words = words_of(text)
    if len(words) >= SENTENCE and not _KEYWORD.match(text):
        return text
    return next((keywords[word] for word in words[:1] if word in keywords), text)


def unlabelled(text: str) -> str:
    """Return a text without a word that stands before it and a dash, such as an ability word."""
    return _LABEL.sub("", text)


def says_where_alone(text: str) -> bool:
    """Return whether a text says from where alone something may be done."""
    return _ALONE.search(text.casefold()) is not None


def waited_for(text: str) -> str:
    """Return what a text waits for, without what it does then."""
    sign, several = SIGN.match(text), _LISTED.match(text)
    if sign:
        return sign.group()
    start = several.end() if several else 0
    return text[:start] + _THEN.split(text[start:], maxsplit=1)[0]


def names_card(card: str, words: list[str]) -> bool:
    """Return whether words speak of their own card by its name."""
    name = words_of(card.partition(" (")[0])
    places = range(len(words) - len(name) + 1)
    return any(words[place : place + len(name)] == name for place in places)


def begins_with(words: Iterable[str], phrases: Iterable[str]) -> bool:
    """Return whether words begin with one of some phrases."""
    said = " ".join(words)
    return any(f"{said} ".startswith(f"{phrase} ") for phrase in phrases)


def says_words(text: str, phrase: str) -> bool:
    """Return whether a phrase stands in a text, word for word."""
    return f" {' '.join(words_of(phrase))} " in f" {' '.join(words_of(text))} "


def words_of(text: str) -> list[str]:
    """Return the words of a text, without signs between them."""
    return re.findall(r"[\w']+", text.casefold().replace("’", "'"))


def done_to_card(condition: str, name: list[str], itself: Iterable[str]) -> bool:
    """Return whether what a condition waits for is done to its own card, named at its end."""
    words = words_of(condition)
    if " or " in condition or "and" in words:
        return False
    named = any(words[-len(one) :] == one for one in (name, *([one, "creature"] for one in itself)))
    verbs = {"discard", "discards", "sacrifice", "sacrifices", "cycle", "to"}
    before = words[: -len(name)] if words[-len(name) :] == name else words[:-2]
    return named and bool(before) and before[-1] in verbs
