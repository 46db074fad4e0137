"""What is done and asked, typed; terms are made as late as needed.

An object that changes zones becomes a new object, so the script names physical objects by their
handles, and each line yields its terms only for the state in which it is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product

from clingo import Function, Number, Symbol, SymbolType

from kb.scenario.game import Action, Parts, Property, Settled
from kb.scenario.reader import Path_
from kb.scenario.terms import Template
from kb.scenario.wording import Worded

State = Iterable[Symbol]


class Present:
    """Which objects a state holds, by handle and, for tokens, by card.

    Parameters
    ----------
    state : iterable of Symbol
        The fluents that hold. An object is in it when some ``in(Object,Zone)`` is; tokens and
        emblems are found by ``token(Handle,Card,Player)`` and ``emblem(Handle,Card,Player)``.
    """

    def __init__(self, state: State) -> None:
        self._by_handle: dict[Symbol, list[Symbol]] = {}
        self._tokens: dict[Symbol, list[Symbol]] = {}
        self._of: dict[Symbol, list[Symbol]] = {}
        self._terms: set[Symbol] = set()
        for fluent in state:
            if fluent.match("in", 2):
                term = fluent.arguments[0]
                self._terms.add(term)
                if term.match("obj", 2):
                    self._by_handle.setdefault(term.arguments[0], []).append(term)
                elif term.type == SymbolType.Function:
                    for part in term.arguments:
                        if part.match("obj", 2):
                            self._of.setdefault(part.arguments[0], []).append(term)
            elif fluent.match("token", 3) or fluent.match("emblem", 3):
                self._tokens.setdefault(fluent.arguments[1], []).append(fluent.arguments[0])

    def objects(self, handle: Symbol) -> tuple[Symbol, ...]:
        """Return the current object of a handle; nothing if it has left the game."""
        return tuple(sorted(self._by_handle.get(handle, ())))

    def tokens(self, card: Symbol) -> tuple[Symbol, ...]:
        """Return the tokens of a card."""
        handles = sorted(self._tokens.get(card, ()))
        return tuple(term for handle in handles for term in self.objects(handle))

    def made_by(self, handle: Symbol) -> tuple[Symbol, ...]:
        """Return what an object has made that is no card, such as an ability that waits."""
        return tuple(sorted(self._of.get(handle, ())))

    def __contains__(self, term: object) -> bool:
        return term in self._terms


@dataclass(frozen=True)
class Ref:
    """What a name in the script or in a question stands for.

    Parameters
    ----------
    text : str
        The name as it was written.
    kind : str
        ``player``, ``object`` (a physical object, by handle), ``token`` (by card), ``term`` (an
        object of another form, such as an ability on the stack) or ``word`` (a word, a number).
    symbol : Symbol
        The player, handle, card, term or word.
    others : tuple of Symbol
        Handles of objects that are interchangeable with it at the start: any of them will do.
    side : Symbol or None
        A player's side.
    """

    text: str
    kind: str
    symbol: Symbol
    others: tuple[Symbol, ...] = ()
    side: Symbol | None = None

    def terms(self, present: Present) -> tuple[Symbol, ...]:
        """Return the terms that it stands for in a state: none if it is not there."""
        if self.kind == "object":
            handles = (self.symbol, *self.others)
            return tuple(term for handle in handles for term in present.objects(handle))
        if self.kind == "token":
            return present.tokens(self.symbol)
        return (self.symbol,)


@dataclass(frozen=True)
class Shares:
    """What is said of many objects at once, such as what is paid with which.

    Parameters
    ----------
    parts : Parts
        The decisions that this settles.
    pairs : tuple of (Ref, Symbol)
        The objects, each with what is said of it.
    freely : bool
        Whether every way is to be followed instead.
    """

    parts: Parts
    pairs: tuple[tuple[Ref, Symbol], ...] = ()
    freely: bool = False


@dataclass(frozen=True)
class Act:
    """A player does something.

    Parameters
    ----------
    action : Action
        The game's action.
    by : Symbol or None
        The player, None for whoever is asked.
    side : Symbol or None
        The player's side.
    about : Ref or None
        What it is done with.
    abilities : tuple of Symbol
        The abilities that are meant: several where only the state tells which one the object has.
    targets : tuple of Ref
        The targets, in order.
    x : int or None
        The value of X.
    path : tuple
        Where it stands in the scenario.
    pairs : tuple of (Ref, Ref, int)
        For a declaration, what does something, to what, and how much of it.
    together : tuple of tuple of Ref
        What forms a group in it.
    shares : tuple of Shares
        What its further words say of many objects.
    """

    action: Action
    by: Symbol | None = None
    side: Symbol | None = None
    about: Ref | None = None
    abilities: tuple[Symbol, ...] = ()
    targets: tuple[Ref, ...] = ()
    x: int | None = None
    path: Path_ = ()
    text: str = ""
    pairs: tuple[tuple[Ref, Ref, int], ...] = ()
    together: tuple[tuple[Ref, ...], ...] = ()
    shares: tuple[Shares, ...] = ()

    def decision(self) -> Symbol:
        """Return the decision in which it is taken."""
        return self.action.decision.fill(self._fixed())

    def options(self, present: Present) -> tuple[Symbol, ...]:
        """Return the options that it may be in this state: none if its object is not there."""
        found = []
        for values in self._values(present):
            found.append(self.action.option.fill(values))
        return tuple(dict.fromkeys(found))

    def parts(self, present: Present) -> tuple[tuple[Symbol, Symbol], ...]:
        """Return what a declaration decides besides: a decision and its option for each pair."""
        found: list[tuple[Symbol, Symbol]] = []
        each, together = self.action.each, self.action.together
        for one, other, amount in self.pairs:
            if each is not None:
                values = {"value": other.terms(present)[0], "n": Number(amount)}
                found.append(self._part(each, one, present, values))
        for number, group in enumerate(self.together, 1):
            for one in group:
                if together is not None:
                    found.append(self._part(together, one, present, {"n": Number(number)}))
        return tuple(dict.fromkeys(found))

    def _part(
        self, settled: Settled, one: Ref, present: Present, values: dict[str, Symbol]
    ) -> tuple[Symbol, Symbol]:
        filled = {**self._fixed(), **values, "object": one.terms(present)[0]}
        return settled.decision.fill(filled), settled.option.fill(filled)

    @property
    def free(self) -> Parts | None:
        """The further word of which every way is meant, None if there is none."""
        return next((shares.parts for shares in self.shares if shares.freely), None)

    def declaration(self, present: Present) -> tuple[Symbol, Symbol]:
        """Return the decision, and its option, that a declaration settles as a whole."""
        if self.free is None or self.free.freely is None:
            return self.decision(), self.action.option.term
        (option, *_) = self.options(present)
        return self.free.decision.fill({"option": option}), self.free.freely.term

    def shared(self, present: Present) -> tuple[tuple[Symbol, Symbol], ...]:
        """Return what is said of each object, as decisions with their options."""
        found: list[tuple[Symbol, Symbol]] = []
        for option in self.options(present):
            for shares in self.shares:
                each = shares.parts.each
                found += [
                    (
                        each.decision.fill({"option": option, "object": ref.terms(present)[0]}),
                        each.option.fill({"value": value}),
                    )
                    for ref, value in shares.pairs
                ]
        return tuple(dict.fromkeys(found))

    def missing(self, present: Present) -> Ref | None:
        """Return what a declaration names and the state does not hold, None if all is there."""
        named = [ref for pair in self.pairs for ref in pair[:2]]
        named += [ref for group in self.together for ref in group]
        named += [ref for shares in self.shares for ref, _ in shares.pairs]
        return next((ref for ref in named if not ref.terms(present)), None)

    def settles(self, decision: Symbol, present: Present) -> tuple[Symbol, ...]:
        """Return the options of a later decision that this line settles, none if it does not."""
        found: list[Symbol] = []
        for values in self._values(present):
            for word, settled in self.action.settles.items():
                for number, choices in enumerate(self._choices(word, present), 1):
                    filled = {**values, "n": Number(number)}
                    if settled.decision.match(decision, filled) is not None:
                        found += [settled.option.fill({**filled, "value": c}) for c in choices]
        return tuple(dict.fromkeys(found))

    def _choices(self, word: str, present: Present) -> list[tuple[Symbol, ...]]:
        if word == "targets":
            return [target.terms(present) for target in self.targets]
        if word == "x" and self.x is not None:
            return [(Number(self.x),)]
        return []

    def _fixed(self) -> dict[str, Symbol]:
        values = {"by": self.by, "side": self.side}
        return {name: value for name, value in values.items() if value is not None}

    def _values(self, present: Present) -> Iterable[dict[str, Symbol]]:
        objects: tuple[Symbol | None, ...] = (None,)
        if self.about is not None and self.action.takes == "made":
            objects = self._made(self.about, present)
        elif self.about is not None:
            objects = self.about.terms(present)
        for term, ability in product(objects, self.abilities or (None,)):
            values = self._fixed()
            if term is not None:
                values["object"] = term
            if ability is not None:
                values["ability"] = ability
            yield values

    def _made(self, about: Ref, present: Present) -> tuple[Symbol, ...]:
        """Return what an object has made, by the ability that is meant; or the object itself."""
        made = [
            term
            for handle in (about.symbol, *about.others)
            for term in present.made_by(handle)
            if not self.abilities or any(a in self.abilities for a in term.arguments)
        ]
        return tuple(made) or about.terms(present)


@dataclass(frozen=True)
class Resolve:
    """All pass until the top of the stack has resolved, or until the stack is empty."""

    everything: bool
    path: Path_ = ()


@dataclass(frozen=True)
class Choose:
    """The next decision of a kind is settled.

    Parameters
    ----------
    decision : str
        The name of the decision's term.
    choice : tuple of Ref
        What is chosen; several readings of one name.
    by : Symbol or None
        The player who chooses.
    """

    decision: str
    choice: tuple[Ref, ...]
    by: Symbol | None = None
    path: Path_ = ()
    text: str = ""

    def settles(
        self, decision: Symbol, options: Iterable[Symbol], present: Present
    ) -> tuple[Symbol, ...]:
        """Return those of the options that are chosen, none if it is another decision."""
        if decision.type != SymbolType.Function or decision.name != self.decision:
            return ()
        wanted = {term for ref in self.choice for term in ref.terms(present)}
        return tuple(option for option in options if option in wanted or _mentions(option, wanted))


def _mentions(term: Symbol, wanted: set[Symbol]) -> bool:
    if term in wanted:
        return True
    return term.type == SymbolType.Function and any(_mentions(a, wanted) for a in term.arguments)


@dataclass(frozen=True)
class Until:
    """All pass until a phase of a side's turn; either may be left open."""

    side: Symbol | None
    phase: Symbol | None
    path: Path_ = ()
    text: str = ""


