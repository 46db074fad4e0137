"""Mentions: every noun phrase with what decides whether it is a target."""

from __future__ import annotations

import pytest

from kb.cards.game import Game
from kb.cards.mentions import Mention, mention_facts
from kb.cards.reading import read


def mentions(text: str, game: Game) -> dict[str, Mention]:
    reading = read(text, game)
    assert reading.status == "whole", text
    return {text[m.start : m.end]: m for m in reading.mentions}


@pytest.mark.parametrize(
    ("text", "phrase", "expected"),
    [
        ("Stun an enemy unit.", "an enemy unit", {"side": "enemy", "quantifier": "a"}),
        ("Stun an enemy unit.", "an enemy unit", {"roles": ("effect",), "verb": "stun"}),
        ("Heal a unit at a battlefield.", "a battlefield", {"roles": ("restriction",)}),
        ("Heal a unit at a battlefield.", "a unit at a battlefield", {"zone": "battlefield"}),
        ("You may play a gear from your hand.", "a gear from your hand", {"zone": "hand"}),
        ("Banish a unit from your trash.", "a unit from your trash", {"zone": "trash"}),
        ("Heal all units here.", "all units here", {"quantifier": "all"}),
        ("Ready your legend.", "your legend", {"quantifier": "own", "side": "own"}),
        ("Recycle a gear: Draw 1.", "a gear", {"roles": ("cost",)}),
        ("As an additional cost to play me, recycle a rune.", "a rune", {"roles": ("cost",)}),
        ("You may exhaust a gear as an additional cost to play this.", "a gear", {"role": "cost"}),
        ("You may exhaust a gear to draw 1.", "a gear", {"role": "cost"}),
        ("When an enemy unit dies, draw 1.", "an enemy unit", {"roles": ("trigger",)}),
        ("If you control a gear, draw 1.", "a gear", {"roles": ("condition",)}),
        (
            "When you hold here, you must kill one of your gear.",
            "one of your gear",
            {"role": "must"},
        ),
        ("Each player kills one of their gear.", "one of their gear", {"chooser": "shared"}),
        ("All players together choose a gear; ready it.", "a gear", {"chooser": "shared"}),
        ("An opponent banishes a gear.", "a gear", {"chooser": "other"}),
        ("Draw 1 for each enemy unit.", "enemy unit", {"roles": ("count",)}),
        (
            "Banish a facedown card at a battlefield.",
            "a facedown card at a battlefield",
            {"features": ("facedown",)},
        ),
        ("Counter a spell.", "a spell", {"zone": "chain"}),
        ("Choose a player.", "a player", {"zone": "player"}),
        ("Move a unit to a battlefield.", "a battlefield", {"roles": ("destination",)}),
        ("Kill a unit here or a gear.", "a unit here or a gear", {"heads": ("unit", "gear")}),
        ("Kill a unit or an enemy gear.", "a unit or an enemy gear", {"side": "", "many": False}),
        ("Kill a unit or a gear.", "a gear", {"roles": ("alternative",), "within": 0}),
        ("Kill a friendly unit or enemy gear.", "a friendly unit or enemy gear", {"side": ""}),
        ("[Equip] [1]", "[Equip] [1]", {"words": "a unit you control"}),
    ],
)
def test_a_mention_knows_its_place(
    text: str, phrase: str, expected: dict[str, object], riftbound: Game
) -> None:
    mention = mentions(text, riftbound)[phrase]
    assert {key: getattr(mention, key) for key in expected} == expected


def test_what_a_replacement_does_belongs_to_it(riftbound: Game) -> None:
    text = "The next time a friendly gear would die, you may banish another friendly gear instead."
    found = mentions(text, riftbound)
    assert "replacement" in found["a friendly gear"].roles
    assert "replacement" in found["another friendly gear"].roles


def test_a_card_without_words_hangs_on_the_span_that_means_it(riftbound: Game) -> None:
    (mention,) = read("Discard 2.", riftbound).mentions
    assert (mention.implicit, mention.zone, mention.count) == (True, "hand", 2)
    (mention,) = read("[E]: Draw 1.", riftbound).mentions
    assert (mention.implicit, mention.role, mention.start, mention.end) == (True, "cost", 0, 3)


def test_a_phrase_inside_a_phrase_points_to_it(riftbound: Game) -> None:
    outer, inner = read("Heal a unit at a battlefield.", riftbound).mentions
    assert (outer.within, inner.within) == (None, 0)


def test_mentions_are_facts(riftbound: Game) -> None:
    facts = [str(fact) for fact in mention_facts(read("Stun an enemy unit.", riftbound).mentions)]
    assert facts[0] == "mention(m1)"
    assert "mention_is(m1,side,enemy)" in facts
    assert "mention_is(m1,head,unit)" in facts
