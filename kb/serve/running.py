"""Running the server until it is told to end."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable, Iterable

import uvicorn
from starlette.types import ASGIApp

from kb.errors import LudexError
from kb.serve.guard import LOOPBACK, Guard
from kb.serve.worker import Setting


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach an address."""
    return host in LOOPBACK or host.startswith("127.")


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address.

    Raises
    ------
    LudexError
        If that cannot be had.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        reason = str(error.strerror).partition(" (while")[0].lower()
        raise LudexError(f"cannot listen at {host}, port {port}: {reason}") from None


def run(
    app: ASGIApp,
    setting: Setting,
    *,
    host: str,
    port: int,
    token: str | None,
    hosts: Iterable[str],
    told: Callable[[str], object],
) -> None:
    """Serve until a signal says to end; what is being answered then is still answered.

    Parameters
    ----------
    app : callable
        What answers; it is guarded here.
    setting : Setting
    host, port : str, int
        Where to listen; 0 for any port that is free.
    token : str or None
        What whoever asks has to bring along.
    hosts : iterable of str
        Further names under which it may be asked.
    told : callable
        Is told the address, at once.
    """
    found = listening(host, port)
    named = f"[{host}]" if ":" in host else host
    told(f"http://{named}:{found.getsockname()[1]}/")
    known = {*LOOPBACK, *(name.lower() for name in hosts)}
    known |= {host} if host not in ("0.0.0.0", "::") else {socket.gethostname().lower()}
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(message)s")
    config = uvicorn.Config(
        Guard(app, setting.limits.body, frozenset(known), token),
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        ws="none",
        lifespan="on",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=int(setting.limits.drain),
        h11_max_incomplete_event_size=16 * 1024,
    )
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    uvicorn.Server(config).run(sockets=[found])
