"""How sure an answer is, and what it says of the texts that were left out."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import kb
from kb import LudexError, ask, read_scenario
from kb.library.understanding import understood

SHARED = Path(__file__).parents[2].parent / "shared" / "cards"

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
SUNDAY, DEAR = "every day of the week is Sunday", "with this in hand you have life 3"


def test_what_was_left_out_stands_in_the_sentence() -> None:
    (ruling,) = ask(read_scenario(ODD % (SUNDAY, "battlefield", "")))
    assert (ruling.state, ruling.result, ruling.answer) == ("conditional", "answer", 20)
    assert ruling.sentence == (
        "Norbert has 20 life, unless “every day of the week is Sunday” (Odd Thing) or "
        "“a hundred mice dance in the moonlight” (Odd Thing) says otherwise, by "
        "Comprehensive Rules of 27 February 2026, the newest at hand."
    )
    assert not ruling.complete
    data = ruling.to_json()
    assert (data["state"], data["complete"]) == ("conditional", False)
    assert data["unless"][0] == {"card": "Odd Thing", "ability": 1, "text": SUNDAY}


def test_a_use_that_was_refused_may_be_legal_by_a_limit_that_is_not_understood() -> None:
    def refused(line: str) -> kb.Ruling:
        (ruling,) = ask(
            read_scenario(f"""
game: mtg
cards:
  - {{name: Deep Ember, types: [creature], power: 9, toughness: 7, cost: "{{9}}", text:
      "Sacrifice a creature: Draw a card. Activate only while the moon weighs Deep Ember."}}
  - {{name: Toad, types: [creature], power: 1, toughness: 1, cost: "{{G}}"}}
players: {{Anna: {{exile: [Deep Ember], battlefield: [Toad]}}, Bert: {{}}}}
do: [{{{line}, by: Anna}}]
ask: [{{what: zone, of: Toad}}]
""")
        )
        return ruling

    used = refused("activate: Deep Ember")
    assert (used.state, used.result) == ("conditional", "illegal")
    # To attack with it is no use of an ability.
    attack = refused("attack: {Deep Ember: Bert}")
    assert (attack.state, attack.result) == ("answered", "illegal")


def test_what_was_not_legal_on_the_way_may_be_so_by_a_text() -> None:
    rulings = ask(
        read_scenario("""
game: mtg
cards: [{name: Odd Grace, types: [instant], cost: "{U}", text: "Draw a card.\\nJump-start"}]
players: {Anna: {graveyard: [Odd Grace], hand: [Shock]}, Bert: {}}
do: [{cast: Odd Grace, by: Anna}]
ask:
  - {may: {cast: Odd Grace, by: Anna}}
  - {may: {cast: Shock, by: Anna, targets: [Bert]}}
  - {what: zone, of: Odd Grace}
""")
    )
    assert [(one.state, one.result) for one in rulings] == [("conditional", "illegal")] * 3


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


CARD = """
game: fftcg
turn: {player: Anna, phase: attack preparation}
cards: [{name: Vivi, type: forward, elements: [fire], power: 4000, abilities: [{other: "%s"}]}]
players: {Anna: {field: [Vivi, Plain Brute]}, Bert: {deck: 5}}
ask: [%s]
"""
ATTACK = "{may: {attack: Plain Brute}}"
POWER = "{what: power, of: Plain Brute}"


@pytest.mark.parametrize(
    ("text", "asked", "state"),
    [
        # what is asked is not what the text speaks of
        ("You cannot cast Zidane.", ATTACK, "answered"),
        ("You cannot cast Zidane.", POWER, "answered"),
        ("Forwards cannot attack.", ATTACK, "conditional"),
        ("Forwards cannot attack.", POWER, "answered"),
        ("Forwards you control gain +1000 power.", POWER, "conditional"),
        # it waits for what does not happen, or is used by nobody
        (
            "When you draw a card, all Forwards gain +1000 power until the end of the turn.",
            POWER,
            "answered",
        ),
        # what does not end may have come before
        ("When you draw a card, all Forwards gain +1000 power.", POWER, "conditional"),
        ("{Dull}: All Forwards gain +1000 power.", POWER, "answered"),
        ("{Dull}: All Forwards gain +1000 power.", "{options: {by: Anna}}", "conditional"),
        # it speaks of its own card, and the answer does not
        ("Vivi gains +1000 power.", POWER, "answered"),
        ("Vivi gains +1000 power.", "{what: power, of: Vivi}", "conditional"),
        ("Vivi gains +1000 power. Forwards gain it too.", POWER, "conditional"),
        (r"Vivi gains \"When Vivi attacks, Forwards have +1000 power.\"", POWER, "answered"),
        (r"Vivi gains \"Forwards have +1000 power.\"", POWER, "conditional"),
    ],
)
def test_what_was_read_of_a_text_may_rule_it_out(text: str, asked: str, state: str) -> None:
    (ruling,) = ask(read_scenario(CARD % (text.replace('"', r"\"").replace(r'\\"', r"\""), asked)))
    assert ruling.state == state


def test_a_text_matters_once_what_it_waits_for_happens() -> None:
    text = "When a Forward attacks under a full moon, all Forwards gain +1000 power."
    did = "do: [{attack: Plain Brute, by: Anna}]\nask"
    (ruling,) = ask(read_scenario((CARD % (text, POWER)).replace("ask", did, 1)))
    assert ruling.state == "conditional"


@pytest.mark.parametrize("game", ["fftcg", "altered"])
def test_a_board_of_printed_cards_stays_usable(game: str, tmp_path: Path) -> None:
    corpus = SHARED / game / "cards.jsonl"
    if not corpus.exists():
        pytest.skip("the corpus of cards is not there")
    lines = corpus.read_text(encoding="utf-8").splitlines()
    kinds = {"Forward": "power", "Backup": "dull", "Monster": "dull", "Character": "forest"}
    rows = [row for row in map(json.loads, lines) if row.get("type") in kinds and row.get("text")]
    draw = random.Random(20261122)
    states = []
    for _ in range(30):
        cards: dict[str, dict[str, object]] = {}
        while len(cards) < 5:
            row = draw.choice(rows)
            reading = understood(game, row, "en").reading
            if reading is not None and reading.status == "whole":
                cards[row["name"]] = row
        file = tmp_path / "cards.jsonl"
        file.write_text("\n".join(map(json.dumps, cards.values())), encoding="utf-8")
        names = list(cards)
        zone = {"fftcg": "field", "altered": "expedition"}[game]
        asked = {"what": kinds[str(cards[names[0]]["type"])], "of": names[0]}
        (ruling,) = ask(
            kb.Scenario(
                game=game,
                cards=[str(file)],
                players={"Anna": {zone: names[:3]}, "Bert": {zone: names[3:]}},
                ask=[asked],
            )
        )
        states.append(ruling.state)
    assert states.count("answered") >= 0.8 * len(states)
