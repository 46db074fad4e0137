"""A server for whoever asks one, and what runs others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def _serving(command: str, *words: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run the command, and yield its address and its process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "kb", command, "--port", "0", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LUDEX_STORE": "/nowhere/cards.sqlite"},
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        assert said.startswith("Ludex is at http://"), said
        yield said.removeprefix("Ludex is at ").strip().rstrip("/"), process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=30)
        finally:
            process.kill()


@pytest.fixture
def serving() -> Callable[..., Any]:
    """Return what runs a command that serves, with its address and its process."""
    return _serving


@pytest.fixture(scope="session")
def server() -> Iterator[httpx2.Client]:
    """Return a client of a server that all modules share."""
    with (
        _serving("serve", "--workers", "2") as (address, _),
        httpx2.Client(base_url=address) as client,
    ):
        client.timeout = 60
        yield client
