"""Halls: what several games state alike, which a game takes up by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.errors import LudexError
from kb.rulebook import Rulebook

Load = Callable[..., Rulebook]

PASSING = """\
%: predicate passes(object)      {1} passes
%: predicate over                everybody has passed
%: predicate refused(object)     {1} does not pass

%! define all_pass
%! When somebody passes and nobody refuses, it is over.
over :- passes(_), not refused(_).

%! define passing
%! What is taken passes.
passes(O) :- takes(O).
"""

LEAVING = """\
%: predicate about(fluent, object)   "{1}" is about {2}

%! define leaving
%! What a fluent is about.
about(F,X) :- given(F), word(fluent,F,object,X).
"""

OWN = """\
%! 4.4, 4.5  [2012-10-01 .. 2013-01-01]
%! source: the book
%! hall: all_pass
%! When all pass it is over.

%! 4.4, 4.5  [2013-01-02 .. ]
%! source: the book
%! hall: all_pass
%! When all pass it is over, and night comes.
begins(night) :- over.
"""


def files(halls: str, own: str = "", **texts: str) -> dict[str, str]:
    """Return the files of a game with halls."""
    stored = {"halls/passing.lp": PASSING, "halls/leaving.lp": LEAVING} | {
        f"halls/{name}.lp": text for name, text in texts.items()
    }
    return {"tiny/game.yaml": f"halls: {halls}\n", "tiny/2.lp": own} | stored


def test_a_hall_is_taken_up_by_its_name_only(load: Load) -> None:
    book = load(files("[passing]"))
    assert "rules/halls/passing.lp" in book.files
    assert "rules/halls/leaving.lp" not in book.files
    assert not load({"halls/passing.lp": PASSING, "tiny/game.yaml": ""}).vocabulary.all("over", 0)


def test_a_block_that_no_header_names_is_a_definition(load: Load) -> None:
    (statement,) = load(files("[passing]")).of_label("define passing")
    assert (statement.text, statement.switchable) == ("passes(O) :- takes(O).", False)


def test_a_block_stands_under_the_numbers_of_the_game(load: Load) -> None:
    book = load(files("[passing]", OWN))
    (first,) = book.of_label("4.4@2012-10-01")
    assert first.switched == 'over :- passes(_); not refused(_); rule("4.4@2012-10-01").'
    assert (first.label.sentence, first.label.source) == ("When all pass it is over.", "the book")
    assert (first.file, first.label.file) == ("rules/halls/passing.lp", "rules/tiny/2.lp")
    assert [s.text for s in book.of_label("4.4@2013-01-02")] == [
        "over :- passes(_), not refused(_).",
        "begins(night) :- over.",
    ]
    assert not book.of_label("define all_pass")
    assert "define all_pass" not in book.labels


def test_the_folder_of_halls_is_no_game(load: Load) -> None:
    load(files("[]"))
    with pytest.raises(LudexError, match="unknown game 'halls'; expected 'tiny'"):
        Rulebook.load("halls", Path("rules"))


def test_a_statement_holds_for_every_declared_word(load: Load) -> None:
    own = (
        "%: fluent battle(object, object)  {1} fights",
        "%: fluent place(zone, object)  {2}: {1}\n",
    )
    book = load(files("[leaving]", "\n".join(own)))
    texts = [statement.text for statement in book.of_label("define leaving")]
    assert texts == [
        "about(tapped(F1),F1) :- given(tapped(F1)).",
        "about(battle(F1,F2),F1) :- given(battle(F1,F2)).",
        "about(battle(F1,F2),F2) :- given(battle(F1,F2)).",
        "about(place(F1,F2),F2) :- given(place(F1,F2)).",
    ]
    assert "about(battle(F1,F2),F2) :- given(battle(F1,F2)).\n" in book.on().program()


def test_vocabulary_goes_on_in_the_next_line(load: Load) -> None:
    entry = load("%: fluent dull(object)\n%:    {1} is dull\n").vocabulary.entry(
        "fluent", "dull", 1
    )
    assert entry is not None
    assert (entry.phrase, entry.line) == ("{1} is dull", 1)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (
            files("[pasing]"),
            "rules/tiny/game.yaml:1:9: unknown hall 'pasing'; did you mean 'passing'?",
        ),
        (
            files("passing"),
            "rules/tiny/game.yaml:1: 'halls' is no list; expected [words, targets, …]",
        ),
        (
            files("[passing]", OWN.replace("all_pass", "all_pas")),
            "rules/tiny/2.lp:1: no hall of the game has a block 'all_pas'; did you mean "
            "'all_pass'?",
        ),
        (
            files("[passing]", OWN.replace("all_pass", "All")),
            "rules/tiny/2.lp:3: 'All' after 'hall:'; expected blocks of the game's halls, such as "
            "targets",
        ),
        (
            files(
                "[more]", more="%! 1.2 [2012-10-01 .. ]\n%! source: the book\n%! A.\nnext(night)."
            ),
            "rules/halls/more.lp:1: a number in a hall; expected '%! define NAME': each game has "
            "its own",
        ),
        (
            files("[more]", more="%! define more\n%! A.\nnext(F) :- given(F), word(fluant,F)."),
            "rules/halls/more.lp:3:22: unknown kind 'fluant' of word; did you mean 'fluent'?",
        ),
        (
            files("[more]", more="%! define more\n%! A.\nnext(F) :- given(F), word(fluent)."),
            "rules/halls/more.lp:3:22: found 'word(fluent)'; expected word(KIND,T), or "
            "word(KIND,T,KIND,X) for a word T and its argument X",
        ),
    ],
)
def test_what_is_wrong_is_told(load: Load, texts: dict[str, str], message: str) -> None:
    with pytest.raises(LudexError) as error:
        load(texts)
    assert str(error.value) == message
