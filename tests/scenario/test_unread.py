"""Texts of a card that no rule carries out."""

from __future__ import annotations

from clingo import parse_term

from kb.scenario.unread import unread


def test_texts_and_numbers_are_no_instructions() -> None:
    said = (
        '"Do it"',
        "3",
        'unsupported("Do that")',
        'unsupported("Do this",target)',
        "draw(you,1)",
    )
    facts = [parse_term(f"says(a,effect,{value})") for value in said]
    assert unread(facts, {parse_term("a")}) == ("Do that", "Do this")
    assert unread(facts, {parse_term("b")}) == ()
