"""Programs added statement by statement mean what their texts mean."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

from kb.rulebook.parsed import add
from kb.rulings.asking import open_session
from kb.scenario import expanded, load_scenario

RULINGS = Path(__file__).parents[1] / "rulings"


def _models(program: str, *, whole: bool) -> list[list[str]]:
    control = clingo.Control(["0", "--warn=none"], message_limit=1)
    if whole:
        control.add("base", [], program)
    else:
        add(control, program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return [list(map(str, model.symbols(shown=True))) for model in handle]


@pytest.mark.parametrize(
    "program",
    [
        "",
        "a.\nb :- a.\n{c;d}.",
        'said("One. Two.\\n").\nheard(X) :- said(X).\n#show heard/1.\n',
        "a :-\n  b,\n  not c.\nb.\n",
        "n(1..3).\nsum(S) :- S = #sum {\n  N : n(N)\n}.\n#minimize { 1 : c }.\n{c}.",
        "a. % all that is said.\nb. %* this.\nc.\n*% d.",
        "#const n = 2.\na(n).\n#external e(1).\n",
        "#program base.\na.\n#program other.\nb.\n",
    ],
)
def test_the_same_models_in_the_same_order(program: str) -> None:
    assert _models(program, whole=False) == _models(program, whole=True)


@pytest.mark.parametrize("game", ["mtg", "fftcg", "altered", "riftbound"])
def test_steps_of_worked_examples_have_the_same_models(game: str) -> None:
    file = next(iter(sorted((RULINGS / game).rglob("*.yaml"))))
    session = open_session(expanded(load_scenario(file))[0])
    for node in session.graph.nodes[:3]:
        program = session.engine.program(node.state, node.extra)
        assert _models(program, whole=False) == _models(program, whole=True)


def test_what_is_no_program_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RuntimeError):
        add(clingo.Control(message_limit=1), "a.\nb :- c d.\nc.\n")
    assert "syntax error" in capfd.readouterr().err
