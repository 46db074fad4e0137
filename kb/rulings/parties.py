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

_WAITS = re.compile(r"^when(?:ever)? ")
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
    """

    players: frozenset[Symbol] | None = None
    controllers: frozenset[Symbol] | None = None

    def of(self, what: Occasion) -> frozenset[Symbol] | None:
        """Return the players of whom something has to tell that is seen of what happens."""
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
        places = (re.search(rf"\b{re.escape(verb)}\b", said) for verb in verbs)
        first = min((one.start() for one in places if one is not None), default=0)
        subject, rest = said[:first].strip(), said[first:]
        if not subject or _ONE_MORE.search(rest) or _ONE_MORE.search(subject):
            return Meant()
        mine = frozenset([holder])
        others = frozenset(self._sides) - mine
        if subject in known.me or subject in known.opponents:
            return Meant(players=mine if subject in known.me else others)
        yours, theirs = subject.endswith(known.yours), subject.endswith(known.theirs)
        if yours == theirs or not known.people.isdisjoint(subject.split()[:-2]):
            return Meant()
        return Meant(controllers=mine if yours else others)

    def took_part(self, fluent: Symbol, players: frozenset[Symbol]) -> bool:
        """Return whether what a fluent tells of may be one of some players, or their things."""
        found: set[Symbol | None] = {one for one in terms_in(fluent) if one in self._sides}
        for thing in objects_in(fluent):
            found.add(self._way.controllers.get(thing))
            found.add(self._owners.get(thing, self._way.controllers.get(thing)))
        return not found or None in found or not players.isdisjoint(found)

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
