"""The first pass as a whole: the class of each word."""

from __future__ import annotations

from kb.cards.mtg.classes.content_words import ContentWords
from kb.cards.mtg.classes.determiners import Determiners
from kb.cards.mtg.classes.fixed_phrases import FixedPhrases
from kb.cards.mtg.classes.prepositions import Prepositions
from kb.cards.mtg.classes.sorts import Sorts
from kb.cards.mtg.lexis import ARTICLES, BE, MODALS, PREPOSITIONS, PRONOUNS, WHOSE, WORDED


class Classified(FixedPhrases, Determiners, Prepositions, ContentWords, Sorts):
    """A sentence whose words have their classes."""

    def classes(self) -> None:
        """Give each word that has none yet its class."""
        place = 0
        while place < len(self.words):
            place += 1 if self.cls[place] else self.classed(place)

    def classed(self, place: int) -> int:
        """Give a word its class; return how many words have theirs by that."""
        words, out, cls = self.words, self.out, self.cls
        word = words[place]
        prev = cls[place - 1] if place else "^"
        step = 1
        if self.sign(place):
            return step
        if word in ("and", "or", "but"):
            cls[place] = "+"
        elif word == "'s":
            cls[place] = "'"
        elif word == "not^t":
            cls[place] = "!"
        elif word == "not":
            step = self.negation(place)
        elif word in BE:
            cls[place] = "B"
        elif word in ("have", "has", "'ve", "had"):
            self.have(place)
        elif word in ("do", "does") or word in MODALS:
            step = self.helping(place)
        elif word == "that":
            self.that(place)
        elif word in ("who", "which"):
            out[place], cls[place] = (f"{word}^r", "r") if prev in "NUR" else ("who^p", "R")
        elif word == "what":
            out[place], cls[place] = "what^p", "R"
        elif word in ("so", "there"):
            cls[place] = "R"
        elif word == "her" and not self.np_at(place + 1):
            out[place], cls[place] = "her^o", "R"
        elif word == "whose" and prev in "NUY":
            out[place], cls[place] = "whose^r", "r"
        elif word in WHOSE:
            cls[place] = "D"
        elif word in PRONOUNS:
            cls[place] = "R"
        elif word == "target":
            self.target(place)
        elif word == "x":
            self.unknown(place)
        elif word in WORDED:
            self.worded(place)
        elif word in ARTICLES:
            self.determiner(place)
        elif word == "other":
            out[place], cls[place] = "other^o", "A"
        elif word in ("when", "whenever"):
            cls[place] = "H"
        elif word == "then":
            cls[place] = "t"
        elif word in ("plus", "minus"):
            cls[place] = "="
        elif word == "otherwise":
            out[place], cls[place] = "otherwise^h", "t"
        elif word == "while" and any(kind in ("I", "H") for kind in cls[:place]):
            out[place], cls[place] = "while^e", "W^"
        elif word in ("if", "unless", "while"):
            cls[place] = "I"
        elif word in ("because", "since"):
            out[place], cls[place] = f"{word}^c", "I"
        elif word == "where":
            out[place], cls[place] = "where^w", "w"
        elif step := self.keyword(place):
            self.put(place, self.t.keywords.at(words, place), "K")
        else:
            step = 1
            if word in PREPOSITIONS:
                self.preposition(place)
            else:
                self.word(place)
        return step

    def sign(self, place: int) -> bool:
        """Class what is no plain word: a comma, name, size, symbol, number; tell whether it is."""
        word = self.words[place]
        first = word[0]
        if word == "“”":
            self.cls[place] = "Q"
        elif word == "/":
            self.cls[place] = "/"
        elif word in (",", ";", "-", ":"):
            self.cls[place] = ","
        elif first == "~":
            self.cls[place] = "U"
        elif first == "&":
            self.cls[place] = "T" if word[1:2] in ("+", "-") else "S"
        elif first == "{":
            self.cls[place] = "M"
        elif first in "#+-" and "#" in word:
            before = self.word_at(place - 1)
            self.cls[place] = "W"
            if place and self.cls[place - 1] == "N" and before not in ("damage", "life"):
                self.out[place], self.cls[place] = f"{word}^b", "Y"
            elif before in ("next", "first", "last", "additional"):
                self.out[place], self.cls[place] = f"{word}^q", "A"
        else:
            return False
        return True

    def negation(self, place: int) -> int:
        """Class "not" by what it denies; return how many words have their class by that."""
        out, cls = self.out, self.cls
        before, after = self.word_at(place - 1), self.word_at(place + 1)
        cls[place] = "!"
        if before in ("is", "are", "was", "were", "'s^be", "'re", "have", "has", "'ve"):
            out[place] = "not^n"
        elif after == "to":
            out[place : place + 2] = ["not^x", "to^x"]
            cls[place + 1] = "i"
            return 2
        elif before in ("may", "must", "do", "does", "did"):
            out[place] = "not"
        elif after in self.t.verbs or after in self.t.past:
            out[place], cls[place] = "not^v", "E^"
        else:
            out[place] = "not^a"
        return 1

    def helping(self, place: int) -> int:
        """Class "do" or a word like "may", with "not" behind it; return how many words that is."""
        word, after, last = (self.word_at(place + offset) for offset in range(3))
        denied = after in ("not", "not^t")
        if word in ("do", "does"):
            denied = denied and last != "" and (after == "not" or last not in (",", ".", "and"))
            if not denied:
                self.out[place], self.cls[place] = f"{word}^v", "V"
                return 1
        self.cls[place] = "L"
        if denied:
            self.cls[place + 1] = "L"
        return 2 if denied else 1
