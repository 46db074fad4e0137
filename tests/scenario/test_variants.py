"""A file with variants stands for several scenarios."""

from __future__ import annotations

import pytest

from kb.errors import LudexError
from kb.questions import situate
from kb.scenario import Scenario, expanded, read_scenario, to_yaml

TEXT = """
title: Jaces
game: mtg
players:
  A: {life: 5, hand: [Shock], battlefield: [Jace Beleren]}
  B: {battlefield: [Gideon Jura]}
do: [{resolve: top}]
ask: [{options: {by: A}}]
variants:
  - name: more
    players: {A: {battlefield: []}, C: {life: 9}}
  - name: less
    date: 2013-01-30
    do: []
    ask: [{options: {by: B}}, {options: {by: A}}]
"""


def test_keys_are_replaced_and_players_merge_by_zone() -> None:
    base, more, less = expanded(read_scenario(TEXT))
    assert [case.name for case in (base, more, less)] == ["Jaces", "Jaces: more", "Jaces: less"]
    assert {n: p.words for n, p in more.scenario.players.items()} == {
        "A": {"life": 5, "hand": ["Shock"], "battlefield": []},
        "B": {"battlefield": ["Gideon Jura"]},
        "C": {"life": 9},
    }
    assert len(more.scenario.do) == 1
    assert (len(less.scenario.do), len(less.scenario.ask)) == (0, 2)
    assert str(less.scenario.date) == "2013-01-30"
    assert base.scenario.players["A"].words["battlefield"] == ["Jace Beleren"]
    assert not any(case.scenario.variants for case in (base, more, less))


def test_a_base_that_asks_nothing_is_no_case() -> None:
    cases = expanded(read_scenario(TEXT.replace("ask: [{options: {by: A}}]\n", "", 1)))
    assert [case.name for case in cases] == ["Jaces: more", "Jaces: less"]


def test_a_file_without_variants_is_one_case() -> None:
    (case,) = expanded(read_scenario("game: mtg\nplayers: {A: }", "dir/two.yaml"))
    assert case.name == "two"


def test_mistakes_in_a_variant_keep_their_place() -> None:
    cases = expanded(read_scenario(TEXT.replace("C: {life: 9}", "C: {life: nine}"), "f.yaml"))
    with pytest.raises(LudexError) as caught:
        situate(cases[1].scenario)
    assert str(caught.value) == "f.yaml:11:47: 'nine' as 'life'; expected a whole number"


def test_variants_from_python() -> None:
    scenario = Scenario(
        game="mtg",
        players={"A": {"life": 1}},
        variants=[{"name": "two", "players": {"A": {"hand": ["Shock"]}}}],
    )
    (case,) = expanded(scenario)
    assert case.scenario.players["A"].words == {"life": 1, "hand": ["Shock"]}


def test_yaml_reads_back_to_the_same() -> None:
    scenario = Scenario(
        game="mtg",
        date="2013-01-30",
        players={"Né#: 'x'\n": {"hand": ["Shock", {"card": "Jace Beleren", "as": "yes"}]}},
        do=[{"activate": "yes", "ability": "+2"}],
    )
    again = read_scenario(to_yaml(scenario))
    assert again.data() == scenario.data()
    assert to_yaml(again) == to_yaml(scenario)
