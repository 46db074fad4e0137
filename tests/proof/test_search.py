"""The proofs that are found: exact trees of tiny programs."""

from __future__ import annotations

from textwrap import dedent

import pytest
from clingo import parse_term

from kb.errors import LudexError
from kb.proof import Step, explain


@pytest.fixture(name="proved")
def _proved(book, outline):
    """Return the outline of the proof of atoms of a program."""

    def proved(text, *goals, facts="", definitions=False):
        rules = book(text)
        proof = explain(rules, [rules.step(facts)], [parse_term(goal) for goal in goals])
        return outline(*proof.shown(definitions=definitions))

    return proved


def tree(text):
    return dedent(text).strip()


def test_a_rule_rests_on_its_facts_and_on_what_is_absent(proved):
    text = "%! 1\na(X) :- b(X), not c(X,_), not d."
    assert proved(text, "a(1)", facts="b(1) b(2) c(2,3)") == tree("""
        a(1) [1]
          b(1)
          not c(1,_any)
          not d
    """)


def test_a_fact_of_the_rulebook_has_its_number(proved):
    assert proved("%! 4\nrank(1;2).", "rank(2)") == "rank(2) [4]"


def test_the_smallest_of_several_proofs_is_chosen(proved):
    text = """
%! long
a :- b, c.
%! short
a :- d.
%! middle
d :- e.
"""
    assert proved(text, "a", facts="b c") == "a [long]\n  b\n  c"
    assert proved(text, "a", facts="e").startswith("a [short]\n  d [middle]")
    assert proved(text, "a", facts="b c d e").splitlines() == ["a [short]", "  d"]


def test_what_is_absent_counts_towards_the_size(proved):
    text = "%! one\na :- not c, not d, not e.\n%! two\na :- b, f."
    assert proved(text, "a", facts="b f").startswith("a [two]")


def test_the_size_is_that_of_the_tree_not_of_the_graph(proved):
    text = """
%! shared
a :- b, c.
b :- s.  c :- s.  s :- t.  t :- u.
%! straight
a :- x.  x :- y.  y :- z.  z :- v.  v :- w.
"""
    # As a graph the first is as small; as a tree, s stands in it twice.
    assert proved(text, "a", facts="u w").startswith("a [straight]\n  x")


def test_no_proof_is_circular(proved):
    text = """
%! 1
reach(X) :- start(X).
%! 2
reach(Y) :- reach(X), edge(X,Y).
"""
    facts = "start(1) edge(1,2) edge(2,3) edge(3,2) edge(2,1)"
    assert proved(text, "reach(3)", facts=facts) == tree("""
        reach(3) [2]
          reach(2) [2]
            reach(1) [1]
              start(1)
            edge(1,2)
          edge(2,3)
    """)


def test_definitions_give_way_to_what_they_rest_on(proved):
    text = """
%! define places
in(O,Z) :- given(in(O,Z)).
%! 110.1
permanent(O) :- in(O,battlefield), not token(O).
"""
    facts = "given(in(jace,battlefield))"
    assert proved(text, "permanent(jace)", facts=facts) == tree("""
        permanent(jace) [110.1]
          given(in(jace,battlefield))
          not token(jace)
    """)
    assert proved(text, "permanent(jace)", facts=facts, definitions=True) == tree("""
        permanent(jace) [110.1]
          in(jace,battlefield) [define places]
            given(in(jace,battlefield))
          not token(jace)
    """)


def test_a_definition_that_is_the_answer_stays(proved):
    text = "%! define d\na :- b."
    assert proved(text, "a", facts="b") == "a [define d]\n  b"


def test_definitions_do_not_count_towards_the_size(proved):
    text = """
%! define d
a :- b.  b :- c.  c :- d.
%! 1
x :- a.
%! 2
x :- y, z.
"""
    assert proved(text, "x", facts="d y z").startswith("x [1]\n  d")


def test_core_does_not_say_that_nothing_special_happens(proved):
    text = "%! define d\na :- b, not floor(x,_), not c.\n%! 1\nx :- a, not floor(y,_)."
    assert proved(text, "x", facts="b") == tree("""
        x [1]
          b
          not c
          not floor(y,_any)
    """)


