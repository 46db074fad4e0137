"""What describes the noun behind it: nouns, names and keywords."""

from __future__ import annotations

from kb.cards.mtg.classes.around import Around
from kb.cards.mtg.lexis import HEADS


class Sorts(Around):
    """Marks what describes the noun behind it."""

    def sorts(self) -> None:
        """Mark nouns, names and keywords that describe the noun behind them."""
        t, words, out, cls = self.t, self.words, self.out, self.cls
        for place in range(len(words) - 1):
            after = cls[place + 1]
            if (
                cls[place] == "N"
                and not out[place].endswith("^z")
                and not (words[place] == "toughness" and after == "S")
                and words[place] in t.singular
                and not t.related.at(words, place + 1)
                and (
                    (after in ("N", "U", "S") and words[place + 1] != "'s")
                    or (
                        after == "A"
                        and words[place + 1] not in ("other",)
                        and cls[place + 2 : place + 3] in (["N"], ["U"])
                    )
                )
            ):
                out[place], cls[place] = f"{words[place]}^sort", "A"
            elif (
                cls[place] == "U"
                and after in "NUA"
                and not (after == "A" and cls[place + 2 : place + 3] not in (["N"], ["A"], ["U"]))
            ):
                out[place], cls[place] = f"{words[place]}^t", "A"
            elif words[place] == "indestructible" and after in ("U", "A", "N"):
                out[place], cls[place] = "indestructible^sort", "A"
            elif cls[place] == "K" and after == "N":
                if place and cls[place - 1] == "K" and words[place + 1] in ("counter", "counters"):
                    for part in (place - 1, place):
                        out[part], cls[part] = f"{words[part]}^sort", "A"
                elif not place or cls[place - 1] != "K":
                    out[place], cls[place] = f"{words[place]}^sort", "A"
            elif (cls[place] == "T" and after in "NA") or (
                cls[place] == "T" and words[place + 1] in ("counter", "counters")
            ):
                out[place], cls[place] = f"{words[place]}^t", "A"
        # "Instant or sorcery card": what stands before "or" describes the card as well.
        for place, word in enumerate(words):
            if word in ("or", "and") and cls[place] == "+" and place and place + 1 < len(words):
                left = place - 1
                right = place + 1
                if words[right : right + 2] == ["/", "or"]:
                    right += 2
                if cls[left] == ",":
                    left -= 1
                if left < 0 or cls[left] not in "NU" or out[left].endswith("^z"):
                    continue
                if cls[left] == "N" and words[left] not in t.singular:
                    continue
                head = right
                while (
                    head < len(words)
                    and cls[head] == "A"
                    and (
                        out[head].endswith(("^t", "^sort"))
                        or out[head] in t.adjectives.values()
                        or out[head].startswith("non")
                    )
                ):
                    head += 1
                if (
                    head > right
                    and head < len(words)
                    and cls[head] == "N"
                    and (words[head] in HEADS)
                    and words[head] != words[left]
                ):
                    if words[left] in (
                        "card",
                        "spell",
                        "permanent",
                        "token",
                        "player",
                        "opponent",
                        "ability",
                    ):
                        continue
                    if words[head] in (
                        "creature",
                        "creatures",
                        "artifact",
                        "artifacts",
                        "land",
                        "lands",
                        "planeswalker",
                        "planeswalkers",
                    ) and not out[right].startswith("~"):
                        continue
                    self.describe(left)

    def describe(self, place: int) -> None:
        """Make nouns before "or", and those before their commas, describe the noun behind it."""
        out, cls, words = self.out, self.cls, self.words
        while place >= 0:
            if cls[place] in "NU" and not out[place].endswith(("^t", "^sort")):
                out[place], cls[place] = (
                    f"{words[place]}{'^t' if cls[place] == 'U' else '^sort'}",
                    "A",
                )
            if place > 1 and cls[place - 1] == "," and cls[place - 2] in "NU":
                place -= 2
                continue
            return
