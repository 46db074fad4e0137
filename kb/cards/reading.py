"""Reading a whole card text: line by line, naming what is not understood.

A line that does not parse is read sentence by sentence, so that what can be read is kept; what
is left is reported with its place, the longest prefix that could be read, and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from kb.cards.build import RefusedReading
from kb.cards.claims import Claim
from kb.cards.facts import Fact, to_facts
from kb.cards.game import Game
from kb.cards.grammar import Misplaced
from kb.cards.mentions import Mention, find_mentions, mention_facts, with_choosers
from kb.cards.reference import antecedents
from kb.cards.text import Normal, check_bounds, set_aside, words
from kb.cards.values import Node
from kb.errors import LudexError, closest
from kb.records import record

ENDS = (".", ".^item")
_SPACE_BEFORE = re.compile(r" +([.,;])")


@record
class Unread:
    """A span that was not understood.

    Attributes
    ----------
    read
        End of the longest prefix of the sentence that could be read.
    stop
        End of the word that stands there.
    failure
        What the parser knows about it.
    """

    start: int
    end: int
    text: str
    read: int
    stop: int
    whole: str
    failure: ParseFailure

    @property
    def expected(self) -> tuple[str, ...]:
        """What could have stood there: categories, then words in quotation marks."""
        return self.failure.expected

    @property
    def nearest(self) -> str | None:
        """The word that may have been meant, if the grammar does not know the one at that place."""
        return None if self.unknown is None else closest(self.unknown, self.failure.words)

    @property
    def unknown(self) -> str | None:
        """The word at that place, if the grammar does not know it at all."""
        word = self.failure.normal.shapes[self.failure.token].partition("^")[0]
        vocabulary = self.failure.game.grammar.vocabulary
        known = not word[:1].isalpha() or word in vocabulary
        return None if known else self.whole[self.read : self.stop]


@record(slots=True)
class Reminder:
    """Text in round brackets: whether it fits its line (None: nothing is known about it)."""

    start: int
    end: int
    text: str
    fits: bool | None


@record
class Line:
    """One printed line.

    Attributes
    ----------
    printed
        As printed, reminder text blanked.
    parsed
        One value for a line that was read whole; else one for each sentence that was read.
    """

    printed: str
    start: int
    normal: Normal
    parsed: tuple[Parsed, ...]
    unread: tuple[Unread, ...]
    reminders: tuple[Reminder, ...]

    @property
    def text(self) -> str:
        """As printed, without reminder text, single-spaced."""
        return _SPACE_BEFORE.sub(r"\1", " ".join(self.printed.split()))

    @property
    def values(self) -> tuple[Node, ...]:
        """What was read."""
        return tuple([one.value for one in self.parsed])

    @property
    def said(self) -> tuple[str, ...]:
        """What the printer says, as normal tokens."""
        return tuple([piece for one in self.parsed for piece in one.said])

    @property
    def whole(self) -> bool:
        """Whether nothing was left."""
        return not self.unread


@record
class Reading:
    """A card text and what was understood of it."""

    text: str
    game: Game
    lines: tuple[Line, ...]

    @property
    def status(self) -> str:
        """``whole``, ``partial`` or ``failed``."""
        if all(line.whole for line in self.lines):
            return "whole"
        return "partial" if any(line.parsed for line in self.lines) else "failed"

    @cached_property
    def value(self) -> Node:
        """The text as one value."""
        lines = tuple(value for line in self.lines for value in line.values)
        return Node("text", (("lines", lines),), span=(0, len(self.text)))

    @property
    def printed(self) -> str:
        """The text printed back from its values."""
        render = self.game.voice.render
        return "\n".join(render(list(line.said)) for line in self.lines if line.said)

    @property
    def same_words(self) -> bool:
        """Whether the printer says the words that were printed."""
        return self.status == "whole" and all(
            plain(line.said) == words(line.normal) for line in self.lines
        )

    @property
    def exact(self) -> bool:
        """Whether case and punctuation are the same too (spacing within a line aside)."""
        if self.status != "whole":
            return False
        return self.printed == "\n".join(line.text for line in self.lines if line.text)

    @cached_property
    def _phrases(self) -> list[Mention]:
        """The noun phrases, before it is known whom "they" stands for."""
        parts = self.game.grammar.parts

        def remarks(node: Node, name: str) -> frozenset[str]:
            alias = f"{node.kind}__{node.style}" if node.style else node.kind
            for part in parts.get(alias, ()):
                if part.name == name:
                    return part.remarks
            return frozenset()

        return find_mentions(self.value, self.game.mentions, remarks)

    @cached_property
    def antecedents(self) -> list[tuple[int, ...]]:
        """For each mention, which of them it stands for."""
        return antecedents(self._phrases, self.text, self.game.references)

    @cached_property
    def mentions(self) -> list[Mention]:
        """The noun phrases of the text."""
        return with_choosers(self._phrases, self.antecedents, self.game.mentions)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What its passive abilities say is so, as far as the rules go by it."""
        return () if self.game.claims is None else self.game.claims(self)

    @property
    def facts(self) -> list[Fact]:
        """The values and the mentions as facts."""
        if self.game.facts_of is not None:
            return self.game.facts_of(self)
        return [*to_facts(self.value), *mention_facts(self.mentions)]


