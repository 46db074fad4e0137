"""Under which condition an answer holds, as a judge says it."""

from __future__ import annotations

from clingo import Function

from kb.rulings.left_out import LeftOut
from kb.rulings.unless import unless


def text(words: str, card: str = "Owl", *, noted: bool = False) -> LeftOut:
    return LeftOut(card, 1, words, (Function("owl"), 1), noted=noted)


def test_a_text_is_quoted() -> None:
    assert unless((text("Frobnicate."),)) == ", unless “Frobnicate.” (Owl) says otherwise"


def test_a_note_is_told_of_its_card() -> None:
    note = text("this spell costs {S} to cast", noted=True)
    assert unless((note,)) == ", unless it matters that Owl costs {S} to cast"


def test_both_are_told_one_after_the_other() -> None:
    texts = (text("Frobnicate."), text("this card is Ox, too", "Elk", noted=True))
    assert unless(texts) == (
        ", unless “Frobnicate.” (Owl) says otherwise, or it matters that Elk is Ox, too"
    )
