"""Scenarios name cards of the store, and nothing else."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

import kb
from kb.cli import main
from kb.library.importing import import_cards
from tests.library.samples import mtgjson, written
from tests.work import calls

OWL = {
    "id": "9-001C",
    "name": "Sample Owl",
    "type": "Forward",
    "element": "Ice",
    "cost": 3,
    "power": 5000,
    "text": "When Sample Owl enters the field, draw 1 card.",
}
TWINS = [{**OWL, "id": f"9-00{n}C", "name": "Sample Twin", "power": n * 1000} for n in (2, 3)]
QUESTION = """
game: fftcg
turn: {player: Anna, phase: main2}
players:
  Anna: {pays all: true, hand: [%s]}
  Bert: {}
ask:
  - {what: power, of: %s}
"""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "store.sqlite"
    file = written(tmp_path / "cards.json", [OWL, *TWINS])
    import_cards("fftcg", file, path, as_of=date(2024, 1, 1))
    return path


def asked(name: str, *, more: str = "") -> kb.Scenario:
    return kb.read_scenario(QUESTION % (name, name) + more)


@pytest.mark.parametrize("name", ["Sample Owl", "sample owl", "Sample-Ówl", "Sample Owl (9-001C)"])
def test_a_card_is_named_and_nothing_else(store: Path, name: str) -> None:
    (ruling,) = kb.ask(asked(name), store=store)
    assert ruling.answer == 5000
    assert ruling.notes[-1] == (f"Worded as of 2024-01-01 (cards.json) in {store}: Sample Owl.")


def test_its_text_is_carried_out(store: Path) -> None:
    more = "  - outcomes: {}\ndo:\n  - {cast: Sample Owl, by: Anna}\n  - {resolve: all}\n"
    _, found = kb.ask(asked("Sample Owl", more=more), store=store)
    assert found.state == "answered"
    assert "draw" in found.reasons.lower() or found.gaps == ()


def test_the_cards_of_the_scenario_come_first(store: Path) -> None:
    more = "cards: [{name: Sample Owl, type: forward, elements: [ice], cost: 1, power: 1000}]"
    (ruling,) = kb.ask(asked("Sample Owl", more=more), store=store)
    assert ruling.answer == 1000
    assert not any("Worded" in note for note in ruling.notes)


def test_cards_of_one_name_are_told_apart(store: Path) -> None:
    with pytest.raises(kb.LudexError, match="could be 'Sample Twin \\(9-002C\\)' or") as error:
        kb.ask(asked("Sample Twin"), store=store)
    assert error.value.line == 5
    (ruling,) = kb.ask(asked("Sample Twin (9-003C)"), store=store)
    assert ruling.answer == 3000


@pytest.mark.parametrize("name", ["Sample Ram (9-020)", "Sample Ram (9-020C)"])
def test_a_number_is_enough_behind_a_name_that_goes_on(
    store: Path, tmp_path: Path, name: str
) -> None:
    rams = [
        {**OWL, "id": "9-020", "name": "Sample Ram (Far)"},
        {**OWL, "id": "9-021H", "name": "Sample Ram (Near)"},
    ]
    import_cards("fftcg", written(tmp_path / "more.json", rams), store, as_of=date(2024, 1, 1))
    (ruling,) = kb.ask(asked(name), store=store)
    assert ruling.answer == 5000
    with pytest.raises(kb.LudexError, match="unknown card"):
        kb.ask(asked("Sample Ram (9-021C)"), store=store)


@pytest.mark.parametrize(
    "board",
    [
        "Sample Ram (9-020R)",
        "{card: Sample Ram, id: 9-020R}",
        "{card: Sample Ram, id: PR-005}",
        "{card: Sample Ram, id: 9-022C}",
        "{card: Sample Ram, id: 8-001C}",
    ],
)
def test_either_of_two_numbers_is_enough_and_beside_a_name_that_goes_on(
    store: Path, tmp_path: Path, board: str
) -> None:
    rams = [
        {**OWL, "id": "9-020R/PR-005", "name": "Sample Ram"},
        {**OWL, "id": "9-021H", "name": "Sample Ram", "power": 1000},
        {**OWL, "id": "9-022C", "name": "Sample Ram (Far)"},
        {**OWL, "id": "Re-001C/8-001C", "name": "Sample Ram", "power": 1000},
        {**OWL, "id": "8-001C", "name": "Sample Ram"},
    ]
    import_cards("fftcg", written(tmp_path / "more.json", rams), store, as_of=date(2024, 1, 1))
    told = board.removesuffix("}") + ", as: ram}" if board.startswith("{") else board
    name = "ram" if board.startswith("{") else board
    (ruling,) = kb.ask(kb.read_scenario(QUESTION % (told, name)), store=store)
    assert ruling.answer == 5000


def test_a_card_is_read_whole_though_its_name_was_said_before(store: Path) -> None:
    first = "{card: Sample Twin (9-002C), as: Sample Twin}"
    text = QUESTION % (f"{first}, {{card: Sample Twin (9-003C), as: Twin}}", "Twin")
    (ruling,) = kb.ask(kb.read_scenario(text), store=store)
    assert ruling.answer == 3000


def test_a_name_that_ludex_brings_is_not_lost_to_several(store: Path, tmp_path: Path) -> None:
    twins = [{**OWL, "id": f"9-01{n}C", "name": "Lunafreya", "power": n * 1000} for n in (2, 3)]
    import_cards("fftcg", written(tmp_path / "more.json", twins), store, as_of=date(2024, 1, 1))
    (brought,) = kb.ask(asked("Lunafreya"))
    assert kb.ask(asked("Lunafreya"), store=store)[0].answer == brought.answer
    text = QUESTION % ("{card: Lunafreya, id: 9-013C, as: Luna}", "Luna")
    (ruling,) = kb.ask(kb.read_scenario(text), store=store)
    assert ruling.answer == 3000


def test_what_ludex_brings_is_taken_where_less_of_the_stored_text_is_carried_out(
    tmp_path: Path,
) -> None:
    store = tmp_path / "store.sqlite"
    texts = {"Ornithopter": "Weigh the moon.", "Shock": "Shock deals 3 damage to any target."}
    cards = [
        {"name": name, "type": "Instant", "mana_cost": "{R}", "text": text}
        for name, text in texts.items()
    ]
    import_cards("mtg", written(tmp_path / "cards.json", cards), store, as_of=date(2024, 1, 1))
    (ruling,) = kb.ask(
        kb.read_scenario("""
