"""A user's rules on top of a rulebook, and what they may not do."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb import cache
from kb.errors import LudexError
from kb.rulebook import Rulebook, loader, overlay_text, reading
from kb.rulebook.rulebook import loaded
from tests.rulebook.grounding import check_grounding

RULES = """\
%! 2.1 (2018-07-13: 3.1)  [2012-10-01 .. ]
%! source: the book
%! Night falls when a thing is taken.
begins(night) :- takes(_).

%! 2.2, 2.3  [2012-10-01 .. ]
%! source: the book
%! renumbered: 2.2 (2018-07-13: 2.1)
%! Night stays.
begins(night) :- given(night).
"""
OURS = "%! A house rule.\nbegins(night).\n"


def texts(rules: Rulebook, day: str = "2013-01-30") -> list[str]:
    return [s.text for s in rules.on(day).statements if s.label.file.startswith(("rules/t", "h"))]


TAPS = "begins(tapped(O)) :- takes(O), not given(tapped(O))."
FALLS = "begins(night) :- takes(_)."
STAYS = "begins(night) :- given(night)."
ALWAYS = "begins(night)."


def test_a_rule_is_added(load):
    rules = load(RULES, f"%! house.1\n{OURS}")
    assert texts(rules) == [TAPS, FALLS, STAYS, ALWAYS]
    label = rules.label("house.1@overlay")
    assert (label.source, label.start, label.overlay) == ("overlay house1.lp", None, True)
    assert check_grounding(rules) == 1


def test_a_rule_is_replaced(load):
    rules = load(RULES, f"%! replaces 2.1\n{OURS}")
    assert texts(rules) == [TAPS, STAYS, ALWAYS]
    assert rules.label("2.1@overlay").replaces == ("2.1",)
    assert [label.id for label in rules.on("2013-01-30").find("2.1")] == ["2.1@overlay"]


def test_a_rule_is_replaced_from_a_day_on(load):
    rules = load(RULES, f"%! replaces 2.1 [2013-07-13 .. ]\n%! source: ours\n{OURS}")
    assert texts(rules, "2013-07-12") == [TAPS, FALLS, STAYS]
    assert texts(rules, "2013-07-13") == [TAPS, STAYS, ALWAYS]
    assert rules.label("2.1@overlay.2013-07-13").source == "ours"
    assert rules.days_of_change[:2] == (date(2012, 10, 1), date(2013, 7, 13))


def test_a_rule_is_repealed_with_all_its_numbers(load):
    rules = load(RULES, "%! repeals 2.3\n%! Night need not stay.\n")
    assert texts(rules) == [TAPS, FALLS]


def test_several_rules_are_repealed(load):
    rules = load(RULES, "%! repeals 2.1, 1.1\n%! Nothing happens any more.\n")
    assert texts(rules) == [STAYS]


def test_a_number_means_the_rule_that_the_text_of_the_day_calls_so(load):
    rules = load(RULES, "%! repeals 2.1\n%! Repealed.\n")
    assert texts(rules, "2013-01-30") == [TAPS, STAYS]
    assert texts(rules, "2018-07-13") == [TAPS, FALLS]


def test_a_number_of_another_text_is_understood(load):
    rules = load(RULES, "%! repeals 3.1\n%! Repealed.\n")
    assert texts(rules, "2013-01-30") == [TAPS, STAYS]


def test_an_overlay_has_words_of_its_own(load):
    rules = load(RULES, f"%: fluent day  it is day\n\n%! house.1\n{OURS}begins(day).\n")
    assert texts(rules)[-1] == "begins(day)."


def test_two_overlays(load):
    rules = load(RULES, f"%! replaces 2.1\n{OURS}", "%! repeals 2.2\n%! Repealed.\n")
    assert texts(rules) == [TAPS, ALWAYS]
    assert rules.files[-2:] == ("house1.lp", "house2.lp")


REFUSED = {
    "an unknown rule": (
        f"%! replaces 2.11\n{OURS}",
        "1: 'replaces' a rule '2.11' that the rulebook does not state; did you mean '2.1'?",
    ),
    "a rule that is stated": (
        f"%! 2.1\n{OURS}",
        "1: rule '2.1' is already stated; an overlay begins such a header with 'replaces'; "
        "the first is at rules/tiny/2.lp:1",
    ),
    "a repeal with statements": (
        f"%! repeals 2.1\n{OURS}",
        "3: a statement below 'repeals'; expected 'replaces'",
    ),
    "a replacement without statements": (
        "%! replaces 2.1\n%! A house rule.\n",
        "1: a header without statements; they follow directly below it",
    ),
    "replaced and repealed": (
        f"%! replaces 2.1\n{OURS}\n%! repeals 2.1\n%! No.\n",
        "5: rule '2.1' is stated twice for the same days, as [unknown ..] and as [unknown ..]; "
        "the first is at house1.lp:1",
    ),
    "a choice": (
        "%! define house\n%! A house rule.\n{ begins(night) }.\n",
        "3:1: a choice outside core; only core chooses",
    ),
    "a script": (
        f"%! house.1\n{OURS}#script (lua) os.execute() #end.\n",
        "4:1: #script is not allowed: rules run no scripts",
    ),
    "binary": ("%! house.1\n%! A\x07rule.\nbegins(night).\n", "2:5: '\\x07' is not text"),
    "nothing but a statement": (
        "begins(night).",
        "1:1: a statement without a header; expected '%! NUMBER [PERIOD]' or '%! define NAME' "
        "directly above its block",
    ),
}


@pytest.mark.parametrize(("text", "expected"), REFUSED.values(), ids=REFUSED.keys())
def test_an_overlay_is_refused(load, text, expected):
    with pytest.raises(LudexError) as error:
        load(RULES, text)
    assert str(error.value) == f"house1.lp:{expected}"


def test_two_overlays_may_not_state_the_same_rule(load):
    with pytest.raises(LudexError) as error:
        load(RULES, f"%! replaces 2.1\n{OURS}", f"%! replaces 2.1\n{OURS}")
    assert str(error.value) == (
        "house2.lp:1: rule '2.1' is stated in two files; the first is at house1.lp:1"
    )


def test_an_overlay_that_is_not_there_is_refused(load, tmp_path):
    load()
    with pytest.raises(LudexError, match=r"^no\.lp: cannot read the file: No such file"):
        Rulebook.load("tiny", tmp_path / "rules", ["no.lp"])
    with pytest.raises(LudexError, match=r"^rules: cannot read the file: Is a directory"):
        Rulebook.load("tiny", tmp_path / "rules", ["rules"])


PIECES = st.sampled_from(
    [
        "begins(night)",
        "takes(_)",
        " :- ",
        ".",
        ",",
        "%! house.1\n",
        "%! A sentence.\n",
        "\n",
        "%*",
        "*%",
        '"',
        "\\",
        "#script(lua)",
        "#end",
        "#show",
        "@f",
        "(",
        ")",
        "{",
        "}",
        ";",
        "~",
        "-",
        "1",
        "X",
        "%: fluent day  day\n",
        "%: ",
        "%! replaces 2.1\n",
        "%! repeals ",
        "[2012-10-01 .. ]",
        "é",
        "\x00",
        "not ",
        "&",
        "#sum",
        "..",
        "**",
        ":",
        "$",
        "^",
        "?",
        "\r",
        "\t",
        "#true",
        "#const n",
    ]
)


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=25).map("".join)))
def test_whatever_an_overlay_holds_ends_in_one_line(load, tmp_path, text):
    load(RULES)
    told = ""
    try:
        ours = overlay_text("%! house.1\n%! Ours.\n" + text, "ours")
        check_grounding(Rulebook.load("tiny", tmp_path / "rules", [ours]))
    except LudexError as error:
        told = str(error)
    assert not told or (told.startswith("ours") and told.isprintable())


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"%! house.1\n{OURS.replace('night', 'over')}", id="a-rule"),
        pytest.param(f"%: fluent howled  it howls\n%! house.1\n{OURS}", id="a-word"),
        pytest.param("%: instruction howl(reference)  {1} howls\n", id="an-instruction"),
        pytest.param("%: predicate howl(object)  {1} howls\n", id="a-predicate"),
    ],
)
def test_what_an_overlay_leaves_as_it_was_is_not_read_again(text, monkeypatch):
    """What is taken over from the rules without it is what reading all of it anew gives."""
    text = text.replace("night", "howled").replace("over", 'gap("howl")')

    def read() -> list[tuple[object, ...]]:
        rules = Rulebook.load("fftcg", overlays=[overlay_text(text)])
        said = [(s.text, s.label, s.file, s.line, s.heads, s.bodies) for s in rules.statements]
        return [*said, *rules.headers, *rules.vocabulary.entries, *rules.gaps.gaps]

    again: list[str] = []

    def read_statements(layout, *given):
        again.append(layout.source.name)
        return loader.read_statements(layout, *given)

    monkeypatch.setattr(cache.Entry, "load", lambda _: None)
    monkeypatch.setattr(reading, "read_statements", read_statements)
    loaded("fftcg")
    again.clear()
    mixed = read()
    files = len(again)
    monkeypatch.setattr(reading, "_kept", lambda *_: {})
    assert mixed == read()
    assert files < len(again) - files


def test_an_overlay_reads_no_hall_that_its_game_does_not_take():
    """Riftbound has a file called as a hall is that it does not take."""
    text = "%: predicate howls  it howls\n\n%! house.1\n%! It howls.\nhowls.\n"
    plain = Rulebook.load("riftbound")
    onto = Rulebook.load("riftbound", overlays=[overlay_text(text, "house.lp")])
    assert set(onto.files) == {*plain.files, "house.lp"}
