"""Changes that show only in one moment of a game: while a spell resolves, behind what is tapped.

`python -m benchmarks.overlays` looks for all of those in ``tests/overlays``.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import kb
from kb.comparison.cases import compare_cases
from kb.comparison.tasks import case_tasks
from kb.errors import LudexError
from kb.rulebook import Rulebook, overlay_text
from kb.rulebook.overlay import read_overlay
from kb.testing.between import RulesOf
from kb.verification import Finding
from kb.verification.kin import kinship
from tests.verification.test_verify import AT_REST, RESOLVING, on

OVERLAYS = Path(__file__).parents[1] / "overlays"
RULINGS = Path(__file__).parents[1] / "rulings"
WARP = """\
game: fftcg
turn: {player: Anna, phase: main2}
players:
  Anna: {removed: [{card: Plain Latecomer, counters: {warp: 2}}]}
  Bert: {pays all: true}
do: [{until: {player: Bert, phase: end}}]
ask: [{what: warp counters, of: Plain Latecomer}]
variants:
  - name: in the next main phase 1
    turn: {player: Bert, phase: main2}
    do: [{until: {player: Anna, phase: main2}}]
"""


def numbers(finding: Finding) -> set[str]:
    return {number for label in finding.at_odds for number in label.numbers}


@pytest.mark.parametrize(
    ("name", "boards", "kind"),
    [
        pytest.param("resolving-paradox", RESOLVING, "contradiction", marks=pytest.mark.long),
        pytest.param("tapped-none-kept", AT_REST, "silence", marks=pytest.mark.long),
    ],
)
def test_what_shows_in_one_moment_only_is_found(name: str, boards: int, kind: str) -> None:
    overlay = OVERLAYS / f"{name}.lp"
    known = frozenset(kb.load_rulebook("mtg").labels)  # what is reached is looked for elsewhere
    findings = {
        one.kind: one for one in on(boards, overlays=[overlay], size=2, reached=known).findings
    }
    assert numbers(findings[kind]) == {"house.1"}
    if kind == "silence":
        (ruling,) = kb.ask(findings[kind].scenario, overlays=[overlay])
        assert "there is no legal way on" in ruling.sentence
    else:
        with pytest.raises(LudexError, match="the rules leave no way on here"):
            kb.ask(findings[kind].scenario, overlays=[overlay])


@pytest.mark.long
def test_what_shows_behind_what_is_tapped_is_found_near_a_case() -> None:
    case = RULINGS / "mtg" / "mtgc-06-legend-rule-and-uniqueness.yaml"
    overlay = OVERLAYS / "tapped-none-kept.lp"
    (finding,) = kb.verify("mtg", overlays=[overlay], cases=[case], boards=False).findings
    assert (finding.kind, numbers(finding)) == ("silence", {"house.1"})


def test_cases_come_first_that_pin_what_makes_what_an_overlay_needs() -> None:
    overlay = read_overlay(OVERLAYS / "tapped-none-kept.lp")
    view = Rulebook.load("mtg", overlays=[overlay]).on("2026-02-27")
    akin = kinship(view, Rulebook.load("mtg").on("2026-02-27"))
    best = sorted(akin, key=lambda name: -akin[name])[:4]
    assert "704.5k@2013-07-13" in best


def test_cases_come_early_that_pin_what_looks_at_what_a_changed_rule_makes() -> None:
    text = "%! repeals 309.1\n%! Nobody is in a dungeon.\n"
    other = Rulebook.load("mtg", overlays=[overlay_text(text, "none.lp")]).on("2026-02-27")
    akin = kinship(Rulebook.load("mtg").on("2026-02-27"), other)
    best = sorted(akin, key=lambda name: -akin[name])[:6]
    assert "309.4@2021-07-23" in best


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "changed"), [("at-the-end", 2), ("two-at-once", 1), ("in-every-turn", 1)]
)
def test_another_countdown_of_warp_is_another_answer(
    name: str, changed: int, tmp_path: Path
) -> None:
    case = tmp_path / "warp.yaml"
    case.write_text(WARP, encoding="utf-8")
    day = date(2025, 12, 31)
    sides = RulesOf((), day), RulesOf((read_overlay(OVERLAYS / f"warp-{name}.lp"),), day)
    found = compare_cases(case_tasks("fftcg", [case], *sides), jobs=1)
    assert found.changed_cases == changed
    assert all("15.2.7.4" in rule for one in found.changed for rule in one.rules)