game: mtg
players: {Anna: {battlefield: [Ornithopter], hand: [Shock]}, Bert: {}}
do: [{cast: Shock, by: Anna, targets: [Bert]}, {resolve: all}]
ask: [{what: life, of: Bert}]
"""),
        store=store,
    )
    assert (ruling.answer, ruling.state) == (17, "answered")
    assert ruling.notes[-2].endswith(f"in {store}: Shock.")
    assert ruling.notes[-1] == (
        "As Ludex describes it, for not all of its text in the card store can be carried out: "
        "Ornithopter."
    )


def test_a_miss_offers_what_the_store_has(store: Path) -> None:
    with pytest.raises(kb.LudexError, match="unknown card 'Sampel Owl'; did you mean 'Sample Owl'"):
        kb.ask(asked("Sampel Owl"), store=store)


def test_a_question_takes_the_wording_of_its_date(store: Path, tmp_path: Path) -> None:
    file = written(tmp_path / "later.json", [{**OWL, "power": 7000}])
    import_cards("fftcg", file, store, as_of=date(2025, 6, 1))

    def on(day: str) -> kb.Ruling:
        return kb.ask(asked("Sample Owl", more=f"date: {day}"), store=store)[0]

    assert on("2025-07-01").answer == 7000
    first = on("2024-01-01")
    assert (first.answer, first.state) == (5000, "answered")
    assert "(by" not in first.sentence
    between = on("2025-01-01")
    assert (between.answer, between.state) == (5000, "conditional")
    said = "(by the wording of 2024-01-01; that of 2025-06-01 says something else of Sample Owl)"
    assert said in between.sentence
    early = on("2023-12-31")
    assert (early.answer, early.state) == (5000, "conditional")
    assert (
        "(by a wording of 2024-01-01; the card store has no older one of Sample Owl)"
        in early.sentence
    )
    assert kb.ask(asked("Sample Owl"), store=store)[0].answer == 7000


def test_each_answer_tells_the_wordings_that_it_rests_on(store: Path, tmp_path: Path) -> None:
    others = {"Sample Lark": 2000, "Sample Wren": 4000}
    rows = [{**OWL, "id": name, "name": name, "power": power} for name, power in others.items()]
    import_cards("fftcg", written(tmp_path / "a.json", rows[:1]), store, as_of=date(2024, 1, 1))
    later = [{**OWL, "power": 7000}, *rows]
    import_cards("fftcg", written(tmp_path / "b.json", later), store, as_of=date(2025, 6, 1))
    text = """