ScriptLine = Act | Resolve | Choose | Until


# --- Questions ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Asked:
    """What every question has: its place, its name, and the rules its answer rests on."""

    path: Path_
    name: str
    because: tuple[str, ...] = field(default=(), kw_only=True)
    depends: tuple[str, ...] | None = field(default=None, kw_only=True)
    undetermined: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class May(_Asked):
    """Whether an action is legal now."""

    act: Act
    expect: bool | None = None


@dataclass(frozen=True)
class Declarations(_Asked):
    """All that could be declared; the pairs of `act` have to be part of it.

    `limit` bounds the list; with `count` they are counted instead, for so many seconds at most;
    with `classes` those that come to the same are one.
    """

    act: Act
    limit: int | None = None
    count: bool = False
    classes: bool = False
    seconds: float | None = None
    number: int | None = None
    expect: tuple[Act, ...] | None = None
    includes: tuple[Act, ...] = ()
    excludes: tuple[Act, ...] = ()


@dataclass(frozen=True)
class Options(_Asked):
    """What a player may do now."""

    by: Symbol
    side: Symbol
    expect: tuple[Act, ...] | None = None
    includes: tuple[Act, ...] = ()
    excludes: tuple[Act, ...] = ()


@dataclass(frozen=True)
class Targets(_Asked):
    """What the legal targets of an action are."""

    act: Act
    target: int = 1
    expect: tuple[Ref, ...] | None = None
    includes: tuple[Ref, ...] = ()
    excludes: tuple[Ref, ...] = ()


