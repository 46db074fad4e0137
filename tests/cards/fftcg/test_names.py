"""Names among capitalised words: no list of names, only what stands around them."""

from __future__ import annotations

import pytest

from kb.cards.game import Game
from kb.cards.reading import read_line


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("When Red Quillon attacks, draw 1 card.", ["~Red_Quillon"]),
        ("The Emperor gains Haste.", ["~The_Emperor"]),
        ("When The Emperor attacks, draw 1 card.", ["~The_Emperor"]),
        ("Choose 1 Fire Forward.", []),
        ("Choose 1 Job Dark Tinker Forward.", ["~Dark_Tinker"]),
        ("Choose 1 Card Name Lord of the Glass.", ["~Lord_of_the_Glass"]),
        ("When Lightning attacks, draw 1 card.", ["~Lightning"]),
        ("Choose 1 Lightning or Ice Forward.", []),
        ("When Pim (XX-2) attacks, draw 1 card.", ["~Pim_(XX-2)"]),
        ("Quillon's power becomes 1000.", ["~Quillon"]),
        ("When Unit 3 attacks, draw 1 card.", ["~Unit_3"]),
        ("Sea of Glass {S}: Draw 1 card.", ["~Sea_of_Glass^s"]),
        ("Place 2 Monster Counters on Pim.", ["~Monster^n", "~Pim"]),
    ],
)
def test_names_are_found(line: str, names: list[str], fftcg: Game) -> None:
    tokens = read_line(line, fftcg).normal.tokens
    assert [token.normal for token in tokens if token.normal.startswith("~")] == names