game: fftcg
date: 2025-01-01
players: {Anna: {field: [Sample Owl, Sample Lark, Sample Wren]}, Bert: {}}
ask:
  - {what: power, of: Sample Owl}
  - {what: power, of: Sample Lark}
  - {what: power, of: Sample Wren}
"""
    owl, lark, wren = kb.ask(kb.read_scenario(text), store=store)
    assert owl.undated == (
        "Sample Owl has power 5000 (by the wording of 2024-01-01; that of 2025-06-01 says something"
        " else of Sample Owl)."
    )
    assert lark.undated == (
        "Sample Lark has power 2000 (beside Sample Owl and 1 more, whose wording on that day is not"
        " known)."
    )
    assert wren.undated == (
        "Sample Wren has power 4000 (by a wording of 2025-06-01; the card store has no older one of"
        " Sample Wren)."
    )
    assert {one.state for one in (owl, lark, wren)} == {"conditional"}


def test_what_ludex_brings_is_taken_before_a_later_wording(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    jace = {
        "name": "Jace Beleren",
        "type": "Legendary Planeswalker — Jace",
        "mana_cost": "{1}{U}{U}",
        "loyalty": "4",
        "text": "[-1]: Target player draws a card.",
    }
    import_cards("mtg", written(tmp_path / "a.json", [jace]), store, as_of=date(2020, 1, 1))
    text = """
