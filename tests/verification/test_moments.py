"""The pass that gives statements a rulebook and a moment."""

from __future__ import annotations

import pytest

from kb.rulebook import Rulebook, Statement
from kb.verification.moments import Unroller
from kb.verification.questions import Questions


def statement(rulebook: Rulebook, text: str) -> Statement:
    (found,) = (s for s in rulebook.statements if s.code.split() == text.split())
    return found


@pytest.mark.parametrize(
    ("text", "unrolled"),
    [
        (
            "opponent(P,Q) :- side(P,S), side(Q,T), S != T.",
            "opponent(B,moment__,P,Q) :- side(P,S); side(Q,T); S != T; runs(B,moment__).",
        ),
        ("main_phase(main1).", "main_phase(B,moment__,main1) :- runs(B,moment__)."),
        (
            "next(F) :- given(F), not ends(F).",
            "next(B,moment__,F) :- given(B,moment__,F); not ends(B,moment__,F); runs(B,moment__).",
        ),
        (
            "crowded(G)   :- group(G,_), 2 <= #count { X : group(G,X) }.",
            "crowded(B,moment__,G) :- group(B,moment__,G,_); "
            "2 <= #count { X: group(B,moment__,G,X) }; runs(B,moment__).",
        ),
        (
            "round_over :- all_passed.",
            "round_over(B,moment__) :- all_passed(B,moment__); runs(B,moment__).",
        ),
    ],
)
def test_derived_predicates_get_two_arguments(rulebook: Rulebook, text: str, unrolled: str) -> None:
    unroller = Unroller(rulebook.vocabulary)
    assert unroller.text([statement(rulebook, text)]).strip() == unrolled


def test_a_statement_of_one_rulebook_names_it(rulebook: Rulebook) -> None:
    found = Unroller(rulebook.vocabulary).text([statement(rulebook, "main_phase(main1).")], "old")
    assert found == "main_phase(old,moment__,main1) :- runs(old,moment__).\n"


def test_a_switch_depends_on_no_moment(rulebook: Rulebook) -> None:
    unroller = Unroller(rulebook.vocabulary)
    found = unroller.text([statement(rulebook, "main_phase(main1).")], switches=True)
    assert 'rule("505.1@2012-10-01")' in found


def test_a_variable_of_the_same_name_is_kept_apart(rulebook: Rulebook) -> None:
    text = (
        "own_values(obj(H,N),B) :- given(transformed(obj(H,N))), in(obj(H,N),_), card(H,C), "
        "printed(C,back,B), not given(like(obj(H,N),_,_))."
    )
    found = Unroller(rulebook.vocabulary).text([statement(rulebook, text)])
    assert found.startswith("own_values(B',moment__,obj(H,N),B) :- given(B',moment__,")


def test_statements_about_moments_are_split_at_the_start(questions: Questions) -> None:
    start, later = Unroller(questions.vocabulary).at_moments(questions.moments)
    assert start.startswith("runs(B,0)")
    assert "given(B,moment__,F) :- runs(B,moment__); next(B,(moment__-1),F)." in later