def test_pools_intervals_and_calculations(proved):
    text = "%! 1\na(X+1,f(Y)) :- b(X;Y), X = 1..2, Y = 5, c(0..1), e(X-1)."
    assert proved(text, "a(2,f(5))", facts="b(1) c(1) e(0)") == tree("""
        a(2,f(5)) [1]
          b(1)
          c(1)
          e(0)
    """)


def test_an_interval_in_a_head(proved):
    assert proved("%! 1\na(X,1..3) :- b(X).", "a(7,2)", facts="b(7)") == "a(7,2) [1]\n  b(7)"


def test_classical_negation(proved):
    text = "%! 1\n-a(X) :- b(X), not -c(X).\n%! 2\nd :- -a(_)."
    assert proved(text, "d", facts="b(1)") == tree("""
        d [2]
          -a(1) [1]
            b(1)
            not -c(1)
    """)


def test_double_negation_needs_no_proof(proved):
    text = "%! 1\na :- not not b.\nb :- c."
    assert proved(text, "a", facts="c") == "a [1]\n  b"


def test_a_sum_rests_on_all_of_its_addends(proved):
    text = """
%! 1
total(T) :- T = #sum { N,C : adds(C,N), not off(C) }, T > 0.
%! 2
adds(season,2) :- season.
"""
    assert proved(text, "total(5)", facts="season adds(jace,3) adds(x,9) off(x)") == tree("""
        total(5) [1]
          all of sum
            adds(season,2) [2]
              season
            not off(season)
            adds(jace,3)
            not off(jace)
    """)


def test_a_count_rests_on_as_many_as_it_needs(proved):
    text = """
%! 1
crowded(G) :- zone(G), 2 <= #count { X : in(X,G) }.
%! 2
in(X,G) :- moved(X,G).
"""
    facts = "zone(z) moved(a,z) in(b,z) in(c,z) in(d,y)"
    assert proved(text, "crowded(z)", facts=facts) == tree("""
        crowded(z) [1]
          zone(z)
          all of count
            in(b,z)
            in(c,z)
    """)


def test_nothing_counted(proved):
    text = "%! 1\na :- b, #count { X : c(X) } = 0."
    assert proved(text, "a", facts="b") == "a [1]\n  b\n  all of count"


def test_each_element_has_one_witness(proved):
    text = "%! 1\na(N) :- N = #count { X : c(X,_) }."
    assert proved(text, "a(1)", facts="c(7,1) c(7,2)") == "a(1) [1]\n  all of count\n    c(7,1)"


def test_counting_braces(proved):
    text = "%! 1\na :- 2 { b(X) : c(X) }."
    assert proved(text, "a", facts="b(1) b(2) b(3) c(2) c(3)") == tree("""
        a [1]
          all of count
            b(2)
            c(2)
            b(3)
            c(3)
    """)


def test_a_condition_for_all(proved):
    text = "%! 1\na :- d(X) : e(X), not f(X).\n%! 2\nd(X) :- g(X)."
    assert proved(text, "a", facts="e(1) e(2) e(3) f(3) g(1) d(2)") == tree("""
        a [1]
          all of each
            d(1) [2]
              g(1)
            e(1)
            not f(1)
            d(2)
            e(2)
            not f(2)
    """)


def test_sums_through_recursion_are_well_founded(proved):
    text = """
%! direct
holds(X,Y,N) :- owns(X,Y,N).
%! through
holds(X,Y,N) :- controls(X,Z), owns(Z,Y,N).
%! control
controls(X,Y) :- company(X), company(Y), X != Y,
                 50 < #sum+ { N,H : owns(X,Y,N), H = X; N,Z : controls(X,Z), owns(Z,Y,N) }.
"""
    facts = "company(a) company(b) company(c) owns(a,b,60) owns(b,c,30) owns(a,c,25) owns(c,b,90)"
    shown = proved(text, "controls(a,c)", facts=facts)
    assert shown.count("controls(a,c)") == 1
    assert "controls(a,b) [control]" in shown


