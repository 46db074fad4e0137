"""``ludex serve`` and ``ludex mcp``: the page and the API for people, and tools for agents."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from kb.cli import bounds, options
from kb.cli.extras import needing
from kb.library.place import store_in_use
from kb.resources import own

if TYPE_CHECKING:
    from kb.serve.worker import Setting

Host = Annotated[
    str,
    typer.Option("--host", metavar="HOST", help="Where to listen; 0.0.0.0: everywhere."),
]
Port = Annotated[
    int, typer.Option("--port", min=0, max=65535, metavar="N", help="The port; 0 for a free one.")
]
Token = Annotated[
    str | None,
    typer.Option(
        "--token",
        metavar="TEXT",
        envvar="LUDEX_TOKEN",
        help="What whoever asks has to bring along, as a bearer token.",
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host", metavar="NAME", help="A further name of this server; may be repeated."
    ),
]
Errata = Annotated[
    bool | None,
    typer.Option(
        "--allow-errata/--no-errata",
        help="Whether changed rules are taken; without it, on this machine only.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", min=1, max=64, metavar="N", help="How many processes answer."),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--time-limit", min=1, max=3600, metavar="S", help="How long one question may take."
    ),
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8765,
    token: Token = None,
    allow_host: Names = None,
    allow_errata: Errata = None,
    workers: Workers = None,
    time_limit: Seconds = None,
    _store: options.Store = None,
) -> None:
    """Serve a page and an API on which questions are asked.

    Only this machine can reach it unless another address is given. Nothing is stored, and nothing
    of what is asked is logged. docs/serve.md tells how to put it on a network.

    \b
      ludex serve
      ludex serve --host 0.0.0.0 --allow-host judge.example.org --token SECRET
    """
    bounds.allow(None, endless=True)
    with needing("serve"):
        from kb.serve.app import application
        from kb.serve.running import run
    setting = _setting(host, allow_errata, workers, time_limit)
    run(
        application(setting),
        setting,
        host=host,
        port=port,
        token=token or None,
        hosts=allow_host or (),
        told=lambda address: _tell(f"Ludex is at {address}"),
    )


def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Over HTTP, not standard input and output.")
    ] = False,
    host: Host = "127.0.0.1",
    port: Port = 8766,
    token: Token = None,
    allow_host: Names = None,
    allow_errata: Errata = None,
    workers: Workers = None,
    time_limit: Seconds = None,
    _store: options.Store = None,
) -> None:
    """Serve tools to agents, by the Model Context Protocol.

    An agent starts it and speaks with it over standard input and output, or asks it over HTTP.

    \b
      ludex mcp
      ludex mcp --http --port 8766
    """
    bounds.allow(None, endless=True)
    with needing("mcp"):
        import asyncio

        from kb.serve.protocol import over_http, over_pipes
        from kb.serve.running import run
    setting = _setting(host, allow_errata, workers, time_limit)
    if not http:
        asyncio.run(over_pipes(setting))
        return
    run(
        over_http(setting),
        setting,
        host=host,
        port=port,
        token=token or None,
        hosts=allow_host or (),
        told=lambda address: _tell(f"Ludex is at {address}mcp"),
    )


def _setting(host: str, errata: bool | None, workers: int | None, seconds: float | None) -> Setting:
    from kb.serve.limits import Limits
    from kb.serve.running import is_loopback
    from kb.serve.worker import Setting

    usual = Limits()
    limits = replace(
        usual,
        workers=workers or usual.workers,
        seconds=seconds or usual.seconds,
        drain=max(usual.drain, seconds or 0.0),
    )
    allowed = is_loopback(host) if errata is None else errata
    return Setting(limits, allowed, store_in_use(), own())


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
