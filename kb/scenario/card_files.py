"""Files of real cards: one JSON object a line, with ``name`` and ``text``."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kb.cards.coverage import load_cards
from kb.errors import LudexError, quote
from kb.scenario import reader
from kb.scenario.game import CardKey, Game
from kb.scenario.reader import Node
from kb.scenario.terms import fold


def card_nodes(game: Game, path: Path) -> tuple[Node, ...]:
    """Return the cards of a file as entries of a catalogue.

    Of each card, what the game knows of cards is taken, and the rest left. Of several cards with
    one name the first keeps it, and the others are called ``Name (id)``.

    Raises
    ------
    LudexError
        If the file cannot be read, or no grammar reads the text of the game's cards.
    """
    if game.wording is None:
        raise LudexError(
            f"no grammar reads the text of cards of {quote(game.name)}; describe them instead",
            file=str(path),
        )
    return _nodes(game.name, path, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=4)
def _nodes(game_name: str, path: Path, _changed: int) -> tuple[Node, ...]:
    keys = Game.load(game_name).card_keys
    found: dict[str, Node] = {}
    texts: dict[str, object] = {}
    for card in load_cards(path):
        name = str(card.get("name") or "")
        if not fold(name):
            continue
        key = fold(name)
        if key in found:
            if texts[key] == card.get("text") or not card.get("id"):
                continue
            name = f"{name} ({card['id']})"
            key = fold(name)
            if key in found:
                continue
        texts[key] = card.get("text")
        data: dict[str, object] = {"name": name}
        for word, known in keys.items():
            value = _value(known, card.get(word))
            if value is not None:
                data[word] = value
        found[key] = reader.node_of(data)
    return tuple(found.values())


def _value(key: CardKey, value: object) -> object:
    """Return a value as the game's card file would write it; None for what it could not say."""
    if key.kind == "number":
        text = str(value)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
    if isinstance(value, list):
        return value if key.many and value and all(isinstance(v, str) for v in value) else None
    return value if isinstance(value, str) and value.strip() else None