def test_choices_are_leaves_with_their_chooser(book, outline):
    rules = book("""
%! define choice
1 { takes(D,O) : option(D,O) } 1 :- slot(D).
%! 1
slot(d).  decider(d,anna).
%! 2
option(d,(x;y)).
%! 3
done(O) :- takes(d,O).
""")
    step = rules.step("", having="takes(d,y)")
    proof = explain(rules, [step], [parse_term("done(y)")])
    assert outline(*proof.trees) == "done(y) [3]\n  chosen takes(d,y) by anna"
    assert proof.rules == ("3",)


def test_the_only_option_is_no_choice(book, outline):
    rules = book("""
%! define choice
1 { takes(D,O) : option(D,O) } 1 :- slot(D).
%! 1
slot(d).
%! 2
option(d,x) :- able(x).
%! 3
done(O) :- takes(d,O).
""")
    proof = explain(rules, [rules.step("able(x)")], [parse_term("done(x)")])
    assert outline(*proof.shown()) == tree("""
        done(x) [3]
          slot(d) [1]
          option(d,x) [2]
            able(x)
    """)


def test_what_several_nodes_rest_on_is_one_node(book):
    rules = book("%! 1\na :- b, c.\nb :- d.\nc :- d.\nd :- e.")
    proof = explain(rules, [rules.step("e")], [parse_term("a"), parse_term("d")])
    b, c = proof.trees[0].children
    assert b.children[0] is c.children[0] is proof.trees[1]


def test_the_rules_of_a_proof_stand_in_tree_order(book):
    rules = book("%! 2, 2a\na :- b, c.\n%! define x\nb :- d.\n%! 1\nc :- d.\nd :- e.")
    proof = explain(rules, [rules.step("e")], [parse_term("a")])
    assert proof.rules == ("2, 2a", "1")
    assert proof.numbers == ("2", "2a", "1")


@pytest.mark.parametrize("goal", ["b", "zzz(1)"])
def test_what_does_not_hold_cannot_be_explained(book, goal):
    rules = book("%! 1\na :- not b.")
    with pytest.raises(LudexError, match="does not hold"):
        explain(rules, [rules.step("")], [parse_term(goal)])


def test_what_no_rule_in_force_derives_cannot_be_explained(book):
    step = book("%! 1\na :- b.\nb :- c.").step("c")
    with pytest.raises(LudexError, match="no rule in force derives it"):
        explain(book("%! 1\na :- b.\nb :- d."), [step], [parse_term("a")])


def test_no_trace_no_proof(book):
    with pytest.raises(LudexError, match="no steps"):
        explain(book("%! 1\na."), [], [])


def test_a_bound_that_cuts_is_told(book, outline):
    rules = book("%! 1\na(X) :- b(X,Y).\n%! 2\na(X) :- c(X).\nc(X) :- b(X,1).")
    facts = " ".join(f"b(1,{n})" for n in range(20))
    step = rules.step(facts)
    whole = explain(rules, [step], [parse_term("a(1)")])
    cut = explain(rules, [step], [parse_term("a(1)")], bound=5)
    assert (whole.bounded, cut.bounded) == (False, True)
    assert outline(*cut.trees) == outline(*whole.trees)


def test_a_bound_never_hides_that_there_is_a_proof(book, outline):
    # The first instance for each atom goes round in a circle.
    rules = book("%! 1\na :- b.\nb :- a.\n%! 2\nb :- c(_).")
    facts = " ".join(f"c({n})" for n in range(9))
    proof = explain(rules, [rules.step(facts)], [parse_term("a")], bound=3)
    assert outline(*proof.trees) == "a [1]\n  b [2]\n    c(0)"


def test_views_do_not_mix(book, outline):
    first, second = book("%! 1\na :- b."), book("%! 2\na :- b.")
    for rules, number in ((first, "1"), (second, "2"), (first, "1")):
        proof = explain(rules, [rules.step("b")], [parse_term("a")])
        assert proof.rules == (number,)


def test_a_step_groups_its_atoms():
    step = Step([parse_term("a(1)")], [parse_term("a(1)"), parse_term("a"), parse_term("b")])
    assert step.by_name == {"a": [parse_term("a(1)"), parse_term("a")], "b": [parse_term("b")]}
    assert step.is_fact(parse_term("a(1)"))
    assert not step.is_fact(parse_term("b"))
    assert not step.holds(parse_term("c"))