@dataclass(frozen=True)
class What(_Asked):
    """What a property of an object or a player is.

    `expect` holds the exact set of values; for a flag, the constant ``true`` or ``false``.
    """

    property: Property
    of: Ref
    expect: tuple[Symbol, ...] | None = None
    includes: tuple[Symbol, ...] = ()
    excludes: tuple[Symbol, ...] = ()

    def values(self, fluents: State, atoms: State, present: Present) -> tuple[Symbol, ...]:
        """Return the values of the property in a state.

        Parameters
        ----------
        fluents, atoms : iterable of Symbol
            The fluents that hold, and the atoms that are derived from them.
        present : Present
            The objects of the state.
        """
        return answer(self.property, self.of, fluents, atoms, present)


@dataclass(frozen=True)
class Expected:
    """What a leaf says of one object or player: a property and its values."""

    property: Property
    of: Ref
    values: tuple[Symbol, ...]


@dataclass(frozen=True)
class Outcomes(_Asked):
    """How it can end; leaves are told apart by what the expectation mentions."""

    expect: tuple[tuple[Expected, ...], ...] | None = None
    includes: tuple[tuple[Expected, ...], ...] = ()
    excludes: tuple[tuple[Expected, ...], ...] = ()


@dataclass(frozen=True)
class Moment:
    """A moment at which something is expected to come about.

    Parameters
    ----------
    turn : int
        How many turns of that side have begun since the script was done; 0 for the present one.
    side : Symbol
        Whose turn it is.
    phase : Symbol or None
        The part of the turn; None for any.
    text : str
        The moment as it was written.
    """

    turn: int
    side: Symbol
    phase: Symbol | None
    text: str = ""


