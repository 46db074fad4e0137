"""What it takes to read card text, beside an Earley parser on the same grammar.

The texts are those of the worked examples, in the game's templating. A file of real cards gives
its own figures: ``python -m benchmarks.bars riftbound FILE.jsonl`` counts, beside all else that a
card grammar is judged by, how many distinct texts are read in a second.
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
SENTENCE = "Stun a unit at a battlefield. "
SENTENCES = 50


def benchmarks() -> Iterator[Comparison]:
    """Yield the comparisons for Riftbound."""
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
    short, long = (SENTENCE * times for times in (SENTENCES, 10 * SENTENCES))
    yield Comparison(
        name="cards: a long text",
        ours=lambda: read(long, game),
        base=lambda: read(short, game),
        of=f"{10 * SENTENCES} sentences",
        to=str(SENTENCES),
        at_most=12.0,
        repeats=9,
    )


def _texts() -> list[str]:
    """Return the card texts of Riftbound's worked examples."""
    found: dict[str, None] = {}
    for path in sorted((resource("rulings") / "riftbound").glob("*.yaml")):
        data = reader.plain(reader.read_file(path))
        for entry in (*_list(data, "cards"), *_list(data, "ask")):
            for key in ("text", "mentions"):
                if isinstance(entry.get(key), str):
                    found[entry[key]] = None
    return list(found)


def _list(data: object, key: str) -> list[dict[str, str]]:
    found = data.get(key) if isinstance(data, dict) else None
    return [one for one in found or () if isinstance(one, dict)]
