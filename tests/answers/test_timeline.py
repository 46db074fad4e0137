"""What happened is told in order: who did what, what came of it, by which rules."""

from __future__ import annotations

import pytest

import kb
from kb.rulings.timeline import third_person


def test_what_players_did_stands_before_what_came_of_it() -> None:
    bolt = {
        "name": "Test Bolt",
        "types": ["instant"],
        "cost": "{X}{R}",
        "abilities": [
            {"targets": ["creature or player"], "effect": [{"damage": "X", "to": "target 1"}]}
        ],
    }
    scenario = kb.Scenario(
        game="mtg",
        date="2013-01-30",
        cards=[bolt],
        players={"Ann": {"hand": ["Test Bolt"]}, "Bo": {"life": 15}},
        do=[{"cast": "Test Bolt", "by": "Ann", "x": 2, "targets": ["Bo"]}, {"resolve": "top"}],
        ask=[{"outcomes": {}}],
    )
    (ruling,) = kb.ask(scenario)
    (outcome,) = ruling.to_json()["outcomes"]
    told = outcome["timeline"]
    assert {(one["turn"], one["phase"]) for one in told} == {("Ann's turn", "first main phase")}
    assert [(one["who"], one["what"]) for one in told] == [
        ("Ann", "casts Test Bolt"),
        (None, "Test Bolt is resolving"),
        (None, "Test Bolt deals damage to Bo: Bo's life is 13 instead of 15"),
        (None, "Test Bolt leaves the stack: Test Bolt is in the graveyard"),
    ]
    assert told[0]["rules"] == ["601.2", "601.2a"]
    assert "119.3a" in told[2]["rules"]


SOUL = {
    "name": "Test Soul",
    "types": ["creature"],
    "power": 1,
    "toughness": 1,
    "text": "Whenever you gain life, draw a card.",
}
SALVE = {
    "name": "Salve",
    "types": ["instant"],
    "cost": "{W}",
    "text": "You gain 1 life. You gain 2 life.",
}
STIFLE = {
    "name": "Stifle It",
    "types": ["instant"],
    "cost": "{U}",
    "text": "Counter target activated or triggered ability.",
}
BLINK = {
    "name": "Blink Later",
    "types": ["instant"],
    "cost": "{W}",
    "text": "Exile target creature. Return it to the battlefield under its owner's control at the "
    "beginning of the next end step.",
}


def test_each_time_that_something_triggers_is_told_and_what_is_countered() -> None:
    scenario = kb.Scenario(
        game="mtg",
        date="2026-02-27",
        cards=[SOUL, SALVE, STIFLE],
        players={
            "Ann": {
                "library": ["Island", "Swamp"],
                "battlefield": ["Test Soul"],
                "hand": ["Salve", "Stifle It"],
            },
            "Bo": {},
        },
        do=[
            {"cast": "Salve", "by": "Ann"},
            {"resolve": "top"},
            {"cast": "Stifle It", "by": "Ann"},
            {"resolve": "all"},
        ],
        ask=[{"outcomes": {}}],
    )
    (ruling,) = kb.ask(scenario)
    told = [one.what for one in ruling.outcomes[0].timeline]
    assert told.count("the triggered ability of Test Soul has triggered") == 2
    assert told.count("the triggered ability of Test Soul leaves the stack") == 1
    assert told.count("the triggered ability of Test Soul is resolving") == 1


def test_what_is_still_to_come_is_told() -> None:
    scenario = kb.Scenario(
        game="mtg",
        date="2026-02-27",
        cards=[SOUL, BLINK],
        players={"Ann": {"battlefield": ["Test Soul"], "hand": ["Blink Later"]}, "Bo": {}},
        do=[{"cast": "Blink Later", "by": "Ann", "targets": ["Test Soul"]}, {"resolve": "all"}],
        ask=[{"outcomes": {}}, {"what": "life", "of": "Ann"}],
    )
    for ruling in kb.ask(scenario):
        lines = [line.strip() for line in ruling.lines()]
        assert "still to come: at the next end step part of Blink Later is due" in lines


