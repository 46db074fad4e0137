"""Who does what a text waits for, or whose turn it is then, as its words tell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from clingo import Symbol

from kb.inference.session import Session
from kb.proof.support import objects_in
from kb.records import record
from kb.rulings.way import Way, terms_in
from kb.scenario.terms import Template
from kb.scenario.zones import Functioning, Occasion

_WAITS = re.compile(r"^(?:when(?:ever)?|if) ")
_SUPPOSED = re.compile(r" would$")
_SUFFERS = re.compile(r" (?:is|are|would be)$")
"""How the subject of a condition goes on to whom something is done."""

_TO_WHOM = re.compile(r"\bto ([^,.]+)$")
"""How a condition says at its end to whom something is done."""

_HIMSELF = re.compile(r"you(?: or (?:a )?planeswalkers? you control)?(?! or\b| and\b)\b")
_ONE_MORE = re.compile(r"\bor (?:an?|another|one|each|you|your|this|that|the|when|whenever)\b")
"""How a condition goes on with somebody, or something, else."""


@record
class Meant:
    """Whom a condition is about: players who do something, or those whose things do; None is all.

    Attributes
    ----------
    players : frozenset of Symbol or None
        The players who do it themselves.
    controllers : frozenset of Symbol or None
        The players whose things do it.
    sufferers : frozenset of Symbol or None
        The players to whom it is done.
    """

    players: frozenset[Symbol] | None = None
    controllers: frozenset[Symbol] | None = None
    sufferers: frozenset[Symbol] | None = None

    def of(self, what: Occasion) -> frozenset[Symbol] | None:
        """Return the players of whom something has to tell that is seen of what happens."""
        if what.who:
            return self.players if what.by_players else self.sufferers
        return (self.players if what.by_players else None) or (
            self.controllers if what.by_things else None
        )


class Parties:
    """Who may have taken part in what happens on the way.

    Parameters
    ----------
    session : Session
    way : Way
    """

    def __init__(self, session: Session, way: Way) -> None:
        self._session = session
        self._way = way

    @cached_property
    def _sides(self) -> dict[Symbol, Symbol]:
        """On which side each player is."""
        return {
            one.arguments[0]: one.arguments[1] for one in self._session.situation.said("side", 2)
        }

    @property
    def all(self) -> frozenset[Symbol]:
        """All players."""
        return frozenset(self._sides)

    @cached_property
    def _owners(self) -> dict[Symbol, Symbol]:
        said = self._session.situation.said("owner", 2)
        return {fact.arguments[0]: fact.arguments[1] for fact in said}

    def meant(
        self, known: Functioning, text: str, verbs: Iterable[str], thing: Symbol | None
    ) -> Meant:
        """Return which players may do what a condition of a thing's ability waits for.

        That is told by its subject, which stands before its verb: "you", "a creature you control".
        """
        holder = None if thing is None else self._way.controllers.get(thing)
        waits = _WAITS.match(text)
        if holder is None or waits is None or holder not in self._sides:
            return Meant()
        said = text[waits.end() :]
        # What happens may be named before its verb: "damage would be dealt".
        places = (re.search(rf"(?<!^)\b{re.escape(verb)}\b", said) for verb in verbs)
        first = min((one.start() for one in places if one is not None), default=0)
        subject, rest = said[:first].strip(), said[first:]
        if not subject or _ONE_MORE.search(rest) or _ONE_MORE.search(subject):
            return Meant()
        mine = frozenset([holder])
        others = frozenset(self._sides) - mine

        def named(whom: str) -> frozenset[Symbol] | None:
            return mine if whom in known.me else others if whom in known.opponents else None

        to_whom = _TO_WHOM.search(rest)
        sufferers = None if to_whom is None else named(to_whom[1].strip())
        if _SUFFERS.search(subject):
            return Meant(sufferers=sufferers or named(_SUFFERS.sub("", subject)))
        subject = _SUPPOSED.sub("", subject)
        if (doers := named(subject)) is not None:
            return Meant(players=doers, sufferers=sufferers)
        yours, theirs = subject.endswith(known.yours), subject.endswith(known.theirs)
        if yours == theirs or not known.people.isdisjoint(subject.split()[:-2]):
            return Meant(sufferers=sufferers)
        return Meant(controllers=mine if yours else others, sufferers=sufferers)

    def banned(
        self, known: Functioning, text: str, thing: Symbol | None
    ) -> frozenset[Symbol] | None:
        """Return who can't do something, as the beginning of a text says; None if all can't."""
        holder = None if thing is None else self._way.controllers.get(thing)
        if holder is None or holder not in self._sides:
            return None
        if any(text.startswith(f"{one} can't ") for one in known.me):
            return frozenset([holder])
        if any(text.startswith(f"{one} can't ") for one in known.opponents):
            return frozenset(self._sides) - {holder}
        return None

    def opposing(
        self, known: Functioning, text: str, thing: Symbol | None
    ) -> frozenset[Symbol] | None:
        """Return whose plays alone a text is about, as it begins; None if it does not say so."""
        holder = None if thing is None else self._way.controllers.get(thing)
        if holder not in self._sides or not text.startswith(known.opposing):
            return None
        return frozenset(self._sides) - {holder}

    def against(self, what: Occasion, text: str, thing: Symbol | None) -> frozenset[Symbol] | None:
        """Return who may do something that a text says is done to its controller; None if all.

        Nobody does that to themselves.
        """
        holder = None if thing is None else self._way.controllers.get(thing)
        if not what.at_somebody or holder not in self._sides:
            return None
        verbs = "|".join(map(re.escape, what.words))
        places = [one.end() for one in re.finditer(rf"\b(?:{verbs})\b ?", text)]
        if not places or not all(_HIMSELF.match(text, place) for place in places):
            return None
        return frozenset(self._sides) - {holder}

    def took_part(self, fluent: Symbol, players: frozenset[Symbol]) -> bool:
        """Return whether what a fluent tells of may be one of some players, or their things."""
        found: set[Symbol | None] = {one for one in terms_in(fluent) if one in self._sides}
        for thing in objects_in(fluent):
            found.add(self._way.controllers.get(thing))
            found.add(self._owners.get(thing, self._way.controllers.get(thing)))
        return not found or None in found or not players.isdisjoint(found)

    def is_of(
        self, players: frozenset[Symbol], patterns: Iterable[Template], begun: Iterable[Symbol]
    ) -> bool:
        """Return whether what stands for ? in what begins to hold is one of some players."""
        sides = {self._sides[one] for one in players}
        patterns = tuple(patterns)
        found = {pattern.match(fluent) for fluent in begun for pattern in patterns} - {None}
        return not found.isdisjoint(players | sides)

    def turn_of(
        self, text: str, yours: Iterable[str], thing: Symbol | None
    ) -> frozenset[Symbol] | None:
        """Return in whose turn a condition of a thing's ability comes about; None if in any."""
        holder = None if thing is None else self._way.controllers.get(thing)
        said = any(f" {one} " in f" {text} " for one in yours)
        if not said or holder is None or holder not in self._sides:
            return None
        return frozenset([holder])

    def in_turn_of(
        self, players: frozenset[Symbol], patterns: Iterable[Template], turn: Template
    ) -> bool:
        """Return whether something begins to hold in a turn of one of some players."""
        sides = {self._sides[one] for one in players}
        nodes, patterns = self._way.nodes, tuple(patterns)
        for before in nodes:
            for edge in before.edges:
                after = nodes[edge.target].state
                begun = after - before.state
                if not any(one.match(fluent) is not None for one in patterns for fluent in begun):
                    continue
                active = {turn.match(fluent) for fluent in after} - {None}
                if not active or not sides.isdisjoint(active):
                    return True
        return False
