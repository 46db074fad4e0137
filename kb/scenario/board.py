"""Players, zones and objects of a scenario, as facts and fluents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from clingo import Function, Number, Symbol, SymbolType

from kb.errors import LudexError, nearest, quote
from kb.scenario import reader
from kb.scenario.cards import Ability, Card, Catalogue, Compiler, cost_label
from kb.scenario.game import Attribute, Game, Zone
from kb.scenario.model import Player, Scenario, ScenarioError, Stacked, Thing, validated
from kb.scenario.reader import Path_
from kb.scenario.script import Ref
from kb.scenario.terms import Slugs, Template, fold

MAX_NUMBER = 1_000_000
MAX_OBJECTS = 25_000
MAX_EFFECTS = 200
MAX_PLAYERS = 50
STACK = "stack"
_BLANK = Function("")


@dataclass
class Placed:
    """An object on the board."""

    handle: Symbol
    term: Symbol
    name: str
    player: Symbol
    zone: str
    alias: str | None = None
    card: Symbol | None = None
    shown: Symbol | None = None
    path: Path_ = ()
    text: str = ""
    state: tuple[Symbol, ...] = ()

    @cached_property
    def alike(self) -> tuple[object, ...]:
        """What two interchangeable objects have in common."""
        own = tuple(_without(fluent, self.term) for fluent in self.state)
        return (self.card, self.player, self.zone, own, self.alias)


@dataclass
class Board:
    """Reads the board; afterwards it finds what names stand for."""

    scenario: Scenario
    game: Game
    catalogue: Catalogue
    static: list[Symbol] = field(default_factory=list)
    state: list[Symbol] = field(default_factory=list)
    players: dict[Symbol, str] = field(default_factory=dict)
    sides: dict[Symbol, Symbol] = field(default_factory=dict)
    objects: list[Placed] = field(default_factory=list)
    used: dict[Symbol, None] = field(default_factory=dict)
    texts: dict[Symbol, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._slugs = Slugs(self.catalogue.slugs | self.game.reserved)
        self._handles: set[str] = set()
        self._by_player: dict[str, Symbol] = {}
        self._aliases: dict[str, Placed] = {}
        self._refs: dict[tuple[object, ...], Ref] = {}
        self._by_handle: dict[Symbol, Placed] = {}
        self._by_card: dict[Symbol, list[Placed]] = {}
        self._by_text: dict[str, list[Placed]] = {}
        self._faces: dict[Symbol, tuple[Symbol, ...]] = {}
        self._effects = 0
        self._numbers: dict[Symbol, int] = {}
        self._closure: tuple[int, list[Card]] = (-1, [])

    # --- Players ---

    def read(self) -> None:
        """Read everything."""
        self._read_players()
        self._read_sides()
        self._read_turn()
        for name, board in self.scenario.players.items():
            self._read_board(self._by_player[fold(name)], name, board)
        for name, board in self.scenario.players.items():
            self._read_defaults(self._by_player[fold(name)], board)
        self._read_stack()
        if self._effects and self.game.effects is not None and self.game.effects.clock is not None:
            self.state.append(self.game.effects.clock.fill({"id": Number(self._effects)}))
        self._name_objects()

    def _read_players(self) -> None:
        if not self.scenario.players:
            raise ScenarioError("a scenario has no players")
        if len(self.scenario.players) > MAX_PLAYERS:
            raise ScenarioError(f"more than {MAX_PLAYERS} players", ("players",), key=True)
        for name in self.scenario.players:
            key = fold(name)
            if not key:
                raise ScenarioError("a player without a name", ("players", name), key=True)
            if key in self._by_player:
                other = self.players[self._by_player[key]]
                message = f"players {quote(other)} and {quote(name)} have the same name"
                raise ScenarioError(message, ("players", name), key=True)
            symbol = self._slugs.new(name)
            self.players[symbol] = name
            self._by_player[key] = symbol
            self.static.append(Function("player", [symbol]))

    def _read_sides(self) -> None:
        for number, team in enumerate(self.scenario.teams, 1):
            side = self.game.board.team.fill({"number": Number(number)})
            for index, name in enumerate(team):
                player = self.player(name, ("teams", number - 1, index))
                if player in self.sides:
                    message = f"{quote(name)} is in two teams"
                    raise ScenarioError(message, ("teams", number - 1, index))
                self.sides[player] = side
            self.texts[side] = " and ".join(team)
        for player in self.players:
            self.sides.setdefault(player, player)
            self.static.append(Function("side", [player, self.sides[player]]))
        order = list(dict.fromkeys(self.sides[player] for player in self.players))
        if len(order) > 1:
            for side, following in zip(order, [*order[1:], order[0]], strict=True):
                self.static.append(Function("after", [side, following]))

    def player(self, name: str, path: Path_) -> Symbol:
        """Return the player with that name, or refuse the name."""
        found = self._by_player.get(fold(name))
        if found is None:
            message = f"unknown player {quote(name)}{nearest(name, self.scenario.players)}"
            raise ScenarioError(message, path)
        return found

    def side(self, name: str, path: Path_) -> Symbol:
        """Return the side of the player with that name."""
        return self.sides[self.player(name, path)]

    def phase(self, name: str, path: Path_) -> Symbol:
        """Return the phase with that name, or refuse the name."""
        found = self.game.phases.get(fold(name))
        if found is None:
            message = f"unknown phase {quote(name)}{nearest(name, self.game.phases)}"
            raise ScenarioError(message, path)
        return found

    def _read_turn(self) -> None:
        scenario, board = self.scenario, self.game.board
        turn = scenario.turn
        name = turn if isinstance(turn, str) else turn.player if turn is not None else None
        phase = None if turn is None or isinstance(turn, str) else turn.phase
        path: Path_ = ("turn",) if isinstance(turn, str) else ("turn", "player")
        active = next(iter(self.sides.values())) if name is None else self.side(name, path)
        step = self.phase(phase or board.start, ("turn", "phase"))
        priority = active
        if scenario.priority is not None:
            priority = self.side(scenario.priority, ("priority",))
        self.state += [
            board.active.fill({"side": active}),
            board.phase.fill({"phase": step}),
            board.priority.fill({"side": priority}),
        ]
        for index, passed in enumerate(scenario.passed):
            side = self.side(passed, ("passed", index))
            if side == priority:
                message = f"{quote(passed)} has priority and cannot have passed"
                raise ScenarioError(message, ("passed", index))
            self.state.append(board.passed.fill({"side": side}))

    # --- Zones ---

    def _read_board(self, player: Symbol, name: str, board: Player) -> None:
        path: Path_ = ("players", name)
        words = board.words
        for word, value in words.items():
            if word in self.game.player_attributes:
                attribute = self.game.player_attributes[word]
                who = {"player": player, "side": self.sides[player]}
                self.state += self._attribute(attribute, who, value, (*path, word))
            elif word in self.game.zones:
                self._read_zone(player, self.game.zones[word], value, (*path, word))
            else:
                known = [*self.game.zones, *self.game.player_attributes]
                message = f"unknown key {quote(word)} in a player{nearest(word, known)}"
                raise ScenarioError(message, (*path, word), key=True)

    def _read_defaults(self, player: Symbol, board: Player) -> None:
        """Add what is so of a player of whom nothing else is said."""
        who = {"player": player, "side": self.sides[player]}
        for word, attribute in self.game.player_attributes.items():
            if word in board.words:
                continue
            if attribute.absent is not None:
                self.state.append(attribute.absent.fill(who))
                continue
            alone = who["side"] == player
            default = attribute.default if alone else attribute.team_default or attribute.default
            if default and self._quantity(attribute, who) not in self._numbers:
                self._numbers[self._quantity(attribute, who)] = default
                self.state.append(attribute.fluent.fill({**who, "value": Number(default)}))

    def _read_zone(self, player: Symbol, zone: Zone, value: Any, path: Path_) -> None:
        if type(value) is int:
            if zone.unknown is None:
                message = f"{value} as {quote(zone.name)}; expected a list of cards"
                raise ScenarioError(message, path)
            values = {"player": player, "value": Number(self._number(value, zone.name, path))}
            if value:
                self.state.append(zone.unknown.fill(values))
            return
        if value is None:
            return
        single = not isinstance(value, list | tuple)
        for index, entry in enumerate([value] if single else value):
            place = path if single else (*path, index)
            if isinstance(entry, Thing):
                self._place_all(player, zone, entry, place, (*place, "card"))
                continue
            if not isinstance(entry, str | dict) or not entry:
                found = reader.kind(reader.node_of(entry))
                message = (
                    f"{found} in {quote(zone.name)}; expected a card, or a mapping with 'card'"
                )
                raise ScenarioError(message, place)
            data = {"card": entry} if isinstance(entry, str) else entry
            thing = validated(Thing, data, place)
            card_path = place if isinstance(entry, str) else (*place, "card")
            self._place_all(player, zone, thing, place, card_path)

    def _place_all(
        self, player: Symbol, zone: Zone, thing: Thing, path: Path_, card_path: Path_
    ) -> None:
        if thing.as_ is not None and thing.count > 1:
            message = f"one name, {quote(thing.as_)}, for {thing.count} objects"
            raise ScenarioError(message, (*path, "as"))
        for _ in range(thing.count):
            self._place(player, zone, thing, path, card_path)

    def _place(
        self, player: Symbol, zone: Zone, thing: Thing, path: Path_, card_path: Path_
    ) -> None:
        card = self.card(thing.card, card_path)
        placed = self._object(card, player, zone.name, thing.as_, path)
        owner = player
        if thing.owner is not None:
            if not zone.controlled:
                message = f"a card in {quote(zone.name)} is listed under its owner"
                raise ScenarioError(message, (*path, "owner"), key=True)
            owner = self.player(thing.owner, (*path, "owner"))
        self.static.append(Function("owner", [placed.handle, owner]))
        where = {"object": placed.term, "player": player}
        self.state += [fact.fill(where) for fact in zone.facts]
        own = self._attributes(placed, zone, thing, path)
        own += self._effects_of(placed, zone, thing, path)
        placed.state = tuple(own)
        self.state += own

    def card(self, name: str, path: Path_) -> Symbol:
        """Return the card with that name, or refuse the name."""
        try:
            found = self.catalogue.find(name)
        except LudexError as cause:
            raise ScenarioError(cause.message, path) from None
        self.used[found] = None
        return found

    def _object(
        self, card: Symbol, player: Symbol, zone: str, alias: str | None, path: Path_
    ) -> Placed:
        handle = self._handle(alias, card)
        term = Function("obj", [handle, Number(0)])
        name = self.catalogue.card(card).name
        placed = Placed(handle, term, name, player, zone, alias, card, card, path)
        self._register(placed)
        self.static.append(Function("card", [handle, card]))
        return placed

    def _handle(self, alias: str | None, card: Symbol) -> Symbol:
        # The first object of a card may have the card's own constant: nothing confuses the two.
        if alias is None and card.name not in self._handles:
            self._handles.add(card.name)
            return card
        handle = self._slugs.new(alias if alias is not None else card.name)
        self._handles.add(handle.name)
        return handle

    def _register(self, placed: Placed) -> None:
        if len(self.objects) >= MAX_OBJECTS:
            raise ScenarioError(f"more than {MAX_OBJECTS:,} objects", placed.path)
        self.objects.append(placed)
        self._by_handle[placed.handle] = placed
        if placed.alias is not None:
            key = fold(placed.alias)
            if key in self._aliases:
                other = self._aliases[key]
                where = "" if other.zone == placed.zone else f" ({other.zone} and {placed.zone})"
                message = f"two objects are called {quote(placed.alias)}{where}"
                raise ScenarioError(message, (*placed.path, "as"))
            if key in self._by_player:
                message = f"{quote(placed.alias)} is the name of a player"
                raise ScenarioError(message, (*placed.path, "as"))
            self._aliases[key] = placed
        if placed.card is not None:
            for face in self.faces(placed.card):
                self._by_card.setdefault(face, []).append(placed)

    def faces(self, card: Symbol) -> tuple[Symbol, ...]:
        """Return a card and its other face, if it has one."""
        if card not in self._faces:
            back = self.catalogue.card(card).back
            self._faces[card] = (card,) if back is None or back == card else (card, back)
        return self._faces[card]

    # --- Attributes ---

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
                fields = [f.alias or n for n, f in Thing.model_fields.items()]
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
        if attribute.needs and placed.card is not None and placed.shown is not None:
            key, *wanted = attribute.needs
            for face in {*self.faces(placed.card), *self.faces(placed.shown)}:
                printed = self.catalogue.card(face).printed.get(key, ())
                if printed and (not wanted or Function(wanted[0]) in printed):
                    return
            what = " ".join(wanted) or f"card with a {key}"
            raise ScenarioError(
                f"{word} on {quote(placed.name)}, which is no {what}", path, key=True
            )

    def _printed_default(
        self, placed: Placed, zone: Zone, words: dict[str, Any], found: list[Symbol], path: Path_
    ) -> None:
        for attribute in self.game.object_attributes.values():
            if attribute.default_printed is None or attribute.name in words:
                continue
            if zone.name not in attribute.zones or placed.shown is None:
                continue
            card = self.catalogue.card(placed.shown)
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

    def _attribute(
        self,
        attribute: Attribute,
        values: dict[str, Symbol],
        value: Any,
        path: Path_,
        placed: Placed | None = None,
    ) -> list[Symbol]:
        """Return the fluents of one attribute; a number that is 0 is no fluent."""
        name = attribute.name
        match attribute.kind:
            case "flag":
                if not self._flag(value, name, path):
                    return []
                if attribute.shows is not None and placed is not None and placed.shown is not None:
                    placed.shown = self.catalogue.card(placed.shown).back
                return [self._fluent(attribute.fluent, values)]
            case "integer":
                number = self._number(value, name, path)
                self._once(self._quantity(attribute, values), number, name, path)
                return (
                    [self._fluent(attribute.fluent, {**values, "value": Number(number)})]
                    if number
                    else []
                )
            case "card":
                if not isinstance(value, str):
                    raise ScenarioError(f"{_found(value)} as {quote(name)}; expected a card", path)
                card = self.card(value, path)
                if attribute.shows is not None and placed is not None:
                    placed.shown = card
                return [self._fluent(attribute.fluent, {**values, "value": card})]
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
            number = self._number(amount, str(word), (*path, word))
            quantity = self._quantity(attribute, {**values, "key": key})
            self._once(quantity, number, str(word), (*path, word))
            if number:
                found.append(
                    self._fluent(attribute.fluent, {**values, "key": key, "value": Number(number)})
                )
        return found

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
            self._effects += 1
            values = {**values, "id": Number(self._effects)}
        return template.fill(values)

    def _number(self, value: Any, name: str, path: Path_) -> int:
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
            node = self._node(data, place)
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
            self.catalogue,
            # Not the handle itself: a card may have that constant.
            Function("on", [placed.handle, Number(index + 1)]),
            placed.name,
            lambda value: self.player(reader.text(value, "a player"), path),
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
            card = self.card(reader.text(rest[head].node, head), (*path, head))
            changes = [
                effects.changes[head].term.fill({head.replace(" ", "_"): ability.symbol})
                for ability in self.catalogue.card(card).abilities
                if ability.kind == "activated"
            ]
        else:
            form = reader.Mapping(rest, row.mark)
            changes = [compiler.form(form, effects.changes, "an effect")]
        self.static += compiler.facts
        self.texts.update(compiler.texts)
        self.used.update(dict.fromkeys(compiler.mentions))
        values = {"object": placed.term, "until": duration}
        return [self._fluent(effects.fluent, {**values, "change": change}) for change in changes]

    def _node(self, data: Any, path: Path_) -> reader.Node:
        """Return the data of a path as a node, with its places if it was read from a file."""
        node: reader.Node = self.scenario.node
        for step in path:
            if isinstance(node, reader.Mapping) and isinstance(step, str) and step in node.entries:
                node = node.entries[step].node
            elif isinstance(node, reader.Sequence) and isinstance(step, int):
                node = node.items[step]
        return node if reader.plain(node) == data else reader.node_of(data)

    # --- The stack ---

    def _read_stack(self) -> None:
        board = self.game.board
        if not self.scenario.stack:
            return
        if not board.stack_facts:
            raise ScenarioError("this game has no stack", ("stack",), key=True)
        pending: list[tuple[Placed, Stacked, Path_, int]] = []
        for index, entry in enumerate(self.scenario.stack):
            path: Path_ = ("stack", index)
            if entry.words:
                word = next(iter(entry.words))
                fields = [f.alias or n for n, f in Stacked.model_fields.items()]
                message = f"unknown key {quote(word)} in something on the stack"
                raise ScenarioError(message + nearest(word, fields), (*path, word), key=True)
            if (entry.spell is None) == (entry.ability_of is None):
                raise ScenarioError(
                    "something on the stack has either 'spell' or 'ability of'", path
                )
            player = self.player(entry.by, (*path, "by"))
            if entry.spell is not None:
                placed, targets = self._stack_spell(entry, player, path)
            else:
                placed, targets = self._stack_ability(entry, player, index + 1, path)
            values = {"object": placed.term, "player": player, "position": Number(index + 1)}
            self.state += [fact.fill(values) for fact in board.stack_facts]
            if entry.x is not None and board.stack_x is not None:
                x = Number(self._number(entry.x, "x", (*path, "x")))
                self.state.append(board.stack_x.fill({"object": placed.term, "x": x}))
            pending.append((placed, entry, path, targets))
        for placed, entry, path, targets in pending:
            if len(entry.targets) > targets:
                most = {0: "no target", 1: "1 target"}.get(targets, f"{targets} targets")
                message = f"{len(entry.targets)} targets for {quote(placed.name)}, which has {most}"
                raise ScenarioError(message, (*path, "targets"), key=True)
            for number, name in enumerate(entry.targets, 1):
                place = (*path, "targets", number - 1)
                term = self.term(self.ref(name, place), place)
                if board.stack_target is not None:
                    values = {"object": placed.term, "n": Number(number), "target": term}
                    self.state.append(board.stack_target.fill(values))

    def _stack_spell(self, entry: Stacked, player: Symbol, path: Path_) -> tuple[Placed, int]:
        name = entry.spell or ""
        card = self.card(name, (*path, "spell"))
        placed = self._object(card, player, STACK, entry.as_, path)
        owner = player if entry.owner is None else self.player(entry.owner, (*path, "owner"))
        self.static.append(Function("owner", [placed.handle, owner]))
        if entry.ability is not None:
            raise ScenarioError("'ability' of a spell", (*path, "ability"), key=True)
        abilities = self.catalogue.card(card).abilities
        return placed, max((a.targets for a in abilities if a.kind == "spell"), default=0)

    def _stack_ability(
        self, entry: Stacked, player: Symbol, position: int, path: Path_
    ) -> tuple[Placed, int]:
        board = self.game.board
        if board.stack_object is None or board.stack_ability is None:
            raise ScenarioError("this game has no abilities on the stack", path)
        place = (*path, "ability of")
        source = self.object(entry.ability_of or "", place)
        ability = self.abilities(source, entry.ability, path, ("activated", "triggered"))[0]
        term = board.stack_object.fill({"position": Number(position)})
        name = self.catalogue_text(ability)
        placed = Placed(term, term, name, player, STACK, entry.as_, path=path, text=name)
        self._register(placed)
        values = {"object": term, "ability": ability.symbol, "source": source.term}
        self.state.append(board.stack_ability.fill(values))
        return placed, ability.targets

    def catalogue_text(self, ability: Ability) -> str:
        """Return what an ability is called."""
        card = next(c for c in self.cards() if ability in c.abilities)
        return card.texts[ability.symbol]

    # --- Finding ---

    def cards(self) -> list[Card]:
        """Return all cards that the scenario names, and those that they name."""
        if self._closure[0] != len(self.used):
            self._closure = (len(self.used), self.catalogue.closure(self.used))
        return self._closure[1]

    def _name_objects(self) -> None:
        """Give every object a text of its own, by which it can be called as well."""
        groups: dict[str, list[Placed]] = {}
        for placed in self.objects:
            if placed.alias is None:
                groups.setdefault(placed.text or placed.name, []).append(placed)
            else:
                placed.text = placed.alias
        for name, group in groups.items():
            by_player: dict[Symbol, list[Placed]] = {}
            for placed in group:
                by_player.setdefault(placed.player, []).append(placed)
            for player, own in by_player.items():
                for number, placed in enumerate(own, 1):
                    text = name if len(by_player) == 1 else f"{self.players[player]}'s {name}"
                    placed.text = text if len(own) == 1 else f"{text} #{number}"
        for placed in self.objects:
            self._by_text.setdefault(fold(placed.text), []).append(placed)

    def placed(self, ref: Ref) -> Placed | None:
        """Return the object that a name stands for, None for a player or a token."""
        return self._by_handle.get(ref.symbol) if ref.kind in ("object", "term") else None

    def candidates(self, name: str) -> list[Placed]:
        """Return the objects that a name may stand for."""
        key = fold(name)
        if key in self._aliases:
            return [self._aliases[key]]
        if key in self._by_text:
            return self._by_text[key]
        whose: Symbol | None = None
        card = self.catalogue.get(name)
        if card is None or card not in self._by_card:
            for player, player_name in self.players.items():
                for ending in ("'s ", "' "):
                    start = fold(player_name) + ending
                    if key.startswith(start):
                        whose, key = player, key[len(start) :]
                        break
                if whose is not None:
                    break
            card = self.catalogue.get(key)
        if card is None:
            return []
        objects = self._by_card.get(card, [])
        return [placed for placed in objects if whose in (None, placed.player)]

    def object(
        self, name: str, path: Path_, zone: str | None = None, player: Symbol | None = None
    ) -> Placed:
        """Return the one object with that name; see `ref`."""
        found = self._preferred(self.candidates(name), zone, player)
        if not found:
            raise self._unknown(name, path)
        if len(found) > 1:
            raise self._ambiguous(name, found, path)
        return found[0]

    def _preferred(
        self, found: list[Placed], zone: str | None, player: Symbol | None
    ) -> list[Placed]:
        for narrower in (
            [p for p in found if p.zone == zone and p.player == player],
            [p for p in found if p.zone == zone],
            [p for p in found if player is not None and p.player == player],
        ):
            if narrower:
                return narrower
        return found

    def ref(
        self,
        name: str,
        path: Path_,
        *,
        zone: str | None = None,
        player: Symbol | None = None,
        any_of: bool = False,
        kinds: Iterable[str] = ("player", "object"),
    ) -> Ref:
        """Return what a name stands for.

        Parameters
        ----------
        name : str
            An alias, a card's name, ``Norbert's Jace Beleren``, a player's name.
        path : tuple
            Where the name stands.
        zone, player : optional
            Where an object of that name is looked for first.
        any_of : bool
            Whether several interchangeable objects may be meant.
        kinds : iterable of str
            Whether players or objects are expected.
        """
        # Thousands of lines may name the same of thousands of objects.
        asked = (name, zone, player, any_of, tuple(kinds))
        if asked not in self._refs:
            self._refs[asked] = self._ref(name, path, zone, player, any_of, tuple(kinds))
        return self._refs[asked]

    def _ref(
        self,
        name: str,
        path: Path_,
        zone: str | None,
        player: Symbol | None,
        any_of: bool,
        kinds: tuple[str, ...],
    ) -> Ref:
        if "player" in kinds and fold(name) in self._by_player:
            symbol = self._by_player[fold(name)]
            return Ref(name, "player", symbol, side=self.sides[symbol])
        if "object" in kinds:
            found = self._preferred(self.candidates(name), zone, player)
            if len(found) > 1 and not (any_of and len({p.alike for p in found}) == 1):
                raise self._ambiguous(name, found, path)
            if found:
                others = tuple(p.handle for p in found[1:])
                kind = "object" if found[0].card is not None else "term"
                return Ref(name, kind, found[0].handle, others)
            card = self.catalogue.get(name)
            if card is not None and any(card == c.symbol for c in self.cards()):
                return Ref(name, "token", card)
        if kinds == ("player",):
            self.player(name, path)
        raise self._unknown(name, path)

    def term(self, ref: Ref, path: Path_) -> Symbol:
        """Return the term that a name stands for on the board as it is given."""
        if ref.kind == "object":
            return Function("obj", [ref.symbol, Number(0)])
        if ref.kind == "token":
            raise ScenarioError(f"there is no {quote(ref.text)} on this board yet", path)
        return ref.symbol

    def _unknown(self, name: str, path: Path_) -> ScenarioError:
        card = self.catalogue.get(name)
        if card is not None:
            message = f"no {quote(name)} in this scenario; put it into a zone of a player"
            return ScenarioError(message, path)
        known = {p.text for p in self.objects[:2000]} | {p.name for p in self.objects[:2000]}
        hint = nearest(name, [*known, *self.players.values()])
        return ScenarioError(f"unknown name {quote(name)}{hint}", path)

    def _ambiguous(self, name: str, found: list[Placed], path: Path_) -> ScenarioError:
        several = len({p.zone for p in found}) > 1
        texts = [quote(p.text or p.name) + (f" ({p.zone})" if several else "") for p in found[:4]]
        listed = ", ".join(texts[:-1]) + f" or {texts[-1]}" + (" …" if len(found) > 4 else "")
        message = f"{quote(name)} could be {listed}; say which, or name one of them with 'as'"
        return ScenarioError(message, path)

    # --- Abilities ---

    def abilities(
        self,
        source: Placed | Symbol,
        wanted: str | int | None,
        path: Path_,
        kinds: tuple[str, ...] = ("activated",),
        targets: int | None = None,
    ) -> list[Ability]:
        """Return the abilities of an object that a scenario may mean, those printed on it first.

        Parameters
        ----------
        source : Placed or Symbol
            The object, or the card of a token.
        wanted : str, int or None
            Its cost, such as ``+2``, or its number on the card.
        path : tuple
            The action's place.
        kinds : tuple of str
            Which kinds of abilities are meant.
        targets : int, optional
            How many targets are named; tells two abilities of the same cost apart.
        """
        card = source if isinstance(source, Symbol) else source.card
        shown = card if isinstance(source, Symbol) else source.shown
        if card is None:
            raise ScenarioError("an ability of something that is no card", path)
        faces = dict.fromkeys((*self.faces(card), *self.faces(shown or card)))
        name = self.catalogue.card(card).name
        place = (*path, "ability")
        own = [self._matching(face, wanted, kinds, targets) for face in faces]
        for face, found in zip(faces, own, strict=True):
            if len(found) > 1:
                numbers = [str(a.symbol.arguments[1].number) for a in found]
                which = quote(str(wanted)) if wanted is not None else "one"
                said = (
                    f"{len(found)} abilities of {quote(self.catalogue.card(face).name)} are {which}"
                )
                if wanted is None:
                    labels = [a.label for a in found if a.label]
                    said = f"{quote(name)} has several abilities; say which with 'ability'"
                    message = said + (f": {', '.join(quote(x) for x in labels)}" if labels else "")
                    raise ScenarioError(message, path)
                message = f"{said}; say 'ability: {numbers[0]}' or 'ability: {numbers[1]}'"
                raise ScenarioError(message, place)
        flat = [ability for found in own for ability in found]
        if flat:
            return flat
        if isinstance(wanted, str) or (wanted is not None and wanted < 1):
            others = [
                ability
                for other in self.cards()
                for ability in self._matching(other.symbol, wanted, kinds, targets)
            ]
            if others:
                return others
        labels = [a.label or str(a.symbol.arguments[1].number) for a in self._of_kind(faces, kinds)]
        if wanted is None:
            raise ScenarioError(f"{quote(name)} has no ability that could be meant", path)
        hint = nearest(str(wanted), labels) if labels else "; it has none of that kind"
        raise ScenarioError(f"unknown ability {quote(str(wanted))} of {quote(name)}{hint}", place)

    def _of_kind(self, faces: Iterable[Symbol], kinds: tuple[str, ...]) -> list[Ability]:
        return [a for face in faces for a in self.catalogue.card(face).abilities if a.kind in kinds]

    def _matching(
        self, face: Symbol, wanted: str | int | None, kinds: tuple[str, ...], targets: int | None
    ) -> list[Ability]:
        found = self._of_kind((face,), kinds)
        if wanted is None:
            return found
        if type(wanted) is int and wanted > 0:
            return [a for a in found if a.symbol.arguments[1].number == wanted]
        label = cost_label(str(wanted))
        found = [a for a in found if a.label == label]
        if len(found) > 1 and targets is not None:
            fitting = [a for a in found if (a.targets > 0) == (targets > 0)]
            return fitting or found
        return found


def _without(fluent: Symbol, term: Symbol) -> Symbol:
    """Return a fluent with a blank in place of the object that it is about."""
    if fluent == term:
        return Function("")
    if fluent.type != SymbolType.Function or not fluent.arguments:
        return fluent
    return Function(fluent.name, [_without(argument, term) for argument in fluent.arguments])


def _found(value: Any) -> str:
    return reader.kind(reader.node_of(value))
