"""Lines that begin with the name of their card, where that may be a word of the sentence instead.

"Players can't gain life" on a card called Players says something of that card, or of all players,
"Elves can't attack" on one called Elves, the Many of that card, or of all of a kind. Where a line
can be read both ways it is left to its words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kb.cards.mtg.writing import as_name, calls
from kb.cards.reading import read_line

if TYPE_CHECKING:
    from kb.cards.game import Game
    from kb.cards.reading import Line

_BEGINS = re.compile(r"(?:^|[.:•—\"\n] ?)$")
"""What stands before a word that begins a sentence, and so is written with a capital letter."""


def is_twofold(line: Line, game: Game, name: str) -> bool:
    """Return whether a line is read whole with its card's name as the name, and as a mere word."""
    if not line.whole or not _begins_with_a_word(line.text, calls(name)):
        return False
    # Without a name, what is no word and no plural is a name all the same.
    if game.tokeniser(line.printed, line.start).shapes == line.normal.shapes:
        return False
    return read_line(line.printed, game).whole


def _begins_with_a_word(text: str, ways: list[str]) -> bool:
    """Return whether a sentence begins with the name of the card, or its short form, of one word.

    The ways in which a text may call the card come the longest first.
    """
    longer: set[int] = set()
    for call in ways:
        begins = (
            {found.start() for found in as_name(call).finditer(text)} if call in text else set()
        )
        if " " not in call and any(_BEGINS.search(text[:at]) for at in begins - longer):
            return True
        longer |= begins
    return False
