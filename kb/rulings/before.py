"""What a text that is not carried out may have left behind before the board was told."""

from __future__ import annotations

import re

from clingo import Symbol

from kb.rulings.left_out import LeftOut
from kb.rulings.said import names_card, waited_for, words_of
from kb.rulings.way import Way
from kb.scenario.zones import Functioning

_GIVES = re.compile(r"\b(?:gains?(?! control)|becomes?|loses?)\b")
"""How a sentence says that something is another way than it was."""

_SENTENCES = re.compile(r"\.[\"”)]*\s+")


class Before:
    """Tells whether what a text gives may last since before the beginning of a board.

    A board may tell what is there by words of its own; what no rule carries out, no word tells.

    Parameters
    ----------
    known : Functioning or None
    way : Way
    """

    def __init__(self, known: Functioning | None, way: Way) -> None:
        self._known = known
        self._way = way

    def lasts(self, left: LeftOut, thing: Symbol) -> bool:
        """Return whether a text of a thing gives what does not end, and may have done so."""
        known, text = self._known, left.text.casefold()
        if known is None or not known.ends or not self._was_there(known, thing):
            return False
        if not left.done and not text.startswith(known.waits):
            return False
        does = text if left.done else text.removeprefix(waited_for(text))
        given = [
            one
            for one in _SENTENCES.split(does.strip(" ,."))
            if _GIVES.search(one) and not any(end in one for end in known.ends)
        ]
        own = all(names_card(left.card, words_of(one)) for one in given)
        return bool(given) and (not own or thing in self._way.involved)

    def _was_there(self, known: Functioning, thing: Symbol) -> bool:
        """Return whether a thing was where texts function when the board was told."""
        return any(
            fluent.match("in", 2)
            and fluent.arguments[0].match("obj", 2)
            and fluent.arguments[0].arguments[0] == thing
            and fluent.arguments[1].name in known.constants
            for fluent in self._way.nodes[0].state
        )
