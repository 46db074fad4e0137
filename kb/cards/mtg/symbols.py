"""How Magic's card text is printed again."""

from __future__ import annotations

from kb.cards.english import EnglishPrinter, noun_number
from kb.cards.mtg.subtypes import plural
from kb.cards.printer import Agreement
from kb.cards.values import Node, Noun, Value

_ONE = frozenset({"each^o", "one^o", "either^o", "another^o", "up^o"})


def _mass(phrase: Node) -> bool:
    """Whether a phrase is about what is not counted: all damage is prevented."""
    head = phrase.node("noun")
    noun = None if head is None else head.get("noun")
    return isinstance(noun, Noun) and noun.lemma in ("damage", "life", "mana")


class MagicPrinter(EnglishPrinter):
    """Prints Magic's text."""

    def subject(self, value: Value) -> Agreement:
        """Return person and number of a subject; of several the last decides after "or"."""
        if isinstance(value, Node):
            if value.kind == "portion_of":
                first = str(value.get("portion")).split()[0]
                if first in _ONE:
                    return Agreement(3, "one")
                return self.subject(value.get("of"))
            if value.kind in ("any_of", "comma_any_of"):
                return self.subject(value.get("second"))
            if value.kind in ("comma_all_of", "and_or_of", "comma_and_or_of"):
                return Agreement(3, "many")
            if value.kind in ("bare", "phrase") and _mass(value):
                return Agreement(3, "one")
            if value.kind in ("bare", "phrase") and noun_number(value) is None:
                quantifier = value.node("quantifier")
                if quantifier is None or quantifier.kind in ("own", "of_whose", "the", "that"):
                    return Agreement(3, "one")
        return super().subject(value)

    def render(self, pieces: list[str]) -> str:
        """Join tokens; behind the dash of a keyword a capital needs no telling."""
        kept = [
            piece
            for place, piece in enumerate(pieces)
            if piece != "^capital" or pieces[place - 1 : place] != ["-^k"]
        ]
        return super().render(kept)

    def tight(self, before: str, after: str) -> bool:
        """Mana symbols stand against each other, and so does what a stroke parts."""
        if (before[:1] == "{" and after[:1] == "{") or "-^k" in (before, after):
            return True
        return before.partition("^")[0] == "/" or after.partition("^")[0] == "/"

    def begins(self, pieces: list[str], index: int) -> bool:
        """Return whether a capital follows: behind a dash, a bullet."""
        return pieces[index] in ("-", "-^k", "•")

    def _shown(self, plain: str) -> str:
        if plain == "-":
            return "—"
        if plain == "x":
            return "X"
        if plain[:1] in "&%":
            return plain[1:].upper().replace("-", "−" if plain[0] == "%" else "-")
        if plain[:1] == "{":
            return plain.upper()
        if plain[:1] == "[":
            return plain.upper().replace("-", "−")
        if plain.startswith("~") and plain.endswith("+s"):
            return plural(plain[1:-2].replace("_", " "))
        return super()._shown(plain)
