"""Rulings as data: plain answers, reasons with their rules, JSON that fits its schema."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

import kb
from kb.rulings.data import DEFINITIONS, RulingData
from kb.serialization import json_schema

JACE = "Jace, the Mind Sculptor"


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    return Draft202012Validator({**json_schema(RulingData), "$defs": DEFINITIONS})


def test_answers_are_plain_python(asked) -> None:
    found = asked(
        {"may": {"cast": JACE, "by": "Archibald"}},
        {"options": {"by": "Archibald"}},
        {"targets": {"activate": "Jace Beleren", "ability": "-1", "by": "Norbert"}},
        {"what": "loyalty", "of": "Jace Beleren"},
        {"what": "tapped", "of": "Jace Beleren"},
        {"what": "types", "of": "Jace Beleren"},
        {"what": "controller", "of": "Jace Beleren"},
        {"what": "power", "of": "Jace Beleren"},
        archibald={"hand": [JACE]},
        norbert={"battlefield": ["Jace Beleren"]},
    )
    assert [ruling.answer for ruling in found] == [
        True,
        ["pass", f"cast {JACE}"],
        ["Archibald", "Norbert"],
        3,
        False,
        ["planeswalker"],
        "Norbert",
        None,
    ]


def test_a_no_has_every_reason_with_its_rule_and_what_stands_against_it(asked) -> None:
    (ruling,) = asked(
        {"may": {"activate": "Gideon Jura", "ability": "-2", "by": "Norbert"}},
        archibald={"battlefield": [{"card": "Gideon Jura", "activated": True}]},
        norbert={"battlefield": [{"card": "Grizzly Bears", "tapped": True}]},
    )
    (outcome,) = ruling.outcomes
    found = {why.text: (why.rules[0], why.ruled_out, why.against) for why in outcome.whys}
    assert found == {
        "a loyalty ability of Gideon Jura has already been activated this turn": (
            "606.3",
            True,
            (),
        ),
        "it is Norbert's own turn": ("606.3", False, ("it is Archibald's turn",)),
        "Norbert has priority": ("116.1", False, ("Archibald has priority",)),
        "Norbert controls Gideon Jura": (
            "116.1b",
            False,
            ("Archibald controls Gideon Jura",),
        ),
    }
    for text, (number, _, against) in found.items():
        assert text in ruling.reasons
        assert number in ruling.rules
        assert all(fact in ruling.reasons for fact in against)


def test_options_tell_what_is_refused_and_why(asked) -> None:
    (ruling,) = asked(
        {"options": {"by": "Archibald"}},
        archibald={"battlefield": [{"card": "Jace Beleren", "loyalty": 1}]},
    )
    (refused,) = ruling.outcomes[0].refused
    assert refused.text == "activate the -10 ability of Jace Beleren"
    assert [why.rules for why in refused.whys] == [("606.5",)]


def test_an_illegal_action_is_a_ruling_with_reasons(asked) -> None:
    first, second = asked(
        {"outcomes": {}},
        {"may": {"cast": "Shock", "by": "Archibald"}},
        archibald={"hand": [JACE, "Shock"]},
        do=[
            {"cast": "Shock", "by": "Archibald", "targets": ["Norbert"]},
            {"cast": JACE, "by": "Archibald"},
        ],
    )
    assert {first.result, second.result} == {"illegal"}
    assert [why.text for why in first.outcomes[0].whys] == ["the stack is empty"]
    assert first.answer is None


def test_the_day_decides(asked) -> None:
    board = {
        "archibald": {"hand": [JACE]},
        "norbert": {"battlefield": ["Jace Beleren"]},
        "do": [{"cast": JACE, "by": "Archibald"}, {"resolve": "top"}],
    }
    question = {"what": "zone", "of": JACE}
    before, after = (
        asked(question, **board, options={"as_of": day})[0] for day in ("2013-01-30", "2013-07-13")
    )
    assert (before.answer, after.answer) == ("graveyard", "battlefield")
    assert before.edition != after.edition
    with pytest.raises(kb.LudexError, match="no edition of the rules covers 1999-01-01"):
        asked(question, **board, options={"as_of": "1999-01-01"})


def test_json_fits_its_schema(asked, validator: Draft202012Validator) -> None:
    board = {
        "archibald": {"hand": [JACE], "battlefield": ["Jace Beleren"]},
        "do": [{"cast": JACE, "by": "Archibald"}, {"resolve": "top"}],
        "date": "2013-07-13",
    }
    questions = (
        {"outcomes": {}},
        {"may": {"activate": JACE, "ability": "+2"}},
        {"options": {"by": "Archibald"}},
        {"what": "supertypes", "of": JACE},
    )
    for ruling in asked(*questions, **board):
        data = json.loads(json.dumps(ruling.to_json()))
        assert [error.message for error in validator.iter_errors(data)] == []
        assert data["sentence"] == ruling.sentence


def test_the_short_form_rests_on_what_the_proof_holds(asked) -> None:
    (ruling,) = asked(
        {"outcomes": {}},
        archibald={"hand": [JACE]},
        norbert={"battlefield": ["Jace Beleren"]},
        do=[{"cast": JACE, "by": "Archibald"}, {"resolve": "top"}],
    )
    (outcome,) = ruling.outcomes
    assert set(outcome.short_proof.numbers) < set(outcome.proof.numbers)
    assert "704.5j" in outcome.short_proof.numbers
    assert "obj(" not in str(ruling)


def test_expectations_are_tested() -> None:
    text = """
game: mtg
players: {Archibald: {battlefield: [Jace Beleren]}, Norbert: {}}
ask:
  - {what: loyalty, of: Jace Beleren, expect: 3}
  - {what: loyalty, of: Jace Beleren, expect: 4}
"""
    good, bad = kb.test(kb.read_scenario(text))
    assert (good.passed, bad.passed) == (True, False)
    assert bad.faults == ("expected 4, found 3",)
    assert bad.line == 6


def test_variants_and_questions_are_chosen(asked) -> None:
    text = """
title: Two boards
game: mtg
players: {Archibald: {battlefield: [{card: Jace Beleren, loyalty: 2}]}, Norbert: {}}
ask:
  - {what: loyalty, of: Jace Beleren}
  - {what: life, of: Norbert}
variants:
  - {name: fewer, players: {Archibald: {battlefield: [{card: Jace Beleren, loyalty: 1}]}}}
"""
    scenario = kb.read_scenario(text)
    assert [ruling.answer for ruling in kb.ask(scenario)] == [2, 20, 1, 20]
    assert [ruling.answer for ruling in kb.ask(scenario, variant="fewer")] == [1, 20]
    assert [ruling.answer for ruling in kb.ask(scenario, question=2)] == [20, 20]
    with pytest.raises(kb.LudexError, match="no variant 'fewr'; did you mean 'fewer'"):
        kb.ask(scenario, variant="fewr")
    with pytest.raises(kb.LudexError, match="no question 3: 'Two boards' asks 2 questions"):
        kb.ask(scenario, question=3)
