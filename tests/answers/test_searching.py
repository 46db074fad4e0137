"""A search among cards that nobody has named may find something, or nothing."""

from __future__ import annotations

import pytest

import kb

SEEKER = {
    "name": "Test Seeker",
    "type": "forward",
    "elements": ["fire"],
    "cost": 1,
    "power": 3000,
    "text": "When Test Seeker enters the field, search for 1 Forward of cost 2 and add it to your "
    "hand.",
}


@pytest.mark.parametrize(
    ("deck", "numbers"),
    [
        (10, {0, 1}),
        (0, {0}),
        (["Plain Soldier", 9], {0, 1}),
        (["Plain Soldier", 0], {0, 1}),
        (["Plain Soldier"], {0, 1}),  # nobody has counted the cards beneath it
    ],
)
def test_one_of_the_unnamed_cards_may_be_what_is_searched_for(
    deck: object, numbers: set[int]
) -> None:
    scenario = kb.Scenario(
        game="fftcg",
        cards=[SEEKER],
        players={"Anna": {"pays all": True, "hand": ["Test Seeker"], "deck": deck}, "Bert": {}},
        do=[{"cast": "Test Seeker", "by": "Anna"}, {"resolve": "all"}],
        ask=[{"what": "cards in hand", "of": "Anna"}],
    )
    (ruling,) = kb.ask(scenario)
    assert {outcome.answer for outcome in ruling.outcomes} == numbers
