"""What a name stands for, and which objects are there.

An object that changes zones becomes a new object, so names stand for physical objects by their
handles, and yield terms only for the state in which they are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from clingo import Function, Number, Symbol, SymbolType

from kb.records import record

State = Iterable[Symbol]


class Present:
    """Which objects a state holds, by handle and, for tokens, by card.

    Parameters
    ----------
    state : iterable of Symbol
        The fluents that hold. An object is in it when some ``in(Object,Zone)`` is, or some
        ``away(Object,Zone)``; tokens, emblems and dungeons are found by
        ``token(Handle,Card,Player)``, ``emblem(Handle,Card,Player)`` and the like.
    gone : bool
        Whether tokens that have ceased to exist are found, too, where no other is meant: a question
        may be about them.

    Attributes
    ----------
    abilities : list of tuple
        What abilities wait, ``ability(Object,Ability,Source)``.
    """

    def __init__(self, state: State, *, gone: bool = False) -> None:
        self._finds_gone = gone
        self._by_handle: dict[Symbol, list[Symbol]] = {}
        self._made: dict[tuple[Symbol, bool], list[tuple[Symbol, Symbol, Symbol]]] = {}
        self._brought: dict[Symbol, list[tuple[Symbol, Symbol]]] = {}
        self._of: dict[Symbol, list[Symbol]] = {}
        self._terms: set[Symbol] = set()
        self._held: set[tuple[Symbol, Symbol]] = set()
        self.abilities: list[tuple[Symbol, Symbol, Symbol]] = []
        for fluent in state:
            if fluent.match("ability", 3):
                thing, ability, source = fluent.arguments
                self.abilities.append((thing, ability, source))
                continue
            if fluent.match("controls", 2):
                self._held.add((fluent.arguments[0], fluent.arguments[1]))
                continue
            found = _presence(fluent)
            if found is None:
                continue
            term, handles, card = found
            if card is not None:
                base = _base(card)
                made = (term, card, fluent.arguments[2])
                self._made.setdefault((base, base != card), []).append(made)
                if fluent.name == "dungeon":
                    self._brought.setdefault(card, []).append((term, fluent.arguments[2]))
                continue
            self._terms.add(term)
            for handle in handles:
                known = self._by_handle if term.name == "obj" else self._of
                known.setdefault(handle, []).append(term)

    @staticmethod
    @lru_cache(maxsize=64)
    def of(state: frozenset[Symbol]) -> Present:
        """Return what a state holds; of states asked for lately it is remembered."""
        return Present(state)

    def objects(self, handle: Symbol) -> tuple[Symbol, ...]:
        """Return the current object of a handle; nothing if it has left the game."""
        return tuple(sorted(self._by_handle.get(handle, ())))

    def tokens(self, made: Made) -> tuple[Symbol, ...]:
        """Return the tokens of a card, or that copy it, in the order in which they were made.

        A player's are those that they own; whoever owns none may mean those that they control.
        """
        found: list[Symbol] = []
        held: list[Symbol] = []
        gone: list[Symbol] = []
        for handle, is_meant in self._all_made(made):
            objects = self.objects(handle)
            if is_meant:
                found += objects
                gone += [] if objects or handle.name != "token" else [_made_as(handle)]
            elif made.place is None:
                held += (one for one in objects if (one, made.owner) in self._held)
        return tuple(found or held or (gone if self._finds_gone else ()))

    def has_been(self, made: Made) -> bool:
        """Return whether a token of a card, or one that copies it, has been made, there or not."""
        return any(is_meant for _, is_meant in self._all_made(made))

    def _all_made(self, made: Made) -> Iterator[tuple[Symbol, bool]]:
        """Yield the handles of all tokens of a card, and whether these are a player's own."""
        counted: dict[tuple[Symbol, Symbol], int] = {}
        for handle, card, owner in sorted(self._made.get((made.card, made.copies), ())):
            place = counted[card, owner] = counted.get((card, owner), 0) + bool(handle.arguments)
            yield handle, made.owner in (None, owner) and made.place in (None, place)

    def brought(self, made: Made) -> tuple[Symbol, ...]:
        """Return a player's card that was brought into the game, from outside it, once more."""
        again = (
            handle for handle, owner in self._brought.get(made.card, ()) if owner == made.owner
        )
        return tuple(one for handle in sorted(again) for one in self.objects(handle))

    def made_by(self, handle: Symbol) -> tuple[Symbol, ...]:
        """Return what an object has made that is no card, such as an ability that waits."""
        return tuple(sorted(self._of.get(handle, ())))

    def __contains__(self, term: object) -> bool:
        return term in self._terms


