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
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kb.cards.needle import needle
from kb.errors import LudexError

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


@dataclass(frozen=True, slots=True)
class Token:
    """One token: its normal shape and where it stands in the printed text.

    Parts of one printed word (``I'm``) share the word's span.
    """

    normal: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Normal:
    """A normal string and the way back from it to the printed text."""

    string: str
    tokens: tuple[Token, ...]
    starts: tuple[int, ...]

    def token_at(self, offset: int) -> int:
        """Index of the token that holds an offset of the normal string."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Span of the printed text under a span of the normal string."""
        if not self.tokens:
            return (0, 0)
        first = self.tokens[min(self.token_at(start), len(self.tokens) - 1)]
        last = self.tokens[self.token_at(max(start, end - 1))]
        return (first.start, max(first.end, last.end))


_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
_BRACKETS = re.compile(r"[()\[\]{}]")
_ROUND = re.compile(r"[()]")

Replacement = str | Callable[[re.Match[str]], str]
Mark = tuple[re.Pattern[str], Replacement]
"""A pattern over the normal string and its replacement, with as many tokens."""


NameSpan = tuple[int, int, tuple[str, ...]]
"""Where a name begins and ends, and the tokens that stand for it."""


def _no_split(_word: str) -> tuple[str, ...] | None:
    return None


def _as_it_is(text: str) -> str:
    return text


def _always(_inside: str) -> bool:
    return True


def _no_names(_line: str, _vocabulary: frozenset[str]) -> Iterable[NameSpan]:
    return ()


