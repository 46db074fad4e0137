"""The first pass over a sentence: the class of each word, and the phrases of several.

Classes are letters: D determiner, A description, N noun, W number, R pronoun, U name, S size,
T change of size, Q quotation, K keyword, M mana, V verb, P past form, G form in -ing, B be,
L may and the like, ! not, F fixed phrase, Z preposition, + and, or, I if, H when, t then,
E for each, C contact clause ("you control"), Y what stands behind a noun, u participle behind a
noun, f form in -ing behind one, r "that" of a relative clause, i "to" before a verb,
= comparison, ' possessive, O other.
"""

from __future__ import annotations

from kb.cards.mtg.expressions import EXPRESSIONS
from kb.cards.mtg.lexis import (
    ALONE,
    ARTICLES,
    BE,
    BEFORE_COUNT,
    FINITE,
    HEADS,
    MODALS,
    PREPOSITIONS,
    PRONOUNS,
    WAYS,
    WHOSE,
    WORDED,
    Lexis,
)


class Classified:
    """A sentence whose words have their classes.

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

    # --- Phrases of several words ---

    def phrases(self) -> None:
        """Mark phrases of several words that mean one thing."""
        place = 0
        while place < len(self.words):
            found = self.phrase(place)
            place = self.put(place, *found) if found else place + 1

    def phrase(self, place: int) -> tuple[tuple[str, ...], str] | None:
        """Return the phrase that begins at a place, marked, and its class."""
        t, words = self.t, self.words
        marked = t.fixed.at(words, place)
        if marked and self.fixed_here(place, marked):
            return marked, _class_of(marked)
        marked = t.portions.at(words, place)
        many = words[place : place + 2] in (["twice", "that"], ["that", "many"])
        if many and marked and self.portion_here(place, marked):
            return marked, "D"
        if (found := self.numbered(place)) or (found := self.expression(place)):
            return found
        if bound := t.bounds.at(words, place):
            return bound, "Y"
        compared = t.compared.at(words, place)
        if compared and self.compared_here(place):
            return compared, "="
        if marked and self.portion_here(place, marked):
            return marked, "D"
        if amount := t.amounts.at(words, place):
            if amount[0] in ("more^v", "fewer^v", "less^v") and self.word_at(place + 2) in WORDED:
                return tuple(word.replace("^v", "^o") for word in amount), "D"
            return amount, "="
        if compared and (compared[0] != "each^n" or words[place - 1] in ("toughness", "power")):
            return compared, "="
        if self.multiple(place) and self.np_at(place + 1, pronouns=True):
            return (f"{words[place]}^o",), "D"
        return None

    def word_at(self, place: int) -> str:
        """Return the word at a place; empty behind the last."""
        return self.words[place] if 0 <= place < len(self.words) else ""

    def expression(self, place: int) -> tuple[tuple[str, ...], str] | None:
        """Return the expression of the table that begins at a place."""
        for plain, marked, cls, after in EXPRESSIONS.get(self.words[place], ()):
            end = place + len(plain)
            if tuple(self.words[place:end]) == plain and self.fits(after, place, end):
                return marked, cls
        return None

    def fits(self, after: str, place: int, end: int) -> bool:
        """Whether what stands behind an expression is what it asks for."""
        word = self.word_at(end)
        match after:
            case "noun":
                return self.np_at(end)
            case "alone":
                return not self.np_at(end)
            case "end":
                return word in ("", ",")
            case "verb":
                return self.verb_at(end)
            case "mana":
                return word[:1] == "{"
            case "change":
                counter = self.word_at(end + 1) in ("counter", "counters")
                return word[:2] == "&+" and not counter
            case "behind":
                return self.word_at(place - 1) in self.t.nouns
            case "chosen":
                return self.words[place - 3 : place - 1] == ["from", "the"]
            case "phase":
                return self.word_at(place - 1) in ("phase", "phases")
        return True

    def numbered(self, place: int) -> tuple[tuple[str, ...], str] | None:
        """Return an expression with a number in words: up to two, one or two, exactly three."""
        words = self.words
        one, two, three = (self.word_at(place + offset) for offset in range(3))
        if (one, two) == ("up", "to") and (three in WORDED or three == "x"):
            if self.word_at(place + 3) == "of":
                return self.t.portions.at(words, place) or ("up^o", "to^o"), "D"
            if three == "x":
                return ("up^q", "to^q", "x^u"), "D"
            if not self.np_at(place + 3):
                return ("up^q", "to^q", f"{three}^p"), "R"
            return ("up^q", "to^q", three), "D"
        if (one, two) == ("at", "least") and three in WORDED:
            return ("at^q", "least^q", three), "D"
        if one == "exactly" and (two in WORDED or two[:1] == "#"):
            return ("exactly^q", two), "D"
        if one in WORDED and two == "," and words[place + 3 : place + 5] == [",", "or"]:
            last = self.word_at(place + 5)
            return (one, ",^q", f"{three}^q", ",^q", "or^q", f"{last}^q"), "D"
        if one in WORDED and two == "or" and three in WORDED:
            return (one, "or^q", f"{three}^q"), "D"
        more = one in ("more", "fewer", "less") and self.word_at(place - 1) != "or"
        if more and self.np_at(place + 1) and two[:1] != "#" and two not in WORDED:
            return (f"{one}^q",), "D"
        return None

    def put(self, place: int, marked: tuple[str, ...], cls: str) -> int:
        """Take in marked words and their class; return the place behind them."""
        for offset, word in enumerate(marked):
            self.out[place + offset] = word
            self.cls[place + offset] = cls
        return place + len(marked)

    def multiple(self, place: int) -> bool:
        """Whether "half" or "double" says how much, and is no verb."""
        word = self.words[place]
        before = self.words[place - 1] if place else ""
        return word in ("half", "twice") or (
            word in ("double", "triple") and (before in self.t.verbs or before == "to")
        )

    def portion_here(self, place: int, marked: tuple[str, ...]) -> bool:
        """Whether something follows of which a part may be meant."""
        words = self.words
        after = place + len(marked)
        if after >= len(words):
            return False
        word = words[after]
        return word in ARTICLES | WHOSE | PRONOUNS | {"up"} or word in WORDED or word[0] in "~#"

    def compared_here(self, place: int) -> bool:
        """Whether a comparison describes the noun before it."""
        words = self.words
        before = words[place - 1] if place else ""
        if before == "life" and words[place : place + 2] == ["more", "than"]:
            return True
        return before in ("value", "power", "toughness", "values") and not any(
            word in ("is", "are", "was", "becomes", "'s^be") for word in words[:place][-8:]
        )

    def fixed_here(self, place: int, marked: tuple[str, ...]) -> bool:
        """Whether a fixed phrase means there what it means elsewhere."""
        words = self.words
        after = words[place + len(marked)] if place + len(marked) < len(words) else ""
        before = words[place - 1] if place else ""
        first = marked[0]
        if first.endswith("^m"):
            if after == "'s":
                return False
            if marked in (
                ("this^m", "turn^m"),
                ("each^m", "turn^m"),
                ("that^m", "turn^m"),
                ("next^m", "turn^m"),
                ("this^m", "combat^m"),
                ("this^m", "phase^m"),
                ("each^m", "combat^m"),
                ("last^m", "turn^m"),
                ("your^m", "next^m", "turn^m"),
            ) and before in (
                "of",
                "your",
                "until",
                "the",
                "during",
                "after",
                "their",
                "player's",
                "'s",
                "in",
                "on",
                "from",
                "with",
                "than",
                "next",
                "at",
                "before",
                "throughout",
            ):
                return False
            if marked[-1] == "turn^m" and after in ("step", "phase"):
                return False
            if first == "face^m" and after in self.t.nouns:
                return False
        if marked[:2] == ("rather^v", "than^v"):
            return not self.verb_at(place + 2)
        if first == "the^l":
            return not place or before in (",", "“”", ":") or before == "then"
        if first == "each^l" and marked[-1] == "time^l":
            return True
        return True

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

    def classes(self) -> None:
        """Give each word that has none yet its class."""
        t, words, out, cls = self.t, self.words, self.out, self.cls
        place = 0
        while place < len(words):
            if cls[place]:
                place += 1
                continue
            word = words[place]
            prev = cls[place - 1] if place else "^"
            before = words[place - 1] if place else ""
            after = words[place + 1] if place + 1 < len(words) else ""
            first = word[0]
            step = 1
            if word == "“”":
                cls[place] = "Q"
            elif word in (",", ";", "/", "-", ":"):
                cls[place] = ","
                if word == "/":
                    cls[place] = "/"
            elif first == "~":
                cls[place] = "U"
            elif first == "&":
                cls[place] = "T" if word[1:2] in ("+", "-") else "S"
            elif first == "{":
                cls[place] = "M"
            elif first in "#+-" and "#" in word:
                cls[place] = "W"
                if prev == "N" and before not in ("damage", "life"):
                    out[place], cls[place] = f"{word}^b", "Y"
                elif before in ("next", "first", "last", "additional"):
                    out[place], cls[place] = f"{word}^q", "A"
            elif word in ("and", "or") or word == "but":
                cls[place] = "+"
            elif word == "'s":
                cls[place] = "'"
            elif word == "not^t":
                cls[place] = "!"
            elif word == "not":
                out[place], cls[place] = (
                    ("not^n", "!")
                    if prev in "BL!H" and before not in ("do", "does")
                    else ("not", "!")
                )
                if before in ("is", "are", "was", "were", "'s^be", "'re", "have", "has", "'ve"):
                    out[place] = "not^n"
                elif after == "to":
                    out[place : place + 2] = ["not^x", "to^x"]
                    cls[place + 1] = "i"
                    step = 2
                elif before in ("may", "must", "do", "does", "did"):
                    out[place] = "not"
                elif after in t.verbs or after in t.past:
                    out[place], cls[place] = "not^v", "E^"
                else:
                    out[place] = "not^a"
            elif word in BE:
                cls[place] = "B"
                if word == "be" or word == "been":
                    cls[place] = "B"
            elif word in ("have", "has", "'ve", "had"):
                self.have(place)
            elif word in ("do", "does"):
                if (
                    after == "not^t"
                    and words[place + 2 : place + 3]
                    and words[place + 2] not in (",", ".", "and")
                ) or (after == "not" and words[place + 2 : place + 3]):
                    cls[place] = cls[place + 1] = "L"
                    step = 2
                else:
                    out[place], cls[place] = f"{word}^v", "V"
            elif word in MODALS:
                cls[place] = "L"
                if after == "not^t" or after == "not":
                    cls[place + 1] = "L"
                    step = 2
            elif word == "that":
                self.that(place)
            elif word == "who" or word == "which":
                out[place], cls[place] = (f"{word}^r", "r") if prev in "NUR" else ("who^p", "R")
            elif word == "what":
                out[place], cls[place] = "what^p", "R"
            elif word == "so" or word == "there":
                cls[place] = "R"
            elif word == "her" and not self.np_at(place + 1):
                out[place], cls[place] = "her^o", "R"
            elif word == "whose" and prev in "NUY":
                out[place], cls[place] = "whose^r", "r"
            elif word in WHOSE:
                cls[place] = "D"
            elif word in PRONOUNS:
                cls[place] = "R"
                if word == "what":
                    out[place] = "what^p"
            elif word == "target":
                self.target(place)
            elif word == "x":
                if prev == "=" or not self.np_at(place + 1):
                    out[place], cls[place] = "x^x", "R"
                else:
                    cls[place] = "D"
                    if before in (
                        "the",
                        "those",
                        "top",
                        "bottom",
                        "first",
                        "next",
                        "other",
                        "that",
                    ):
                        out[place] = "x^q"
                    elif words[place + 1 : place + 2] == ["or"]:
                        out[place] = "x^b"
                if prev in "NU" and before in ("value", "power", "toughness", "cost", "loyalty"):
                    out[place], cls[place] = "x^a", "Y"
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
            elif word in ("otherwise",):
                out[place], cls[place] = "otherwise^h", "t"
            elif word == "while" and any(kind in ("I", "H") for kind in cls[:place]):
                out[place], cls[place] = "while^e", "W^"
            elif word == "if" or word == "unless" or word == "while":
                cls[place] = "I"
            elif word in ("because", "since", "where"):
                out[place], cls[place] = (f"{word}^c", "I") if word != "where" else ("where^w", "w")
            elif self.keyword(place):
                step = self.keyword(place)
                self.put(place, t.keywords.at(words, place), "K")
            elif word in PREPOSITIONS:
                self.preposition(place)
            else:
                self.word(place)
            place += step

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

    def keyword(self, place: int) -> int:
        """Return how many words of a keyword begin at a place."""
        words, t = self.words, self.t
        marked = t.keywords.at(words, place)
        if not marked:
            return 0
        after = words[place + len(marked)] if place + len(marked) < len(words) else ""
        before = words[place - 1] if place else ""
        prev = self.cls[place - 1] if place else "^"
        if len(marked) == 1 and marked[0].split("^")[0] in t.verbs:
            word = words[place]
            if (
                prev in "^LR,U+tN"
                and before not in ("and", "with", "have", "has", "gain", "gains", "or")
                and (after not in (",", "", "and", "until") or prev == "L")
            ):
                return 0
            if before in ("to",) or prev == "L":
                return 0
            if word in t.past or (before in ("was", "were", "is", "be", "been", "'ve")):
                return 0
        if len(marked) == 1 and words[place] in t.gerunds and prev in "Z":
            return 0
        return len(marked)

    def word(self, place: int) -> None:
        """Class a word by its entry in the lexicon."""
        t, words, out, cls = self.t, self.words, self.out, self.cls
        word = words[place]
        prev = cls[place - 1] if place else "^"
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        noun, verb, past = word in t.nouns, word in t.verbs, word in t.past
        if (
            word in t.pre
            and (
                after in t.verbs
                or after in t.past
                or after in ("have", "has", "be", "is", "do")
                or (before in BE and word in ("also", "still", "only", "not"))
            )
            and word not in ("once",)
        ):
            out[place], cls[place] = t.pre[word], "E^"
            return
        if word == "only":
            if after in ("if",):
                out[place], cls[place] = "only^l", "I"
            elif (
                cls[place + 1 : place + 2] in (["F"], ["Z"])
                or after in PREPOSITIONS
                or after in t.manner
            ):
                out[place], cls[place] = "only^a", "a"
            else:
                out[place], cls[place] = ("only^o" if prev == "V" else "only"), "D"
            return
        if (
            after in ("counter", "counters")
            and not noun
            and not verb
            and word not in t.adjectives
            and not past
        ) or (
            after in ("counter", "counters")
            and prev in "DAW'"
            and word not in t.adjectives
            and word not in t.past
            and after == "counters"
            and word in t.nouns
        ):
            out[place], cls[place] = f"{word}^sort", "A"
            return
        if word in WAYS and not (past and prev in "B") and self.way(place):
            out[place], cls[place] = t.manner[word], "F"
            return
        if word in ("more", "less"):
            cls[place] = "O"
            return
        if word.startswith("non") and word not in t.adjectives and word not in t.nouns:
            cls[place] = "A"
            return
        if noun and verb and not self.past_of_one(place):
            self.noun_or_verb(place)
            return
        if past and verb and self.past_of_one(place):
            out[place], cls[place] = t.past[word], "P"
            return
        if past and not verb:
            self.past_form(place)
            return
        if (
            past
            and verb
            and (
                prev == "B"
                or before in ("'ve", "been")
                or out[place - 1 : place] in (["have^p"], ["has^p"])
                or (before in ("also^v",))
            )
        ):
            out[place], cls[place] = t.past[word], "P"
            return
        if (
            past
            and verb
            and prev in "NUY"
            and word in ("cast", "put")
            and after in ("from", "with", "this", "by", "into", "onto", "using", "for")
        ):
            out[place], cls[place] = f"{word}^after", "u"
            return
        if verb:
            out[place], cls[place] = t.verbs[word], "V"
            return
        if word in t.gerunds and word in t.adjectives and self.object_at(place + 1):
            if prev in "NUY":
                out[place], cls[place] = f"{word}^f", "f"
                return
            if prev in "B":
                out[place], cls[place] = t.gerunds[word], "G"
                return
        if word in t.adjectives and not (noun and not self.np_at(place + 1)):
            out[place], cls[place] = t.adjectives[word], "A"
            return
        if noun:
            out[place], cls[place] = t.nouns[word], "N"
            return
        if word in t.gerunds:
            if prev in "NUY" and self.np_or_pronoun(place + 1):
                out[place], cls[place] = f"{word}^f", "f"
            else:
                out[place], cls[place] = t.gerunds[word], "G"
            return
        if word in t.manner:
            out[place], cls[place] = t.manner[word], "F"
            return
        cls[place] = "O"

    def object_at(self, place: int) -> bool:
        """Whether a pronoun or a determiner stands at a place."""
        word = self.words[place] if place < len(self.words) else ""
        return word in PRONOUNS or word in ARTICLES or word in WHOSE or word[:1] == "~"

    def np_or_pronoun(self, place: int) -> bool:
        """Whether a noun phrase or a pronoun begins at a place."""
        return self.np_at(place, pronouns=True)

    def way(self, place: int) -> bool:
        """Whether a word tells how something is done there."""
        words = self.words
        word = words[place]
        prev = self.cls[place - 1] if place else "^"
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        if word in ("more", "less"):
            return prev == "M" or before in ("much", "mana") or prev == "R"
        if word in ("attacking", "blocking") and self.np_or_pronoun(place + 1):
            return False
        if word in ("tapped", "untapped", "attacking", "blocking", "transformed"):
            if (
                prev in "BDAr"
                or (
                    before in ("and", "or")
                    and self.cls[place - 2 : place - 1] in (["A"], ["P"], ["B"])
                )
                or before in ("becomes", "become", "remain", "remains")
            ):
                return False
            return (
                not self.np_at(place + 1)
                and prev not in "L"
                and after not in ("by", "for", "this")
                and not (prev in "^,+R" and word not in ("tapped", "attacking"))
                and self.cls[place - 1 : place] != ["R"]
            ) or (before == "it" and after in ("", ",", "and", "with"))
        if word in ("twice", "once"):
            return True
        return True

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

    def noun_or_verb(self, place: int) -> None:
        """Tell a noun from a verb that is written alike."""
        t, words, out, cls = self.t, self.words, self.out, self.cls
        word = words[place]
        prev = cls[place - 1] if place else "^"
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        noun = prev in "DAWS'TZ" or (prev == "K")
        if before in ("to", "only") or prev == "E^":
            noun = False
        if before == "to" and self.cls[place - 1] == "Z" and word in ("exile", "turn", "combat"):
            noun = False
        if prev == "D" and before in ("each", "both", "all") and out[place - 1].endswith("^v"):
            noun = False
        if word in ("counter", "counters"):
            noun = (
                noun
                or prev in "NUK"
                or (
                    prev == "+"
                    and self.cls[place - 2 : place - 1] in (["T"], ["A"], ["N"])
                    and place + 1 < len(words)
                    and after in ("on", "from")
                )
            )
            if prev == "T":
                noun = True
        elif word == "control":
            noun = noun or before in (
                "gain",
                "gains",
                "lose",
                "loses",
                "exchange",
                "exchanges",
                "'s",
            )
        elif word in ("cost", "costs"):
            noun = (
                noun
                or prev == "K"
                or (prev in "NU" and after[:1] != "{" and after not in ("up", "x"))
            )
            if prev == "V" and before not in ("cast", "control"):
                noun = True
            if after[:1] == "{" or (before in ("abilities", "spells") and after not in ("of",)):
                noun = False
        elif word in ("exile",) and before in ("in", "from", "into", "of"):
            out[place], cls[place] = "exile^m", "R"
            return
        elif word == "end" and before == "the":
            noun = True
        elif (
            word
            in ("draw", "discard", "cast", "block", "attack", "attacks", "blocks", "turns", "votes")
            and prev == "N"
        ):
            noun = False
        elif word == "target" or word == "targets":
            noun = (prev in "DA" and before not in ("all",)) or prev == "V"
        elif word in ("name", "names") and prev in "NV":
            noun = prev == "N" and self.cls[place - 1] == "N" and before in ("card", "creature")
        elif (word == "phases" and words[place - 2 : place] == ["steps", "and"]) or (
            word in ("copies", "copy") and prev in "VB"
        ):
            noun = True
        if prev == "+" and not noun:
            # After "and": what stood before decides.
            earlier = self.cls[place - 2] if place > 1 else "^"
            noun = earlier == "N" and after in (",", ".", "") and word not in t.base
        past = word in t.past
        if (
            past
            and not noun
            and (
                prev == "B"
                or before in ("'ve", "been")
                or out[place - 1 : place] in (["have^p"], ["has^p"])
            )
        ):
            out[place], cls[place] = t.past[word], "P"
            return
        if (
            past
            and not noun
            and prev in "NUY"
            and word == "cast"
            and after in ("from", "with", "this", "by", "using", "for")
        ):
            out[place], cls[place] = f"{word}^after", "u"
            return
        out[place], cls[place] = (t.nouns[word], "N") if noun else (t.verbs[word], "V")

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
            and self.clause_follows(place + 1)
            and after not in ("a", "an")
        ):
            out[place], cls[place] = "as^c", "I"

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


def _class_of(marked: tuple[str, ...]) -> str:
    """Return the class of a fixed phrase, by its marks."""
    first = marked[0]
    if first.endswith("^z"):
        return "N"
    if first.endswith("^v"):
        return "Z"
    if not first.endswith(("^l", "^c")):
        return "F"
    last = marked[-1].partition("^")[0]
    condition = last in ("as", "though", "if", "time") and first not in ("the^l", "each^l")
    return "I" if condition or first == "the^c" else "H"
