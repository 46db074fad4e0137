"""The processes behind the server: bounded, replaced, and never more than asked for."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest

from kb.serve import pool as pool_module
from kb.serve.limits import Limits
from kb.serve.pool import Busy, Lost, Pool
from kb.serve.worker import EVENT, Setting

QUICK = json.dumps({"game": "mtg", "number": "306.4"}).encode()
SEARCH = json.dumps({"game": "fftcg", "size": 5, "time_limit": 600}).encode()
ENDLESS = json.dumps(
    {
        "scenario": {"game": "mtg", "players": {"Ann": {}, "Bob": {}}},
        "overlay": "%: predicate more(number)  {1}, and more\n"
        "%: remark more(number)     {1} is more than there is\n\n"
        "%! house.1\n%! Ever more.\nmore(0).\nmore(N+1) :- more(N).\n"
        "notable(more(N)) :- more(N), N < 0.\n",
    }
).encode()


@contextlib.asynccontextmanager
async def _pool(seconds: float = 60, queue: int = 2, **limits: Any) -> AsyncIterator[Pool]:
    # Time off the processor counts for questions: on a busy machine it must not end them first.
    setting = Setting(Limits(**{"seconds": 600.0, **limits}))
    pool = Pool(setting, size=1, queue=queue, seconds=seconds)
    await pool.start()
    try:
        yield pool
    finally:
        await pool.close()


def _run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 120))


async def _searching(pool: Pool) -> Any:
    """Return a search under way, whose first event has come."""
    said = pool.listen("verify", SEARCH)
    kind, _, _ = await anext(said)
    assert kind == EVENT
    return said


def test_what_waits_is_bounded_and_whoever_goes_ends_the_work() -> None:
    async def test() -> None:
        async with _pool() as pool:
            search = await _searching(pool)
            waiting = [asyncio.create_task(pool.ask("rule", QUICK)) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(Busy) as busy:
                await pool.ask("rule", QUICK)
            assert busy.value.after >= 1
            (process,) = pool.processes
            await search.aclose()  # nobody listens any more
            assert [status for status, _ in await asyncio.gather(*waiting)] == [200, 200]
            assert pool.processes != [process]

    _run(test)


def test_a_process_that_is_killed_costs_one_request_and_is_replaced() -> None:
    async def test() -> None:
        async with _pool() as pool:
            search = await _searching(pool)
            waiting = asyncio.create_task(pool.ask("rule", QUICK))
            os.kill(pool.processes[0], signal.SIGKILL)
            with pytest.raises(Lost):
                async for _ in search:
                    pass
            assert (await waiting)[0] == 200
            os.kill(pool.processes[0], signal.SIGKILL)  # while it does nothing
            await asyncio.sleep(0.2)
            assert (await pool.ask("rule", QUICK))[0] == 200
            assert pool.lost == 1

    _run(test)


def test_what_takes_too_long_or_too_much_memory_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "PATIENCE", 30)  # on a busy machine three seconds are many

    async def test() -> None:
        async with _pool(seconds=3) as pool:
            (process,) = pool.processes
            status, text = await pool.ask("ask", ENDLESS)
            assert status == 422
            assert b"no end after 3 s of work" in text
            # Three seconds need not be enough for anything here: that it answers is what counts.
            assert (await pool.ask("rule", QUICK))[0] in (200, 422)
            assert process not in pool.processes
        async with _pool(memory=220 << 20) as pool:
            status, text = await pool.ask("ask", ENDLESS)
            assert status == 422
            assert b"more memory is needed than 220 MiB" in text

    _run(test)


def test_a_process_makes_room_for_a_fresh_one() -> None:
    async def test() -> None:
        async with _pool(requests=2) as pool:
            known = []
            for _ in range(4):
                assert (await pool.ask("rule", QUICK))[0] == 200
                known += pool.processes
            assert pool.lost == 0
            await asyncio.sleep(0.5)
            known += pool.processes
            assert len(set(known)) == 3

    _run(test)
