"""What texts say of the playing of their own card."""

from __future__ import annotations

import re

from clingo import Symbol

from kb.rulings.left_out import LeftOut
from kb.rulings.request import Telling
from kb.rulings.said import words_of
from kb.scenario.unread import is_used
from kb.scenario.zones import Functioning


class OwnPlay(Telling):
    """Tells whether a card is played, and whether a text speaks of that."""

    def in_own_way(self, text: str, thing: Symbol) -> bool:
        """Return whether a text names a way to play its own card, or use it, that may be meant.

        That is so where the card was refused, or all that may be done is asked for.
        """
        known = self._known
        meant = self._request.refused and thing in self._request.things
        meant |= self._request.any_act and self.played(thing)
        if known is None or not meant:
            return False
        return any(word.endswith(known.own_ways) for word in words_of(text)[:2])

    def spoken_of(self, left: LeftOut) -> bool:
        """Return whether a text is about its own card being played, or what that costs."""
        known = self._known
        if known is None:
            return False
        text, name = left.text.casefold(), left.card.partition(" (")[0].casefold()
        if known.by_name and text.startswith(known.own_play):
            return self._of_own_play(known, text, name)
        if not known.by_name:
            return any(words in text for words in known.spells)
        # What waits, or is used, may play the card as what it does.
        does = text.startswith(known.waits) or is_used(left.text)
        said = known.own_cost if does else (*known.spells, *known.own_cost)
        return any(f"{phrase} {name}" in text for phrase in said)

    def _of_own_play(self, known: Functioning, text: str, name: str) -> bool:
        """Return whether a text says when its own card may be played, and no other that is here."""
        also = rf"(?: (?:or|and) {known.named_by} [^,.]*?)?"
        ends = "(?: (?:while|if|unless|during|onto|from) |[.,]|$)"
        begins = next(one for one in known.own_play if text.startswith(one))
        if re.match(f"{begins} {re.escape(name)}{also}{ends}", text) is None:
            return False
        names = self._session.situation.names
        called = (
            (one, names.text(card).partition(" (")[0].casefold())
            for one, card in self._way.cards.items()
        )
        others = (one for one, other in called if f"{known.named_by} {other}" in text)
        return not any(map(self.played, others))

    def played(self, thing: Symbol) -> bool:
        """Return whether a thing is, or may be, played: on the way, or as what is asked about."""
        if self._way.refused_on_the_way:
            return True
        if self._request.any_act:
            by = getattr(self._asked, "by", None)
            return by is None or self._way.controllers.get(thing) in (by, None)
        if thing in self._request.things:
            return True
        known = self._known
        return any(
            fluent.match("in", 2)
            and fluent.arguments[0].match("obj", 2)  # and not one of its abilities
            and fluent.arguments[0].arguments[0] == thing
            and (known is None or fluent.arguments[1].name in known.constants)
            for fluent in self._way.begun
        )
