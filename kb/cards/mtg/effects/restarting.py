"""A game that is restarted, and what is left in exile meanwhile."""

from __future__ import annotations

import re
from typing import Any

from kb.cards.mtg.effects.piles import exiled_with_this
from kb.cards.mtg.effects.shapes import quantifier_of, unfold
from kb.cards.mtg.nodes import Unsaid, lemma, verb_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node

Entry = dict[str, Any]

_PUT = re.compile(
    r"then put those cards onto the battlefield under your control", flags=re.IGNORECASE
)


def restarted(clause: Node | None, then: str, phrases: Phrases) -> Entry | None:
    """Read "restart the game, leaving in exile all permanent cards exiled with this".

    Parameters
    ----------
    clause
        The sentence by which the game is restarted.
    then
        What the next sentence says: that these are put onto the battlefield.
    phrases
        Reads which cards are left.
    """
    core, hows = (None, ()) if clause is None else unfold(clause.node("acts"))
    thing = None if core is None or core.kind != "act" else core.node("object")
    if clause is None or clause.kind != "do" or verb_of(core) != "restart":
        return None
    what = hows[0].node("what") if len(hows) == 1 and hows[0].kind == "leaving" else None
    if lemma(thing) != "game" or what is None or quantifier_of(what) != "all":
        raise Unsaid("restart")
    cards = exiled_with_this(what, phrases)
    if cards is None or _PUT.fullmatch(then) is None:
        raise Unsaid("what is left in exile")
    return {"restart leaving": phrases.filter(cards, "exiled with this")}
