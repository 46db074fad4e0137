"""Riftbound's symbols, old and new, and how its text is printed."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.cards.english import EnglishPrinter

SYNONYMS = {"exhaust": "e", "t": "e", "s": "m", "might": "m"}
"""Older or longer ways to write a symbol: [T] and [Exhaust] are [E], [S] is [M]."""

_NUMBERED = re.compile(r"^([a-z-]+) (\d+|x)$")


def symbol(printed: str) -> str:
    """Return the normal shape of a symbol.

    A keyword with a number becomes two tokens' worth of text in one: ``[assault:2]``.
    """
    inside = " ".join(printed[1:-1].lower().split())
    inside = SYNONYMS.get(inside, inside)
    if match := _NUMBERED.match(inside):
        return f"[{match.group(1)}:{match.group(2)}]"
    return f"[{inside.replace(' ', '_')}]"


_SHOWN: Mapping[str, str] = {
    "[m]": "[M]",
    "[e]": "[Exhaust]",
    "[a]": "[A]",
    "[c]": "[C]",
    "[x]": "[X]",
    "[quick-draw]": "[Quick-Draw]",
    "xp": "XP",
}


class RiftboundPrinter(EnglishPrinter):
    """Prints Riftbound's English."""

    symbols = _SHOWN
    fixed: Mapping[str, str] = {
        word.lower(): word
        for word in (
            "Might",
            "Mights",
            "Energy",
            "Power",
            "Main Deck",
            "Main Phase",
            "Beginning Phase",
            "Equipment",
            "Champion Zone",
            "Chosen Champion",
            "Bonus Damage",
            "Victory Score",
            "Mighty",
        )
    }

    def tight(self, before: str, after: str) -> bool:
        """Symbols of a cost stand together; a keyword and its cost do not."""
        if after == "[>]" or before == "[>>]" or (before == "+" and after == "[m]"):
            return True
        return _is_resource(before) and _is_resource(after)

    def begins(self, pieces: list[str], index: int) -> bool:
        """Whether a capital follows: after a dash and after the arrow of a label."""
        return pieces[index] in {"-", "[>]"}

    def _shown(self, plain: str) -> str:
        if plain.startswith("[") and plain not in self.symbols:
            inside = plain[1:-1].replace(":", " ").replace("_", " ")
            return f"[{inside[:1].upper()}{inside[1:]}]"
        return super()._shown(plain)


def _is_resource(piece: str) -> bool:
    return bool(re.fullmatch(r"\[(?:\d+|x|a|c|fury|calm|mind|body|chaos|order)\]", piece))
