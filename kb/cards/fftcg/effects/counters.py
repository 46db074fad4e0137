"""Counters that are put on something and removed from it."""

from __future__ import annotations

from kb.cards.fftcg.amounts import ends_of, scaled
from kb.cards.fftcg.effects.reader import EffectReader, Entry
from kb.cards.fftcg.effects.things import things
from kb.cards.fftcg.nodes import Unsaid, counter_kind, posts_of
from kb.cards.values import Node


def counters(
    reader: EffectReader, verb: str, thing: Node, hows: list[Node], word: str
) -> list[Entry]:
    """Return how many counters are put on something, or removed from it, and which."""
    number = reader.phrases.number(thing)
    many = scaled(number, ends_of(hows, reader.phrases))
    places = [how.get("what") for how in hows if how.kind == "prep"]
    places += [post.get("what") for post in posts_of(thing) if post.kind == "of"]
    kind = counter_kind(thing)
    if not kind or len(places) != 1:
        raise Unsaid("counters")
    found = things(reader, places[0])
    if len(found) != 1:  # whether each of them gets so many, or they all together, is not said
        raise Unsaid("counters")
    return [{verb: many, "kind": kind, word: found[0]}]
