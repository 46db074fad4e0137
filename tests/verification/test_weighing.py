"""How much what changed matters in the steps of a case, before the case is asked again."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from kb.resources import own_rules
from kb.rulebook import overlay_text
from kb.scenario import Case, Scenario, reader
from kb.testing.asked import answered, opened, situated
from kb.testing.between import Between, Books, RulesOf
from kb.testing.played import play
from kb.verification.board import Data
from kb.verification.weighing import Weight, weight

DUEL = Path(__file__).parents[1] / "toy" / "duel"

BOARD: Data = {
    "game": "duel",
    "players": {"Ann": {"field": [{"card": "Knight", "as": "veteran"}]}, "Bo": {"life": 3}},
    "do": [{"attack": "veteran", "by": "Ann"}],
    "ask": [{"outcomes": {}}],
}

WORDS = """\
%: fluent marked(object)  {1} is marked
%: predicate noted(object)  {1} is noted
%: predicate odd(object)  {1} is odd

"""

UNFIRED = "begins(marked(X)) :- takes(aim(_,X),_), not given(attacking(X))."
SAID_ANYWAY = "ends(attacking(X)) :- takes(aim(_,X),_), given(attacking(X))."
UNSEEN = "noted(X) :- takes(aim(_,X),_)."
SHOWN = "begins(marked(X)) :- takes(aim(_,X),_)."
NO_MODEL = "odd(X) :- takes(aim(_,X),_), not odd(X)."


def _between(rule: str) -> Between:
    day = date(2026, 1, 1)
    overlay = overlay_text(f"{WORDS}%! house.1\n%! A rule of the house.\n{rule}\n", "house.lp")
    return Books("duel", RulesOf((), day), RulesOf((overlay,), day)).between({})


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (UNFIRED, Weight.NONE),
        (SAID_ANYWAY, Weight.ALIKE),
        (UNSEEN, Weight.INSIDE),
        (SHOWN, Weight.APART),
        (NO_MODEL, Weight.APART),
    ],
)
def test_what_a_changed_rule_matters_in_a_case(rule: str, expected: Weight) -> None:
    with own_rules(DUEL):
        between = _between(rule)
        case = Case("", Scenario.of(reader.node_of(BOARD)))
        played = play(case, between.old)
        assert played.may_fire(between.slicer, between.changed)
        assert weight(played, played.solved, between) == expected
        assert weight(played, None, between) == Weight.APART
        if expected < Weight.INSIDE:
            session = opened(situated(case, between.new), between.new, between.new_slicer)
            assert answered(session)[0] == played.answers
