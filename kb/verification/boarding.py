"""All boards up to a size: what came of them so far, and what is left to be searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.records import record
from kb.rulebook import Label, RulebookView
from kb.rulebook.source import Source
from kb.verification.findings import Finding, Searched, Verification
from kb.verification.questions import Questions

TIME, MEMORY = "time ran out", "memory ran out"

Progress = Callable[[str, int], object]
"""Is told what kind of boards of which size is looked at next."""


@record
class BoardTask:
    """All boards of a kind and a size, as plain data.

    Attributes
    ----------
    game, day : str
    overlays : tuple of Source
    kind, size : int
    limit : int
        How many of them are tried one by one at most.
    wanted : frozenset of str
        The ids of the rules that are to be reached.
    reaching : bool
        Whether boards are only asked for that reach these.
    seconds : float or None
        How long it may take.
    root : Path or None
        The folder of the rules.
    """

    game: str
    day: str
    overlays: tuple[Source, ...]
    kind: int
    size: int
    limit: int
    wanted: frozenset[str]
    reaching: bool = False
    seconds: float | None = None
    root: Path | None = None


@record
class BoardsDone:
    """How far boards of a kind and a size were searched.

    Attributes
    ----------
    short : str
        What ran out before all were searched; empty if nothing did.
    moments : int
        How many micro-steps were followed.
    reached : frozenset of str
        The ids of the rules that they reached.
    """

    short: str
    moments: int = 0
    reached: frozenset[str] = frozenset()


class Boarding:
    """What came so far of all boards up to a size, and what is left to be done.

    Parameters
    ----------
    view : RulebookView
    overlays : tuple of Source
    size, limit : int
    clock : Clock, optional
        It may be set anew.
    root : Path, optional
    kinds : sequence of int, optional
        Which kinds are searched; all, unless given.
    progress : callable
        Is told which kind of boards of which size is looked at next.
    told : callable
        Is told of what is wrong as soon as it is known that no smaller board shows anything.

    Attributes
    ----------
    pieces : list of BoardTask
        All boards that are to be searched, the smallest first.
    """

    def __init__(
        self,
        view: RulebookView,
        overlays: tuple[Source, ...],
        size: int,
        limit: int,
        *,
        clock: Clock | None = None,
        root: Path | None = None,
        kinds: Sequence[int] | None = None,
        progress: Progress = lambda *_: None,
        told: Callable[[Finding], object] = lambda _: None,
    ) -> None:
        self.view = view
        self.size = size
        self.clock = clock or Clock()
        self._progress, self._told = progress, told
        game = view.rulebook.game
        pictures = () if kinds == () else Questions.load(game, [view.rulebook]).pictures
        numbered = {name for name, label in view.labels.items() if label.numbers}
        # With overlays, what else boards reach is told without them.
        changed = {name for name in numbered if view.labels[name].overlay}
        self._wanted = frozenset(changed if overlays else numbered)
        self._searched = {
            kind: Searched(pictures[kind])
            for kind in (range(len(pictures)) if kinds is None else kinds)
        }
        self.pieces = [
            BoardTask(
                *(game, str(view.date), overlays, kind, number, limit, self._wanted),
                root=root,
            )
            for number in range(size + 1)
            for kind in self._searched
        ]
        self._found: dict[int, dict[tuple[str, tuple[Label, ...]], Finding]] = {}
        self._said: set[tuple[str, tuple[Label, ...]]] = set()
        self._left = {(piece.kind, piece.size) for piece in self.pieces}
        self._clean: set[tuple[int, int]] = set()
        self._reached: set[str] = set()

    def known(self, reached: Iterable[str]) -> None:
        """Take rules for reached by something else."""
        self._reached.update(reached)

    @property
    def reached(self) -> frozenset[str]:
        """The ids of the rules that are reached so far."""
        return frozenset(self._reached)

    @property
    def left(self) -> frozenset[str]:
        """The ids of those that are not."""
        return self._wanted - self._reached

    def begun(self, task: BoardTask) -> BoardTask | None:
        """Return a task as it is to be done by now; None for what need not be done."""
        known = self._searched[task.kind]
        wanted = task.wanted - self._reached
        if task.reaching:
            if not wanted:
                return None
        elif known.short or task.size > min(self._found, default=task.size):
            self._left.discard((task.kind, task.size))
            return None
        self._progress(known.picture, task.size)
        return replace(task, wanted=wanted, seconds=self.clock.left())

    def add(self, task: BoardTask, part: Finding | BoardsDone | None) -> None:
        """Add what came of boards, or that all of them are done."""
        if isinstance(part, Finding):
            own = self._found.setdefault(task.size, {})
            own.setdefault((part.kind, part.at_odds), part)
        elif isinstance(part, BoardsDone):
            self._reached |= part.reached
            known = self._searched[task.kind]
            if task.reaching:
                return
            self._left.discard((task.kind, task.size))
            known = replace(known, moments=max(known.moments, part.moments))
            if part.short:
                known = replace(known, short=part.short)
            else:
                self._clean.add((task.kind, task.size))
            # Several sizes are looked at side by side: the smaller may be done after the larger.
            while (task.kind, known.size + 1) in self._clean and known.size + 1 not in self._found:
                known = replace(known, size=known.size + 1)
            self._searched[task.kind] = known
        self._tell()

    def _tell(self) -> None:
        """Tell what is found on boards of which no smaller one is left."""
        size = min(self._found, default=None)
        if size is not None and not any(number < size for _, number in self._left):
            for key, one in self._found[size].items():
                if key not in self._said:
                    self._said.add(key)
                    self._told(one)

    def reaching(self) -> list[BoardTask]:
        """Return the largest boards that were searched, to be asked for those that reach rules."""
        largest = max((known.size for known in self._searched.values()), default=-1)
        if not self._wanted - self._reached:
            return []
        return [
            replace(piece, reaching=True)
            for piece in self.pieces[::-1]
            if largest - 1 <= piece.size <= largest
            and piece.size <= self._searched[piece.kind].size
        ]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found on the smallest boards that show anything."""
        if not self._found:
            return ()
        size = min(self._found)
        smallest = not any(number < size for _, number in self._left) and all(
            known.size >= size - 1 for known in self._searched.values()
        )
        own = self._found[size].values()
        return tuple(one if smallest else replace(one, board_smallest=False) for one in own)

    def result(self, seconds: float) -> Verification:
        """Return what came of all."""
        view, findings = self.view, self.findings
        labels = {name: la for name, la in view.labels.items() if name in self._wanted}.items()
        searched = [
            known
            if known.short or known.size == self.size or findings
            else replace(known, short=TIME)
            for known in self._searched.values()
        ]
        return Verification(
            view.rulebook.game,
            view.date,
            view.rulebook.overlays,
            self.size,
            tuple(searched),
            findings,
            tuple(label.on(view.date) for name, label in labels if name in self._reached),
            tuple(label.on(view.date) for name, label in labels if name not in self._reached),
            seconds,
        )


def out_of_bounds(_: BoardTask, _error: LudexError) -> tuple[BoardsDone, ...]:
    """Return what comes of boards whose process was ended for what it took."""
    return (BoardsDone(MEMORY),)
