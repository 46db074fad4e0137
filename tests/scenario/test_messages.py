"""What is wrong with a scenario is said in one located line, whole."""

from __future__ import annotations

import pytest

from kb.errors import LudexError
from kb.questions import situate
from kb.scenario import expanded, read_scenario

SMITH = "{name: Lone Smith, types: [creature], power: 2, toughness: 2, modal face: Lone Anvil}"
MODAL = f"cards: [{SMITH}, {{name: Lone Anvil, types: [artifact]}}]"
JACE = "players: {A: {battlefield: [Jace Beleren]}}"


def read(text: str) -> None:
    for case in expanded(read_scenario(f"game: mtg\n{text}", "f.yaml")):
        situate(case.scenario)


def refusal(text: str) -> str:
    with pytest.raises(LudexError) as caught:
        read(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Misspelt words, each with the nearest that is valid there.
        ("titel: x", "2:1: unknown key 'titel' in a scenario; did you mean 'title'?"),
        ("players: {A: {lifes: 1}}", "2:15: unknown key 'lifes' in a player; did you mean 'life'?"),
        ("players: {A: {hnad: []}}", "2:15: unknown key 'hnad' in a player; did you mean 'hand'?"),
        (
            "players: {A: {battlefield: [{card: Jace Beleren, lojalty: 3}]}}",
            "2:50: unknown key 'lojalty' in an object; did you mean 'loyalty'?",
        ),
        (
            "players: {A: {battlefield: [Ring of Ice: Red]}}",
            "2:29: an object has no 'card'; found 'Ring of Ice' "
            "(a name with a colon needs quotes: 'Ring of Ice: Red')",
        ),
        (
            "cards: [{types: [instant], text: Draw a card.}]",
            "2:9: a card has no 'name'; found 'types', 'text'",
        ),
        (
            "players: {A: {hand: [Jace Belern]}}",
            "2:22: unknown card 'Jace Belern'; did you mean 'Jace Beleren'?",
        ),
        (
            "players: {A: {hand: [Jace, the Mind Sculptor]}}",
            "2:22: unknown card 'Jace'; did you mean 'Jace, Memory Adept'? "
            "(a name with a comma needs quotes)",
        ),
        (
            "players: {A: {hand: [Zyx]}}",
            "2:22: unknown card 'Zyx'; describe it under 'cards', "
            "or take in real cards: ludex cards import mtg FILE",
        ),
        (
            "cards: [{name: Odd, types: [instant], text: Bend an odd creature.}]\n"
            "players: {A: {hand: [Odd]}}\ndo: [{cast: Odd, targets: [A], by: A}]",
            "4:27: 1 target is named; 'Odd' has no target that Ludex knows of: "
            "it does not carry out 'Bend an odd creature.'",
        ),
        (f"{JACE}\nturn: Norbert", "3:7: unknown player 'Norbert'; expected 'A'"),
        (
            f"{JACE}\nturn: {{phase: man1}}",
            "3:15: unknown phase 'man1'; did you mean 'main1'?",
        ),
        (
            f"{JACE}\ndo: [{{actvate: Jace Beleren}}]",
            "3:7: unknown key 'actvate' in an action; did you mean 'activate'?",
        ),
        (
            f"{JACE}\ndo: [{{activate: Jace Beleren, abilty: +2}}]",
            "3:31: unknown key 'abilty' in an action; did you mean 'ability'?",
        ),
        (
            f"{JACE}\ndo: [{{activate: Jace Beleren, ability: +3}}]",
            "3:40: unknown ability '+3' of 'Jace Beleren'; expected '+2', '-1' or '-10'",
        ),
        (
            f"{JACE}\ndo: [{{activate: Jace Beleren, ability: 4}}]",
            "3:40: unknown ability '4' of 'Jace Beleren'; expected 1 ('+2'), 2 ('-1') or 3 ('-10')",
        ),
        (
            "cards: [{name: Odd, types: [artifact], abilities: [{cost: '{1}', effect: [{draw: 1}], "
            "mode: [2]}]}]\nplayers: {A: {battlefield: [Odd]}}\ndo: [{activate: Odd, ability: 1}]",
            "4:31: unknown ability '1' of 'Odd'; none of its abilities has a number",
        ),
        (
            f"{JACE}\ndo: [{{until: {{phase: main1}}}}]",
            "3:6: 'until' waits for what it is already, 'main1'; "
            "expected a later part of the turn, or another turn",
        ),
        (
            f"{JACE}\ndo: [{{choose: A, for: keeps}}]",
            "3:23: unknown decision 'keeps'; did you mean 'keep'?",
        ),
        (
            f"{JACE}\nask: [{{what: lojalty, of: Jace Beleren}}]",
            "3:14: unknown property 'lojalty'; did you mean 'loyalty'?",
        ),
        (
            f"{JACE}\nask: [{{what: nihgt counters, of: Jace Beleren}}]",
            "3:14: unknown property 'nihgt counters'; did you mean 'age counters'?",
        ),
        (
            f"{JACE}\nask: [{{outcomes: {{}}, expect: [{{A: {{lyfe: 3}}}}]}}]",
            "3:36: unknown property 'lyfe'; did you mean 'life'?",
        ),
        (
            f"{JACE}\nask: [{{what: loyalty, off: Jace Beleren}}]",
            "3:23: unknown key 'off' in a question; did you mean 'of'?",
        ),
        (
            "players: {A: {mana: {blu: 2}}}",
            "2:22: unknown mana 'blu'; did you mean 'blue'?",
        ),
        (
            f"{JACE}\nstack: [{{spel: Shock, by: A}}]",
            "3:10: unknown key 'spel' in something on the stack; did you mean 'spell'?",
        ),
        (
            "players: {A: {battlefield: [{card: Gideon Jura, effects: [{becom: {}}]}]}}",
            "2:60: unknown effect 'becom'; did you mean 'become'?",
        ),
        (
            f"{JACE}\nask: [{{what: zone, of: Jace Belern}}]",
            "3:24: unknown name 'Jace Belern'; did you mean 'Jace Beleren'?",
        ),
        # Boards that contradict themselves.
        (
            "players:\n  A:\n    hand: [{card: Shock, as: x}]\n    exile: [{card: Shock, as: X}]",
            "5:31: two objects are called 'X' (hand and exile)",
        ),
        (
            "players: {A: {hand: [{card: Shock, as: a}]}}",
            "2:40: 'a' is the name of a player",
        ),
        (
            "players: {A: {hand: [{card: Shock, as: x, count: 2}]}}",
            "2:40: one name, 'x', for 2 objects",
        ),
        ("players: {A: , a: }", "2:16: players 'A' and 'a' have the same name"),
        ("players: {A: , A: }", "2:16: key 'A' is given twice (first in line 2)"),
        ("players: {}", "1:1: a scenario has no players"),
        ("players: {A: {life: -1}}", "2:21: -1 as 'life'; expected at least 0"),
        (
            "players: {A: {battlefield: [{card: Jace Beleren, loyalty: -3}]}}",
            "2:59: -3 as 'loyalty'; expected at least 0",
        ),
        (
            "players: {A: {battlefield: [{card: Jace Beleren, counters: {charge: -1}}]}}",
            "2:69: -1 as 'charge'; expected at least 0",
        ),
        (
            "players: {A: {life: 9999999}}",
            "2:21: 9999999 as 'life'; expected at most 1,000,000",
        ),
        (
            "players: {A: {hand: [{card: Jace Beleren, loyalty: 3}]}}",
            "2:43: 'loyalty' on an object in 'hand'; it has a meaning in battlefield only",
        ),
        (
            "players: {A: {exile: [{card: Grizzly Bears, exiled by: A}]}}",
            "2:56: 'A' as 'exiled by'; expected an object of the board",
        ),
        (
            "players: {A: {battlefield: [{card: Grizzly Bears, loyalty: 3}]}}",
            "2:51: 'loyalty' on 'Grizzly Bears', which is no planeswalker",
        ),
        (
            "players: {A: {battlefield: [{card: Grizzly Bears, chosen color: red}]}}",
            "2:51: 'chosen color' on 'Grizzly Bears', which has no ability that asks for one",
        ),
        (
            "players: {A: {battlefield: [{card: Grizzly Bears, chosen player: A}]}}",
            "2:51: 'chosen player' on 'Grizzly Bears', which has no ability that asks for one",
        ),
        (
            "players: {A: {battlefield: [{card: Jace Beleren, transformed: true}]}}",
            "2:50: 'transformed' on 'Jace Beleren', which is no card with a back",
        ),
        (
            "players: {A: {command: [{card: Tomb of Annihilation, room: Oubliete}]}}",
            "2:60: unknown room 'Oubliete' of 'Tomb of Annihilation'; did you mean 'Oubliette'?",
        ),
        (
            f"{MODAL}\nplayers: {{A: {{battlefield: [{{card: Lone Smith, transformed: true}}]}}}}",
            "3:48: 'transformed' on 'Lone Smith', which is never turned over; "
            "name the face with which it lies there, 'Lone Smith' or 'Lone Anvil'",
        ),
        (
            f"{MODAL}\nplayers: {{A: {{battlefield: [{{card: Lone Anvil, transformed: true}}]}}}}",
            "3:48: 'transformed' on 'Lone Anvil', which is never turned over; "
            "name the face with which it lies there, 'Lone Smith' or 'Lone Anvil'",
        ),
        (
            "players: {A: {battlefield: [{card: Garruk Relentless, transformed: true}]}}",
            "2:29: 'Garruk, the Veil-Cursed' has no printed loyalty; say its loyalty",
        ),
        (
            "players: {A: {hand: [{card: Shock, owner: A}]}}",
            "2:36: a card in 'hand' is listed under its owner",
        ),
        (f"{JACE}\nturn: [A, B]", "3:7: a list as 'turn'; a turn has one active player"),
        (
            f"{JACE}\nturn: {{player: [A, B]}}",
            "3:16: a list as 'player'; a turn has one active player",
        ),
        (f"{JACE}\npriority: B", "3:11: unknown player 'B'; expected 'A'"),
        (f"{JACE}\npassed: [A]", "3:10: 'A' has priority and cannot have passed"),
        (
            "players: {A: , B: }\nteams: [[A, B], [A]]",
            "3:18: 'A' is in two teams",
        ),
        (
            f"{JACE}\nstack: [{{spell: Shock, by: A, targets: [A, A]}}]",
            "3:31: 2 targets for 'Shock', which has 1 target",
        ),
        (
            f"{JACE}\nstack: [{{spell: Shock, ability of: Jace Beleren, by: A}}]",
            "3:9: something on the stack has either 'spell' or 'ability of'",
        ),
        (
            "players: {A: {life: 9}, B: {life: 8}}\nteams: [[A, B]]",
            "2:35: 8 as 'life'; before it was 9",
        ),
        (
            "players: {A: {battlefield: [{card: Karn Liberated, loyalty: 3, "
            "counters: {loyalty: 4}}]}}",
            "2:84: 4 as 'loyalty'; before it was 3",
        ),
        # Names that could mean several things, or nothing.
        (
            "players: {A: {battlefield: [Shock]}, B: {battlefield: [Shock]}}\n"
            "ask: [{what: zone, of: Shock}]",
            "3:24: 'Shock' could be 'A's Shock' or 'B's Shock'; "
            "say which, or name one of them with 'as'",
        ),
        (
            "players: {A: {hand: [Shock], graveyard: [Shock]}}\nask: [{what: zone, of: Shock}]",
            "3:24: 'Shock' could be 'Shock (1)' in hand or 'Shock (2)' in graveyard; "
            "say which, or name one of them with 'as'",
        ),
        (
            f"{JACE}\nask: [{{may: {{cast: Lightning Bolt}}}}]",
            "3:20: no 'Lightning Bolt' in this scenario; put it into a zone of a player",
        ),
        (
            f"{JACE}\ndo: [{{activate: Jace Beleren}}]",
            "3:6: 'Jace Beleren' has several abilities; say which with 'ability': "
            "'+2', '-1', '-10'",
        ),
        (
            "cards: [{name: Lamp, types: [artifact], cost: '{1}', text: 'Creatures you control "
            "have “{0}: You gain 1 life.” and “{1}: You gain 2 life.”'}]\n"
            "players: {A: {battlefield: [Lamp, Grizzly Bears]}}\ndo: [{activate: Grizzly Bears}]",
            "4:6: several abilities are given to others; say which with 'ability': "
            "'{0} of Lamp', '{1} of Lamp'",
        ),
        # Wrong kinds of values.
        ("date: 2013-13-01", "2:7: '2013-13-01' as 'date'; expected a date such as 2013-01-30"),
        (
            "date: 2030-01-01\nplayers: {A: }",
            "2:7: no edition of the rules covers 2030-01-01; covered: 2012-10-01 to 2026-02-27",
        ),
        ("players: [A]", "2:10: a list as 'players'; expected a mapping"),
        ("players: {A: 3}", "2:14: 3 as 'A'; expected a mapping"),
        (
            "players: {A: {battlefield: [5]}}",
            "2:29: 5 in 'battlefield'; expected a card, or a mapping with 'card'",
        ),
        ("players: {A: {life: many}}", "2:21: 'many' as 'life'; expected a whole number"),
        (
            "players: {A: {battlefield: [{card: Shock, tapped: 1}]}}",
            "2:51: 1 as 'tapped'; expected true or false",
        ),
        ("players: {A: {battlefield: 3}}", "2:28: 3 as 'battlefield'; expected a list of cards"),
        (f"{JACE}\ndo: [resolve]", "3:6: 'resolve' as an entry of 'do'; expected a mapping"),
        (f"{JACE}\ndo: [{{resolve: some}}]", "3:16: 'some' as 'resolve'; expected 'top' or 'all'"),
        (
            f"{JACE}\ndo: [{{resolve: top, by: A}}]",
            "3:21: 'by' has no meaning with 'resolve'",
        ),
        (
            f"{JACE}\ndo: [{{cast: Jace Beleren, ability: +2}}]",
            "3:27: 'ability' has no meaning with 'cast'",
        ),
        (
            f"{JACE}\nask: [{{}}]",
            "3:7: a question says what is asked; expected 'declarations', 'may', "
            "'mentions', 'options', 'orders', 'outcomes', 'targets', 'what' or 'when'",
        ),
        (
            f"{JACE}\nask: [{{may: {{pass: A}}, what: zone, of: A}}]",
            "3:24: 'may' and 'what' in one question; write two",
        ),
        (
            f"{JACE}\nask: [{{may: {{pass: A}}, expect: perhaps}}]",
            "3:32: 'perhaps' as 'expect'; expected true or false",
        ),
        (
            f"{JACE}\nask: [{{options: {{}}}}]",
            "3:17: 'options' has no 'by', the player who is asked about",
        ),
        # Variants and cards.
        (f"{JACE}\nvariants: [{{name: x}}, {{name: x}}]", "3:23: two variants are called 'x'"),
        (
            f"{JACE}\nvariants: [{{name: x, players: {{A: {{hand: [Shok]}}}}}}]",
            "3:43: unknown card 'Shok'; did you mean 'Shock'?",
        ),
        (
            f"{JACE}\ncards: [{{name: Zed, types: [instnt]}}]",
            "3:29: unknown type 'instnt'; did you mean 'instant'?",
        ),
    ],
)
def test_whole_messages(text: str, expected: str) -> None:
    assert refusal(text) == f"f.yaml:{expected}"


