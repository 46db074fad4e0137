"""Printed cards, where they are at hand: how many are read, and whether languages agree."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kb.cards.altered.compare import compare_languages
from kb.cards.ambiguity import count_readings
from kb.cards.commands import parse_json
from kb.cards.game import game
from kb.cards.measures import CHANGES, can_be_said, distinct_lines, mutate, restyled
from kb.cards.reading import read, read_line
from kb.errors import LudexError
from kb.library.formats import load_cards

GOALS = [("altered", 0.92), ("altered:fr", 0.88)]


def texts(file: Path, name: str) -> list[str]:
    return [text for card in load_cards(file) if (text := game(name).card_text(card))]


@pytest.mark.parametrize(("name", "goal"), GOALS)
def test_texts_are_read_whole_and_print_back(printed: Path, name: str, goal: float) -> None:
    readings = [read(text, game(name)) for text in texts(printed, name)[::4]]
    whole = [reading for reading in readings if reading.status == "whole"]
    assert len(whole) >= goal * len(readings)
    assert all(reading.same_words for reading in whole)


def test_languages_agree(printed: Path, tmp_path: Path) -> None:
    few = tmp_path / "some.jsonl"
    ids = sorted({str(card["id"]) for card in load_cards(printed)})[::5]
    lines = printed.read_text(encoding="utf-8").splitlines()
    few.write_text("\n".join(line for line in lines if any(f'"{i}"' in line for i in ids)))
    found = compare_languages(few)
    assert found.whole > 100
    assert found.equal >= 0.95 * found.whole, found.differences[:5]


@pytest.mark.long
@pytest.mark.parametrize("name", ["altered", "altered:fr"])
def test_lines_have_one_reading(printed: Path, name: str) -> None:
    checked = []
    for text in texts(printed, name)[::60]:
        for line in read(text, game(name)).lines:
            if line.whole and line.normal.tokens:
                checked.append(count_readings(line.normal, game(name)).readings)
    assert sum(count > 1 for count in checked) <= max(1, 0.03 * len(checked))


@pytest.mark.long
@pytest.mark.parametrize("name", ["altered", "altered:fr"])
def test_changed_facts_print_and_are_read_as_changed(printed: Path, name: str) -> None:
    spoken, rng = game(name), random.Random(11)
    tried, lost = 0, []
    for line in distinct_lines([read(text, spoken) for text in texts(printed, name)]):
        for change in CHANGES.values():
            changed = mutate(line.values[0], change, rng)
            if changed is None:
                continue
            changed = restyled(changed, spoken)
            if not can_be_said(changed, spoken):
                continue
            tried += 1
            text = spoken.voice.text(changed)
            if read_line(text, spoken).values != (changed,):
                lost.append(text)
    assert tried > 100
    assert len(lost) <= 0.01 * tried, lost


def test_no_production_conflicts() -> None:
    for name in ("altered", "altered:fr"):
        assert game(name).grammar.lalr.options.strict
        assert game(name).grammar.productions


def test_unknown_language_is_named() -> None:
    from kb.cards.game import in_language

    with pytest.raises(LudexError, match="no cards of 'altered' in language 'fe'; expected"):
        in_language("altered", "fe")
    assert parse_json(in_language("altered", "fr"), "Piochez une carte.")["status"] == "whole"
