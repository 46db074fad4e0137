"""What else may be asked of a board: what is so of things, besides what its case asks.

Two rulebooks may come apart on a board in something that its case does not ask about. Asked is then
every property that the game knows of the things and the players of which the differing atoms speak,
and what the texts of cards mention.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from kb.scenario import Game
from kb.verification.board import Data
from kb.verification.rewording import MENTIONS

OPEN = "{"
"""What stands in a word of a game that stands for many."""

MOST = 60
"""How many questions there are at most."""


def further_questions(data: Data, game: Game, names: Collection[str]) -> Iterator[Data]:
    """Yield questions about the things of some names, at most `MOST`.

    Parameters
    ----------
    data : dict
        The board.
    game : Game
    names : collection of str
        What the things and the players are called.
    """
    players = [name for name in data.get("players", {}) if name in names]
    things = [name for name in sorted(names) if name not in players]
    left = MOST
    for question in _questions(data, game, players, things):
        if not left:
            return
        left -= 1
        yield question


def _questions(
    data: Data, game: Game, players: Collection[str], things: Collection[str]
) -> Iterator[Data]:
    for word, found in game.properties.items():
        if OPEN in word:
            # It stands for a word of a card's text: what makes no sense spoils all that is asked.
            continue
        if found.of == "game":
            yield {"what": word}
        for name in things if found.of == "object" else players if found.of == "player" else ():
            yield {"what": word, "of": name}
    if any(MENTIONS in one for one in data.get("ask", ())):
        cards = (card for card in data.get("cards") or () if isinstance(card, dict))
        for name in dict.fromkeys(card["name"] for card in cards if "text" in card):
            yield {MENTIONS: {"card": name}}
