"""How fast printed cards are read, where they are at hand, and that time grows with the text."""

from __future__ import annotations

import time
from typing import Any

import pytest

from kb.cards.build import Builder
from kb.cards.game import MODULES, cache_folder, game
from kb.cards.grammar import Grammar, Make, Part
from kb.cards.reading import read
from kb.library.formats import load_cards
from tests.cards.conftest import SHARED

PROMISED = 1_000
"""Distinct texts a second on a core of its own."""

SHARE = 0.4
"""How much of it is asked for here, where others use the core and its caches."""


@pytest.mark.parametrize("name", MODULES)
def test_a_core_reads_a_thousand_cards_a_second(name: str) -> None:
    file = SHARED / name.partition(":")[0] / "cards.jsonl"
    if not file.exists():
        pytest.skip(f"no printed cards at {file}")
    grammar = game(name)
    found = (grammar.card_text(card) for card in load_cards(file))
    texts = [text for text in dict.fromkeys(found) if text and text.strip()][:400]
    read("Warm.", grammar)
    times = []
    for _ in range(3):
        begin = time.process_time()
        for text in texts:
            read(text, grammar)
        times.append(time.process_time() - begin)
    assert len(texts) / min(times) >= SHARE * PROMISED


def test_a_line_is_parsed_in_steps_that_grow_with_its_words() -> None:
    riftbound = game("riftbound")
    builder = Builder(riftbound.settle, riftbound.objection)
    made = 0

    def maker(alias: str, parts: tuple[Part, ...]) -> Make:
        make = builder.maker(alias, parts)

        def counted(children: list[Any]) -> Any:
            nonlocal made
            made += 1
            return make(children)

        return counted

    grammar = Grammar(riftbound.folder, cache_folder(), maker)
    steps = []
    for times in (20, 200):
        made = 0
        grammar.read(riftbound.tokeniser("Stun a unit at a battlefield. " * times))
        steps.append(made)
    assert steps[0] > 20 * 10
    assert steps[1] <= 10 * steps[0]
