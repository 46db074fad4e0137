"""Servers that run while somebody asks them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mcp.client.stdio import StdioServerParameters

ROOT = Path(__file__).resolve().parents[2]

ENVIRONMENT = {"PYTHONPATH": str(ROOT), "LUDEX_STORE": "/nowhere/cards.sqlite"}


@contextmanager
def serving(command: str, *words: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a command that serves, and yield its address and its process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "kb", command, "--port", "0", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **ENVIRONMENT},
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


def over_pipes(*words: str) -> StdioServerParameters:
    """Return what an agent starts to speak with over standard input and output."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "kb", "mcp", *words],
        env={**os.environ, **ENVIRONMENT},
        cwd=ROOT,
    )
