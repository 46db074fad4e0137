"""Why something is not so: what was tried, what it lacked, what stood against it."""

from __future__ import annotations

import pytest

import kb
from kb import Ruling, ask, read_scenario

DUEL = """
game: mtg
date: 2013-01-30
cards:
  - {name: Nil, types: [instant], abilities: [{effect: [{damage: 2, to: each planeswalker}]}]}
players: {Anna: {battlefield: [Grizzly Bears]}, Bert: {battlefield: [Jace Beleren]}}
ask:
  - {what: loyalty, of: Grizzly Bears}
  - {what: tapped, of: Grizzly Bears}
  - {what: lost, of: Bert}
  - {what: indestructible, of: Grizzly Bears}
  - outcomes: {}
"""

ATTACK = """
game: fftcg
turn: {player: Anna, phase: attack preparation}
players:
  Anna: {deck: 5, field: [Plain Brute, {card: Plain Knight, dull: true}], hand: 0}
  Bert: {deck: 9, field: [Plain Guard], hand: 0}
do: [{attack: Plain Brute, by: Anna}, {until: {phase: end}}]
ask:
  - {what: attacking, of: Plain Brute, expect: false, because: ["9.4.1"]}
  - {what: attacking, of: Plain Guard, expect: false, because: ["10.1.2.1"]}
  - {when: {Plain Guard: {zone: break zone}}, of: Anna, within: 0, expect: [never]}
"""

FIZZLE = """
game: mtg
date: 2013-01-30
cards:
  - name: Doom
    types: [instant]
    cost: "{B}"
    abilities: [{targets: [creature], effect: [{destroy: target 1}]}]
players:
  Anna: {hand: [Shock, Doom], battlefield: [Grizzly Bears]}
  Bert: {battlefield: [Eager Cadet]}
do:
  - {cast: Shock, by: Anna, targets: [Eager Cadet]}
  - {cast: Doom, by: Anna, targets: [Eager Cadet]}
  - {resolve: all}
ask:
  - {what: damage, of: Eager Cadet}
  - {what: tapped, of: Grizzly Bears}
"""


@pytest.fixture(scope="module")
def still() -> list[Ruling]:
    return ask(read_scenario(DUEL))


def test_a_rule_is_told_by_the_condition_that_is_not_met(still: list[Ruling]) -> None:
    loyalty = still[0]
    assert loyalty.answer is None or loyalty.answer == []
    assert loyalty.rules[0] == "306.5c"
    lines = loyalty.reasons.splitlines()
    assert lines[0] == "└─ 306.5c, 121.1b  not: Grizzly Bears is a planeswalker on the battlefield"
    assert lines[2] == "   └─ not: Grizzly Bears is of type planeswalker"


def test_what_nothing_says_is_said_so(still: list[Ruling]) -> None:
    never = "└─ neither the board nor anything that was done says that "
    assert still[1].reasons == f"{never}Grizzly Bears is tapped"
    assert still[2].reasons == f"{never}Bert has lost the game"


def test_a_rule_of_which_there_is_no_instance_is_named(still: list[Ruling]) -> None:
    assert "700.4" in still[3].rules
    assert "nothing here does so" in still[3].reasons


def test_nothing_is_done(still: list[Ruling]) -> None:
    assert still[4].sentence == "Nothing changes, for nothing is done."


def test_what_ended_something_is_why_it_is_not_so() -> None:
    scenario = read_scenario(ATTACK)
    assert [one.faults for one in kb.test(scenario)] == [(), (), ()]
    ended, never_began, arrived = ask(scenario)
    assert "it is the damage resolution" in ended.reasons.splitlines()[0]
    assert "not: Plain Guard attacks" in never_began.reasons
    never = (
        "neither the board nor anything that was done says that Plain Guard is in the Break Zone"
    )
    assert never in arrived.reasons


def test_reasons_for_no_are_plain_data(still: list[Ruling]) -> None:
    nodes = still[0].to_json()["outcomes"][0]["proof"]["nodes"]
    assert {"absent"} == {node["kind"] for node in nodes}
    assert "lacking" in {node["function"] for node in nodes}


def test_what_was_tried_stands_in_the_place_of_nothing_says_so() -> None:
    fizzled, other = ask(read_scenario(FIZZLE))
    assert fizzled.reasons.startswith(
        "└─ 608.2b  nothing comes of what Shock does: "
        "nothing that it targets is a legal target any more"
    )
    assert "608.2b" not in other.rules  # that was about something else
