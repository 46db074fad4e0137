"""What must not come in does not, and nothing foreign goes out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from kb.serve.guard import Guard, refuse

BODY = 1000


async def _echo(request: Request) -> JSONResponse:
    return JSONResponse({"had": len(await request.body())})


def guarded(**more: Any) -> TestClient:
    routes = [Route("/api/echo", _echo, methods=["GET", "POST"]), Route("/api/health", _echo)]
    app = Guard(Starlette(routes=[*routes, Route("/", _echo)]), BODY, **more)
    return TestClient(app, base_url="http://127.0.0.1:8765")  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def client() -> TestClient:
    return guarded()


JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8765", 200),
        ("localhost", 200),
        ("LOCALHOST:1", 200),
        ("[::1]:8765", 200),
        ("localhost.", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example:8765", 421),
        ("localhost@evil.example", 421),
        ("[::1", 421),
        ("", 421),
        ("192.168.1.5:8765", 421),
    ],
)
def test_a_name_of_the_host_must_be_known(client: TestClient, host: str, status: int) -> None:
    assert client.get("/api/echo", headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://127.0.0.1:8765", 200),
        ("http://localhost:3000", 200),
        ("https://evil.example", 403),
        ("http://127.0.0.1.evil.example", 403),
        ("null", 403),
        ("file://localhost", 403),
    ],
)
def test_the_page_of_another_site_may_ask_nothing(
    client: TestClient, origin: str, status: int
) -> None:
    found = client.post("/api/echo", headers={**JSON, "origin": origin}, content="{}")
    assert found.status_code == status
    assert "access-control-allow-origin" not in found.headers


def test_another_site_may_link_to_the_page_and_load_nothing(client: TestClient) -> None:
    foreign = {"sec-fetch-site": "cross-site"}
    assert client.get("/", headers=foreign).status_code == 200
    assert client.get("/api/echo", headers=foreign).status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "a/b"])
def test_only_json_is_taken(client: TestClient, kind: str) -> None:
    assert client.post("/api/echo", headers={"content-type": kind}).status_code == 415


def test_a_body_is_no_longer_than_allowed(client: TestClient) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(3):
            yield b"x" * (BODY // 2)

    assert client.post("/api/echo", headers=JSON, content=b"x" * BODY).json() == {"had": BODY}
    assert client.post("/api/echo", headers=JSON, content=b"x" * (BODY + 1)).status_code == 413
    assert client.post("/api/echo", headers=JSON, content=parts()).status_code == 413
    strange = {**JSON, "content-length": "-1"}
    assert client.post("/api/echo", headers=strange, content=b"x").status_code == 413


def test_a_method_that_nobody_needs_is_refused(client: TestClient) -> None:
    for method in ("PUT", "OPTIONS", "TRACE", "PATCH"):
        assert client.request(method, "/api/echo").status_code == 405


def test_a_token_is_needed_where_there_is_one() -> None:
    client = guarded(token="sesame")
    assert client.get("/").status_code == 200
    assert client.get("/api/health").status_code == 200
    for said in ({}, {"authorization": "Bearer no"}, {"authorization": "Basic sesame"}):
        found = client.get("/api/echo", headers=said)
        assert found.status_code == 401
        assert found.headers["www-authenticate"] == "Bearer"
    known = {"authorization": "Bearer sesame"}
    assert client.get("/api/echo", headers=known).status_code == 200


def test_every_answer_forbids_what_is_foreign(client: TestClient) -> None:
    for found in (client.get("/"), client.get("/api/echo"), client.get("/nowhere")):
        assert found.headers["content-security-policy"].startswith("default-src 'self';")
        assert found.headers["x-content-type-options"] == "nosniff"
        assert found.headers["referrer-policy"] == "no-referrer"
    assert client.get("/api/echo").headers["cache-control"] == "no-store"


def test_an_error_is_as_the_commands_print_it() -> None:
    assert refuse(403, "no").body == b'{"version":2,"error":{"message":"no"}}'


def test_the_log_has_nothing_of_what_is_asked(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", logger="ludex.serve"):
        client.get("/api/echo/secret?q=secret")
        client.post("/api/echo", headers=JSON, content=b'"secret"')
    assert len(caplog.messages) == 2
    assert "secret" not in caplog.text
