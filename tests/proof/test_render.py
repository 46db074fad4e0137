"""Proofs for people and programs: text, pictures, JSON."""

from __future__ import annotations

import json
from datetime import date
from textwrap import dedent
from types import SimpleNamespace
from xml.etree import ElementTree

import jsonschema
import pytest
from clingo import Function, Number, String, parse_term
from hypothesis import given
from hypothesis import strategies as st

from kb.proof import Node, Proof, explain
from kb.proof.schema import JSON_SCHEMA
from kb.proof.svg import render_svg
from kb.proof.text import render_text
from kb.proof.words import Phrasing

RULES = """
%! define persistence
next(F) :- given(F), not ends(F).
next(F) :- begins(F).
%! define legality
unmet(D,O,Q) :- requires(D,O,Q), not holds(Q).
total(S) :- S = #sum { N,C : adds(C,N) }.
%! 606.3 | A loyalty ability may be activated once a turn.
requires(act(P),up(O),unused(O)) :- loyal(O), given(turn(P)).
holds(unused(O)) :- loyal(O), not given(used(O)).
%! 606.4 | The cost is paid.
begins(used(O)) :- does(up(O)).
adds(O,2) :- does(up(O)).
"""

WORDS = {
    ("predicate", "unmet", 3): ("{2} fails: {3}", "decision option condition"),
    ("predicate", "requires", 3): ("{2} needs: {3}", "decision option condition"),
    ("predicate", "holds", 1): ("{1}", "condition"),
    ("predicate", "given", 1): ("{1}", "fluent"),
    ("predicate", "begins", 1): ("from then on {1}", "fluent"),
    ("predicate", "adds", 2): ("{1} adds {2}", "object number"),
    ("option", "up", 1): ("the first ability of {1}", "object"),
    ("condition", "unused", 1): ("no ability of {1} was used", "object"),
    ("fluent", "used", 1): ("an ability of {1} was used", "object"),
    ("fluent", "turn", 1): ("it is {1}'s turn", "player"),
}

NAMES = {Function("jace"): "Jace, the Mind Sculptor", Function("anna"): "Anna"}
names = NAMES.get


@pytest.fixture(name="rules", scope="module")
def _rules(book):
    rules = book(RULES)
    for key, (phrase, arguments) in WORDS.items():
        made = SimpleNamespace(phrase=phrase, arguments=tuple(arguments.split()))
        rules.vocabulary.entries[key] = made
    return rules


@pytest.fixture(name="trace", scope="module")
def _trace(rules):
    static = "loyal(jace) loyal(kara)"
    first = rules.step(f"given(turn(anna)) does(up(jace)) {static}", title="Anna uses Jace")
    given = " ".join(f"given({a.arguments[0]})" for a in first.atoms if a.name == "next")
    return [first, rules.step(f"{given} {static} adds(x,1)")]


UNMET = "unmet(act(anna),up(jace),unused(jace))"


def test_text(rules, trace):
    proof = explain(rules, trace, [parse_term(UNMET)])
    shown = render_text(proof, names, rules.vocabulary, width=80)
    assert shown == dedent("""
        the first ability of Jace, the Mind Sculptor fails: no ability of Jace, the Mind
        Sculptor was used
        ├─ 606.3  the first ability of Jace, the Mind Sculptor needs: no ability of
        │  │      Jace, the Mind Sculptor was used
        │  │ A loyalty ability may be activated once a turn.
        │  ├─ loyal of Jace, the Mind Sculptor
        │  └─ it is Anna's turn
        └─ not: no ability of Jace, the Mind Sculptor was used
    """).strip("\n")


def test_since(rules, trace):
    proof = explain(rules, trace, [parse_term("given(used(jace))")])
    assert render_text(proof, names, rules.vocabulary, ruling="Used: yes.") == dedent("""
        Used: yes.
        └─ 606.4  an ability of Jace, the Mind Sculptor was used (since step 1: Anna uses Jace)
           │ The cost is paid.
           └─ does of the first ability of Jace, the Mind Sculptor
    """).strip("\n")


