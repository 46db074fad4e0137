"""Whatever is read ends in a scenario or in one error of one line, quickly."""

from __future__ import annotations

import copy
from typing import Any

import clingo
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.errors import LudexError
from kb.questions import situate
from kb.scenario import Scenario, expanded, read_scenario, reader, to_yaml

LIMITS = settings(max_examples=150, deadline=5000, suppress_health_check=[HealthCheck.too_slow])

VALID = """
title: Everything at once
case: X
game: mtg
date: 2013-01-30
turn: {player: Archibald, phase: main1}
priority: Archibald
players:
  Archibald:
    life: 20
    hand: ["Jace, the Mind Sculptor", Zed]
    library: 5
    battlefield:
      - {card: Jace Beleren, loyalty: 3, as: old jace, tapped: true, counters: {charge: 1}}
      - card: Gideon Jura
        effects: [{become: {types: [creature], power: 6, toughness: 6}, until: end of turn}]
  Norbert: {battlefield: [Vampire Hexmage, {card: Mountain, count: 3}]}
teams: [[Archibald], [Norbert]]
stack:
  - {spell: Shock, by: Norbert, targets: [Archibald]}
  - {ability of: Vampire Hexmage, by: Norbert, targets: [old jace]}
cards:
  - name: Zed
    cost: "{X}{R}, sacrifice this"
    types: [instant]
    abilities:
      - targets: [creature or player, {up to: 2, of: nonland permanent you control}]
        effect: [{damage: power of target 2, to: target 1}, {may pay: "{2}", then: [{draw: 1}]}]
      - {when: {enters: permanent, tapped: true}, effect: [{untap: it}]}
do:
  - {resolve: top}
  - {cast: Zed, targets: [Norbert], x: 2}
  - {choose: old jace, for: keep}
  - {until: {player: Norbert, phase: main1}}
ask:
  - {may: {activate: old jace, ability: +2}, expect: true, because: ["606.3"]}
  - {options: {by: Norbert}, includes: [pass]}
  - {targets: {cast: Zed, target: 1}, expect: [Norbert]}
  - {what: types, of: old jace, expect: [planeswalker]}
  - {outcomes: {}, expect: [{old jace: {zone: graveyard}, Norbert: {life: 1}}]}
variants:
  - {name: v, players: {Archibald: {hand: []}}, do: [], ask: []}
"""


def is_one_line(error: LudexError) -> None:
    assert str(error).isprintable()
    assert len(str(error)) < 1000


def is_located(error: LudexError) -> None:
    assert error.file == "f.yaml"


def ends_well(text: str) -> Scenario | None:
    """Read, expand and situate; return the scenario unless it was refused in one line."""
    try:
        scenario = read_scenario(text, "f.yaml")
        for case in expanded(scenario):
            situate(case.scenario)
    except LudexError as error:
        is_one_line(error)
        is_located(error)
        return None
    return scenario


def test_the_sample_is_valid() -> None:
    assert ends_well(VALID) is not None


@LIMITS
@given(st.text())
def test_any_text(text: str) -> None:
    ends_well(text)


@LIMITS
@given(st.text(alphabet="abgmt: {}[]-,'\"\n#&*!|>%@?\t\0é\ud800"))
def test_any_text_that_looks_like_yaml(text: str) -> None:
    ends_well("game: mtg\n" + text)


@LIMITS
@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    try:
        Scenario.of(reader.read_bytes(data, "f.yaml"))
    except LudexError as error:
        is_one_line(error)


@LIMITS
@given(st.integers(0, len(VALID) - 1), st.integers(0, 30), st.text(max_size=12))
def test_any_edit_of_a_valid_file(start: int, length: int, text: str) -> None:
    ends_well(VALID[:start] + text + VALID[start + length :])


WORDS = st.sampled_from(
    ["Archibald", "Norbert", "old jace", "Jace Beleren", "Zed", "each creature", "target 1",
     "target 9", "+2", "keep", "{U}", "{", "[+2]", "", "x", "all", "yes", "a" * 300, "%! 1.1 [x ..",
     '"). #script (python)', "\n", "controller of " * 50 + "you"]
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
DATA: dict[str, Any] = reader.plain(reader.read_text(VALID))


def paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    steps = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    return [path, *(found for step, value in steps for found in paths(value, (*path, step)))]


PATHS = paths(DATA)[1:]


@settings(LIMITS, max_examples=150)
@given(st.sampled_from(PATHS), VALUES, st.sampled_from(["value", "key", "drop"]))
def test_any_value_in_any_place(path: tuple[Any, ...], value: Any, how: str) -> None:
    data = copy.deepcopy(DATA)
    parent = data
    for step in path[:-1]:
        parent = parent[step]
    if how == "value":
        parent[path[-1]] = value
    elif how == "key" and isinstance(parent, dict):
        parent[str(value)] = parent.pop(path[-1])
    else:
        del parent[path[-1]]
    try:
        scenario = Scenario.of(reader.node_of(data))
        for case in expanded(scenario):
            situate(case.scenario)
    except LudexError as error:
        is_one_line(error)
        return
    # What is valid is also what it is written as.
    assert read_scenario(to_yaml(scenario)).data() == scenario.data()


NAMES = st.text(min_size=1, max_size=40).filter(lambda name: name.strip() != "")


@LIMITS
@given(st.lists(NAMES, min_size=3, max_size=3))
def test_names_come_back_and_never_enter_the_program(names: list[str]) -> None:
    player, card, alias = names
    try:
        found = situate(
            Scenario(
                game="mtg",
                players={player: {"battlefield": [{"card": card, "as": alias}]}},
                cards=[{"name": card, "types": ["creature"], "abilities": [{"other": card}]}],
            )
        )
    except LudexError as error:
        is_one_line(error)
        return
    (symbol,) = found.names.players
    assert found.names.text(symbol) == player
    (handle,) = found.names.handles
    assert found.names.text(clingo.Function("obj", [handle, clingo.Number(7)])) == alias
    program = "".join(f"{fact}.\n" for fact in (*found.static, *found.state))
    control = clingo.Control(logger=lambda *_: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    assert {atom.symbol for atom in control.symbolic_atoms} == {*found.static, *found.state}
