"""Phrases of several words that mean one thing."""

from __future__ import annotations

from kb.cards.mtg.classes.around import Around
from kb.cards.mtg.expressions import EXPRESSIONS
from kb.cards.mtg.lexis import ARTICLES, PRONOUNS, WHOSE, WORDED
from kb.cards.mtg.words import listed

_TIMES = {
    ("this^m", "turn^m"),
    ("each^m", "turn^m"),
    ("that^m", "turn^m"),
    ("next^m", "turn^m"),
    ("this^m", "combat^m"),
    ("this^m", "phase^m"),
    ("each^m", "combat^m"),
    ("last^m", "turn^m"),
    ("your^m", "next^m", "turn^m"),
}
_BEFORE_TIMES = listed(
    "of your until the during after their player's 's in on from with than next at before"
    " throughout"
)
"""Words behind which a time is what they are about, and no time by itself."""


class FixedPhrases(Around):
    """Marks phrases of several words."""

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
            case (
                "third"
            ):  # what the sentence goes on with: "who can't loses", not "who can't block"
                return self.verb_at(end) and word not in self.t.base
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
        after = self.word_at(place + len(marked))
        before = self.word_at(place - 1)
        first = marked[0]
        if first.endswith("^m"):
            if after == "'s":
                return False
            if marked in _TIMES and before in _BEFORE_TIMES:
                return False
            if marked[-1] == "turn^m" and after in ("step", "phase"):
                return False
            if first == "face^m" and after in self.t.nouns:
                return False
        if marked[:2] == ("rather^v", "than^v"):
            return not self.verb_at(place + 2)
        if first == "the^l":
            return not place or before in (",", "“”", ":", "then")
        return True


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