def test_a_step_may_be_called_by_what_kind_of_moment_it_is(book):
    rules = book("%! define d\nnext(F) :- begins(F).\n%! 1\nbegins(a) :- b.\n%! 2\nc :- given(a).")
    rules.vocabulary.entries["mode", "sba", 0] = SimpleNamespace(
        phrase="the state is checked", arguments=()
    )
    trace = [rules.step("b", title="sba"), rules.step("given(a)")]
    proof = explain(rules, trace, [parse_term("c")])
    assert "(since step 1: the state is checked)" in render_text(proof, names, rules.vocabulary)


def test_what_earlier_steps_brought_about_has_sections_of_its_own(book):
    rules = book("""
%! define persistence
next(F) :- begins(F).
%! 1 | One.
begins(up) :- push, not locked.
%! 2 | Two.
both :- left, right.
left :- given(up).
right :- given(up), not tired.
""")
    trace = [rules.step("push", title="a push"), rules.step("given(up)")]
    proof = explain(rules, trace, [parse_term("both")])
    assert render_text(proof, names, rules.vocabulary) == dedent("""
        both
        └─ 2  both
           │ Two.
           ├─ 2  left
           │  └─ given of up [1]
           └─ 2  right
              ├─ given of up [1]
              └─ not: tired

        [1] 1  given of up (since step 1: a push)
          One.
        ├─ push
        └─ not: locked
    """).strip("\n")
    svg = render_svg(proof, names, rules.vocabulary)
    assert svg.count(">[1]<") == 2
    assert ">[1] 1<" in svg


def test_rules_are_called_as_the_text_of_the_day_calls_them(book):
    rules = book("%! 116.3b later 117.3b | When.\na :- b.\n%! define d\nb :- c.")
    step = rules.step("c")
    assert explain(rules, [step], [parse_term("a")]).numbers == ("116.3b",)
    rules.date = date(2020, 1, 1)
    proof = explain(rules, [step], [parse_term("a")])
    assert proof.numbers == ("117.3b",)
    assert "117.3b  a" in render_text(proof, names, rules.vocabulary)
    assert ">117.3b<" in render_svg(proof, names, rules.vocabulary)
    assert proof.to_json()["labels"]["116.3b"]["numbers"] == ["117.3b"]


def test_blocks_of_one_rule_each_have_their_sentence(book):
    rules = book("%! 1 | One.\na :- b.\n%! 1 | Two.\nb :- c.")
    proof = explain(rules, [rules.step("c")], [parse_term("a")])
    shown = render_text(proof, names, rules.vocabulary)
    assert ("One." in shown, "Two." in shown) == (True, True)
    assert proof.to_json()["labels"]["1"]["sentence"] == "One. Two."


def test_sentences_stand_once_and_shared_trees_are_referred_to(book):
    rules = book("%! 1 | One.\na :- b, c.\nb :- d, x.\nc :- d, y.\n%! 2 | Two.\nd :- e.")
    proof = explain(rules, [rules.step("e x y")], [parse_term("a")])
    assert render_text(proof, names, rules.vocabulary) == dedent("""
        a
        └─ 1  a
           │ One.
           ├─ 1  b
           │  ├─ 2  d
           │  │  │ Two.
           │  │  └─ e
           │  └─ x
           └─ 1  c
              ├─ 2  d (as shown above)
              └─ y
    """).strip("\n")


def test_what_only_repeats_its_parent_by_the_same_rule_gives_way(book):
    rules = book(
        "%! 1 | One.\nmust(X) :- so(X).\nso(X) :- given(X).\n%! 2 | Two.\ntold(X) :- so(X)."
    )
    for name, phrase in {"must": "required: {1}", "so": "{1}", "told": "{1}"}.items():
        made = SimpleNamespace(phrase=phrase, arguments=("condition",))
        rules.vocabulary.entries["predicate", name, 1] = made
    step = rules.step("given(a)")
    shown = render_text(explain(rules, [step], [parse_term("must(a)")]), names, rules.vocabulary)
    assert shown.splitlines()[1:] == ["└─ 1  required: a", "   │ One.", "   └─ given of a"]
    # By another rule the same words are another step of the proof.
    shown = render_text(explain(rules, [step], [parse_term("told(a)")]), names, rules.vocabulary)
    assert [line.lstrip("└─│ ") for line in shown.splitlines()[1:]] == [
        "2  a",
        "Two.",
        "1  a",
        "One.",
        "given of a",
    ]


