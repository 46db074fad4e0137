"""All boards of a size at once, followed micro-step by micro-step until every one is at rest.

The board is not given but chosen, by the program ``queries/<game>/boards.lp``. What follows from it
is unrolled moment by moment, under one rulebook or several, until the solver finds no board, and no
choices, with which anything still waits: from then on, what holds of all boards holds for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

import clingo
from clingo import Function, Number, Symbol

from kb import bounded
from kb.inference.engine import Clock, facts
from kb.records import record
from kb.rulebook import Statement
from kb.scenario import Game
from kb.scenario.actions import PASS
from kb.verification.moments import MOMENT, Unroller
from kb.verification.questions import Questions
from kb.verification.samples import Samples

ROOM = 0.9
"""Which part of the memory that a process may hold is used to follow boards."""

LONGEST = 8
"""How many moments are followed at most, where a game's boards do not say ``longest(number)``."""

UNTIL = "until"
"""By ``until(Phase)`` a scene says that its boards are explored one by one, until that phase."""

Assumptions = Sequence[tuple[Symbol, bool]]


@record
class FollowedBoard:
    """A board that the solver chose.

    Attributes
    ----------
    facts : tuple of Symbol
        What a scenario says once and for all: players, cards, owners.
    state : tuple of Symbol
        The fluents that hold at the start.
    atoms : frozenset of Symbol
        Everything that holds at some moment, with the rulebook and the moment.
    """

    facts: tuple[Symbol, ...]
    state: tuple[Symbol, ...]
    atoms: frozenset[Symbol]

    @cached_property
    def chosen(self) -> frozenset[Symbol]:
        """The atoms of the generator that are true."""
        return frozenset((*self.facts, *(Function("start", [fluent]) for fluent in self.state)))

    def of(self, name: str) -> list[Symbol]:
        """Return the atoms of a predicate, in order."""
        return sorted(atom for atom in self.atoms if atom.name == name)


@record
class FollowedEnds:
    """What a search came to.

    Attributes
    ----------
    board : FollowedBoard or None
        The board; None if there is none, or none was found in time.
    complete : bool
        False when time or memory ran out.
    short : str
        Which of them, if any.
    """

    board: FollowedBoard | None
    complete: bool
    short: str = ""


