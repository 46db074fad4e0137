"""The text of a card as facts: what it mentions, as its game's grammar reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING

from clingo import Function, Number, String, Symbol

from kb.errors import LudexError, quote
from kb.records import record
from kb.scenario.game import Game
from kb.scenario.game_words import Wording
from kb.scenario.terms import constant

if TYPE_CHECKING:
    from kb.cards.claims import Claim
    from kb.cards.mentions import Mention
    from kb.cards.reading import Reading, Unread

_BACK = frozenset({"it", "them", "they"})
"""Pronouns that stand for something named before: they have no words of their own."""

MAX_NUMBER = 1_000_000
"""Largest number in a text; cards stay under a hundred."""

_BOUND = re.compile(r"(might_at_(?:most|least))_(\d{1,6})")
"""A description with a number, which becomes a key of its own."""

_SYMBOL = re.compile(r"\[([A-Za-z])\]")


@record
class SaidMention:
    """Something that a text mentions.

    Attributes
    ----------
    symbol : Symbol
        ``m(Owner,Number)``.
    text : str
        The words as printed, without what describes them by other mentions; those of the rules
        where the text has none.
    start, end : int
        Where they stand.
    implicit : bool
        Whether it has no words of its own and hangs on others.
    means : tuple of Symbol
        The mentions that "it" or "that unit" stands for, as far as they were found.
    """

    symbol: Symbol
    text: str
    start: int
    end: int
    implicit: bool
    means: tuple[Symbol, ...] = ()


@record
class Worded:
    """A text and what it mentions.

    Attributes
    ----------
    owner : Symbol
        The card, or a constant for a text without one.
    text : str
        As printed.
    facts : tuple of Symbol
        ``mention(M)``, ``mention_is(M,Key,Value)``, ``printed(Owner,symbol,S)``, and for what
        passive abilities say ``claim_is(C,Key,Value)``.
    mentions : tuple of SaidMention
        In the order of the text.
    unread : tuple of Unread
        What of the text was not understood.
    claims : dict of Symbol to str
        What its passive abilities say, ``st(Owner,Number)``, with the words.
    """

    owner: Symbol
    text: str
    facts: tuple[Symbol, ...]
    mentions: tuple[SaidMention, ...]
    unread: tuple[Unread, ...]
    claims: Mapping[Symbol, str] = field(default_factory=dict, hash=False)


def worded(text: str, owner: Symbol, game: Game) -> Worded:
    """Read the text of a card.

    Raises
    ------
    LudexError
        If the game reads no text, or no card could carry this one.
    """
    if game.wording is None:
        raise LudexError(f"no grammar reads the text of cards of {quote(game.name)}")
    return _worded(text, owner, game.wording)


@lru_cache(maxsize=2048)
def _worded(text: str, owner: Symbol, wording: Wording) -> Worded:
    reading = _read(text, wording)
    found = reading.mentions
    meant = [tuple(_name(owner, one + 1) for one in ones) for ones in reading.antecedents]
    said = tuple(
        _said(mention, _name(owner, number), text, meant[number - 1])
        for number, mention in enumerate(found, 1)
    )
    facts = list(_facts(found, owner))
    facts += _remarks(found, meant, owner, text)
    claims = {Function("st", [owner, Number(n)]): one for n, one in enumerate(reading.claims, 1)}
    facts += (fact for symbol, one in claims.items() for fact in _claimed(symbol, one, owner))
    # Reminder text is set aside; the symbols in it are explained, and not used.
    symbols = dict.fromkeys(s.lower() for s in _SYMBOL.findall(re.sub(r"\([^)]*\)", "", text)))
    facts += (Function("printed", [owner, Function("symbol"), Function(s)]) for s in symbols)
    unread = tuple(span for line in reading.lines for span in line.unread)
    words = {symbol: one.text for symbol, one in claims.items()}
    return Worded(owner, text, tuple(dict.fromkeys(facts)), said, unread, words)


def _claimed(symbol: Symbol, claim: Claim, owner: Symbol) -> Iterator[Symbol]:
    """Yield what a passive ability says, as facts."""
    said: list[tuple[str, Symbol]] = [
        (key, Number(value) if isinstance(value, int) else Function(value))
        for key, value in claim.said
    ]
    said += [(key, _name(owner, number)) for key, number in claim.meant]
    if claim.open:
        said.append(("text", String(claim.text)))
    for key, value in said:
        yield Function("claim_is", [symbol, Function(key), value])


def _read(text: str, wording: Wording) -> Reading:
    """Read a text, also one that breaks off: its ending may be missing."""
    # Grammars take time to load, and most questions need none.
    from kb.cards.game import game as card_game
    from kb.cards.reading import read

    grammar = card_game(wording.grammar)
    first = read(text, grammar)
    if first.status == "whole":
        return first
    bare = text.rstrip().rstrip(".…").rstrip()
    for ending in wording.endings:
        other = read(bare + ending, grammar)
        if other.status == "whole":
            return other
    return first


def _name(owner: Symbol, number: int) -> Symbol:
    return Function("m", [owner, Number(number)])


def _said(mention: Mention, symbol: Symbol, text: str, means: tuple[Symbol, ...]) -> SaidMention:
    end = min(max(mention.short, mention.start) or mention.end, len(text))
    if mention.short <= mention.start:
        end = min(mention.end, len(text))
    words = text[mention.start : end].rstrip()
    for genitive in ("'s", "’s"):
        words = words.removesuffix(genitive)
    implicit = mention.implicit or mention.frame in _BACK
    end = mention.start + len(words)
    return SaidMention(symbol, mention.words or words, mention.start, end, implicit, means)


def _facts(found: list[Mention], owner: Symbol) -> list[Symbol]:
    from kb.cards.mentions import mention_facts

    facts = []
    for fact in mention_facts(found):
        first, *rest = fact.arguments
        arguments = [_name(owner, int(str(first)[1:]))]
        if len(rest) == 2:
            key, value = str(rest[0]), rest[1]
            arguments.append(Function(key))
            if isinstance(value, int):
                if value > MAX_NUMBER:
                    raise LudexError(f"number {value} in card text; at most {MAX_NUMBER} is read")
                arguments.append(Number(value))
            elif key == "within":
                arguments.append(_name(owner, int(value[1:])))
            elif key == "feature" and (bound := _BOUND.fullmatch(value)):
                arguments[1:] = [Function(bound[1]), Number(int(bound[2]))]
            else:
                arguments.append(constant(value.removesuffix("^v")))
        facts.append(Function(fact.predicate, arguments))
    return facts


def _remarks(
    found: list[Mention], meant: list[tuple[Symbol, ...]], owner: Symbol, text: str
) -> list[Symbol]:
    """Return what only the whole text shows: names, what "it" means, what follows a comma."""
    facts = []

    def say(number: int, key: str, value: Symbol) -> None:
        arguments = [_name(owner, number), Function(key), value]
        facts.append(Function("mention_is", arguments))

    for number, mention in enumerate(found, 1):
        say(number, "line", Number(mention.line))
        if any(head[:1].isupper() for head in mention.heads):
            say(number, "head", Function("name"))
        for one in meant[number - 1]:
            say(number, "refers", one)
        if "cost" in mention.roles and _behind_comma(text, mention.start):
            say(number, "behind", Function("comma"))
    return facts


def _behind_comma(text: str, start: int) -> bool:
    """Return whether a cost that ends with a colon has a comma before this place."""
    line = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    rest = text[start : end if end >= 0 else len(text)]
    return "," in text[line:start] and ":" in rest and ":" not in text[line:start]
