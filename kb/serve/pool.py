"""Processes that answer: a request is handed to one that is free, or waits for one, or is refused.

A process that ends while it works costs the request that it worked on, and is replaced; so is one
whose request nobody waits for any more. Where the system can, processes are forked from one that
has the rulebooks loaded, so that a fresh one costs little.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from kb.serve import worker
from kb.serve.worker import ANSWER, EVENT, Setting

Reply = tuple[int, bytes]
"""The status and the JSON of an answer."""

Said = tuple[bytes, int, bytes]
"""What a message is, the status of an answer, and the JSON."""

PATIENCE = 4
"""How many times as long as it may work a process may take, where it has to share a core."""


class Busy(Exception):
    """So much waits already that a request is refused.

    Attributes
    ----------
    after : int
        After how many seconds it may be tried again.
    """

    def __init__(self, after: int) -> None:
        super().__init__(f"try again after {after} s")
        self.after = after


class Lost(Exception):
    """The process that answered has ended before it was done."""


@dataclass(eq=False)
class _Process:
    """A process, and the end of the pipe to it."""

    process: Any
    pipe: Connection
    reading: Future[bytes] | None = None

    def read(self) -> bytes:
        """Wait for its next message; this blocks."""
        try:
            return self.pipe.recv_bytes()
        except (EOFError, OSError):
            return b""

    def end(self) -> None:
        """End it, whatever it does; this blocks."""
        self.process.kill()
        self.process.join()
        self.process.close()
        if self.reading is not None:  # a pipe closed under a reader might become another's
            wait([self.reading])
        self.pipe.close()


class Pool:
    """Some processes that answer.

    Parameters
    ----------
    setting : Setting
    size : int
        How many there are.
    queue : int
        How many requests may wait.
    seconds : float
        How long each may be worked on.
    """

    def __init__(self, setting: Setting, *, size: int, queue: int, seconds: float) -> None:
        self.setting = setting
        self.size = size
        self.queue = queue
        self.seconds = seconds
        self.lost = 0
        self._idle: deque[_Process] = deque()
        self._all: set[_Process] = set()
        self._waiting: deque[asyncio.Future[_Process]] = deque()
        self._took = 0.1
        # One for each process that may be listened to, or be on its way out.
        self._threads = ThreadPoolExecutor(2 * size + 2, thread_name_prefix="worker")
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Start the processes; requests that come before they are there wait."""
        await asyncio.gather(*(self._add() for _ in range(self.size)))

    @property
    def busy(self) -> int:
        """How many requests are being answered."""
        return len(self._all) - len(self._idle)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @property
    def processes(self) -> list[int]:
        """The ids of the processes."""
        return [one.process.pid for one in self._all]

    async def ask(self, name: str, body: bytes) -> Reply:
        """Return the status and the JSON of the answer to a request.

        Raises
        ------
        Busy
            If too much waits already.
        Lost
            If the process ended.
        """
        async with contextlib.aclosing(self.listen(name, body)) as said:
            async for kind, status, text in said:
                if kind != EVENT:
                    return status, text
        raise Lost

    async def listen(
        self, name: str, body: bytes
    ) -> AsyncGenerator[tuple[bytes, int, bytes], None]:
        """Yield what a process says while it works on a request; its answer comes last.

        Whoever stops listening ends the work.
        """
        loop = asyncio.get_running_loop()
        process = await self._take()
        began = loop.time()
        free = False
        try:
            with contextlib.suppress(OSError):  # one that has ended is found out when it is read
                process.pipe.send_bytes(name.encode() + b"\n" + body)
            while True:
                process.reading = self._threads.submit(process.read)
                reading = asyncio.wrap_future(process.reading)
                said = await asyncio.wait_for(reading, PATIENCE * self.seconds + 10)
                if not said:
                    self.lost += 1
                    raise Lost
                if said[:1] == EVENT:
                    yield EVENT, 0, said[1:]
                    continue
                free = said[:1] == ANSWER
                yield said[:1], int(said[1:4]), said[4:]
                return
        except TimeoutError:
            self.lost += 1
            raise Lost from None
        finally:
            self._took += (loop.time() - began - self._took) / 8
            if free and not self._closed:
                self._give(process)
            else:
                self._replace(process)

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for waiting in self._waiting:
            waiting.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)  # those that are on their way
        for process in list(self._all):
            self._replace(process)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=False)

    async def _take(self) -> _Process:
        while self._idle:
            process = self._idle.popleft()
            if process.process.is_alive():
                return process
            self._replace(process)
        if len(self._waiting) >= self.queue:
            raise Busy(1 + round(self._took * len(self._waiting) / self.size))
        future: asyncio.Future[_Process] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._give(future.result())
            else:
                with contextlib.suppress(ValueError):
                    self._waiting.remove(future)
            raise

    def _give(self, process: _Process) -> None:
        """Hand a free process to whoever has waited longest."""
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(process)
                return
        self._idle.append(process)

    def _replace(self, process: _Process) -> None:
        self._all.discard(process)
        task = asyncio.get_running_loop().create_task(self._another(process))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _another(self, process: _Process) -> None:
        await asyncio.get_running_loop().run_in_executor(self._threads, process.end)
        await self._add()

    async def _add(self) -> None:
        if self._closed:
            return
        loop = asyncio.get_running_loop()
        process = await loop.run_in_executor(self._threads, self._started)
        self._all.add(process)
        self._give(process)

    def _started(self) -> _Process:
        here, there = _context().Pipe()
        process = _context().Process(
            target=worker.serve,
            args=(there, self.setting),
            kwargs={"seconds": self.seconds},
            daemon=True,
        )
        process.start()
        there.close()
        return _Process(process, here)


class Pools:
    """The processes of a server: some that answer questions, and others that search.

    Parameters
    ----------
    setting : Setting
    """

    def __init__(self, setting: Setting) -> None:
        limits = setting.limits
        self.setting = setting
        self.answers = Pool(
            setting,
            size=limits.workers,
            queue=limits.queue * limits.workers,
            seconds=limits.seconds,
        )
        self.searches = Pool(
            setting, size=limits.searchers, queue=limits.searchers, seconds=limits.search
        )

    @contextlib.asynccontextmanager
    async def running(self, _: object = None) -> AsyncIterator[None]:
        """Have the processes run; requests are taken at once, and wait for them."""
        starting = asyncio.create_task(self._start())
        try:
            yield
        finally:
            starting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await starting
            await self.answers.close()
            await self.searches.close()

    async def _start(self) -> None:
        await self.answers.start()
        await self.searches.start()


def _context() -> Any:
    """Return how processes are started: forked from a warm one, where the system can."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["kb.serve.warm"])
    return context
