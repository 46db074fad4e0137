"""Elided, contracted and hyphenated French words, read in full.

``du`` is ``de le``, ``qu'il`` is ``que il``, ``envoyez-moi`` is ``envoyez -moi``; only ``l'`` stays
as it is, since nothing in it says which of ``le`` and ``la`` it was.
"""

from __future__ import annotations

import re

_CONTRACTED = {
    "du": ("de", "le"),
    "des": ("de", "les"),
    "au": ("à", "le"),
    "aux": ("à", "les"),
}
_ELIDED = {
    "d'": "de",
    "j'": "je",
    "n'": "ne",
    "m'": "me",
    "qu'": "que",
    "jusqu'": "jusque",
    "lorsqu'": "lorsque",
    "l'": "l'",
}
_HEAD = re.compile(r"^(?:[ldjnmsc]|qu|jusqu|lorsqu)'")
_SUFFIX = re.compile(r"^(.+)(-(?:moi|les|le|la|lui|en|y))$")


def split_word(word: str) -> tuple[str, ...] | None:
    """Split a lower-case word into the words that the grammar reads."""
    parts = _parts(word)
    return None if parts == (word,) else parts


def _parts(word: str) -> tuple[str, ...]:
    if word in _CONTRACTED:
        return _CONTRACTED[word]
    if match := _HEAD.match(word):
        head, rest = match.group(), word[match.end() :]
        tail = _parts(rest) if rest else ()
        return (_full(head, rest), *tail)
    if match := _SUFFIX.match(word):
        return (match.group(1), match.group(2))
    return (word,)


def _full(head: str, rest: str) -> str:
    if head == "s'":
        return "si" if rest in {"il", "ils"} else "se"
    if head == "c'":
        return "ce^i"
    return _ELIDED[head]
