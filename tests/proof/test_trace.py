"""Proofs through several steps: what is given rests on the step that brought it about."""

from __future__ import annotations

from textwrap import dedent

import pytest
from clingo import parse_term

from kb.proof import explain

CORE = """
%! define persistence
next(F) :- given(F), not ends(F).
next(F) :- begins(F).
"""


@pytest.fixture(name="play")
def _play(book):
    """Return the trace that rules make of a state, each step with what is done in it."""

    def play(text, state, *done, static=""):
        rules = book(CORE + text)
        trace = []
        for each in done:
            facts = " ".join([*(f"given({fluent})" for fluent in state), each, static])
            trace.append(rules.step(facts, title=each))
            state = [a.arguments[0] for a in trace[-1].atoms if a.name == "next"]
        return rules, trace

    return play


def tree(text):
    return dedent(text).strip()


DOORS = """
%! open
begins(open(D)) :- push(D), given(closed(D)).
ends(closed(D)) :- push(D), given(closed(D)).
%! shut
begins(closed(D)) :- pull(D), given(open(D)).
ends(open(D)) :- pull(D), given(open(D)).
%! pass
passes(D) :- given(open(D)), not locked(D).
"""


def test_what_is_given_rests_on_the_step_before(play, outline):
    rules, trace = play(DOORS, ["closed(d)"], "push(d)", "wait")
    proof = explain(rules, trace, [parse_term("passes(d)")])
    assert outline(*proof.shown()) == tree("""
        passes(d) [pass]
          given(open(d)) [open] since 1
            push(d)
            given(closed(d)) since 0
          not locked(d)
    """)
    assert [node.step for node in proof.shown()[0].children] == [1, 1]
    assert proof.shown(definitions=True)[0].children[0].children[0].step == 0
    assert proof.titles == ("push(d)", "wait")


def test_persistence_is_not_shown_step_by_step(play, outline):
    rules, trace = play(DOORS, ["closed(d)"], "push(d)", *["wait"] * 6)
    proof = explain(rules, trace, [parse_term("passes(d)")])
    assert "given(open(d)) since 1" in outline(*proof.shown(definitions=True))
    assert outline(*proof.trees).count("next(open(d))") == 1


def test_what_held_from_the_start_is_a_leaf(play, outline):
    rules, trace = play(DOORS, ["open(d)"], "wait", "wait", "wait")
    proof = explain(rules, trace, [parse_term("passes(d)")])
    assert outline(*proof.shown()) == tree("""
        passes(d) [pass]
          given(open(d)) since 0
          not locked(d)
    """)


def test_what_ended_and_began_again_began_again(play, outline):
    rules, trace = play(DOORS, ["open(d)"], "pull(d)", "push(d)", "wait")
    proof = explain(rules, trace, [parse_term("passes(d)")])
    assert outline(*proof.shown()) == tree("""
        passes(d) [pass]
          given(open(d)) [open] since 2
            push(d)
            given(closed(d)) [shut] since 1
              pull(d)
              given(open(d)) since 0
          not locked(d)
    """)


def test_what_begins_although_it_holds_rests_on_whichever_is_shorter(play, outline):
    text = """
%! 1
begins(light) :- press.
%! 2
begins(light) :- wish, hope, pray.
%! 3
seen :- given(light).
"""
    rules, trace = play(text, [], "press", "wish", "wait", static="hope pray")
    proof = explain(rules, trace, [parse_term("seen")])
    assert outline(*proof.shown()) == tree("""
        seen [3]
          given(light) [1] since 1
            press
    """)
    rules, trace = play(text, [], "wish", "press", "wait", static="hope pray")
    assert "since 2" in outline(*explain(rules, trace, [parse_term("seen")]).trees)


def test_what_is_next_may_be_asked_for(play, outline):
    rules, trace = play(DOORS, ["closed(d)", "red(d)"], "push(d)")
    goals = [parse_term("next(open(d))"), parse_term("next(red(d))")]
    assert outline(*explain(rules, trace, goals).shown()) == tree("""
        next(open(d)) [define persistence]
          begins(open(d)) [open]
            push(d)
            given(closed(d))
        next(red(d)) [define persistence]
          given(red(d))
    """)


def test_a_rule_of_the_book_that_lets_something_go_on_is_shown(book, outline):
    rules = book("%! stay\nnext(F) :- given(F), stable(F).")
    trace = [rules.step("given(x) stable(x)") for _ in range(2)]
    proof = explain(rules, trace, [parse_term("next(x)")])
    assert outline(*proof.shown()) == tree("""
        next(x) [stay]
          given(x) since 1
            next(x) [stay]
              given(x) since 0
              stable(x)
          stable(x)
    """)


def test_what_comes_from_outside_in_a_later_step_is_a_leaf(book, outline):
    rules = book(CORE + "%! 1\na :- given(x).")
    trace = [rules.step(""), rules.step("given(x)")]
    assert outline(*explain(rules, trace, [parse_term("a")]).trees) == tree("""
        a [1]
          given(x) since 1
    """)


def test_a_long_trace_is_no_deep_recursion(play):
    text = """
%! tick
begins(at(N+1)) :- tick, given(at(N)).
ends(at(N)) :- tick, given(at(N)).
"""
    rules, trace = play(text, ["at(0)"], *["tick"] * 400)
    proof = explain(rules, trace, [parse_term("next(at(400))")])
    assert len(proof.to_json()["nodes"]) > 800
