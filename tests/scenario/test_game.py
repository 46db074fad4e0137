"""The file of a game: what is wrong with it is said in one located line; what is right is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.errors import LudexError
from kb.resources import resource
from kb.scenario.game import Game, load_game
from kb.scenario.terms import Template

LINES = {
    "game": "game: toy",
    "editions": "editions: [{from: 2020-01-01, text: The book}]",
    "zones": "zones: {hand: {facts: ['in({object},hand)']}}",
    "phases": "phases: {main: main}",
    "turn": "turn: {active: 'active({side})', phase: 'step({phase})', passed: 'passed({side})', "
    "start: main, team: 'team({number})'}",
    "actions": "actions: {pass: {decision: 'act({side})', option: pass}}",
}


def written(tmp_path: Path, **lines: str) -> Path:
    path = tmp_path / "game.yaml"
    text = "\n".join(line for line in {**LINES, **lines}.values() if line)
    path.write_text(text, encoding="utf-8")
    load_game.cache_clear()
    return path


def refusal(path: Path) -> str:
    with pytest.raises(LudexError) as caught:
        load_game(path)
    return str(caught.value).removeprefix(f"{path}:")


def test_a_small_game(tmp_path: Path) -> None:
    path = written(tmp_path)
    for _ in range(2):  # read, then as it was kept
        load_game.cache_clear()
        game = load_game(path)
        assert (game.name, game.title, str(game.newest)) == ("toy", "toy", "2020-01-01")
        assert list(game.zones) == ["hand"]
        assert game.reserved >= {"hand", "main", "pass", "team"}
        assert game.folder == tmp_path


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            {"zones": "zones: {hand: {fact: []}}"},
            "3:16: unknown key 'fact' in zones: hand; did you mean 'facts'?",
        ),
        ({"zone": "zone: {}"}, "7:1: unknown key 'zone' in a game file; did you mean 'zones'?"),
        (
            {"actions": "actions: {}"},
            "6:1: no action 'pass'; expected what whoever may act can always do",
        ),
        (
            {"turn": ""},
            "1:1: a game file has no 'turn'; found 'game', 'editions', 'zones' …",
        ),
        ({"zones": "zones: {hand: {facts: ['in(']}}"}, "3:24: 'in(' is not a term"),
        ({"phases": "phases: {main: 'm('}"}, "4:16: 'm(' is not a term"),
        ({"phases": "phases: {man: man}"}, "5:91: unknown phase 'main'; did you mean 'man'?"),
        (
            {"players": "players: {gold: {kind: flg, fluent: 'gold({player})'}}"},
            "7:24: 'flg' as 'kind'; did you mean 'flag'?",
        ),
        (
            {"players": "players: {gold: {kind: word, fluent: 'gold({player})'}}"},
            "7:17: 'gold' does not say of what",
        ),
        (
            {"objects": "objects: {worn: {zones: [hnd], fluent: 'worn({object})'}}"},
            "7:25: unknown zone 'hnd'; did you mean 'hand'?",
        ),
        (
            {"instructions": "instructions: {draw: {term: 'draw({draw})', draw: amont}}"},
            "7:51: unknown kind 'amont'; did you mean 'amount'?",
        ),
        (
            {"instructions": "instructions: {draw: {term: 'draw({who})', draw: amount}}"},
            "7:22: the term of 'draw' has a hole 'who' that no word fills",
        ),
        (
            {"instructions": "instructions: {draw: {term: draw}}"},
            "7:22: 'draw' does not say what it takes",
        ),
        (
            {"instructions": "instructions: {draw: {term: t, draw: amount, if draw: u}}"},
            "7:55: 'draw' has no flag 'draw'",
        ),
        (
            {"properties": "properties: {zone: {answer: zone}}"},
            "7:20: 'zone' has no 'atom' and no 'fluent'",
        ),
        (
            {"properties": "properties: {ill: {fluent: ill, answer: flag, clause: has a cold}}"},
            "7:55: 'has a cold' says the same of a yes and of a no; expected a '?'",
        ),
        (
            {"filters": "filters: {suffixes: {of old: old}, only in: {of ild: [draw]}}"},
            "7:54: unknown end of a filter 'of ild'; did you mean 'of old'?",
        ),
        (
            {"orders": "orders: {action: react}"},
            "7:18: unknown action 'react'; expected 'pass'",
        ),
    ],
)
def test_what_is_wrong_is_located(lines: dict[str, str], message: str, tmp_path: Path) -> None:
    assert refusal(written(tmp_path, **lines)) == message


@pytest.mark.parametrize("name", Game.names())
def test_what_is_kept_says_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_CACHE", str(tmp_path / "empty"))
    path = resource("rules") / name / "game.yaml"
    load_game.cache_clear()
    fresh = load_game(path)
    assert list((tmp_path / "empty").iterdir())
    load_game.cache_clear()
    kept = load_game(path)
    assert kept == fresh
    assert all(isinstance(one, Template) for zone in kept.zones.values() for one in zone.facts)
    load_game.cache_clear()
