"""A step that differs from a solved one only in what nothing reads goes the same way."""

from __future__ import annotations

from pathlib import Path

import pytest
from clingo import Function

from kb.inference.engine import SHOWN, Engine
from kb.inference.models import Model
from kb.inference.remembered import Remembered
from kb.inference.slicing import slicer_of
from kb.rulings.asking import cases_of, open_session

RULINGS = Path(__file__).resolve().parents[1] / "rulings"

SAMPLE = [
    RULINGS / "fftcg/ffc-007-warp-from-another-zone.yaml",
    RULINGS / "fftcg/ffc-017-a-cancelled-tick.yaml",
    *(
        path
        for game in ("fftcg", "altered", "mtg", "riftbound")
        for path in sorted((RULINGS / game).glob("*.yaml"))[7::280]
    ),
]

STEPS = 2
"""Of how many steps of a case every fluent is taken away."""


def seen(models: list[Model]) -> set[tuple[object, ...]]:
    return {
        (m.next, m.takes, tuple((name, tuple(atoms)) for name, atoms in sorted(m.shown.items())))
        for m in models
    }


def test_what_is_found_again_is_what_solving_gives() -> None:
    found = 0
    for path in SAMPLE:
        session = open_session(cases_of(path)[0])
        view, static = session.view, session.situation.static
        engine = Engine(view, static, slicer_of(view))
        fresh = Engine(view, static, slicer_of(view))
        for node in [node for node in session.graph.nodes if node.extra][:STEPS]:
            engine.solved = Remembered()
            engine.solve(node.state, node.extra, SHOWN, passing=True)
            for fluent in sorted(node.state):
                state = node.state - {fluent}
                rules = fresh._rules(tuple(sorted(map(str, state))), node.extra, passing=True)
                known = engine.solved.find((rules, node.extra, SHOWN, 0), state)
                if known is not None:
                    found += 1
                    models, _ = fresh.solve(state, node.extra, SHOWN, passing=True)
                    assert seen(list(known[0])) == seen(models)
    assert found


def test_a_statement_about_whatever_is_given_reads_all() -> None:
    a, b = Function("mark", []), Function("scar", [])
    inertia = "next(F) :- given(F), not ends(F).\nnext(F) :- begins(F).\n"
    found = ((Model(frozenset({a}), ()),), True)
    for more, known in (("", True), ("odd(F) :- given(F).", False), ("c :- given(scar).", False)):
        solved = Remembered()
        key = (inertia + more, "", SHOWN, 0)
        solved.keep(key, frozenset({a}), found)
        again = solved.find(key, frozenset({a, b}))
        assert (again is not None) == known
        if again is not None:
            assert again[0][0].next == {a, b}


@pytest.mark.parametrize("told", ["", "c :- given(scar)."])
def test_what_a_step_is_told_is_read_too(told: str) -> None:
    inertia = "next(F) :- given(F), not ends(F).\nnext(F) :- begins(F).\n"
    solved = Remembered()
    key = (inertia, told, SHOWN, 0)
    solved.keep(key, frozenset(), ((Model(frozenset(), ()),), True))
    assert (solved.find(key, frozenset({Function("scar", [])})) is None) == bool(told)
