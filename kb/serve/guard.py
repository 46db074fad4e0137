"""What must not come in is refused before anything looks at it, and nothing foreign goes out.

A page of another site may make a browser send requests here, or have its own name lead to this
machine; so the names that a request gives, of this host and of where it comes from, must be on a
list. Bodies are JSON, and no longer than allowed.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kb.serve.work import failed

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names of this machine that nobody else can have."""

POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "object-src 'none'; img-src 'self' data: blob:"
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What goes out with every answer."""

OPEN = frozenset({"/api/health"})
"""What needs no token."""

_log = logging.getLogger("ludex.serve")


AT_ONCE = 256
"""So many requests are inside at once, at most."""

PATIENCE = 30.0
"""After how many seconds a body must have come."""


@dataclass
class Guard:
    """Refuses what must not come in, sends the headers, and logs without content.

    Parameters
    ----------
    app : callable
        What answers.
    body : int
        How long a body may be, in bytes.
    hosts : iterable of str
        The names under which this server may be asked.
    token : str, optional
        What `Authorization: Bearer` has to say.
    """

    app: ASGIApp
    body: int
    hosts: Iterable[str] = LOOPBACK
    token: str | None = field(default=None, repr=False)
    _inside: int = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        began = time.monotonic()
        status = 0

        async def out(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith(("/api/", "/mcp")):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        self._inside += 1
        try:
            refused = self.refusal(scope)
            if refused is None and scope["method"] == "POST":
                body = await self._body(receive)
                refused = body if isinstance(body, Response) else None
                receive = receive if refused is not None else _again(body, receive)
            if refused is not None:
                await refused(scope, receive, out)
            else:
                await self.app(scope, receive, out)
        finally:
            self._inside -= 1
            # The path alone: what is asked stands in the query and in the body.
            took = 1000 * (time.monotonic() - began)
            _log.info("%s %s %d %.0f ms", scope["method"], _shown(scope["path"]), status, took)

    async def _body(self, receive: Receive) -> bytes | Response:
        """Return the body of a request, or the answer to one that is too long or too slow."""
        found = bytearray()
        try:
            async with asyncio.timeout(PATIENCE):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return refuse(400, "the body is not whole")
                    found += message.get("body", b"")
                    if len(found) > self.body:
                        return self._too_long()
                    more = message.get("more_body", False)
        except TimeoutError:
            return refuse(408, f"the body took longer than {PATIENCE:.0f} s")
        return bytes(found)

    def refusal(self, scope: Scope) -> Response | None:
        """Return the answer to a request that must not come in, None for any other."""
        headers = Headers(scope=scope)
        api = scope["path"].startswith(("/api/", "/mcp"))
        if self._inside > AT_ONCE:
            return refuse(503, "too much is asked at the moment", {"Retry-After": "2"})
        if _name(f"//{headers.get('host', '')}") not in self.hosts:
            return refuse(421, "not asked under a name of this server; see '--allow-host'")
        origin = headers.get("origin")
        if origin is not None and not self._own(origin):
            return refuse(403, "asked from the page of another site")
        if api and headers.get("sec-fetch-site") == "cross-site":
            return refuse(403, "asked from the page of another site")
        if api and scope["path"] not in OPEN and not self._authorized(headers):
            return refuse(401, "a token is needed", {"WWW-Authenticate": "Bearer"})
        if scope["method"] not in ("GET", "HEAD", "POST", "DELETE"):
            return refuse(405, "expected GET or POST", {"Allow": "GET, HEAD, POST"})
        if scope["method"] == "POST":
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return refuse(415, "the body is not said to be JSON; expected application/json")
        length = headers.get("content-length", "0")
        if not length.isdigit() or len(length) > 12 or int(length) > self.body:
            return self._too_long()
        return None

    def _own(self, origin: str) -> bool:
        return origin.startswith(("http://", "https://")) and _name(origin) in self.hosts

    def _authorized(self, headers: Headers) -> bool:
        if self.token is None:
            return True
        scheme, _, said = headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(
            said.strip().encode(), self.token.encode()
        )

    def _too_long(self) -> Response:
        return refuse(413, f"a body of more than {self.body:,} bytes")


def refuse(status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    """Return an error as the commands print it."""
    return Response(failed(message), status, headers, "application/json")


def _again(body: bytes | Response, receive: Receive) -> Receive:
    """Return what gives a body that was read already, and then what comes after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def given() -> Message:
        return waiting.pop() if waiting else await receive()

    return given


def _name(address: str) -> str:
    """Return the name of a host in an address, without its port."""
    try:
        return (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _shown(path: str) -> str:
    """Return the beginning of a path: what it is about, and not of what."""
    return "/".join(path.split("/")[:3]) if path.isascii() and path.isprintable() else "?"
