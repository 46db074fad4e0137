"""Boards of words: every word of a game is put to use as its example says it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import kb
from kb.errors import LudexError
from kb.inference.engine import Engine
from kb.inference.graph import State
from kb.questions import situate
from kb.resources import own_rules
from kb.rulebook import Rulebook
from kb.scenario import Game, Scenario
from kb.testing import ablation
from kb.testing.ablation import missed_on
from kb.verification.oneboard import Watcher
from kb.verification.questions import asked_of_steps
from kb.verification.stepping import steps_of
from kb.verification.text import verification_text
from kb.verification.worded import BoardOfWords, in_order, worded_boards

DUEL = Path(__file__).parents[1] / "toy" / "duel"

STAGES = """\
- name: a turn
  board:
    players: {Anna: {hand: [Pikeman], deck: [Knight]}, Bert: {deck: [Pikeman]}}
    do: [{play: Pikeman, by: Anna}, {pass: Anna}]
    ask: [{outcomes: {}}]
- of: [players]
  like: a turn
  board: {players: {Anna: {hand: [Pikeman], WORD: WORD}, Bert: {}}}
- of: [objects]
  together: 2
  without: [damage]
  board: {players: {Anna: {field: [Knight]}, Bert: {field: [WORD]}}, ask: [{options: {by: Bert}}]}
- of: [properties]
  together: 9
  only: [life, has won]
  board: {players: {Anna: {}, Bert: {}}, ask: [WORD]}
"""


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """Return a duel of which it is said how its words are put to use."""
    folder = shutil.copytree(DUEL, tmp_path / "duel")
    (folder / "queries" / "words.yaml").write_text(STAGES, encoding="utf-8")
    return folder


def test_the_boards_of_words(duel: Path) -> None:
    with own_rules(duel):
        boards = {one.name: one for one in worded_boards("duel")}
    assert list(boards) == ["a turn", "life", "energy", "exhausted", "life, has won"]
    turn, life = boards["a turn"].data, boards["life"].data
    assert life["players"] == {"Anna": {"hand": ["Pikeman"], "life": 2}, "Bert": {}}
    assert (life["do"], life["ask"]) == (turn["do"], turn["ask"])
    (thing,) = boards["exhausted"].data["players"]["Bert"]["field"]
    assert thing["exhausted"] is True
    several = boards["life, has won"]
    assert [one["what"] for one in several.data["ask"]] == ["life", "has won"]
    # Where they do not go together, each is asked by itself.
    assert [one.name for one in several.parts] == ["life", "has won"]


def test_rules_are_reached_without_any_case(duel: Path) -> None:
    found = kb.verify("duel", cases=(), boards=False, words=True, rules=duel)
    assert {label.numbers[0] for label in found.reached} >= {"1", "2"}
    assert found.words is not None
    assert (found.words.boards, found.words.done, found.words.senseless) == (5, 5, 0)
    assert found.findings == ()
    # Of the others it is told why they are not.
    assert found.not_examined
    text = verification_text(found)
    assert "Words of the game were put to use: 5 of 5 such boards were looked at" in text
    never = "No board of words that was looked at meets what these ask for:"
    idle = "What these ask for is met, and nothing changed without them where that was tried:"
    assert (never in text) is (set(found.idle) < set(found.not_examined))
    assert (idle in text) is bool(found.idle)
    # Without them nothing is reached.
    assert kb.verify("duel", cases=(), boards=False, rules=duel).words is None


def test_what_is_not_looked_at_in_time_is_told(duel: Path) -> None:
    found = kb.verify("duel", cases=(), boards=False, words=True, time_limit=0, rules=duel)
    assert found.words is not None
    assert (found.words.done, found.complete) == (0, False)
    assert "time ran out after 0 of 5 boards of words" in found.reasons


def test_what_nothing_else_reaches_goes_first() -> None:
    boards = [BoardOfWords(name, tuple(name), {}) for name in ("a", "b", "cb", "d")]
    assert [one.name for one in in_order(boards, "bcd")] == ["cb", "d", "a", "b"]


def test_of_what_was_tried_in_vain_few_steps_are_tried(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_rules(duel):
        book = Rulebook.load("duel")
        turn = next(one for one in worded_boards("duel") if one.name == "a turn")
        steps = steps_of(turn.data, book, str(book.on().date))
    names = frozenset(name for name, label in book.labels.items() if label.numbers)
    every = missed_on(steps, names)
    assert every
    # In as many steps as there are, all is found that is found at all.
    monkeypatch.setattr(ablation, "FEW", len(steps))
    assert missed_on(steps, names, weary=names) == every
    monkeypatch.setattr(ablation, "FEW", 1)
    assert missed_on(steps, names, weary=names) <= every


def test_a_step_in_which_all_is_well_is_solved_once(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_rules(duel):
        book = Rulebook.load("duel")
        turn = next(one for one in worded_boards("duel") if one.name == "a turn")
        steps = steps_of(turn.data, book, str(book.on().date))
        watcher = Watcher(asked_of_steps("duel", [book]))
    again = list[str]()
    solve = Engine.solve

    def solved(engine: Engine, state: State, extra: str, *rest: Any) -> Any:
        again.append(extra)
        return solve(engine, state, extra, *rest)

    monkeypatch.setattr(Engine, "solve", solved)
    assert not [*watcher.faults(steps)]
    # Again is asked only what may be done, where a player may act.
    assert len(again) < len(steps)
    assert all("surveyed(" in extra for extra in again)
    for step in steps:
        step.session.engine.came = None
    again.clear()
    assert not [*watcher.faults(steps)]
    assert len(again) == len(steps)


@pytest.mark.parametrize("together", [2, 3, 8, 100])
def test_rules_are_left_out_together_and_missed_one_by_one(duel: Path, together: int) -> None:
    with own_rules(duel):
        book = Rulebook.load("duel")
        turn = next(one for one in worded_boards("duel") if one.name == "a turn")
        steps = steps_of(turn.data, book, str(book.on().date))
    names = frozenset(name for name, label in book.labels.items() if label.numbers)
    assert missed_on(steps, names, together=together) == missed_on(steps, names)


def test_words_of_lists_are_put_to_use_and_the_shortest_boards_go_first(duel: Path) -> None:
    stages = """\
- of: ["values: zone"]
  board:
    players: {Anna: {field: [{card: Knight, as: WORD}]}, Bert: {}}
    ask: [{what: zone, of: WORD}]
"""
    (duel / "queries" / "words.yaml").write_text(stages, encoding="utf-8")
    with own_rules(duel):
        found = worded_boards("duel")
    assert [one.name for one in found] == ["deck", "hand", "field", "discard"]
    assert [one.data["ask"] for one in found][:1] == [[{"what": "zone", "of": "deck"}]]
    boards = [BoardOfWords("long", ("a",), {"do": [1, 2, 3]}), BoardOfWords("short", ("a",), {})]
    assert [one.name for one in in_order(boards, "a")] == ["short", "long"]


LARGE = [pytest.param(game, marks=pytest.mark.long) for game in ("mtg", "fftcg")]


@pytest.mark.parametrize("game", ["altered", "riftbound", *LARGE])
def test_every_board_of_words_makes_sense(game: str) -> None:
    def wrong(board: BoardOfWords) -> list[str]:
        try:
            situate(Scenario(**board.data))
        except LudexError as cause:
            inner = [said for part in board.parts for said in wrong(part)]
            return inner if board.parts else [f"{board.name}: {cause}"]
        return []

    assert Game.load(game)
    assert [said for board in worded_boards(game) for said in wrong(board)] == []