def read(text: str, game: Game, name: str = "") -> Reading:
    """Read a card text.

    Parameters
    ----------
    name
        The name of the card, by which its own text may call it.

    Raises
    ------
    LudexError
        When the text is out of bounds.
    """
    check_bounds(text)
    kept, spans = set_aside(game.script.prepare(text), game.script.aside)
    lines = []
    start = 0
    for printed in kept.split("\n"):
        end = start + len(printed)
        inside = [(a, b) for a, b in spans if start <= a and b <= end]
        lines.append(_read_line(text, printed, start, inside, game, name))
        start = end + 1
    return Reading(text, game, tuple(lines))


def read_line(printed: str, game: Game, name: str = "") -> Line:
    """Read one line without reminder text."""
    return _read_line(printed, game.script.prepare(printed), 0, [], game, name)


def _read_line(
    text: str,
    printed: str,
    start: int,
    reminders: list[tuple[int, int]],
    game: Game,
    name: str,
) -> Line:
    normal = game.tokeniser(printed, start, name)
    checked = tuple(
        [
            Reminder(a, b, text[a:b], game.reminder(text[start:a], text[a + 1 : b - 1]))
            for a, b in reminders
        ]
    )
    if not normal.shapes:
        return Line(printed, start, normal, (), (), checked)
    result = parse(normal, game)
    if isinstance(result, Parsed):
        return Line(printed, start, normal, (result,), (), checked)
    pieces = _sentences(normal)
    if len(pieces) == 1:
        return Line(printed, start, normal, (), (_unread(result, normal, text),), checked)
    sentences: list[Parsed] = []
    unread: list[Unread] = []
    for piece in pieces:
        sentence = parse(piece, game)
        if isinstance(sentence, Parsed):
            sentences.append(sentence)
        else:
            unread.append(_unread(sentence, piece, text))
    if not unread:  # each sentence can be read alone, but not in this order
        unread.append(_unread(result, normal, text))
    return Line(printed, start, normal, tuple(sentences), tuple(unread), checked)


@record
class ParseFailure:
    """Why a normal string was not read: the token, and what was expected there.

    What the parser could have taken is worked out when it is asked for.
    """

    normal: Normal
    game: Game
    token: int
    instead: str | None = None

    @cached_property
    def expected(self) -> tuple[str, ...]:
        """What could have stood there."""
        if self.instead is not None:
            return (self.instead,)
        return _expected(self._terminals, self.game)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that could have stood there, in all their forms, without their marks."""
        grammar = self.game.grammar
        patterns = {terminal.name: terminal.pattern.value for terminal in grammar.lalr.terminals}
        found: list[str] = []
        for name in self._terminals:
            entry = grammar.entries.get(name)
            found += [patterns.get(name, "")] if entry is None else entry.forms
        return frozenset(form.strip().partition("^")[0] for form in found)

    @cached_property
    def _terminals(self) -> frozenset[str]:
        error = None if self.instead is not None else self.game.grammar.explain(self.normal)
        if isinstance(error, UnexpectedToken):
            return frozenset(error.accepts or error.expected or ())
        if isinstance(error, UnexpectedCharacters):
            return frozenset(error.allowed or ())
        return frozenset()


class Parsed(NamedTuple):
    """A value that was read, and the normal tokens that it is said with."""

    value: Node
    said: tuple[str, ...]


def parse(normal: Normal, game: Game) -> Parsed | ParseFailure:
    """Parse one normal string.

    A value that does not print back to the words it was read from is no reading: agreement is
    checked here, and nothing is passed over in silence.
    """
    try:
        value = game.grammar.read(normal)
    except Misplaced as error:
        return ParseFailure(normal, game, min(error.place, len(normal.shapes) - 1))
    except RefusedReading as error:
        places = [i for i, span in enumerate(normal.spans) if span[0] >= error.span[0]]
        return ParseFailure(normal, game, places[0] if places else 0, error.expected)
    if not isinstance(value, Node):
        raise LudexError("a line cannot be an empty slot")
    pieces = tuple(game.voice.say(value))
    said = plain(pieces)
    read_words = words(normal)
    if said == read_words:
        return Parsed(value, pieces)
    pairs = zip(said, read_words, strict=False)
    place = next((i for i, (a, b) in enumerate(pairs) if a != b), len(read_words) - 1)
    return ParseFailure(normal, game, place, f"'{said[place]}'" if place < len(said) else "the end")


def plain(pieces: Iterable[str]) -> tuple[str, ...]:
    """Return printed words without marks."""
    return tuple([piece.partition("^")[0] for piece in pieces if piece[0] != "^"])


def _sentences(normal: Normal) -> list[Normal]:
    pieces: list[Normal] = []
    begin = 0
    for index, shape in enumerate(normal.shapes):
        if shape in ENDS or index == len(normal.shapes) - 1:
            pieces.append(normal.part(begin, index + 1))
            begin = index + 1
    return pieces


def _unread(failure: ParseFailure, normal: Normal, text: str) -> Unread:
    start, end = normal.spans[0][0], normal.spans[-1][1]
    return Unread(start, end, text[start:end], *normal.spans[failure.token], text, failure)


def _expected(names: Iterable[str], game: Game) -> tuple[str, ...]:
    categories: set[str] = set()
    literals: set[str] = set()
    patterns = {terminal.name: terminal.pattern for terminal in game.grammar.lalr.terminals}
    for name in names:
        entry = game.grammar.entries.get(name)
        if entry is not None:
            categories.add(entry.label)
        elif name == "$END":
            categories.add("the end")
        elif name in patterns:
            literals.add("'" + patterns[name].value.strip().split("^")[0] + "'")
    return (*sorted(categories), *sorted(literals))
