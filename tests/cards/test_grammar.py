"""The grammar itself: no conflicts, every production named, every part said."""

from __future__ import annotations

from pathlib import Path

import pytest
from lark.exceptions import GrammarError

from kb.cards.game import MODULES, Game, game
from kb.cards.grammar import Grammar, kind_and_style
from kb.errors import LudexError

LEXICON = """//! noun: a noun
NOUN: "unit " | "units "
//! verb: a verb
V: "kill " | "kills "
"""


def grammar(folder: Path, rules: str, lexicon: str = LEXICON) -> Grammar:
    (folder / "lexicon.lark").write_text(lexicon, encoding="utf-8")
    (folder / "grammar.lark").write_text(rules, encoding="utf-8")
    return Grammar(folder)


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=pytest.mark.long) if one != "riftbound" else one for one in MODULES],
)
def test_no_grammar_has_a_conflict_in_strict_mode(name: str) -> None:
    strict = Grammar(game(name).folder).strict  # Lark's own lexer checks the terminals as well
    assert strict.options.strict
    assert len(strict.rules) == len(game(name).grammar.lalr.rules)


def test_every_word_class_of_riftbound_is_known(riftbound: Game) -> None:
    for entry in riftbound.grammar.entries.values():
        if entry.word_class in {"noun", "verb"}:
            assert len(entry.forms) % 2 == 0, entry.name
        if entry.word_class == "be":
            assert len(entry.forms) == 3, entry.name


def test_an_alias_is_a_frame_and_a_style() -> None:
    assert kind_and_style("deal__to_each") == ("deal", "to_each")
    assert kind_and_style("deal") == ("deal", "")


def test_a_conflict_is_an_error(tmp_path: Path) -> None:
    rules = "line: a | b\na: NOUN -> a\nb: NOUN -> b\n"
    with pytest.raises(GrammarError):
        grammar(tmp_path, rules).lalr  # noqa: B018


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("line: V NOUN -> act\n", "production 'act' has 2 parts and names 0 of them"),
        ('line: "a " V "b " NOUN\n', "a production of 'line' has no name (-> name)"),
        (
            "line: V -> act\n//: act(verb)\n//: rest(verb)\n",
            "parts are named for 'rest', which no production is called",
        ),
        ("line: V -> act | NOUN V -> act\n//: act(verb)\n", "production 'act' has 2 parts"),
    ],
)
def test_a_production_without_its_parts_is_named(tmp_path: Path, rules: str, message: str) -> None:
    with pytest.raises(LudexError) as caught:
        grammar(tmp_path, rules).productions  # noqa: B018
    assert message in str(caught.value)


def test_a_terminal_that_stands_twice_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(LudexError) as caught:
        grammar(tmp_path, "line: V -> act\n", LEXICON + 'V: "x "\n')
    assert caught.value.line == 5
