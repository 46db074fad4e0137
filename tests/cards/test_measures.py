"""What cards held out are counted by."""

from __future__ import annotations

import pytest

from kb.cards.game import Game
from kb.cards.measures import RulesWords, held_out
from kb.cards.reading import read

RULES = "A player may banish a unit from their trash.\nOnly then, and only if it began here."


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("banish", True),
        ("unit^c", True),
        ("only if", True),
        ("their trash", True),
        ("unit banish", False),
        ("stun", False),
        (",^and and^v", False),
        ("trash only", False),
    ],
)
def test_words_of_the_rules(word: str, known: bool, riftbound: Game) -> None:
    assert (word in RulesWords(RULES, riftbound)) == known


def test_words_of_the_rules_are_known_of_cards_held_out(riftbound: Game) -> None:
    # Two cards in different parts, alike but for a verb that each has alone.
    names = ["Ash", "Fir"]
    readings = [read(text, riftbound) for text in ("Banish a unit.", "Stun a unit.")]
    assert held_out(readings, names, words=False) == 1.0
    assert held_out(readings, names) == 0.0
    assert held_out(readings, names, known=RulesWords(RULES, riftbound)) == 0.5
