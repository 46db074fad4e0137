"""Rules changed by words: repealed, moved in time, another number, a condition more or less."""

from __future__ import annotations

from datetime import date

import pytest

from kb.errors import LudexError
from kb.rulebook import Rulebook
from kb.rulebook.phrases import Phrases

RULES = """\
%: predicate tapped(object)      {1} is tapped
%: predicate big(object)         {1} is big
%: predicate worth(object, number)  {1} is worth {2}
%: predicate due(object)         {1} is to go
%: predicate shines(object, word)  {1} shines {2}
%: event glow(object)            {1} glows
%: fluent marked(object)         {1} is marked

%! define words
%! What things are.
tapped(O) :- given(tapped(O)).
big(O)    :- thing(O), given(marked(O)).
worth(O,3) :- big(O).
shines(O,bright) :- big(O).

%! 2.1  [2012-10-01 .. 2013-07-12]
%! source: the book
%! Big things that are tapped go.
due(O) :- big(O), tapped(O).
begins(night) :- due(O), worth(O,3).

%! 1.9  [2012-10-01 .. ]
%! source: the book
%! What shines brings the night.
begins(night) :- due(O), shines(O,bright).

%! 2.1  [2013-07-13 .. ]
%! source: the book
%! renumbered: 2.1 (2018-07-13: 3.1)
%! Big things go.
due(O) :- big(O), O != 3.
"""


def changed(rules: Rulebook, day: str = "2013-01-30") -> list[str]:
    return [s.text for s in rules.on(day).statements if s.label.numbers[:1] == ("2.1",)]


def test_a_condition_is_dropped(load) -> None:
    rules = load(RULES, "%! amends 2.1\n%! Tapped or not.\n%! drop: O is tapped\n")
    assert changed(rules) == ["due(O) :- big(O).", "begins(night) :- due(O), worth(O,3)."]
    assert changed(rules, "2014-01-01") == ["due(O) :- big(O), O != 3."]
    label = rules.label("2.1@overlay.2012-10-01")
    assert (label.sentence, label.source, label.line) == (
        "Tapped or not.", "overlay house1.lp", 1,
    )  # fmt: skip


def test_a_conclusion_is_dropped_with_what_it_needs(load) -> None:
    rules = load(RULES, "%! amends 2.1\n%! No night.\n%! drop: from then on it is night\n")
    assert changed(rules) == ["due(O) :- big(O), tapped(O)."]


def test_a_condition_that_is_no_atom_is_dropped_as_it_is_written(load) -> None:
    rules = load(RULES, "%! amends 2.1\n%! All of them.\n%! drop: O != 3\n")
    assert changed(rules, "2014-01-01") == ["due(O) :- big(O)."]
    assert rules.on("2019-01-01").find("3.1")[0].overlay


@pytest.mark.parametrize(
    ("words", "program"),
    [
        ("O is marked", "given(marked(O))"),
        ("not: O is marked", "not given(marked(O))"),
        ("O is worth 2", "worth(O,2)"),
        ("O is worth anything", "worth(O,_)"),
        ("O > 2", "O > 2"),
    ],
)
def test_a_condition_is_added(words: str, program: str, load) -> None:
    overlay = f"%! amends 2.1\n%! Some.\n%! add: {words}\n%! where: O is big\n"
    assert changed(load(RULES, overlay)) == [
        f"due(O) :- big(O); tapped(O); {program}.",
        "begins(night) :- due(O), worth(O,3).",
    ]


def test_conditions_may_share_a_variable_of_which_the_rule_does_not_speak(load) -> None:
    several = "%! add: O is worth N\n%! add: N > 1\n"
    overlay = f"%! amends 2.1 [2014-01-01 .. ]\n%! Only what is worth much.\n{several}"
    assert changed(load(RULES, overlay), "2014-01-01") == [
        "due(O) :- big(O); O != 3; worth(O,N); N > 1."
    ]


def test_a_number_is_changed_where_that_is_said(load) -> None:
    rules = load(RULES, "%! amends 2.1 [2013-01-01 .. 2013-07-12]\n%! Two.\n%! change: 3 to 2\n")
    assert changed(rules)[1] == "begins(night) :- due(O); worth(O,2)."
    assert changed(rules, "2012-12-31")[1] == "begins(night) :- due(O), worth(O,3)."
    later = "%! amends 2.1\n%! Two.\n%! change: 3 to 2\n%! where: O is worth 3\n"
    assert changed(load(RULES, later), "2014-01-01") == ["due(O) :- big(O), O != 3."]


