"""Where a text that is not carried out does something, and whether what it is about is there."""

from __future__ import annotations

import re
from functools import cached_property

from clingo import Symbol

from kb.inference.session import Session
from kb.proof.support import objects_in
from kb.questions.asked import Asked
from kb.rulings.said import (
    MORE,
    SENTENCE,
    names_card,
    says_where_alone,
    says_words,
    unlabelled,
    words_of,
)
from kb.rulings.way import Way, terms_in
from kb.scenario.zones import Functioning

_FROM = re.compile(
    r"\bfrom (?:(?:your|a|their|its owner's|the) )?(hand|graveyard|library|exile|command)\b"
)
"""Where a text takes its own card from."""

_LIES_IN = re.compile(r"\bif ([\w' ]+) is in your (graveyard|hand)(?:,|\.| (?:and|with)\b)")
"""Where a text asks its own card to be, so that it does nothing anywhere else."""

_RETURNS = re.compile(r"\b(?:return|cast|put|exile) ([\w' ]+?) from your graveyard\b")
"""How a text takes its own card out of a graveyard, so that it functions there alone (113.6k)."""

_HOST = re.compile(
    r"(?<!an )(?<!another )(?<!each )(?<!other )(?<!target )(?<!any )(?<!no )(?<!one )(?<!that )"
    r"\b(?:enchanted|equipped|fortified) \w*[^\Ws]\b"
)
"""How a text speaks of the one thing that its own card is attached to."""

_MERE_HOST = re.compile(rf"(?:when(?:ever)? )?{_HOST.pattern}")

_HAS = re.compile(r"\b(?:has|have|gains?) ([a-z]+(?: strike)?)")
"""What a text says that something has."""

_IS = re.compile(r"^[^.]*?(?:'s \w+|\b(?:is|isn't|has|counts))\b")
"""How a text goes on that says what its own card is."""

_OF_A_KIND = re.compile(r" is (?:also|every|all|each|both|colorless|white|blue|black|red|green)\b")
"""How a text goes on that defines what kinds or colours its own card is of, wherever that lies."""

_CHOOSES_SIZE = re.compile(r"(?!when)[^.]*\benters\b.*?\b\d+/\d+.*?\b\d+/\d+")
"""How a text goes on that gives its own card a size as it enters, and none before."""

_ANYWHERE = re.compile(
    r"\b(?:isn't|not) (?:on the battlefield|on the field|in play)\b"
    r"|\b(?:every|all|any) (?:zones?|situations?)\b"
)
"""How a text says that something is so wherever its card lies."""