def test_what_yes_may_be_said_to_is_named() -> None:
    text = "game: fftcg\nplayers: {A: {}, B: {}}\ndo: [{choose: 'yes', for: offer}]"
    scenario = read_scenario(text, "f.yaml")
    with pytest.raises(LudexError) as caught:
        situate(scenario)
    said = "f.yaml:3:27: unknown decision 'offer'; expected 'ex burst' or 'whether'"
    assert str(caught.value) == said


def test_a_decision_is_known_by_what_is_told_of_it() -> None:
    text = "game: fftcg\nplayers: {A: {}, B: {}}\ndo: [{choose: 1, for: action}]"
    scenario = read_scenario(text, "f.yaml")
    with pytest.raises(LudexError) as caught:
        situate(scenario)
    assert str(caught.value) == "f.yaml:3:23: unknown decision 'action'; expected 'effect'"


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(LudexError) as caught:
        situate(read_scenario("players: {A: }\ngame: mgt\n", "f.yaml"))
    assert str(caught.value) == "f.yaml:2:7: unknown game 'mgt'; did you mean 'mtg'?"
    with pytest.raises(LudexError) as caught:
        read_scenario("players: {A: }\n", "f.yaml")
    assert str(caught.value) == "f.yaml:1:1: a scenario has no 'game'; found 'players'"


