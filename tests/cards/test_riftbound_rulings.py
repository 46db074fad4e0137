"""Official answers about choosing and targeting, where they are at hand, against what is derived.

What an answer comes to is written down here in short: the words of the text that are chosen as a
target, and those that are not. The answers themselves and the texts stay outside the repository.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from kb.inference.mentions import name_of
from kb.rulings.targets import judge
from tests.cards.conftest import SHARED

FAQ, CORE = "2025-10-20", "2026-04-29"


@dataclass(frozen=True)
class Answer:
    """An official answer: whose text it is about, a mark to find it by, and what follows.

    `later` are the targets of an ability that the text makes only as it is carried out.
    """

    card: str
    mark: str
    targets: tuple[str, ...]
    others: tuple[str, ...] = ()
    day: str = CORE
    later: tuple[str, ...] = ()


AGREE = (
    Answer("Falling Star", "you pick all the targets up front", ("a unit", "a unit")),
    Answer("Icathian Rain", "you pick all the targets up front", ("a unit",) * 6),
    Answer(
        "Fox-Fire", "evaluated as a group", ("any number of units",), ("a battlefield",), day=FAQ
    ),
    Answer("Fox-Fire", "from among the ones you initially chose", ("any number of units",)),
    Answer("Tideturner", "target a unit at another location", ("a unit you control",)),
    Answer("Stand United", "Only effects that choose are restricted", ("a friendly unit",)),
    Answer("Zhonya's Hourglass", "Only effects that choose are restricted", ()),
    Answer("Cruel Patron", "like the cost of Cruel Patron", (), ("a friendly unit",)),
    Answer("Sigil of the Storm", "", (), ("one of your runes",)),
    Answer("Teemo, Strategist", "how many targets it has", ("an enemy unit",)),
    Answer(
        "Dragon's Rage",
        "you only need to choose an enemy unit and a battlefield",
        ("an enemy unit", "another enemy unit"),
        ("its destination",),
        later=("another enemy unit",),
    ),
    Answer("Elder Dragon", "to target with the ability", ("up to one enemy unit",)),
    Answer("Deceiver", "You target Zilean", ("another unit",)),
    Answer(
        "Repulse",
        "A spell that targets a game object",
        ("a friendly unit", "an enemy spell or ability"),
    ),
    Answer("Alpha Strike", "Alpha Strike's targets", ("a friendly unit", "enemy units")),
    Answer("Piltover Enforcer", "cost within instruction", ("a unit",), ("me",)),
    Answer("Baited Hook", "", ("a friendly unit",)),
    Answer("Charm", "", ("an enemy unit",)),
    Answer("Promising Future", "each other player in turn order repeats", ()),
    Answer("Blind Fury", "Choose one and banish it", ()),
)
"""Answers that Ludex agrees with. Those without a mark are in the FAQ's text only."""

JUDGES = (
    Answer("Blade Dancer", "does not choose a unit", (), ("it",)),
    Answer("Vex, Apathetic", "no targeting ever occurs", (), ("it",)),
    Answer("Sacrifice", "explicitly excluded from targeting", ()),
    Answer("Hidden Blade", "", ("a unit",), ("its controller",)),
    Answer("Switcheroo", "", ("two units",)),
)
"""Answers of judges, unofficial, that cite the criteria."""

DISAGREE = (
    (
        # The FAQ speaks of the wording of October 2025, which made each damage an ability of its
        # own; the wording of January 2026, the one on record, took that back.
        Answer("Falling Star", "no longer actually have any targets of their own", ()),
        ("a unit", "a unit"),
    ),
    (
        # The wording on record pays in one sentence and plays in the next; by the later wording
        # what is returned is a cost.
        Answer("Emperor's Dais", "joins them using", ()),
        ("a unit you control",),
    ),
    (
        # The end of the sentence is not understood, and with it the sentence.
        Answer(
            "Kato the Arm", "give another friendly unit my keywords", ("another friendly unit",)
        ),
        (),
    ),
)
"""Answers that do not fit the text on record as it is judged, and what is derived instead."""


@pytest.fixture(scope="module")
def rulings() -> list[dict[str, str]]:
    """Return the questions and answers; they are publishers' and stay outside the repository."""
    file = SHARED / "riftbound" / "rulings.jsonl"
    if not file.exists():
        pytest.skip(f"no rulings at {file}")
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize("answer", [*AGREE, *JUDGES], ids=lambda answer: answer.card)
def test_answers_agree(answer: Answer, rulings: list[dict[str, str]]) -> None:
    assert any(answer.mark in ruling["answer"] for ruling in rulings)
    found = judge(
        "riftbound",
        card=answer.card,
        cards=SHARED / "riftbound" / "cards.jsonl",
        as_of=answer.day,
    )
    said = [finding.said.text for finding in found.findings if finding.target]
    assert tuple(said) == answer.targets
    later = [one.said.text for one in found.findings if "do-this" in map(name_of, one.chosen)]
    assert tuple(later) == answer.later
    others = {finding.said.text.casefold() for finding in found.findings if not finding.target}
    assert others >= {words.casefold() for words in answer.others}


@pytest.mark.parametrize(("answer", "derived"), DISAGREE, ids=lambda one: getattr(one, "card", ""))
def test_answers_that_do_not_fit(
    answer: Answer, derived: tuple[str, ...], rulings: list[dict[str, str]]
) -> None:
    assert any(answer.mark in ruling["answer"] for ruling in rulings)
    found = judge("riftbound", card=answer.card, cards=SHARED / "riftbound" / "cards.jsonl")
    said = tuple(finding.said.text for finding in found.findings if finding.target)
    assert said == derived != answer.targets