def test_that_the_next_card_costs_less_is_still_to_come() -> None:
    told = {"inner box": True, "cost": "{D}", "effect": [{"next costs less": 2, "next": "spell"}]}
    herald = {"name": "Test Herald", "types": ["character"], "cost": 2, "reserve cost": 2}
    scenario = kb.Scenario(
        game="altered",
        cards=[{**herald, "abilities": [told]}],
        players={"Ann": {"reserve": ["Test Herald"]}, "Bo": {}},
        do=[{"quick": "Test Herald", "by": "Ann"}],
        ask=[{"outcomes": {}}],
    )
    (ruling,) = kb.ask(scenario)
    said = " ".join(" ".join(ruling.lines()).split())
    assert "still to come: what the next spell that Ann plays costs less" in said


def test_what_waits_on_the_stack_is_told_beside_a_value() -> None:
    scenario = kb.Scenario(
        game="mtg",
        date="2026-02-27",
        cards=[SOUL, SALVE],
        players={"Ann": {"battlefield": ["Test Soul"], "hand": ["Salve"]}, "Bo": {}},
        do=[{"cast": "Salve", "by": "Ann"}, {"resolve": "top"}],
        ask=[{"what": "life", "of": "Ann"}],
    )
    (ruling,) = kb.ask(scenario)
    lines = [line.strip() for line in ruling.lines()]
    assert "still to come: the triggered ability of Test Soul on the stack" in lines


@pytest.mark.parametrize(("whose", "order"), [("Ann", ["Zed", "Bo"]), ("Zed", ["Zed", "Bo"])])
def test_what_is_chosen_at_once_is_told_in_turn_order(whose: str, order: list[str]) -> None:
    mind = {
        "name": "Test Mind",
        "types": ["instant"],
        "cost": "{B}",
        "text": "Each opponent discards a card.",
    }
    hand = [{"card": "Island", "as": "one"}, {"card": "Swamp", "as": "other"}]
    hands = {name: [{**one, "as": f"{name} {one['as']}"} for one in hand] for name in order}
    scenario = kb.Scenario(
        game="mtg",
        date="2026-02-27",
        cards=[mind],
        turn={"player": whose},
        priority="Ann",
        players={
            "Ann": {"hand": ["Test Mind"]},
            "Zed": {"hand": hands["Zed"]},
            "Bo": {"hand": hands["Bo"]},
        },
        do=[{"cast": "Test Mind", "by": "Ann"}, {"resolve": "all"}],
        ask=[{"outcomes": {}}],
    )
    (ruling,) = kb.ask(scenario)
    for outcome in ruling.to_json()["outcomes"]:
        decided = [one["who"] for one in outcome["timeline"] if "decides" in one["what"]]
        assert decided == order


def test_what_is_done_is_said_of_somebody() -> None:
    assert [third_person(done) for done in ("cast Shock", "play", "carry on", "pass")] == [
        "casts Shock",
        "plays",
        "carries on",
        "passes",
    ]


def test_what_came_into_being_is_told_and_told_apart() -> None:
    maker = {
        "name": "Test Call",
        "types": ["sorcery"],
        "cost": "{W}",
        "abilities": [{"effect": [{"create": "Soldier"}, {"create": "Soldier"}]}],
    }
    scenario = kb.Scenario(
        game="mtg",
        date="2013-01-30",
        cards=[maker],
        players={"Ann": {"hand": ["Test Call"]}, "Bo": {}},
        do=[{"cast": "Test Call", "by": "Ann"}, {"resolve": "top"}],
        ask=[{"outcomes": {}}],
    )
    (ruling,) = kb.ask(scenario)
    (found,) = ruling.answer
    assert found["Ann's 1st Soldier"]["zone"] == "battlefield"
    assert found["Ann's 2nd Soldier"]["power"] == 1


