"""What is asked, typed."""

from __future__ import annotations

from dataclasses import dataclass, field

from clingo import Symbol

from kb.scenario.game import Property
from kb.scenario.reader import Path_
from kb.scenario.references import FALSE, TRUE, Present, Ref, State
from kb.scenario.script import Act
from kb.scenario.terms import Template
from kb.scenario.wording import Worded


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
    compulsory, may_be_none : bool or None
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
    may_be_none: bool | None = None
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
