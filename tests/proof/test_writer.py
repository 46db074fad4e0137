"""The programs that find the instances of rules, word for word."""

from __future__ import annotations

from textwrap import dedent

import pytest

from kb.proof.writer import supports


@pytest.fixture(name="program")
def _program(book):
    """Return the programs of the only statement of a text."""

    def program(text):
        (statement,) = book(text).statements
        return supports(statement, "7")

    return program


def lines(text):
    return dedent(text).strip()


def test_a_rule(program):
    (support,) = program("a(X) :- b(X,_), not c(X,_), X > 2.")
    assert (
        support.text == "_sup_7_0(a(X),b(X,_W1),c(X,_any)):-_want_a_1(X);b(X,_W1);not c(X,_);X > 2."
    )
    assert [rule for _, _, rule in support.wants] == ["_want_b_2(A0,A1):-_sup_7_0(_,b(A0,A1),_)."]
    assert support.reads == {("b", 2), ("c", 2)}
    assert support.width == 3


def test_calculations_in_a_head_are_matched_by_name(program):
    (support,) = program("a(X+1,f(-X),3) :- b(X).")
    assert support.text == (
        "_sup_7_0(a(_W1,f(_W2),3),b(X)):-_want_a_3(_W1,f(_W2),3);_W1=(X+1);_W2=-X;b(X)."
    )


def test_names_of_the_rule_are_left_alone(program):
    (support,) = program("a :- b(_), c(_W1).")
    assert support.text == "_sup_7_0(a,b(__W1),c(_W1)):-_want_a_0;b(__W1);c(_W1)."


def test_pools_become_programs_of_their_own(program):
    assert [support.text for support in program("a(1;2) :- b(3;4).")] == [
        "_sup_7_0(a(1),b(3)):-_want_a_1(1);b(3).",
        "_sup_7_1(a(2),b(3)):-_want_a_1(2);b(3).",
        "_sup_7_2(a(1),b(4)):-_want_a_1(1);b(4).",
        "_sup_7_3(a(2),b(4)):-_want_a_1(2);b(4).",
    ]


def test_aggregates_list_their_elements(program):
    (support,) = program("a(K,T) :- k(K), T = #sum { N,C : b(K,C,N), not d(_) ; 1 : e }.")
    assert support.text == lines("""
        _sup_7_0(a(K,T),k(K),K):-_want_a_2(K,T);k(K);T = #sum { N,C: b(K,C,N), not d(_); 1: e }.
        _elt_7_0_0_0(K,(N,C,),b(K,C,N),d(_any)):-_sup_7_0(_,_,K);b(K,C,N);not d(_).
        _elt_7_0_0_1(K,(1,),e):-_sup_7_0(_,_,K);e.
    """)
    (collection,) = support.collections
    assert (collection.function, collection.threshold) == ("sum", None)


@pytest.mark.parametrize(
    ("literal", "enough"),
    [
        ("#count { X : b(X) } >= 3", "3"),
        ("N < #count { X : b(X) }", "N+1"),
        ("2 { b(X) }", "2"),
        ("#count { X : b(X) } = 3", None),
        ("2 <= #count { X : b(X) } <= 3", None),
        ("not #count { X : b(X) } >= 3", None),
        ("#max { X : b(X) } >= 3", None),
    ],
)
def test_thresholds(program, literal, enough):
    (support,) = program(f"a(N) :- n(N), {literal}.")
    (collection,) = support.collections
    if enough is None:
        assert collection.threshold is None
    else:
        assert collection.threshold == 2
        assert support.text.startswith(f"_sup_7_0(a(N),n(N),{enough}")


def test_texts_are_not_taken_for_variables(program):
    (support,) = program('a(X) :- b(X,"_ Y, (Z"), not c("_",_), 1 { d(Y) : e("X",Y) }.')
    assert 'c("_",_any)' in support.text
    assert support.key == 0
    assert support.positives[1:] == ()


def test_choices(program):
    (support,) = program("1 { takes(D,O) : option(D,O) } 1 :- slot(D).")
    assert support.choice
    assert [signature for signature, _ in support.positives] == [("slot", 1), ("option", 2)]


@pytest.mark.parametrize("text", [":- a.", "a ; b :- c.", "#show a/1."])
def test_what_derives_no_atom_is_passed_over(book, text):
    statements = book("a.\n" + text).statements
    assert [len(supports(statement, "1")) for statement in statements] in ([1], [1, 0])


@pytest.mark.parametrize(
    ("atom", "form"),
    [
        ("p", ()),
        ("p(X,f(Y,2),g)", ("X", "=f", "=g")),
        ("p(12,(A,B),h)", ("=12", "", "=h")),
        ("p(X+1,f(1)+2,-3)", ("", "", "")),
        ('p("a,b",f("(",X),Y)', ("", "=f", "Y")),
        ("p(a,b,c,d)", ("=a", "=b", "=c")),
    ],
)
def test_forms(program, atom, form):
    (support,) = program(f"h :- {atom}, A = 1, B = 1, X = 1, Y = 1.")
    assert support.positives[0][1] == form


def test_shapes(program):
    (goes_on,) = program("next(F) :- given(F), not ends(F).")
    assert goes_on.shape.tests == (("given", True), ("ends", False))
    assert goes_on.shape.complete
    (special,) = program("next(val(K,N)) :- given(val(K,N)), not ends(val(K,N)).")
    assert special.shape.functor == ("val", 2)
    (other,) = program("next(F) :- given(F), X = 1, not p(F,X).")
    assert not other.shape.complete
    assert program("a(F) :- b(F).")[0].shape is None