def test_long_lists_are_cut(book):
    rules = book("%! 1 | All.\na(S) :- S = #sum { N : b(N) }.")
    step = rules.step(" ".join(f"b({n})" for n in range(30)))
    proof = explain(rules, [step], [parse_term("a(435)")])
    shown = render_text(proof, names, rules.vocabulary, elements=2)
    assert shown.splitlines()[-4:] == [
        "   └─ added up:",
        "      ├─ b of 0",
        "      ├─ b of 1",
        "      └─ … and 28 more",
    ]
    assert "… and 28 more" in render_svg(proof, names, rules.vocabulary, elements=2)


def test_a_sum_is_called_what_it_is_the_sum_of(book):
    rules = book("%! 1 | Big.\nbig :- a(S), S > 2.\n%! define sums\na(S) :- S = #sum { N : b(N) }.")
    proof = explain(rules, [rules.step("b(1) b(2)")], [parse_term("big")])
    shown = render_text(proof, names, rules.vocabulary)
    assert shown.splitlines()[-3:] == ["   └─ a of 3", "      ├─ b of 1", "      └─ b of 2"]
    again = render_text(Proof(proof.shown()), names, rules.vocabulary)
    assert again.splitlines()[-3:] == shown.splitlines()[-3:]


def test_definitions_on_request(rules, trace):
    proof = explain(rules, trace, [parse_term("total(1)")])
    shown = render_text(proof, names, rules.vocabulary, definitions=True)
    assert shown.splitlines()[-2:] == ["└─ added up:", "   └─ x adds 1"]


def test_colour(rules, trace):
    proof = explain(rules, trace, [parse_term(UNMET)])
    plain = render_text(proof, names, rules.vocabulary)
    coloured = render_text(proof, names, rules.vocabulary, colour=True)
    assert "\x1b[1;36m606.3\x1b[0m" in coloured
    assert "\x1b" not in plain


def test_a_cut_search_is_told(rules, trace):
    proof = explain(rules, trace, [parse_term(UNMET)], bound=0)
    assert render_text(proof, names, rules.vocabulary).endswith("a smaller proof may exist.)")
    assert "a smaller proof may exist" in render_svg(proof, names, rules.vocabulary)


def test_json(rules, trace):
    proof = explain(rules, trace, [parse_term(UNMET), parse_term("given(used(jace))")])
    data = proof.to_json()
    jsonschema.validate(data, JSON_SCHEMA)
    assert json.loads(json.dumps(data)) == data
    assert data["version"] == 1
    assert data["rules"] == ["606.3", "606.4"]
    assert data["steps"] == ["Anna uses Jace", ""]
    root = data["nodes"][data["roots"][0]]
    assert (root["kind"], root["atom"], root["label"]) == ("definition", UNMET, "define legality")
    kinds = [data["nodes"][place]["kind"] for place in root["children"]]
    assert kinds == ["rule", "absent"]
    assert data["labels"]["606.3"]["sentence"] == "A loyalty ability may be activated once a turn."


def test_json_of_choices_and_sums(book):
    rules = book(
        "%! 1\n1 { takes(d,O) : option(d,O) } 1.\noption(d,1;d,2). decider(d,anna).\n"
        "%! 2\na(S) :- S = #sum { O : takes(d,O) }."
    )
    proof = explain(rules, [rules.step("", having="a(2)")], [parse_term("a(2)")])
    data = proof.to_json(definitions=True)
    jsonschema.validate(data, JSON_SCHEMA)
    assert [(n["kind"], n["by"], n["function"]) for n in data["nodes"]] == [
        ("rule", None, None),
        ("elements", None, "sum"),
        ("choice", "anna", None),
    ]
    assert "takes of d, 2 (chosen by Anna)" in render_text(proof, names, rules.vocabulary)