@dataclass(frozen=True)
class When(_Asked):
    """When something comes about, whatever the players do.

    Parameters
    ----------
    goal : tuple of Expected
        What has to be so.
    side : Symbol
        Whose turns are counted.
    within : int
        How many of those turns are followed.
    only : tuple of Act or None
        What the players may do besides passing; None for all that is legal.
    expect : tuple of (Moment or None), or None
        All moments at which it may come about, None among them if it may fail to.
    """

    goal: tuple[Expected, ...]
    side: Symbol
    within: int
    only: tuple[Act, ...] | None = None
    expect: tuple[Moment | None, ...] | None = None
    includes: tuple[Moment | None, ...] = ()
    excludes: tuple[Moment | None, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """What is expected of one mention; None and nothing where nothing is said of it.

    Parameters
    ----------
    words : str
        The mention's words, as they stand in the text.
    number : int
        Which of several with the same words is meant.
    target : str or None
        ``yes``, ``no`` or ``open``.
    criteria, gaps : tuple of str
        Criteria that exclude it, and gaps of the documents that it meets, among others.
    only : tuple of str or None
        Exactly the criteria that exclude it.
    means : str or None
        For "it" and its like, the words of what is meant.
    chosen : str or None
        When it is chosen; ``nothing`` if it is not.
    compulsory : bool or None
        Whether what is done with it has to be done.
    objects : tuple of Ref or None
        Exactly what may be chosen for it on the board.
    """

    words: str
    number: int = 1
    target: str | None = None
    criteria: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    means: str | None = None
    chosen: str | None = None
    compulsory: bool | None = None
    objects: tuple[Ref, ...] | None = None
    path: Path_ = ()


@dataclass(frozen=True)
class Mentions(_Asked):
    """What a text mentions, and which of that are targets.

    `covered` is the expectation that the text can, or cannot, be judged at all.
    """

    wording: Worded
    by: Symbol
    expect: tuple[Verdict, ...] | None = None
    includes: tuple[Verdict, ...] = ()
    covered: bool | None = None


@dataclass(frozen=True)
class Orders(_Asked):
    """In which orders what waits can be played.

    Each order is told as the acts, one after another. `limit` is how many are listed at most, and
    `number` how many there should be.
    """

    expect: tuple[tuple[Act, ...], ...] | None = None
    includes: tuple[tuple[Act, ...], ...] = ()
    excludes: tuple[tuple[Act, ...], ...] = ()
    number: int | None = None
    limit: int = 6


TypedQuestion = May | Declarations | Options | Targets | What | Outcomes | When | Mentions | Orders

TRUE, FALSE = Function("true"), Function("false")

THE_GAME = Ref("the game", "game", Function("game"))
"""What is neither a player's nor an object's, such as the phase, is said of the game."""


def answer(
    asked: Property, of: Ref, fluents: State, atoms: State, present: Present
) -> tuple[Symbol, ...]:
    """Return the values of a property in a state, in order; for a flag, one of two constants.

    A player has no property of objects, and an object none of players: then there is no value.
    """
    pattern: Template = asked.pattern
    values: set[Symbol] = set()
    kind = of.kind if of.kind in ("player", "game") else "object"
    if kind != asked.of:
        return (FALSE,) if asked.answer == "flag" else ()
    for term in of.terms(present):
        filled = {"object": term, "player": term, "side": of.side or term}
        for symbol in atoms if asked.derived else fluents:
            found = pattern.match(symbol, filled)
            if found is not None:
                values.add(found)
    if asked.answer == "flag":
        return (TRUE if values else FALSE,)
    if not values and asked.otherwise is not None:
        values.add(asked.otherwise)
    return tuple(sorted(values))