game: mtg
date: %s
players: {Anna: {battlefield: [Jace Beleren]}, Bert: {}}
ask: [{what: loyalty, of: Jace Beleren}]
"""
    (early,) = kb.ask(kb.read_scenario(text % "2013-01-30"), store=store)
    assert (early.answer, early.state) == (3, "answered")
    assert early.notes[-1] == (
        "As Ludex describes it, for the card store has only wordings of later days: Jace Beleren."
    )
    (late,) = kb.ask(kb.read_scenario(text % "2020-01-01"), store=store)
    assert (late.answer, late.state) == (4, "answered")


def test_other_words_that_say_the_same_leave_no_doubt(store: Path, tmp_path: Path) -> None:
    same = {
        **OWL,
        "text": "When Sample Owl enters the field, draw 1 card. (This effect is put on the stack.)",
    }
    import_cards("fftcg", written(tmp_path / "later.json", [same]), store, as_of=date(2025, 6, 1))
    (ruling,) = kb.ask(asked("Sample Owl", more="date: 2025-01-01"), store=store)
    assert (ruling.answer, ruling.state) == (5000, "answered")


def test_commands_take_the_store(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "question.yaml"
    file.write_text((QUESTION % ("Sample Owl", "Sample Owl")).replace("Owl}", "Owl, expect: 5000}"))
    for command in (["ask"], ["check"], ["test", "--jobs", "1"], ["export"]):
        assert main([*command, str(file), "--store", str(store)]) == 0
        capsys.readouterr()
        status = main([*command, str(file)])
        assert status != 0 or command[0] == "test"
        out, err = capsys.readouterr()
        assert "unknown card 'Sample Owl'" in out + err
    assert main(["ask", str(file), "--store", str(tmp_path / "none")]) == 2
    assert "no card store; 'ludex cards import GAME FILE' makes one" in capsys.readouterr().err


def test_naming_a_card_takes_little_work(store: Path) -> None:
    from kb.scenario.cards import Catalogue
    from kb.scenario.game import Game
    from kb.scenario.shelf import shelf

    game = Game.load("fftcg")
    from kb.library.place import using

    with using(store):
        brought = Catalogue.load(game)
        shelf(game, ["Sample Owl"], None, brought)  # the grammar is built once
        assert len(shelf(game, ["Sample Owl"], None, brought).nodes) == 1
        assert calls(lambda: shelf(game, ["Sample Owl"], None, brought)) < 10_000


def test_what_came_of_boards_is_kept_beside_a_store(store: Path) -> None:
    from kb.library.place import using
    from kb.resources import home
    from kb.rulebook import Rulebook
    from kb.testing.places import place_of

    # The boards are a program, which names no cards.
    boards = home("fftcg").queries / "boards.lp"
    with using(store):
        assert place_of("boards", boards, Rulebook.load("fftcg").on()) is not None


def test_cards_are_shown_with_what_is_understood(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cards", "show", "sample owl", "--store", str(store)]) == 0
    shown = capsys.readouterr().out
    for line in (
        "Sample Owl",
        "  Forward",
        "  When Sample Owl enters the field, draw 1 card.",
        "  read: whole, prints back to the same words",
        "  runs: all of it",
    ):
        assert f"{line}\n" in shown
    assert main(["cards", "show", "sampl owl", "--store", str(store)]) == 2
    assert capsys.readouterr().err == (
        "ludex: no card 'sampl owl' in the library; did you mean 'Sample Owl'?\n"
    )
    assert main(["cards", "show", "sample twin", "--store", str(store)]) == 2
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  Sample Twin (9-002C)  fftcg  Forward",
        "  Sample Twin (9-003C)  fftcg  Forward",
    ]
    for words in (["show", "sample owl"], ["search", "owl"]):
        assert main(["cards", *words, "--game", "fttcg", "--store", str(store)]) == 2
        assert capsys.readouterr().err == "ludex: unknown game 'fttcg'; did you mean 'fftcg'?\n"
        assert main(["cards", *words, "--game", "chess", "--store", str(store)]) == 2
        assert "'altered', 'fftcg'" in capsys.readouterr().err
    assert main(["cards", "search", "draw owl", "--store", str(store)]) == 0
    assert "Sample Owl  fftcg, en  Forward\n" in capsys.readouterr().out


@pytest.mark.parametrize("stored", [True, False])
def test_cards_that_come_with_ludex_are_shown(
    store: Path, stored: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    from kb.library.place import VARIABLE

    monkeypatch.setenv(VARIABLE, str(store if stored else tmp_path / "none.sqlite"))
    assert main(["cards", "show", "Lost Mine of Phandelver", "--game", "mtg"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Lost Mine of Phandelver\n  types: [dungeon]\n  abilities:\n")
    assert shown.endswith("\ncomes with Ludex, as facts without a text\n")
    for day, bolt in (("2013-01-30", "creature or player"), ("2026-01-01", "any target")):
        assert main(["cards", "show", "Lightning Bolt", "--as-of", day]) == 0
        assert f"targets: [{bolt}]" in capsys.readouterr().out
    assert main(["cards", "search", "lost phandelver"]) == 0
    assert capsys.readouterr().out == "Lost Mine of Phandelver  mtg, comes with Ludex\n"
    assert main(["cards", "show", "Lost Mine of Phandelvar"]) == 2
    where = "in the library" if stored else "comes with Ludex"
    assert capsys.readouterr().err == (
        f"ludex: no card 'Lost Mine of Phandelvar' {where}; "
        "did you mean 'Lost Mine of Phandelver'?\n"
    )


def test_it_is_said_which_of_two_cards_of_a_name_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "two.sqlite"
    taken = {"name": "Jace Beleren", "type": "Planeswalker", "mana_cost": "{1}", "text": ""}
    import_cards("mtg", written(tmp_path / "two.json", [taken]), store, as_of=date(2024, 1, 1))
    assert main(["cards", "show", "Jace Beleren", "--store", str(store)]) == 0
    out = capsys.readouterr().out
    assert "comes with Ludex, as facts without a text\na question takes the one of the" in out
    assert "wording of 2024-01-01 (two.json)" in out


@pytest.mark.parametrize(
    "command", [["show", "sample owl"], ["show", "Sample Twin"], ["search", "draw"], ["import"]]
)
def test_json(
    store: Path, tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    import json

    from jsonschema import Draft202012Validator

    from kb.answers.schemas import output_schema

    words = command + (["fftcg", str(tmp_path / "cards.json")] if command == ["import"] else [])
    assert main(["cards", *words, "--store", str(store), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    Draft202012Validator(output_schema(f"cards {command[0]}")).validate(answer)


def test_what_the_store_has_is_measured(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "coverage", "fftcg", "--store", str(store)]) == 0
    assert capsys.readouterr().out.startswith("3 texts on 3 cards")
    assert main(["cards", "coverage", "fftcg"]) == 2
    assert "no card store" in capsys.readouterr().err


def test_the_rules_know_a_card_by_its_name_alone() -> None:
    (ruling,) = kb.ask(
        {
            "game": "fftcg",
            "cards": [{"name": "Sample Owl (9-001C)", "called": "Sample Owl", "type": "forward"}],
            "players": {"Anna": {"field": ["Sample Owl"]}, "Bert": {}},
            "ask": [{"what": "names", "of": "Sample Owl"}],
        }
    )
    assert ruling.undated == "The name of Sample Owl is Sample Owl."


def test_a_face_that_no_file_has_is_not_shown(tmp_path: Path) -> None:
    store = tmp_path / "one.sqlite"
    front = {"name": "Sample Pup", "layout": "transform", "back": "Sample Hound", "text": "Trample"}
    card = {**front, "type": "Creature — Dog", "power": "1", "toughness": "1", "mana_cost": "{G}"}
    import_cards("mtg", written(tmp_path / "one.json", [card]), store, as_of=date(2024, 1, 1))
    with pytest.raises(kb.LudexError) as refused:
        kb.ask(
            {
                "game": "mtg",
                "players": {"A": {"battlefield": [{"card": "Sample Pup", "transformed": True}]}},
                "ask": [{"outcomes": {}}],
            },
            store=store,
        )
    assert refused.value.message == (
        "players.A.battlefield.0.transformed: 'transformed' on 'Sample Pup', whose other face, "
        "'Sample Hound', is not known here; describe both in 'cards'"
    )


HALVES = [
    {
        "id": "sample-halves",
        "name": name,
        "full_name": "Sample Ember // Sample Frost",
        "layout": "split",
        "side": side,
        "type": "Instant",
        "types": ["Instant"],
        "mana_cost": cost,
        "text": f"Destroy target {what}.",
    }
    for side, name, cost, what in (
        ("a", "Sample Ember", "{1}{R}", "artifact"),
        ("b", "Sample Frost", "{W}", "enchantment"),
    )
]


@pytest.mark.parametrize("named", ["Sample Ember", "Sample Frost", "Sample Ember // Sample Frost"])
def test_a_card_in_parts_is_cast_as_either(tmp_path: Path, named: str) -> None:
    path = tmp_path / "store.sqlite"
    import_cards("mtg", written(tmp_path / "cards.json", HALVES), path, as_of=date(2024, 1, 1))
    said = f"""
