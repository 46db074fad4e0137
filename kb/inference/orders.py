"""In how many orders what waits can be played, and which these are.

An order is a sequence of options taken in one kind of decision, until nothing waits any more. What
is decided besides, such as targets, may lead to different orders, but is no part of them: ways on
are followed together, as the sets of states that one sequence of options can lead to. How many
orders begin at such a set is found once for each: orders are counted without being listed. And
what waits is told apart by what it says and by what holds of it only, not by its name: a hundred
reactions of a kind make a hundred different states, one for each number that is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from functools import lru_cache

from clingo import Function, Symbol, SymbolType

from kb.errors import LudexError
from kb.inference.canonical import canonical
from kb.inference.graph import State
from kb.inference.session import Session
from kb.records import record

States = frozenset[State]

RECORDED = 40
"""How many steps are kept for what the orders rest on."""


@record
class FoundOrders:
    """The orders from one state.

    Attributes
    ----------
    count : int or None
        How many there are; None if they are endlessly many, or if the search was cut.
    listed : tuple of tuple of Symbol
        The first of them, each as the options taken one after another.
    complete : bool
        False if a bound cut the search.
    steps : tuple of (State, str)
        Steps on the way: the state, and what the step was told.
    """

    count: int | None
    listed: tuple[tuple[Symbol, ...], ...]
    complete: bool
    steps: tuple[tuple[State, str], ...]


def find_orders(session: Session, node: int, limit: int) -> FoundOrders:
    """Count the orders in which what waits in a state can be played, and list the first of them.

    Parameters
    ----------
    session : Session
    node : int
        The number of the state in the graph.
    limit : int
        How many orders are listed at most.

    Raises
    ------
    LudexError
        If the game has nothing of the kind.
    """
    search = _Search(session)
    start = frozenset([session.graph.nodes[node].state])
    try:
        count = search.count(start)
        # The first order of all is wanted for its steps, at any rate.
        listed = tuple(search.words(start, max(limit, 1)))[:limit]
    except _CutError:
        return FoundOrders(None, (), False, tuple(search.steps))
    return FoundOrders(count, listed, True, tuple(search.steps))


class _CutError(Exception):
    """A bound was reached."""


@record
class _Ways:
    """What follows a set of states: whether an order may end here, and the options taken next."""

    ends: bool
    moves: Mapping[Symbol | None, States]


class _Search:
    def __init__(self, session: Session) -> None:
        game = session.game
        if game.orders is None or game.stack.waits is None:
            raise LudexError("this game has nothing that is played in different orders")
        action = game.actions[game.orders.action]
        self.session = session
        self.decisions = {
            decision for decision in session.script.passing if _same(decision, action.decision.term)
        }
        self.extra = "".join(
            f"left_open({decision}).\n"
            for decision in session.script.passing
            if decision not in self.decisions
        )
        self.likeness = _Likeness(session)
        self.steps: dict[tuple[State, str], None] = {}
        self.solved = 0

    # --- Counting ---

    def count(self, start: States) -> int | None:
        """Return how many orders begin at a set of states, None if they are endlessly many."""
        known: dict[Hashable, int] = {}
        begun: set[Hashable] = set()
        stack: list[tuple[Hashable, States, _Ways | None]] = [(self._key(start), start, None)]
        while stack:
            key, states, ways = stack.pop()
            if key in known:
                continue
            if ways is None:
                if key in begun:
                    return None
                begun.add(key)
                ways = self._ways(states)
                stack.append((key, states, ways))
                for onward in ways.moves.values():
                    following = self._key(onward)
                    if following in begun and following not in known:
                        return None
                    if following not in known:
                        stack.append((following, onward, None))
                continue
            known[key] = ways.ends + sum(known[self._key(s)] for s in ways.moves.values())
            begun.discard(key)
        return known[self._key(start)]

    def _key(self, states: States) -> Hashable:
        if len(states) == 1:
            return self.likeness.key(next(iter(states)))
        return frozenset(map(canonical, states))

    # --- Listing ---

    def words(self, start: States, most: int) -> Iterator[tuple[Symbol, ...]]:
        """Yield orders, in the order of their options."""
        stack: list[tuple[tuple[Symbol, ...], States]] = [((), start)]
        found = 0
        while stack and found < most:
            word, states = stack.pop()
            ways = self._ways(states)
            if ways.ends:
                found += 1
                yield word
            for label in sorted(ways.moves, key=str, reverse=True):
                longer = word if label is None else (*word, label)
                stack.append((longer, ways.moves[label]))

    # --- Steps ---

    def _ways(self, states: States) -> _Ways:
        """Return what follows; where nothing is chosen, the next state under no option."""
        ends = False
        moves: dict[Symbol | None, set[State]] = {}
        pending = list(states)
        seen = set(states)
        while pending:
            state = pending.pop()
            labelled, silent = self._step(state)
            if labelled is None:
                ends = True
                continue
            for label, onward in labelled.items():
                moves.setdefault(label, set()).update(onward)
            if len(states) == 1 and not labelled and len(silent) == 1:
                return _Ways(False, {None: frozenset(silent)})
            pending += [state for state in silent if state not in seen]
            seen |= silent
        return _Ways(ends, {label: frozenset(onward) for label, onward in moves.items()})

    def _step(self, state: State) -> tuple[dict[Symbol | None, set[State]] | None, set[State]]:
        """Return the next states, by the option taken, and those without one; None at the end."""
        script, clock = self.session.script, self.session.clock
        if not script.stacked(state):
            return None, set()
        self.solved += 1
        if self.solved > self.session.limit or (clock is not None and clock.over):
            raise _CutError
        if len(self.steps) < RECORDED:
            self.steps[state, self.extra] = None
            self.session.further[state, self.extra] = None
        models, whole = self.session.engine.solve(state, self.extra, clock=clock)
        if not whole:
            raise _CutError
        labelled: dict[Symbol | None, set[State]] = {}
        silent: set[State] = set()
        for model in models:
            taken = [option for decision, option in model.takes if decision in self.decisions]
            if taken:
                labelled.setdefault(taken[0], set()).add(model.next)
            elif model.next != state:
                silent.add(model.next)
        return (labelled, silent) if labelled or silent else (None, set())


def _same(decision: Symbol, pattern: Symbol) -> bool:
    return decision.match(pattern.name, len(pattern.arguments))


class _Likeness:
    """When two states have as many orders: up to the names of the things that wait."""

    def __init__(self, session: Session) -> None:
        game = session.game
        assert game.stack.waits is not None
        assert game.orders is not None
        self.waits = game.stack.waits
        self.own = game.orders.own
        self.says: dict[Symbol, list[Symbol]] = {}
        self.printed: dict[Symbol, list[Symbol]] = {}
        self.cards: dict[Symbol, Symbol] = {}
        self.owners: dict[Symbol, Symbol] = {}
        self.features: dict[Symbol, set[Symbol]] = {}
        for fact in session.situation.static:
            if fact.match("says", 3):
                self.says.setdefault(fact.arguments[0], []).append(fact)
            elif fact.match("printed", 3):
                self.printed.setdefault(fact.arguments[0], []).append(fact)
            elif fact.match("card", 2):
                self.cards[fact.arguments[0]] = fact.arguments[1]
            elif fact.match("owner", 2):
                self.owners[fact.arguments[0]] = fact.arguments[1]
            elif fact.match("filter", 3):
                self.features.setdefault(fact.arguments[0], set()).add(fact.arguments[2])
        self._contents: dict[Symbol, Hashable] = {}
        self._looks: dict[Symbol, Hashable] = {}

    def key(self, state: State) -> Hashable:
        """Return what two states with as many orders have in common."""
        state = canonical(state)
        things = {
            fluent.arguments[0] for fluent in state if self.waits.match(fluent, {}) is not None
        }
        rest: list[Symbol] = []
        about: dict[Symbol, list[Symbol]] = {thing: [] for thing in things}
        for fluent in state:
            named = [thing for thing in _parts(fluent) if thing in things]
            if not named:
                rest.append(fluent)
            elif len(named) == 1:
                about[named[0]].append(_without(fluent, named[0]))
            else:
                return state  # what speaks of two of them keeps all apart
        kinds = Counter((self._look(thing), frozenset(said)) for thing, said in about.items())
        return frozenset(rest), frozenset(kinds.items())

    def _look(self, thing: Symbol) -> Hashable:
        """Return what a thing that waits is like, whatever it is called."""
        if thing not in self._looks:
            self._looks[thing] = self._look_of(thing)
        return self._looks[thing]

    def _look_of(self, thing: Symbol) -> Hashable:
        if thing.match("obj", 2):
            handle = thing.arguments[0]
            card = self.cards.get(handle)
            if card is None:
                return thing
            shown = [
                (fact.arguments[1], self._content(fact.arguments[2]))
                for fact in self.printed.get(card, ())
                if fact.arguments[1].name != "name"
            ]
            if any(self._speaks_of_itself(fact.arguments[2]) for fact in self.printed[card]):
                return thing
            return self.owners.get(handle), frozenset(shown)
        abilities = [part for part in thing.arguments if part in self.says]
        if len(abilities) != 1 or self._speaks_of_itself(abilities[0]):
            return thing
        return thing.name, self._content(abilities[0])

    def _content(self, holder: Symbol) -> Hashable:
        """Return what an ability says, without its name; anything else is what it is."""
        if holder not in self.says:
            return holder
        if holder not in self._contents:
            self._contents[holder] = frozenset(
                (_without(fact.arguments[1], holder), self._inner(fact.arguments[2], holder))
                for fact in self.says[holder]
            )
        return self._contents[holder]

    def _inner(self, value: Symbol, holder: Symbol) -> Hashable:
        nested = [part for part in _parts(value) if part in self.says and part != holder]
        return _without(value, holder), tuple(self._content(part) for part in nested)

    def _speaks_of_itself(self, ability: Symbol) -> bool:
        """Return whether the object that an ability belongs to matters for what it does."""
        return any(
            part in self.own or self.features.get(part, set()) & self.own
            for fact in self.says.get(ability, ())
            if fact.arguments[1].name == "step"
            for part in _parts(fact.arguments[2])
        ) or any(
            self._speaks_of_itself(part)
            for fact in self.says.get(ability, ())
            for part in _parts(fact.arguments[2])
            if part in self.says and part != ability
        )


@lru_cache(maxsize=65536)
def _parts(term: Symbol) -> tuple[Symbol, ...]:
    """Return a term and everything in it."""
    if term.type != SymbolType.Function or not term.arguments:
        return (term,)
    return (term, *(part for argument in term.arguments for part in _parts(argument)))


_BLANK = Function("")


@lru_cache(maxsize=65536)
def _without(term: Symbol, part: Symbol) -> Symbol:
    """Return a term with a blank in the place of a part of it."""
    if term == part:
        return _BLANK
    if term.type != SymbolType.Function or not term.arguments:
        return term
    return Function(term.name, [_without(a, part) for a in term.arguments], term.positive)
