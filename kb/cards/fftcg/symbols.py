"""How Final Fantasy's card text is printed again."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.cards.english import PLURALS, EnglishPrinter, noun_number, number_of_quantifier
from kb.cards.fftcg.sense import MASS, head_of
from kb.cards.printer import Agreement
from kb.cards.values import Node, Noun, Value

_CAPITALS = [
    "Forward",
    "Forwards",
    "Backup",
    "Backups",
    "Monster",
    "Monsters",
    "Summon",
    "Summons",
    "Character",
    "Characters",
    "Job",
    "Jobs",
    "Category",
    "Element",
    "Elements",
    "Counter",
    "Counters",
    "Haste",
    "Brave",
    "Freeze",
    "Freezes",
    "Fire",
    "Ice",
    "Wind",
    "Earth",
    "Lightning",
    "Water",
    "Light",
    "Dark",
    "Warp",
    "Multi-Element",
]
_PHRASES = (
    "Card Name",
    "Break Zone",
    "Damage Zone",
    "Main Phase",
    "Attack Phase",
    "Active Phase",
    "End Phase",
    "Draw Phase",
    "First Strike",
    "Back Attack",
    "Limit Break",
)
_CLOSING = ("”", "›")
_ENDED = re.compile(r"\.(?:\"|’)(?: [A-Z])?(?=[\s\S]|$)")
_BURSTS = {
    "burst^l": "~BURST",
    "ex^l": "~EX",
    "ex^n": "~EX",
    "burst^n": "~Burst",
    "bursts^n": "~Bursts",
}
_BRACKETS = ("job^b", "category^b", "name^b")


class FinalFantasyPrinter(EnglishPrinter):
    """Prints Final Fantasy's English."""

    symbols: Mapping[str, str] = {
        "-": "--",
        "cp": "CP",
        "cps": "CPs",
        "lb": "LB",
        "ex": "EX",
        "x": "X",
        "‹": "‘",
        "›": "’",
        "l'cie": "l'Cie",
        "‐": "-",
    }
    fixed: Mapping[str, str] = {
        **{word.lower(): word for word in _CAPITALS},
        **{phrase.lower(): phrase for phrase in _PHRASES},
        **{phrase[0] + phrase[1:].lower(): phrase for phrase in _PHRASES},
        "multi-element": "Multi-Element",
    }

    def render(self, pieces: list[str]) -> str:
        """Join tokens; kinds and names in brackets become one."""
        joined: list[str] = []
        lower: list[bool] = []
        for index, piece in enumerate(pieces):
            if piece in _CLOSING and index and pieces[index - 1] == ".":
                rest = pieces[index + 1 :]
                lower.append(bool(rest) and rest[0] not in {".^q", "“^o", "(", *_CLOSING})
            piece = _BURSTS.get(piece, piece)
            if joined and joined[-1] in _BRACKETS:
                kind = {"job^b": "Job", "category^b": "Category"}.get(joined.pop(), "Card_Name")
                if kind == "Card_Name":
                    joined.pop()
                joined.append(f"[{kind}_({piece[1:]})]")
            else:
                joined.append(piece)
        ends = iter(lower)
        return _ENDED.sub(
            lambda found: found.group().lower() if next(ends, False) else found.group(),
            super().render(joined),
        )

    def subject(self, value: Value) -> Agreement:
        """Return person and number of a subject: names do not show theirs."""
        head = head_of(value)
        if head is not None and isinstance(value, Node) and value.kind not in PLURALS:
            asked = number_of_quantifier(value.get("quantifier"))
            if head.kind == "called" and head.style == "many":
                return Agreement(3, "many")
            noun = head.get("noun")
            if head.kind in {"called", "named"} or (isinstance(noun, Noun) and noun.lemma in MASS):
                return Agreement(3, asked or noun_number(value) or "one")
        return super().subject(value)

    def noun(self, noun: Noun, agreement: Agreement) -> str:
        """Return the token of a noun; names are said as they are."""
        if noun.name:
            return f"~{noun.lemma.replace(' ', '_')}"
        return super().noun(noun, agreement)

    def tight(self, before: str, after: str) -> bool:
        """Symbols of a cost stand together; strokes and brackets against their words."""
        if before in {"(", "/", "‹"} or after in {")", "/", "›"}:
            return True
        return before.startswith("{") and after.startswith("{") and "^" not in before

    def begins(self, pieces: list[str], index: int) -> bool:
        """Whether a capital follows: after a label and its dash, and inside quotation marks."""
        piece = pieces[index]
        return piece in {"-", "‹", "‐", "{ex}^l"} or (piece == "~BURST" and index < 6)

    def _shown(self, plain: str) -> str:
        if plain.startswith("{"):
            inside = plain[1:-1]
            upper = len(inside) <= 2
            return f"{{{inside.upper() if upper else inside.capitalize()}}}"
        if plain.startswith("["):
            return plain.replace("_", " ")
        if re.fullmatch(r"~.*", plain):
            return plain[1:].replace("_", " ")
        return super()._shown(plain)