game: mtg
cards: [{{name: Shrine, types: [enchantment]}}]
turn: {{player: Anna, phase: main1}}
players:
  Anna: {{hand: ["{named}"]}}
  Bert: {{battlefield: [Shrine]}}
ask:
  - {{targets: {{cast: Sample Frost, by: Anna}}}}
  - {{may: {{cast: Sample Ember, targets: [Shrine], by: Anna}}}}
"""
    targets, may = kb.ask(kb.read_scenario(said), store=path)
    assert (targets.answer, may.answer) == (["Shrine"], False)
    assert targets.state == may.state == "answered"
    whole = said.replace("cast: Sample Frost", 'cast: "Sample Ember // Sample Frost"')
    with pytest.raises(kb.LudexError, match="'Sample Ember' or 'Sample Frost'; say which"):
        kb.ask(kb.read_scenario(whole), store=path)


@pytest.mark.parametrize(
    ("ids", "full"),
    [
        (({}, {}), ("Sample Jig (1)", "Sample Jig (2)")),
        (
            ({"scryfallOracleId": "1b2c3d4e-0001"}, {"scryfallOracleId": "2b2c3d4e-0001"}),
            ("Sample Jig (1b2c3d4e)", "Sample Jig (2b2c3d4e)"),
        ),
    ],
)
def test_of_two_cards_of_one_name_none_is_taken_for_the_other(
    tmp_path: Path, ids: tuple[dict[str, str], ...], full: tuple[str, str]
) -> None:
    path = tmp_path / "store.sqlite"
    artifact = {"manaCost": "{5}", "type": "Artifact", "types": ["Artifact"], "subtypes": []}
    cards = [
        mtgjson("Sample Jig", identifiers=one, text=text, **artifact)
        for one, text in zip(ids, ("{1}: Draw a card.", "{2}: You gain 3 life."), strict=True)
    ]
    data = {"meta": {"date": "2021-05-01"}, "data": {"Sample Jig": cards}}
    import_cards("mtg", written(tmp_path / "cards.json", data), path)
    question = """
