"""What a board says of players and objects, as fluents: attributes, counters, effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from clingo import Function, Number, Symbol, SymbolType

from kb.errors import LudexError, nearest, quote
from kb.scenario import reader
from kb.scenario.cards import Compiler
from kb.scenario.finding import Finder, Placed
from kb.scenario.forms import Attribute
from kb.scenario.game import Game
from kb.scenario.model import Player, Thing
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.terms import Template, fold
from kb.scenario.unread import is_unsupported, is_used, unknown_face, unread
from kb.scenario.zones import Zone

MAX_NUMBER = 1_000_000
MAX_EFFECTS = 200
_BLANK = Function("")


class Attributes:
    """Reads attributes and effects.

    Parameters
    ----------
    game : Game
        The game's words.
    finder : Finder
        The players and objects.
    node_at : callable
        Finds the part of the scenario at a path, with its places.
    """

    def __init__(
        self, game: Game, finder: Finder, node_at: Callable[[Any, Path_], reader.Node]
    ) -> None:
        self.game = game
        self.finder = finder
        self.facts: list[Symbol] = []
        self.texts: dict[Symbol, str] = {}
        self.effects = 0
        self._node_at = node_at
        self._numbers: dict[Symbol, int] = {}
        self._named: list[tuple[Attribute, Placed, str, Path_]] = []
        self.active: Symbol | None = None
        self.phase: Symbol | None = None

    # --- Players ---

    def of_player(self, player: Symbol, word: str, value: Any, path: Path_) -> list[Symbol]:
        """Return the fluents of one attribute of a player."""
        who = {"player": player, "side": self.finder.sides[player]}
        return self._attribute(self.game.player_attributes[word], who, value, path)

    def defaults_of(self, player: Symbol, board: Player) -> list[Symbol]:
        """Return what is so of a player of whom nothing else is said."""
        found = []
        who = {"player": player, "side": self.finder.sides[player]}
        for word, attribute in self.game.player_attributes.items():
            if word in board.words:
                continue
            if attribute.absent is not None:
                found.append(attribute.absent.fill(who))
                continue
            alone = who["side"] == player
            default = attribute.default if alone else attribute.team_default or attribute.default
            if not default:
                continue
            quantity = self._quantity(attribute, who)
            if quantity not in self._numbers:
                self._numbers[quantity] = default
                found.append(attribute.fluent.fill({**who, "value": Number(default)}))
        return found

    # --- Objects ---

    def of_object(self, placed: Placed, zone: Zone, thing: Thing, path: Path_) -> list[Symbol]:
        """Return the fluents of all that is said of an object."""
        found = self._attributes(placed, zone, thing, path)
        return found + self._effects_of(placed, zone, thing, path)

    def _attributes(self, placed: Placed, zone: Zone, thing: Thing, path: Path_) -> list[Symbol]:
        words = thing.words
        known = self.game.object_attributes
        found: list[Symbol] = []
        values = {"object": placed.term, "player": placed.player}
        if not words:
            self._printed_default(placed, zone, words, found, path)
            return found
        for word in words:
            if word not in known:
                fields = Thing.names()
                message = (
                    f"unknown key {quote(word)} in an object{nearest(word, [*known, *fields])}"
                )
                raise ScenarioError(message, (*path, word), key=True)
        # What the object shows decides what else may be said of it, so that comes first.
        for word in sorted(words, key=lambda w: known[w].shows is None):
            attribute, value, place = known[word], words[word], (*path, word)
            self._fits(attribute, placed, zone, place)
            found += self._attribute(attribute, values, value, place, placed)
        self._printed_default(placed, zone, words, found, path)
        return found

    def _fits(self, attribute: Attribute, placed: Placed, zone: Zone, path: Path_) -> None:
        """Refuse an attribute that makes no sense in the zone or on the card."""
        word = quote(attribute.name)
        if attribute.zones and zone.name not in attribute.zones:
            zones = " or ".join(sorted(attribute.zones))
            message = f"{word} on an object in {quote(zone.name)}; it has a meaning in {zones} only"
            raise ScenarioError(message, path, key=True)
        if attribute.told_by is not None and not self._says(attribute.told_by, placed):
            message = f"{word} on {quote(placed.name)}, which has no ability that asks for one"
            raise ScenarioError(message, path, key=True)
        if attribute.needs and placed.card is not None and placed.shown is not None:
            key, *wanted = attribute.needs
            for face in {*self.finder.faces(placed.card), *self.finder.faces(placed.shown)}:
                printed = self.finder.catalogue.card(face).printed.get(key, ())
                if printed and (not wanted or Function(wanted[0]) in printed):
                    return
            what = f"which is no {' '.join(wanted) or f'card with a {key}'}"
            if attribute.shows == key:
                what = self._stays(placed, zone) or self._unknown_face(placed) or what
            name = placed.name
            if placed.part is not None and placed.alias is None:
                name = self.finder.catalogue.card(placed.part).name
            raise ScenarioError(f"{word} on {quote(name)}, {what}", path, key=True)

    def _stays(self, placed: Placed, zone: Zone) -> str | None:
        """Say of a card that lies in a zone as one of its parts that it turns to no other."""
        assert placed.card is not None
        card = self.finder.catalogue.card(placed.card)
        keys = [one for one in self.game.part_keys.values() if zone.name in (one.part or ())]
        parts = [self.finder.catalogue.card(part).name for part in card.parts(keys)]
        if not parts:
            return None
        names = " or ".join(map(quote, (card.name, *parts)))
        return f"which is never turned over; name the face with which it lies there, {names}"

    def _unknown_face(self, placed: Placed) -> str | None:
        """Say of a card whose other face no file has that it is not known."""
        for value in self._said_on(placed):
            if is_unsupported(value) and (name := unknown_face(value.arguments[0].string)):
                return (
                    f"whose other face, {quote(name)}, is not known here; describe both in 'cards'"
                )
        return None

    def _says(self, what: Template, placed: Placed) -> bool:
        """Return whether an ability of an object says something, or a text that is not read may."""
        if placed.card is None or placed.shown is None:
            return True
        said = self._said_on(placed)
        return any(what.match(one) is not None or one.name == "unsupported" for one in said)

    def _said_on(self, placed: Placed) -> list[Symbol]:
        """Return what the abilities of an object say, on either face."""
        cards = [card for card in (placed.card, placed.shown) if card is not None]
        faces = {face for card in cards for face in self.finder.faces(card)}
        facts = (fact for face in faces for fact in self.finder.catalogue.card(face).facts)
        values = (fact.arguments[2] for fact in facts if fact.match("says", 3))
        return [one for one in values if one.type == SymbolType.Function]

    def _is_told(
        self, attribute: Attribute, placed: Placed, chosen: Symbol, value: str, path: Path_
    ) -> None:
        """Refuse a word of which no ability of the object says anything, where that is asked."""
        told = attribute.told_by
        if told is None or "?" not in told.source or placed.card is None or placed.shown is None:
            return
        found = [one for one in map(told.match, self._said_on(placed)) if one is not None]
        if chosen not in found:
            hint = nearest(value, [self._printed_name(placed, one) for one in found])
            message = f"unknown {attribute.name} {quote(value)} of {quote(placed.name)}{hint}"
            raise ScenarioError(message, path)

    def _printed_name(self, placed: Placed, word: Symbol) -> str:
        """Return a word as the card of an object, or its other face, spells it."""
        for card in filter(None, (placed.card, placed.shown)):
            for face in self.finder.faces(card):
                if (name := self.finder.catalogue.card(face).texts.get(word)) is not None:
                    return name
        return str(word).replace("_", " ")

    def _printed_default(
        self, placed: Placed, zone: Zone, words: dict[str, Any], found: list[Symbol], path: Path_
    ) -> None:
        known = self.game.object_attributes
        if any(known[word].shows == "nothing" and words[word] in (True, "yes") for word in words):
            return
        for attribute in known.values():
            if attribute.default_printed is None or attribute.name in words:
                continue
            if zone.name not in attribute.zones or placed.shown is None:
                continue
            card = self.finder.catalogue.card(placed.shown)
            key, *wanted = attribute.needs or (attribute.default_printed,)
            if wanted and Function(wanted[0]) not in card.printed.get(key, ()):
                continue
            if self._quantity(attribute, {"object": placed.term}) in self._numbers:
                continue
            printed = card.printed.get(attribute.default_printed, ())
            if not printed:
                message = (
                    f"{quote(card.name)} has no printed {attribute.name}; say its {attribute.name}"
                )
                raise ScenarioError(message, path)
            if printed[0] != Number(0):
                found.append(attribute.fluent.fill({"object": placed.term, "value": printed[0]}))

    # --- One attribute ---

    def _attribute(
        self,
        attribute: Attribute,
        values: dict[str, Symbol],
        value: Any,
        path: Path_,
        placed: Placed | None = None,
    ) -> list[Symbol]:
        """Return the fluents of one attribute; a quantity that is 0 is no fluent."""
        name = attribute.name
        self._in_time(attribute, path)
        match attribute.kind:
            case "flag":
                if not self._flag(value, name, path):
                    return []
                if attribute.shows == "back" and placed is not None and placed.shown is not None:
                    placed.shown = self.finder.catalogue.card(placed.shown).back
                return [self._fluent(attribute.fluent, values)]
            case "integer":
                number = self.number(value, name, path)
                self._once(self._quantity(attribute, values), number, name, path)
                return (
                    [self._fluent(attribute.fluent, {**values, "value": Number(number)})]
                    if number or not attribute.fluent.source.startswith("val(")
                    else []
                )
            case "card":
                if attribute.several and isinstance(value, list):
                    items = [(one, (*path, n)) for n, one in enumerate(value)]
                    rows = [self._attribute(attribute, values, *item) for item in items]
                    return list(dict.fromkeys(fluent for row in rows for fluent in row))
                if not isinstance(value, str):
                    raise ScenarioError(f"{_found(value)} as {quote(name)}; expected a card", path)
                card = self.finder.card(value, path)
                if placed is None and attribute.needs:
                    key, *wanted = attribute.needs
                    printed = self.finder.catalogue.card(card).printed.get(key, ())
                    if not printed or (wanted and Function(wanted[0]) not in printed):
                        what = " ".join(wanted) or f"card with a {key}"
                        message = f"{quote(value)} as {quote(name)}, which is no {what}"
                        raise ScenarioError(message, path)
                if attribute.shows is not None and placed is not None:
                    placed.shown = card
                return [self._fluent(attribute.fluent, {**values, "value": card})]
            case "named":
                self._later(attribute, value, path, placed)
                return []
            case "word":
                words = self.game.values[attribute.of or ""]
                chosen = words.find(value) if isinstance(value, str) else None
                if chosen is None:
                    hint = nearest(str(value), words.terms)
                    raise ScenarioError(f"unknown {words.name} {_found(value)}{hint}", path)
                if placed is not None:
                    self._is_told(attribute, placed, chosen, value, path)
                return [self._fluent(attribute.fluent, {**values, "value": chosen})]
        return self._counts(attribute, values, value, path)

    def _counts(
        self, attribute: Attribute, values: dict[str, Symbol], value: Any, path: Path_
    ) -> list[Symbol]:
        """Return the fluents of an attribute that gives a number for each of several words."""
        name = attribute.name
        if not isinstance(value, dict):
            message = (
                f"{_found(value)} as {quote(name)}; expected a mapping such as {{kind: number}}"
            )
            raise ScenarioError(message, path)
        words = self.game.values[attribute.of or ""]
        found = []
        for word, amount in value.items():
            key = words.find(str(word))
            if key is None:
                message = f"unknown {words.name} {quote(word)}{nearest(str(word), words.terms)}"
                raise ScenarioError(message, (*path, word), key=True)
            number = self.number(amount, str(word), (*path, word))
            quantity = self._quantity(attribute, {**values, "key": key})
            self._once(quantity, number, str(word), (*path, word))
            if number:
                found.append(
                    self._fluent(attribute.fluent, {**values, "key": key, "value": Number(number)})
                )
        return found

    # --- What is said of an object with the name of another ---

    def _later(self, attribute: Attribute, value: Any, path: Path_, placed: Placed | None) -> None:
        """Keep what names another object until all objects have names."""
        names = value if isinstance(value, list) else [value]
        for name in names or [value]:
            if not isinstance(name, str) or not name:
                message = f"{_found(name)} as {quote(attribute.name)}; expected a name"
                raise ScenarioError(message, path)
            if placed is not None:
                self._named.append((attribute, placed, name, path))

    def named(self) -> list[Symbol]:
        """Return the fluents of what is said with the names of others, once all are known."""
        return [self._one_named(*one) for one in self._named]

    def _in_time(self, attribute: Attribute, path: Path_) -> None:
        """Refuse what has no meaning in the part of the turn in which the board is."""
        phases = {self.game.phases[fold(phase)] for phase in attribute.during}
        if phases and self.phase not in phases:
            *others, last = attribute.during
            when = f"{', '.join(others)} or {last}" if others else last
            message = f"{quote(attribute.name)} has a meaning only in {when}"
            raise ScenarioError(message, path, key=True)

    def _one_named(self, attribute: Attribute, placed: Placed, name: str, path: Path_) -> Symbol:
        side = self.finder.sides[placed.player]
        if attribute.active is not None and (side == self.active) != attribute.active:
            whose = "the active player" if attribute.active else "another player"
            message = f"{quote(attribute.name)} is said of what {whose} controls"
            raise ScenarioError(message, path, key=True)
        other = self.finder.ref(name, path)
        owner = self.finder.placed(other)
        if owner is None and attribute.things:
            message = f"{quote(name)} as {quote(attribute.name)}; expected an object of the board"
            raise ScenarioError(message, path)
        theirs = other.side if owner is None else self.finder.sides[owner.player]
        if theirs == side and not attribute.anyone:
            message = f"{quote(name)} as {quote(attribute.name)}; it is on the same side"
            raise ScenarioError(message, path)
        values = {"object": placed.term, "player": placed.player}
        return attribute.fluent.fill({**values, "value": self.finder.term(other, path)})

    def _quantity(self, attribute: Attribute, values: Mapping[str, Symbol]) -> Symbol:
        """Return what a number is of: its fluent with a blank in place of the number."""
        return attribute.fluent.fill({"id": _BLANK, **values, "value": _BLANK})

    def _once(self, quantity: Symbol, number: int, name: str, path: Path_) -> None:
        """Refuse two values of one number: a team shares some, two keys may mean the same."""
        known = self._numbers.setdefault(quantity, number)
        if known != number:
            raise ScenarioError(f"{number} as {quote(name)}; before it was {known}", path)

    def _fluent(self, template: Template, values: dict[str, Symbol]) -> Symbol:
        if "id" in template.holes:
            self.effects += 1
            values = {**values, "id": Number(self.effects)}
        return template.fill(values)

    def number(self, value: Any, name: str, path: Path_) -> int:
        """Return a value as a number within bounds, or refuse it."""
        if type(value) is not int:
            message = f"{_found(value)} as {quote(name)}; expected a whole number"
            raise ScenarioError(message, path)
        if value < 0:
            raise ScenarioError(f"{quote(value)} as {quote(name)}; expected at least 0", path)
        if value > MAX_NUMBER:
            message = f"{quote(value)} as {quote(name)}; expected at most {MAX_NUMBER:,}"
            raise ScenarioError(message, path)
        return value

    def _flag(self, value: Any, name: str, path: Path_) -> bool:
        if isinstance(value, bool):
            return value
        if value in ("yes", "no"):
            return bool(value == "yes")
        raise ScenarioError(f"{_found(value)} as {quote(name)}; expected true or false", path)

    # --- Effects that are already there ---

    def _effects_of(self, placed: Placed, zone: Zone, thing: Thing, path: Path_) -> list[Symbol]:
        found: list[Symbol] = []
        effects = self.game.effects
        if not thing.effects:
            return found
        if effects is None or (effects.zones and zone.name not in effects.zones):
            message = f"'effects' on an object in {quote(zone.name)}"
            raise ScenarioError(message, (*path, "effects"), key=True)
        if len(thing.effects) > MAX_EFFECTS:
            message = f"{len(thing.effects)} effects; expected at most {MAX_EFFECTS}"
            raise ScenarioError(message, (*path, "effects"), key=True)
        for index, data in enumerate(thing.effects):
            place: Path_ = (*path, "effects", index)
            node = self._node_at(data, place)
            try:
                found += self._effect(placed, node, index, place)
            except ScenarioError:
                raise
            except LudexError as cause:
                raise cause if cause.file else ScenarioError(cause.message, place) from None
        return found

    def _effect(self, placed: Placed, node: reader.Node, index: int, path: Path_) -> list[Symbol]:
        effects = self.game.effects
        assert effects is not None
        row = reader.mapping(node, "an effect")
        compiler = Compiler(
            self.finder.catalogue,
            # Not the handle itself: a card may have that constant.
            Function("on", [placed.handle, Number(index + 1)]),
            placed.name,
            lambda value: self.finder.player(reader.text(value, "a player"), path),
        )
        until = row.get("until") or effects.until.default
        if until is None:
            raise ScenarioError("an effect has no 'until'", path)
        duration = compiler.value(effects.until.kind, until, "'until' of an effect")
        rest = {key: entry for key, entry in row.entries.items() if key != "until"}
        head = next((key for key in rest if key in effects.changes), None)
        changes: list[Symbol] = []
        if head is not None and effects.changes[head].params[head].kind == "activated abilities":
            reader.only(reader.Mapping(rest, row.mark), f"an effect {quote(head)}", (head,))
            named = self.finder.card(reader.text(rest[head].node, head), (*path, head))
            card = self.finder.catalogue.card(named)
            lent = [
                ability.symbol
                for ability in card.abilities
                if ability.kind == "activated"
                or any(map(is_used, unread(card.facts, (ability.symbol,))))
            ]
            if not lent:
                message = f"{quote(card.name)} has no activated ability"
                raise ScenarioError(message, (*path, head))
            changes = [
                effects.changes[head].term.fill({head.replace(" ", "_"): symbol}) for symbol in lent
            ]
        else:
            form = reader.Mapping(rest, row.mark)
            changes = [compiler.form(form, effects.changes, "an effect")]
        self.facts += compiler.facts
        self.texts.update(compiler.texts)
        self.finder.used.update(dict.fromkeys(compiler.mentions))
        values = {"object": placed.term, "until": duration}
        return [self._fluent(effects.fluent, {**values, "change": change}) for change in changes]


def _found(value: Any) -> str:
    return reader.kind(reader.node_of(value))
