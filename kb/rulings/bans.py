"""What texts forbid that nobody does, or that only others may not do."""

from __future__ import annotations

import re

from clingo import Symbol

from kb.inference.session import Session
from kb.rulings.occasions import Occasions
from kb.rulings.parties import Parties
from kb.rulings.request import Request, Telling
from kb.rulings.said import MORE, words_of
from kb.rulings.way import Way
from kb.scenario.zones import Functioning

_BANNED = re.compile(r"^[^,.:]*?\b(?:can't|cannot|can|don't|doesn't) ((?:\w+ ){0,3}\w+)")
"""What a text that forbids, or allows, is about, in the words that come after."""

_EVEN = " even if "
"""How a text says that something can be done although nothing would come of it otherwise."""

_PASSIVE = re.compile(r"\b(?:can't|cannot) (be (?:\w+ ){0,3}\w+)")
"""What can't be done to something, in a text."""

_NUMBERS = ("one", "two", "three", "four", "five", "six")

_NO_MORE = re.compile(rf"no more than ({'|'.join(_NUMBERS)}) \w+ can (\w+)\b(?!.*\beach turn\b)")
"""How a text says how many can do something in one combat."""


class Bans(Telling):
    """Tells what a text that forbids something can't change.

    Parameters
    ----------
    session : Session
    request : Request
    way : Way
    parties : Parties
    occasions : Occasions
    """

    def __init__(
        self, session: Session, request: Request, way: Way, parties: Parties, occasions: Occasions
    ) -> None:
        super().__init__(session, request, way)
        self._parties = parties
        self._occasions = occasions

    def on_others(self, known: Functioning, text: str, thing: Symbol | None) -> bool:
        """Return whether a text only says what the opponents of the player who acts can't do."""
        act = self._request.act
        by = getattr(self._asked if act is None else act, "by", None)
        if by is None or self._way.refused_on_the_way or MORE.search(text):
            return False
        banned = any(text.startswith(f"{one} can't ") for one in known.opponents)
        return banned and thing is not None and self._way.controllers.get(thing) == by

    def on_nothing(
        self, known: Functioning, text: str, thing: Symbol | None, holder: Symbol | None
    ) -> bool:
        """Return whether a text only says what can't be done, and nothing of that comes up."""
        banned = None if MORE.search(text) or "and" in words_of(text) else _BANNED.match(text)
        if banned is None:
            return False
        for phrase, zone in known.other_zones.items():
            if phrase in text:
                return self._all_played_from(zone)
        # What can be done "even if" something is so may be seen by that alone.
        about = text if _EVEN in text else banned[1]
        words = frozenset(words_of(about))
        named = any(one.spoken_of(about, words) for one in known.happenings.values())
        doers = self._parties.banned(known, text, holder)
        return named and self._occasions.never(known, about, thing, holder=holder, doers=doers)

    def on_more_than_do(self, known: Functioning, text: str) -> bool:
        """Return whether a text only says how many can do at a time what no more than that do."""
        said = _NO_MORE.match(text)
        if (
            said is None
            or self._request.refused
            or self._way.refused_on_the_way
            or MORE.search(text)
        ):
            return False
        limit = _NUMBERS.index(said[1]) + 1
        named = [one for one in known.happenings.values() if said[2] in one.words]
        act = self._request.act
        if self._asked.about_acts and (act is None or self._asked.ranges or len(act.pairs) > limit):
            return False
        return bool(named) and all(
            sum(any(p.match(fluent) is not None for p in one.seen) for fluent in node.state)
            <= limit
            for one in named
            for node in self._way.nodes
        )

    def _all_played_from(self, zone: str) -> bool:
        """Return whether what is played, on the way and as is asked, comes from one zone."""
        act = self._request.act
        if self._way.refused_on_the_way or (self._request.any_act):
            return False
        place = self._session.game.zones[zone].term
        known = self._known
        plays = frozenset() if known is None else known.plays
        if act is not None and (act.action.name not in plays or self._asked.ranges):
            return False
        there = {
            fluent.arguments[0].arguments[0]
            for fluent in self._way.nodes[-1].state
            if fluent.match("in", 2)
            and fluent.arguments[0].match("obj", 2)
            and fluent.arguments[1] == place
        }
        return there.issuperset(self._request.things) and self._way.all_from(place)

    def would_have_kept(self, known: Functioning, text: str, thing: Symbol | None = None) -> bool:
        """Return whether a text says what can't be done to something, and it was, before the act.

        What stays because of that may be what makes the act legal.
        """
        banned = _PASSIVE.search(text)
        named = [] if banned is None else self._occasions.spoken(known, banned[1])
        return any(self._occasions.happens(one, thing, later=True) for one in named)
