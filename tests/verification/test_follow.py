"""Boards chosen by the solver, followed all at once, against the same boards one by one."""

from __future__ import annotations

import clingo
import pytest

from kb.comparison.ends import Judge
from kb.inference.engine import Clock
from kb.proof.words import Phrasing
from kb.questions import situate
from kb.rulebook import Rulebook
from kb.scenario import Game, read_scenario, to_yaml
from kb.verification.follow import Boards, FollowedBoard, Follower
from kb.verification.questions import Questions
from kb.verification.scenes import Scene

SAMPLES = 5


def sample(boards: Boards, number: int) -> list[FollowedBoard]:
    """Return some boards that have little in common."""
    found = []
    configuration = boards.control.configuration.solver
    for seed in range(number):
        configuration[0].seed = str(seed + 1)
        configuration[0].rand_freq = "1.0"
        configuration[0].sign_def = "rnd"
        board = boards.solve(Clock()).board
        assert board is not None
        boards.block(board)
        found.append(board)
    return found


def all_ends(boards: Boards, board: FollowedBoard, words: Phrasing) -> set[frozenset[str]]:
    """Return what is seen at rest, in words, for every course that events can take."""
    ends = set()
    configuration = boards.control.configuration.solve
    assert isinstance(configuration, clingo.Configuration)
    configuration.models = "0"
    with boards.control.solve(boards.fixed(board), yield_=True) as handle:
        for model in handle:
            atoms = model.symbols(atoms=True)
            rests = {a.arguments[1] for a in atoms if a.match("rests", 2)}
            seen = (a for a in atoms if a.match("seen", 4) and a.arguments[1] in rests)
            ends.add(frozenset(words.atom(clingo.Function("seen", a.arguments[2:])) for a in seen))
    configuration.models = "1"
    return ends


@pytest.mark.parametrize(
    ("day", "size", "scene"),
    [
        pytest.param("2013-01-30", 3, 0, marks=pytest.mark.long),
        pytest.param("2013-07-20", 3, 0, marks=pytest.mark.long),
        pytest.param("2013-07-20", 2, 0, marks=pytest.mark.long),
        pytest.param("2013-01-30", 2, 3, marks=pytest.mark.long),
    ],
)
def test_following_all_at_once_and_exploring_one_by_one_agree(
    day: str, size: int, scene: int, rulebook: Rulebook, questions: Questions
) -> None:
    game = Game.load("mtg")
    view = rulebook.on(day)
    judge = Judge(view, questions)
    follower = Follower(questions, game, {"now": view.statements})
    boards = follower.boards(size, scene)
    assert boards.settle(Clock()).board is None
    others = follower.boards(size, scene)
    others.extend()
    for board in sample(others, SAMPLES):
        shown = Scene(board, game)
        situation = situate(read_scenario(to_yaml(shown.scenario(view.date, "a board"))))
        concrete = judge.ends_of(situation)
        assert concrete is not None
        words = Phrasing(situation.names.called, questions.vocabulary)
        one_by_one = {frozenset(map(words.atom, end.seen)) for end in concrete}
        word = situation.names.called
        words = Phrasing(
            lambda s, shown=shown, word=word: shown.name(s) or word(s), questions.vocabulary
        )
        assert all_ends(boards, board, words) == one_by_one


@pytest.mark.long
@pytest.mark.parametrize("scene", range(5))
def test_a_board_reads_back_as_the_same_state(
    scene: int, rulebook: Rulebook, questions: Questions
) -> None:
    game = Game.load("mtg")
    boards = Follower(questions, game, {"now": rulebook.on().statements}).boards(2, scene)
    for board in sample(boards, SAMPLES):
        shown = Scene(board, game)
        situation = situate(read_scenario(to_yaml(shown.scenario(rulebook.newest, "a board"))))
        theirs = sorted(situation.names.text(fluent) for fluent in situation.state)
        named = situation.names
        back = {named.handles[h]: h for h in named.handles}
        back |= {named.players[p]: p for p in named.players}
        ours = sorted(named.text(_renamed(f, shown, back)) for f in board.state)
        assert ours == theirs


def _renamed(term: clingo.Symbol, scene: Scene, back: dict[str, clingo.Symbol]) -> clingo.Symbol:
    name = None if term.match("obj", 2) else scene.name(term)
    if name is not None:
        return back[name]
    if term.type != clingo.SymbolType.Function or not term.arguments:
        return term
    arguments = [_renamed(argument, scene, back) for argument in term.arguments]
    return clingo.Function(term.name, arguments)
