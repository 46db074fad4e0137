"""The one error that bad input ends in, and the words it is told with."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

QUOTED_LENGTH = 60
LISTED_WORDS = 12


class LudexError(Exception):
    """Input that Ludex cannot use, and where it stands.

    Parameters
    ----------
    message : str
        Lower case: what was found, what was expected, the nearest valid word.
    file : str or Path, optional
        The file the input was read from.
    line, column : int, optional
        The place in the file, both counted from 1.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | Path | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = None if file is None else str(file)
        self.line = line
        self.column = column

    def at(
        self, file: str | Path | None, line: int | None = None, column: int | None = None
    ) -> LudexError:
        """Return the same error at a place, for a caller who knows it better."""
        return LudexError(self.message, file=file, line=line, column=column)

    def __reduce__(self) -> tuple[object, ...]:
        # An exception is pickled by its positional arguments; worker processes send these back.
        return _rebuild, (self.message, self.file, self.line, self.column)

    def __str__(self) -> str:
        place = [] if self.file is None else [escape(self.file)]
        if self.line is not None:
            place.append(str(self.line) if self.file is not None else f"line {self.line}")
            if self.column is not None:
                place.append(str(self.column))
        return ": ".join([":".join(place)] * bool(place) + [escape(self.message)])


def _rebuild(message: str, file: str | None, line: int | None, column: int | None) -> LudexError:
    return LudexError(message, file=file, line=line, column=column)


def escape(text: str) -> str:
    """Return the text on one line: what does not print is written as an escape.

    >>> escape("two\\nlines")
    'two\\\\nlines'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def quote(value: object) -> str:
    """Return input as it is quoted in a message: on one line, in quotes, shortened.

    >>> quote("lojalty")
    "'lojalty'"
    >>> quote(3)
    '3'
    """
    if not isinstance(value, str):
        try:
            text = escape(str(value))
        except (ValueError, RecursionError):  # an integer of 5,000 digits, or nested too deep
            text = "a value too large to show"
        return text if len(text) <= QUOTED_LENGTH else text[: QUOTED_LENGTH - 1] + "…"
    # Cut before escaping as well: the input may be megabytes long.
    text = escape(value[: QUOTED_LENGTH + 1])
    if len(value) > QUOTED_LENGTH or len(text) > QUOTED_LENGTH:
        text = text[: QUOTED_LENGTH - 1] + "…"
    return f"'{text}'"


def closest(word: str, words: Iterable[str]) -> str | None:
    """Return the valid word that was meant, None if no word is close.

    >>> closest("lojalty", ["loyalty", "life"])
    'loyalty'
    """
    lowered: dict[str, str] = {}
    for candidate in sorted({w for w in words if w}):
        lowered.setdefault(candidate.lower(), candidate)
    # Comparing is quadratic in the length of the word, which is the user's.
    close = get_close_matches(word[:QUOTED_LENGTH].lower(), lowered, n=1, cutoff=0.6)
    return lowered[close[0]] if close else None


def instead(words: Iterable[object]) -> str:
    """Return the end of a message about what is missing: what was found in its place.

    >>> instead(["cost", "types"])
    "; found 'cost', 'types'"
    """
    said = [quote(str(word)) for word in words]
    if not said:
        return ""
    return f"; found {', '.join(said[:FOUND])}{' …' if len(said) > FOUND else ''}"


FOUND = 3
"""How many words a message about what is missing repeats."""


def nearest(word: str, words: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: the valid word that was meant.

    Parameters
    ----------
    word : str
        What was found.
    words : iterable of str
        What is valid there.

    Returns
    -------
    str
        ``; did you mean 'x'?``, or else ``; expected 'a', 'b' or 'c'``, or nothing when
        nothing is valid.

    >>> nearest("lojalty", ["loyalty", "life"])
    "; did you mean 'loyalty'?"
    """
    valid = sorted({w for w in words if w})
    if not valid:
        return ""
    close = closest(word, valid)
    if close is not None:
        return f"; did you mean {quote(close)}?"
    if len(valid) == 1:
        return f"; expected {quote(valid[0])}"
    if len(valid) > LISTED_WORDS:
        # Those come first that share a word with it, and those last that begin with a sign.
        parts = set(word.casefold().split())
        valid.sort(key=lambda w: (parts.isdisjoint(w.casefold().split()), not w[0].isalpha()))
        shown = ", ".join(quote(w) for w in valid[:LISTED_WORDS])
        return f"; expected one of {shown} …"
    return f"; expected {', '.join(quote(w) for w in valid[:-1])} or {quote(valid[-1])}"
