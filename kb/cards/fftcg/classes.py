"""Patterns over the normal string: what a verb, a noun, a noun phrase's head look like."""

from __future__ import annotations

import re

from kb.cards.grammar import Grammar
from kb.records import record

OBJECT = (
    r"(?:it|them|you|him|the|all|this|that|those|these|each|every|any|both|up to|a|another|your|its"
    r"|one|#\d+|~[^ ]+|as many|job|card name)"
)
"""What an object begins with, where it does not begin with its noun."""

KEYWORD = r"(?:haste|brave|first\^k|back\^k|“)"
"""What a keyword or a quoted ability begins with."""


def any_of(forms: tuple[str, ...]) -> str:
    """Return a pattern for any of some forms, without their marks."""
    plain = {" ".join(word.split("^")[0] for word in form.split()) for form in forms if form}
    ordered = sorted(plain, key=lambda form: (-len(form), form))
    return f"(?:{'|'.join(map(re.escape, ordered))})"


@record
class Classes:
    """Patterns for the word classes of a grammar."""

    verb: str
    third: str
    base: str
    modal: str
    past: str
    gerund: str
    noun: str
    element: str
    head: str


def classes(grammar: Grammar) -> Classes:
    """Return the patterns of a grammar's word classes."""
    forms = {name: entry.forms for name, entry in grammar.entries.items()}
    acting = (*forms["V"], *forms["GIVING"])
    nouns = tuple(
        form.split()[-1]
        for form in forms["NOUN"]
        if "^" not in form.split()[-1] and "#" not in form
    )
    noun = any_of(nouns)
    element = any_of(forms["ELEMENT"])
    kinds = r"(?:job|category|card\^[ib] name)\^[ib]"
    sort = rf"(?:{element} |{kinds} ~[^ ]+ |[a-z-]+\^t )"
    word = rf"(?:{noun}|~[^ ^]+|{element}|{kinds} ~[^ ]+)"
    return Classes(
        verb=any_of((*acting, *forms["HAVE"])),
        third=any_of(acting[1::2]),
        base=any_of(acting[::2]),
        modal=any_of(forms["MODAL"]),
        past=any_of(forms["PAST"]),
        gerund=any_of(forms["GERUND"]),
        noun=noun,
        element=element,
        head=rf"(?:(?:{any_of(forms['STATE'])}|other) ){{0,6}}{sort}{{0,6}}{word}",
    )
