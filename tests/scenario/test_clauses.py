"""How answers say what the name of a property alone does not say well."""

from __future__ import annotations

from pathlib import Path

import pytest

import kb
from kb.errors import LudexError
from kb.questions.speech import Speech
from kb.rulings.asking import cases_of, open_session
from kb.scenario.references import TRUE

ALTERED = """
game: altered
cards:
  - {name: Test Fox, types: [character], cost: 1, reserve cost: 1}
  - {name: Test Draw, types: [spell], cost: 1, reserve cost: 1, text: "Draw a card."}
turn: {phase: afternoon}
players: {Ann: {hand: [Test Draw], expedition: [{card: Test Fox, with: hero}]}, Bo: {}}
do: [{play: Test Draw, by: Ann}, {resolve: all}]
ask:
  - {what: cards drawn, of: Ann}
  - {what: with expedition, of: Test Fox}
"""

FFTCG = """
game: fftcg
cards:
  - {name: Guard, type: forward, elements: [ice], cost: 2, power: 5000}
  - {name: Test Bolt, type: summon, elements: [fire], cost: 1,
     text: "Choose 1 Forward. Deal it 4000 damage."}
players: {Anna: {pays all: true, hand: [Test Bolt]}, Bert: {field: [Guard]}}
do: [{cast: Test Bolt, by: Anna, targets: [Guard]}, {resolve: all}]
ask: [{what: damage on it, of: Guard}]
"""

MTG = """
game: mtg
players: {Ann: {}, Bob: {}}
ask: [{what: drawn, of: Ann}]
"""

SEVERAL = """
game: fftcg
cards:
  - name: Test Shop
    type: forward
    elements: [wind]
    cost: 1
    power: 1000
    abilities:
      - cost: "{dull}, put this into the break zone, put 1 monster you control into the break zone"
        effect: [{draw: 1}]
      - cost: "{dull}, put this into the break zone, put 1 monster you control into the break zone"
        effect: [{discard: null, who: opponent}]
players: {Anna: {field: [Test Shop]}, Bert: {}}
ask: [{may: {use: Test Shop, by: Anna}}]
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ALTERED, ["Ann has 1 unnamed card in hand", "Test Fox is in the hero expedition"]),
        (FFTCG, ["Guard has 4000 damage on it"]),
    ],
)
def test_the_clause_of_a_property(tmp_path: Path, text: str, said: list[str]) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(text)
    for answer, words in zip(kb.ask(path), said, strict=True):
        assert answer.sentence.startswith(words)


@pytest.mark.parametrize("text", [ALTERED, FFTCG, MTG])
def test_what_is_so_is_not_said_like_what_is_not(tmp_path: Path, text: str) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(text)
    session = open_session(cases_of(path)[0])
    speech = Speech(session)
    for asked in session.game.properties.values():
        if asked.answer == "flag":
            yes, no = (speech.state(asked, values, many=False) for values in ((TRUE,), ()))
            assert yes != no, asked.name


def test_abilities_with_one_label_are_numbered(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(SEVERAL)
    with pytest.raises(LudexError) as caught:
        kb.ask(path)
    assert "'ability': 1 '{DULL}" in str(caught.value)
    assert "', 2 '{DULL}" in str(caught.value)


@pytest.mark.parametrize(
    ("game", "ability", "message"),
    [
        (
            "mtg",
            {"cost": "{0}", "targets": ["creature of the chosen color"], "effect": [{"draw": 1}]},
            "'of the chosen color' means nothing here; expected it in 'boost', 'casts', 'dies', "
            "'enters', 'keyword' only",
        ),
        (
            "altered",
            {"static": {"modify": "character in target 1", "forest": 1}},
            "'in target {number}' means nothing here; expected it in 'each {filter}', "
            "'number of {filter}', 'select', '{number} for each {filter}' only",
        ),
    ],
)
def test_what_no_rule_looks_at_there_is_refused(
    game: str, ability: dict[str, object], message: str
) -> None:
    card = {"name": "Test Card", "types": ["artifact"], "abilities": [ability]}
    if game == "altered":
        card["types"] = ["character"]
    with pytest.raises(LudexError) as caught:
        kb.ask(
            {
                "game": game,
                "cards": [card],
                "players": {"Ann": {"hand": ["Test Card"]}, "Bo": {}},
                "ask": [{"may": {"pass": "Ann"}}],
            }
        )
    assert message in str(caught.value)
