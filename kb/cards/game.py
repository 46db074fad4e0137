"""What a game gives the shared machinery, and the games there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from kb.cards.build import Builder, Objection, Settle
from kb.cards.claims import Claim
from kb.cards.facts import Fact
from kb.cards.grammar import Grammar
from kb.cards.mentions import MentionRules
from kb.cards.printer import Join, Printer
from kb.cards.reference import References
from kb.cards.saying import WayBack
from kb.cards.text import Tokeniser, Writing
from kb.cards.values import Node
from kb.errors import LudexError, nearest
from kb.records import record

MODULES: Mapping[str, str] = {
    "altered": "kb.cards.altered.en",
    "altered:fr": "kb.cards.altered.fr",
    "fftcg": "kb.cards.fftcg",
    "mtg": "kb.cards.mtg",
    "riftbound": "kb.cards.riftbound",
}
"""Where each game's `GAME` is; another language of a game is an entry of its own."""

ReminderCheck = Callable[[str, str], bool | None]
"""Whether reminder text fits the line before it; None when nothing is known about it."""


Entries = Callable[[Mapping[str, object], Callable[[str], Any]], list[dict[str, Any]]]
"""Makes the entries of a scenario from a card; it is given what reads a text (`reading.read`)."""


def _unchecked(_line: str, _reminder: str) -> bool | None:
    return None


def _no_objection(_node: Node) -> str | None:
    return None


def _text(card: Mapping[str, object]) -> str | None:
    return str(card.get("text") or "")


@record
class Game:
    """Card text of one game in one language.

    Attributes
    ----------
    name
        How the command line calls it.
    folder
        Where its Lark files are.
    writing
        How text is printed; given the grammar, whose words its marks need.
    printer
        Class of its printer.
    joins
        How frames with ``*items`` are said, by alias.
    settle
        Last changes to built nodes, by kind.
    mentions
        How noun phrases are read.
    references
        What refers back, and to what.
    objection
        Refuses what parses and makes no sense ("enemy enemy unit").
    reminder
        Checks text in round brackets against the line it explains.
    card_text
        The text of a card; None for a card in another language.
    typed
        A text as cards print it, where somebody typed it otherwise.
    facts_of
        Facts of a reading, if they are not its values and mentions as they stand.
    compare
        Compares what a card file says in the languages of the game: counts and differences.
    entries
        Makes of a card, with what reads its text, the entries of a card file: the card itself
        and what it creates.
    claims
        What the passive abilities of a reading say is so, as far as the rules go by it.
    way_back
        Says entries in the words in which cards are printed.
    """

    name: str
    folder: Path
    writing: Callable[[Grammar], Writing]
    printer: Callable[[Grammar, Mapping[str, Join]], Printer]
    joins: Mapping[str, Join]
    mentions: MentionRules
    references: References = field(default=References())
    settle: Mapping[str, Settle] = field(default_factory=dict)
    objection: Objection = _no_objection
    reminder: ReminderCheck = _unchecked
    card_text: Callable[[Mapping[str, object]], str | None] = _text
    typed: Callable[[str], str] = str
    facts_of: Callable[[Any], list[Fact]] | None = None
    compare: Callable[[Path], Mapping[str, object]] | None = None
    entries: Entries | None = None
    claims: Callable[[Any], tuple[Claim, ...]] | None = None
    way_back: WayBack | None = None

    @cached_property
    def grammar(self) -> Grammar:
        """The grammar, its parse table kept between processes."""
        builder = Builder(self.settle, self.objection)
        return Grammar(self.folder, builder.maker)

    @cached_property
    def script(self) -> Writing:
        """The writing that fits the grammar."""
        return self.writing(self.grammar)

    @cached_property
    def tokeniser(self) -> Tokeniser:
        """The tokeniser, which remembers words."""
        return Tokeniser(self.script, self.grammar.vocabulary)

    @cached_property
    def voice(self) -> Printer:
        """The printer."""
        return self.printer(self.grammar, self.joins)


def in_language(name: str, language: str | None) -> str:
    """Return the name of a game in a language; the first language of a game needs none.

    Raises
    ------
    LudexError
        When the game is not read in that language.
    """
    known = ["en", *(key.partition(":")[2] for key in MODULES if key.startswith(f"{name}:"))]
    if language is None or language == "en" or name not in MODULES:
        return name
    if language not in known:
        raise LudexError(f"no cards of '{name}' in language '{language}'{nearest(language, known)}")
    return f"{name}:{language}"


@cache
def game(name: str) -> Game:
    """Return the game of a name.

    Raises
    ------
    LudexError
        When no game of that name reads card text.
    """
    module = MODULES.get(name)
    if module is None:
        raise LudexError(f"no card grammar for game '{name}'{nearest(name, list(MODULES))}")
    found = import_module(module).GAME
    if not isinstance(found, Game):
        raise LudexError(f"{module} has no GAME")
    return found
