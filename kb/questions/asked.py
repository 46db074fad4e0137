"""What every kind of question gives: how it is read, answered, said, checked and exported.

A kind is a class in a module of its own, listed in `kb.questions.kinds`, with its key in
`kb.scenario.model.Question`; nothing else knows it by name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from clingo import Symbol

from kb.inference.leaves import Answer, Ending, Seen
from kb.inference.session import Session
from kb.proof import Proof
from kb.questions.reasons import Refused
from kb.questions.speech import Plain, Speech
from kb.records import record
from kb.scenario.acting import Acting
from kb.scenario.expecting import Expecting
from kb.scenario.finding import Finder
from kb.scenario.model import Question
from kb.scenario.reader import Path_

UNDETERMINED = ["the answer is undetermined"]
"""What is wrong with an answer that is expected to be known."""

LEGALITY = ("option/2", "unmet/3", "contrary/2")
"""What tells plain clingo's reader what is legal."""

_T = TypeVar("_T")


class Asking:
    """Reads the script and the questions of a scenario, whose board has been read.

    Parameters
    ----------
    finder : Finder
        The players and objects of the board, by name.
    day : date
        The day whose rules apply, and whose wordings of cards.

    Attributes
    ----------
    facts : list of Symbol
        What questions bring with them, such as the texts that are asked about.
    texts : dict of Symbol to str
        What the symbols among these facts are called.
    """

    def __init__(self, finder: Finder, day: date) -> None:
        self.finder = finder
        self.game = finder.game
        self.day = day
        self.acting = Acting(finder)
        self.expecting = Expecting(finder)
        self.facts: list[Symbol] = []
        self.texts: dict[Symbol, str] = {}


class Row(NamedTuple):
    """A line under the sentence of an answer: what it begins with, and what is wrapped."""

    before: str
    text: str
    dim: bool = False


@record(kw_only=True)
class Asked(ABC):
    """A question: its place, its name, and the rules and gaps that its answer rests on."""

    word: ClassVar[str]
    """The key under which it is asked."""
    takes: ClassVar[frozenset[str]] = frozenset({"includes", "excludes"})
    """The further keys of a question that have a meaning with it."""
    at_once: ClassVar[bool] = False
    """Whether its own step shows that nothing happens before a player may act."""
    alternatives: ClassVar[bool] = False
    """Whether answers that differ from outcome to outcome are, together, the answer."""
    follows: ClassVar[bool] = False
    """Whether it is about what happens on the way."""
    about_acts: ClassVar[bool] = False
    """Whether it is about what may be done, and not about what is so."""
    ranges: ClassVar[bool] = False
    """Whether the answer is all that may be done, of which the proof need not speak."""
    open_ended: ClassVar[bool] = False
    """Whether players may do what the question does not name."""
    proves: ClassVar[bool] = True
    """Whether the short form of an answer ends with its proof."""

    path: Path_
    name: str
    because: tuple[str, ...] = ()
    depends: tuple[str, ...] | None = None
    undetermined: bool = False
    unless: frozenset[tuple[Symbol, int]] = frozenset()
    """The abilities, by card and number, that an expected answer is conditional on."""

    # --- Reading ---

    @classmethod
    @abstractmethod
    def read(cls, asking: Asking, asked: Question, path: Path_) -> Self:
        """Return the question that an entry of a scenario asks."""

    @classmethod
    def shared(cls, asked: Question, path: Path_, name: str) -> dict[str, Any]:
        """Return what every kind has; `name` stands where the entry has none."""
        return {"path": path, "name": asked.name or name, "because": tuple(asked.because)}

    # --- Answering ---

    def playing(self, session: Session) -> Session:
        """Return the session in which it is answered."""
        return session

    @abstractmethod
    def find(self, session: Session, number: int) -> Answer:
        """Return the answer in one state."""

    def ordered(self, leaves: Iterable[Ending]) -> tuple[Ending, ...]:
        """Return the answers in the order in which they are told."""
        return tuple(leaves)

    def untried(self, session: Session) -> tuple[str, ...]:
        """Return what players could have done on the way, and was not followed."""
        return ()

    def told(self, leaf: Ending) -> object:
        """Return what two answers may differ in, beside the value, what is seen, and orders."""
        return None

    def steps(self, session: Session, leaf: Ending) -> tuple[Proof, ...]:
        """Return the proofs of what happens on the way to an answer, where it is about that."""
        return session.account(leaf.query.node) if self.follows else ()

    def lacking(self, session: Session, leaf: Ending) -> tuple[Symbol, ...]:
        """Return what would have to hold for another answer, where the answer is that it does not.

        An argument ``_any`` stands for anything.
        """
        return ()

    def exported(self, session: Session, leaves: Sequence[Ending]) -> tuple[str, Sequence[str]]:
        """Return what the step of the first answer is told, and what shows the answer there."""
        return leaves[0].query.extra, LEGALITY

    def left_open(self, session: Session, leaf: Ending) -> tuple[Symbol, ...]:
        """Return what passive abilities say that no rule carries out, and may change the answer."""
        return ()

    # --- Saying ---

    @abstractmethod
    def plain(self, speech: Speech, leaf: Ending) -> Plain:
        """Return an answer as plain Python, as it stands in JSON."""

    def whole(self, speech: Speech, leaves: Sequence[Ending]) -> Any:
        """Return all answers together, for a kind in which they are alternatives."""
        return [self.plain(speech, leaf) for leaf in leaves]

    @abstractmethod
    def said(self, speech: Speech, leaf: Ending) -> str:
        """Return an answer as a clause."""

    def several(self, speech: Speech, leaves: Sequence[Ending]) -> str:
        """Return several answers as a clause."""
        return f"it depends on what is chosen: there are {len(leaves)} answers"

    def unfinished(self, leaf: Ending) -> str | None:
        """Return, as a clause, how far a search came that was given up; None if it was not."""
        return None

    @property
    def unread(self) -> tuple[str, ...]:
        """What of a text that the question is about is not understood."""
        return ()

    def choices(self, speech: Speech, leaf: Ending) -> tuple[str, ...]:
        """Return the choices on a shortest way to an answer, in words."""
        graph = speech.session.graph
        # Of the moment itself: what lies on the stack later may go by the same name.
        return tuple(
            speech.at(graph.nodes[before].state, graph.nodes[edge.target].state).choice(one)
            for before, edge in graph.path(leaf.query.node)
            for one in edge.choices
        )

    def others(self, speech: Speech, leaf: Ending) -> tuple[tuple[str, ...], ...]:
        """Return the choices on other ways to the same answer, where they are told."""
        return ()

    def worth(self, speech: Speech, leaf: Ending) -> Sequence[Seen]:
        """Return what of the things seen in an answer is worth telling."""
        return leaf.seen

    def orders(self, speech: Speech, leaf: Ending) -> tuple[tuple[str, ...], ...]:
        """Return the sequences of actions that an answer consists of, in words."""
        return ()

    def refused(self, speech: Speech, leaf: Ending) -> tuple[Refused, ...]:
        """Return what was considered and is not legal, where all of it is told."""
        return ()

    def rows(self, speech: Speech, leaf: Ending) -> Iterator[Row]:
        """Yield what is listed under the sentence of an answer."""
        yield from ()

    @property
    def all_changes(self) -> bool:
        """Whether it is asked what has changed at all, and so told that nothing else has."""
        return False

    # --- Checking ---

    @property
    def expects(self) -> bool:
        """Whether anything is expected of the answer."""
        return bool(self.because) or self.undetermined or self.depends is not None

    @abstractmethod
    def faults(self, session: Session, leaves: Sequence[Ending]) -> list[str]:
        """Return what is not as expected, in words."""


