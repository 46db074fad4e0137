"""Numbers as places in a row, in words."""

from __future__ import annotations

_WORDS = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)


def nth(number: int) -> str:
    """Return a number as a place in a row: in a word, or from the eleventh on in figures.

    >>> nth(2), nth(13), nth(22)
    ('second', '13th', '22nd')
    """
    return _WORDS[number - 1] if 1 <= number <= len(_WORDS) else ordinal(number)


def ordinal(number: int) -> str:
    """Return a number as a place in a row, in figures.

    >>> ordinal(12), ordinal(22)
    ('12th', '22nd')
    """
    last = number % 10 if number % 100 // 10 != 1 else 0
    ending = {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
    return f"{number}{ending}"
