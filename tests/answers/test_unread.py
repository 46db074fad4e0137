"""Abilities on the board that no rule carries out are named beside every answer."""

from __future__ import annotations

from kb.rulings.asking import ask
from kb.scenario import read_scenario

ODD = """
game: mtg
cards:
  - name: Odd Thing
    types: [enchantment]
    abilities: [{static: {other: "every day is Sunday"}}, {other: "a hundred mice dance"}]
players:
  Archibald: {%s: [Odd Thing]}
  Norbert: {}
ask: [{what: life, of: Norbert}]
"""


def test_abilities_of_what_players_control_are_named() -> None:
    (ruling,) = ask(read_scenario(ODD % "battlefield"))
    assert (ruling.answer, ruling.gaps) == (20, ())
    assert ruling.unread == ("every day is Sunday", "a hundred mice dance")
    assert "  not carried out: every day is Sunday" in ruling.reasons.splitlines()
    assert ruling.to_json()["unread"] == list(ruling.unread)


def test_cards_elsewhere_are_not() -> None:
    (ruling,) = ask(read_scenario(ODD % "hand"))
    assert ruling.unread == ()
