"""Tokens, normal strings and bounds."""

from __future__ import annotations

import pytest

from kb.cards.game import Game
from kb.cards.reading import read, read_line
from kb.cards.text import check_bounds, set_aside, words
from kb.errors import LudexError
from tests.work import calls


def test_spans_lead_back_to_the_printed_text(riftbound: Game) -> None:
    text = "Deal 3 to  an enemy unit."
    normal = read_line(text, riftbound).normal
    assert [text[token.start : token.end] for token in normal.tokens] == [
        *("Deal", "3", "to", "an", "enemy", "unit", "."),
    ]
    tail = normal.part(3, 7)
    assert (tail.string, tail.spans[0]) == ("a enemy unit . ", (11, 13))


def test_old_and_new_symbols_are_one_word(riftbound: Game) -> None:
    old = read_line("[T]: Give a unit +1 [S] this turn.", riftbound)
    new = read_line("[E]: Give a unit +1 [M] this turn.", riftbound)
    assert words(old.normal) == words(new.normal)
    assert old.values == new.values


def test_round_brackets_are_set_aside_without_moving_anything() -> None:
    kept, spans = set_aside("Stun a unit. (It (really) rests.) Draw 1.")
    assert kept == "Stun a unit." + " " * 22 + "Draw 1."
    assert spans == ((13, 33),)


def test_names_are_words_outside_the_vocabulary(riftbound: Game) -> None:
    normal = read_line("Play two Clay Golem unit tokens to your base.", riftbound).normal
    assert "~Clay_Golem" in words(normal)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x" * 100_000, "card text of 100000 characters; at most 20000 are read"),
        ("(" * 10_000, "brackets nested 10000 deep in card text; at most 50"),
        ("Draw\x001.", "control character U+0000 in card text"),
        ("Draw \udcff.", "broken character U+DCFF in card text"),
    ],
)
def test_what_no_card_could_carry_is_refused_at_once(text: str, message: str) -> None:
    with pytest.raises(LudexError) as caught:
        check_bounds(text)
    assert str(caught.value) == message


def test_reading_takes_work_in_proportion_to_the_text(riftbound: Game) -> None:
    def work(times: int) -> int:
        text = "Stun a unit at a battlefield. " * times
        assert read(text, riftbound).status == "whole"
        return calls(lambda: read(text, riftbound))

    assert work(400) < 6 * work(80)
