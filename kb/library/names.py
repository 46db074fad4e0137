"""Names as the store compares them: without case, accents and typographic marks."""

from __future__ import annotations

import unicodedata

_APART = str.maketrans(
    {"æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d"}
)
_APOSTROPHES = frozenset("'’‘`´ʼ＇")
_VOICED = frozenset("\u3099\u309a")
"""The marks that make カ a ガ: no accents, but other letters."""


def key(name: str) -> str:
    """Return what names have in common that stand for the same.

    >>> key("Lim-Dûl’s Vault")
    'lim duls vault'
    >>> key("ÆTHER  VIAL") == key("Aether Vial")
    True
    >>> key("ガラク") == key("カラク")
    False
    """
    decomposed = unicodedata.normalize("NFKD", name.translate(_APART))
    kept = [
        c if c.isalnum() or c in _VOICED else " "
        for c in decomposed
        if c not in _APOSTROPHES and (c in _VOICED or not unicodedata.combining(c))
    ]
    found = " ".join(unicodedata.normalize("NFC", "".join(kept)).casefold().split())
    # A name of marks alone is told by its marks.
    return found or " ".join(name.casefold().split())


_LIGATURES = (("ae", "æ"), ("oe", "œ"), ("ss", "ß"))


def spellings(words: str) -> list[str]:
    """Return how words may be written, as an index does not see that æ is ae.

    >>> spellings("Grosse")
    ['grosse', 'große']
    """
    found = [words.casefold(), key(words)]
    for plain, ligature in _LIGATURES:
        found += [one.replace(plain, ligature) for one in found]
    return list(dict.fromkeys(found))


def spaced(text: str) -> str:
    """Return text whose words an index finds: each letter of a script without spaces is one.

    >>> spaced("空を飛ぶ Angel")
    ' 空  を  飛  ぶ  Angel'
    """
    return "".join(f" {c} " if _unspaced(c) else c for c in text)


def unspaced(text: str) -> bool:
    """Return whether text has letters of a script without spaces.

    >>> unspaced("空を飛ぶ"), unspaced("Angel")
    (True, False)
    """
    return any(map(_unspaced, text))


def _unspaced(c: str) -> bool:
    return "\u3040" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff" or "\uf900" <= c <= "\ufaff"


def numbers_of(identity: str) -> list[str]:
    """Return the numbers that an id consists of, where a card bears two: ``1-001H/PR-001``."""
    return identity.split("/")
