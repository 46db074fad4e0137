"""What the texts of Magic cards become, as card files would say it."""

from __future__ import annotations

from functools import partial
from typing import Any

from kb.cards.game import Game
from kb.cards.reading import read

NAME = "Orla"


def entries(text: str, mtg: Game, *types: str) -> list[dict[str, Any]]:
    assert mtg.entries is not None
    card = {"name": NAME, "text": text, "types": list(types) or ["creature"]}
    return mtg.entries(card, partial(read, game=mtg, name=NAME))


def made(mtg: Game, **card: Any) -> dict[str, Any]:
    assert mtg.entries is not None
    said = {"name": NAME, "types": ["creature"], "text": "", **card}
    return mtg.entries(said, partial(read, game=mtg, name=NAME))[0]
