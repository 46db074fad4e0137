"""What is carried out of a text says what the text says; otherwise it is not carried out."""

from __future__ import annotations

import json
import random
import re
from functools import partial
from typing import Any

import pytest

from kb.cards.game import Game
from kb.cards.measures import perturbed
from kb.cards.reading import read
from kb.cards.unread import words_left

from .conftest import CARDS

TEXTS = (
    "When Tess enters the field or attacks, you may pay {Ice}. When you do so, choose 1 Forward."
    " Dull it and Freeze it.",
    "When Tess enters the field, select 1 of the 2 following actions.\n“Draw 1 card.”\n“Choose up"
    " to 2 Forwards of cost 3 or less opponent controls. Break them.”",
    "When Tess or a Fire Forward enters your field, your opponent discards 1 card from their hand.",
    "If you control 2 or more Job Baker, Tess gains +2000 power and Haste.",
    "{Wind}{Dull}, put Tess into the Break Zone: Choose 1 Forward other than Tess you control."
    " It gains +1000 power until the end of the turn. You can only use this ability during your"
    " turn.",
    "The cost required to cast Tess is reduced by 1 for each Backup you control (it cannot become"
    " 0).",
    "If you control Card Name Mona and Card Name Lisa, Tess gains Haste.",
    "If there are exactly 3 different Elements among Forwards you control, Tess gains Haste.",
    "When Tess attacks, turn over one card at a time from the top of your deck until a Fire or Ice "
    "card is revealed. Add it to your hand. Then, shuffle the other cards and return them to the "
    "bottom of your deck.",
    "When Tess attacks, choose 1 Forward from your Break Zone. Add it to your hand.",
    "When Tess attacks, choose 1 Monster that is also a Forward. Break it.",
    "When Tess attacks, discard 1 card from your hand. If you do so, draw 2 cards.",
    "When Tess attacks, choose 1 Forward and 1 other Forward. Until the end of the turn, the "
    "former gains +2000 power and the latter loses 2000 power.",
    "When 1 or more Forwards you control attack, draw 1 card.",
    "You cannot play Tess or Card Name Mona while already in control of either Character.",
    "You cannot play Tess from your hand due to Summons or abilities.",
    "You can only pay with CP produced by Fire Backups to play Tess from your hand onto the field.",
    "When Tess attacks, choose 1 Forward of power 9000 or more. Break it.",
    "When Tess attacks, choose 1 Forward in either player's Break Zone. Remove it from the game.",
)


def made(text: str, game: Game, name: str = "Tess") -> list[dict[str, Any]]:
    card = {"name": name, "type": "Forward", "text": text}
    assert game.entries is not None
    return game.entries(card, partial(read, game=game, name=name))


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_said_back(text: str, fftcg: Game) -> None:
    assert list(words_left(made(text, fftcg))) == []


@pytest.mark.parametrize("text", TEXTS)
def test_a_word_more_or_less_changes_what_is_carried_out(text: str, fftcg: Game) -> None:
    entries = made(text, fftcg)
    for changed in perturbed(text, random.Random(7)):
        again = made(changed, fftcg)
        assert again != entries or next(words_left(again), None) is not None, changed


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Haste (Tess can attack or use {Dull} the turn it enters the field.)", False),
        ("{0}: Draw 1 card. (This effect is put on the stack.)", False),
        ("{0}: Draw 1 card. (You can only use this ability once per turn.)", True),
        ("{2} (This cost is reduced by 1 for each Backup you control.): Draw 1 card.", True),
        ("Haste\n(Tess cannot block.)", True),
    ],
)
def test_brackets_may_hold_more_than_a_reminder(text: str, left: bool, fftcg: Game) -> None:
    assert (next(words_left(made(text, fftcg)), None) is not None) is left


def test_what_would_be_lost_is_not_carried_out(fftcg: Game) -> None:
    for text in (
        "Deal 2000 damage to the Forward.",
        "If you control Card Name Mona, Card Name Lisa and Card Name Zoe, Tess gains Haste.",
        "When 2 or more Forwards you control attack, draw 1 card.",
        "When Tess attacks, deal damage equal to its power minus 1000 to all the Forwards.",
        "When Tess attacks, draw 1 card. If your opponent doesn't pay {2}, draw 2 cards instead.",
        "When Tess attacks, choose 1 Forward and 1 Backup. Place 1 Monster Counter on them.",
    ):
        assert list(words_left(made(text, fftcg))) != [], text


def test_a_word_more_or_less_changes_printed_cards(fftcg: Game) -> None:
    if not CARDS.exists():
        pytest.skip(f"no printed cards at {CARDS}")
    with CARDS.open(encoding="utf-8") as lines:
        cards = [json.loads(line) for line in lines]
    rng, tried = random.Random(5), 0
    for card in rng.sample(cards, 60):
        name, text = card["name"], re.sub(r"\([^()]*\)", "", card["text"])
        text = re.sub(r"^[^{}\n]*(?=\{S\})", "", text, flags=re.MULTILINE)  # a name says nothing
        entries = made(text, fftcg, name)
        if next(words_left(entries), None) is not None:
            continue
        for changed in perturbed(text, rng, places=1):
            again = made(changed, fftcg, name)
            assert again != entries or next(words_left(again), None) is not None, changed
            tried += 1
    assert tried > 100
