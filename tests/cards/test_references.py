"""What "it", "they", "there" and "that unit" stand for: by number, kind and role."""

from __future__ import annotations

import pytest

from kb.cards.game import Game
from kb.cards.reading import read

# A line for each convention of kb/cards/reference.py: text, the words that refer back, which of
# them if they stand several times, and what they stand for.
CONVENTIONS = [
    # the nearest thing of the right number
    ("Choose an enemy unit. Deal 2 to it.", "it", 1, ["an enemy unit"]),
    ("Stun two units. Ready a gear. Kill it.", "it", 1, ["a gear"]),
    ("Stun two units. Ready a gear. Kill them.", "them", 1, ["two units"]),
    ("Stun a unit. Kill a gear. Banish it.", "it", 1, ["a gear"]),
    # the same line first, then the lines before it
    ("Choose a unit. Stun it.\n[Legion] - Kill it instead.", "it", 2, ["a unit"]),
    # the means comes last
    ("When a friendly unit is chosen by a spell, ready it.", "it", 1, ["a friendly unit"]),
    # a condition comes after what stands outside it, and before nothing
    ("Deal 2 to a unit. If you control a gear, deal 4 to it instead.", "it", 1, ["a unit"]),
    ("While a friendly unit defends alone, it gets +2 [M].", "it", 1, ["a friendly unit"]),
    # what something is, is not meant, and has to fit
    (
        "Reveal the top card of your Main Deck. If it's a gear, draw it.",
        "it",
        2,
        ["the top card of your Main Deck"],
    ),
    (
        "Kill a unit. Play a Gold gear token. If it was an enemy unit, draw 1.",
        "it",
        1,
        ["a unit"],
    ),
    # places
    ("Choose an opponent. They reveal their hand. Choose a unit from it.", "it", 1, ["their hand"]),
    ("Stun a unit at a battlefield. Kill a gear there.", "there", 1, ["a battlefield"]),
    # players before what players do, things before what things do
    ("Choose an opponent. They discard 1.", "They", 1, ["an opponent"]),
    ("When a player plays a unit here, they may pay [1] to [Buff] it.", "they", 1, ["a player"]),
    (
        "Choose a friendly unit and an enemy unit. They deal damage equal to their Mights to each "
        "other.",
        "They",
        1,
        ["a friendly unit", "an enemy unit"],
    ),
    # the noun that is said again
    ("Choose a unit and a gear. Kill that unit.", "that unit", 1, ["a unit"]),
    ("Choose a friendly unit and a gear. Kill the chosen unit.", "the chosen unit", 1, [
        "a friendly unit"
    ]),
    # the rest of several
    ("Look at the top 3 cards of your Main Deck. Put 1 into your hand and recycle the rest.",
     "the rest", 1, ["the top 3 cards of your Main Deck"]),
    # what it stands for is never itself a word that refers back
    ("If a unit would die, heal that unit, and recall it instead.", "it", 1, ["a unit"]),
    # nothing to find
    ("When you conquer, draw 1 at that battlefield.", "that battlefield", 1, []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words", "number", "meant"), CONVENTIONS, ids=[f"{c[1]}: {c[0]}" for c in CONVENTIONS]
)
def test_what_words_stand_for(
    text: str, words: str, number: int, meant: list[str], riftbound: Game
) -> None:
    reading = read(text, riftbound)
    said = [text[mention.start : mention.end] for mention in reading.mentions]
    assert reading.status == "whole"
    places = [i for i, one in enumerate(said) if one.removesuffix("'s") == words]
    found = reading.antecedents[places[number - 1]]
    assert [said[place] for place in found] == meant


def test_what_follows_do_this_belongs_to_an_ability_of_its_own(riftbound: Game) -> None:
    text = "Stun a unit. Do this: Kill a gear. Draw 1 for each rune.\nReady a legend."
    later = {text[m.start : m.end]: m.later for m in read(text, riftbound).mentions}
    assert later == {"a unit": False, "a gear": True, "rune": True, "a legend": False}
