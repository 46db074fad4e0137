"""Printed card text to tokens, and tokens to the normal string that a grammar reads.

The normal string holds every token in one canonical shape, each followed by one space, so a
literal of a grammar (``"unit "``) ends where a word ends. Tokens keep their place in the
printed text.

========  ==================  =====================================================
shape     example             printed
========  ==================  =====================================================
word      ``unit``            lower case; a language may split it (``it 's``)
number    ``#3``, ``+#2``     ``3``, ``+2``
name      ``~Sand_Soldier``   capitalised words outside the vocabulary; ``+s`` plural
symbol    ``[m]``             whatever the game's `Writing.symbol` makes of it
mark      ``and^v``           a word told apart by what follows it (`Writing.marks`)
========  ==================  =====================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cached_property
from typing import NamedTuple

from kb.cards.prefilter import needle, needs
from kb.errors import LudexError, quote
from kb.records import record

MAX_TEXT = 20_000
"""Longest card text that is read at all; the longest printed ones stay under 2,000."""

MAX_DEPTH = 50
"""Deepest nesting of brackets that is read at all; printed texts stay under 4."""

_TOKEN = re.compile(
    r"""(?P<symbol>\[\[[^\[\]]*\]\]|\[[^\[\]]*\]|\{[^{}]*\})
      |(?P<number>[+\-−]?\d+\+?(?![\w]))
      |(?P<word>\w+(?:[-’'´]\w+)*[’']?)
      |(?P<mark>--|\S)""",
    re.VERBOSE,
)


class Token(NamedTuple):
    """One token: its normal shape and where it stands in the printed text.

    Parts of one printed word (``I'm``) share the word's span.
    """

    normal: str
    start: int
    end: int


@record
class Normal:
    """The words of a line in their normal shape, and the way back to the printed text."""

    shapes: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]

    @cached_property
    def string(self) -> str:
        """The normal string: every token with a space behind it."""
        return "".join(f"{shape} " for shape in self.shapes)

    @property
    def tokens(self) -> list[Token]:
        """The tokens one by one."""
        return [Token(shape, *span) for shape, span in zip(self.shapes, self.spans, strict=True)]

    def part(self, begin: int, end: int) -> Normal:
        """Return some of the tokens."""
        return Normal(self.shapes[begin:end], self.spans[begin:end])


_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
_BRACKETS = re.compile(r"[()\[\]{}]")
_ROUND = re.compile(r"[()]")

Replacement = str | Callable[[re.Match[str]], str]
Mark = tuple[re.Pattern[str], Replacement]
"""A pattern over the normal string and its replacement, with as many tokens."""


NameSpan = tuple[int, int, tuple[str, ...]]
"""Where a name begins and ends, and the tokens that stand for it."""

NamesIn = Callable[[str, frozenset[str], str], Iterable[NameSpan]]
"""Finds the names of a line, given the words of the grammar and the name of the card."""


def _no_split(_word: str) -> tuple[str, ...] | None:
    return None


def _as_it_is(text: str) -> str:
    return text


def _always(_inside: str) -> bool:
    return True


def _never(_word: str) -> bool:
    return False


def _no_names(_line: str, _vocabulary: frozenset[str], _name: str) -> Iterable[NameSpan]:
    return ()


@record
class Writing:
    """How one game prints its text in one language.

    Attributes
    ----------
    symbol
        Normal shape of a bracketed symbol (``"[M]"`` -> ``"[m]"``).
    split
        Normal shapes of the parts of a lower-case word (``"can't"`` -> ``("can", "not^")``), or
        None for a word that stays as it is.
    names
        Words (with their case) that are names even where a sentence begins.
    names_known
        Whether `names` are names even where the grammar knows the word in lower case as well.
    names_begin
        Whether any capitalised word outside the vocabulary is a name where a sentence begins.
    marks
        Applied in order to the normal string; see `Mark`.
    tag
        Marks the words of a line before that, where it takes more than their neighbours.
    prepare
        Cleans a whole text before it is cut into lines; it keeps its length, so that places stay.
    aside
        Whether text in round brackets is reminder text, to be set aside.
    names_in
        Finds the names of a line where capitals alone do not tell: spans, and the tokens that
        stand for each.
    misprint
        Whether a capitalised word is one of the game's own, misprinted, and so no name.
    """

    symbol: Callable[[str], str]
    split: Callable[[str], tuple[str, ...] | None] = _no_split
    names: frozenset[str] = frozenset()
    names_begin: bool = False
    names_known: bool = False
    plural_names: Mapping[str, str] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    tag: Callable[[list[str]], list[str]] = list
    name_joiners: frozenset[str] = frozenset()
    prepare: Callable[[str], str] = _as_it_is
    aside: Callable[[str], bool] = _always
    names_in: NamesIn = _no_names
    misprint: Callable[[str], bool] = _never


_LONG_NUMBER = re.compile(r"\d{100,}")


def check_bounds(text: str) -> None:
    """Refuse text that no card could carry.

    Raises
    ------
    LudexError
        When the text is too long, nested too deep, or not text.
    """
    if len(text) > MAX_TEXT:
        raise LudexError(f"card text of {len(text)} characters; at most {MAX_TEXT} are read")
    if found := _NO_TEXT.search(text):
        kind = "control" if found.group() < " " else "broken"
        raise LudexError(f"{kind} character U+{ord(found.group()):04X} in card text")
    if number := _LONG_NUMBER.search(text):
        raise LudexError(f"number {quote(number.group())} in card text is too large")
    depth = deepest = 0
    for bracket in _BRACKETS.findall(text):
        depth += 1 if bracket in "([{" else -1
        deepest = max(deepest, depth)
    if deepest > MAX_DEPTH:
        raise LudexError(f"brackets nested {deepest} deep in card text; at most {MAX_DEPTH}")


def set_aside(
    text: str, aside: Callable[[str], bool] = _always
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Blank out what stands in round brackets, so that offsets stay; with the spans blanked."""
    if "(" not in text:
        return text, ()
    kept = list(text)
    spans: list[tuple[int, int]] = []
    opened: list[int] = []
    for bracket in _ROUND.finditer(text):
        place, character = bracket.start(), bracket.group()
        if character == "(":
            opened.append(place)
        elif opened:
            start = opened.pop()
            if not opened and aside(text[start + 1 : place]):
                spans.append((start, place + 1))
                kept[start : place + 1] = " " * (place + 1 - start)
    return "".join(kept), tuple(spans)


_ENDS = frozenset('.:;!?"“”')
_DASHES = {"--": "-", "–": "-", "—": "-", "−": "-"}
_APOSTROPHES = str.maketrans("’´", "''")
_QUOTES = frozenset('"“”')
KEPT_WORDS = 50_000
"""How many words a tokeniser remembers; the words of a game's cards are a few thousand."""


class Tokeniser:
    """Makes normal strings of the printed text of one game in one language.

    Parameters
    ----------
    vocabulary
        The words that the grammar knows; a capitalised word outside it is (part of) a name.
    """

    def __init__(self, writing: Writing, vocabulary: frozenset[str]) -> None:
        self._writing = writing
        self._vocabulary = vocabulary
        self._words: dict[tuple[str, bool, bool], tuple[str, ...]] = {}
        self._marks = tuple(
            (needle(mark.pattern), needs(mark.pattern), mark.sub, replacement)
            for mark, replacement in writing.marks
        )

    def __call__(self, text: str, offset: int = 0, name: str = "") -> Normal:
        """Return the normal string of a printed text.

        Parameters
        ----------
        name
            The name of the card on which it is printed, if that is known.
        offset
            Added to every span: where the text begins in a longer one.
        """
        shapes: list[str] = []
        spans: list[tuple[int, int]] = []
        begins = True  # the next word begins a sentence
        quoted = False
        name_end = -1  # where the name ends that the next word may continue
        named = {span[0]: span for span in self._writing.names_in(text, self._vocabulary, name)}
        name_stop = 0
        known_words = self._words
        for match in _TOKEN.finditer(text):
            start, end = match.span()
            if start < name_stop:
                if end > name_stop:  # a word of which the name is the beginning: N's
                    shapes.append("'s")
                    spans.append((name_stop + offset, end + offset))
                continue
            if start in named:
                _, name_stop, parts = named[start]
                shapes += parts
                spans += [(start + offset, name_stop + offset)] * len(parts)
                if end > name_stop:
                    shapes.append("'s")
                    spans.append((name_stop + offset, end + offset))
                begins = False
                name_end = -1
                continue
            kind, printed = match.lastgroup, match.group()
            span = (start + offset, end + offset)
            if kind == "mark":
                shape = _DASHES.get(printed, printed)
                if shape in _QUOTES:
                    quoted = not quoted
                    shape = "“" if quoted else "”"
                    if (
                        not quoted
                        and shapes
                        and (shapes[-1] == "." or shapes[-2:] == [".", "'"])
                        and (not (rest := text[end:].lstrip()) or rest[0].isupper())
                    ):
                        # This full stop ends the sentence around the quotation as well.
                        shapes += (shape, ".^q")
                        spans += (span, (span[1], span[1]))
                        begins, name_end = True, -1
                        continue
                shapes.append(shape)
                spans.append(span)
                begins, name_end = shape in _ENDS or shape == "-", -1
                continue
            if shapes and shapes[-1] == "." and not text[start - 1].isspace():
                # A sentence glued to the last one is an item of a list whose bullets got lost.
                shapes[-1] = ".^item"
            if kind == "word":
                joins = name_end >= 0 and text[name_end:start] == " "
                key = (printed, begins, joins)
                parts = known_words.get(key) or self._word(*key)
                if joins and parts[0][0] == "~" == shapes[-1][0]:
                    last = shapes[-1]
                    if last[last.rfind("_") + 1 :].lstrip("~") != parts[0][1:]:
                        shapes.pop()
                        span = (spans.pop()[0], span[1])
                        parts = (f"{last}_{parts[0][1:]}", *parts[1:])
                shapes += parts
                spans += [span] * len(parts)
                begins = False
                name_end = end if parts[-1][0] == "~" else -1
                continue
            shapes.append(
                self._writing.symbol(printed).replace(" ", "_")
                if kind == "symbol"
                else _number(printed)
            )
            spans.append(span)
            begins, name_end = False, -1
        return Normal(self._marked(self._writing.tag(shapes)), tuple(spans))

    def _word(self, printed: str, begins: bool, joins: bool) -> tuple[str, ...]:
        key = (printed, begins, joins)
        printed = printed.translate(_APOSTROPHES)
        lower = printed.lower()
        if parts := self._writing.split(lower):
            head, *rest = parts
            found: tuple[str, ...] = (self._one(printed[: len(head)], head, begins, joins), *rest)
        else:
            found = (self._one(printed, lower, begins, joins),)
        if len(self._words) < KEPT_WORDS:
            self._words[key] = found
        return found

    def _one(self, printed: str, lower: str, begins: bool, joins: bool) -> str:
        writing = self._writing
        if lower.startswith("non-"):
            return printed if printed[4:5].isupper() else lower
        if printed[:1].isupper() and not (joins and printed in writing.name_joiners):
            if printed in writing.plural_names:
                return f"~{writing.plural_names[printed]}+s"
            if printed in writing.names and writing.names_known:
                return f"~{printed}"
            named = writing.names_begin or not begins or printed in writing.names
            if named and lower not in self._vocabulary and not writing.misprint(printed):
                return f"~{printed}"
        return lower

    def _marked(self, shapes: list[str]) -> tuple[str, ...]:
        string = "".join([f"{shape} " for shape in shapes])
        said = {shape.partition("^")[0] for shape in shapes}
        for within, needed, apply, replacement in self._marks:
            if within in string:
                for one_of in needed:
                    if one_of.isdisjoint(said):
                        break
                else:
                    string = apply(replacement, string)
        marked = tuple(string.split(" ")[:-1])
        if len(marked) != len(shapes):  # a mark that joins words breaks the way to the text
            raise LudexError("a mark changes the number of tokens", file="Writing.marks")
        return marked


def _number(printed: str) -> str:
    sign = {"+": "+", "-": "-", "−": "-"}.get(printed[0], "")
    digits = printed.lstrip("+-−").rstrip("+")
    return f"{sign}#{digits}{'+' if printed.endswith('+') else ''}"


def words(normal: Normal) -> tuple[str, ...]:
    """Return the tokens without marks: texts with the same words are equal in this."""
    return tuple([shape.partition("^")[0] for shape in normal.shapes])
