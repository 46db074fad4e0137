"""Past forms, and "have" before them: before a noun, behind it, or as a verb."""

from __future__ import annotations

from kb.cards.mtg.classes.around import Around
from kb.cards.mtg.lexis import BE, FINITE


class PastForms(Around):
    """Classes past forms."""

    def have(self, place: int) -> None:
        """Tell "have" with an object from "have" before a past form."""
        words, t = self.words, self.t
        word = words[place]
        after = words[place + 1] if place + 1 < len(words) else ""
        if after in ("not^t", "not"):
            after = words[place + 2] if place + 2 < len(words) else ""
        self.cls[place] = "V"
        if word == "'ve":
            self.cls[place] = "L"
        elif word == "had":
            before = words[place - 1] if place else ""
            if before in ("'ve", "has", "have"):
                self.out[place] = "had^p"
        elif (
            (
                after in t.past
                and after not in ("base",)
                and not (
                    words[place + 2 : place + 3]
                    and words[place + 2] in t.nouns
                    and after in t.adjectives
                )
            )
            or after == "been"
            or after == "had"
        ):
            self.out[place] = f"{word}^p"
            self.cls[place] = "L"

    def past_of_one(self, place: int) -> bool:
        """Whether "cast" or "put" is past: "if an opponent cast a spell"."""
        words = self.words
        return (
            words[place] in ("cast", "put")
            and place > 0
            and words[place - 1] in ("opponent", "player")
            and words[place - 1] in self.t.singular
            and any(kind == "I" for kind in self.cls[:place])
        )

    def past_form(self, place: int) -> None:
        """Tell a past form before its noun, behind it, and as a verb apart."""
        t, words, out, cls = self.t, self.words, self.out, self.cls
        word = words[place]
        prev = cls[place - 1] if place else "^"
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        plain = t.past[word]
        if word == "named" and after[:1] == "~":
            out[place], cls[place] = "named^n", "Z"
            return
        helped = (
            prev == "B"
            or before in ("'ve", "been", "had")
            or out[place - 1 : place] in (["have^p"], ["has^p"])
            or (before == "not^t" and words[place - 2] in BE | {"have", "has", "did"})
            or (prev == "!" and out[place - 1] in ("not^n",))
            or prev == "E^"
        )
        nounish = (
            (after in t.nouns and not (after in t.verbs and helped))
            or after in t.adjectives
            or after.startswith(("~", "&"))
            or after in ("other",)
            or (after in t.past and words[place + 2 : place + 3] and words[place + 2] in t.nouns)
        )
        if (
            prev == "D"
            and not helped
            and after in ("or", "and")
            and self.past_before_noun(place + 2)
        ):
            nounish = True
        if nounish and not helped and (prev in "D'AW^Z+,V=HItEiQ"):
            out[place], cls[place] = (t.adjectives.get(word, f"{word}^s")), "A"
            return
        if helped:
            out[place], cls[place] = plain, "P"
            return
        if prev == "+" and self.cls[place - 2 : place - 1] and self.cls[place - 2] in "Pu":
            out[place], cls[place] = (
                (plain, "P") if self.cls[place - 2] == "P" else (f"{word}^after", "u")
            )
            return
        if (
            prev == "r"
            or (prev == "R" and before not in ("those", "them", "it", "one", "each"))
            or prev == "C"
            or (
                word in FINITE
                and prev in "NURY"
                and not (word in ("lost", "gained") and after == "this" and prev == "N")
            )
        ):
            out[place], cls[place] = plain, "P"
            return
        if prev in "NUYRFM'A":
            if word in ("dealt",) and (after in ("damage",) or after.startswith("#")):
                out[place], cls[place] = f"{word}^given", "u"
            else:
                out[place], cls[place] = f"{word}^after", "u"
            return
        out[place], cls[place] = plain, "P"

    def past_before_noun(self, place: int) -> bool:
        """Whether a past form and its noun stand at a place."""
        words, t = self.words, self.t
        return (
            place + 1 < len(words)
            and (words[place] in t.past or words[place] in t.adjectives)
            and words[place + 1] in t.nouns
        )