def test_svg_is_well_formed_and_says_everything(rules, trace):
    proof = explain(rules, trace, [parse_term(UNMET), parse_term("given(used(jace))")])
    svg = render_svg(proof, names, rules.vocabulary, ruling="<No> & \x07 “so”")
    root = ElementTree.fromstring(svg)
    texts = [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "<No> & \\x07 “so”"
    assert "606.3" in texts
    assert any("since step 1: Anna uses Jace" in text for text in texts)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    boxes = [
        [float(r.attrib.get(key, 0)) for key in ("x", "y", "width", "height")]
        for group in root.iter("{http://www.w3.org/2000/svg}g")
        for r in list(group)[:1]
    ]
    for x, y, w, h in boxes:
        assert x >= 0
        assert y >= 0
        assert x + w <= width
        assert y + h <= height
    for i, (x, y, w, h) in enumerate(boxes):
        for x2, y2, w2, h2 in boxes[i + 1 :]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y


@given(st.text(max_size=40))
def test_any_name_can_be_shown(book, name):
    rules = book("%! 1 | A rule.\na(X) :- b(X), not c(X).")
    proof = explain(rules, [rules.step("b(x)")], [parse_term("a(x)")])
    shown = render_text(proof, lambda s: name if str(s) == "x" else None, rules.vocabulary)
    assert len(shown.split("\n")) >= 5
    assert all(line.isprintable() for line in shown.split("\n"))
    ElementTree.fromstring(
        render_svg(proof, lambda s: name if str(s) == "x" else None, rules.vocabulary, ruling=name)
    )


def test_a_deep_proof_is_no_deep_recursion(rules):
    node = Node(parse_term("b"), 0, None, (), "fact")
    for number in range(3000):
        node = Node(Function("a", [Number(number)]), 0, None, (node,), "fact")
    proof = Proof((node,), ("",))
    assert render_text(proof, names, rules.vocabulary).count("\n") >= 3000
    assert len(proof.to_json()["nodes"]) == 3001
    assert "</svg>" in render_svg(proof, names, rules.vocabulary)


@pytest.mark.parametrize(
    ("atom", "said"),
    [
        ("holds(unused(jace))", "no ability of Jace, the Mind Sculptor was used"),
        ("-holds(unused(x))", "not no ability of x was used"),
        ("given(some_thing(1,two))", "some thing of 1, two"),
        ("given((1,(),(x,)))", "(1, (), (x))"),
        ('given("a text")', "a text"),
        ("holds(_any)", "any condition"),
        ("given(turn(_any))", "it is any player's turn"),
        ("unknown_one", "unknown one"),
        ("unknown(_any)", "unknown of anything"),
        ("given(-x)", "not x"),
        ("given(#sup)", "#sup"),
    ],
)
def test_words(rules, atom, said):
    assert Phrasing(names, rules.vocabulary).atom(parse_term(atom)) == said


def test_words_of_places_in_a_row(rules):
    known = SimpleNamespace(phrase="{1} for the {2.} time", arguments=("term", "number"))
    rules.vocabulary.entries["predicate", "again", 2] = known
    words = Phrasing(names, rules.vocabulary)
    assert words.atom(parse_term("again(x,2)")) == "x for the second time"
    assert words.atom(parse_term("again(x,12)")) == "x for the 12th time"


def test_words_of_deep_terms_end(rules):
    term = parse_term("x")
    for _ in range(500):
        term = Function("f", [term, term])
    said = Phrasing(names, rules.vocabulary).atom(Function("given", [term]))
    assert "…" in said
    assert len(said) < 5000


def test_words_of_strings_do_not_break_lines(rules):
    said = Phrasing(names, rules.vocabulary).atom(Function("given", [String("a\nb")]))
    assert said == "a\\nb"
