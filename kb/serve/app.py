"""The application: which address leads to which answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from kb import __version__
from kb.serve.description import description, reference
from kb.serve.endpoints import ENDPOINTS, Endpoint
from kb.serve.guard import refuse
from kb.serve.page import PAGE
from kb.serve.pool import Busy, Lost, Pools
from kb.serve.requests import from_query
from kb.serve.worker import EVENT, Setting

KEPT = 64
"""So many answers that never change are kept."""

BEAT = 10.0
"""After how many seconds a stream says that it is still there."""


class Service:
    """What answers, and the processes behind it.

    Parameters
    ----------
    setting : Setting
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.pools = Pools(setting)
        self._kept: dict[tuple[str, bytes], bytes] = {}

    async def answer(self, endpoint: Endpoint, request: Request) -> Response:
        """Answer a request."""
        body = await _body(endpoint, request)
        key = (endpoint.name, body)
        if key in self._kept:
            return Response(self._kept[key], 200, media_type="application/json")
        asked = asyncio.ensure_future(self.pools.answers.ask(endpoint.name, body))
        gone = asyncio.ensure_future(_gone(request))
        try:
            await asyncio.wait((asked, gone), return_when=asyncio.FIRST_COMPLETED)
            if not asked.done():
                return Response(status_code=499)  # nobody is there to read it
            status, text = asked.result()
        except Busy as busy:
            return too_busy(busy)
        except Lost:
            return lost()
        finally:
            for task in (asked, gone):
                task.cancel()
            await asyncio.gather(asked, gone, return_exceptions=True)
        if endpoint.constant and status == 200 and len(self._kept) < KEPT:
            self._kept[key] = text
        return Response(text, status, media_type="application/json")

    async def stream(self, endpoint: Endpoint, request: Request) -> Response:
        """Answer a request with events: how far the work has come, and then the answer."""
        said = self.pools.searches.listen(endpoint.name, await _body(endpoint, request))
        first = asyncio.ensure_future(anext(said))
        gone = asyncio.ensure_future(_gone(request))
        try:
            await asyncio.wait((first, gone), return_when=asyncio.FIRST_COMPLETED)
            if not first.done():
                return Response(status_code=499)
            kind, status, text = first.result()
        except Busy as busy:
            return too_busy(busy)
        except Lost:
            return lost()
        finally:
            gone.cancel()
            if not first.done():
                first.cancel()
                await asyncio.gather(first, return_exceptions=True)
                await said.aclose()
        if kind != EVENT:
            await said.aclose()
            if status != 200:
                return Response(text, status, media_type="application/json")
            return StreamingResponse(_one(text), media_type="text/event-stream")

        async def events() -> AsyncIterator[bytes]:
            yield _event("progress", text)
            try:
                async for part in _beating(said):
                    yield part
            finally:
                await said.aclose()

        return StreamingResponse(events(), media_type="text/event-stream")

    async def health(self, _: Request) -> Response:
        """Say how it goes."""
        found = {
            "status": "ok" if self.pools.answers.processes else "starting",
            "ludex": __version__,
            "workers": len(self.pools.answers.processes),
            "busy": self.pools.answers.busy,
            "waiting": self.pools.answers.waiting,
            "lost": self.pools.answers.lost + self.pools.searches.lost,
            "errata": self.setting.overlays,
        }
        return Response(json.dumps(found), media_type="application/json")

    def routes(self) -> list[BaseRoute]:
        """Return which address leads where."""
        found: list[BaseRoute] = [
            Route(
                one.path,
                partial(self.stream if one.stream else self.answer, one),
                methods=[one.method],
            )
            for one in ENDPOINTS
        ]
        return [
            *found,
            Route("/api/health", self.health),
            Route("/api/openapi.json", _described),
            Route("/api/docs", _documented),
            Route("/", _page),
            Mount("/static", StaticFiles(directory=PAGE)),
        ]


def application(setting: Setting) -> Starlette:
    """Return the application, which is to be guarded."""
    service = Service(setting)
    return Starlette(
        routes=service.routes(),
        lifespan=service.pools.running,
        exception_handlers={HTTPException: _no_such_thing},
    )


def too_busy(busy: Busy) -> Response:
    """Return what is answered when too much waits."""
    return refuse(503, f"too much is asked at the moment; {busy}", {"Retry-After": str(busy.after)})


def lost() -> Response:
    """Return what is answered when the process that answered has ended."""
    message = "the process that answered this was ended; try again"
    return refuse(503, message, {"Retry-After": "1"})


async def _body(endpoint: Endpoint, request: Request) -> bytes:
    if endpoint.method == "POST":
        return await request.body()
    said = {**request.query_params, **request.path_params}
    return json.dumps(from_query(endpoint.takes, said), sort_keys=True).encode()


async def _gone(request: Request) -> None:
    """Wait until the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _one(text: bytes) -> AsyncIterator[bytes]:
    yield _event("result", text)


async def _beating(said: AsyncIterator[tuple[bytes, int, bytes]]) -> AsyncIterator[bytes]:
    """Yield events, and a comment now and then while there is nothing to say."""
    coming = asyncio.ensure_future(anext(said))
    try:
        while True:
            await asyncio.wait((coming,), timeout=BEAT)
            if not coming.done():
                yield b": still searching\n\n"
                continue
            try:
                kind, status, text = coming.result()
            except (StopAsyncIteration, Lost):
                yield _event("error", b'{"error":{"message":"the search was ended; try again"}}')
                return
            if kind != EVENT:
                yield _event("result" if status == 200 else "error", text)
                return
            yield _event("progress", text)
            coming = asyncio.ensure_future(anext(said))
    finally:
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)


def _event(name: str, text: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), text)


async def _described(_: Request) -> Response:
    return Response(description(), media_type="application/json")


async def _documented(_: Request) -> Response:
    return Response(reference(), media_type="text/html; charset=utf-8")


async def _page(_: Request) -> Response:
    found = PAGE / "index.html"
    if not found.is_file():
        return Response(reference(), media_type="text/html; charset=utf-8")
    return FileResponse(found)


async def _no_such_thing(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = {404: "nothing is at this address", 405: "not to be asked in this way"}
    headers = dict(error.headers or {})
    return refuse(error.status_code, said.get(error.status_code, "cannot be read"), headers)
