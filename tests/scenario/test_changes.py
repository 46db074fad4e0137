"""Cards that change with time, and what the rulebook does not cover of later texts."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import kb
from kb.errors import LudexError
from kb.rulebook.uncovered import read_uncovered
from kb.scenario import Game, reader
from kb.scenario.cards import Card, Catalogue

WANDERER = """
name: Wanderer
types: [creature]
power: 1
toughness: 1
changes:
  - {from: 2014-07-18, power: 2}
  - {from: 2018-04-27, types: [artifact, creature], toughness: 3}
"""


LOYALTY = """
game: mtg
players: {A: {battlefield: [Jace Beleren]}}
ask: [{what: loyalty, of: Jace Beleren}]
"""


def card_on(text: str, day: date) -> Card:
    cards = Catalogue.load(Game.load("mtg")).extended([reader.read_text(text, "f.yaml")]).on(day)
    return cards.card(cards.find("Wanderer"))


@pytest.mark.parametrize(
    ("day", "types", "power", "toughness"),
    [
        (date(2013, 1, 30), ["creature"], "1", "1"),
        (date(2014, 7, 17), ["creature"], "1", "1"),
        (date(2014, 7, 18), ["creature"], "2", "1"),
        (date(2018, 4, 26), ["creature"], "2", "1"),
        (date(2018, 4, 27), ["artifact", "creature"], "2", "3"),
        (date(2026, 2, 27), ["artifact", "creature"], "2", "3"),
    ],
)
def test_a_card_is_as_its_changes_up_to_the_day_say(
    day: date, types: list[str], power: str, toughness: str
) -> None:
    printed = card_on(WANDERER, day).printed
    assert [str(kind) for kind in printed["type"]] == types
    assert [str(value) for value in (*printed["power"], *printed["toughness"])] == [
        power,
        toughness,
    ]


def test_days_between_two_changes_share_what_was_read() -> None:
    cards = Catalogue.load(Game.load("mtg"))
    assert cards.on(date(2018, 5, 1)) is cards.on(date(2018, 6, 1))
    assert cards.on(Game.load("mtg").newest) is cards


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ("[{power: 2}]", "f.yaml:2:11: a change has no 'from'"),
        ("[{from: soon, power: 2}]", "f.yaml:2:18: 'soon' is not a date; expected one such as"),
        (
            "[{from: 2018-01-01, power: 2}, {from: 2014-01-01, power: 3}]",
            "f.yaml:2:41: the change of 2014-01-01 stands after a later one",
        ),
        ("[{from: 2018-01-01, name: X}]", "f.yaml:2:30: a change cannot say 'name'"),
        ("[{from: 2018-01-01, pover: 2}]", "unknown key 'pover' in the card 'Wanderer'"),
    ],
)
def test_changes_that_make_no_sense(changes: str, message: str) -> None:
    text = f"name: Wanderer\nchanges: {changes}\ntypes: [creature]"
    cards = Catalogue.load(Game.load("mtg")).extended([reader.read_text(text, "f.yaml")])
    with pytest.raises(LudexError) as error:
        cards.check(own=True)
    assert message in str(error.value)


def ask(text: str) -> kb.Ruling:
    return kb.ask(kb.read_scenario(text))[0]


def test_an_answer_tells_which_text_is_not_at_hand() -> None:
    assert ask(LOYALTY + "date: 2013-01-30").notes == ()
    between = ask(LOYALTY + "date: 2014-01-30")
    assert between.edition == "Comprehensive Rules of 1 October 2012 with the Magic 2014 changes"
    assert between.notes == (
        "The texts between this one and that of 25 August 2017 are not at hand.",
    )
    assert between.to_json()["notes"] == list(between.notes)


def test_numbers_are_those_of_the_text_in_force() -> None:
    assert "121.1b" in ask(LOYALTY + "date: 2018-07-13").rules
    newest = ask(LOYALTY)
    assert "122.1e" in newest.rules
    assert "121.1b" not in newest.rules
    assert newest.edition == "Comprehensive Rules of 27 February 2026"


def test_an_answer_tells_what_is_not_covered_of_what_it_is_about() -> None:
    text = (
        "game: mtg\nturn: {player: A, phase: beginning of combat}\nteams: [[A], [C]]\n"
        "players: {A: {battlefield: [Grizzly Bears]}, C: }\n"
        "do: [{attack: {Grizzly Bears: C}}]\nask: [{what: attacking, of: Grizzly Bears}]\n"
    )
    assert ask(text + "date: 2018-04-26").notes == ()
    assert ask(text + "date: 2018-04-27").notes == (
        "Not covered: in Two-Headed Giant, which player or planeswalker of the other team each "
        "creature attacks (since 2018-04-27).",
    )


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("types: [battle]", "unknown type 'battle'; not covered: battles (since 2023-04-21)"),
        (
            "types: [creature], keywords: [mayhem]",
            "unknown keyword 'mayhem'; not covered: this keyword ability (since 2012-10-01)",
        ),
    ],
)
def test_a_word_that_is_not_covered_is_refused(said: str, message: str) -> None:
    with pytest.raises(LudexError) as error:
        ask(f"game: mtg\ncards: [{{name: X, {said}}}]\nplayers: {{A: {{battlefield: [X]}}}}")
    assert str(error.value).endswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("not covered: [E1]", "1: 'not covered' is no mapping"),
        ("not covered:\n  E1: {what: x}", "2: 'E1' has no 'from'"),
        ("not covered:\n  E1: {from: 2020-01-01, wat: x}", "2: unknown key 'wat' in 'E1'"),
        ("not covered:\n  E1: {from: soon, what: x}", "2: 'soon' is not a date"),
    ],
)
def test_what_is_not_covered_is_checked(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(LudexError) as error:
        read_uncovered(file)
    assert str(error.value).startswith(f"{file}:{message}")
