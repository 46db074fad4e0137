"""Leaves: the ways in which what is done can end, and what is found there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import overload

from clingo import Symbol, SymbolType

from kb.inference.graph import Edge, TakenChoice
from kb.inference.orders import FoundOrders
from kb.inference.session import Query, Session
from kb.records import record
from kb.scenario.properties import Property
from kb.scenario.references import Ref
from kb.scenario.unread import is_unsupported

Value = bool | tuple[Symbol, ...] | None

Seen = tuple[Property, Ref, tuple[Symbol, ...]]
"""A property, of whom, and its values."""

HARMLESS = frozenset({"library", "nothing"})
"""What such an instruction may touch without a known answer depending on it."""


@record
class Reason:
    """One thing that stands against an action.

    Attributes
    ----------
    unmet : Symbol
        ``unmet(Decision, Option, Condition)``.
    contrary : tuple of Symbol
        The facts that stand against the condition.
    """

    unmet: Symbol
    contrary: tuple[Symbol, ...] = ()

    @property
    def condition(self) -> Symbol:
        """What is not so, or what rules it out."""
        return self.unmet.arguments[2]


class Later(Sequence[Symbol]):
    """Goals that take a step of their own to find, which is solved when they are looked at."""

    def __init__(self, found: Callable[[], Iterable[Symbol]]) -> None:
        self._found = found

    @cached_property
    def _symbols(self) -> tuple[Symbol, ...]:
        return tuple(self._found())

    @overload
    def __getitem__(self, index: int) -> Symbol: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Symbol]: ...

    def __getitem__(self, index: int | slice) -> Symbol | Sequence[Symbol]:
        """Return one of them, or some."""
        return self._symbols[index]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._symbols)


@record
class Answer:
    """What one state says of a question.

    Attributes
    ----------
    value : bool, tuple of Symbol, or None
        The answer in this state; None where the rulebook cannot say.
    goals : sequence of Symbol
        The atoms that the answer consists of.
    reasons : tuple of Reason
        For a "no", everything that stands against it.
    extra : str
        What the step that was solved for it was told besides.
    seen : tuple of Seen
        For outcomes, the properties that count.
    more : bool
        Whether a list of declarations, or their count, was cut.
    orders : FoundOrders or None
        The orders in which what waits in this state can be played, if that is asked.
    unknown : tuple of Symbol
        What nobody knows and would have to be known for the answer.
    instead : tuple of Symbol
        For a "no" about an action, the options by which much the same may be done.
    """

    value: Value
    goals: Sequence[Symbol] = ()
    reasons: tuple[Reason, ...] = ()
    extra: str = ""
    seen: tuple[Seen, ...] = ()
    more: bool = False
    orders: FoundOrders | None = None
    unknown: tuple[Symbol, ...] = ()
    instead: tuple[Symbol, ...] = ()


@record(kw_only=True)
class Ending(Answer):
    """One way in which what is done can end, with the answer there.

    Attributes
    ----------
    node : int
        The number of the state in the graph.
    kind : str
        ``leaf``, ``illegal``, ``over``, ``stuck`` or ``cut``.
    choices : tuple of TakenChoice
        The choices on a shortest way there.
    ways : int or None
        How many ways lead there; None if they are endless.
    gaps : tuple of Symbol
        Instructions that could not be carried out on the way.
    also : tuple of int
        Other states in which everything that is asked about is the same.
    """

    node: int
    kind: str
    choices: tuple[TakenChoice, ...]
    ways: int | None
    gaps: tuple[Symbol, ...] = ()
    also: tuple[int, ...] = ()

    @property
    def query(self) -> Query:
        """The step that was solved for the answer."""
        return Query(self.node, self.extra)


def decisions(
    session: Session, number: int, path: Sequence[tuple[int, Edge]] | None = None
) -> list[tuple[int, TakenChoice]]:
    """Return what was decided on a way to a state, and where; passing is left out.

    Without a way, a shortest one is meant.
    """
    return [
        (before, choice)
        for before, edge in (session.graph.path(number) if path is None else path)
        for choice in edge.choices
        if session.script.passing.get(choice.decision) != choice.option
    ]


def blocks(gap: Symbol) -> bool:
    """Return whether an instruction that was not carried out may matter for what is asked.

    A text of which a file says that it only touches cards nobody knows, such as those of a
    library, does not.
    """
    if not is_unsupported(gap):
        return True
    scope = gap.arguments[-1]
    return scope.type != SymbolType.Function or scope.name not in HARMLESS
