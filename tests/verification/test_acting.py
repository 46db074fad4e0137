"""Boards of words: what players may do on the way is asked, and what cannot be done is left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kb.resources import own_rules
from kb.rulebook import Rulebook
from kb.testing.ablation import missed_on
from kb.verification.acting import MAY, possible, refused
from kb.verification.stepping import steps_of

DUEL = Path(__file__).parents[1] / "toy" / "duel"


def _board(*done: Any) -> dict[str, Any]:
    return {
        "game": "duel",
        "players": {
            "Anna": {
                "hand": ["Pikeman"],
                "deck": ["Knight"],
                "field": [
                    {"card": "Pikeman", "as": "tired", "exhausted": True},
                    {"card": "Pikeman", "as": "ready"},
                ],
            },
            "Bert": {"deck": ["Pikeman"]},
        },
        "do": list(done),
        "ask": [{"what": "life", "of": "Bert"}],
    }


ATTACK = {"attack": "ready", "by": "Anna"}
TIRED = {"attack": "tired", "by": "Anna"}


def test_what_may_be_done_on_the_way_is_asked() -> None:
    with own_rules(DUEL):
        book = Rulebook.load("duel")
        # What is exhausted cannot attack: nobody tries to, and it is no option while one acts.
        board = _board({"pass": "Anna"})
        steps = steps_of(board, book, str(book.on().date), bounded=True)
        plain = steps_of(board, book, str(book.on().date))
    names = frozenset(name for name, label in book.labels.items() if label.numbers)
    asked = [one for one in steps if one.shows == MAY]
    assert asked
    assert len(steps) == len(plain) + len(asked)
    reached = {book.labels[name].numbers[0] for name in missed_on(steps, names)}
    before = {book.labels[name].numbers[0] for name in missed_on(plain, names)}
    # What is played and what attacks are rules 2 and 3; passing alone shows neither.
    assert {"2", "3"} <= reached
    assert before.isdisjoint({"2", "3"})


def test_what_cannot_be_done_is_left_out() -> None:
    with own_rules(DUEL):
        view = Rulebook.load("duel").on()
        board = _board(TIRED, ATTACK, {"play": "Knight", "by": "Anna"})
        assert possible(board, view, 100)["do"] == [ATTACK]
        # What is done before it is no reason to leave off there.
        board = _board(ATTACK, TIRED, {"pass": "Anna"})
        steps = steps_of(board, view.rulebook, str(view.date), bounded=True)
        assert steps
        assert refused(steps[0].session)
        assert possible(board, view, 100)["do"] == [ATTACK, {"pass": "Anna"}]
        # Of a board on which all can be done nothing is left out.
        fine = _board(ATTACK)
        assert possible(fine, view, 100) == fine
        # Where nothing can be done it stays as it is, and cannot be played.
        nothing = _board(TIRED)
        assert possible(nothing, view, 100) == nothing
        assert steps_of(nothing, view.rulebook, str(view.date), bounded=True) == []
