"""Names in Final Fantasy's card text: capitalised words that are not the game's own.

Cards are called by their names, jobs and categories stand after "Job" and "Category", a special
ability has its name before its cost; the game's own nouns are capitalised too. No list of names
is kept: a name is a run of capitalised words that the game does not use, with what joins them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

from kb.cards.fftcg.keywords import SPELLINGS
from kb.cards.text import NameSpan

_LONGEST = 40
"""Longer than a word and the spaces around it."""
_SMALL = frozenset("abcdeghijkmnopqrstuvwxyz")
"""First letters of words that begin no name."""
_LOW = ("l'C", "l’C", "fal'C", "fal’C")
"""What begins a name with a small letter."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


ELEMENTS = frozenset(["Fire", "Ice", "Wind", "Earth", "Lightning", "Water", "Light", "Dark"])
TERMS = ELEMENTS | _set(
    """
    Forward Forwards Backup Backups Summon Summons Monster Monsters Character Characters Card
    Cards Name Names Job Jobs Category Categories Element Elements Break Zone Zones CP CPs
    Counter Counters Haste Brave First Strike Back Attack Freeze Warp Limit Priming Damage Main
    Phase Phases End Active Multi-Element Special EX BURST Burst Bursts LB Deck X
    """
)
_FOLLOWERS = _set(
    """
    Forward Forwards Backup Backups Summon Summons Monster Monsters Character Characters card
    cards Card Cards Job Category Counter Counters Element Elements CP CPs element elements
    characters forwards
    """
)
"""What stands after an Element's name, and never inside the name of a card."""

JOINERS = frozenset(["of", "the", "in", "from", "to", "de", "von", "du", "at", "no", "with", "&"])
OPENERS = _set(
    """
    the when if all each choose activate deal dull draw play put remove return reveal search
    select you your during until at gain break cancel discard double it its this these those any
    both name look add also as after before only for give whenever every another a an freeze
    cast then they place while shuffle pay that their there
    """
)
"""Words that begin a sentence before a name without being part of it."""

_WORD = re.compile(
    r"(?:l['’]|fal['’])?[^\W_]+(?:[-’'.][^\W_]+)*[!?]*"
    r"(?: \((?:[IVXL]+(?:-\d)?|[A-Z0-9][A-Z0-9-]*)\))?|&"
)
_FIXED = re.compile(
    r"\[(Job|Card Name|Category) \(([^()\[\]]*)\)\]"
    r"|(?<!\S)(\d+|a|or|each|the)(Card|Job|Category)(?= )"
    r"|([A-Za-z]+)’(?=[ .,\"]|$)(?<=[a-z]’)|((?<=[.!])’|‘)"
)
"""A kind and a name in brackets, glued words, and the marks of quotations inside others."""

_SPECIAL = re.compile(
    r"^\s*(?:[\"“]\s*)?(?:Damage \d+ (?:--|—|–) *)?(?:EX BURST )?"
    r"(\[?[A-Z0-9](?:[^:.{}\"“\[\]]|: [A-Z])*?\]?) *(?=\{[Ss]\})"
)
_FOREIGN = re.compile(r"\s*([^\W\d_]+)(?= |$)")
_INTRODUCED = ("Job ", "Card Name ", "Category ")
_TITLE = re.compile(
    r", (?:the(?: [A-Z]\w+)+|[A-Z]\w+(?: [A-Z]\w+)* of (?:the )?[A-Z]\w+)"
    r"|: \d(?:st|nd|rd|th) [A-Z]\w+"
)
_BEFORE_TITLED = re.compile(
    r"(?:[.:\"“]|\b(?:[Ww]hen|than|[Rr]emove|[Pp]lay|[Pp]ut|[Aa]ctivate|[Bb]reak|[Cc]ast|If))$"
)
_NUMBERED = frozenset(
    ["is", "enters", "attacks", "gains", "from", "into", "cannot", "and", "deals", "has"]
)
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)?")


def names_in(text: str, vocabulary: frozenset[str], _name: str) -> Iterator[NameSpan]:
    """Yield the names of a line in order, each with the tokens that stand for it."""
    at = 0
    if (first := _FOREIGN.match(text)) and (name := SPELLINGS.get(first.group(1).lower())):
        yield (*first.span(1), tuple(name.split()))
        at = first.end()
    if (special := _SPECIAL.match(text)) and _is_title(special.group(1)):
        yield (*special.span(1), (_shape(special.group(1).strip("[] ")),))
        at = special.end()
    for found in [*_fixed_in(text, at), None]:
        stop = found.start() if found else len(text)
        yield from _between(text, at, stop, vocabulary)
        if found:
            yield (*found.span(), _fixed(found))
            at = found.end()


