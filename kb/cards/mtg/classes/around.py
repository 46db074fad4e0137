"""What every part of the first pass has at hand: the words, their classes, what stands around."""

from __future__ import annotations

from kb.cards.mtg.lexis import ARTICLES, BE, FINITE, PREPOSITIONS, PRONOUNS, WHOSE, WORDED, Lexis


class Around:
    """A sentence whose words get their classes, and what stands around a word.

    Attributes
    ----------
    out
        The words with their marks, as far as they are known.
    cls
        The class of each word.
    """

    def __init__(self, lexis: Lexis, words: list[str], cost: bool) -> None:
        self.t = lexis
        self.words = words
        self.cost = cost
        self.out = list(words)
        self.cls = [""] * len(words)

    def word_at(self, place: int) -> str:
        """Return the word at a place; empty behind the last."""
        return self.words[place] if 0 <= place < len(self.words) else ""

    def put(self, place: int, marked: tuple[str, ...], cls: str) -> int:
        """Take in marked words and their class; return the place behind them."""
        for offset, word in enumerate(marked):
            self.out[place + offset] = word
            self.cls[place + offset] = cls
        return place + len(marked)

    def np_at(self, place: int, *, pronouns: bool = False) -> bool:
        """Whether a noun phrase goes on at a place, by its words."""
        if place >= len(self.words):
            return False
        word = self.words[place]
        t = self.t
        if pronouns and (word in PRONOUNS or word in WHOSE or word in ARTICLES or word == "x"):
            return True
        return (
            word in t.adjectives
            or word in t.nouns
            or word[0] in "~&#"
            or word in WORDED
            or word in ("other", "target")
            or word.startswith("non")
            or (word == "x" and self.np_at(place + 1))
            or (place + 1 < len(self.words) and self.words[place + 1] in ("counter", "counters"))
            or (
                word in t.past
                and place + 1 < len(self.words)
                and (
                    self.words[place + 1] in t.nouns
                    or self.words[place + 1] in t.adjectives
                    or self.words[place + 1][0] == "~"
                )
            )
        )

    def verb_at(self, place: int) -> bool:
        """Whether a verb stands at a place."""
        return place < len(self.words) and (
            self.words[place] in self.t.verbs or self.words[place] in ("have", "be")
        )

    def object_at(self, place: int) -> bool:
        """Whether a pronoun or a determiner stands at a place."""
        word = self.words[place] if place < len(self.words) else ""
        return word in PRONOUNS or word in ARTICLES or word in WHOSE or word[:1] == "~"

    def np_or_pronoun(self, place: int) -> bool:
        """Whether a noun phrase or a pronoun begins at a place."""
        return self.np_at(place, pronouns=True)

    def clause_follows(self, place: int) -> bool:
        """Whether a subject and a verb come before the next comma."""
        words, t = self.words, self.t
        begin = place
        while place < len(words) and words[place] not in (",", ":"):
            word = words[place]
            if place > begin and (
                word in BE
                or word in ("has", "have", "'ve", "had", "would", "can", "may", "do", "does")
                or (word in t.verbs and word not in t.nouns)
                or (
                    word in t.verbs
                    and word in t.nouns
                    and words[place - 1] not in ARTICLES | WHOSE | {"combat", "'s"}
                    and words[place - 1] not in t.adjectives
                    and (
                        words[place - 1] in t.nouns
                        or words[place - 1][0] == "~"
                        or words[place - 1] in PRONOUNS
                    )
                )
                or word in FINITE
            ):
                return True
            if word in PREPOSITIONS and word not in ("of", "on", "in", "with"):
                return False
            place += 1
        return False
