"""Which statements of a rulebook a step needs: those that its facts, or their heads, can reach."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import clingo
import pytest
from clingo.ast import AST, ASTType, parse_string

from kb.inference.shapes import ANY, GIVEN, OTHER, head_shapes, never_absent, ruled_out
from kb.inference.slicing import Slicer, slicer_of
from kb.rulebook import Rulebook


@dataclass(frozen=True)
class Label:
    """A label as far as slicing needs it."""

    id: str


@dataclass(frozen=True)
class Statement:
    """A statement as far as slicing needs it."""

    ast: AST
    code: str
    label: Label


def statements(text: str) -> list[Statement]:
    found: list[AST] = []
    parse_string(text, found.append)
    rules = [each for each in found if each.ast_type == ASTType.Rule]
    return [Statement(rule, str(rule), Label(f"r{n}")) for n, rule in enumerate(rules)]


def live(rules: str, facts: Sequence[str], given: Sequence[str] = (), extra: str = "") -> list[int]:
    slicer = Slicer(statements(rules))
    return slicer.live(slicer.shapes_of(facts) | slicer.shapes_given(given) | head_shapes(extra))


def test_a_statement_is_live_when_its_body_can_be_made() -> None:
    rules = "b(X) :- a(X). c(X) :- b(X), z(X). d(X) :- b(X), not z(X)."
    assert live(rules, ["a(1)"]) == [0, 2]
    assert live(rules, ["a(1)", "z(2)"]) == [0, 1, 2]


def test_statements_about_another_moment_are_left_out() -> None:
    rules = "x :- mode(sba). y :- mode(priority). z :- mode(M)."
    assert live(rules, ["mode(priority)"]) == [1, 2]


def test_names_that_no_statement_mentions_are_of_one_shape() -> None:
    slicer = Slicer(statements("x(C) :- card(C,jace). y(C) :- card(C,D). z :- given(val(life,1))."))
    facts = ["card(one,bear)", "card(two,f(bear,wolf))", 'card(three,"a, (b")']
    shapes = slicer.shapes_of(facts[:2])
    assert len(shapes) == 1
    assert slicer.live(shapes) == [1]
    assert slicer.live(slicer.shapes_of(["card(one,jace)"])) == [0, 1]
    # A text may be anything.
    assert slicer.live(slicer.shapes_of(facts)) == [0, 1]


def test_a_variable_carries_its_name_into_the_head() -> None:
    rules = "b(D,O) :- a(D,O). c(X) :- b(attack,X). d(X) :- b(D,O), e(D), X = O. f :- d(pass)."
    assert live(rules, ["a(act,pass)"]) == [0]
    assert live(rules, ["a(act,pass)", "e(attack)"]) == [0]
    assert live(rules, ["a(act,pass)", "e(act)"]) == [0, 2, 3]
    assert live(rules, ["a(attack,pass)"]) == [0, 1]


def test_an_equation_names_a_variable() -> None:
    rules = "hit(E) :- E = damage(_,_), about(E,to). x :- hit(move(_))."
    assert live(rules, ["about(move(a),to)"]) == []
    assert live(rules, ["about(damage(a,b),to)"]) == [0]


def test_what_is_given_is_looked_into() -> None:
    rules = (
        "pending(E) :- given(pending(E)). x :- pending(move(_)). "
        "y(F) :- given(F). z :- y(tapped(_))."
    )
    assert live(rules, [], ["pending(damage(a,b))"]) == [0, 2]
    assert live(rules, [], ["pending(move(a))", "tapped(a)"]) == [0, 1, 2, 3]


def test_what_is_less_urgent_than_what_is_certain_is_left_out() -> None:
    rules = (
        "wants(20,happen) :- pending(_). pending(E) :- given(pending(E)). mode(M) :- wants(_,M). "
        "wants(70,priority) :- given(priority(_)). slot :- mode(priority). x :- mode(happen)."
    )
    assert live(rules, [], ["priority(p)"]) == [2, 3, 4]
    assert live(rules, [], ["priority(p)", "pending(move(a))"]) == [0, 1, 2, 5]
    # What depends on a name, or on what does not hold, is not certain.
    doubtful = rules.replace(":- pending(_).", ":- pending(_), not done.")
    assert live(doubtful, [], ["priority(p)", "pending(move(a))"]) == [0, 1, 2, 3, 4, 5]


def test_what_is_less_urgent_is_left_out_even_where_it_rests_on_the_scenario_alone() -> None:
    slicer = Slicer(
        statements(
            "wants(50,check) :- flaw(_). flaw(S) :- side(S), not given(life(S)). "
            "mode(M) :- wants(_,M). x :- mode(check). wants(40,resolve) :- given(resolving(_))."
        )
    )
    base, step = slicer.shapes_of(["side(anna)"]), slicer.shapes_given(["resolving(a)"])
    assert slicer.live(step, base=base) == [1, 2, 4]
    assert slicer.live(frozenset(), base=base) == [0, 1, 2, 3]
    assert slicer.live(step, base=base) == [1, 2, 4]


def test_what_is_ruled_out_makes_nothing() -> None:
    slicer = Slicer(
        statements("survey(D) :- slot(D), not told(D). x(D) :- survey(D). y :- x(act).")
    )
    slots, no = slicer.shapes_of(["slot(act(a))"]), ruled_out(("survey", 1, "act", None, None))
    assert slicer.live(slots) == [0, 1, 2]
    assert slicer.live(slots | {no}) == [0]
    assert slicer.live(slots | slicer.shapes_of(["slot(block(a))"]) | {no}) == [0, 1]


def test_what_asks_for_an_absence_is_left_out_where_there_is_none() -> None:
    slicer = Slicer(
        statements(
            "pays(P,S) :- announces(P,S), not given(rich(P)). asked(S) :- pays(_,S). "
            "{ asks(P) : not given(rich(P)) } :- announces(P,_). {a(P) : b(P)} :- pays(P,_). "
            "x(X) :- announces(_,X), not given(rested(X,_)). y :- announces(P,_), given(rich(P))."
        )
    )
    assert slicer.absent == {"rich"}
    step = slicer.shapes_of(["announces(anna,a)"]) | slicer.shapes_given(["rich(anna)"])
    everything = slicer.live(step)
    assert slicer.live(step | {never_absent("rich")}) == [2, 4, 5]
    assert everything == slicer.live(step) == [0, 1, 2, 3, 4, 5]


def test_each_part_of_a_pool_is_a_name() -> None:
    rules = "x(F) :- says(A,(lost(F,_);won(_,F))). y((k;l),1) :- x(_). z :- y(m,_). v :- y(l,_)."
    assert live(rules, ["says(a,drawn(b))"]) == []
    assert live(rules, ["says(a,won(b,c))"]) == [0, 1, 3]


def test_a_choice_makes_what_its_condition_lets_it() -> None:
    rules = "1 { takes(D,O) : pick(D,O) } 1 :- slot(D). x :- takes(act,pass). y :- takes(attack,O)."
    assert live(rules, ["slot(act)"]) == [0]
    assert live(rules, ["slot(act)", "pick(act,pass)"]) == [0, 1]


def test_many_names_are_told_apart_only_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.inference.closure.MATCHES", 1)
    rules = "c(X,Y) :- a(X), b(Y). x :- c(k,l). y :- c(m,n). z :- a(k). z :- b(l). z :- a(m)."
    assert live(rules, ["a(k)", "a(m)", "b(l)"]) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("rule", "fact"),
    [
        ("x :- p(-1).", "p(-1)"),
        ("x :- p(1).", "p(1)"),
        ("x :- p(f(1),(a,b)).", "p(f(1),(a,b))"),
        ("x :- p((f(1),a),f(b)).", "p((f(1),a),f(b))"),
        ('x :- p("a,b",c).', 'p("a,b",c)'),
        ("x :- p(#sup).", "p(#sup)"),
        ("x :- p(q;r).", "p(r)"),
        ("x :- -p(a).", "-p(a)"),
        ("x :- p.", "p"),
        ("x :- p(A+1).", "p(3)"),
        ("x :- p(1..3).", "p(3)"),
    ],
)
def test_a_fact_meets_the_literal_that_it_makes_true(rule: str, fact: str) -> None:
    control = clingo.Control()
    control.add("base", [], f"{rule}\n{fact}.")
    control.ground([("base", [])])
    assert control.symbolic_atoms[clingo.Function("x")] is not None
    assert live(rule, [fact]) == [0]


@pytest.mark.parametrize(
    "extra",
    [
        "asked(act(p),cast(p,obj(x,1))).\n",
        "asked(D,at(x)) :- prospect(act(p),O,D), asked(act(p),O), D = aim(p,_,_,1).\n",
        "left_open(act(p)).\nleft_open(D) :- slot(D).\n",
        "forced(act(p),number(3)).\n:- not takes(act(p),number(4)).\n",
        "1 { a(X) : b(X) } 1 :- c.\nd(-1). e(1..2).\n",
        'f("x :- y. z", (a,b)).\ng(_X,_y).\n',
    ],
)
def test_what_a_question_adds_is_read_as_clingo_reads_it(
    extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = head_shapes(extra)
    monkeypatch.setattr("kb.inference.shapes._FACT_OR_RULE", clingo_only())
    assert found == head_shapes(extra)


def clingo_only() -> object:
    """Return something that takes no line for a plain one."""

    class Nothing:
        def fullmatch(self, _line: str) -> None:
            return None

    return Nothing()


@pytest.mark.parametrize("game", ["fftcg", "altered"])
def test_what_is_grown_from_other_steps_is_as_if_worked_out_alone(game: str) -> None:
    view = Rulebook.load(game).on()
    base = frozenset({("side", 1, OTHER, ANY, ANY)})
    slicer = slicer_of(view)
    shapes = sorted(
        {
            (name, count, *([OTHER] * min(count, 1)), *([ANY] * (3 - min(count, 1))))
            for name, count in slicer.index.needs
            if name.startswith(f"{GIVEN} ") or name in ("asked", "left_open", "forced")
        },
        key=repr,
    )
    barred = [*map(ruled_out, shapes), *map(never_absent, sorted(slicer.absent))]
    out = frozenset(slicer.index.units[number].statement for number in slicer.out)
    draw = random.Random(20261126)
    step = frozenset(draw.sample(shapes, 30))
    for _ in range(12):
        changed = draw.sample(shapes, 4) + draw.sample(barred, draw.randrange(3))
        step = step.symmetric_difference(changed)
        alone = Slicer(slicer.statements, slicer.index, out)
        assert slicer.live(step, base=base) == alone.live(step, base=base)