@pytest.mark.parametrize(
    ("change", "program"),
    [
        ("half bright to bright", "shines(O,bright)"),
        ("Half Bright to quite dark", "shines(O,quite_dark)"),
        ("half bright to close to dark", "shines(O,close_to_dark)"),
    ],
)
def test_a_word_of_several_parts_is_changed(change: str, program: str, load) -> None:
    rules = RULES.replace("due(O), shines(O,bright)", "due(O), shines(O,half_bright)")
    found = load(rules, f"%! amends 1.9\n%! It.\n%! change: {change}\n")
    assert [s.text for s in found.on().statements if s.label.overlay] == [
        f"begins(night) :- due(O); {program}."
    ]


def test_a_changed_rule_keeps_the_numbers_that_later_texts_give_it(load) -> None:
    two = RULES.replace("[2013-07-13 .. ]", ", 2.3 [2013-07-13 .. ]").replace("2.1 ,", "2.1,")
    two = two.replace(
        "(2018-07-13: 3.1)",
        "(2018-07-13: 3.1)\n%! renumbered: 2.3 (2015-01-23: 2.4; 2026-02-27: 2.5)",
    )
    rules = load(two, "%! amends 2.1 [2016-01-01 .. ]\n%! All go.\n%! drop: O != 3\n")
    (label,) = (one for one in rules.headers if one.overlay)
    assert label.numbers_on(label.start) == ("2.1", "2.4")
    assert label.numbers_on(date(2026, 2, 27)) == ("3.1", "2.5")


def test_a_rule_is_moved_in_time(load) -> None:
    overlay = "%! redates 2.1@2012-10-01 [2012-10-01 .. 2013-07-01]\n%! Two weeks less.\n"
    rules = load(RULES, overlay)
    assert len(changed(rules, "2013-07-01")) == 2
    assert changed(rules, "2013-07-02") == []


def test_a_game_may_be_named(load) -> None:
    assert changed(load(RULES, "%! game: tiny\n\n%! repeals 2.1\n%! Gone.\n")) == []


REFUSED = {
    "%! amends 2.1\n%! It.\n%! add: O shines brigt": (
        "3: no rule speaks of 'brigt'; did you mean 'bright'?"
    ),
    "%! repels 2.1\n%! Gone.": "1: unknown directive 'repels' in a header; did you mean 'repeals'?",
    "%! game: toy\n": "1: these rules are for 'toy', not for 'tiny'",
    "%! amends 2.1\n%! It.\n%! dorp: O is big": (
        "3: unknown key 'dorp' in a header; did you mean 'drop'?"
    ),
    "%! amends 2.1\n%! It.\n%! drop: O is bgi": (
        "3: 2.1 has no condition 'O is bgi'; did you mean 'O is big'?"
    ),
    "%! amends 2.1\n%! It.": "1: 'amends' changes nothing; expected 'drop:', 'add:' or 'change:'",
    "%! amends 2.1\n%! It.\n%! drop:": "3: 'drop:' says nothing",
    "%! amends 2.1\n%! drop: O is big": (
        "1: a header without a sentence; expected the rule in our own words"
    ),
    "%! amends 2.2\n%! It.\n%! drop: O is big": (
        "1: 'amends' a rule '2.2' that the rulebook does not state; did you mean '2.1'?"
    ),
    "%! amends 2.1 [.. 2012-01-01]\n%! It.\n%! drop: O is big": (
        "1: a period without a beginning; expected a date or 'unknown'"
    ),
    "%! amends 2.1 [unknown .. 2012-01-01]\n%! It.\n%! drop: O is big": (
        "1: no rule '2.1' is in force in [unknown .. 2012-01-01]"
    ),
    "%! amends 2.1\n%! It.\n%! change: 3": (
        "3: '3' after 'change:'; expected two numbers or words, such as '3 to 2'"
    ),
    "%! amends 1.9\n%! It.\n%! change: quite bright to bright": (
        "3: nothing in 1.9 to change: 'quite bright to bright'"
    ),
    "%! amends 1.9\n%! It.\n%! change: bright to brigth": (
        "3: no rule speaks of 'brigth'; did you mean 'bright'?"
    ),
    "%! amends 2.1\n%! It.\n%! change: 4 to 2": "3: nothing in 2.1 to change: '4 to 2'",
    "%! amends 2.1\n%! It.\n%! change: 3 to 2\n%! where: O is bog": (
        "3: no part of 2.1 is 'O is bog'; did you mean 'O is big'?"
    ),
    "%! amends 2.1\n%! It.\n%! where: O is big": "3: 'where:' stands below what it is about",
    "%! amends 1.9\n%! It.\n%! add: O shines glow": (
        "3: no rule says that anything is 'glow' in this way; expected one such as bright"
    ),
    "%! amends 2.1\n%! It.\n%! add: O is worth N": (
        "3: 'O is worth N' is no condition of 2.1: it speaks of no N; expected O or 'anything'"
    ),
    "%! amends 2.1\n%! It.\n%! add: O will shine brightly": (
        "3: 'O will shine brightly' is no condition of 2.1; rules say 'O shines bright'"
    ),
    "%! amends 2.1\n%! It.\n%! add: @f(O)": "3: '@f(O)' is no condition of 2.1",
    "%! amends 2.1\n%! It.\n%! add: big(O). #script": (
        "3: 'big(O). #script' is no condition of 2.1"
    ),
    "%! amends 2.1\n%! It.\n%! drop: O is big\nbegins(night).": (
        "4: a statement below 'amends', which changes a rule by words; expected 'replaces'"
    ),
    "%! redates 2.1 [2013-01-01 .. ]\n%! It.": (
        "1: '2.1' has several wordings; expected one of 2.1@2012-10-01, 2.1@2013-07-13"
    ),
    "%! 2.2\n%! It.\n%! drop: O is big\nbegins(night).": (
        "3: unknown key 'drop' in a header; it stands below 'amends NUMBER'"
    ),
    "%! house\n%! It.\nbegins(tapped(O)) :- not big(O).": (
        "3: nothing in the body says what 'O' is (unsafe variable)"
    ),
}


