"""How much work it is to read printed cards, where they are at hand, and how it grows."""

from __future__ import annotations

from typing import Any

import pytest

from kb.cards.build import Builder
from kb.cards.game import MODULES, game
from kb.cards.grammar import Grammar, Make, Part
from kb.cards.reading import read
from kb.library.formats import load_cards
from tests.cards.conftest import SHARED
from tests.work import calls

CALLS = 4_000
"""How many calls a text may take on average; a core does a thousand such texts in a second."""


@pytest.mark.long
@pytest.mark.parametrize("name", MODULES)
def test_a_text_is_read_with_little_work(name: str) -> None:
    file = SHARED / name.partition(":")[0] / "cards.jsonl"
    if not file.exists():
        pytest.skip(f"no printed cards at {file}")
    grammar = game(name)
    found = (grammar.card_text(card) for card in load_cards(file))
    texts = [text for text in dict.fromkeys(found) if text and text.strip()][:400]
    read("Warm.", grammar)
    assert calls(lambda: [read(text, grammar) for text in texts]) <= CALLS * len(texts)


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

    grammar = Grammar(riftbound.folder, maker)
    steps = []
    for times in (20, 200):
        made = 0
        grammar.read(riftbound.tokeniser("Stun a unit at a battlefield. " * times))
        steps.append(made)
    assert steps[0] > 20 * 10
    assert steps[1] <= 10 * steps[0]
