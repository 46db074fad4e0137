"""Which rules are instantiated for a question."""

from __future__ import annotations

import pytest
from clingo import parse_term

from kb.proof.why import WhyProgram

RULES = """
%! 1
unmet(D,O,Q) :- requires(D,O,Q), not holds(Q).
%! 2
requires(act(P),cast(C),turn(P)) :- candidate(act(P),cast(C)).
%! 3
requires(act(P),up(O),turn(P)) :- candidate(act(P),up(O)), mode(priority).
%! 4
requires(act(P),up(O),turn(P)) :- candidate(act(P),up(O)), mode(check).
%! 5
candidate(D,O) :- asked(D,O).
%! 6
mode(priority) :- player(_).
%! 7
other :- player(_).
"""


@pytest.fixture(name="why")
def _why(book):
    rules = book(RULES)
    facts = "asked(act(anna),up(jace)) asked(act(anna),cast(x)) player(anna)"
    return WhyProgram(rules), rules.step(facts)


GOAL = parse_term("unmet(act(anna),up(jace),turn(anna))")


def test_only_rules_that_fit_are_alive(why):
    program, step = why
    alive = [support.statement.label.id for support in program.alive([GOAL], step)]
    # Not 2, which makes other options; not 4, which another mode would need; not 7.
    assert sorted(alive) == ["1", "3", "5", "6"]


def test_only_what_is_wanted_is_instantiated(why):
    program, step = why
    found = program.instances([GOAL], step)
    assert found.count() == 4
    rows = {s.statement.label.id: [str(row[0]) for row in rows] for s, rows in found.supports}
    assert rows["5"] == ["candidate(act(anna),up(jace))"]


def test_thinning_keeps_the_first_instance_of_each_head(book):
    rules = book("%! 1\na(X) :- b(X,_).\n%! 2\na(X) :- c(X).")
    found = WhyProgram(rules).instances(
        [parse_term("a(1)"), parse_term("a(2)")], rules.step("b(1,1) b(1,2) b(1,3) c(1) c(2)")
    )
    assert (found.count(), found.thinned().count()) == (5, 2)


def test_nothing_to_instantiate(why):
    program, step = why
    assert program.instances([parse_term("player(anna)")], step).count() == 0
    assert not program.derives(("player", 1))
    assert program.derives(("mode", 1))
