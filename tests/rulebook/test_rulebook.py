"""A rulebook on its days: what is in force, under which number, and as which program."""

from __future__ import annotations

from datetime import date

import clingo
import pytest

from kb.errors import LudexError
from kb.resources import game_names
from kb.rulebook import Rulebook, overlay_text
from tests.rulebook.grounding import check_grounding

EDITIONS = """\
editions:
  - {from: 2012-10-01, to: 2013-07-12, text: First Book}
  - {from: 2013-07-13, to: 2014-01-31, text: Second Book}
"""

DATED = """\
%! 2.1 (2013-07-13: 3.1), 9.9  [2012-10-01 .. ]
%! source: First Book
%! see: 1.1, 3.1
%! Night falls when
%! a thing is taken.
begins(night) :- takes(_).

%! 2.2  [unknown .. 2013-07-12]
%! source: First Book
%! Night stays.
begins(night) :- given(night).
begins(night) :-   % still
    given(tapped(_)),
    given(night).

%! 2.2  [2013-07-13 .. ]
%! source: Second Book
%! Night stays while anything is taken.
begins(night) :- given(night), takes(_).
"""


def models(program: str, facts: str) -> list[str]:
    control = clingo.Control(["0"])
    control.add(program + facts + "#show next/1.")
    control.ground()
    with control.solve(yield_=True) as handle:
        found = [" ".join(sorted(str(model).split())) for model in handle]
    return sorted(found)


def test_a_header_says_all(load):
    label = load(DATED).label("2.1@2012-10-01")
    assert label.numbers == ("2.1", "9.9")
    assert (label.start, label.end) == (date(2012, 10, 1), None)
    assert label.source == "First Book"
    assert label.see == ("1.1", "3.1")
    assert label.sentence == "Night falls when a thing is taken."
    assert label.defines is None
    assert (label.file, label.line) == ("rules/tiny/2.lp", 1)


def test_a_statement_knows_its_text_and_place(load):
    statement = load(DATED).of_label("2.2@unknown")[1]
    assert statement.text == (
        "begins(night) :-   % still\n    given(tapped(_)),\n    given(night)."
    )
    assert (statement.file, statement.line) == ("rules/tiny/2.lp", 12)
    assert statement.heads == {("begins", 1)}
    assert statement.bodies == {("given", 1)}


def test_two_statements_on_a_line(load):
    rules = load("%! define night\n%! Both.\nbegins(night) :- takes(_). begins(night).\n")
    assert [s.text for s in rules.of_label("define night")] == [
        "begins(night) :- takes(_).",
        "begins(night).",
    ]


def test_a_text_may_hold_what_would_be_refused_elsewhere(load):
    text = 'begins(night) :- takes("%! @ #script (( é 99999999999").'
    rules = load(f"%! define night\n%! Strange text.\n% See 99999999999.\n{text}\n")
    assert rules.of_label("define night")[0].text == text


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2012-10-01", ["1.1@2012-10-01", "2.1@2012-10-01", "2.2@unknown"]),
        ("2013-07-12", ["1.1@2012-10-01", "2.1@2012-10-01", "2.2@unknown"]),
        ("2013-07-13", ["1.1@2012-10-01", "2.1@2012-10-01", "2.2@2013-07-13"]),
    ],
)
def test_what_is_in_force(load, day, expected):
    view = load(DATED, editions=EDITIONS).on(day)
    assert view.switches == tuple(expected)
    assert list(view.labels) == ["define persistence", "define choice", *expected]


def test_without_a_day_the_newest_counts(load):
    view = load(DATED, editions=EDITIONS).on()
    assert view.date == date(2014, 1, 31)
    assert view.edition is not None
    assert view.edition.text == "Second Book"


@pytest.mark.parametrize("day", ["2012-09-30", "2014-02-01"])
def test_a_day_that_no_edition_covers_is_refused(load, day):
    with pytest.raises(LudexError) as error:
        load(editions=EDITIONS).on(day)
    assert str(error.value) == (
        f"no edition of the rules covers {day}; covered: 2012-10-01 to 2014-01-31"
    )


