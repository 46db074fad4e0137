"""How Final Fantasy cards are printed: what is noise, what stays in brackets, symbols."""

from __future__ import annotations

import re
from collections.abc import Mapping

_WIDE = str.maketrans("０１２３４５６７８９、", "0123456789,")
_NOISE = re.compile(r"</?[a-z]+ */?>|[*~_%\u00a0]")
_STRAIGHT = re.compile(r"(?<![\w])'(This [^'\"]*(?:'[a-z][^'\"]*)*[.a-z])'(?!\w)")
_BREAK = re.compile(r"(?<![.:\"”)>}\s])( *)\n(?! *\n)")
_LOWER = re.compile(r"(?:^|\s)[a-z]+\b")


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def prepare(text: str) -> str:
    """Blank out what a web page left in a text, join a sentence broken over two lines.

    The text stays as long as it was, so that places stay.
    """
    text = _NOISE.sub(_blank, text)
    text = text.replace(" - ", " ‐ ")
    text = _STRAIGHT.sub(r"‘\1’", text)
    text = text.translate(_WIDE)
    return _BREAK.sub(lambda found: _join(found, text), text) if "\n" in text else text


def _join(found: re.Match[str], text: str) -> str:
    start = text.rfind("\n", 0, found.start()) + 1
    line = text[start : found.start()]
    unfinished = line[max(line.rfind(end) for end in (".", ":", '"')) + 1 :]
    return found.group(1) + (" " if _LOWER.search(unfinished) else "\n")


_KEPT = re.compile(
    r"[A-Z0-9][\w&' -]{0,30}|it cannot become \d+|units? must be \d+"
    r"|th(?:is|ese) effects? (?:does not|doesn't|do not|don't) end at the end of the turn\."
    r"|instead of paying .*|round (?:up|down) to .*|select as many as possible",
    re.IGNORECASE,
)


def is_aside(inside: str) -> bool:
    """Whether text in round brackets only repeats a rule; names and conditions do not."""
    if _KEPT.fullmatch(inside):
        return (
            " " in inside
            and inside[0].isupper()
            and inside.split()[-1].islower()
            and not (inside.endswith(("0", "turn")))
        )
    return True


_ELEMENTS: Mapping[str, str] = {
    "f": "fire",
    "i": "ice",
    "w": "wind",
    "e": "earth",
    "l": "lightning",
    "a": "water",
    "d": "dull",
}


def symbol(printed: str) -> str:
    """Return the normal shape of a symbol: ``{Fire}`` -> ``{fire}``."""
    inside = " ".join(printed[1:-1].split())
    if printed[0] == "[":
        return f"[{inside.replace(' ', '_')}]"
    inside = inside.lower()
    return f"{{{_ELEMENTS.get(inside, inside)}}}"
