"""Steps under other readings: on one grounding with switches they come to the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.inference.engine import SHOWN, Engine
from kb.inference.models import Model
from kb.inference.readings import Variants
from kb.inference.slicing import slicer_of
from kb.rulings.asking import cases_of, open_session

RULINGS = Path(__file__).resolve().parents[1] / "rulings"

SAMPLE = [
    path
    for game in ("fftcg", "altered", "mtg", "riftbound")
    for path in sorted((RULINGS / game).glob("*.yaml"))[::23]
]


def seen(models: list[Model]) -> set[tuple[object, ...]]:
    return {
        (m.next, m.takes, tuple((name, tuple(atoms)) for name, atoms in sorted(m.shown.items())))
        for m in models
    }


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.long] if place % 12 else [])
        for place, path in enumerate(SAMPLE)
    ],
)
def test_one_grounding_with_switches_is_many_groundings(path: Path) -> None:
    case = cases_of(path)[0]
    session = open_session(case)
    view = session.view
    if not view.rulebook.gaps:
        pytest.skip("the game has no gaps")
    variants = Variants(Engine(view, session.situation.static, slicer_of(view)), view)
    steps = [(node.state, node.extra) for node in session.graph.nodes if node.extra][:6]
    for gap in view.rulebook.gaps.gaps.values():
        for reading in gap.readings:
            other = view.rulebook.on(view.date, {**view.readings, gap.name: reading})
            fresh = Engine(other, session.situation.static, slicer_of(other))
            for state, extra in steps:
                models, complete = variants.engine(other).solve(state, extra, SHOWN)
                expected, whole = fresh.solve(state, extra, SHOWN)
                assert complete == whole
                assert len(models) == len(expected)
                assert seen(models) == seen(expected)
