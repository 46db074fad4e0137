"""What may be done next: each thing with the line of the script that does it."""

from __future__ import annotations

import functools

import kb
from kb.rulings.next_steps import next_steps
from kb.scenario.model import Question, Step

BOARD = """
game: mtg
date: 2013-01-30
players:
  Archibald: {hand: [Shock, Lightning Bolt, Doubling Season], battlefield: [Garruk Relentless]}
  Norbert: {battlefield: [Jace Beleren, Grizzly Bears, {card: Grizzly Bears, tapped: true}]}
"""


def steps(text: str) -> dict[str, tuple[dict[str, dict], dict[str, dict]]]:
    found = next_steps(kb.read_scenario(text))
    return {
        one["player"]: tuple(
            {f"{row['text']} {row['do']}": row for row in one[kind]}
            for kind in ("legal", "refused")
        )
        for one in found["players"]
    }


@functools.cache
def before() -> dict[str, tuple[dict[str, dict], dict[str, dict]]]:
    return steps(BOARD)


def test_what_is_legal_comes_with_its_line() -> None:
    legal, _ = before()["Archibald"]
    found = {row["text"]: (row["do"], row["targets"]) for row in legal.values()}
    assert found["cast Lightning Bolt"] == ({"cast": "Lightning Bolt", "by": "Archibald"}, 1)
    assert found["cast Doubling Season"][1] == 0


def test_two_abilities_of_the_same_cost_go_by_their_numbers() -> None:
    legal, _ = before()["Archibald"]
    lines = [row["do"]["ability"] for row in legal.values() if "activate" in row["do"]]
    assert lines == [2, 3]


def test_what_is_refused_says_by_which_rules() -> None:
    _, refused = before()["Norbert"]
    row = next(row for row in refused.values() if row["do"].get("ability") == "+2")
    assert row["do"] == {"activate": "Jace Beleren", "by": "Norbert", "ability": "+2"}
    assert ["606.3", "306.5d"] in [why["rules"] for why in row["unmet"]]


def test_each_line_is_read_and_is_as_legal_as_it_says() -> None:
    lines = [
        (row["do"], legal)
        for pair in before().values()
        for legal, rows in zip((True, False), pair, strict=True)
        for row in rows.values()
        if not row["targets"]
    ]
    scenario = kb.read_scenario(BOARD)
    asked = scenario.with_(ask=tuple(Question(may=Step.read(do, ())) for do, _ in lines))
    assert [ruling.answer for ruling in kb.ask(asked)] == [legal for _, legal in lines]


def test_it_says_whether_something_waits() -> None:
    board = BOARD + "do: [{cast: Shock, by: Archibald, targets: [Norbert]}"
    assert next_steps(kb.read_scenario(f"{board}]"))["waiting"]
    assert not next_steps(kb.read_scenario(f"{board}, {{resolve: top}}]"))["waiting"]


def test_what_some_ways_allow_says_so() -> None:
    board = BOARD + "do: [{cast: Shock, by: Archibald}, {resolve: top}]"
    legal, _ = steps(board)["Archibald"]
    assert legal["cast Lightning Bolt {'cast': 'Lightning Bolt', 'by': 'Archibald'}"]["always"]


def test_what_is_done_may_be_illegal_itself() -> None:
    board = BOARD + "do: [{activate: Jace Beleren, ability: '+2', by: Norbert}]"
    found = next_steps(kb.read_scenario(board))
    assert (found["state"], found["players"]) == ("illegal", [])
    assert any("606.3" in why["rules"] for why in found["unmet"])


def test_a_reaction_goes_by_what_it_comes_from() -> None:
    found = next_steps("examples/reactions.yaml")
    (ann, bo) = found["players"]
    assert {"react": "a draw", "by": "Ann", "ability": 1} in [row["do"] for row in ann["legal"]]
    assert not bo["legal"]
