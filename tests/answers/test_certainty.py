"""How sure an answer is, and what it says of the texts that were left out."""

from __future__ import annotations

import pytest

import kb
from kb import LudexError, ask, read_scenario

ODD = """
game: mtg
cards:
  - name: Odd Thing
    types: [enchantment]
    abilities:
      - static: {other: "%s"}
      - {when: {other: "a hundred mice dance in the moonlight"}, effect: [{draw: 1}]}
players:
  Archibald: {%s: [Odd Thing]}
  Norbert: {}
ask: [{what: life, of: Norbert%s}]
"""
SUNDAY, DEAR = "every day of the week is Sunday", "spells of all your foes cost {1} more"


def test_what_was_left_out_stands_in_the_sentence() -> None:
    (ruling,) = ask(read_scenario(ODD % (SUNDAY, "battlefield", "")))
    assert (ruling.state, ruling.result, ruling.answer) == ("conditional", "answer", 20)
    assert ruling.sentence == (
        "Norbert has life 20, unless “every day of the week is Sunday” (Odd Thing) or "
        "“a hundred mice dance in the moonlight” (Odd Thing) says otherwise, by "
        "Comprehensive Rules of 27 February 2026, the newest at hand."
    )
    assert not ruling.complete
    data = ruling.to_json()
    assert (data["state"], data["complete"]) == ("conditional", False)
    assert data["unless"][0] == {"card": "Odd Thing", "ability": 1, "text": SUNDAY}


def test_a_question_without_a_date_is_told_the_edition() -> None:
    asked = "game: riftbound\nplayers: {A: {}, B: {}}\nask: [{mentions: Kill a unit.}]\n"
    (ruling,) = ask(read_scenario(asked))
    assert ruling.sentence.endswith(", by Core Rules 1.4 of 24 July 2026, the newest at hand.")
    (ruling,) = ask(read_scenario(f"date: 2026-07-25\n{asked}"))
    assert "newest" not in ruling.sentence


def test_in_a_hand_a_text_matters_only_if_it_says_so() -> None:
    (ruling,) = ask(read_scenario(ODD % (SUNDAY, "hand", "")))
    assert (ruling.state, ruling.unless, ruling.complete) == ("answered", (), True)
    (ruling,) = ask(read_scenario(ODD % (DEAR, "hand", "")))
    assert [one.ability for one in ruling.unless] == [1]


def test_a_keyword_may_matter_anywhere() -> None:
    (ruling,) = ask(read_scenario(ODD % ("Nindance {1}{B}", "hand", "")))
    assert [one.text for one in ruling.unless] == ["Nindance {1}{B}"]


def test_nobody_sees_a_library() -> None:
    (ruling,) = ask(read_scenario(ODD % (DEAR, "library", "")))
    assert ruling.state == "answered"


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (
            ", expect: 20",
            "the answer holds only unless “every day of the week is Sunday” (Odd Thing) says",
        ),
        (
            ", expect: 20, unless: [{card: Odd Thing, ability: 1}, {card: Odd Thing, ability: 2}]",
            "",
        ),
        (
            ", expect: 20, unless: [{card: Odd Thing, ability: 1}, {card: Odd Thing, ability: 2}, "
            "{card: Odd Thing, ability: 3}]",
            "'unless' names ability 3 of Odd Thing, which can't change the answer",
        ),
    ],
)
def test_a_case_names_what_its_answer_holds_unless(said: str, fault: str) -> None:
    (checked,) = kb.test(read_scenario(ODD % (SUNDAY, "battlefield", said)))
    assert checked.passed == (not fault)
    assert any(one.startswith(fault) for one in checked.faults) or not fault


def test_a_card_that_is_not_there_can_not_be_named() -> None:
    with pytest.raises(LudexError) as caught:
        ask(read_scenario(ODD % (SUNDAY, "hand", ", unless: [{card: Odd Thong, ability: 1}]")))
    assert "'Odd Thong'" in str(caught.value)
    assert "did you mean 'Odd Thing'?" in str(caught.value)
