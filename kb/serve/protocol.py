"""The tools as a server of the Model Context Protocol, over standard input and output or HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import mcp_types as types
from jsonschema import Draft202012Validator
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from kb import __version__
from kb.serve.pool import Busy, Lost, Pools
from kb.serve.tools import INSTRUCTIONS, Data, Refusal, Tool, tools
from kb.serve.worker import EVENT, Setting

WAIT = 20.0
"""After how many seconds a comparison answers with a token instead."""

COMPARISONS = 4
"""So many comparisons are under way, or wait to be fetched, at once."""

KEPT = 600.0
"""After how many seconds a comparison that nobody asks for is given up."""


@dataclass(eq=False)
class _Comparison:
    """A comparison that goes on while nobody waits for it."""

    task: asyncio.Task[Data]
    progress: Data = field(default_factory=dict)
    asked: float = 0.0


class Agents:
    """Answers agents, with the processes behind it.

    Parameters
    ----------
    setting : Setting
    wait : float
        How long a call waits for a comparison, in seconds.
    """

    def __init__(self, setting: Setting, wait: float = WAIT) -> None:
        self.pools = Pools(setting)
        self.wait = wait
        self.tools = {tool.name: tool for tool in tools()}
        self._comparisons: dict[str, _Comparison] = {}
        self.server: Server[None] = Server(
            "ludex",
            version=__version__,
            title="Ludex",
            instructions=INSTRUCTIONS,
            lifespan=self._running,
            get_tool_input_schema=self._schema,
            on_list_tools=self._list,
            on_call_tool=self._call,
        )

    @contextlib.asynccontextmanager
    async def _running(self, _: object) -> AsyncIterator[None]:
        async with self.pools.running():
            try:
                yield
            finally:
                for one in self._comparisons.values():
                    one.task.cancel()

    def _schema(self, name: str) -> Data | None:
        return self.tools[name].takes if name in self.tools else None

    async def _list(
        self, _: ServerRequestContext[None], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=tool.name,
                    description=tool.says,
                    input_schema=tool.takes,
                    annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
                )
                for tool in self.tools.values()
            ]
        )

    async def _call(
        self, _: ServerRequestContext[None], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool = self.tools.get(params.name)
        try:
            if tool is None:
                raise Refusal({"message": f"no tool '{params.name[:60]}'"})
            said = dict(params.arguments or {})
            _check(tool, said)
            found = await tool.call(said, self.ask)
        except Refusal as refusal:
            return _result({"error": refusal.error}, failed=True)
        return _result(found)

    async def ask(self, name: str, data: Data) -> Data:
        """Ask an endpoint.

        Raises
        ------
        Refusal
            If it has no answer.
        """
        try:
            if name == "diff":
                return await self._compare(data)
            status, text = await self.pools.answers.ask(name, json.dumps(data).encode())
        except Busy as busy:
            raise Refusal({"message": f"too much is asked at the moment; {busy}"}) from None
        except Lost:
            message = "the process that answered this was ended; try again"
            raise Refusal({"message": message}) from None
        return _read(status, text)

    async def _compare(self, data: Data) -> Data:
        loop = asyncio.get_running_loop()
        for token, one in list(self._comparisons.items()):
            if loop.time() - one.asked > KEPT:
                one.task.cancel()
                del self._comparisons[token]
        token = data.pop("token", None)
        if token is None:
            if len(self._comparisons) >= COMPARISONS:
                raise Refusal({"message": "too many comparisons are under way; try again later"})
            token = secrets.token_urlsafe(16)
            found = _Comparison(loop.create_task(asyncio.sleep(0, {})))
            found.task = loop.create_task(self._search(data, found))
            self._comparisons[token] = found
        elif token not in self._comparisons:
            raise Refusal({"message": "no comparison has this token; it may have been given up"})
        found = self._comparisons[token]
        found.asked = loop.time()
        done, _ = await asyncio.wait((found.task,), timeout=self.wait)
        if not done:
            return {"state": "searching", "token": token, "progress": found.progress}
        del self._comparisons[token]
        return {"state": "done", **found.task.result()}

    async def _search(self, data: Data, found: _Comparison) -> Data:
        said = self.pools.searches.listen("diff", json.dumps(data).encode())
        async with contextlib.aclosing(said) as messages:
            async for kind, status, text in messages:
                if kind != EVENT:
                    return _read(status, text)
                found.progress = json.loads(text)
        raise Lost


def _check(tool: Tool, said: Data) -> None:
    """Refuse arguments of another shape than the tool takes."""
    for error in Draft202012Validator(tool.takes).iter_errors(said):
        # What is wrong within a scenario is told better by who reads it.
        if len(error.absolute_path) < 2 and "scenario" not in error.absolute_path:
            place = "".join(f"{step}: " for step in error.absolute_path)
            raise Refusal({"message": f"{place}{error.message}"[:300]})


def _read(status: int, text: bytes) -> Data:
    found: Data = json.loads(text)
    if status != 200:
        raise Refusal(found["error"])
    found.pop("version", None)
    return found


def _result(found: Data, *, failed: bool = False) -> types.CallToolResult:
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    content: list[Any] = [types.TextContent(text=text)]
    return types.CallToolResult(content=content, structured_content=found, is_error=failed)


async def over_pipes(setting: Setting) -> None:
    """Answer one agent over standard input and output, until it goes."""
    server = Agents(setting).server
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def over_http(setting: Setting) -> Starlette:
    """Return the application that answers agents over streamable HTTP, at ``/mcp``."""
    return Agents(setting).server.streamable_http_app(
        max_request_body_size=setting.limits.body,
        # Names of hosts are checked by the guard, as for all requests.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
