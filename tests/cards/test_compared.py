"""The cards of a rulebook against their printed texts: each difference has its reason."""

from __future__ import annotations

import pytest
import yaml

from kb.answers.agreement import agreements
from kb.resources import resource
from kb.scenario.game import Game

from .conftest import SHARED


@pytest.mark.parametrize("game", ["altered", "fftcg", "mtg"])
def test_each_difference_has_its_reason(game: str) -> None:
    file = SHARED / game / "cards.jsonl"
    if not file.exists():
        pytest.skip(f"no printed cards at {file}")
    listed = resource("rules") / game / "compared.yaml"
    known = yaml.safe_load(listed.read_text(encoding="utf-8")) if listed.exists() else {}
    found = {
        one.name: (len(one.by_hand), len(one.from_text))
        for one in agreements(Game.load(game), file)
        if not one.same
    }
    assert found == {name: (one["by hand"], one["from text"]) for name, one in known.items()}
    assert all(one["why"] for one in known.values())
