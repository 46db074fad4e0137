"""Names among capitalised words: no list of names, only what stands around them."""

from __future__ import annotations

import pytest

from kb.cards.fftcg.names import is_misprint
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


@pytest.mark.parametrize("printed", ["Forwrad", "Backupp", "Monstr", "Charactor"])
def test_the_game_s_own_words_misprinted_are_no_names(printed: str, fftcg: Game) -> None:
    assert is_misprint(printed)
    assert not read_line(f"Choose 1 {printed}.", fftcg).whole


@pytest.mark.parametrize("name", ["Summoner", "Ark", "Black", "Minister"])
def test_names_like_the_game_s_own_words_are_names(name: str) -> None:
    assert not is_misprint(name)
