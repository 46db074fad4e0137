"""When a spoilt rule says the same as before, as the form of its statements shows."""

from __future__ import annotations

import pytest

import kb
from benchmarks.equal import covers, keeps_the_order, nothing_makes, rule_of, says_the_same


@pytest.mark.parametrize(
    ("rule", "clause", "covered"),
    [
        ("a(X) :- b(X,Y), not c(Y).", "a(P) :- b(P,f(Q)), not c(f(Q)), d(Q).", True),
        ("a(X) :- b(X,_).", "a(P) :- b(P,Q).", True),
        ("a(X) :- b(X,X).", "a(P) :- b(P,Q).", False),
        ("a(X) :- b(X,X).", "a(P) :- b(P,P).", True),
        ("a(X) :- b(X,Y), c(Y).", "a(P) :- b(P,_), c(_).", False),
        ("a(X) :- X > 2, b(X).", "a(P) :- P > 3, b(P).", False),
        ("a(1) :- b.", "a(X) :- b.", False),
    ],
)
def test_a_rule_covers_what_needs_no_less(rule: str, clause: str, covered: object) -> None:
    assert covers(rule_of(rule), rule_of(clause)) == covered


def test_a_condition_that_is_dropped_matters_unless_another_statement_says_the_same() -> None:
    statements = kb.load_rulebook("riftbound").on("2026-08-01").statements
    (several,) = [one for one in statements if "several_domains(C), printed" in one.code]
    others = [one for one in statements if one is not several]
    rest = "pays_symbol(O,D) :- symbol_on(O,C,c), printed(C,domain,D)."
    # What a card of one domain shows, another statement says.
    assert says_the_same(several, rest, others)
    assert not says_the_same(
        several, rest.replace("printed(C", "several_domains(C), domain(D"), others
    )
    assert not says_the_same(several, "", others)


def test_a_step_with_another_number_in_the_same_place_is_no_fault() -> None:
    others = ["wants(50,rule_process) :- due(_).", "wants(60,trigger) :- waits(_).", "a :- b."]
    strike = "wants(55,strike) :- given(striking(_))."
    assert keeps_the_order(strike, strike.replace("55", "56"), others)
    assert not keeps_the_order(strike, strike.replace("55", "60"), others)
    assert not keeps_the_order(strike, strike.replace("55", "49"), others)
    # What waits at the same time as something else no longer does.
    assert not keeps_the_order(strike.replace("55", "50"), strike, others)
    assert not keeps_the_order(strike, "wants(56,strike) :- given(struck(_)).", others)
    assert not keeps_the_order("cost(X,1) :- a(X).", "cost(X,2) :- a(X).", others)


def test_an_exception_that_nothing_makes_is_none() -> None:
    statements = kb.load_rulebook("riftbound").on("2026-08-01").statements
    (settled,) = [one for one in statements if "settled_by_text(M), not spared" in one.code]
    others = [one for one in statements if one is not settled]
    # On that day nothing is spared where the text leaves no choice.
    assert says_the_same(settled, "excluded(M,no_choice(unique)) :- settled_by_text(M).", others)
    (shared,) = [one for one in statements if "not spared(M,shared_choice)" in one.code]
    others = [one for one in statements if one is not shared]
    spared = shared.code.replace(", not spared(M,shared_choice)", "")
    assert not says_the_same(shared, spared, others)
    # What a board says, no statement makes.
    (buff,) = [one for one in statements if "given(buffed(O)), adds_up(O)" in one.code]
    rule = rule_of(buff.code)
    assert rule is not None
    assert not nothing_makes(rule.body[0], statements)
