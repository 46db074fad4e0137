"""The numbers in the headers are those of the publishers' texts, where these are at hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kb.rulebook import Rulebook

TEXTS = Path(__file__).resolve().parents[2] / "shared" / "rules"
EDITIONS = {
    "mtg": {
        "2012-10-01": "MagicCompRules_20121001.txt",
        "2017-08-25": "MagicCompRules_20170825.txt",
        "2018-07-13": "MagicCompRules_20180713.txt",
        "2026-02-27": "MagicCompRules_20260227.txt",
    }
}
# From days on between two texts: what is not in the one before stands in the one after.
BETWEEN = {
    "mtg": {
        "2013-07-13": ("2012-10-01", "2017-08-25"),
        "2017-09-29": ("2017-08-25", "2018-07-13"),
        "2018-04-27": ("2017-08-25", "2018-07-13"),
        "2018-10-05": ("2018-07-13", "2026-02-27"),
        "2021-06-18": ("2018-07-13", "2026-02-27"),
        "2024-11-15": ("2018-07-13", "2026-02-27"),
    }
}


def numbers_of(game: str, day: str) -> set[str]:
    """Return the rule numbers that begin a line of a text."""
    path = TEXTS / EDITIONS[game][day]
    if not path.is_file():
        pytest.skip(f"the rules text {path.name} is not at hand")
    text = path.read_text(encoding="utf-8", errors="replace").replace("\r", "\n")
    return set(re.findall(r"^\s*(\d{3}(?:\.\d+[a-z]?)?)\.?\s", text, re.MULTILINE))


def cited_on(game: str, day: str) -> set[str]:
    """Return the numbers that answers under the rules of a day cite."""
    view = Rulebook.load(game).on(day)
    labels = [label for label in view.labels.values() if label.defines is None]
    return {number for label in labels for number in label.numbers_on(view.date)}


@pytest.mark.parametrize(
    ("game", "day"), [(g, day) for g, days in EDITIONS.items() for day in days]
)
def test_every_number_stands_in_the_text_in_force(game: str, day: str) -> None:
    assert cited_on(game, day) - numbers_of(game, day) == set()


@pytest.mark.parametrize(("game", "day"), [(g, day) for g, days in BETWEEN.items() for day in days])
def test_between_texts_every_number_stands_in_one_of_them(game: str, day: str) -> None:
    before, after = BETWEEN[game][day]
    assert cited_on(game, day) - numbers_of(game, before) - numbers_of(game, after) == set()


@pytest.mark.parametrize("game", EDITIONS)
def test_each_day_on_which_numbers_or_rules_change_begins_an_edition(game: str) -> None:
    book = Rulebook.load(game)
    starts = {edition.start for edition in book.editions.texts}
    changes = {change.start for label in book.headers for change in label.renumbered}
    assert changes | set(book.days_of_change) <= starts