def _fixed_in(text: str, at: int) -> Iterator[re.Match[str]]:
    """Yield what stands for itself; an apostrophe after s closes only what was opened."""
    for found in _FIXED.finditer(text, at):
        word = found.group(5)
        if not (word and word.endswith("s") and "‘" not in text[: found.start()]):
            yield found


def _fixed(found: re.Match[str]) -> tuple[str, ...]:
    """Return the tokens of a name in brackets, of glued words, of a closing mark."""
    kind, name, left, right, word, quote = found.groups()
    if kind:
        return (*(f"{part.lower()}^b" for part in kind.split()), _shape(name))
    if left:
        return (f"#{left}" if left.isdigit() else left.lower(), right.lower())
    if word:
        return (word.lower(), "›")
    return ("‹" if quote == "‘" else "›",)


def _is_title(name: str) -> bool:
    """Whether a name neither stumbles nor ends in a word that joins two others."""
    last = name.strip("[] ").split()[-1]
    return not _repeats(name) and not last.islower()


def _repeats(name: str) -> bool:
    """Whether a word is said twice in a row: a slip, not a name."""
    words = name.split()
    return any(one == two for one, two in pairwise(words))


def _shape(name: str) -> str:
    return "~" + "_".join(name.split())


def _between(text: str, at: int, stop: int, vocabulary: frozenset[str]) -> Iterator[NameSpan]:
    run = _Words(text, [*_WORD.finditer(text, at, stop)], vocabulary)
    index = 0
    while index < len(run.words):
        word = run.words[index]
        if word.group()[0] in _SMALL and not text.endswith(_INTRODUCED, 0, word.start()):
            index += 1  # most words
            continue
        end = run.name_from(index)
        if end > index:
            start, last = run.words[index].start(), run.words[end - 1]
            stop = last.end() - (2 if run.owns(end - 1) else 0)
            yield start, stop, (_shape(text[start:stop]),)
            index = end
        else:
            index += 1


_LEAST_MISPRINTED = 6
"""Shorter names differ by a letter from a word of the game: Ark and Dark, Black and Back."""


@lru_cache(maxsize=10_000)
def is_misprint(word: str) -> bool:
    """Whether a word is one of the game's but for one letter."""
    if len(word) < _LEAST_MISPRINTED:
        return False
    return any(
        max(len(word), len(term)) - _in_common(word, term) <= 1
        for term in TERMS
        if abs(len(word) - len(term)) <= 1
    )


def _in_common(one: str, other: str) -> int:
    return sum(block.size for block in SequenceMatcher(None, one, other).get_matching_blocks())


