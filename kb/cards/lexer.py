"""Lark's lexer for normal strings: they are cut into words already, so words are looked up.

Lark's own lexer tries one large regular expression for every state of the parser; compiling
them takes longer than reading a few hundred cards. This one answers the same: of the terminals
that the parser can take, in Lark's order (by priority, then the widest), the first that matches.
A terminal is a run of words, or a regular expression over a single one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from lark import Token
from lark.exceptions import UnexpectedCharacters
from lark.lexer import Lexer, PatternStr

from kb.cards.text import Normal
from kb.cards.values import Value

KEPT_WORDS = 2_000
"""How many words a state of the parser remembers: names and numbers come without end."""


class Word:
    """A terminal that was read: Lark's token, without what only a lexer of characters needs.

    Attributes
    ----------
    value
        What the terminal stands for; `SILENT` if it is only said.
    span
        Its place in the printed text.
    start_pos
        The place of its first word among the words of the line.
    """

    __slots__ = ("span", "start_pos", "type", "value")
    # Lark copies these to the token that ends a line.
    line = column = end_line = end_column = end_pos = 0

    def __init__(self, kind: str, value: Value, span: tuple[int, int], start_pos: int) -> None:
        self.type = kind
        self.value = value
        self.span = span
        self.start_pos = start_pos


class Silent(str):
    """What only stands in a text and has no value."""

    __slots__ = ()


SILENT = Silent()
NOTHING = Word("", None, (0, 0), 0)
"""An empty slot."""


class LexerSource(NamedTuple):
    """What is read: a line, and what makes the value of a terminal's text."""

    normal: Normal
    leaf: Callable[[str, str], Value]


class Match(NamedTuple):
    """A terminal that begins with some word: the words it takes."""

    kind: str
    value: Value
    words: tuple[str, ...]


class WordLexer(Lexer):
    """Finds the terminals of a line, as far as the parser can take them."""

    __future_interface__: ClassVar[int] = 2

    def __init__(self, conf: Any) -> None:
        terminals = sorted(
            conf.terminals,
            key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name),
        )
        self._names = [terminal.name for terminal in terminals]
        self._strings: dict[tuple[str, ...], str] = {}
        self._literals: dict[str, list[tuple[str, int, tuple[str, ...]]]] = defaultdict(list)
        self._patterns: list[tuple[str, int, re.Pattern[str]]] = []
        for rank, terminal in enumerate(terminals):
            pattern = terminal.pattern
            if isinstance(pattern, PatternStr):
                texts: list[str] | None = [pattern.value]
                self._strings[tuple(pattern.value.split())] = terminal.name
            else:
                texts = _alternatives(pattern.value)
            if texts is None:
                compiled = re.compile(pattern.to_regexp())
                self._patterns.append((terminal.name, rank, compiled))
                continue
            for text in sorted(texts, key=len, reverse=True):
                words = tuple(text.split())
                self._literals[words[0]].append((terminal.name, rank, words))
        self.known: dict[int, dict[str, list[Match]]] = defaultdict(dict)

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """Yield the terminals of a `Source`."""
        normal, leaf = lexer_state.text
        shapes = normal.shapes
        spans = normal.spans
        count = len(shapes)
        states = parser_state.state_stack
        known = self.known
        place = 0
        while place < count:
            word = shapes[place]
            found = known[states[-1]].get(word)
            if found is None:
                state = parser_state.position
                accepted = parser_state.parse_conf.states[state]
                found = self.remember(word, state, accepted, leaf)
            for kind, value, words in found:
                length = len(words)
                if length == 1:
                    yield Word(kind, value, spans[place], place)  # type: ignore[misc]
                    break
                if shapes[place : place + length] == words:
                    span = (spans[place][0], spans[place + length - 1][1])
                    yield Word(kind, value, span, place)  # type: ignore[misc]
                    break
            else:
                yield self._misplaced(shapes, place, parser_state)
                return
            place += length

    def remember(
        self, word: str, state: int, accepted: Collection[str], leaf: Callable[[str, str], Value]
    ) -> list[Match]:
        """Work out once what a word may begin in a state of the parser."""
        found = [
            Match(name, leaf(name, " ".join(words)), words)
            for name, words in self._matches(word, accepted)
        ]
        words_of_state = self.known[state]
        if len(words_of_state) < KEPT_WORDS:
            words_of_state[word] = found
        return found

    def _matches(self, word: str, accepted: Collection[str]) -> list[tuple[str, tuple[str, ...]]]:
        """Return what begins with a word, in the order in which it is to be tried."""
        matches = [match for match in self._literals.get(word, ()) if match[0] in accepted]
        matches += [
            (name, rank, (word,))
            for name, rank, pattern in self._patterns
            if name in accepted and pattern.fullmatch(f"{word} ")
        ]
        matches.sort(key=lambda match: match[1])
        found = []
        for name, _, words in matches:
            # What a literal says in full is that literal, whichever list it stands in as well.
            literal = self._strings.get(words, name)
            found.append((literal if literal in accepted else name, words))
        return found

    def _misplaced(self, shapes: tuple[str, ...], place: int, parser_state: Any) -> Token:
        """Return a terminal that the grammar knows and the parser cannot take here.

        Raises
        ------
        UnexpectedCharacters
            When the word begins no terminal at all.
        """
        for name, words in self._matches(shapes[place], self._names):
            if shapes[place : place + len(words)] == words:
                return Word(name, SILENT, (0, 0), place)  # type: ignore[return-value]
        accepted: Mapping[str, object] = parser_state.parse_conf.states[parser_state.position]
        allowed = {name for name in accepted if name.isupper()} - {"$END"}
        unexpected: Any = UnexpectedCharacters
        raise unexpected(" ".join(shapes), place, 1, place, allowed=allowed)


_SPECIAL = re.compile(r"[\[\](){}*+?.^$|]")


def _alternatives(pattern: str) -> list[str] | None:
    """Return the texts that a pattern stands for, if it only lists texts."""
    inside = pattern
    if pattern.startswith("(?:") and pattern.endswith(")"):
        inside = pattern[3:-1]
    texts = []
    for piece in re.split(r"(?<!\\)\|", inside):
        if _SPECIAL.search(re.sub(r"\\.", "", piece)):
            return None
        texts.append(re.sub(r"\\(.)", r"\1", piece))
    return texts