def test_input_is_quoted_on_one_line_and_shortened() -> None:
    name = "x\\n%! #script" + "y" * 500
    found = refusal(f'players: {{A: {{hand: ["{name}"]}}}}')
    assert "\n" not in found
    assert len(found) < 250
    assert found.startswith("f.yaml:2:22: unknown card 'x\\n%! #scripty")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "players: {" + ", ".join(f"p{i}: " for i in range(51)) + "}",
            "2:1: more than 50 players",
        ),
        (
            "players: {A: {hand: [" + "{card: Shock, count: 10000}, " * 11 + "]}}",
            "2:312: more than 100,000 objects",
        ),
        (
            f"{JACE}\ncards: [{{name: Z, abilities: [{{effect: [{{draw: 1, who: "
            f"{'controller of ' * 30}you}}]}}]}}]",
            "3:56: reference of 423 characters; expected at most 300",
        ),
        (
            f"{JACE}\ncards: [{{name: Z, cost: '{'{U}' * 1001}'}}]",
            "3:25: cost of 3003 characters; expected at most 300",
        ),
        (
            f"{JACE}\ncards: [{{name: Z, abilities: [{'{effect: []}, ' * 201}]}}]",
            "3:30: 201 entries of 'abilities'; expected at most 200",
        ),
        (
            f"{JACE}\nvariants: [{', '.join(f'{{name: v{i}}}' for i in range(501))}]",
            "3:1: more than 500 variants",
        ),
    ],
    ids=["players", "objects", "phrase", "cost", "abilities", "variants"],
)
def test_what_would_take_for_ever_is_bounded(text: str, expected: str) -> None:
    assert refusal(text).startswith(f"f.yaml:{expected}")


@pytest.mark.parametrize("key", ["·text", "text", "keys", "int", "players", "\\x01", "é", "a.b"])
def test_no_key_is_mistaken_for_something_of_the_reader(key: str) -> None:
    assert refusal(f'"{key}": 1\nplayers: {{"{key}": 3}}').startswith("f.yaml:")
