"""Printed cards as entries of a card file, and what becomes of what the rules cannot carry out."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import kb
from kb.cards.game import game
from kb.cards.reading import read

GAMES = {"en": "altered", "fr": "altered:fr"}


def entries(text: str, language: str = "en", **card: str) -> list[dict[str, Any]]:
    grammar = game(GAMES[language])
    assert grammar.entries is not None
    data = {"name": "A card", "type_ref": "CHARACTER", "text": text, **card}
    return grammar.entries(data, partial(read, game=grammar))


def abilities(text: str, language: str = "en", **card: str) -> Any:
    return entries(text, language, **card)[0].get("abilities")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{J} Draw a card.", {"when": {"enters": "this"}, "effect": [{"draw": 1}]}),
        (
            "{H} I gain 2 boosts.",
            {"when": {"enters from hand": "this"}, "effect": [{"boost": 2, "what": "this"}]},
        ),
        (
            "At Noon — I gain 1 boost.",
            {"when": {"at": "noon"}, "effect": [{"boost": 1, "what": "this"}]},
        ),
        ("{T}, {1} : Draw a card.", {"cost": "{T}, {1}", "effect": [{"draw": 1}]}),
        (
            "{T} : Discard target Permanent you control.",
            {
                "cost": "{T}",
                "effect": [{"discard": "target 1"}],
                "targets": ["permanent you control"],
            },
        ),
        ("[Tough 2].", {"static": {"tough": 2}}),
        ("[Gigantic].", {"static": {"keyword": "gigantic"}}),
        (
            "Characters you control are [Tough 1].",
            {"static": {"gives tough": 1, "to": "character you control"}},
        ),
        (
            "{J} You may draw a card.",
            {
                "when": {"enters": "this"},
                "effect": [{"may": [{"draw": 1}]}],
            },
        ),
        (
            "{J} Pay {1} less for the next Spell you play this turn, down to a minimum of {1}.",
            {
                "when": {"enters": "this"},
                "effect": [
                    {"next costs less": 1, "next": "spell", "until": "end of turn", "down to": 1}
                ],
            },
        ),
        (
            "When a card leaves your Reserve during the Afternoon — I gain 1 boost.",
            {
                "when": {
                    "leaves": "card in your reserve",
                    "zone": "reserve",
                    "in afternoon": True,
                },
                "effect": [{"boost": 1, "what": "this"}],
            },
        ),
        (
            "You may play Spells with Hand Cost {7} or more for {1} less.",
            {"static": {"plays for less": 1, "cards": "spell", "hand cost": 7}},
        ),
        (
            "At Noon — I gain 1 Sap counter, up to a max of 3.",
            {
                "when": {"at": "noon"},
                "effect": [{"gain counters up to": 3, "by": 1, "named": "sap", "what": "this"}],
            },
        ),
    ],
)
def test_one_line(text: str, expected: dict[str, Any]) -> None:
    assert abilities(text) == [{**expected, "line": 1}]


def test_a_text_may_be_typed_with_one_space_between_its_lines() -> None:
    typed = abilities("Gigantic. [Defender]. {J} Draw a card")
    assert typed == abilities("[Gigantic].  [Defender].  {J} Draw a card.")
    assert len(typed) == 3


def test_both_languages_make_the_same_entry() -> None:
    english = abilities("{J} Draw a card.", support="{D} : Target Character gains 1 boost.")
    french = abilities(
        "{J} Piochez une carte.", "fr", support="{D} : Un Personnage ciblé gagne 1 boost."
    )
    assert english == french
    assert english[1]["inner box"] is True


def test_lines_keep_their_order_and_results_of_a_die_belong_to_theirs() -> None:
    text = "{H} Roll a die. On a:  • 4+, draw a card.  • 1-3, [Resupply].  {R} Draw a card."
    rolled, drawn = abilities(text)
    assert rolled == {
        "when": {"enters from hand": "this"},
        "effect": [
            {"roll": True},
            {"if": "the die is at least 4", "then": [{"draw": 1}]},
            {"if": "the die is at most 3", "then": [{"resupply": "you"}]},
        ],
        "line": 1,
    }
    assert drawn == {"when": {"enters from reserve": "this"}, "effect": [{"draw": 1}], "line": 2}


def test_the_effects_of_a_spell_are_one_text() -> None:
    (found,) = abilities("Exhaust target Character.  Ready target Permanent.", type_ref="SPELL")
    assert found == {
        "effect": [{"exhaust": "target 1"}, {"ready": "target 2"}],
        "targets": ["character", "permanent"],
    }


def test_a_token_is_an_entry_of_its_own() -> None:
    card, token = entries("{J} Create an [Ordis Recruit 1/1/1] Soldier token in my Expedition.")
    assert card["abilities"][0]["effect"] == [{"create": "Ordis Recruit", "with": "mine"}]
    assert token == {
        "name": "Ordis Recruit",
        "types": ["character"],
        "subtypes": ["soldier"],
        "forest": 1,
        "mountain": 1,
        "ocean": 1,
    }


MOVE = "Each player discards their hand and their Reserve."

CASE = """
game: altered
cards: cards.jsonl
players: {Ann: {hand: [Dicey Nap]}, Bo: {expedition: [Sleeper]}}
do: [{play: Dicey Nap, by: Ann, targets: [Sleeper]}]
ask: [{what: exhausted, of: Sleeper}]
variants:
  - {name: before, do: [], ask: [{may: {play: Dicey Nap, by: Ann}}]}
