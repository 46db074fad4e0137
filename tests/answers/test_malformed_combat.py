"""What cannot be done in combat gets the ruling that a judge would give, or one line of error."""

from __future__ import annotations

import pytest

from kb.errors import LudexError
from kb.inference import engine
from kb.rulings.asking import ask
from kb.rulings.ruling import Ruling
from kb.scenario import Scenario
from kb.scenario.reader import read_text

BOARD = """\
game: mtg
date: 2013-01-30
turn: {player: Archibald, phase: beginning of combat}
players:
  Archibald: {hand: Shock, battlefield: [Grizzly Bears, Plains, {card: Eager Cadet, tapped: true}]}
  Norbert: {hand: [Boomerang], battlefield: [Jace Beleren, Silvercoat Lion]}
"""
ATTACK = "  - {attack: {Grizzly Bears: Jace Beleren}}\n"
BLOCKS = ATTACK + "  - {until: {phase: declare blockers}}\n"
AFTER = ATTACK + "  - {until: {phase: main2}}\n"
DAMAGE = ATTACK + "  - {until: {phase: combat damage}}\n"


def rulings(text: str) -> list[Ruling]:
    """Answer the questions about a board."""
    return ask(Scenario.of(read_text(BOARD + text, "combat.yaml")))


@pytest.mark.parametrize(
    ("done", "line", "rule"),
    [
        ("  - {attack: {Eager Cadet: Norbert}}\n", 8, "508.1a"),
        ("  - {attack: {Shock: Norbert}}\n", 8, "508.1a"),
        ("  - {attack: {Grizzly Bears: [Jace Beleren, Norbert]}}\n", 8, "508.1b"),
        ("  - {attack: {Grizzly Bears: Plains}}\n", 8, "508.1b"),
        ("  - {attack: {Silvercoat Lion: Archibald}}\n", 8, "508.1"),
        (ATTACK + "  - {attack: {Grizzly Bears: Norbert}}\n", 9, "508.1"),
        (BLOCKS + "  - {block: {Silvercoat Lion: [Grizzly Bears, Eager Cadet]}}\n", 10, "509.1a"),
        (BLOCKS + "  - {block: {Silvercoat Lion: Eager Cadet}}\n", 10, "509.1a"),
        (BLOCKS + "  - {block: {Grizzly Bears: Grizzly Bears}}\n", 10, "509.1"),
        (AFTER + "  - {block: {Silvercoat Lion: Grizzly Bears}}\n", 10, "509.1"),
        (DAMAGE + "  - {assign: {Grizzly Bears: {Norbert: 2}}, by: Archibald}\n", 10, "510.1b"),
        (
            DAMAGE + "  - {assign: {Grizzly Bears: {Jace Beleren: 1}}, by: Archibald}\n",
            10,
            "510.1a",
        ),
        (DAMAGE + "  - {assign: {Plains: {Grizzly Bears: 2}}, by: Archibald}\n", 10, "510.1a"),
        (
            "  - {cast: Boomerang, by: Norbert, targets: [Grizzly Bears]}\n  - {resolve: top}\n"
            "  - {attack: {Grizzly Bears: Norbert}}\n",
            10,
            "508.1a",
        ),
    ],
)
def test_what_is_done_and_not_legal_is_the_ruling(done: str, line: int, rule: str) -> None:
    """The ruling names the line and stands on the rule that is broken."""
    (ruling,) = rulings(f"do:\n{done}ask:\n  - outcomes: {{}}\n")
    assert ruling.result == "illegal"
    assert ruling.sentence.endswith(f"(line {line}).")
    assert rule in [number for why in ruling.outcomes[0].whys for number in why.rules]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"do:\n{ATTACK}  - {{choose: Grizzly Bears, for: blockers}}\n",
            "combat.yaml:9:34: unknown decision 'blockers'; did you mean 'as unblocked'?",
        ),
        (
            f"do:\n{ATTACK}  - {{choose: Norbert, for: damage}}\nask:\n  - outcomes: {{}}\n",
            "combat.yaml:9:5: no choice for 'damage' came up",
        ),
        (
            f"do:\n{ATTACK}  - {{choose: Norbert, for: damage}}\n  - {{resolve: top}}\n"
            "ask:\n  - outcomes: {}\n",
            "combat.yaml:9:5: no choice for 'damage' came up; what is chosen while"
            " something resolves stands behind 'resolve'",
        ),
        (
            f"do:\n{ATTACK}  - {{until: {{phase: second combat damage}}}}\n"
            "ask:\n  - outcomes: {}\n",
            "combat.yaml:9:5: 'second combat damage' comes in nobody's turn here",
        ),
        (
            "do:\n  - {attack: {Grizzly Bears: Norbert}, ability: 1}\n",
            "combat.yaml:8:40: 'ability' has no meaning with 'attack'",
        ),
        (
            "do:\n  - {attack: Grizzly Bears}\n",
            "combat.yaml:8:14: 'Grizzly Bears' as 'attack'; "
            "expected a mapping such as {'Grizzly Bears': NAME}",
        ),
        (
            f"do:\n{DAMAGE}  - {{assign: {{Grizzly Bears: Norbert}}, by: Archibald}}\n",
            "combat.yaml:10:30: 'Norbert' as 'Grizzly Bears'; expected a mapping such as {NAME: 1}",
        ),
        (
            f"do:\n{DAMAGE}  - {{assign: {{Grizzly Bears: {{Norbert: -1}}}}, by: Archibald}}\n",
            "combat.yaml:10:40: -1 as 'Norbert'; expected a number, 0 or more",
        ),
        (
            "ask:\n  - declarations: {cast: Boomerang, by: Norbert}\n",
            "combat.yaml:8:19: 'cast' is no declaration; expected 'assign', 'attack' or 'block'",
        ),
        (
            "ask:\n  - declarations: {attack: {}, by: Archibald, limit: 0}\n",
            "combat.yaml:8:54: 0 as 'limit'; expected a number, 1 or more",
        ),
        (
            "ask:\n  - declarations: {attack: {}, by: Archibald, seconds: 3}\n",
            "combat.yaml:8:47: 'seconds' has no meaning without 'count'",
        ),
        (
            "ask:\n  - may: {attack: {Grizly Bears: Norbert}}\n",
            "combat.yaml:8:20: unknown name 'Grizly Bears'; did you mean 'Grizzly Bears'?",
        ),
    ],
)
def test_what_makes_no_sense_is_one_line_with_the_place(text: str, message: str) -> None:
    """The message says what was found, what was expected, and the nearest word."""
    with pytest.raises(LudexError) as caught:
        rulings(text)
    assert str(caught.value) == message


