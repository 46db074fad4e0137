"""Reads properties, whom they are said of, and the values that are expected."""

from __future__ import annotations

from typing import Any, NamedTuple

from clingo import Function, Number, Symbol

from kb.errors import nearest, quote
from kb.scenario.entries import numbered, shape
from kb.scenario.finding import Finder
from kb.scenario.properties import Property
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.references import FALSE, THE_GAME, TRUE, Ref
from kb.scenario.terms import constant, fold

_ONE = {"player": "players", "object": "objects", "game": "the game"}
YES = {True: True, "yes": True, "legal": True, False: False, "no": False, "illegal": False}
"""What stands for yes and no where one of them is expected."""


class Expected(NamedTuple):
    """What is expected of one object or player: a property and its values."""

    property: Property
    of: Ref
    values: tuple[Symbol, ...]


class Expecting:
    """Reads what is expected of players and objects.

    Parameters
    ----------
    finder : Finder
        The players and objects of the board, by name.
    """

    def __init__(self, finder: Finder) -> None:
        self.finder = finder
        self.game = finder.game

    def property(self, name: str, path: Path_, *, key: bool = False) -> Property:
        """Return the property with that name, or refuse the name."""
        known = {fold(one.name): one for one in self.game.each_property()}
        found = known.get(fold(name)) or self._of_a_word(name)
        if found is None:
            hint = nearest(name, (one.name for one in known.values()))
            raise ScenarioError(f"unknown property {quote(name)}{hint}", path, key=key)
        return found

    def _of_a_word(self, name: str) -> Property | None:
        """Return the property of a word that no list has and a card or the board names."""
        for asked in self.game.properties.values():
            word = asked.word_in(fold(name))
            if word is None or word in self.game.values[asked.each or ""].terms:
                continue
            term = self.game.values[asked.each or ""].find(word)
            board = (fluent for placed in self.finder.objects for fluent in placed.state)
            if term is not None and (
                any(asked.term_in(fluent) == term for fluent in board)
                or self.finder.catalogue.speaks_of(word, fold(name))
            ):
                return asked.about(word, term)
        return None

    @staticmethod
    def one_of(asked: Property, of: Ref, path: Path_) -> None:
        """Refuse a property that is not said of such a thing."""
        kind = of.kind if of.kind in ("player", "game") else "object"
        if kind == asked.of:
            return
        if "game" in (kind, asked.of):
            other = "the game" if kind == "game" else "something else"
        else:
            other = "a player" if kind == "player" else "no player"
        said = f"{quote(asked.name)} is said of {_ONE[asked.of]}"
        raise ScenarioError(f"{said}; {quote(of.text)} is {other}", path)

    def of(self, name: str, path: Path_, *, key: bool = False) -> Ref:
        """Return the object, the player or the game that a name stands for."""
        if fold(name) in ("game", THE_GAME.text):
            return THE_GAME
        try:
            return self.finder.ref(name, path)
        except ScenarioError as cause:
            raise ScenarioError(cause.bare, path, key=key) from None

    def values(self, asked: Property, value: Any, path: Path_) -> tuple[Symbol, ...]:
        """Return the values that are expected of a property."""
        if value is None:
            return ()
        return tuple(self._value(asked, entry, place) for place, entry in numbered(value, path))

    def _value(self, asked: Property, value: Any, path: Path_) -> Symbol:
        kind = asked.answer
        if kind == "number":
            if type(value) is not int or abs(value) > 1_000_000_000:
                raise ScenarioError(f"{shape(value)}; expected a whole number", path)
            return Number(value)
        if kind == "flag":
            if not isinstance(value, bool | str) or value not in YES:
                raise ScenarioError(f"{shape(value)}; expected true or false", path)
            return TRUE if YES[value] else FALSE
        if not isinstance(value, str) or not value:
            raise ScenarioError(f"{shape(value)}; expected a word", path)
        if kind == "player":
            return self.finder.player(value, path)
        if kind == "zone":
            names = {**{k: z.term for k, z in self.game.zones.items()}, "stack": Function("stack")}
            zone = names.get(fold(value))
            if zone is None:
                raise ScenarioError(f"unknown zone {quote(value)}{nearest(value, names)}", path)
            return zone
        if kind == "name":
            card = self.finder.catalogue.get(value)
            return constant(value) if card is None else self._printed_name(card)
        words = self.game.values.get(kind)
        found = constant(value) if words is None else words.find(value)
        if found is None and words is not None:
            hint = nearest(value, words.terms)
            raise ScenarioError(f"unknown {kind} {quote(value)}{hint}", path)
        return found if found is not None else constant(value)

    def _printed_name(self, card: Symbol) -> Symbol:
        return next(iter(self.finder.catalogue.card(card).printed.get("name", ())), card)

    def leaves(self, value: Any, path: Path_) -> tuple[tuple[Expected, ...], ...]:
        """Return what is expected of several ends."""
        return tuple(self.leaf(entry, place) for place, entry in numbered(value, path))

    def leaf(self, value: Any, path: Path_) -> tuple[Expected, ...]:
        """Return what is expected of one end: properties of players and objects."""
        if not isinstance(value, dict):
            message = f"{shape(value)}; expected a mapping such as {{NAME: {{zone: graveyard}}}}"
            raise ScenarioError(message, path)
        found = []
        for name, properties in value.items():
            place = (*path, name)
            if not isinstance(properties, dict):
                message = f"{shape(properties)} as {quote(name)}; expected properties"
                raise ScenarioError(message, place)
            for word, values in properties.items():
                asked = self.property(str(word), (*place, word), key=True)
                of = self.of(str(name), place, key=True)
                found.append(Expected(asked, of, self.values(asked, values, (*place, word))))
        return tuple(found)

    def refs(self, value: Any, path: Path_) -> tuple[Ref, ...]:
        """Return the players and objects of a list of names."""
        if value is None:
            return ()
        found = []
        for place, entry in numbered(value, path):
            if not isinstance(entry, str) or not entry:
                raise ScenarioError(f"{shape(entry)}; expected a name", place)
            found.append(self.finder.aim(entry, place, any_of=False))
        return tuple(found)
