"""What happens on the way, or is asked about, of what a text waits for or speaks of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from clingo import String, Symbol, SymbolType

from kb.inference.session import Session
from kb.proof.support import objects_in
from kb.questions.asked import Asked
from kb.rulings.left_out import COST, WHEN
from kb.rulings.parties import Parties
from kb.rulings.said import SIGN, words_of
from kb.rulings.way import Way, terms_in
from kb.scenario.actions import Action
from kb.scenario.zones import Functioning, Occasion

_ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ORDINAL = re.compile(rf"\b(\w+) the ({'|'.join(_ORDINALS)}) ")
"""Which of several times a text waits for something."""

_LOOKS_BACK = re.compile(r"\b(?:this|each|the) turn\b")
"""How a text speaks of what has happened since the turn began."""

_LACKING = re.compile(r"(?:\b(?:not|never|without)|(?<!ca)n't) (?:(?:been|being|be|also) )?\w+")
"""How a text speaks of what does not happen; what can't be done is another matter."""

SOME_THING = String("some thing")
"""Stands for any thing, where a text speaks of no player."""


class Occasions:
    """Tells whether what a text speaks of happens on the way, or is asked about.

    Parameters
    ----------
    session : Session
    asked : Asked
    way : Way
    parties : Parties
    """

    def __init__(self, session: Session, asked: Asked, way: Way, parties: Parties) -> None:
        self._session = session
        self._asked = asked
        self._way = way
        self._parties = parties

    def never(
        self,
        known: Functioning,
        text: str,
        thing: Symbol | None = None,
        *,
        later: bool = False,
        holder: Symbol | None = None,
        doers: frozenset[Symbol] | None = None,
    ) -> bool:
        """Return whether nothing of what a text speaks of happens, nor is asked about.

        A text that speaks of one thing only is about what happens to that; one that says whose
        things it is about, and is an ability of a holder, of what that player or the others do; or
        of what some players do, whom the text names elsewhere.
        """
        words = frozenset((*words_of(text), *SIGN.findall(text)))
        named = self.spoken(known, text)
        # A board may tell what has happened before.
        if _LOOKS_BACK.search(text) and any(self._way.holds(one.before) for one in named):
            return False
        if self._way.calm and not self._asked.about_acts and not self._way.refused_on_the_way:
            return bool(named) or known.holds.isdisjoint(words)
        verbs = frozenset().union(*(one.verbs for one in named))
        meant = self._parties.meant(known, text, verbs, holder)
        meant = replace(meant, players=doers) if doers else meant
        turn = self._parties.turn_of(text, known.yours_too, holder)
        return bool(named) and not any(
            self.happens(
                one,
                None if thing == SOME_THING and not one.to_things else thing,
                later=later,
                whose=turn
                if one.turn
                else self._parties.against(one, text, holder) or meant.of(one),
            )
            and not self._too_seldom(one, text)
            for one in named
        )

    def not_so(
        self,
        known: Functioning,
        text: str,
        thing: Symbol | None = None,
        *,
        later: bool = False,
        holder: Symbol | None = None,
    ) -> bool:
        """Return whether what a text waits for, or makes a condition, has not come; see `never`.

        It may wait for something not to happen, which may be so once anything is done.
        """
        if not self.never(known, text, thing, later=later, holder=holder):
            return False
        still = self._way.calm and not self._asked.about_acts and not self._way.refused_on_the_way
        lacks = self.spoken(known, text) and not self.spoken(known, _LACKING.sub(" ", text))
        return still or not lacks

    def spoken(self, known: Functioning, text: str) -> list[Occasion]:
        """Return the happenings of which a text speaks."""
        words = frozenset((*words_of(text), *SIGN.findall(text)))
        return [one for one in known.happenings.values() if one.spoken_of(text, words)]

    def was_due(self, known: Functioning, words: Iterable[str]) -> bool:
        """Return whether it was to be said on the way whether something was done, or not."""
        named = [one for one in known.happenings.values() if not one.words.isdisjoint(words)]
        return self._way.holds([pattern for one in named for pattern in one.due])

    def goes_on(self, what: Occasion) -> bool:
        """Return whether something happens on the way, or was happening before."""
        return self.happens(what, None) or self._way.holds(what.seen)

    def happens(
        self,
        what: Occasion,
        thing: Symbol | None,
        *,
        later: bool = False,
        whose: frozenset[Symbol] | None = None,
    ) -> bool:
        """Return whether something happens, to a thing, or by what some players do."""
        act = getattr(self._asked, "act", None)
        if self._may_have_been_legal(what):
            return True
        if what.where and not self._way.holds(what.where):
            return False
        about_acts = self._asked.about_acts and (self._asked.open_ended or not later)
        asked = about_acts and (act is None or act.action.name in what.acts)
        # What others do is not what this player may do.
        by = getattr(self._asked if act is None else act, "by", None)
        asked &= whose is None or what.turn is not None or by is None or by in whose
        if asked and (what.said_by is None or self._may_say(what.said_by)):
            return True
        if thing == SOME_THING and what.to_things:
            done_to = (
                found
                for one in what.to_things
                for fluent in self._way.begun
                if (found := one.match(fluent)) is not None
            )
            return any(not self._way.fielded.isdisjoint(objects_in(one)) for one in done_to)
        anyone = thing is None or not what.of_objects
        about = self._way.fielded if thing == SOME_THING else frozenset([thing])
        if what.turn is not None and whose is not None:
            return self._parties.in_turn_of(whose, what.seen, what.turn)
        if what.who and whose is not None:
            return self._parties.is_of(whose, what.who, self._way.begun)
        return any(
            one.match(fluent) is not None
            and (whose is None or self._parties.took_part(fluent, whose))
            and (anyone or not about.isdisjoint(objects_in(fluent)))
            and not (what.never_of and self._is_of(fluent, what.never_of))
            for patterns, changed in ((what.seen, self._way.begun), (what.over, self._way.ended))
            for one in patterns
            for fluent in changed
        )

    def _may_say(self, word: str) -> bool:
        """Return whether the card that is asked about says something, or may, if it is played."""
        act = getattr(self._asked, "act", None)
        known = self._session.game.functioning
        if act is None or act.about is None or known is None or act.action.name not in known.plays:
            return True
        cards = {self._way.cards.get(one) for one in (act.about.symbol, *act.about.others)}
        facts = self._session.situation.said("printed", 3)
        printed = [fact.arguments for fact in facts if fact.arguments[0] in cards]
        others = {one.key.name for one in self._session.game.part_keys.values()} | {"back"}
        if None in cards or any(key.name in others for _, key, _ in printed):
            return True
        abilities = {what for _, key, what in printed if key.name == "ability"}
        said = [f.arguments for f in self._session.situation.said("says", 3)]
        # What is used, or set off, is aimed when it is.
        later = {ability for ability, key, _ in said if key.name in (WHEN, COST)}
        return any(
            key.name == word or what.match("unsupported", 1) or what.match("unsupported", 2)
            for ability, key, what in said
            if ability in abilities - later
        )

    def _may_have_been_legal(self, what: Occasion) -> bool:
        """Return whether something was not legal on the way by which this would have happened."""
        if not self._way.refused_on_the_way or not what.acts:
            return False
        actions, refused = self._session.game.actions, self._way.refused
        every = frozenset().union(*map(_options, actions.values()))
        if refused is None or not refused <= every:
            return True
        acts = [actions[name] for name in what.acts if name in actions]
        return any(not refused.isdisjoint(_options(one)) for one in acts)

    def _is_of(self, fluent: Symbol, kinds: frozenset[str]) -> bool:
        """Return whether the first thing that a fluent speaks of is one of some kinds of cards."""
        first = next((one for one in terms_in(fluent) if one.match("obj", 2)), None)
        card = None if first is None else self._way.cards.get(first.arguments[0])
        printed = self._session.situation.said("printed", 3)
        return card is not None and any(
            fact.arguments[0] == card
            and fact.arguments[2].type is SymbolType.Function
            and fact.arguments[2].name in kinds
            for fact in printed
        )

    def _too_seldom(self, what: Occasion, text: str) -> bool:
        """Return whether what a text waits for happened too few times: "the second card"."""
        said = _ORDINAL.search(text)
        each = what.each_time
        verb = "" if said is None else said[1]
        if said is None or each is None or self._asked.about_acts or verb not in what.words:
            return False
        found = (
            Counter(fluent.arguments[0] for fluent in node.state if each.match(fluent) is not None)
            for node in self._way.nodes
        )
        most = max((max(one.values(), default=0) for one in found), default=0)
        return most < _ORDINALS.index(said[2]) + 2


def _options(action: Action) -> frozenset[tuple[str, str]]:
    """Return what the decisions that an action takes are called, each with its option."""
    settled = (*action.settles.values(), action.each, action.together)
    options = [(one.decision, one.option) for one in settled if one is not None]
    options += [(action.decision, one) for one in (action.option, *action.other_ways)]
    return frozenset((decision.term.name, option.term.name) for decision, option in options)
