"""A card of a file, and another one there that is called so."""

from __future__ import annotations

import pytest

import kb


@pytest.mark.parametrize("first", [True, False])
def test_the_card_of_that_very_name_is_meant(*, first: bool) -> None:
    said = {"type": "forward", "elements": ["fire"], "power": 1000}
    cards = [
        {"name": "Test Twin", "cost": 1, **said},
        {"name": "Other Test Twin", "called": "Test Twin", "cost": 3, **said, "generic": True},
    ]
    scenario = kb.Scenario(
        game="fftcg",
        cards=cards if first else cards[::-1],
        players={"Anna": {"field": ["Test Twin"], "hand": ["Other Test Twin"]}, "Bert": {}},
        ask=[{"what": "cost", "of": "Test Twin"}],
    )
    assert kb.ask(scenario)[0].answer == 1
