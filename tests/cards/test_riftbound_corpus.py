"""Printed cards, where they are at hand: how many are read, how well, how fast."""

from __future__ import annotations

import random

import pytest

from kb.cards.ambiguity import count_readings
from kb.cards.facts import from_facts, to_facts
from kb.cards.game import Game
from kb.cards.measures import (
    CHANGES,
    accepted_when_spoilt,
    distinct_lines,
    mutate,
    used_productions,
)
from kb.cards.reading import Reading, read_line


def whole(readings: list[Reading]) -> list[Reading]:
    return [reading for reading in readings if reading.status == "whole"]


def test_texts_are_read_whole(riftbound_readings: list[Reading]) -> None:
    assert len(whole(riftbound_readings)) >= 0.97 * len(riftbound_readings)


def test_what_is_read_prints_back(riftbound_readings: list[Reading]) -> None:
    read_whole = whole(riftbound_readings)
    assert all(reading.same_words for reading in read_whole)
    assert sum(reading.exact for reading in read_whole) >= 0.98 * len(read_whole)


def test_few_productions_serve_a_single_card(
    riftbound: Game, riftbound_readings: list[Reading]
) -> None:
    grammar = riftbound.grammar
    combining = [alias for alias in grammar.productions if not grammar.single_terminal(alias)]
    used = used_productions(whole(riftbound_readings))
    single = [alias for alias in combining if len(used.get(alias, ())) == 1]
    assert len(single) <= 0.08 * len(combining), single


def test_spoilt_texts_are_refused(riftbound: Game, riftbound_readings: list[Reading]) -> None:
    tried, accepted = accepted_when_spoilt(whole(riftbound_readings), riftbound, seed=20)
    assert len(accepted) <= 0.02 * tried, accepted


@pytest.mark.long
def test_changed_facts_print_and_are_read_as_changed(
    riftbound: Game, riftbound_readings: list[Reading]
) -> None:
    rng = random.Random(11)
    tried, lost = 0, []
    for line in distinct_lines(riftbound_readings):
        for change in CHANGES.values():
            changed = mutate(line.values[0], change, rng)
            if changed is None:
                continue
            tried += 1
            printed = riftbound.voice.text(from_facts(to_facts(changed)))
            again = read_line(printed, riftbound)
            if not again.whole or again.values != (changed,):
                lost.append(printed)
    assert tried > 1000
    assert len(lost) <= 0.01 * tried, lost


@pytest.mark.long
def test_lines_have_one_reading(riftbound: Game, riftbound_readings: list[Reading]) -> None:
    lines = distinct_lines(riftbound_readings)
    sample = random.Random(7).sample(lines, 60)  # the oracle reads about ten lines a second
    double = [line.text for line in sample if count_readings(line.normal, riftbound).readings != 1]
    assert len(double) <= 0.03 * len(sample) + 1, double
