"""Magic's way back: what will be carried out says what the text says, or it is not understood."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from kb.cards.game import Game
from kb.cards.mtg.saying.way_back import says
from kb.cards.reading import read
from kb.cards.unread import words_left

UNDERSTOOD = [
    "[+1]: Up to two target creatures you don't control get -2/-0 until your next turn.",
    "[-2]: Create two 1/1 white Bird creature tokens with flying. They gain haste.",
    "[-2]: Target creature gets +X/+X until end of turn, where X is the number of Elves you"
    " control.",
    "[-3]: Orla deals damage to any target equal to the number of artifacts you control.",
    "[-3]: You gain 2 life for each creature you control.",
    "[0]: Look at the top three cards of your library. Put one of them into your hand and the rest"
    " on the bottom of your library in any order.",
    "[0]: Reveal the top card of your library. If it's a land card, put it into your hand.",
    "[-4]: Search your library for a creature card, reveal it, put it into your hand, then"
    " shuffle.",
    "[-2]: Return target creature card with mana value 3 or less from your graveyard to the"
    " battlefield. That creature is a Zombie in addition to its other types.",
    '[-7]: You get an emblem with "At the beginning of your end step, each opponent loses 1 life."',
    '[-7]: You get an emblem with "Creatures you control get +2/+2 and have flying and haste."',
    "[0]: Until end of turn, Orla becomes a 4/4 Dragon creature that's still a planeswalker.",
    "[+1]: Exile the top two cards of your library. Until end of turn, you may play those cards.",
    "[-1]: Creatures can't attack or block this turn.",
    "Whenever you cast a noncreature, nonland spell, scry 1.",
    "As long as it's your turn, Orla has first strike and menace.",
    "[+1]: Reveal the top card of your library. If it's a creature card, put it into your hand."
    " Otherwise, put it on the bottom of your library.",
    "[0]: Until end of turn, Orla becomes a copy of target creature you control. Prevent all damage"
    " that would be dealt to him this turn.",
    "[+1]: You may sacrifice a creature. When you do, destroy target creature or planeswalker.",
    "Tap an untapped Elf you control: Add {G}.",
    "[-2]: Search your library for a card, then shuffle and put that card on top.",
    "[-3]: You may put an artifact card from your hand or graveyard onto the battlefield.",
    "[+1]: You lose 2 life if you don't control an Ogre.",
    "[-5]: For each land you control, put a +1/+1 counter on each creature you control.",
    "[+1]: Until your next turn, up to one target creature gets -3/-0 and can't block.",
    "As long as Orla has seven or more loyalty counters on her, she's a 7/7 God creature.",
]


@pytest.mark.parametrize("text", UNDERSTOOD)
def test_what_is_carried_out_says_what_the_text_says(text: str, mtg: Game) -> None:
    assert mtg.entries is not None
    card = {"name": "Orla", "text": text, "types": ["planeswalker"]}
    assert not list(words_left(mtg.entries(card, partial(read, game=mtg, name="Orla"))))


DRAW = {"cost": "[+1]", "effect": [{"draw": 2}]}
DESTROY = {"cost": "[-2]", "targets": ["tapped creature"], "effect": [{"destroy": "target 1"}]}
LOST = [
    ("[+1]: Draw three cards.", DRAW, ("3",), ("2",)),
    ("[+1]: You may draw two cards.", DRAW, ("may",), ()),
    ("[+1]: Each opponent draws two cards.", DRAW, ("eachopponent",), ()),
    ("[-2]: Destroy target creature.", DESTROY, (), ("tapped",)),
    ("[-2]: Destroy up to one target tapped creature.", DESTROY, ("upto",), ()),
    ("[-2]: Destroy another target tapped creature.", DESTROY, ("other",), ()),
    ("[-2]: Destroy target tapped creature or artifact.", DESTROY, ("or", "artifact"), ()),
    ("[-2]: Destroy target tapped creature if it's white.", DESTROY, ("if", "white"), ()),
]


@pytest.mark.parametrize(("text", "ability", "lost", "added"), LOST)
def test_a_word_that_would_be_lost_is_found(
    text: str, ability: dict[str, Any], lost: tuple[str, ...], added: tuple[str, ...], mtg: Game
) -> None:
    found = says(text, [{"abilities": [ability]}], mtg.grammar, "Orla")
    assert found is not None
    assert (sorted(found.lost), sorted(found.added)) == (sorted(lost), sorted(added))


def test_what_has_no_words_is_not_understood(mtg: Game) -> None:
    ability = {"cost": "[+1]", "effect": [{"restart": None}]}
    assert says("[+1]: Restart the game.", [{"abilities": [ability]}], mtg.grammar, "") is not None
