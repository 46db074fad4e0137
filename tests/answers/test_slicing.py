"""Which statements of a rulebook a step needs: those that its facts, or their heads, can reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import clingo
import pytest
from clingo.ast import AST, ASTType, parse_string

from kb.inference.slicing import Slicer, extra_shapes


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
    return slicer.live(slicer.shapes_of(facts) | slicer.shapes_given(given) | extra_shapes(extra))


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
    found = extra_shapes(extra)
    monkeypatch.setattr("kb.inference.slicing._FACT_OR_RULE", clingo_only())
    assert found == extra_shapes(extra)


def clingo_only() -> object:
    """Return something that takes no line for a plain one."""

    class Nothing:
        def fullmatch(self, _line: str) -> None:
            return None

    return Nothing()
