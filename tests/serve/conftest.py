"""A server for whoever asks one, and what runs others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from tests.serve import servers


@pytest.fixture
def serving() -> Callable[..., Any]:
    """Return what runs a command that serves, with its address and its process."""
    return servers.serving


@pytest.fixture(scope="session")
def server() -> Iterator[httpx2.Client]:
    """Return a client of a server that all modules share."""
    with (
        servers.serving("serve", "--workers", "1") as (address, _),
        httpx2.Client(base_url=address) as client,
    ):
        client.timeout = 60
        yield client