class _Words:
    """The words of a stretch of text, asked where a name begins and ends."""

    def __init__(self, text: str, words: list[re.Match[str]], vocabulary: frozenset[str]) -> None:
        self.text = text
        self.words = words
        self.vocabulary = vocabulary

    def word(self, index: int) -> str:
        """Return a word as printed; empty past the end."""
        return self.words[index].group() if index < len(self.words) else ""

    def plain(self, index: int) -> str:
        """Return a word without its possessive."""
        return self.word(index).removesuffix("'s").removesuffix("’s")

    def glued(self, index: int) -> bool:
        """Whether only a space stands before a word."""
        if not 0 < index < len(self.words):
            return False
        return self.text[self.words[index - 1].end() : self.words[index].start()] == " "

    def owns(self, index: int) -> bool:
        """Whether a word ends in 's."""
        return self.word(index).endswith(("'s", "’s"))

    def before(self, index: int) -> str:
        """Return the end of what stands before a word: long enough to know any word by it."""
        start = self.words[index].start()
        return self.text[max(0, start - _LONGEST) : start].rstrip()

    def after(self, index: int) -> str:
        """Return the word that follows with only a space between."""
        return self.word(index + 1) if self.glued(index + 1) else ""

    def introduced(self, index: int) -> bool:
        """Whether "Job", "Card Name" or "Category" stands before a word."""
        return self.text.endswith(_INTRODUCED, 0, self.words[index].start())

    def name_from(self, index: int) -> int:
        """Return the index after the name that begins at a word, or the index itself."""
        introduced = self.introduced(index)
        if not self._begins(index, introduced):
            return index
        end = index + 1
        while self.glued(end) and (introduced or not self.owns(end - 1) or self._inside(end)):
            if self.plain(end) == self.plain(end - 1):
                break
            if self.word(end) in JOINERS:
                beyond = end + 1
                while (
                    self.word(beyond) in JOINERS
                    and self.glued(beyond)
                    and self.word(beyond) != self.word(beyond - 1)
                ):
                    beyond += 1
                if not (self.glued(beyond) and self._joined(beyond)):
                    break
                end = beyond + 1
            elif self._inside(end) or (
                _ORDINAL.fullmatch(self.word(end)) and (introduced or self._numbered(end))
            ):
                end += 1
            else:
                break
        return self._titled(index, end, introduced)

    def _titled(self, index: int, end: int, introduced: bool) -> int:
        """Return the end of a name that goes on after a comma: "Ravana, Lord of Levin"."""
        before = self.before(index)
        title = _TITLE.match(self.text, self.words[end - 1].end())
        if (
            not title
            or _repeats(self.text[self.words[end - 1].start() : title.end()].replace(",", ""))
            or (
                title.group()[0] == ","
                and (introduced or (before and not _BEFORE_TITLED.search(before)))
            )
        ):
            return end
        while end < len(self.words) and self.words[end].start() < title.end():
            end += 1
        return end

    def _begins(self, index: int, introduced: bool) -> bool:
        first = self.word(index)
        if introduced:
            plain = _is_capital(first) and (first in ELEMENTS or first == "X" or first not in TERMS)
            return plain or first[0].isdigit()
        if not _is_capital(first):
            return False
        if re.fullmatch(r"Counters?", self.after(index)):
            return True
        base = first.removesuffix("'s").removesuffix("’s")
        if base in ELEMENTS:
            return self._element_begins(index, base)
        if base in TERMS or (
            is_misprint(base) and not self._inside(index + 1, self.glued(index + 1))
        ):
            return False
        before = self.before(index)
        if not before or before[-1] in '.:"“‘-—‐}(' or before.endswith("EX BURST"):
            word = base.lower()
            if word == "the":
                return self._inside(index + 1, self.glued(index + 1))
            return word not in OPENERS and (
                word not in self.vocabulary or self._inside(index + 1, self.glued(index + 1))
            )
        word = base.lower()
        return base != "EX" and (word == "the" or word not in OPENERS)

    def _element_begins(self, index: int, element: str) -> bool:
        """Whether an Element's name is a card's: "Dark Knight attacks", "Lightning attacks"."""
        after = self.after(index)
        if after in _FOLLOWERS or self.after(index).lower() in _FOLLOWERS:
            return False
        if after[:1].isupper():
            return after not in TERMS
        if element != "Lightning":
            return False
        if self.owns(index):
            return True
        before = self.before(index)
        if re.search(r"(?:^|[.\"“:]|-|When|If|EX BURST|each|other than|Activate|,)$", before):
            return bool(
                re.match(
                    r"(?:attacks?|blocks?|enters|gains|is|deals|cannot|can|forms|leaves|has|must"
                    r"|also|and|receives|loses|you control|opponent|into|onto|from|in|primes|does"
                    r"|or is|or (?:a|an|1)|to|becomes|will|this)\b",
                    self.text[self.words[index].end() :].lstrip(),
                )
            ) and not re.search(r"(?:Fire|Ice|Wind|Earth|Water),$", before)
        return not re.search(
            r"(?:\d|of|each|a|an|all|the|than|active|dull|or|and|more|non-)$", before, re.I
        )

    def _inside(self, index: int, glued: bool = True) -> bool:
        word = self.word(index)
        if not glued or not _is_capital(word):
            return False
        if word not in TERMS or word == "X":
            return True
        after = self.after(index)
        return word in ELEMENTS and _is_capital(after) and after not in TERMS

    def _numbered(self, index: int) -> bool:
        """Whether a digit ends a name: "Unit 3 attacks"."""
        end = self.words[index].end()
        pause = self.text[end : end + 1] in {",", "."}
        return len(self.word(index)) <= 3 and (pause or self.after(index) in _NUMBERED)

    def _joined(self, index: int) -> bool:
        word = self.word(index)
        if not _is_capital(word):
            return False
        return (
            word not in TERMS
            or (word in ELEMENTS and not _FOLLOWERS & {self.after(index)})
            or (word in ELEMENTS and self.word(index - 1) in {"of", "the"})
        )


def _is_capital(word: str) -> bool:
    return word[:1].isupper() or word.startswith(_LOW)