@dataclass(frozen=True)
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
    marks
        Applied in order to the normal string; see `Mark`.
    prepare
        Cleans a whole text before it is cut into lines; it keeps its length, so that places stay.
    aside
        Whether text in round brackets is reminder text, to be set aside.
    names_in
        Finds the names of a line where capitals alone do not tell: spans, and the tokens that
        stand for each.
    """

    symbol: Callable[[str], str]
    split: Callable[[str], tuple[str, ...] | None] = _no_split
    names: frozenset[str] = frozenset()
    plural_names: Mapping[str, str] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    name_joiners: frozenset[str] = frozenset()
    prepare: Callable[[str], str] = _as_it_is
    aside: Callable[[str], bool] = _always
    names_in: Callable[[str, frozenset[str]], Iterable[NameSpan]] = _no_names

    @cached_property
    def quick_marks(self) -> tuple[tuple[str, re.Pattern[str], Replacement], ...]:
        """The marks, each behind words without which it cannot apply."""
        return tuple((needle(p.pattern), p, replacement) for p, replacement in self.marks)


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


def tokenise(text: str, writing: Writing, vocabulary: frozenset[str], offset: int = 0) -> Normal:
    """Return the normal string of a printed text.

    Parameters
    ----------
    vocabulary
        The words that the grammar knows; a capitalised word outside it is (part of) a name.
    offset
        Added to every span: where the text begins in a longer one.
    """
    tokens: list[Token] = []
    begins = True  # the next word begins a sentence
    quoted = False
    name_end = -1  # where the name ends that the next word may continue
    glued = False
    named = {span[0]: span for span in writing.names_in(text, vocabulary)}
    name_stop = 0
    for match in _TOKEN.finditer(text):
        kind, printed = match.lastgroup, match.group()
        start, end = match.start() + offset, match.end() + offset
        if match.start() < name_stop:
            if match.end() > name_stop:  # a word of which the name is the beginning: N's
                tokens.append(Token("'s", name_stop + offset, end))
            continue
        if match.start() in named:
            _, name_stop, shapes = named[match.start()]
            tokens.extend(Token(shape, start, name_stop + offset) for shape in shapes)
            if match.end() > name_stop:
                tokens.append(Token("'s", name_stop + offset, end))
            begins = False
            name_end = -1
            continue
        glued = match.start() > 0 and not text[match.start() - 1].isspace()
        if glued and kind != "mark" and tokens and tokens[-1].normal == ".":
            # A sentence glued to the last one is an item of a list whose bullets got lost.
            tokens[-1] = Token(".^item", tokens[-1].start, tokens[-1].end)
        if kind == "symbol":
            tokens.append(Token(writing.symbol(printed), start, end))
            begins = False
        elif kind == "number":
            tokens.append(Token(_number(printed), start, end))
            begins = False
        elif kind == "mark":
            shape = _DASHES.get(printed, printed)
            if shape in '"“”':
                quoted = not quoted
                shape = "“" if quoted else "”"
            tokens.append(Token(shape, start, end))
            if (
                shape == "”"
                and len(tokens) > 1
                and tokens[-2].normal == "."
                and (not (rest := text[match.end() :].lstrip()) or rest[0].isupper())
            ):
                # The full stop inside the quotation ends the sentence around it as well.
                tokens.append(Token(".^q", end, end))
            begins = shape in _ENDS or shape == "-"
        else:
            joins = bool(tokens) and name_end >= 0 and text[name_end : match.start()] == " "
            parts = _word(printed, writing, vocabulary, begins, joins)
            again = joins and tokens[-1].normal.split("_")[-1].lstrip("~") == parts[0][1:]
            if joins and not again and parts[0][0] == tokens[-1].normal[0] == "~":
                last = tokens.pop()
                parts = (f"{last.normal}_{parts[0][1:]}", *parts[1:])
                start = last.start
            tokens.extend(Token(part, start, end) for part in parts)
            begins = False
            name_end = match.end() if parts[-1].startswith("~") else -1
            continue
        name_end = -1
    return _marked(tokens, writing.quick_marks)


def _number(printed: str) -> str:
    sign = {"+": "+", "-": "-", "−": "-"}.get(printed[0], "")
    digits = printed.lstrip("+-−").rstrip("+")
    return f"{sign}#{digits}{'+' if printed.endswith('+') else ''}"


_APOSTROPHES = str.maketrans("’´", "''")


def _word(
    printed: str, writing: Writing, vocabulary: frozenset[str], begins: bool, joins: bool
) -> tuple[str, ...]:
    printed = printed.translate(_APOSTROPHES)
    lower = printed.lower()
    if parts := writing.split(lower):
        head, *rest = parts
        return (*_one_word(printed[: len(head)], head, writing, vocabulary, begins, joins), *rest)
    return _one_word(printed, lower, writing, vocabulary, begins, joins)


def _one_word(
    printed: str,
    lower: str,
    writing: Writing,
    vocabulary: frozenset[str],
    begins: bool,
    joins: bool,
) -> tuple[str, ...]:
    if lower.startswith("non-"):
        return (printed,) if printed[4:5].isupper() else (lower,)
    capital = printed[:1].isupper()
    if capital and not (joins and printed in writing.name_joiners):
        if printed in writing.plural_names:
            return (f"~{writing.plural_names[printed]}+s",)
        if printed in writing.names and (lower not in vocabulary):
            return (f"~{printed}",)
        if not begins and lower not in vocabulary:
            return (f"~{printed}",)
    return (lower,)


def _marked(
    tokens: Iterable[Token], marks: tuple[tuple[str, re.Pattern[str], Replacement], ...]
) -> Normal:
    kept = tuple(tokens)
    string = "".join(f"{token.normal} " for token in kept)
    for words_in_it, pattern, replacement in marks:
        if words_in_it in string:
            string = pattern.sub(replacement, string)
    shapes = string.split(" ")[:-1]
    if len(shapes) != len(kept):  # a mark that joins words breaks the way back to the text
        raise LudexError("a mark changes the number of tokens", file="Writing.marks")
    starts = []
    at = 0
    for shape in shapes:
        starts.append(at)
        at += len(shape) + 1
    marked = tuple(
        Token(shape, token.start, token.end) for shape, token in zip(shapes, kept, strict=True)
    )
    return Normal(string, marked, tuple(starts))


def words(normal: Normal) -> tuple[str, ...]:
    """Return the tokens without marks: texts with the same words are equal in this."""
    return tuple(token.normal.split("^")[0] for token in normal.tokens)