def _made_as(handle: Symbol) -> Symbol:
    """Return the object that a token was as it was made."""
    return Function("obj", [handle, Number(0)])


def _base(card: Symbol) -> Symbol:
    """Return the card that a copy shows in the end: what is no card of its own is made of one."""
    while card.type == SymbolType.Function and card.arguments:
        card = card.arguments[0]
    return card


@record
class Made:
    """Something that came into being on the way, as answers name it: "Anna's 2nd copy of Ox".

    Parameters
    ----------
    card : Symbol
        Its card, or that of what it copies.
    copies : bool
        Whether it only copies that card.
    owner : Symbol or None
        Who owns it; anybody.
    place : int or None
        Which of several alike of one owner, in the order in which they were made; any of them.
    """

    card: Symbol
    copies: bool = False
    owner: Symbol | None = None
    place: int | None = None


UNNAMED = "unnamed_card"
"""How it is said of a card that it came to light on the way, and that nobody has named it."""


def came_into_being(fluent: Symbol) -> bool:
    """Return whether it says of something that it is there that no board can list.

    Those are tokens, emblems, dungeons, and cards that nobody has named.
    """
    return any(fluent.match(name, 3) for name in ("token", "emblem", "dungeon", UNNAMED))


@lru_cache(maxsize=65536)
def _presence(fluent: Symbol) -> tuple[Symbol, tuple[Symbol, ...], Symbol | None] | None:
    """Return an object that is there, and the handles of what it is or comes from; or a token.

    What is away is there for who speaks of it, though for the rules it is not. Of a token and of an
    emblem the handle and, last, the card. None for any other fluent. Most of a state goes on from
    step to step, and asking symbols for their parts is slow.
    """
    if came_into_being(fluent):
        return fluent.arguments[0], (), fluent.arguments[1]
    if not fluent.match("in", 2) and not fluent.match("away", 2):
        return None
    term = fluent.arguments[0]
    if term.match("obj", 2):
        return term, (term.arguments[0],), None
    parts = term.arguments if term.type == SymbolType.Function else []
    return term, tuple(part.arguments[0] for part in parts if part.match("obj", 2)), None


@record
class Ref:
    """What a name in the script or in a question stands for.

    Parameters
    ----------
    text : str
        The name as it was written.
    kind : str
        ``player``, ``object`` (a physical object, by handle), ``token`` (by card), ``term`` (an
        object of another form, such as an ability that a board puts on the stack), ``ability``
        (what waits of an object's) or ``word`` (a word, a number).
    symbol : Symbol
        The player, handle, card, term or word.
    others : tuple of Symbol
        Handles of objects that are interchangeable with it at the start: any of them will do.
    side : Symbol or None
        A player's side.
    made : Made or None
        Which tokens are meant; of an object, the card that may be brought in anew once it has left.
    source : Ref or None
        Of an ability, whose it is.
    is_meant : callable
        Of an ability, whether it is called so.
    """

    text: str
    kind: str
    symbol: Symbol
    others: tuple[Symbol, ...] = ()
    side: Symbol | None = None
    made: Made | None = None
    source: Ref | None = None
    is_meant: Callable[[Symbol], bool] = bool

    def handles(self, present: Present) -> tuple[Symbol, ...]:
        """Return the handles of the physical objects that it may stand for."""
        if self.kind == "object":
            return (self.symbol, *self.others)
        if self.made is not None:
            return tuple(term.arguments[0] for term in present.tokens(self.made))
        return ()

    def terms(self, present: Present) -> tuple[Symbol, ...]:
        """Return the terms that it stands for in a state: none if it is not there."""
        if self.source is not None:
            whose = self.source.handles(present)
            return tuple(
                thing
                for thing, ability, source in sorted(present.abilities)
                if source.arguments and source.arguments[0] in whose and self.is_meant(ability)
            )
        if self.kind == "object":
            handles = (self.symbol, *self.others)
            found = tuple(term for handle in handles for term in present.objects(handle))
            return found or (() if self.made is None else present.brought(self.made))
        if self.made is not None:
            return present.tokens(self.made)
        return (self.symbol,)


TRUE, FALSE = Function("true"), Function("false")

THE_GAME = Ref("the game", "game", Function("game"))
"""What is neither a player's nor an object's, such as the phase, is said of the game."""
