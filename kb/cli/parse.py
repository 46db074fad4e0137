"""``ludex parse``: a card text, its facts, and what of it is not understood."""

from __future__ import annotations

from typing import Annotated

import typer
import yaml

from kb.cards.commands import parse_entries, parse_json, parse_text
from kb.cards.game import in_language
from kb.cards.languages import language_of_texts
from kb.cards.reading import Reading, Unread
from kb.cli import options
from kb.cli.failure import NOT_DECIDED
from kb.cli.output import console, print_json
from kb.errors import quote

Text = Annotated[str, typer.Argument(metavar="TEXT", help="The text of a card, in quotes.")]
Name = Annotated[
    str, typer.Option("--name", metavar="NAME", help="The name by which the text calls its card.")
]
Facts = Annotated[
    bool, typer.Option("--facts", help="Print the facts of the text, not its abilities.")
]

LISTED = 8
"""How many kinds of words are named in a line; ``--json`` has all of them."""


def parse(
    game: options.CardGame,
    text: Text,
    language: options.Language = None,
    name: Name = "",
    facts: Facts = False,
    readings: options.Readings = False,
    json: options.Json = False,
) -> None:
    """Read the text of a card.

    It is printed back, followed by the abilities that it becomes, as a card file says them, or else
    by its facts, and by what of it is not understood.

    \b
      ludex parse mtg "Flying. When Test Owl dies, draw a card." --name "Test Owl"
      ludex parse riftbound "Deal 2 to an enemy unit."
      ludex parse altered "Piochez une carte."
    """
    game = in_language(game, language) if language else language_of_texts(game, [text])
    reading = parse_text(game, text, name)
    if json:
        print_json(parse_json(game, text, name, readings=readings))
        _end(reading)
        return
    out = console()
    out.print(f"{reading.status}: {reading.printed or '(nothing)'}")
    if readings:
        out.print(f"readings: {parse_json(game, text, readings=True)['readings']}")
    cards = None if facts else parse_entries(game, text, name)
    for card in cards or ():
        shown = {key: value for key, value in card.items() if value != ""}
        out.print(yaml.safe_dump(shown, sort_keys=False, allow_unicode=True, width=100).rstrip())
    for fact in reading.facts if cards is None else ():
        out.print(f"  {fact}")
    for line in reading.lines:
        for span in line.unread:
            out.print(not_understood(span))
    _end(reading)


def _end(reading: Reading) -> None:
    """End with the status that says that not all was understood, if so."""
    if reading.status != "whole":
        raise typer.Exit(NOT_DECIDED)


def not_understood(span: Unread) -> str:
    """Return one line about a span that was not understood, its place counted from 1."""
    place = f"not understood: {quote(span.text)}: at {span.read + 1}"
    if span.unknown:
        found = f"unknown word {quote(span.unknown)}"
        if span.nearest:
            return f"{place}, {found}; did you mean {quote(span.nearest)}?"
    else:
        said = span.whole[span.read : span.stop].strip()
        found = f"{quote(said)} makes no sense there" if said else "it ends too early"
    expected = ", ".join(span.expected[:LISTED])
    more = len(span.expected) - LISTED
    expected += f" or {more} other words" if more > 0 else ""
    return f"{place}, {found}{f'; expected {expected}' if expected else ''}"
