"""Independent pieces of work, done by several processes at once.

A piece is plain data and the work a function of a module, so that both can travel to another
process; nothing else is shared, and a piece that was lost with its process is done again. Clingo
never frees its symbols: a process that holds much memory, or of which that is not known and that
has done so many pieces, makes room for a fresh one.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from multiprocessing import connection
from pathlib import Path
from typing import Any, TypeVar

from kb import bounded, resources
from kb.errors import LudexError
from kb.records import record

PieceT = TypeVar("PieceT")
ResultT = TypeVar("ResultT")

RECYCLED = 40
"""Of how many pieces one after the other some are done in another process, and after how many a
process is replaced of which it is not known how much memory it holds."""

GROWN = 2**29
"""How much memory a process may hold, in bytes, before another takes its place."""

TRIES = 2
"""How often a piece is begun before it is given up: its process may have been killed by chance."""

_TWICE = "the process that did this ended twice before it was done"
_TOO_MUCH = f"more memory is needed than {bounded.MEMORY / 2**30:.3g} GiB"


_ON: ContextVar[str | None] = ContextVar("scheduler", default=None)


@contextlib.contextmanager
def on(address: str | None) -> Iterator[None]:
    """Let a Dask scheduler's workers do the pieces, not processes of this machine.

    Parameters
    ----------
    address : str or None
        The scheduler's, as ``tcp://host:8786``; None for none.
    """
    token = _ON.set(address)
    try:
        yield
    finally:
        _ON.reset(token)


_KEPT: ContextVar[list[_Worker] | None] = ContextVar("kept", default=None)


@contextlib.contextmanager
def kept() -> Iterator[None]:
    """Let processes that are done with their pieces stay for those that come next in here.

    What they have loaded, such as a rulebook, is not loaded again.
    """
    if _KEPT.get() is not None:
        yield
        return
    workers: list[_Worker] = []
    token = _KEPT.set(workers)
    try:
        yield
    finally:
        _KEPT.reset(token)
        for worker in workers:
            worker.stop()


def cores() -> int:
    """Return how many processes this one may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(
    work: Callable[[PieceT], ResultT],
    pieces: Sequence[PieceT],
    *,
    jobs: int | None = None,
    group: Callable[[PieceT], Hashable] = lambda _: None,
    lost: Callable[[PieceT, LudexError], ResultT] | None = None,
    seconds: float | None = None,
    clock: bounded.Timed | None = None,
    begun: Callable[[PieceT], PieceT | None] = lambda piece: piece,
) -> Iterator[tuple[int, ResultT]]:
    """Do all pieces, and yield the number of each with what came of it, as they get done.

    Parameters
    ----------
    work : callable
        A function of a module, to be called with each piece.
    pieces : sequence
        What `pickle` can write. They are begun in this order, as far as groups allow.
    jobs : int, optional
        How many processes work at once; as many as there are cores, unless given. A few pieces
        that are done one after the other are done in this process; so are all in one that may have
        none of its own.
    group : callable, optional
        What a piece has in common with others, such as a rulebook to be loaded: a process stays
        with a group as long as there is some of it left.
    lost : callable, optional
        What comes of a piece that hits a bound, or whose process ends again and again; an error,
        unless given.
    seconds : float, optional
        How long a process may work on one piece.
    clock : optional
        When its time is over, what is not done is left: processes are ended in the midst of it.
        With a limit, a piece is done in a process that can be ended.
    begun : callable
        Is called with each piece before it is begun, and returns it as it is to be done by what is
        known by then; None leaves it out.

    Raises
    ------
    LudexError
        The first that `work` raises, or that a piece is lost for.
    """
    job = _Job(work, pieces, group, lost, seconds, clock, begun, parts=False)
    for number, end, value in _done(job, jobs):
        if end == DONE:
            yield number, value


def streamed(
    work: Callable[[PieceT], Iterable[ResultT]],
    pieces: Sequence[PieceT],
    *,
    jobs: int | None = None,
    group: Callable[[PieceT], Hashable] = lambda _: None,
    lost: Callable[[PieceT, LudexError], Iterable[ResultT]] | None = None,
    seconds: float | None = None,
    clock: bounded.Timed | None = None,
    begun: Callable[[PieceT], PieceT | None] = lambda piece: piece,
) -> Iterator[tuple[int, ResultT | None]]:
    """Do all pieces, and yield what comes of each while it comes, then its number with None.

    What came of a piece whose process was lost comes once more when it is done again; otherwise
    this is `spread`.
    """
    job = _Job(work, pieces, group, lost, seconds, clock, begun, parts=True)
    for number, end, value in _done(job, jobs):
        yield number, value if end == PART else None


