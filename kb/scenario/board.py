"""The board of a scenario as facts and fluents: players, turn, zones, stack."""

from __future__ import annotations

from typing import Any

from clingo import Function, Number, Symbol

from kb.errors import nearest, quote
from kb.scenario import reader
from kb.scenario.abilities import abilities_of
from kb.scenario.attributes import Attributes
from kb.scenario.cards import Catalogue
from kb.scenario.finding import STACK, Finder, Placed
from kb.scenario.game import Game
from kb.scenario.model import Player, Scenario, Stacked, Thing
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.zones import Zone


class Board:
    """Reads the board of a scenario.

    Parameters
    ----------
    scenario : Scenario
        The scenario, without variants.
    game : Game
        Its game.
    catalogue : Catalogue
        The game's cards and those of the scenario.
    """

    def __init__(self, scenario: Scenario, game: Game, catalogue: Catalogue) -> None:
        self.scenario = scenario
        self.game = game
        self.catalogue = catalogue
        self.finder = Finder(game, catalogue)
        self.attributes = Attributes(game, self.finder, self._node)
        self.static: list[Symbol] = []
        self.state: list[Symbol] = []
        self.texts: dict[Symbol, str] = {}
        self._listed = 0
        self._read()

    def _read(self) -> None:
        self._read_players()
        self._read_sides()
        self._read_turn()
        boards = list(zip(self.finder.players, self.scenario.players.items(), strict=True))
        for player, (name, board) in boards:
            self._read_board(player, name, board)
        for player, (_, board) in boards:
            self.state += self.attributes.defaults_of(player, board)
        self._read_first()
        self.finder.name_objects()
        self.state += self.attributes.named()
        self._read_stack()
        self.static += self.attributes.facts
        self.texts.update(self.attributes.texts)
        effects = self.game.effects
        if self.attributes.effects and effects is not None and effects.clock is not None:
            self.state.append(effects.clock.fill({"id": Number(self.attributes.effects)}))

    # --- Players ---

    def _read_players(self) -> None:
        if not self.scenario.players:
            raise ScenarioError("a scenario has no players")
        for name in self.scenario.players:
            self.static.append(Function("player", [self.finder.add_player(name)]))
        seat = self.game.turn.seat
        if seat is not None:
            seats = enumerate(self.finder.players, 1)
            self.static += [seat.fill({"player": p, "n": Number(n)}) for n, p in seats]

    def _read_sides(self) -> None:
        sides = self.finder.sides
        for number, team in enumerate(self.scenario.teams, 1):
            side = self.game.turn.team.fill({"number": Number(number)})
            for index, name in enumerate(team):
                player = self.finder.player(name, ("teams", number - 1, index))
                if player in sides:
                    message = f"{quote(name)} is in two teams"
                    raise ScenarioError(message, ("teams", number - 1, index))
                sides[player] = side
            self.texts[side] = " and ".join(team)
        for player in self.finder.players:
            sides.setdefault(player, player)
            self.static.append(Function("side", [player, sides[player]]))
        order = list(dict.fromkeys(sides[player] for player in self.finder.players))
        if len(order) > 1:
            for side, following in zip(order, [*order[1:], order[0]], strict=True):
                self.static.append(Function("after", [side, following]))

    def _read_turn(self) -> None:
        scenario, words = self.scenario, self.game.turn
        turn = scenario.turn
        name = turn if isinstance(turn, str) else turn.player if turn is not None else None
        phase = None if turn is None or isinstance(turn, str) else turn.phase
        path: Path_ = ("turn",) if isinstance(turn, str) else ("turn", "player")
        active = (
            next(iter(self.finder.sides.values())) if name is None else self.finder.side(name, path)
        )
        step = self.finder.phase(phase or words.start, ("turn", "phase"))
        self.attributes.active, self.attributes.phase = active, step
        priority = active
        if scenario.priority is not None:
            if words.priority is None:
                raise ScenarioError("this game has no priority", ("priority",), key=True)
            priority = self.finder.side(scenario.priority, ("priority",))
        self.state += [words.active.fill({"side": active}), words.phase.fill({"phase": step})]
        if words.priority is not None:
            self.state.append(words.priority.fill({"side": priority}))
        for index, passed in enumerate(scenario.passed):
            side = self.finder.side(passed, ("passed", index))
            if side == priority:
                having = "the turn" if words.priority is None else "priority"
                message = f"{quote(passed)} has {having} and cannot have passed"
                raise ScenarioError(message, ("passed", index))
            self.state.append(words.passed.fill({"side": side}))

    def _read_first(self) -> None:
        """Have whoever is listed first go first, unless the board says who does."""
        first = self.game.turn.first
        if first is not None and not any(first.match(fluent) is not None for fluent in self.state):
            self.state.append(first.fill({"side": next(iter(self.finder.sides.values()))}))

    # --- Zones ---

    def _read_board(self, player: Symbol, name: str, board: Player) -> None:
        path: Path_ = ("players", name)
        for word, value in board.words.items():
            if word in self.game.player_attributes:
                self.state += self.attributes.of_player(player, word, value, (*path, word))
            elif word in self.game.zones:
                self._read_zone(player, self.game.zones[word], value, (*path, word))
            else:
                known = [*self.game.zones, *self.game.player_attributes]
                message = f"unknown key {quote(word)} in a player{nearest(word, known)}"
                raise ScenarioError(message, (*path, word), key=True)

    def _read_zone(self, player: Symbol, zone: Zone, value: Any, path: Path_) -> None:
        if type(value) is int:
            self._read_unnamed(player, zone, value, path)
            return
        if value is None:
            return
        counted = isinstance(value, list | tuple) and (not value or type(value[-1]) is int)
        if counted and zone.unknown is not None:
            # Of a list that ends with a number, so many cards that nobody names are the rest.
            place = (*path, len(value) - 1) if value else path
            self._read_unnamed(player, zone, value[-1] if value else 0, place)
            value = value[:-1]
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
            thing = Thing.read(data, place)
            card_path = place if isinstance(entry, str) else (*place, "card")
            self._place_all(player, zone, thing, place, card_path)

    def _read_unnamed(self, player: Symbol, zone: Zone, value: int, path: Path_) -> None:
        if zone.unknown is None:
            message = f"{value} as {quote(zone.name)}; expected a list of cards"
            raise ScenarioError(message, path)
        number = Number(self.attributes.number(value, zone.name, path))
        self.state.append(zone.unknown.fill({"player": player, "value": number}))

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
        name = thing.card if thing.id is None else f"{thing.card} ({thing.id})"
        card = self.finder.card(name, card_path)
        if self.finder.catalogue.front(card) is not None:
            thing = self._turned(thing, zone, path)
        placed = self._object(card, player, zone.name, thing.as_, path)
        owner = player
        if thing.owner is not None:
            if not zone.controlled:
                message = f"a card in {quote(zone.name)} is listed under its owner"
                raise ScenarioError(message, (*path, "owner"), key=True)
            owner = self.finder.player(thing.owner, (*path, "owner"))
        self.static.append(Function("owner", [placed.handle, owner]))
        where = {"object": placed.term, "player": player}
        self.state += [fact.fill(where) for fact in zone.facts]
        if zone.listed is not None:
            self._listed += 1
            self.static.append(zone.listed.fill({**where, "n": Number(self._listed)}))
        own = self.attributes.of_object(placed, zone, thing, path)
        placed.state = tuple(own)
        self.state += own

    def _turned(self, thing: Thing, zone: Zone, path: Path_) -> Thing:
        """Return a thing that is called by its back face with that face up, where it can be."""
        known = self.game.object_attributes.values()
        words = [one.name for one in known if one.shows == "back" and zone.name in one.zones]
        for word in words:
            if thing.words.get(word, True) is not True:
                message = f"{quote(thing.card)} is the back face of its card, and is up"
                raise ScenarioError(message, (*path, word))
        return Thing.read({**thing.data(), **dict.fromkeys(words, True)}, path) if words else thing

    def _object(
        self, card: Symbol, player: Symbol, zone: str, alias: str | None, path: Path_
    ) -> Placed:
        placed = self.finder.add_object(card, player, zone, alias, path)
        if placed.card is not None:
            self.static.append(Function("card", [placed.handle, placed.card]))
        if alias is not None:
            self.static.append(Function("own_named", [placed.handle]))
        if placed.part is not None and self.game.parts is not None:
            shows = {"object": placed.term, "part": placed.part}
            self.state.append(self.game.parts.shown.fill(shows))
        return placed

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

    def _resolving(self, placed: Placed, index: int, path: Path_) -> Symbol:
        """Return that something resolves, which only the topmost can."""
        template = self.game.stack.resolving
        if template is None:
            message = "'resolving' in something on the stack, which this game does not know"
            raise ScenarioError(message, (*path, "resolving"), key=True)
        if index + 1 < len(self.scenario.stack):
            message = f"{quote(placed.name)} as 'resolving'; only the topmost resolves"
            raise ScenarioError(message, (*path, "resolving"), key=True)
        return template.fill({"object": placed.term})

    def _read_stack(self) -> None:
        stack = self.game.stack
        if not self.scenario.stack:
            return
        if not stack.facts:
            raise ScenarioError("this game has no stack", ("stack",), key=True)
        pending: list[tuple[Placed, Stacked, Path_, int]] = []
        for index, entry in enumerate(self.scenario.stack):
            path: Path_ = ("stack", index)
            if (entry.spell is None) == (entry.ability_of is None):
                raise ScenarioError(
                    "something on the stack has either 'spell' or 'ability of'", path
                )
            player = self.finder.player(entry.by, (*path, "by"))
            if entry.spell is not None:
                placed, targets = self._stack_spell(entry, player, path)
            else:
                placed, targets = self._stack_ability(entry, player, index + 1, path)
            values = {"object": placed.term, "player": player, "position": Number(index + 1)}
            self.state += [fact.fill(values) for fact in stack.facts]
            if entry.x is not None and stack.x is not None:
                x = Number(self.attributes.number(entry.x, "x", (*path, "x")))
                self.state.append(stack.x.fill({"object": placed.term, "x": x}))
            if entry.resolving:
                self.state.append(self._resolving(placed, index, path))
            pending.append((placed, entry, path, targets))
        self.finder.name_objects()
        for placed, entry, path, targets in pending:
            if len(entry.targets) > targets:
                most = {0: "no target", 1: "1 target"}.get(targets, f"{targets} targets")
                message = f"{len(entry.targets)} targets for {quote(placed.name)}, which has {most}"
                raise ScenarioError(message, (*path, "targets"), key=True)
            for number, name in enumerate(entry.targets, 1):
                place = (*path, "targets", number - 1)
                term = self.finder.term(self.finder.ref(name, place), place)
                if stack.target is not None:
                    values = {"object": placed.term, "n": Number(number), "target": term}
                    self.state.append(stack.target.fill(values))

    def _stack_spell(self, entry: Stacked, player: Symbol, path: Path_) -> tuple[Placed, int]:
        name = entry.spell or ""
        card = self.finder.card(name, (*path, "spell"))
        placed = self._object(card, player, STACK, entry.as_, path)
        owner = player if entry.owner is None else self.finder.player(entry.owner, (*path, "owner"))
        self.static.append(Function("owner", [placed.handle, owner]))
        if entry.ability is not None:
            raise ScenarioError("'ability' of a spell", (*path, "ability"), key=True)
        abilities = self.catalogue.card(card).abilities
        return placed, max(
            (a.targets for a in abilities if a.kind in ("spell", "static")), default=0
        )

    def _stack_ability(
        self, entry: Stacked, player: Symbol, position: int, path: Path_
    ) -> tuple[Placed, int]:
        stack = self.game.stack
        if stack.object is None or stack.ability is None:
            raise ScenarioError("this game has no abilities on the stack", path)
        place = (*path, "ability of")
        source = self.finder.object(entry.ability_of or "", place)
        ability = abilities_of(
            self.finder, source, entry.ability, path, ("activated", "triggered")
        )[0]
        term = stack.object.fill({"position": Number(position)})
        name = self._text(ability.symbol)
        placed = Placed(term, term, name, player, STACK, entry.as_, path=path, text=name)
        self.finder.add(placed)
        values = {"object": term, "ability": ability.symbol, "source": source.term}
        self.state.append(stack.ability.fill(values))
        return placed, ability.targets

    def _text(self, ability: Symbol) -> str:
        return next(c.texts[ability] for c in self.finder.cards() if ability in c.texts)
