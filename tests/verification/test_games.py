"""The other games whose boards are described: a day of Altered, Final Fantasy's field."""

from __future__ import annotations

import pytest

from kb.comparison.diff import diff
from kb.rulebook import overlay_text
from kb.verification import verify

LIGHT_ALONE = """
%: predicate lit(object, player)  {1} is a light Character of {2}

%! replaces 12.4.7  [2020-11-06 .. ]
%! Only light Characters are alone; of dark ones there may be several.
lit(X,P)    :- on_field(X), element(X,light), controller(X,P).
rule_process(put(X)) :- lit(X,P), lit(Y,P), X != Y.
"""
SAME = """
%! replaces 12.4.7  [2020-11-06 .. ]
%! Whoever has a light or dark Character beside another such one of the same player leaves.
rule_process(put(Y)) :-
  controller(X,P), controller(Y,P), X != Y, on_field(X), on_field(Y),
  light_or_dark(X), light_or_dark(Y).
"""
TO_HAND = """
%! house.1  [2020-11-06 .. ]
%! Of two Characters with one name each goes to its owner's hand.
raises(move(X,hand),to,hand) :- mode(rule_process), on_field(X), namesake(X,_).
"""


@pytest.mark.parametrize(
    ("game", "moments"),
    [
        pytest.param("fftcg", 3, marks=pytest.mark.long),
        pytest.param("altered", 34, marks=pytest.mark.long),
    ],
)
def test_the_rules_of_the_other_games_are_clean(game: str, moments: int) -> None:
    found = verify(game, size=1 if game == "fftcg" else 0)
    assert (found.findings, found.complete, found.moments) == ((), True, moments)


@pytest.mark.long
def test_what_a_house_rule_puts_at_odds_in_final_fantasy() -> None:
    found, *_ = verify("fftcg", overlays=[overlay_text(TO_HAND, "hand.lp")], size=2).findings
    assert (found.kind, found.smallest) == ("clash", True)
    assert [label.numbers[0] for label in found.at_odds] == ["house.1"]
    assert "12.4.6" in {number for label in found.brought_about_by for number in label.numbers}


@pytest.mark.long
def test_what_another_rule_of_final_fantasy_changes() -> None:
    found = diff("fftcg", "2025-12-31", overlay_text(LIGHT_ALONE, "light.lp"), size=2, cases=())
    assert (found.verdict, found.difference and found.difference.size) == ("differ", 2)


@pytest.mark.long
def test_the_same_rule_in_other_words_changes_nothing() -> None:
    found = diff("fftcg", "2025-12-31", overlay_text(SAME, "same.lp"), size=2, cases=())
    assert (found.verdict, found.size, found.not_examined) == ("agree", 2, ())