"""


def test_what_cannot_be_carried_out_blocks_what_depends_on_it(tmp_path: Path) -> None:
    cards = [
        {
            "name": "Dicey Nap",
            "type_ref": "SPELL",
            "text": "Exhaust target Character.  Each player discards their hand and their Reserve.",
        },
        {"name": "Sleeper", "type_ref": "CHARACTER", "text": "Nobody understands this."},
    ]
    lines = "".join(json.dumps(card) + "\n" for card in cards)
    (tmp_path / "cards.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "case.yaml").write_text(CASE, encoding="utf-8")
    after, before = kb.ask(tmp_path / "case.yaml")
    assert before.answer is True
    assert after.state == "undetermined"
    assert after.gaps == (MOVE,)
    assert [one.text for one in after.unless] == ["Nobody understands this."]


TOKENS = """
game: altered
cards: cards.jsonl
players: {Ann: {hand: [Drill]}, Bo: {}}
do: [{play: Drill, by: Ann}, {choose: hero, for: expedition}, {resolve: all}]
ask: [{what: hero expedition forest, of: Ann}]
"""


def test_a_token_is_what_makes_it_says_though_the_file_has_its_card(tmp_path: Path) -> None:
    text = "{J} Create an [Odd Recruit 2/1/1] Soldier token in my Expedition."
    cards = [
        {"name": "Odd Recruit", "type_ref": "TOKEN", "id": "X_1", "text": "", "forest": "2"},
        {"name": "Drill", "type_ref": "CHARACTER", "id": "X_2", "text": text, "forest": "1"},
    ]
    lines = "".join(json.dumps(card) + "\n" for card in cards)
    (tmp_path / "cards.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "case.yaml").write_text(TOKENS, encoding="utf-8")
    (ruling,) = kb.ask(tmp_path / "case.yaml")
    assert ruling.answer == 3


def test_all_printed_cards_are_entries(printed: Path) -> None:
    from kb.library.formats import load_cards
    from kb.scenario import Game
    from kb.scenario.card_files import entries_of
    from kb.scenario.cards import Catalogue
    from kb.scenario.reader import node_of

    altered = Game.load("altered")
    base = Catalogue.load(altered)
    cards = [card for number, card in enumerate(load_cards(printed)) if number % 12 == 0]
    for card in cards:
        nodes = [node_of(entry) for entry in entries_of(altered, card)]
        if nodes:
            catalogue = base.extended(nodes)
            assert catalogue.card(catalogue.get(str(card["name"])))


def test_a_described_card_may_have_a_text_in_either_language(tmp_path: Path) -> None:
    case = """
game: altered
cards:
  - {name: Keeper, types: [character], cost: 1, reserve cost: 1, text: "{J} Draw a card."}
  - {name: Gardien, types: [character], cost: 1, reserve cost: 1, text: "{J} Piochez une carte."}
players: {Ann: {hand: [Keeper]}, Bo: {}}
do: [{play: Keeper, by: Ann}, {choose: hero, for: expedition}, {resolve: all}]
ask: [{what: cards drawn, of: Ann}]
variants:
  - name: the French text
    players: {Ann: {hand: [Gardien]}}
    do: [{play: Gardien, by: Ann}, {choose: hero, for: expedition}, {resolve: all}]
"""
    (tmp_path / "case.yaml").write_text(case, encoding="utf-8")
    assert [ruling.answer for ruling in kb.ask(tmp_path / "case.yaml")] == [1, 1]


def test_versions_of_one_name_are_different_cards(tmp_path: Path) -> None:
    same = {"name": "Twin", "type_ref": "CHARACTER", "text": "", "cost": "1", "reserve_cost": "1"}
    versions = [("C", "1"), ("C again", "1"), ("R", "4")]
    lines = (json.dumps({**same, "id": key, "forest": number}) for key, number in versions)
    (tmp_path / "cards.jsonl").write_text("\n".join(lines), encoding="utf-8")
    case = """
game: altered
cards: cards.jsonl
players: {Ann: {expedition: [{card: "%s", as: it, with: hero}]}, Bo: {}}
ask: [{what: forest, of: it}]
"""
    for name, forest in (("Twin (C)", 1), ("Twin (C again)", 1), ("Twin (R)", 4)):
        (tmp_path / "case.yaml").write_text(case % name, encoding="utf-8")
        assert kb.ask(tmp_path / "case.yaml")[0].answer == forest
    (tmp_path / "case.yaml").write_text(case % "Twin", encoding="utf-8")
    with pytest.raises(kb.LudexError, match=r"'Twin' could be 'Twin \(C\)' or 'Twin \(R\)'; say"):
        kb.ask(tmp_path / "case.yaml")


def test_a_file_is_read_in_its_own_language(tmp_path: Path) -> None:
    from kb.cards.commands import cards_coverage

    (tmp_path / "fr.json").write_text('[{"name": "Un", "text": "{J} Piochez une carte."}]')
    assert cards_coverage("altered", tmp_path / "fr.json").whole == 1
    (tmp_path / "none.json").write_text("[]")
    with pytest.raises(kb.LudexError, match=r"none.json: no card of 'altered' in it"):
        cards_coverage("altered", tmp_path / "none.json")