@pytest.mark.parametrize("day", ["yesterday", "2013-02-30", "2013-1-1", "", "２０１３-01-30"])
def test_what_is_no_day_is_refused(load, day):
    with pytest.raises(LudexError, match=r"is not a date; expected one such as 2013-01-30$"):
        load().on(day)


def test_a_rulebook_without_editions_covers_every_day(load):
    assert load().on("1999-12-31").edition is None
    assert load().on().date == date.max


def test_a_later_text_has_another_number_for_a_rule(load):
    rules = load(DATED, editions=EDITIONS)
    label = rules.label("2.1@2012-10-01")
    assert rules.on("2013-07-12").number_on_date(label) == "2.1"
    assert rules.on("2013-07-13").number_on_date(label) == "3.1"
    assert label.numbers_on(date(2013, 7, 13)) == ("3.1", "9.9")


def test_a_rule_is_found_by_any_of_its_numbers(load):
    rules = load(DATED, editions=EDITIONS)
    expected = (rules.label("2.1@2012-10-01"),)
    assert rules.find("2.1") == rules.find("3.1") == rules.find("9.9") == expected
    assert rules.on("2013-07-13").find("3.1") == expected
    with pytest.raises(LudexError, match=r"^no rule '3\.1' in force on 2013-07-12; it is 2\.1"):
        rules.on("2013-07-12").find("3.1")


def test_a_section_is_found_by_its_number(load):
    rules = load(DATED, editions=EDITIONS)
    assert [label.id for label in rules.find("2")] == [
        "2.1@2012-10-01",
        "2.2@unknown",
        "2.2@2013-07-13",
    ]
    assert [label.id for label in rules.on("2013-01-30").find("2")] == [
        "2.1@2012-10-01",
        "2.2@unknown",
    ]


def test_a_definition_is_found_by_its_name(load):
    assert [label.id for label in load().find("choice")] == ["define choice"]


def test_a_number_that_no_rule_has_is_refused(load):
    with pytest.raises(LudexError, match=r"^no rule '2\.11' in tiny; did you mean '2\.1'\?$"):
        load(DATED).find("2.11")


def test_blocks_of_one_rule_share_a_switch(load):
    rules = load(
        "%! 2.1  [2012-10-01 .. ]\n%! source: a\n%! One.\nbegins(night) :- takes(_).\n\n"
        "%! 2.1, 2.3  [2012-10-01 .. ]\n%! source: b\n%! Two.\nbegins(night).\n"
    )
    label = rules.label("2.1@2012-10-01")
    assert label.sentence == "One. Two."
    assert label.source == "a; b"
    assert label.numbers == ("2.1", "2.3")
    assert [s.label.sentence for s in rules.of_label(label.id)] == ["One.", "Two."]


def test_the_program_is_the_text_in_force(load):
    program = load(DATED, editions=EDITIONS).on("2013-01-30").program()
    assert program == (
        "next(F) :- begins(F).\n"
        "1 { takes(O) : thing(O) } 1 :- given(_).\n"
        "begins(tapped(O)) :- takes(O), not given(tapped(O)).\n"
        "begins(night) :- takes(_).\n"
        "begins(night) :- given(night).\n"
        "begins(night) :-   \n    given(tapped(_)),\n    given(night).\n"
        "#defined begins/1.\n#defined given/1.\n#defined next/1.\n"
        "#defined takes/1.\n#defined thing/1.\n"
    )


def test_switches_go_to_numbered_rules_only(load):
    program = load(DATED, editions=EDITIONS).on("2013-07-13").program(switches=True)
    assert program == (
        "next(F) :- begins(F).\n"
        "1 { takes(O) : thing(O) } 1 :- given(_).\n"
        'begins(tapped(O)) :- takes(O); not given(tapped(O)); rule("1.1@2012-10-01").\n'
        'begins(night) :- takes(_); rule("2.1@2012-10-01").\n'
        'begins(night) :- given(night); takes(_); rule("2.2@2013-07-13").\n'
        '#external rule("1.1@2012-10-01").\n'
        '#external rule("2.1@2012-10-01").\n'
        '#external rule("2.2@2013-07-13").\n'
        "#defined begins/1.\n#defined given/1.\n#defined next/1.\n"
        "#defined takes/1.\n#defined thing/1.\n"
    )