def test_a_bound_on_what_may_be_chosen_is_named_in_the_headline() -> None:
    bolt = {
        "name": "Test Bolt",
        "types": ["instant"],
        "cost": "{X}{R}",
        "abilities": [
            {"targets": ["creature or player"], "effect": [{"damage": "X", "to": "target 1"}]}
        ],
    }
    scenario = kb.Scenario(
        game="mtg",
        date="2013-01-30",
        cards=[bolt],
        players={"Ann": {"hand": ["Test Bolt"]}, "Bo": {"life": 15}},
        do=[{"cast": "Test Bolt", "by": "Ann", "targets": ["Bo"]}, {"resolve": "top"}],
        ask=[{"outcomes": {}}],
    )
    (ruling,) = kb.ask(scenario)
    assert ruling.sentence == (
        "It can end in 11 ways, told apart by the life of Bo (of X, only 0 to 10 were tried)."
    )


def test_a_declaration_is_told_with_its_parts() -> None:
    scenario = kb.read_scenario("""
game: mtg
date: 2026-02-27
players:
  Anna: {battlefield: [Grizzly Bears, Rhox]}
  Bert: {battlefield: [Jace Beleren, {card: Grizzly Bears, as: wall}]}
do:
  - {attack: {"Anna's Grizzly Bears": Jace Beleren, Rhox: Bert}, by: Anna}
  - {block: {wall: Rhox}, by: Bert}
ask: [{outcomes: {}}]
""")
    (ruling,) = kb.ask(scenario)
    told = [one.what for one in ruling.outcomes[0].timeline if one.who is not None]
    assert told[0] == "attacks Jace Beleren with Grizzly Bears and attacks Bert with Rhox"
    assert told[1].startswith("blocks Rhox with wall")


def test_who_joins_an_attack_is_told() -> None:
    scenario = kb.read_scenario("""
game: fftcg
turn: {player: Anna, phase: main1}
players: {Anna: {field: [Plain Giant, Plain Brute]}, Bert: {}}
do: [{attack: Plain Giant, party: {Plain Brute: joins}, by: Anna}]
ask: [{outcomes: {}}]
""")
    (ruling,) = kb.ask(scenario)
    told = [one.what for one in ruling.outcomes[0].timeline]
    assert told == [
        "attacks with Plain Giant: Plain Giant is dull and Plain Giant is attacking",
        "Plain Brute joins an attack with Plain Giant: "
        "Plain Brute is dull and Plain Brute is attacking",
    ]


@pytest.mark.parametrize(("phase", "told"), [("upkeep", True), ("main1", False)])
def test_a_board_within_a_step_stands_behind_its_beginning(phase: str, told: bool) -> None:
    ability = "{when: {begins: upkeep}, effect: [{draw: 1}]}"
    card = f"{{name: Clock, types: [artifact], abilities: [{ability}]}}"
    text = f"""
game: mtg
turn: {{player: Anna, phase: {phase}}}
cards: [{card}]
players: {{Anna: {{battlefield: [Clock]}}, Bert: {{}}}}
ask: [{{outcomes: {{}}}}]
"""
    (ruling,) = kb.ask(kb.read_scenario(text))
    said = "The upkeep step had begun, and what triggers at its beginning triggered before"
    assert any(note.startswith(said) for note in ruling.notes) == told


def test_of_several_modes_one_ability_triggers() -> None:
    trooper = {
        "name": "Trooper",
        "type": "forward",
        "elements": ["ice"],
        "cost": 2,
        "power": 4000,
        "text": "When Trooper enters the field, select 1 of the 2 following actions.\n"
        '"Choose 1 Forward of cost 2 or less. Break it."\n"Draw 1 card."',
    }
    scenario = kb.Scenario(
        game="fftcg",
        cards=[trooper],
        players={"Ann": {"pays all": True, "hand": ["Trooper"], "deck": 5}, "Bo": {}},
        do=[{"cast": "Trooper", "by": "Ann"}, {"resolve": "top"}],
        ask=[{"outcomes": {}}],
    )
    (ruling,) = kb.ask(scenario)
    for outcome in ruling.to_json()["outcomes"]:
        said = [one["what"] for one in outcome["timeline"] if "has triggered" in one["what"]]
        assert said == ["an ability of Trooper has triggered"]
