"""``ludex words``: every word is declared with a sentence and its rule; the examples run."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import kb
from kb.answers.schemas import output_schema
from kb.cases import examples_of
from kb.cli import main
from kb.errors import LudexError
from kb.questions import situate
from kb.rulebook import Rulebook
from kb.scenario import Game, Scenario
from kb.scenario.words import FILES, SECTIONS, Entry, vocabulary

UNDER = {title: section for section, title in SECTIONS.items()}


@lru_cache(maxsize=8)
def words(game: str) -> tuple[Entry, ...]:
    return tuple(vocabulary(Game.load(game), examples_of(game)))


def own(game: str) -> list[Entry]:
    """Return the words that the file of the game declares."""
    found = (one for one in words(game) if UNDER.get(one.section, "values") != "values")
    return list(found)


def instruction(game: Game) -> Any:
    """Return an instruction of a game, for an ability that has to do something."""
    return next(e.example for e in own(game.name) if UNDER[e.section] == "instructions")


def with_ability(**ability: Any) -> dict[str, Any]:
    return {"cards": [{"name": "Example", "abilities": [ability]}]}


def form(game: Game, kind: str, value: Any) -> dict[str, Any]:
    """Return an instruction whose first word takes a kind of value."""
    for head, one in game.instructions.items():
        others = [p for w, p in one.params.items() if w != head and p.default is None]
        if one.params[head].kind == kind and not others:
            return {head: value}
    raise AssertionError(kind)


def scenario(game: Game, one: Entry) -> dict[str, Any]:
    """Return a scenario in which the example of a word stands."""
    example = one.example
    noun = next(iter(game.filters.nouns), "")
    match UNDER[one.section]:
        case "zones":
            return {"players": {"Anna": example, "Bert": {}}}
        case "phases":
            return dict(example)
        case "players":
            return example if "players" in example else {"players": {"Anna": example, "Bert": {}}}
        case "objects":
            if "players" in example:
                return dict(example)
            zones = game.object_attributes[one.word].zones or set(game.zones)
            return {"players": {"Anna": {min(zones): [example]}, "Bert": {}}}
        case "effects: changes":
            assert game.effects is not None
            said = {example: True} if isinstance(example, str) else example
            card = next(e for e in own(game.name) if UNDER[e.section] == "zones").example
            (thing,) = next(iter(card.values()))
            zone = {min(game.effects.zones): [{"card": thing, "effects": [said]}]}
            return {"players": {"Anna": zone, "Bert": {}}}
        case "actions":
            if "players" in example:
                return dict(example)
            return {"do": [example], "players": {"Anna": board(game, one), "Bert": {}}}
        case "decisions":
            if "players" in example:
                return dict(example)
            return {"do": [example], "players": {"Anna": board(game, one), "Bert": {}}}
        case "properties":
            return {"ask": [example], "players": {"Anna": board(game, one), "Bert": {}}}
        case "cards" | "values: keyword":
            return {"cards": [example]}
        case "abilities":
            return with_ability(**{"effect": [instruction(game)], **example})
        case "filters: suffixes" | "filters: numbered" if one.word in game.filters.only_in:
            places = game.filters.only_in[one.word]
            if triggers := places & game.triggers.keys():
                return with_ability(when={min(triggers): example}, effect=[instruction(game)])
            around = next(one.pattern for one in game.references if one.pattern in places)
            said = form(game, "reference", around.replace("{filter}", example))
            return with_ability(targets=[noun], effect=[said])
        case "targets" | "filters: nouns" | "filters: adjectives" | "filters: suffixes":
            return with_ability(targets=[example], effect=[instruction(game)])
        case "filters: named" | "filters: numbered":
            return with_ability(targets=[example], effect=[instruction(game)])
        case "instructions":
            return with_ability(targets=[noun], effect=[example])
        case "triggers":
            return with_ability(when=example, targets=[noun], effect=[instruction(game)])
        case "statics":
            whole = isinstance(example, dict) and "static" in example
            return with_ability(**example if whole else {"static": example, "targets": [noun]})
        case "symbols" | "costs":
            return with_ability(cost=example, effect=[instruction(game)])
        case "references":
            return with_ability(targets=[noun], effect=[form(game, "reference", example)])
        case "amounts":
            return with_ability(targets=[noun], effect=[form(game, "amount", example)])
        case "conditions":
            return with_ability(effect=[{"if": example, "then": [instruction(game)]}])
    raise AssertionError(one.section)


def board(game: Game, one: Entry) -> dict[str, Any]:
    """Return a board on which the cards of an example lie."""
    from kb.scenario.cards import Catalogue

    names = set(Catalogue.load(game).names)

    def texts(value: Any) -> list[str]:
        if isinstance(value, dict):
            return [t for k, v in value.items() for t in (str(k), *texts(v))]
        return [t for v in value for t in texts(v)] if isinstance(value, list) else [str(value)]

    action = game.actions.get(one.word) if UNDER[one.section] == "actions" else None
    zone = action.zone if action is not None and action.zone else next(iter(game.zones))
    return {zone: sorted(names & set(texts(one.example)))}


ALL = [(game, one) for game in Game.names() for one in own(game)]


@pytest.mark.parametrize("game", Game.names())
def test_every_word_is_said_and_every_rule_is_there(game: str) -> None:
    rulebook = Rulebook.load(game)
    assert own(game)
    assert [one.word for one in own(game) if not one.says] == []
    assert [one.word for one in own(game) if one.example is None] == []
    for one in own(game):
        for number in one.rules:
            assert rulebook.find(number), (one.word, number)
    assert [e.word for e in words(game) if e.section in FILES.values() and not e.says] == []


@pytest.mark.parametrize("game", Game.names())
def test_what_is_printed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", game, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [*Draft202012Validator(output_schema("words")).iter_errors(answer)] == []
    assert {one["word"] for one in answer["words"]} >= {"players", "ask", "zone", "pass"}
    assert main(["words", game, "--markdown"]) == 0
    page = capsys.readouterr().out
    assert page.startswith(f"# The words of {Game.load(game).title}\n")
    assert page.count("\n| `") == len(answer["words"])
    assert main(["words", game, "--game-file"]) == 0
    assert "  zones: a mapping\n    Where objects are.\n" in capsys.readouterr().out


def test_one_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "mtg", "gain life"]) == 0
    assert capsys.readouterr().out == (
        "\ninstructions: entries of 'effect:'\n"
        "  gain life: a number, or a phrase for one; "
        "who: a phrase for what is meant, such as 'target 1' (without it: you)\n"
        "    So much life is gained.  (118.3)\n"
        "    {gain life: 2}\n"
    )


BACKWARDS = re.compile(
    r"^(?:That is so|It is so|Such)\b|\b(?:do|does) so\.$|^So \S+ \w+\.$|where that is said"
)
"""What only whoever has read the word before it understands."""


@pytest.mark.parametrize("game", Game.names())
def test_what_a_word_does_is_said_without_looking_back_at_it(game: str) -> None:
    assert [(one.word, one.says) for one in own(game) if BACKWARDS.search(one.says)] == []


def test_what_cards_bring_along_is_said_to_be_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "mtg", "room"]) == 0
    out = capsys.readouterr().out
    assert "\nlists of words\n  room: words that cards bring along\n" in out
    assert "do: [{choose: Oubliette, for: room}]}" in out
    assert main(["words", "mtg", "leads to"]) == 0
    assert "  leads to: words that cards bring along, or several\n" in capsys.readouterr().out
    assert main(["words", "mtg", "counter"]) == 0
    assert ", and those that cards bring along\n" in capsys.readouterr().out


@pytest.mark.parametrize("game", Game.names())
def test_decisions_are_shown_with_what_they_are_about(game: str) -> None:
    for one in own(game):
        if UNDER[one.section] == "decisions" and not one.says.startswith(
            ("Whether", "What chance")
        ):
            assert "'yes'" not in str(one.example), one.word


def test_words_are_searched_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "mtg", "--search", "Poison Counters"]) == 0
    out = capsys.readouterr().out
    assert "  poison: a number, of a player\n    The number of poison counters.  (704.5c)\n" in out
    assert "lifelink" not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mtgo"], "unknown game 'mtgo'; did you mean 'mtg'?"),
        (["mtg", "drwa"], "unknown word 'drwa'; did you mean 'draw'?"),
        (["mtg", "--search", "zzz"], "no word speaks of 'zzz'"),
    ],
)
def test_what_is_not_there(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["words", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"ludex: {message}\n")


def test_what_cannot_be_said_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "mtg"]) == 0
    out = capsys.readouterr().out
    assert "\nwhat cannot be said yet\n" in out
    assert "Not covered: battles (since 2023-04-21). battle, siege, defense\n" in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["fuse"], "Not covered: this keyword ability (since 2012-10-01). fuse\n"),
        (["battle"], "Not covered: battles (since 2023-04-21). battle\n"),
        (["--search", "siege"], "Not covered: battles (since 2023-04-21). siege\n"),
        (["ward"], "  keyword ability: ward\n"),
        (["--search", "ward"], "  keyword ability: ward\n"),
    ],
)
def test_what_is_listed_is_found(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["words", "mtg", *arguments]) == 0
    assert told in capsys.readouterr().out


def test_no_word_of_magic_is_both_known_and_not_covered() -> None:
    game = Game.load("mtg")
    known = {one.word for one in words("mtg")}
    known |= {str(value) for one in game.values.values() for value in one.terms}
    assert known.isdisjoint(word for left in game.uncovered for word in left.words)


@pytest.mark.parametrize("game", Game.names())
def test_every_example_is_read(game: str) -> None:
    loaded = Game.load(game)
    wrong = []
    for one in own(game):
        data = {"game": game, "players": {"Anna": {}, "Bert": {}}, **scenario(loaded, one)}
        try:
            situate(Scenario(**data))
        except LudexError as cause:
            wrong.append(f"{one.section}: {one.word}: {cause}")
    assert wrong == []


Words = dict[str, Any]
PLAYED: dict[str, tuple[Words, Words, Words, str, str, list[Words]]] = {
    "mtg": (
        {"types": ["planeswalker", "creature"], "power": 1, "toughness": 1, "loyalty": 3},
        {"cost": "[+1]"},
        {
            "Anna": {
                "hand": 3,
                "battlefield": ["Example", "Grizzly Bears"],
                "library": ["Ornithopter", 20],
            },
            "Bert": {"battlefield": ["Rhox"], "library": 20},
        },
        "permanent",
        "Rhox",
        [{"activate": "Example", "by": "Anna"}, {"resolve": "top"}],
    ),
    "fftcg": (
        {"type": "summon", "elements": ["fire"], "cost": 0},
        {},
        {
            "Anna": {
                "hand": ["Example"],
                "pays all": True,
                "field": ["Plain Soldier"],
                "deck": ["Plain Giant", "Plain Brute", 0],  # and nothing below them
            },
            "Bert": {"field": ["Plain Knight"], "deck": 20},
        },
        "forward",
        "Plain Knight",
        [{"cast": "Example", "by": "Anna"}, {"resolve": "top"}],
    ),
}
"""For each game: a card, what its ability says besides, the players, the target, what is done."""


UNSEEN = ("restart", "{'restart ", "{'connive'")
"""How those begin of which nobody knows what comes, as it hangs on cards that are drawn unseen."""

TOGETHER = 8
"""How many instructions are carried out by one ability."""


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in (1, 2))]
)
def test_every_instruction_is_carried_out(game: str, part: int) -> None:
    examples = [one.example for one in own(game) if UNDER[one.section] == "instructions"]
    examples = [example for example in examples if "other" not in example]  # of no word
    unseen = [example for example in examples if str(example).startswith(UNSEEN)]
    examples = [example for example in examples if example not in unseen]
    if part == 0:
        assert all(carried_out(game, [one]) == "undetermined" for one in unseen)
    aiming = [example for example in examples if "target 1" in str(example)]
    for these in (aiming, [example for example in examples if example not in aiming]):
        groups = -(-len(these) // TOGETHER)
        for group in range(groups)[part::3]:
            effect = these[group::groups]  # neighbours multiply what can come of each other
            if carried_out(game, effect) != "answered":  # one may hang on another
                assert {str(one): carried_out(game, [one]) for one in effect} == {
                    str(one): "answered" for one in effect
                }


def carried_out(game: str, effect: list[Words]) -> str:
    """Return how sure it is what comes of an ability."""
    card, besides, players, filter_, target, script = PLAYED[game]
    aimed = "target 1" in str(effect)
    ability = {**besides, "effect": effect, **({"targets": [filter_]} if aimed else {})}
    first, *rest = script
    (ruling,) = kb.ask(
        Scenario(
            game=game,
            cards=[{"name": "Example", **card, "abilities": [ability]}],
            players=players,
            do=[{**first, **({"targets": [target]} if aimed else {})}, *rest],
            ask=[{"outcomes": {}}],
        )
    )
    return ruling.state