PART, DONE = "part", "done"
"""What is told of a piece: some of what comes of it, or that it is done, and what came of it."""


Told = tuple[int, str, Any]
"""The number of a piece, what is told of it, and what comes of it."""


@record
class _Job:
    """Pieces of work, and how they are to be done, as `spread` takes them."""

    work: Callable[[Any], Any]
    pieces: Sequence[Any]
    group: Callable[[Any], Hashable]
    lost: Callable[[Any, LudexError], Any] | None
    seconds: float | None
    clock: bounded.Timed | None
    begun: Callable[[Any], Any]
    parts: bool

    @property
    def over(self) -> bool:
        """Whether the time for all of it is over."""
        return self.clock is not None and self.clock.left() == 0

    def whole(self, number: int, value: Any) -> Iterator[Told]:
        """Yield all that came of a piece that was not told while it came."""
        for part in value if self.parts else ():
            yield number, PART, part
        yield number, DONE, value


def _done(job: _Job, jobs: int | None) -> Iterator[Told]:
    """Do all pieces, and yield the number of each with what is told of it."""
    if job.pieces and (address := _ON.get()) is not None:
        yield from _on_scheduler(job, address)
        return
    jobs = min(jobs or cores(), len(job.pieces))
    limited = job.clock is not None and job.clock.left() is not None
    # A process that may have none of its own is one that somebody else bounds and replaces.
    alone = multiprocessing.current_process().daemon
    if alone or (jobs <= 1 and len(job.pieces) <= RECYCLED and not limited):
        yield from _here(job)
    else:
        yield from _Crew(job, jobs).told()


def _on_scheduler(job: _Job, address: str) -> Iterator[Told]:
    from kb.cluster import spread_on  # few have a scheduler

    for number, value in spread_on(
        address, job.work, job.pieces, lost=job.lost, seconds=job.seconds, clock=job.clock
    ):
        yield from job.whole(number, value)


def _here(job: _Job) -> Iterator[Told]:
    """Do one piece after the other in this process."""
    for number, piece in enumerate(job.pieces):
        if job.over:
            return
        now = job.begun(piece)
        if now is not None:
            yield from job.whole(number, job.work(now))


class _Crew:
    """The processes that do a job, and what nobody has begun of it."""

    def __init__(self, job: _Job, jobs: int) -> None:
        self._job = job
        self._jobs = jobs
        self._waiting = _Waiting([job.group(piece) for piece in job.pieces])
        self._tries = [0] * len(job.pieces)
        self._context = multiprocessing.get_context("spawn")
        self._workers = _taken(jobs)

    def told(self) -> Iterator[Told]:
        """Have all pieces done, and yield what is told of them as it comes."""
        try:
            while self._waiting or self._busy():
                self._hand_out()
                pipes = {worker.pipe: worker for worker in self._busy()}
                left = None if self._job.clock is None else self._job.clock.left()
                ready = connection.wait(list(pipes), left) if pipes else []
                if not ready and (pipes or self._job.over):
                    return
                for worker in [one for pipe, one in pipes.items() if pipe in ready]:
                    yield from self._take_back(worker)
        finally:
            for worker in self._workers:
                worker.leave()

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.piece is not None]

    def _hand_out(self) -> None:
        """Give every process that has nothing to do a piece, as long as there are any."""
        job = self._job
        idle = [worker for worker in self._workers if worker.piece is None]
        while self._waiting and not job.over and (idle or len(self._workers) < self._jobs):
            number = self._waiting.next_for(
                idle[-1].group if idle else None, [worker.group for worker in self._busy()]
            )
            piece = job.begun(job.pieces[number])
            if piece is None:
                continue
            worker = idle.pop() if idle else _Worker.started(self._context)
            if worker not in self._workers:
                self._workers.append(worker)
            self._tries[number] += 1
            order = _Order(job.work, piece, job.seconds, job.parts)
            worker.hand_out(number, self._waiting.groups[number], order)

    def _take_back(self, worker: _Worker) -> Iterator[Told]:
        """Yield what a process tells of its piece; one that has gone, or is full, is replaced."""
        job = self._job
        number, (end, value) = worker.take_back()
        if end == PART:
            yield number, PART, value
            return
        if end == "gone" and self._tries[number] >= TRIES:
            end, value = "lost", LudexError(_TWICE)
        if end == "error" or (end == "lost" and job.lost is None):
            raise value
        if end == DONE:
            yield number, DONE, value
        elif end == "gone":
            self._waiting.again(number)
        elif job.lost is not None:
            yield from job.whole(number, job.lost(job.pieces[number], value))
        if end in ("lost", "gone") or worker.full:
            worker.stop()
            self._workers.remove(worker)


