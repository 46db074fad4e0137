"""What of the live statements can matter to what is looked at afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest
from clingo.ast import AST, parse_string

from kb.inference.cone import Cone, outlines_of
from kb.inference.engine import SHOWN, run
from kb.inference.models import Model
from kb.rulings.asking import cases_of, open_session

RULINGS = Path(__file__).resolve().parents[1] / "rulings"


def rules(text: str) -> list[str]:
    found: list[AST] = []
    parse_string(text, found.append)
    return [str(each) for each in found[1:]]


def kept(text: str, *wanted: str) -> list[int]:
    texts = rules(text)
    return Cone(outlines_of(texts)).narrowed(range(len(texts)), frozenset(wanted))


def test_what_nothing_looks_at_is_left_out() -> None:
    assert kept("b :- a. c :- b. d :- b.", "c") == [0, 1]
    assert kept("b :- a. c :- not b. d :- b.", "c") == [0, 1]
    assert kept("b(X) :- a(X). n(N) :- N = #count { X : b(X) }. d :- b(_).", "n") == [0, 1]
    assert kept("b(X) :- a(X). c :- e(X) : b(X). e(1). d.", "c") == [0, 1, 2]


def test_names_in_the_first_place_are_told_apart() -> None:
    text = "holds(own(P)) :- turn(P). holds(empty) :- not stack. legal :- holds(empty)."
    assert kept(text, "legal") == [1, 2]
    assert kept(f"{text} met(C) :- asks(C), holds(C).", "met") == [0, 1, 3]


def test_choices_and_constraints_stay_with_what_they_look_at() -> None:
    assert kept("b :- a. :- b, c. d :- a. c :- e. { f } :- g. g :- h. i :- f.") == [0, 1, 3, 4, 5]


def test_what_denies_stays_with_what_it_denies() -> None:
    assert kept("-b :- a. b :- c. d :- a.") == [0, 1]


def test_a_recursion_through_an_absence_stays() -> None:
    assert kept("a :- not b. b :- not a. c :- d. d :- c. e :- not c.") == [0, 1]
    assert kept("p(X) :- q(X), N = #count { Y : p(Y) }, N < 2. r :- p(_).") == [0]


def test_a_recursion_that_nothing_closes_now_is_none() -> None:
    texts = rules("a :- b, not c. c :- a, d. e :- a.")
    cone = Cone(outlines_of(texts))
    assert cone.narrowed([0, 1, 2], frozenset()) == [0, 1]
    assert cone.narrowed([0, 2], frozenset()) == []


SAMPLE = [
    path
    for game in ("fftcg", "altered", "mtg", "riftbound")
    for path in sorted((RULINGS / game).glob("*.yaml"))[7::40]
]


# Of each twelve the shortest is part of the suite.
SHORT = {
    min(SAMPLE[start : start + 12], key=lambda path: path.stat().st_size)
    for start in range(0, len(SAMPLE), 12)
}


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[] if path in SHORT else [pytest.mark.long])
        for path in SAMPLE
    ],
)
def test_a_step_goes_the_same_with_what_can_matter_alone(path: Path) -> None:
    session = open_session(cases_of(path)[0])
    engine = session.engine
    engine.solved = None
    fewer = 0
    for node in [one for one in session.graph.nodes if one.extra][:8:2]:
        whole, narrow = (
            engine.solve(node.state, node.extra, passing=passing)[0] for passing in (False, True)
        )
        assert seen(whole) == seen(narrow)
        everything = "\n".join(one.code for one in session.view.statements)
        assert seen(run(f"{everything}\n{engine.facts(node.state, node.extra, SHOWN)}")[0]) == seen(
            narrow
        )
        assert len(whole) == len(narrow)
        fewer += sum(len(one.atoms or ()) for one in whole)
        fewer -= sum(len(one.atoms or ()) for one in narrow)
    assert fewer > 0 or not session.graph.nodes[0].extra


def seen(models: list[Model]) -> set[tuple[object, ...]]:
    return {
        (m.next, m.takes, tuple((name, tuple(atoms)) for name, atoms in sorted(m.shown.items())))
        for m in models
    }
