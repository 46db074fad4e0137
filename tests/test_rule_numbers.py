"""The numbers in the headers are those of the publishers' texts, where these are at hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kb.rulebook import Rulebook

TEXTS = Path(__file__).resolve().parents[2] / "shared" / "rules"
EDITIONS = {"mtg": [("2012-10-01", "MagicCompRules_20121001.txt")]}


def numbers_of(text: str) -> set[str]:
    """Return the rule numbers that begin a line."""
    return set(re.findall(r"^(\d{3}(?:\.\d+[a-z]?)?)\.?\s", text, re.MULTILINE))


@pytest.mark.parametrize(
    ("game", "day", "name"),
    [(game, day, name) for game, texts in EDITIONS.items() for day, name in texts],
)
def test_every_number_stands_in_the_text_in_force(game: str, day: str, name: str) -> None:
    path = TEXTS / name
    if not path.is_file():
        pytest.skip(f"the rules text {name} is not at hand")
    text = path.read_text(encoding="utf-8", errors="replace").replace("\r", "\n")
    known = numbers_of(text)
    view = Rulebook.load(game).on(day)
    unknown = {
        number
        for label in view.labels.values()
        if label.defines is None
        for number in label.numbers
        if number not in known
    }
    assert unknown == set()