def _taken(jobs: int) -> list[_Worker]:
    """Return processes that were kept, as many as are to work at once at most."""
    idle = _KEPT.get()
    found: list[_Worker] = []
    rules = resources.own()
    while idle and len(found) < jobs:
        worker = idle.pop()
        if worker.rules == rules and not worker.full and worker.process.is_alive():
            found.append(worker)
        else:
            worker.stop()
    return found


class _Waiting:
    """The numbers of the pieces that nobody has begun, by group."""

    def __init__(self, groups: Sequence[Hashable]) -> None:
        self.groups = groups
        self._left: dict[Hashable, deque[int]] = {}
        for number, name in enumerate(groups):
            self._left.setdefault(name, deque()).append(number)

    def __bool__(self) -> bool:
        return bool(self._left)

    def again(self, number: int) -> None:
        self._left.setdefault(self.groups[number], deque()).appendleft(number)

    def next_for(self, mine: Hashable, others: Sequence[Hashable]) -> int:
        """Return the next piece for a worker: of its group, else of one that is nobody's."""
        name = mine if mine in self._left else None
        if name is None:
            free = [each for each in self._left if each not in others]
            name = max(free or self._left, key=lambda each: len(self._left[each]))
        number = self._left[name].popleft()
        if not self._left[name]:
            del self._left[name]
        return number


@record
class _Order:
    """What a process is to do."""

    work: Callable[[Any], Any]
    piece: object
    seconds: float | None
    parts: bool


@dataclass(eq=False)
class _Worker:
    """A process, and what it does at the moment."""

    process: Any
    pipe: connection.Connection
    rules: Path | None
    group: Hashable = None
    piece: int | None = None
    full: bool = False

    @staticmethod
    def started(context: Any) -> _Worker:
        here, there = context.Pipe()
        rules = resources.own()
        process = context.Process(target=_serve, args=(there, rules), daemon=True)
        process.start()
        there.close()
        return _Worker(process, here, rules)

    def hand_out(self, number: int, group: Hashable, order: _Order) -> None:
        self.piece, self.group = number, group
        with contextlib.suppress(OSError):  # a process that has gone is found out when it is read
            self.pipe.send(order)

    def leave(self) -> None:
        """End the process, or keep it for what comes next if it has nothing to do."""
        idle = _KEPT.get()
        if idle is None or self.piece is not None:
            self.stop()
        else:
            self.group = None
            idle.append(self)

    def take_back(self) -> tuple[int, tuple[str, Any]]:
        """Return the number of the piece, whether and how it ended, and what came of it."""
        assert self.piece is not None
        number = self.piece
        try:
            end, value, self.full = self.pipe.recv()
        except (EOFError, OSError):
            end, value = "gone", None
        if end != PART:
            self.piece = None
        return number, (end, value)

    def stop(self) -> None:
        """End the process; one that is in the midst of something is not waited for."""
        self.pipe.close()
        if self.piece is not None:
            self.process.terminate()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


def _serve(pipe: connection.Connection, rules: Path | None) -> None:
    """Do one piece after the other until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it, and ends this process
    order: _Order | None = None
    done = 0

    def over(bound: str) -> None:
        seconds = 0.0 if order is None else order.seconds
        what = f"no end after {seconds:g} s of work" if bound == "time" else _TOO_MUCH
        pipe.send(("lost", LudexError(what), True))

    watch = bounded.work_for_parent(over)
    while True:
        try:
            order = pipe.recv()
        except (EOFError, OSError):
            return
        assert order is not None
        watch.allow(order.seconds)
        answer: tuple[str, Any]
        try:
            with resources.own_rules(rules):
                found = order.work(order.piece)
                for part in found if order.parts else ():
                    pipe.send((PART, part, False))
                answer = (DONE, None if order.parts else found)
        except LudexError as error:
            answer = ("error", error)
        except MemoryError:
            answer = ("lost", LudexError("there is not enough memory for this"))
        watch.allow(None)
        done += 1
        held = bounded.memory_held()
        pipe.send((*answer, done >= RECYCLED if held is None else held >= GROWN))
