"""What the names in a scenario stand for: players, objects, cards, tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from clingo import Function, Number, Symbol, SymbolType

from kb.errors import LudexError, closest, nearest, quote
from kb.scenario.cards import Card, Catalogue
from kb.scenario.costs import cost_label
from kb.scenario.game import Game
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.references import Made, Ref
from kb.scenario.terms import Slugs, constant, fold

MAX_OBJECTS = 100_000
MAX_PLAYERS = 50

STACK = "stack"
"""What the place is called where things wait to be carried out."""

_MADE = re.compile(r"(?:(?P<place>[1-9][0-9]{0,5})(?:st|nd|rd|th) )?(?P<rest>.+)")


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

    @property
    def part(self) -> Symbol | None:
        """The part of its card that it shows, None if it shows the whole."""
        return None if self.shown == self.card else self.shown

    @cached_property
    def alike(self) -> tuple[object, ...]:
        """What two interchangeable objects have in common."""
        own = tuple(_without(fluent, self.term) for fluent in self.state)
        return (self.card, self.player, self.zone, own, self.alias)


class Finder:
    """Knows all players and objects of a scenario, and finds them by name.

    Parameters
    ----------
    game : Game
        The game, whose words no name may be confused with.
    catalogue : Catalogue
        The cards.
    """

    def __init__(self, game: Game, catalogue: Catalogue) -> None:
        self.game = game
        self.catalogue = catalogue
        self.players: dict[Symbol, str] = {}
        self.sides: dict[Symbol, Symbol] = {}
        self.objects: list[Placed] = []
        self.used: dict[Symbol, None] = {}
        self._slugs = Slugs(catalogue.slugs | game.reserved)
        self._handles: set[str] = set()
        self._by_player: dict[str, Symbol] = {}
        self._aliases: dict[str, Placed] = {}
        self._by_handle: dict[Symbol, Placed] = {}
        self._by_card: dict[Symbol, list[Placed]] = {}
        self._by_text: dict[str, list[Placed]] = {}
        self._refs: dict[tuple[object, ...], Ref] = {}
        self._faces: dict[Symbol, tuple[Symbol, ...]] = {}
        self._closure: tuple[int, list[Card]] = (-1, [])

    # --- Players, phases and cards ---

    def add_player(self, name: str) -> Symbol:
        """Take in a player; two of the same name are refused."""
        path: Path_ = ("players", name)
        if len(self.players) >= MAX_PLAYERS:
            raise ScenarioError(f"more than {MAX_PLAYERS} players", ("players",), key=True)
        key = fold(name)
        if not key:
            raise ScenarioError("a player without a name", path, key=True)
        if key in self._by_player:
            other = self.players[self._by_player[key]]
            message = f"players {quote(other)} and {quote(name)} have the same name"
            raise ScenarioError(message, path, key=True)
        symbol = self._slugs.new(name)
        self.players[symbol] = name
        self._by_player[key] = symbol
        return symbol

    def plays(self, name: str) -> bool:
        """Return whether somebody of that name plays."""
        return fold(name) in self._by_player

    def player(self, name: str, path: Path_) -> Symbol:
        """Return the player with that name, or refuse the name."""
        found = self._by_player.get(fold(name))
        if found is None:
            message = f"unknown player {quote(name)}{nearest(name, self.players.values())}"
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

    def card(self, name: str, path: Path_) -> Symbol:
        """Return the card with that name, or refuse the name."""
        try:
            found = self.catalogue.find(name)
        except LudexError as cause:
            raise ScenarioError(cause.message, path) from None
        self.used[found] = None
        return found

    def cards(self) -> list[Card]:
        """Return all cards that the scenario names, and those that they name."""
        if self._closure[0] != len(self.used):
            self._closure = (len(self.used), self.catalogue.closure(self.used))
        return self._closure[1]

    def faces(self, card: Symbol) -> tuple[Symbol, ...]:
        """Return a card, its other face if it has one, and its parts."""
        if card not in self._faces:
            known = self.catalogue.card(card)
            back = () if known.back is None else (known.back,)
            found = (card, *back, *known.parts(self.game.part_keys.values()))
            self._faces[card] = tuple(dict.fromkeys(found))
        return self._faces[card]

    def part(self, name: str, placed: Placed) -> Symbol | None:
        """Return the part of a card that an object is called by, None if it is the card itself."""
        if placed.card is None:
            return None
        known = self.catalogue.card(placed.card)
        back = () if known.back is None else (known.back,)
        if back and placed.name == self.catalogue.card(back[0]).name:
            back = ()  # by that name the file calls the card
        parts = (*known.parts(self.game.part_keys.values()), *back)
        _, key = self._whose(fold(name))
        return next(
            (one for one in (self.catalogue.get(name), self.catalogue.get(key)) if one in parts),
            None,
        )

    # --- Objects ---

    def add_object(
        self, card: Symbol, player: Symbol, zone: str, alias: str | None, path: Path_
    ) -> Placed:
        """Take in a card that lies in a zone; one that is a part of another shows that part."""
        name = self.catalogue.card(card).name
        front = self.catalogue.front(card)
        if front is not None:  # a double-faced card is its front face, whichever face it shows
            self.used[front] = None
            card = front
        shown, whole = card, self.catalogue.whole(card)
        if whole is not None:
            card, key = whole
            shown = shown if zone == STACK or zone in (key.part or ()) else card
            self.used[card] = None
            name = self.catalogue.card(card).name
        # What is called by its back face has a name beside that of its card.
        handle = self._handle(name if front is not None and alias is None else alias, card)
        term = Function("obj", [handle, Number(0)])
        placed = Placed(handle, term, name, player, zone, alias, card, shown, path)
        self.add(placed)
        return placed

    def _handle(self, alias: str | None, card: Symbol) -> Symbol:
        # The first object of a card may have the card's own constant: nothing confuses the two.
        if alias is None and card.name not in self._handles:
            self._handles.add(card.name)
            return card
        handle = self._slugs.new(alias if alias is not None else card.name)
        self._handles.add(handle.name)
        return handle

    def add(self, placed: Placed) -> None:
        """Take in an object; two of the same name are refused."""
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

    def name_objects(self) -> None:
        """Give every object a text of its own, by which it can be called as well."""
        self._refs.clear()
        self._by_text.clear()
        groups: dict[str, list[Placed]] = {}
        for placed in self.objects:
            if placed.alias is None:
                groups.setdefault(placed.name, []).append(placed)
            else:
                placed.text = placed.alias
        for name, group in groups.items():
            by_player: dict[Symbol, list[Placed]] = {}
            for placed in group:
                by_player.setdefault(placed.player, []).append(placed)
            for player, own in by_player.items():
                for number, placed in enumerate(own, 1):
                    text = name if len(by_player) == 1 else f"{self.players[player]}'s {name}"
                    placed.text = text if len(own) == 1 else f"{text} ({number})"
        for placed in self.objects:
            self._by_text.setdefault(fold(placed.text), []).append(placed)

    # --- Finding ---

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
            whose, key = self._whose(key)
            card = self.catalogue.get(key)
        objects = ([] if card is None else self._by_card.get(card, [])) or self._called(key)
        return [placed for placed in objects if whose in (None, placed.player)]

    def _called(self, key: str) -> list[Placed]:
        """Return what is called so but for what tells cards apart: ``Firion (15-013L)``."""
        cards = {one for one in self._by_card if self._short(one) == key}
        return [placed for one in sorted(cards) for placed in self._by_card[one]]

    def _short(self, card: Symbol) -> str | None:
        name, mark, _ = self.catalogue.card(card).name.rpartition(" (")
        return fold(name) if mark else None

    def _whose(self, key: str) -> tuple[Symbol | None, str]:
        """Return the player that a name begins with, and the rest of it."""
        for player, player_name in self.players.items():
            for ending in ("'s ", "' "):
                start = fold(player_name) + ending
                if key.startswith(start):
                    return player, key[len(start) :]
        return None, key

    def _place(self, name: str) -> Symbol | None:
        """Return what a player has beside objects, if a name such as ``Ann's hero`` means that."""
        player, key = self._whose(fold(name))
        if player is None or key not in self.game.places:
            return None
        return self.game.places[key].fill({"player": player})

    def _made(self, name: str) -> Made | None:
        """Return what came into being on the way, as answers call it, if a name means that."""
        cards = {card.symbol for card in self.cards()}

        def known(text: str) -> Symbol | None:
            card = self.catalogue.get(text)
            return card if card in cards else None

        if (card := known(name)) is not None:
            return Made(card)
        owner, key = self._whose(fold(name))
        found = _MADE.fullmatch(key)
        if found is None:
            return None
        place = int(found["place"]) if found["place"] else None
        if (card := known(found["rest"])) is not None:
            return Made(card, owner=owner, place=place)
        copied = found["rest"].removeprefix("copy of ")
        card = known(copied) if copied != found["rest"] else None
        return None if card is None else Made(card, copies=True, owner=owner, place=place)

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
            place = None if found else self._place(name)
            if place is not None:
                return Ref(name, "term", place)
            if found:
                others = tuple(p.handle for p in found[1:])
                kind = "object" if found[0].card is not None else "term"
                card = found[0].card
                again = None if card is None else Made(card, owner=found[0].player)
                return Ref(name, kind, found[0].handle, others, made=again)
            made = self._made(name)
            if made is not None:
                return Ref(name, "token", made.card, made=made)
        if kinds == ("player",):
            self.player(name, path)
        raise self._unknown(name, path)

    def aim(self, name: str, path: Path_, *, any_of: bool = True) -> Ref:
        """Return what a name stands for that something is aimed at: abilities that wait, too.

        They are called as answers call them, "the triggered ability of Wall of Omens", "suspend of
        Rift Bolt", or just "ability of Wall of Omens".
        """
        try:
            return self.ref(name, path, any_of=any_of)
        except ScenarioError as cause:
            called, of, whose = name.partition(" of ")
            is_meant = self._calls(fold(called).removeprefix("the ")) if of else None
            if is_meant is None:
                raise
            try:
                source = self.ref(whose, path, any_of=any_of, kinds=("object",))
            except ScenarioError:
                raise cause from None
            return Ref(name, "ability", source.symbol, source=source, is_meant=is_meant)

    def _calls(self, called: str) -> Callable[[Symbol], bool] | None:
        """Return which abilities are called so; None if none are, whatever waits."""
        word, kind, _ = called.rpartition("ability")
        if kind:
            known = [a for card in self.cards() for a in (*card.abilities, *card.granted)]
            activated = {one.symbol for one in known if one.kind == "activated"}
            if not word.strip():
                return bool  # any
            if word.strip() == "triggered":
                return lambda one: one not in activated
            if word.strip() == "activated":
                return lambda one: one in activated
            label = cost_label(word.strip())
            alike = {one.symbol for one in known if one.label == label}
            return (lambda one: one in alike) if alike else None
        if called not in self.game.card_keys and all(
            called not in words.terms for words in self.game.values.values()
        ):
            return None
        keyword = constant(called)
        return lambda one: keyword in (one, *one.arguments)

    def term(self, ref: Ref, path: Path_) -> Symbol:
        """Return the term that a name stands for on the board as it is given."""
        if ref.kind == "object":
            return Function("obj", [ref.symbol, Number(0)])
        if ref.kind == "token":
            raise ScenarioError(f"there is no {quote(ref.text)} on this board yet", path)
        return ref.symbol

    def _known(self) -> list[str]:
        known = {p.text for p in self.objects[:2000]} | {p.name for p in self.objects[:2000]}
        return [*known, *self.players.values()]

    def may_be_said(self, text: str) -> bool:
        """Whether a text that is no name may be an answer's words: it is not like a name alone."""
        if self.catalogue.get(text) is not None:
            return False
        meant = closest(text, self._known())
        return meant is None or (" " in text.strip() and fold(meant) in fold(text))

    def _unknown(self, name: str, path: Path_) -> ScenarioError:
        card = self.catalogue.get(name)
        if card is not None:
            message = f"no {quote(name)} in this scenario; put it into a zone of a player"
            return ScenarioError(message, path)
        hint = nearest(name, self._known())
        return ScenarioError(f"unknown name {quote(name)}{hint}", path)

    def _ambiguous(self, name: str, found: list[Placed], path: Path_) -> ScenarioError:
        several = len({p.zone for p in found}) > 1
        texts = [quote(p.text or p.name) + (f" in {p.zone}" if several else "") for p in found[:4]]
        listed = ", ".join(texts[:-1]) + f" or {texts[-1]}" + (" …" if len(found) > 4 else "")
        message = f"{quote(name)} could be {listed}; say which, or name one of them with 'as'"
        return ScenarioError(message, path)


def _without(fluent: Symbol, term: Symbol) -> Symbol:
    """Return a fluent with a blank in place of the object that it is about."""
    if fluent == term:
        return Function("")
    if fluent.type != SymbolType.Function or not fluent.arguments:
        return fluent
    return Function(fluent.name, [_without(argument, term) for argument in fluent.arguments])
