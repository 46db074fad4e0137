"""What it takes to read card text, beside an Earley parser on the same grammar.

The texts are those of the worked examples, in the game's templating; a file of real cards gives
its own figure: ``ludex cards coverage riftbound FILE.jsonl`` says in how many seconds it was read.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.ratio import Comparison
from kb.cards.ambiguity import readings_of
from kb.cards.game import game as game_of
from kb.cards.reading import read
from kb.resources import resource
from kb.scenario import reader

TEXTS = 40
"""How many texts are read: Earley takes some fifty milliseconds for each of their lines."""


def benchmarks() -> Iterator[Comparison]:
    """Yield the comparison for Riftbound."""
    game = game_of("riftbound")
    texts = _texts()[:TEXTS]
    readings = [read(text, game) for text in texts]
    yield Comparison(
        name="cards",
        ours=lambda: [read(text, game) for text in texts],
        base=lambda: [readings_of(reading) for reading in readings],
        of=f"{len(texts)} card texts, read and printed back",
        to="Earley's parse of their lines",
        at_most=0.1,
        repeats=3,
    )


def _texts() -> list[str]:
    """Return the card texts of Riftbound's worked examples."""
    found: dict[str, None] = {}
    for path in sorted((resource("rulings") / "riftbound").glob("*.yaml")):
        data = reader.plain(reader.read_file(path))
        cards = data.get("cards") if isinstance(data, dict) else None
        for card in cards if isinstance(cards, list) else ():
            if isinstance(card, dict) and isinstance(card.get("text"), str):
                found[card["text"]] = None
    return list(found)
