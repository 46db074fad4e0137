"""What texts say of paying, and whether it could have been paid otherwise."""

from __future__ import annotations

import re
from functools import cached_property

from clingo import Symbol

from kb.inference.session import Session
from kb.rulings.own_play import OwnPlay
from kb.rulings.parties import Parties
from kb.rulings.places import Places
from kb.rulings.request import Request, Telling
from kb.rulings.said import MORE, meaning, says_words, words_of
from kb.rulings.way import Way

_SEVERAL = frozenset({"and", "then", "when", "whenever"})
"""Words by which a text says more than one thing."""

_COST = re.compile(
    r"(?:[\w' ]+ )?spells? (?:[\w' ]+ )?costs? (?:(?:\{[^{}]+\})+ )?(?:more|less) to cast"
    r"(?: for each [\w' ]+)?\.?"
)
"""What a text says that only changes how much mana spells cost."""


class Paying(Telling):
    """Tells what a text about what is paid can't change.

    Parameters
    ----------
    session : Session
    request : Request
    way : Way
    parties : Parties
    places : Places
    plays : OwnPlay
    """

    def __init__(
        self,
        session: Session,
        request: Request,
        way: Way,
        parties: Parties,
        places: Places,
        plays: OwnPlay,
    ) -> None:
        super().__init__(session, request, way)
        self._parties = parties
        self._places = places
        self._plays = plays

    def saves_nothing(self, text: str) -> bool:
        """Return whether a text only makes cheaper what was paid for, with nobody counting."""
        known = self._known
        if known is None or not self._request.done or not self._places.shown or MORE.search(text):
            return False
        less = (
            word in words_of(text) for one, word in known.cheaper.items() if text.startswith(one)
        )
        return any(less) and not self._counted

    def only_hinders(self, text: str) -> bool:
        """Return whether a text only makes things cost more, and something is refused anyway."""
        known = self._known
        if known is None or not self._request.refused or MORE.search(text):
            return False
        return any(words in text for words in known.dearer)

    @cached_property
    def _counted(self) -> bool:
        """Whether anything, or the question, counts what is paid, or is left to pay with."""
        known = self._known
        if known is None:
            return True
        return not self._places.shown.isdisjoint(known.payments) or self._way.holds(
            known.counts_payment
        )

    def otherwise(self, text: str, thing: Symbol, zone: Symbol) -> bool:
        """Return whether what was refused may be paid for, or timed, in the way a text says."""
        known = self._known
        # What a player may do at all: with each of their own cards.
        of_any_act = self._request.any_act and self._plays.played(thing)
        if known is None or not (
            self._request.refused or self._way.refused_on_the_way or of_any_act
        ):
            return False
        concerned = self._way.refused_on_the_way or of_any_act or zone.name in known.constants
        concerned |= thing in self._request.things
        costs = set(known.own_cost)
        # Whoever can pay everything needs no other way to pay, nor anything to pay with.
        if self._all_can_pay:
            costs -= set(known.in_mana)
        return concerned and any(says_words(text, words) for words in costs)

    @cached_property
    def _all_can_pay(self) -> bool:
        """Whether all players can pay everything, at any time."""
        pays = self._known.pays_all if self._known else None
        return pays is not None and self._parties.all <= self._way.always(pays)

    def only_pays(self, text: str) -> bool:
        """Return whether a text only lets something else be paid than what all can pay anyway."""
        known = self._known
        if known is None or not self._all_can_pay or MORE.search(text):
            return False
        said = meaning(known, text).casefold()
        if _COST.fullmatch(said) and _SEVERAL.isdisjoint(words_of(said)) and not self._counted:
            return True
        said = text.casefold()
        ways = (one.rpartition("…") for one in known.in_place_of)
        return any(said.startswith(begins) and said.endswith(ends) for begins, _, ends in ways)
