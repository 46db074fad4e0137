"""Printed cards, where they are at hand: how many are read, how well."""

from __future__ import annotations

import random

import pytest

from kb.cards import measures
from kb.cards.ambiguity import count_readings
from kb.cards.game import Game
from kb.cards.measures import CHANGES, accepted_when_spoilt, distinct_lines, mutate
from kb.cards.reading import Reading, read_line


def whole(readings: list[Reading]) -> list[Reading]:
    return [reading for reading in readings if reading.status == "whole"]


@pytest.mark.long
def test_texts_are_read_whole_and_print_back(fftcg_readings: list[Reading]) -> None:
    read_whole = whole(fftcg_readings)
    assert len(read_whole) >= 0.92 * len(fftcg_readings)
    assert all(reading.same_words for reading in read_whole)
    assert sum(reading.exact for reading in read_whole) >= 0.98 * len(read_whole)


@pytest.mark.long
def test_keyword_lines_are_all_read(fftcg_readings: list[Reading]) -> None:
    words = ("Warp ", "Priming ", "Limit Break ", "Haste", "Brave", "First Strike", "Back Attack")
    lines = [
        line
        for reading in fftcg_readings
        for line in reading.lines
        if line.text.startswith(words) and not line.text.endswith(".")
    ]
    assert lines
    assert [line.text for line in lines if not line.whole] == []


def test_spoilt_texts_are_refused(fftcg: Game, fftcg_readings: list[Reading]) -> None:
    tried, accepted = accepted_when_spoilt(whole(fftcg_readings[::6]), fftcg, seed=20)
    assert len(accepted) <= 0.025 * tried, accepted


@pytest.mark.long
def test_changed_facts_print_and_are_read_as_changed(
    fftcg: Game, fftcg_readings: list[Reading], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measures, "NOUNS", ("forward", "backup", "monster", "character"))
    monkeypatch.setattr(measures, "SUBJECTS", ("it", "you", "they"))
    monkeypatch.setattr(measures, "OBJECTS", ("it", "them", "you"))
    rng = random.Random(11)
    tried, lost = 0, []
    for line in distinct_lines(fftcg_readings[::9]):
        for change in CHANGES.values():
            changed = mutate(line.values[0], change, rng)
            if changed is None:
                continue
            tried += 1
            text = fftcg.voice.render(list(fftcg.voice.say(changed)))
            if read_line(text, fftcg).values != (changed,):
                lost.append(text)
    assert len(lost) <= 0.01 * tried, lost


@pytest.mark.long
def test_lines_have_one_reading(fftcg: Game, fftcg_readings: list[Reading]) -> None:
    lines = distinct_lines(fftcg_readings[::9])
    sample = random.Random(3).sample(lines, min(30, len(lines)))
    double = [line.text for line in sample if count_readings(line.normal, fftcg).readings != 1]
    assert len(double) <= 0.03 * len(sample), double
