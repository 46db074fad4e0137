"""``ludex serve``: the page and the API, for whoever is at the table."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated

import typer

from kb.cli import bounds, options
from kb.cli.extras import needing
from kb.library.place import store_in_use
from kb.resources import own

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
        from kb.serve.limits import Limits
        from kb.serve.running import is_loopback, run
        from kb.serve.worker import Setting
    usual = Limits()
    limits = replace(usual, workers=workers or usual.workers, seconds=time_limit or usual.seconds)
    errata = is_loopback(host) if allow_errata is None else allow_errata
    run(
        Setting(limits, errata, store_in_use(), own()),
        host=host,
        port=port,
        token=token or None,
        hosts=allow_host or (),
        told=_tell,
    )


def _tell(address: str) -> None:
    sys.stdout.write(f"Ludex is at {address}\n")
    sys.stdout.flush()
