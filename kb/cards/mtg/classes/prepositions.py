"""Prepositions, and words that may open a clause as well."""

from __future__ import annotations

from kb.cards.mtg.classes.around import Around


class Prepositions(Around):
    """Classes prepositions."""

    def preposition(self, place: int) -> None:
        """Give a preposition its class; `structure` decides what it belongs to."""
        words, out, cls = self.words, self.out, self.cls
        word = words[place]
        after = words[place + 1] if place + 1 < len(words) else ""
        prev = cls[place - 1] if place else "^"
        before = words[place - 1] if place else ""
        cls[place] = "Z"
        if word == "from" and (
            before in ("protection", "hexproof")
            or (before in ("and", ",") and "from^k" in out[:place])
        ):
            out[place], cls[place] = "from^k", "k"
        elif (
            word == "to"
            and after in self.t.base
            and (
                (words[0] == "as" and before == "cost")
                or (prev == "u" and before in ("spent", "paid"))
            )
        ):
            out[place] = "to^n"
        elif (
            word == "to"
            and (after in self.t.base or after in ("have", "be", "do"))
            and after not in ("exile", "target", "end")
        ) or (
            word == "to" and after == "exile" and words[place + 2 : place + 3] not in ([], [","])
        ):
            out[place], cls[place] = "to^i", "i"
        elif word == "of":
            out[place] = "of^e" if prev == "E" else "of^p" if prev == "W" else "of^n"
        elif word in ("until", "after", "before") and self.clause_follows(place + 1):
            out[place], cls[place] = f"{word}^c", "I"
        elif (
            word == "as"
            and (not place or prev == ",")
            and self.clause_follows(place + 1)
            and after != "a"
        ):
            out[place], cls[place] = "as^e", "H"
        elif (
            word == "as"
            and prev not in "^,"
            and "same" not in words[max(0, place - 2) : place]
            and self.clause_follows(place + 1)
            and after not in ("a", "an")
        ):
            out[place], cls[place] = "as^c", "I"
