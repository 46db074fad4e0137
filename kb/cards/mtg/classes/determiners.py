"""Determiners and numbers, which may stand alone as well."""

from __future__ import annotations

from kb.cards.mtg.classes.around import Around
from kb.cards.mtg.lexis import ALONE, BE, BEFORE_COUNT, MODALS


class Determiners(Around):
    """Classes determiners and numbers."""

    def that(self, place: int) -> None:
        """Tell the determiner, the relative pronoun and the pronoun "that" apart."""
        words = self.words
        prev = self.cls[place - 1] if place else "^"
        after = words[place + 1] if place + 1 < len(words) else ""
        t = self.t
        if (
            prev in "NURYFVPMAKQSu"
            and place
            and (
                after in BE
                or after in MODALS
                or after
                in (
                    "has",
                    "have",
                    "'ve",
                    "had",
                    "do",
                    "does",
                    "not^t",
                    "each",
                    "also",
                    "entered",
                    "'d",
                )
                or (after in t.verbs and not (after in t.nouns and self.noun_after_that(place + 1)))
                or (
                    after in t.past
                    and not (
                        place + 2 < len(words)
                        and words[place + 2] in t.nouns
                        and after not in t.verbs
                    )
                )
            )
        ):
            self.out[place], self.cls[place] = "that^r", "r"
        elif self.np_at(place + 1) or after in ("player", "much"):
            self.cls[place] = "D"
        else:
            self.out[place], self.cls[place] = "that^p", "R"

    def noun_after_that(self, place: int) -> bool:
        """Whether "that" and a noun are followed by what the noun does."""
        following = self.words[place + 1] if place + 1 < len(self.words) else ""
        return following in self.t.verbs or following in BE or following in ("'s", ",", ".", "")

    def target(self, place: int) -> None:
        """Tell the word "target" of a phrase from the noun and the verb."""
        words = self.words
        before = words[place - 1] if place else ""
        prev = self.cls[place - 1] if place else "^"
        after = words[place + 1] if place + 1 < len(words) else ""
        if before == "each" and not self.np_at(place + 1):
            self.out[place], self.cls[place] = self.t.nouns["target"], "N"
        elif before == "that" and prev == "r":
            self.out[place], self.cls[place] = self.t.verbs["target"], "V"
        elif (before == "any" and not self.np_at(place + 1)) or (
            before in ("the", "a", "legal", "single")
            or (before == "that" and not self.np_at(place + 1))
            or before in ("new",)
        ):
            self.out[place], self.cls[place] = self.t.nouns["target"], "N"
        elif (
            prev in "rL"
            or (before in ("or", "and") and after in ("one", "a", "only", "that", "this"))
            or (prev == "R" and before in ("they", "you"))
            or before == "only"
        ) or (before == "that" and prev == "r"):
            self.out[place], self.cls[place] = self.t.verbs["target"], "V"
        else:
            self.out[place], self.cls[place] = "target^t", "D"

    def worded(self, place: int) -> None:
        """Class a number in words: before a noun, behind another word, or alone."""
        words = self.words
        word = words[place]
        before = words[place - 1] if place else ""
        self.cls[place] = "D"
        after = words[place + 1] if place + 1 < len(words) else ""
        if before in BEFORE_COUNT or self.out[place - 1 : place] == ["other^o"]:
            self.out[place] = f"{word}^q"
            self.cls[place] = "A"
            if not self.np_at(place + 1) and word == "one":
                self.out[place], self.cls[place] = self.t.nouns["one"], "N"
        elif word in ALONE and words[place + 1 : place + 3] == ["face", "down"]:
            self.out[place], self.cls[place] = f"{word}^p", "R"
        elif not self.np_at(place + 1) and after[:1] != "{" and after not in ("or",):
            if word in ALONE:
                self.out[place], self.cls[place] = f"{word}^p", "R"
            else:
                self.cls[place] = "W"
        elif (
            after == "or"
            and words[place + 2 : place + 3] not in (["more"], ["less"], ["fewer"])
            and word in ("one", "two")
        ):
            self.out[place], self.cls[place] = f"{word}^p", "R"

    def determiner(self, place: int) -> None:
        """Class a determiner, which may stand alone as well, or before a verb."""
        words = self.words
        word = words[place]
        after = words[place + 1] if place + 1 < len(words) else ""
        self.cls[place] = "D"
        if word == "each" and after == "equal":
            self.out[place], self.cls[place] = "each^d", "F"
            return
        if (
            word == "each"
            and self.cls[place - 1 : place] in (["N"], ["U"], ["Y"])
            and after in self.t.base
        ):
            self.out[place], self.cls[place] = "each^v", "E^"
            return
        if word in (
            "a",
            "the",
            "no",
            "every",
            "x",
            "this",
            "that",
            "those",
            "these",
        ) and word not in ("this", "those"):
            return
        if (
            self.np_at(place + 1)
            or after[:1] == "{"
            or after in ("target", "of", "a", "other", "color", "permanent")
        ) and not (
            word in ("each", "both", "all") and after in self.t.verbs and after not in self.t.nouns
        ):
            return
        if word in ("each", "both", "all") and (
            after in self.t.verbs or after in self.t.past or after in ("have", "be")
        ):
            self.out[place], self.cls[place] = f"{word}^v", "E^"
            return
        if after in self.t.past or after in self.t.gerunds:
            return
        if after in self.t.adjectives or after.startswith("non"):
            return
        if word in ("this", "those", "each", "all", "any", "another", "both"):
            if (
                word == "each"
                and (self.cls[place - 1 : place] in (["N"], ["U"]) or after in ("with", "of"))
                and self.cls[place - 1 : place] == ["N"]
            ):
                self.out[place] = "each^d"
                self.cls[place] = "Y"
                return
            self.out[place], self.cls[place] = f"{word}^p", "R"

    def unknown(self, place: int) -> None:
        """Class the number X: before a noun, behind a measure, or alone."""
        before, after = self.word_at(place - 1), self.word_at(place + 1)
        prev = self.cls[place - 1] if place else "^"
        if prev == "=" or not self.np_at(place + 1):
            self.out[place], self.cls[place] = "x^x", "R"
        else:
            self.cls[place] = "D"
            if before in ("the", "those", "top", "bottom", "first", "next", "other", "that"):
                self.out[place] = "x^q"
            elif after == "or":
                self.out[place] = "x^b"
        if prev in "NU" and before in ("value", "power", "toughness", "cost", "loyalty"):
            self.out[place], self.cls[place] = "x^a", "Y"
