"""A board that the solver chose, as a scenario that anybody can read and `ludex ask` replays.

The way back from facts to the words of the game file; what has no word there is an error, so that
no part of a board is lost on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from clingo import Function, Number, Symbol, SymbolType

from kb.errors import LudexError, quote
from kb.scenario import Game, Scenario
from kb.scenario.forms import Attribute
from kb.scenario.game_words import CardKey
from kb.scenario.terms import Template
from kb.verification.follow import UNTIL, FollowedBoard
from kb.verification.samples import Samples

OBJECT = ("obj", 2)


class Scene:
    """The words for one board.

    Parameters
    ----------
    board : FollowedBoard
    game : Game
    """

    def __init__(self, board: FollowedBoard, game: Game) -> None:
        self.board = board
        self.game = game
        self._left = set(board.state)
        self._printed: dict[tuple[Symbol, Symbol], list[Symbol]] = {}
        for fact in board.facts:
            if fact.match("printed", 3):
                card, key, value = fact.arguments
                self._printed.setdefault((card, key), []).append(value)
        self._cards = self._pairs("card")
        self._owners = self._pairs("owner")
        self._sides = self._pairs("side")
        self._samples = Samples.load(game.name).entries
        self._card_names = self._name_cards()
        self.objects = self._name_objects()
        self.players = {player: _titled(player) for player in self._in_turn_order()}

    # --- Names ---

    def _pairs(self, name: str) -> dict[Symbol, Symbol]:
        return {f.arguments[0]: f.arguments[1] for f in self.board.facts if f.match(name, 2)}

    def _in_turn_order(self) -> list[Symbol]:
        following = self._pairs("after")
        active = next(
            side
            for side in sorted(self._sides.values())
            if self.game.turn.active.fill({"side": side}) in self._left
        )
        order = [active]
        while (side := following.get(order[-1], active)) not in order:
            order.append(side)
        return [p for s in order for p, own in sorted(self._sides.items()) if own == s]

    def _name_cards(self) -> dict[Symbol, str]:
        names: dict[Symbol, str] = {}
        for card in sorted(set(self._cards.values())):
            if card in self._samples:
                names[card] = str(self._samples[card]["name"])
                continue
            printed = self._printed.get((card, Function("name")), [card])
            name, number = _titled(printed[0]), 2
            while name in names.values():
                name, number = f"{_titled(printed[0])} {number}", number + 1
            names[card] = name
        return names

    def _name_objects(self) -> dict[Symbol, str]:
        """Name each object after its card, and number those of the same card."""
        names: dict[Symbol, str] = {}
        every = list(self._cards.values())
        for handle, card in sorted(self._cards.items()):
            name = self._card_names[card]
            if every.count(card) > 1:
                count = 1 + sum(self._cards[other] == card for other in names)
                name = f"{name} ({count})"
            names[handle] = name
        return names

    def name(self, symbol: Symbol) -> str | None:
        """Return what a player or an object is called, None for anything else."""
        if symbol.match(*OBJECT):
            symbol = symbol.arguments[0]
        return self.objects.get(symbol) or self.players.get(symbol)

    # --- The scenario ---

    def scenario(self, day: date, title: str) -> Scenario:
        """Return the board as a scenario that asks how it ends."""
        players: dict[str, dict[str, Any]] = {}
        for player, name in self.players.items():
            who = {"player": player, "side": self._sides[player]}
            players[name] = self._words(self.game.player_attributes.values(), who)
        clock = self._clock()
        stack = self._stack()
        for handle in sorted(self._cards):
            if handle in stack:
                continue
            player, zone, thing = self._thing(handle)
            players[self.players[player]].setdefault(zone, []).append(thing)
        self._left.difference_update(clock)
        turn = self._turn()
        if self._left:
            lost = min(self._left)
            raise LudexError(f"a board holds {quote(lost)}, for which scenarios have no word")
        cards = [self._card(card) for card in self._card_names]
        return Scenario(
            title=title,
            game=self.game.name,
            date=day,
            **turn,
            players=players,
            **({"stack": list(stack.values())} if stack else {}),
            **({"cards": cards} if cards else {}),
            **self._script(),
            ask=[{"outcomes": {}}],
        )

    def _script(self) -> dict[str, Any]:
        """Return what is done where the board is explored beyond what happens by itself."""
        phases = {atom.arguments[0] for atom in self.board.of(UNTIL)}
        words = [word for word, phase in self.game.phases.items() if phase in phases]
        return {"do": [{"until": {"phase": words[0]}}]} if words else {}

    def _take(self, fluent: Symbol) -> bool:
        """Tell whether a fluent holds, and count it as said."""
        found = fluent in self.board.state
        self._left.discard(fluent)
        return found

    def _turn(self) -> dict[str, Any]:
        words = self.game.turn
        turn: dict[str, Any] = {"turn": {}}
        for player, name in self.players.items():
            side = {"side": self._sides[player]}
            if self._take(words.active.fill(side)):
                turn["turn"].setdefault("player", name)
            if words.priority is not None and self._take(words.priority.fill(side)):
                turn.setdefault("priority", name)
            if self._take(words.passed.fill(side)):
                turn.setdefault("passed", []).append(name)
        for word, phase in self.game.phases.items():
            if self._take(words.phase.fill({"phase": phase})):
                turn["turn"].setdefault("phase", word)
        return turn

    def _thing(self, handle: Symbol) -> tuple[Symbol, str, dict[str, Any]]:
        """Return under which player and in which zone an object is listed, and how."""
        term = Function(OBJECT[0], [handle, Number(0)])
        owner = self._owners[handle]
        for zone in self.game.zones.values():
            for player in self.players if zone.controlled else (owner,):
                facts = [fact.fill({"object": term, "player": player}) for fact in zone.facts]
                if not all(fact in self.board.state for fact in facts):
                    continue
                self._left.difference_update(facts)
                card = self._cards[handle]
                thing: dict[str, Any] = {"card": self._card_names[card]}
                if self.objects[handle] != thing["card"]:
                    thing["as"] = self.objects[handle]
                if owner != player:
                    thing["owner"] = self.players[owner]
                known = [
                    attribute
                    for attribute in self.game.object_attributes.values()
                    if zone.name in attribute.zones and self._fits(attribute, card)
                ]
                thing |= self._words(known, {"object": term, "player": player})
                effects = self._effects(term)
                if effects:
                    thing["effects"] = effects
                return player, zone.name, thing
        raise LudexError(f"a board holds {quote(handle)}, which is in no zone")

    def _stack(self) -> dict[Symbol, dict[str, Any]]:
        """Return what lies on the stack, bottom to top, by handle."""
        stack = self.game.stack
        found: dict[int, tuple[Symbol, dict[str, Any]]] = {}
        for handle, card in sorted(self._cards.items()):
            term = Function(OBJECT[0], [handle, Number(0)])
            for player, name in self.players.items():
                for position in range(1, len(self._cards) + 1):
                    values = {"object": term, "player": player, "position": Number(position)}
                    facts = [fact.fill(values) for fact in stack.facts]
                    if not facts or not all(fact in self.board.state for fact in facts):
                        continue
                    self._left.difference_update(facts)
                    entry: dict[str, Any] = {"spell": self._card_names[card], "by": name}
                    if self.objects[handle] != entry["spell"]:
                        entry["as"] = self.objects[handle]
                    if self._owners[handle] != player:
                        entry["owner"] = self.players[self._owners[handle]]
                    resolving = stack.resolving
                    if resolving is not None and self._take(resolving.fill({"object": term})):
                        entry["resolving"] = True
                    found[position] = handle, entry
        return dict(found[position] for position in sorted(found))

    def _clock(self) -> set[Symbol]:
        """Return how many effects there are, which a scenario counts by itself."""
        effects = self.game.effects
        if effects is None or effects.clock is None:
            return set()
        pattern = Template(effects.clock.source.replace("{id}", "?"))
        return {fluent for fluent in self._left if pattern.match(fluent) is not None}

    def _effects(self, term: Symbol) -> list[dict[str, Any]]:
        """Return the effects on an object that need no further word, the oldest first."""
        effects = self.game.effects
        found: list[tuple[int, dict[str, Any]]] = []
        for head, form in effects.changes.items() if effects is not None else ():
            if form.term.holes or effects is None:
                continue
            pattern = Template(effects.fluent.source.replace("{id}", "?"))
            for until, duration in self.game.values[effects.until.kind].terms.items():
                values = {"object": term, "change": form.term.term, "until": duration}
                for fluent in sorted(self._left):
                    number = pattern.match(fluent, values)
                    if number is not None:
                        self._left.discard(fluent)
                        found.append((number.number, {head: None, "until": until}))
        return [effect for _, effect in sorted(found, key=lambda pair: pair[0])]

    def _fits(self, attribute: Attribute, card: Symbol) -> bool:
        if not attribute.needs:
            return True
        key, *wanted = attribute.needs
        printed = self._printed.get((card, Function(key)), [])
        return bool(printed) and (not wanted or Function(wanted[0]) in printed)

    def _words(
        self, attributes: Iterable[Attribute], values: Mapping[str, Symbol]
    ) -> dict[str, Any]:
        """Return what is said of a player or an object."""
        said: dict[str, Any] = {}
        for attribute in attributes:
            if attribute.absent is not None and self._take(attribute.absent.fill(values)):
                continue
            value = self._value(attribute, values)
            if value is not None:
                said[attribute.name] = value
        return said

    def _value(self, attribute: Attribute, values: Mapping[str, Symbol]) -> Any:
        match attribute.kind:
            case "flag":
                fluents = [f for f in self._left if attribute.fluent.match(f, values) is not None]
                self._left.difference_update(fluents)
                return True if fluents else None
            case "integer":
                number = self._number(attribute.fluent, values) or 0
                return None if number == self._default(attribute, values) else number
            case "named":
                pattern = Template(attribute.fluent.source.replace("{value}", "?"))
                others = [
                    (f, other)
                    for f in sorted(self._left)
                    if (other := pattern.match(f, values)) is not None
                ]
                self._left.difference_update(f for f, _ in others)
                names = [self.name(other) for _, other in others]
                return names[0] if len(names) == 1 else names or None
            case "counts":
                words = self.game.values[attribute.of or ""].terms
                counts = {
                    word: self._number(attribute.fluent, {**values, "key": term})
                    for word, term in words.items()
                }
                counts = {word: count for word, count in counts.items() if count is not None}
                return counts if counts or attribute.absent is not None else None
            case "word":
                term = self._filled(attribute.fluent, values)
                words = self.game.values[attribute.of or ""].terms
                return next((word for word, known in words.items() if known == term), None)
        return None

    def _default(self, attribute: Attribute, values: Mapping[str, Symbol]) -> int:
        """Return the number that is meant when nothing is said."""
        if attribute.default_printed is None:
            return attribute.default or 0
        card = self._cards[values["object"].arguments[0]]
        printed = self._printed.get((card, Function(attribute.default_printed)), [Number(0)])
        return printed[0].number

    def _number(self, fluent: Template, values: Mapping[str, Symbol]) -> int | None:
        found = self._filled(fluent, values)
        return None if found is None else found.number

    def _filled(self, fluent: Template, values: Mapping[str, Symbol]) -> Symbol | None:
        """Return the value that a fluent of the board has, and count it as said."""
        pattern = Template(fluent.source.replace("{value}", "?"))
        for found in sorted(self._left):
            value = pattern.match(found, values)
            if value is not None:
                self._left.discard(found)
                return value
        return None

    def _card(self, card: Symbol) -> dict[str, Any]:
        """Return a card as it is described within a scenario."""
        if card in self._samples:
            return self._samples[card]
        name = self._card_names[card]
        described: dict[str, Any] = {"name": name}
        for key in self.game.card_keys.values():
            values = self._printed.get((card, key.key), [])
            if key.kind == "name":
                if values and _titled(values[0]) != name:
                    described[key.name] = _titled(values[0])
            elif values:
                said = [self._said(key, value) for value in sorted(values)]
                described[key.name] = said if key.many else said[0]
        return described

    def _said(self, key: CardKey, value: Symbol) -> Any:
        if value.type == SymbolType.Number:
            return value.number
        words = self.game.values.get(key.kind)
        for word, term in words.terms.items() if words is not None else ():
            if term == value:
                return word
        return str(value)


def _titled(symbol: Symbol) -> str:
    return str(symbol).replace("_", " ").title()
