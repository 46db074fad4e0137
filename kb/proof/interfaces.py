"""What a proof needs to know of a rulebook and of the names of a scenario."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import date
from typing import Protocol

from clingo import Symbol
from clingo.ast import AST


class LabelLike(Protocol):
    """The heading of a block: the numbers of the rule it states, or what it defines."""

    @property
    def id(self) -> str:
        """The switch of the block."""
        ...

    @property
    def numbers(self) -> Sequence[str]:
        """The numbers of the rule, the first one first."""
        ...

    def numbers_on(self, day: date, /) -> Sequence[str]:
        """Return the numbers by which the text in force on a day calls the rule."""
        ...

    @property
    def sentence(self) -> str:
        """What the rule says, in one sentence."""
        ...

    @property
    def readings(self) -> Sequence[tuple[str, str]]:
        """The gaps, each with the reading under which the block is in force."""
        ...

    @property
    def defines(self) -> str | None:
        """The name of what is defined, for a block that states no rule of the book."""
        ...


class StatementLike(Protocol):
    """One statement of the rulebook, as it was written (without its switch)."""

    @property
    def ast(self) -> AST:
        """The syntax tree."""
        ...

    @property
    def heads(self) -> Collection[tuple[str, int]]:
        """The predicates that it derives."""
        ...

    @property
    def label(self) -> LabelLike:
        """The heading of the block that the statement stands in."""
        ...


class ViewLike(Protocol):
    """The statements in force on a day; they must not change while the view lives."""

    @property
    def date(self) -> date:
        """The day."""
        ...

    @property
    def statements(self) -> Sequence[StatementLike]:
        """In the order of the files."""
        ...


class EntryLike(Protocol):
    """What the vocabulary says of one word: its phrase and the kinds of its arguments."""

    @property
    def phrase(self) -> str:
        """The phrase, with ``{1}`` for the first argument."""
        ...

    @property
    def arguments(self) -> Sequence[str]:
        """The kinds of the arguments."""
        ...


class VocabularyLike(Protocol):
    """The declared words, by kind, name and number of arguments."""

    def entry(self, kind: str, name: str, arity: int, /) -> EntryLike | None:
        """Return the word of that kind, if it is declared."""
        ...

    def any(self, name: str, arity: int, /) -> EntryLike | None:
        """Return the word, of whatever kind it is."""
        ...


Names = Callable[[Symbol], str | None]
"""The display name of a symbol, or None when the scenario has none for it."""