def test_comments_say_what_the_headers_say(load):
    program = load(DATED, editions=EDITIONS).on("2013-07-13").program(comments=True)
    assert (
        "% 3.1, 9.9  [2012-10-01 ..]\n% source: First Book\n"
        "% Night falls when a thing is taken.\nbegins(night) :- takes(_).\n"
    ) in program


def test_the_three_texts_have_the_same_models(load):
    view = load(DATED, editions=EDITIONS).on("2013-01-30")
    facts = "given(tapped(a)). thing(a;b).\n"
    plain = models(view.program(), facts)
    assert plain == ["next(night)", "next(night) next(tapped(b))"]
    assert models(view.program(comments=True), facts) == plain
    on = "".join(f'rule("{name}").' for name in view.switches)
    assert models(view.program(switches=True), facts + on) == plain


def test_days_with_the_same_rules_share_their_text(load):
    rules = load(DATED, editions=EDITIONS)
    assert rules.on("2012-11-01").text() is rules.on("2013-01-30").text()
    assert rules.on("2013-01-30") is rules.on("2013-01-30")


@pytest.mark.parametrize("options", [{}, {"switches": True}, {"comments": True}])
def test_a_line_of_the_program_leads_back_to_its_file(load, options):
    text = load(DATED, editions=EDITIONS).on("2013-01-30").text(**options)
    lines = text.text.split("\n")
    found = {lines[n - 1]: text.place(n) for n in range(1, len(lines) + 1)}
    assert found["next(F) :- begins(F)."] == ("rules/core/core.lp", 9)
    last = [line for line in lines if "given(night)." in line or "given(night); rule" in line][-1]
    assert found[last] == ("rules/tiny/2.lp", 12 if "switches" in options else 14)
    assert found["#defined takes/1."] is None


def test_all_days_of_change_are_grounded(load):
    rules = load(DATED, editions=EDITIONS)
    assert rules.days_of_change == (date(2012, 10, 1), date(2013, 7, 13), date(2014, 1, 31))
    assert check_grounding(rules) == 2


HEAD = "%! 2.1  [2013-07-13 .. ]\n%! source: the book\n%! A sentence.\n"


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        (
            "begins(F) :- takes(_),\n  not given(F).",
            "",
            "rules/tiny/2.lp:4: nothing in the body says what 'F' is (unsafe variable)",
        ),
        (
            "begins(night) :-\n  takes(O), 1 < O+1.",
            "takes(a).",
            "rules/tiny/2.lp:5: operation undefined: (O+1)",
        ),
    ],
)
def test_what_clingo_has_to_say_is_an_error(load, text, facts, expected):
    rules = load(HEAD + text + "\n", editions=EDITIONS)
    with pytest.raises(LudexError) as error:
        check_grounding(rules, facts)
    assert str(error.value) == expected


def test_the_vocabulary_finds_words_by_kind_and_by_any(load):
    words = load("%: option tapped(object)  tap {1}\n%: predicate tapped(object)  {1} is tapped\n")
    vocabulary = words.vocabulary
    fluent = vocabulary.entry("fluent", "tapped", 1)
    assert fluent is not None
    assert (fluent.phrase, fluent.arguments) == ("{1} is tapped", ("object",))
    assert vocabulary.any("tapped", 1) is fluent
    assert [e.kind for e in vocabulary.all("tapped", 1)] == ["fluent", "option", "predicate"]
    assert vocabulary.any("tapped", 2) is None
    predicate = vocabulary.predicate("thing", 1)
    assert predicate is not None
    assert predicate.kind == "input"


def test_an_argument_may_be_of_either_of_two_kinds(load):
    rule = "%! define day\n%! A sentence.\nmet({}) :- takes(_).\n"
    words = "%: condition dawn  it dawns\n%: predicate met(condition|fluent)  {1}\n\n"
    load(words + rule.format("dawn"))
    load(words + rule.format("night"))
    with pytest.raises(LudexError, match="unknown condition or fluent 'dusk'"):
        load(words + rule.format("dusk"))