@record(kw_only=True)
class Among(Asked, Generic[_T]):
    """A question whose answer has parts, of which some may be expected.

    `expect` is all of them, None where nothing is said of all; `number` is how many there are.
    """

    counts: ClassVar[bool] = False
    """Whether a number may stand for all that is expected."""

    expect: tuple[_T, ...] | None = None
    number: int | None = None
    includes: tuple[_T, ...] = ()
    excludes: tuple[_T, ...] = ()

    @property
    def expects(self) -> bool:
        """Whether anything is expected of the answer."""
        some = self.expect is not None or self.number is not None
        return some or bool(self.includes or self.excludes) or super().expects

    @property
    def wanted(self) -> tuple[_T, ...]:
        """What has to be in the answer."""
        return (*(self.expect or ()), *self.includes)

    @classmethod
    def parts(
        cls, asked: Question, path: Path_, read: Callable[[Any, Path_], tuple[_T, ...]]
    ) -> Mapping[str, Any]:
        """Return what is expected of an answer; a value that is not given has no parts."""

        def of(word: str) -> tuple[_T, ...]:
            value = getattr(asked, word)
            return () if value is None else read(value, (*path, word))

        found: dict[str, Any] = {"includes": of("includes"), "excludes": of("excludes")}
        if cls.counts and type(asked.expect) is int:
            return {"number": asked.expect, **found}
        whole = of("expect") if "expect" in asked.said else None
        return {"expect": whole, **found}


def value_of(leaf: Ending) -> tuple[Symbol, ...]:
    """Return the parts of an answer that has some."""
    return leaf.value if isinstance(leaf.value, tuple) else ()


def listed_names(session: Session, symbols: Iterable[Symbol]) -> str:
    """Return what symbols are called, in order, for a message."""
    names = session.situation.names
    return ", ".join(sorted(names.text(symbol) for symbol in symbols)) or "nothing"


def member_faults(
    question: Among[_T],
    session: Session,
    leaves: Iterable[Ending],
    terms: Callable[[_T, Ending], Iterable[Symbol]],
    text: Callable[[_T], str],
) -> list[str]:
    """Return what is wrong with the members of an answer.

    Parameters
    ----------
    question : Among
    session : Session
    leaves : iterable of Ending
    terms : callable
        What something expected may stand for in the state of an answer.
    text : callable
        How it was written.
    """
    faults: list[str] = []
    for leaf in leaves:
        if leaf.value is None:
            faults += UNDETERMINED
            continue
        found = set(value_of(leaf))
        for each in question.wanted:
            if not found.intersection(terms(each, leaf)):
                faults.append(f"{text(each)} is missing; found {listed_names(session, found)}")
        for each in question.excludes:
            if found.intersection(terms(each, leaf)):
                faults.append(f"{text(each)} should not be there")
        if question.expect is not None:
            left = found.difference(*(terms(each, leaf) for each in question.expect))
            if left:
                faults.append(f"found besides what is expected: {listed_names(session, left)}")
    return faults