class Places:
    """Tells by its words where a text does something.

    Parameters
    ----------
    session : Session
    asked : Asked
    way : Way
    """

    def __init__(self, session: Session, asked: Asked, way: Way) -> None:
        self._session = session
        self._asked = asked
        self._way = way
        self._known = session.game.functioning
        self._zones = frozenset(zone.term for zone in session.game.zones.values())

    @cached_property
    def shown(self) -> frozenset[str]:
        """What the terms are called of which a question asks that is about one property."""
        asks = getattr(self._asked, "property", None)
        terms = () if asks is None else (asks.atom, asks.fluent)
        shown = (part.name for one in terms if one is not None for part in terms_in(one.term))
        return frozenset(shown)

    def functions(self, text: str, zone: Symbol, card: str) -> bool:
        """Return whether an ability of a card with these words may do something in a zone."""
        known = self._known
        if known is None:
            return True
        if any(words in text.casefold() for words in known.before_the_game):
            return False
        lies = _LIES_IN.search(text.casefold())
        if (
            lies
            and zone.name != lies[2]
            and lies[1] in ("this card", card.partition(" (")[0].casefold())
        ):
            return False
        # What is done from now on may put it there.
        later = self._asked.open_ended
        if zone.name != "graveyard" and not later and self._only_returns(text, card):
            return False
        if zone.name in known.constants:
            return zone not in self._zones or not text.casefold().startswith(known.spells)
        waits = text.casefold().startswith("when")
        if not waits and says_where_alone(text):
            return True
        named = () if waits else _FROM.findall(text.casefold())
        words = words_of(text)
        # What it takes from a place may be something else, where it says that it is in another.
        if named and not any(word.startswith(zone.name) for word in (*named, *words)):
            return False
        if known.by_name and len(words) >= SENTENCE and not names_card(card, words):
            return False
        name, said = card.partition(" (")[0].casefold(), unlabelled(text.casefold())
        if said.startswith(tuple(f"{name}'s {one} " for one in known.sizes)):
            return self._asks_for_sizes(known)
        if _OF_A_KIND.match(said.removeprefix(name)):
            return True
        # The name of a keyword says nothing of where it does something.
        return len(words) < SENTENCE or not known.elsewhere.isdisjoint(self._said_of(text, card))

    def _only_returns(self, text: str, card: str) -> bool:
        """Return whether all that a text does is to take its own card out of a graveyard.

        What waits for something that its own card does may find that there only afterwards.
        """
        said, name = text.casefold(), card.partition(" (")[0].casefold()
        if not said.startswith(("when", "at the beginning", "if ")) or MORE.search(said):
            return False
        waited, _, does = said.partition(", ")
        taken = _RETURNS.search(does)
        if (
            taken is None
            or taken[1] not in ("this card", name)
            or {"and", "then"} & {*words_of(does)}
        ):
            return False
        return not {"this", "it"} & {*words_of(waited)} and not names_card(card, words_of(waited))

    def _said_of(self, text: str, card: str) -> list[str]:
        """Return the words of a text, without places in which it only counts cards for itself.

        How many there are changes what its card is like, and that is so where it functions.
        """
        known, said, words = self._known, text.casefold(), words_of(text)
        name = words_of(card.partition(" (")[0])
        if known is None or not known.itself:
            return words
        ends = (n for n in range(len(name), len(words)) if words[n - len(name) : n] == name)
        behind = next(ends, 0 if known.itself.isdisjoint(words[:1]) else 1)
        if not behind or known.states.isdisjoint(words[behind : behind + 1]):
            return words
        # What it has besides may be something by which it can be played from there.
        if any(one not in known.in_happenings for one in _HAS.findall(said)):
            return words
        places = "|".join(re.escape(one) for one in self._session.game.zones)
        counted = rf"\bcards? (?:(?:is|are) )?in (?:your|all|each|a) (?:{places})s?\b"
        return words_of(re.sub(counted, "", said))

    def _asks_for_sizes(self, known: Functioning) -> bool:
        """Return whether anything, or the question, asks how big things are."""
        asked = not self.shown.isdisjoint(known.sizes)
        return asked or self._way.refused_on_the_way or self._way.looks_at(known.sizes)

    def not_there(self, text: str, zone: Symbol) -> bool:
        """Return whether a text is about something that is nowhere on the way.

        That is so of another face, as long as nothing has been done that could turn a card.
        """
        known = self._known
        if known is None:
            return False
        said = text.casefold()
        if zone.name in known.constants and any(words in said for words in known.apart):
            return self._way.calm and not self._way.refused_on_the_way
        for phrase, shows in known.only_about.items():
            if phrase in said:
                return not self._way.derives(shows)
        if any(says_words(said, words) for words in known.but):
            return False
        # Where its card lies in a place that it names, it need not be about another one; and what
        # is not so yet may be so later.
        if (
            self._asked.open_ended
            or MORE.search(said)
            or (zone.name not in known.constants and says_words(said, zone.name))
        ):
            return False
        return any(
            phrase in said
            and not any(p.match(one) is not None for one in self._way.fluents() for p in patterns)
            for phrase, patterns in known.only_where.items()
        )

    def on_nothing(self, text: str, thing: Symbol) -> bool:
        """Return whether a text is about what its thing is attached to, which is never anything."""
        known = self._known
        if known is None or not known.attached:
            return False
        said = text.casefold()
        several = MORE.search(said) or not {"and", "then", "or"}.isdisjoint(words_of(said))
        if (_MERE_HOST.match if several else _HOST.search)(said) is None:
            return False
        hosted = (p.match(one) for one in self._way.fluents() for p in known.attached)
        return thing not in frozenset().union(*(objects_in(one) for one in hosted if one))

    @cached_property
    def looked_through(self) -> bool:
        """Whether somebody picks on the way among hidden cards, by what these are."""
        known = self._known
        return known is not None and self._way.derives(known.looked_through)

    def says_what_it_is(self, text: str, card: str, zone: Symbol) -> bool:
        """Return whether a text, or a note, says what its own card is, wherever that lies."""
        said, name = text.casefold().replace("’", "'"), card.partition(" (")[0].casefold()
        own = unlabelled(said).startswith((name, name.partition(",")[0], "this "))
        says = own and _IS.search(said) is not None
        says |= _CHOOSES_SIZE.match(said) is not None
        return says or _ANYWHERE.search(said) is not None or self.is_something_else(text, zone)

    def has_no_size_yet(self, text: str, zone: Symbol) -> bool:
        """Return whether a text gives its card a size as that enters, and the size matters here."""
        known = self._known
        if known is None or zone.name in known.constants:
            return False
        return _CHOOSES_SIZE.match(text.casefold()) is not None and self._asks_for_sizes(known)

    def is_something_else(self, text: str, zone: Symbol) -> bool:
        """Return whether a note says that a card is another one in a zone: its unknown front."""
        known = self._known
        if known is None or zone.name in known.constants:
            return False
        return any(words in text.casefold() for words in known.apart)
