"""Terms with holes, and names as constants."""

from __future__ import annotations

import re

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import LudexError
from kb.scenario.phrases import Phrase
from kb.scenario.terms import Slugs, Template, fold, slug

A, B = clingo.Function("a"), clingo.Function("b")


def test_a_template_is_filled() -> None:
    template = Template("val(counters({object},loyalty),{value})")
    assert template.holes == {"object", "value"}
    assert str(template.fill({"object": A, "value": clingo.Number(3)})) == (
        "val(counters(a,loyalty),3)"
    )


def test_a_minus_before_a_hole() -> None:
    template = Template("loyalty(-{number})")
    assert str(template.fill({"number": clingo.Number(2)})) == "loyalty(-2)"
    assert str(template.fill({"number": A})) == "loyalty(-a)"


def test_a_hole_may_have_spaces() -> None:
    assert str(Template("f({gain life})").fill({"gain_life": A})) == "f(a)"


def test_a_template_matches() -> None:
    template = Template("val(life({player}),?)")
    term = clingo.parse_term("val(life(a),20)")
    assert template.match(term, {"player": A}) == clingo.Number(20)
    assert template.match(term) == clingo.Number(20)
    assert template.match(term, {"player": B}) is None
    assert template.match(clingo.parse_term("val(poison(a),20)")) is None
    assert Template("tapped({object})").match(clingo.parse_term("tapped(a)"), {"object": A})


def test_what_is_missing_and_what_is_no_term() -> None:
    with pytest.raises(LudexError, match="nothing given for 'x'"):
        Template("f({x})").fill({})
    with pytest.raises(LudexError, match="'f\\(' is not a term"):
        _ = Template("f(").term


@given(st.text())
def test_a_slug_is_a_constant_whatever_the_text(text: str) -> None:
    found = slug(text)
    assert re.fullmatch(r"[a-z][a-z0-9_]*", found)
    assert str(clingo.parse_term(found)) == found


@given(st.lists(st.text(max_size=5), max_size=30))
def test_no_two_texts_share_a_slug(texts: list[str]) -> None:
    slugs = Slugs()
    found = [slugs.new(text) for text in texts]
    assert len(set(found)) == len(texts)
    assert "not" not in {symbol.name for symbol in found}


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_names_are_compared_without_case_and_accents() -> None:
    assert fold("  ÉLÉMENTAL  de Vif-Argent ") == fold("elemental de vif-argent")
    assert fold("Garruk l’Implacable") == fold("garruk l'implacable")


def test_phrases() -> None:
    phrase = Phrase("discard {number} cards", Template("discard({number})"))
    assert phrase.match("Discard 2 cards") == {"number": "2"}
    assert phrase.match("discard two cards") is None
    assert phrase.match("discard 2 cards and more") is None
    assert Phrase("[+{number}]", Template("loyalty({number})")).match("[+12]") == {"number": "12"}