def test_a_count_that_takes_too_long_is_refused_with_its_size_so_far() -> None:
    """Nothing is claimed but what was counted."""
    many = "  Archibald: {battlefield: [{card: Grizzly Bears, count: 20}]}\n"
    text = BOARD.replace(BOARD.splitlines(keepends=True)[4], many)
    text += "do:\n  - {until: {phase: declare attackers}}\nask:\n"
    text += "  - declarations: {attack: {}, by: Archibald, count: true, seconds: 0.3}\n"
    text += "  - declarations: {attack: {}, by: Archibald, limit: 5}\n"
    counted, listed = ask(Scenario.of(read_text(text, "combat.yaml")))
    assert counted.result == "cut"
    assert counted.answer is None
    # A busy machine may have found none by then.
    assert "there are more" in counted.sentence or "had been found yet" in counted.sentence
    assert isinstance(listed.answer, list)
    assert len(listed.answer) == 5
    assert listed.to_json()["outcomes"][0]["more"]


MANY = """\
game: mtg
date: 2013-01-30
cards:
  - name: Colossus
    cost: "{{G}}"
    types: [creature]
    power: {power}
    toughness: 5
    keywords: [trample]
turn: {{player: Archibald, phase: beginning of combat}}
players:
  Archibald: {{battlefield: [Colossus]}}
  Norbert: {{battlefield: [Silvercoat Lion, Grizzly Bears]}}
do:
  - {{attack: {{Colossus: Norbert}}}}
  - {{block: {{Silvercoat Lion: Colossus, Grizzly Bears: Colossus}}}}
  - {{choose: Silvercoat Lion, for: order}}
  - {{until: {{phase: combat damage}}}}
ask:
  - declarations: {{assign: {{}}, by: Archibald, count: true, seconds: {seconds}}}
"""


def test_damage_divided_is_counted() -> None:
    """With 12 over two blockers of toughness 2: 11 ways without Norbert, 36 with some for him."""
    text = MANY.format(power=12, seconds=600)
    (ruling,) = ask(Scenario.of(read_text(text, "combat.yaml")))
    assert ruling.answer == 47


@pytest.mark.parametrize(
    ("power", "classes", "so_far"),
    [
        (1_000, "", ("there are more", "after 0.5 seconds no way")),
        (1_000, ", classes: true", ("Not counted: after 0.5 seconds",)),
        (1_000_000, "", ("after 0.5 seconds no way to assign had been found yet",)),
    ],
)
def test_a_count_of_much_damage_keeps_to_its_time(
    power: int, classes: str, so_far: tuple[str, ...]
) -> None:
    """Neither grounding nor the first way to do it takes longer than was allowed.

    How far it comes in that time depends on the machine; that it ends, and says so, does not.
    """
    text = MANY.format(power=power, seconds=f"0.5{classes}")
    (ruling,) = ask(Scenario.of(read_text(text, "combat.yaml")))
    assert ruling.result == "cut"
    assert any(one in ruling.sentence for one in so_far)


LURES = """\
game: mtg
date: 2013-01-30
cards:
  - name: Bait
    types: [creature]
    power: 1
    toughness: 1
    abilities: [{static: blocked by all able}]
  - name: Boaster
    types: [creature]
    power: 1
    toughness: 1
    abilities: [{static: blocked if able}, {static: {least blockers: 2}}]
turn: {player: Archibald, phase: beginning of combat}
players:
  Archibald: {battlefield: [{card: Bait, count: 4}, {card: Boaster, count: 6}]}
  Norbert: {battlefield: [{card: Silvercoat Lion, count: 12}]}
do:
  - {attack: {ATTACKERS}}
  - {until: {phase: declare blockers}}
ask:
  - {may: {block: {}, by: Norbert}}
"""


def test_what_is_required_is_weighed_no_longer_than_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is the most that can be obeyed is not guessed."""
    monkeypatch.setattr(engine, "WEIGHED", 0.2)
    names = [f"Bait ({n})" for n in range(1, 5)] + [f"Boaster ({n})" for n in range(1, 7)]
    text = LURES.replace("ATTACKERS", ", ".join(f"{name}: Norbert" for name in names))
    with pytest.raises(LudexError) as caught:
        ask(Scenario.of(read_text(text, "combat.yaml")))
    assert str(caught.value).startswith("combat.yaml:")
    assert "after 0.2 seconds of weighing what is required here" in str(caught.value)


def test_no_declaration_at_the_wrong_time_and_the_rule_that_says_so() -> None:
    """Nothing can be declared once the step of the declaration is over."""
    (ruling,) = rulings(f"do:\n{AFTER}ask:\n  - declarations: {{attack: {{}}, by: Archibald}}\n")
    assert ruling.answer == []
    assert ruling.outcomes[0].whys[0].rules == ("508.1",)