@pytest.mark.parametrize("overlay", REFUSED)
def test_what_makes_no_sense(overlay: str, load) -> None:
    with pytest.raises(LudexError) as error:
        load(RULES, overlay)
    assert str(error.value) == f"house1.lp:{REFUSED[overlay]}"


def test_one_rule_is_changed_in_one_place(load) -> None:
    twice = "%! amends 2.1\n%! It.\n%! drop: O is big\n\n" * 2
    with pytest.raises(LudexError, match=r"2\.1@2012-10-01 is changed a second time"):
        load(RULES, twice)


@pytest.mark.parametrize(
    "game", [pytest.param("mtg", marks=pytest.mark.long), "fftcg", "altered", "riftbound"]
)
def test_most_conditions_are_understood_as_they_are_said(game: str) -> None:
    rules = Rulebook.load(game)
    phrases = Phrases(rules.vocabulary)
    said: dict[str, str] = {}
    for statement in rules.statements[:: 1 + len(rules.statements) // 2000]:  # some of each file
        if statement.switchable:
            for part in statement.ast.body:
                said.setdefault(phrases.said(part), str(part))
    simple = {words: text for words, text in said.items() if words != text and "(" not in words}
    variables = {chr(letter) for letter in range(ord("A"), ord("Z") + 1)}
    read = [text in phrases.conditions(words, variables) for words, text in simple.items()]
    assert sum(read) >= 0.6 * len(read)


def test_a_word_that_no_rule_knows_so_is_told_with_what_rules_say_of_it(load) -> None:
    phrases = Phrases(load(RULES).vocabulary)
    assert phrases.with_words_of("O is a big") == " Rules say 'X is big'."
    assert phrases.with_words_of("O is a giant") == ""


def test_nothing_left_of_a_rule_is_a_repeal(load) -> None:
    with pytest.raises(LudexError, match="nothing is left of") as caught:
        load(RULES, "\n%! amends 1.9\n%! No night.\n%! drop: from then on it is night\n")
    assert caught.value.line == 4


def test_what_becomes_wrong_is_told_with_the_line_of_the_change(load) -> None:
    text = "\n\n%! amends 1.9\n%! Always.\n%! change: bright to bright\n%! drop: O is to go\n"
    text += "%! drop: O shines bright\n%! add: O is worth 3\n%! add: not: O = P\n"
    with pytest.raises(LudexError) as caught:
        load(RULES, text)
    assert caught.value.line in range(3, 10)
    unsafe = "\n\n\n%! amends 2.1\n%! Always.\n%! drop: O is big\n%! drop: O is tapped\n"
    with pytest.raises(LudexError, match="unsafe") as caught:
        load(RULES, f"{unsafe}\n%! house.1\n%! Nothing.\nbegins(night) :- given(night).\n")
    assert (caught.value.line, caught.value.column) == (4, None)


def test_what_words_of_texts_are_true_of_is_looked_for_by_a_rule_that_asks(load) -> None:
    words = """
%: input player(player)              {1} plays
%: predicate used(seeker, player)     (the words {1} matter to {2})
%: feature mighty                    mighty
%: predicate feature(term, player, feature)  {1} is {3}

%! 5.1  [unknown .. ]
%! source: the book
%! What is marked is mighty.
feature(O,P,mighty) :- used(_,P), given(marked(O)).
used(words,P) :- player(P), big(_).
"""
    rules = load(RULES + words, "%! amends 2.1\n%! The mighty.\n%! add: O is mighty\n")
    *_, asked = changed(rules)
    assert asked == "used(changed,X0) :- player(X0)."