def test_a_game_may_close_a_kind_by_using_it(load):
    words = "%: phase dawn  dawn\n%: predicate now(phase)  it is {1}\n\n"
    rule = "%! define day\n%! A sentence.\nnow({}) :- takes(_).\n"
    load(words + rule.format("dawn"))
    with pytest.raises(LudexError, match="unknown phase 'dusk'"):
        load(words + rule.format("dusk"))


def test_core_rules_may_choose_and_add_up(load):
    load(
        core="%: input given(fluent)  {1}\n%: input thing(object)  {1}\n"
        "%: predicate begins(fluent)  {1}\n%: predicate takes(object)  {1}\n\n"
        "%! core.1  [unknown .. ]\n%! source: design\n%! One is taken.\n"
        "1 { takes(O) : thing(O) } 1.\n:- not takes(_).\n"
        "#show.\n#show takes/1.\n#minimize { 1,O : takes(O) }.\n:~ takes(_). [1]\n"
        "#external given(F) : begins(F).\n"
    )


def test_a_definition_of_a_game_may_add_up(load):
    load("%! define night\n%! Two.\nbegins(night) :- 2 <= #count { O : takes(O) }.\n")


def test_the_games_are_the_folders_with_rules(load, tmp_path):
    load()
    (tmp_path / "rules" / "empty").mkdir()
    with pytest.raises(LudexError, match="unknown game 'empty'; expected 'tiny'"):
        Rulebook.load("empty", tmp_path / "rules")


def test_editions_are_checked(load):
    cases = {
        "editions: []": "1: 'editions' is empty; expected a list of editions",
        "editions:\n  - {form: 2012-10-01, text: A}": (
            "2: unknown key 'form' in an edition; did you mean 'from'?"
        ),
        "editions:\n  - {from: 2012-10-01}": "2: an edition without 'text'",
        "editions:\n  - {from: soon, text: A}": (
            "2: 'soon' is not a date; expected one such as 2013-01-30"
        ),
        "editions:\n  - {from: 2012-10-01, to: 2012-09-30, text: A}": (
            "2: the edition ends on 2012-09-30, before it begins on 2012-10-01"
        ),
        "editions:\n  - {from: 2012-10-01, text: A}\n  - {from: 2012-09-30, text: B}": (
            "3: the edition of 2012-09-30 stands after a later one"
        ),
        "editions:\n  - {from: 2012-10-01, to: 2013-10-01, text: A}\n"
        "  - {from: 2013-09-30, text: B}": (
            "3: the edition of 2013-09-30 begins before the one above it ends"
        ),
        "editions: [": "2: this is not YAML: did not find expected node content",
    }
    for text, expected in cases.items():
        with pytest.raises(LudexError) as error:
            load(editions=text + "\n")
        assert str(error.value) == f"rules/tiny/game.yaml:{expected}"


def test_an_edition_ends_where_the_next_begins(load):
    rules = load(
        editions="editions:\n  - {from: 2012-10-01, text: A}\n  - {from: 2013-01-01, text: B}\n"
    )
    assert [str(e.period) for e in rules.editions.texts] == [
        "2012-10-01 .. 2012-12-31",
        "2013-01-01 ..",
    ]
    assert rules.newest == date(2013, 1, 1)
    assert rules.on("2030-01-01").edition == rules.editions.texts[1]


@pytest.mark.parametrize(
    "game",
    [pytest.param(one, marks=[pytest.mark.long] if one == "mtg" else []) for one in game_names()],
)
def test_the_rulebook_that_comes_with_ludex_loads_and_grounds(game):
    rules = Rulebook.load(game)
    first, *_, last = (*rules.days_of_change, *rules.days_of_change)
    assert check_grounding(rules, days=(first, last), others=False) >= 1


@pytest.mark.long
def test_it_grounds_on_every_day():
    for game in game_names():
        assert check_grounding(Rulebook.load(game)) >= 1


def test_an_overlay_may_lie_in_no_file(load, tmp_path):
    load()
    text = overlay_text("%! house.1\n%! Always night.\nbegins(night).\n", "house rules")
    rules = Rulebook.load("tiny", tmp_path / "rules", [text])
    assert rules.label("house.1@overlay").source == "overlay house rules"
