"""Blocks under a reading of a gap: which are in force together, and what is refused."""

from __future__ import annotations

import pytest

from kb.errors import LudexError
from tests.rulebook.grounding import check_grounding

from .conftest import Load

GAPS = """\
gaps:
  N-01:
    question: Does it stay tapped?
    readings: {stays: it does, wakes: it does not}
  N-02:
    question: Is it night?
    readings: {day: it is not, night: it is}
"""

TWO = """\
%! 2.1  [2012-10-01 .. ]
%! source: the book
%! reading: N-01 stays
%! What is tapped stays so.
begins(tapped(O)) :- given(tapped(O)).

%! 2.2  [2012-10-01 .. ]
%! source: the book
%! reading: N-02 night
%! It is night.
begins(night) :- given(_).
"""

OTHER = """\
%! 2.1  [unknown .. ]
%! source: the leaflet
%! reading: N-01 wakes
%! What is tapped is so for a night only.
begins(night) :- given(tapped(_)).
"""


def test_blocks_of_one_number_under_two_readings_are_no_clash(load: Load) -> None:
    book = load({"tiny/2.lp": TWO, "tiny/3.lp": OTHER}, editions=GAPS)
    assert "2.1@2012-10-01 N-01=stays" in book.on().labels
    other = book.on(None, {"N-01": "wakes"})
    assert [i for i in other.labels if i.startswith("2.")] == ["2.1@unknown N-01=wakes"]
    both = book.on(None, {"N-02": "night"})
    assert [i for i in both.labels if i.startswith("2.")] == [
        "2.1@2012-10-01 N-01=stays",
        "2.2@2012-10-01 N-02=night",
    ]


def test_days_and_readings_with_the_same_rules_share_them(load: Load) -> None:
    book = load(TWO, editions=GAPS)
    assert book.on() is book.on(None, {"N-01": "stays"})
    assert book.on().statements is not book.on(None, {"N-01": "wakes"}).statements


def test_every_reading_is_grounded(load: Load) -> None:
    book = load(TWO, editions=GAPS)
    assert check_grounding(book) == 3


def test_what_was_picked_stays_so_under_other_readings(load: Load) -> None:
    view = load(TWO + OTHER, editions=GAPS).on("2013-01-30", {"N-01": "stays", "N-02": "night"})
    less = view.picked(one for one in view.statements if one.label.numbers != ("2.2",))
    other = less.under({"N-01": "wakes", "N-02": "night"})
    both = (less, other)
    said = [[one.text for one in v.statements if one.label.id[0] == "2"] for v in both]
    assert said == [
        ["begins(tapped(O)) :- given(tapped(O))."],
        ["begins(night) :- given(tapped(_))."],
    ]
    assert other.numbers not in (None, less.numbers)
    assert less.under(dict(less.readings)).numbers == less.numbers


@pytest.mark.parametrize(
    ("text", "gaps", "message"),
    [
        (
            TWO.replace("N-01 stays", "N-1 stays"),
            GAPS,
            "2.lp:1: unknown gap 'N-1'; did you mean 'N-01'?",
        ),
        (
            TWO.replace("N-01 stays", "N-01 stay"),
            GAPS,
            "2.lp:1: unknown reading 'stay' of N-01; did you mean 'stays'?",
        ),
        (
            TWO.replace("N-01 stays", "N-01"),
            GAPS,
            "2.lp:3: 'N-01' after 'reading:'; expected a gap and one of its readings, such as "
            "N-FF-06 book",
        ),
        (
            TWO.replace("N-01 stays", "N-01 stays\n%! reading: N-01 wakes"),
            GAPS,
            "2.lp:4: a block under two readings of N-01 is never in force",
        ),
        (
            TWO.replace("%! reading: N-02 night\n", ""),
            GAPS,
            "game.yaml:5: no block is in force under any reading of 'N-02'; expected "
            "'%! reading: N-02 day' in a header",
        ),
        (TWO, "", "2.lp:1: unknown gap 'N-01'; the game has none"),
        (
            TWO,
            GAPS.replace("question: Is", "query: Is"),
            "game.yaml:6: unknown key 'query' in a gap; expected 'question', 'readings' or "
            "'supposed'",
        ),
        (
            TWO,
            GAPS.replace("night: it is}", "night: it is}\n    supposed: {day: it shines}"),
            "game.yaml:8: 'supposed' of N-02 does not name its readings, 'day' and 'night'",
        ),
        (
            TWO,
            GAPS.replace("{day: it is not, night: it is}", "{night: it is}"),
            "game.yaml:7: the gap 'N-02' has fewer than two readings",
        ),
        (TWO, GAPS.replace("N-02:", "N-01:"), "game.yaml:5: the gap 'N-01' is given twice"),
        (TWO, "gaps: []", "game.yaml:1: 'gaps' is no mapping, or empty"),
    ],
)
def test_what_makes_no_sense_is_refused(load: Load, text: str, gaps: str, message: str) -> None:
    with pytest.raises(LudexError) as refused:
        load(text, editions=gaps)
    assert str(refused.value) == f"rules/tiny/{message}"
