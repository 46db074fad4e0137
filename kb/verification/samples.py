"""The cards with words of their own that boards are made of, beside those that a program makes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from clingo import Symbol

from kb.records import record
from kb.resources import Home, home
from kb.scenario import Game, reader
from kb.scenario.cards import Catalogue

CARDS = "cards.yaml"


@record
class Samples:
    """Cards described in ``queries/<game>/cards.yaml``.

    Attributes
    ----------
    facts : tuple of Symbol
        What is printed on them and what their abilities say.
    entries : mapping
        Each card as a scenario describes it, by its constant.
    """

    facts: tuple[Symbol, ...]
    entries: Mapping[Symbol, dict[str, Any]]

    @staticmethod
    def load(game: str) -> Samples:
        """Read the cards of a game; a game need not have any."""
        return Samples._load(game, home(game))

    @staticmethod
    @lru_cache(maxsize=8)
    def _load(game: str, place: Home) -> Samples:
        path = place.queries / CARDS
        if not path.is_file():
            return Samples((), {})
        nodes = reader.items(reader.read_file(path), "the cards")
        catalogue = Catalogue(Game.load(game), nodes)
        catalogue.check()
        entries = [reader.plain(node) for node in nodes]
        symbols = [catalogue.find(str(entry["name"])) for entry in entries]
        return Samples(
            tuple(fact for card in catalogue.closure(symbols) for fact in card.facts),
            dict(zip(symbols, entries, strict=True)),
        )
