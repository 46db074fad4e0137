"""Texts of a card that no rule carries out, for messages about what the card seems not to have."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from clingo import Symbol, SymbolType

from kb.errors import quote

UNSUPPORTED = "unsupported"
"""The term that stands for a text that is not carried out, with what it touches."""

UNKNOWN_FACE = "Its other face, {}, is not known here."
"""What a card says whose other face no file has."""

_QUOTES = frozenset('"“”')


def unread(facts: Iterable[Symbol], abilities: Container[Symbol]) -> tuple[str, ...]:
    """Return the texts of some abilities that no rule carries out.

    Parameters
    ----------
    facts : iterable of Symbol
        The facts of cards, ``says(Ability,Key,Value)`` among them.
    abilities : container of Symbol
    """
    return tuple(value.arguments[0].string for _, value in left_out(facts, abilities))


def left_out(
    facts: Iterable[Symbol], abilities: Container[Symbol]
) -> Iterator[tuple[Symbol, Symbol]]:
    """Yield the terms for what of some abilities no rule carries out, each with its ability."""
    said = (fact.arguments for fact in facts if fact.match("says", 3))
    for ability, _, value in said:
        if ability in abilities and is_unsupported(value):
            yield ability, value


def is_unsupported(value: Symbol) -> bool:
    """Return whether a term stands for a text that is not carried out."""
    return value.type is SymbolType.Function and value.name == UNSUPPORTED


def but_unread(texts: Iterable[str]) -> str:
    """Return, for the end of a message, that a text is not carried out; nothing without one."""
    first = next(iter(texts), None)
    return "" if first is None else f" that Ludex knows of: it does not carry out {quote(first)}"


def is_used(text: str) -> bool:
    """Return whether a text is that of an ability with a cost: "COST: what it does".

    What is quoted behind a colon is lent; behind a bullet stands what a die shows.
    """
    cost, colon, does = text.partition(": ")
    lends = does.lstrip()[:1] in _QUOTES or text.startswith("•")
    return bool(colon) and not lends and not _QUOTES.union(".").intersection(cost)


def unknown_face(text: str) -> str | None:
    """Return the name of the other face of which a text says that it is not known, else None."""
    before, after = UNKNOWN_FACE.split("{}")
    if not (text.startswith(before) and text.endswith(after)):
        return None
    return text.removeprefix(before).removesuffix(after)