class Follower:
    """Writes the programs that follow all boards of a game under some rulebooks.

    Parameters
    ----------
    questions : Questions
    game : Game
    books : mapping of str to sequence of Statement
        The rulebooks by the constants that stand for them.
    switches : bool
        Give every numbered rule its switch.
    """

    def __init__(
        self,
        questions: Questions,
        game: Game,
        books: Mapping[str, Sequence[Statement]],
        *,
        switches: bool = False,
    ) -> None:
        self.questions = questions
        self.game = game
        self.books = tuple(books)
        self._statements = {book: tuple(statements) for book, statements in books.items()}
        self._switches = switches
        self._inputs = frozenset(
            signature
            for signature, entry in questions.vocabulary.predicates.items()
            if entry.kind == "input" and signature != ("acts_freely", 1)
        )

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements of all rulebooks."""
        return tuple(s for own in self._statements.values() for s in own)

    @cached_property
    def switches(self) -> tuple[str, ...]:
        """The ids of the numbered rules, in the order of the files."""
        found = (s.label.id for s in self.statements if s.switchable)
        return tuple(dict.fromkeys(found)) if self._switches else ()

    @cached_property
    def _unrolled(self) -> tuple[str, str, str]:
        """The start, the way from one moment to the next, and the rules at one moment."""
        unroller = Unroller(self.questions.vocabulary)
        start, carry = unroller.at_moments(self.questions.moments)
        # What all rulebooks say in the same words is written once.
        texts = {book: {_key(s) for s in own} for book, own in self._statements.items()}
        shared = frozenset.intersection(*map(frozenset, texts.values()))
        first, *_ = self._statements.values()
        rules = unroller.text(
            (s for s in first if _key(s) in shared), switches=self._switches
        ) + unroller.text(self.questions.step)
        for book, own in self._statements.items():
            rest = (s for s in own if _key(s) not in shared)
            rules += unroller.text(rest, book, switches=self._switches)
        start += "".join(f"book({book}).\n" for book in self.books)
        start += facts(self.game.facts)
        start += facts(Samples.load(self.game.name).facts)
        passing = self.game.actions[PASS].decision.source.replace("{side}", "S")
        start += f"acts_freely({passing}) :- side(_,S).\n"
        start += "".join(f'#external rule("{identifier}").\n' for identifier in self.switches)
        return start, carry, rules

    def boards(
        self, size: int, scene: int = 0, *, observer: clingo.Observer | None = None
    ) -> Boards:
        """Return all boards of a size that are in a scene."""
        own = self.questions.scenes[scene] if self.questions.scenes else ()
        chosen = "".join(f"{s.code}\n" for s in (*self.questions.boards, *own))
        return self._follow(f"{chosen}size({size}).\n", observer)

    def board(self, board: FollowedBoard, *, observer: clingo.Observer | None = None) -> Boards:
        """Return one board."""
        state = "".join(f"start({fluent}).\n" for fluent in board.state)
        return self._follow(facts(board.facts) + state, observer)

    def _follow(self, chosen: str, observer: clingo.Observer | None) -> Boards:
        start, carry, rules = self._unrolled
        parts = (chosen + start, carry, rules)
        return Boards(parts, self.books, self._inputs, observer, self._watching)

    def _watching(self, names: frozenset[str]) -> str:
        """Return the program that says of a moment which of some rules fire in it."""
        unroller = Unroller(self.questions.vocabulary)
        return "".join(
            unroller.firing((s for s in own if s.label.id in names and s.derives), book)
            for book, own in self._statements.items()
        )


class Boards:
    """Boards of one size, followed as far as need be.

    Parameters
    ----------
    parts : tuple of str
        The programs of the start, of the way from one moment to the next, and of one moment.
    books : tuple of str
        The constants of the rulebooks.
    inputs : frozenset of signatures
        The predicates that a scenario gives.
    observer : clingo.Observer, optional
        What sees the ground rules.
    watching : callable
        Returns the program that says of a moment which of some rules fire in it.
    """

    def __init__(
        self,
        parts: tuple[str, str, str],
        books: tuple[str, ...],
        inputs: frozenset[tuple[str, int]],
        observer: clingo.Observer | None = None,
        watching: Callable[[frozenset[str]], str] = lambda _: "",
    ) -> None:
        self._watching = watching
        self.control = clingo.Control(["--warn=none", "--configuration=crafty"], message_limit=1)
        if observer is not None:
            self.control.register_observer(observer)
        self.signatures = (("start", 1), *sorted(inputs))
        self.books = books
        start, carry, rules = parts
        self.control.add("base", [], start)
        self.control.add("carry", [MOMENT], carry)
        self.control.add("moment", [MOMENT], rules)
        self.control.ground([("base", [])])
        self.last = -1
        self._held, self._grown = bounded.memory_held() or 0, 0
        said = self.control.symbolic_atoms.by_signature("longest", 1)
        self.longest = max((atom.symbol.arguments[0].number for atom in said), default=LONGEST)

    @property
    def one_by_one(self) -> bool:
        """Whether these boards are to be explored one by one instead of followed all at once."""
        return any(self.control.symbolic_atoms.by_signature(UNTIL, 1))

    def add(self, name: str, text: str | Iterable[Statement]) -> None:
        """Add and ground one more part."""
        if not isinstance(text, str):
            text = "".join(f"{statement.code}\n" for statement in text)
        self.control.add(name, [], text)
        self.control.ground([(name, [])])

    def watch(self, names: frozenset[str]) -> None:
        """Let ``fired(Book,Rule,Number)`` say which statements of some rules fire so far."""
        self.control.add("watch", [MOMENT], self._watching(names))
        self.control.ground([("watch", [Number(moment)]) for moment in range(self.last + 1)])

    def extend(self) -> None:
        """Follow the boards for one more moment."""
        self.last += 1
        # One after the other: within one call all rules would depend on each other through time.
        for part in ("carry", "moment"):
            self.control.ground([(part, [Number(self.last)])])
        held = bounded.memory_held() or 0
        self._grown, self._held = max(0, held - self._held), held

    @property
    def cramped(self) -> bool:
        """Whether there may be no room for another moment, which takes about what the last took."""
        return self._held + 2 * self._grown > ROOM * bounded.MEMORY

    def settle(self, clock: Clock) -> FollowedEnds:
        """Follow the boards until all are at rest.

        Returns
        -------
        Found
            Without a board when all come to rest; with one that does not within `longest`
            moments; incomplete when time ran out.
        """
        while True:
            if self.cramped:
                return FollowedEnds(None, False, "memory ran out")
            self.extend()
            found = FollowedEnds(None, True)
            for book in self.books:
                waiting = Function("restless", [Function(book), Number(self.last)])
                found = self.solve(clock, [(waiting, True)])
                if found.board is not None or not found.complete:
                    break
            if found.board is None or self.last + 1 >= self.longest:
                return found

    def solve(
        self, clock: Clock, assumptions: Assumptions = (), *, plainest: bool = False
    ) -> FollowedEnds:
        """Look for a board.

        Parameters
        ----------
        clock : Clock
        assumptions : sequence of (Symbol, bool)
            What must be so; an atom that cannot be true is false.
        plainest : bool
            Look for the plainest of all, and not for any; what was found when time ran out is
            then returned as it is.
        """
        if clock.over:
            return FollowedEnds(None, False, "time ran out")
        configuration = self.control.configuration.solve
        assert isinstance(configuration, clingo.Configuration)
        configuration.opt_mode = "opt" if plainest else "ignore"
        best: list[FollowedBoard] = []

        def keep(model: clingo.Model) -> None:
            best[:] = [self.of(frozenset(model.symbols(atoms=True)))]

        with self.control.solve(assumptions, on_model=keep, async_=True) as handle:
            complete = finished(handle, clock)
        return FollowedEnds(best[0] if best else None, complete, "" if complete else "time ran out")

    def block(self, board: FollowedBoard) -> None:
        """Leave a board out from now on."""
        literals = []
        for atom, literal in self.varying():
            literals.append(literal if atom in board.chosen else -literal)
        with self.control.backend() as backend:
            backend.add_rule([], literals)

    def varying(self) -> list[tuple[Symbol, int]]:
        """Return the atoms in which boards differ, with their literals."""
        return [
            (atom.symbol, atom.literal)
            for name, arity in self.signatures
            for atom in self.control.symbolic_atoms.by_signature(name, arity)
            if not atom.is_fact
        ]

    def fixed(self, board: FollowedBoard) -> list[tuple[Symbol, bool]]:
        """Return the assumptions that make the board this one."""
        return [(atom, atom in board.chosen) for atom, _ in self.varying()]

    def of(self, atoms: frozenset[Symbol]) -> FollowedBoard:
        """Return the board of a model."""
        given = sorted(
            atom for atom in atoms if (atom.name, len(atom.arguments)) in self.signatures[1:]
        )
        state = sorted(atom.arguments[0] for atom in atoms if atom.match("start", 1))
        return FollowedBoard(tuple(given), tuple(state), atoms)


def finished(handle: clingo.SolveHandle, clock: Clock) -> bool:
    """Wait until a search is done or time is over, and return whether it is done."""
    left = clock.left()
    # In short waits, so that Ctrl-C is heard; the first are shortest, for most searches are.
    wait = 0.001
    while not handle.wait(wait if left is None else min(wait, left)):
        wait = min(0.5, 2 * wait)
        left = clock.left()
        if left == 0:
            handle.cancel()
            break
    return not handle.get().interrupted


def _key(statement: Statement) -> tuple[str, str, bool]:
    return (statement.label.id, statement.code, statement.switchable)
