"""Choices that nobody has there: the error says what could have been said."""

from __future__ import annotations

import pytest

import kb
from kb.errors import LudexError

BOARD = """\
game: mtg
date: 2013-01-30
players:
  Anna: {hand: [Shock]}
  Bert: {battlefield: [Gideon Jura, Grizzly Bears]}
do:
  - {cast: Shock, by: Anna, targets: [Bert]}
  - {resolve: top}
"""


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (
            "{choose: Grizzly Bears, for: redirect}",
            "'Grizzly Bears' is no legal choice for 'redirect'; expected 'no' or 'Gideon Jura'",
        ),
        (
            "{choose: Gideon Jura, for: redirect, by: Bert}",
            "the decision 'redirect' is another player's; expected 'Anna'",
        ),
    ],
)
def test_the_error_says_what_could_be_chosen_and_by_whom(choice: str, message: str) -> None:
    scenario = kb.read_scenario(f"{BOARD}  - {choice}\nask: [{{outcomes: {{}}}}]\n")
    with pytest.raises(LudexError) as caught:
        kb.ask(scenario)[0].answer  # noqa: B018 - answered when it is looked at
    assert str(caught.value).endswith(message)


DELVER = """\
game: mtg
date: 2021-08-01
cards:
  - {name: Test Delver, types: [sorcery], cost: "{U}", text: Venture into the dungeon.}
players:
  Anna:
    hand: [{card: Test Delver, as: one}, {card: Test Delver, as: other}]
  Bert: {}
do:
  - {cast: one, by: Anna}
  - {resolve: top}
"""
SECOND = """\
  - {choose: Lost Mine of Phandelver, for: dungeon}
  - {resolve: all}
  - {cast: other, by: Anna}
  - {resolve: top}
"""


@pytest.mark.parametrize(
    ("before", "choice", "message"),
    [
        (
            "",
            "{choose: Tomb of Anihilation, for: dungeon}",
            "'Tomb of Anihilation' is no legal choice for 'dungeon'; expected 'Dungeon of the Mad "
            "Mage', 'Lost Mine of Phandelver' or 'Tomb of Annihilation'",
        ),
        (
            SECOND,
            "{choose: Goblin Lairs, for: room}",
            "'Goblin Lairs' is no legal choice for 'room'; "
            "expected 'Goblin Lair' or 'Mine Tunnels'",
        ),
    ],
)
def test_dungeons_and_rooms_are_named_as_they_are_printed(
    before: str, choice: str, message: str
) -> None:
    scenario = kb.read_scenario(f"{DELVER}{before}  - {choice}\nask: [{{outcomes: {{}}}}]\n")
    with pytest.raises(LudexError) as caught:
        kb.ask(scenario)[0].answer  # noqa: B018 - answered when it is looked at
    assert str(caught.value).endswith(message)


UNREAD = """\
game: mtg
date: 2026-02-27
cards:
  - {name: Test Shifter, types: [creature], power: 1, toughness: 1, text: "{G}: Wobble twice."}
  - {name: Test Chief, types: [creature], power: 1, toughness: 1, abilities: [
      {when: {attacks: this}, effect: [{other: wobble target creature}]}]}
players:
  Anna: {battlefield: [Test Shifter, Test Chief]}
  Bert: {battlefield: [Grizzly Bears]}
"""


@pytest.mark.parametrize(
    ("done", "message"),
    [
        (
            "{activate: Test Shifter, by: Anna}, {choose: 1, for: mode}, {resolve: all}",
            "'mode' came up; Ludex does not carry out '{G}: Wobble twice.'",
        ),
        (
            "{attack: {Test Chief: Bert}, by: Anna}, {choose: Grizzly Bears, for: target}",
            "'target' came up here; found 'trigger'; "
            "Ludex does not carry out 'wobble target creature'",
        ),
        (
            "{attack: {Test Shifter: Bert}, by: Anna}, {choose: Grizzly Bears, for: target}",
            "no choice for 'target' came up",
        ),
    ],
)
def test_the_error_names_what_is_not_carried_out(done: str, message: str) -> None:
    scenario = kb.read_scenario(f"{UNREAD}do: [{done}]\nask: [{{outcomes: {{}}}}]\n")
    with pytest.raises(LudexError) as caught:
        kb.ask(scenario)[0].answer  # noqa: B018 - answered when it is looked at
    assert str(caught.value).endswith(message)


def test_a_choice_that_is_made_already_is_told_so() -> None:
    scenario = kb.read_scenario(
        "game: mtg\nplayers: {Anna: {hand: [Shock]}, Bert: {}}\n"
        "do: [{cast: Shock, by: Anna, targets: [Bert]}, {choose: Bert, for: target}]\n"
        "ask: [{what: life, of: Bert}]\n"
    )
    with pytest.raises(LudexError, match="no choice for 'target' is left here: it is named"):
        kb.ask(scenario)[0].answer  # noqa: B018 - answered when it is looked at


def test_an_x_is_named_where_one_is_asked_for() -> None:
    text = (
        "game: mtg\n"
        "cards: [{name: Test Seed, types: [creature], power: 1, toughness: 1, cost: '{G}', "
        "kicker: '{X}'}]\n"
        "players: {Anna: {hand: [Test Seed]}, Bert: {}}\n"
        "do: [{HOW: Test Seed, by: Anna, x: 2}, {resolve: all}]\n"
        "ask: [{what: zone, of: Test Seed}]\n"
    )
    asked = kb.ask(kb.read_scenario(text.replace("HOW", "kick")))
    assert asked[0].answer == "battlefield"
    with pytest.raises(LudexError, match="4:6: no X is asked for here: 'x: 2'"):
        kb.ask(kb.read_scenario(text.replace("HOW", "cast")))[0].answer  # noqa: B018