game: mtg
players: {Anna: {battlefield: [%s]}, Ben: {}}
ask: [{may: {activate: "%s", ability: "{2}", by: Anna}}]
"""

    def asks(board: str, name: str) -> kb.Ruling:
        return kb.ask(kb.read_scenario(question % (board, name)), store=path)[0]

    with pytest.raises(kb.LudexError) as error:
        asks("Sample Jig", "Sample Jig")
    assert error.value.message == (f"'Sample Jig' could be '{full[0]}' or '{full[1]}'; say which")
    assert asks(f'"{full[1]}"', full[1]).answer is True
    with pytest.raises(kb.LudexError, match="unknown ability"):
        asks(f'"{full[0]}"', full[0])
    both = f'"{full[0]}", "{full[1]}"'
    assert asks(both, full[1]).answer is True
    with pytest.raises(kb.LudexError) as error:
        asks(both, "Sample Jig")
    assert f"'Sample Jig' could be '{full[0]}' or '{full[1]}'; say which" in error.value.message


def test_two_names_that_differ_by_accents_are_two_cards(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    twins = [
        {**OWL, "id": f"7-00{n}C", "name": name, "power": n * 1000}
        for n, name in ((1, "Sample Resume"), (2, "Sample Résumé"))
    ]
    import_cards("fftcg", written(tmp_path / "cards.json", twins), path, as_of=date(2024, 1, 1))
    for name, power in (("Sample Resume", 1000), ("Sample Résumé", 2000)):
        assert kb.ask(asked(name), store=path)[0].answer == power
    with pytest.raises(kb.LudexError, match="could be"):
        kb.ask(asked("sample resume"), store=path)
    both = QUESTION % ("Sample Resume, Sample Résumé", "Sample Résumé")
    with pytest.raises(kb.LudexError, match=r"could be|unknown name"):
        kb.ask(kb.read_scenario(both), store=path)


def test_a_miss_offers_what_begins_so(store: Path) -> None:
    with pytest.raises(kb.LudexError, match="did you mean 'Sample Owl' or 'Sample Twin'"):
        kb.ask(asked("Sample"), store=store)


def test_cards_of_one_name_are_told_apart_in_any_language(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    row = {"name": "Sample Fox", "type_ref": "CHARACTER", "text": "", "lang": "en"}
    for lang, name in (("en", "Sample Fox"), ("fr", "Renard Modèle")):
        rows = [
            {**row, "id": f"S-{n}", "name": name, "lang": lang, "cost": n, "forest": n}
            for n in (1, 2)
        ]
        import_cards("altered", written(tmp_path / f"{lang}.json", rows), store)
    question = """
game: altered
players: {Ann: {expedition: [%s]}, Bo: {}}
ask: [{what: forest, of: "%s"}]
"""
    told = "{card: Renard Modèle, id: S-2}"
    for card, asked in (
        (told, "Renard Modèle"),
        (told, "Renard Modèle (S-2)"),
        ("Renard Modèle (S-2)", "Sample Fox"),
        ("{card: Renard Modèle, id: S-1, as: it}, Renard Modèle (S-2)", "Renard Modèle (S-2)"),
    ):
        (ruling,) = kb.ask(kb.read_scenario(question % (card, asked)), store=store)
        assert ruling.answer == 2, (card, asked)
