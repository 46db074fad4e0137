"""An ``until`` that waits for what it is already is told of, and no other one."""

from __future__ import annotations

import kb
from kb.scenario import read_scenario

SHOCKED = """
game: mtg
players:
  Ann: {hand: [Shock], mana: {red: 1}}
  Bob: {}
do:
  - {cast: Shock, by: Ann, targets: [Bob]}
  - {resolve: top}
  - {until: {player: Ann, phase: main1}}
  - {until: {player: Ann, phase: main2}}
ask: [{what: life, of: Bob}]
"""


def told(text: str) -> list[str]:
    return [one for ruling in kb.ask(read_scenario(text)) for one in ruling.notes if "until" in one]


def test_it_is_told_by_its_line() -> None:
    (note,) = told(SHOCKED)
    assert "(line 9)" in note
    assert "already" in note


def test_it_is_told_right_below_the_sentence() -> None:
    (ruling,) = kb.ask(read_scenario(SHOCKED))
    sentence, note, *_ = ruling.lines()
    assert sentence.startswith("Bob has 18 life")
    assert note.startswith("  note: 'until'")
    assert "until" not in ruling.source


def test_nothing_is_told_of_what_is_never_reached() -> None:
    assert told(SHOCKED.replace("mana: {red: 1}", "mana: {}")) == []
