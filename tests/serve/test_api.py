"""The API, asked over the network: the same as the commands print."""

from __future__ import annotations

import json
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import jsonschema
import pytest
import yaml

from kb.cli import main
from kb.serve.endpoints import NAMED

ROOT = Path(__file__).resolve().parents[2]
JACES = ROOT / "examples/two-jaces.yaml"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """Return what a command prints with ``--json``."""
    main([*words, "--json"])
    return json.loads(capsys.readouterr().out)


def test_the_answer_is_that_of_the_command(
    server: httpx2.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    text = JACES.read_text(encoding="utf-8")
    expected = printed(capsys, "ask", str(JACES))
    for body in (
        {"yaml": text},
        {"scenario": yaml.safe_load(text.replace("2013-01-30", "'2013-01-30'"))},
    ):
        found = server.post("/api/ask", json=body)
        assert found.status_code == 200
        assert found.json() == {**expected, "file": "scenario.yaml"}


def test_a_mistake_has_its_place_and_the_nearest_word(server: httpx2.Client) -> None:
    text = JACES.read_text(encoding="utf-8").replace("battlefield:", "batlefield:")
    found = server.post("/api/ask", json={"yaml": text})
    error = found.json()["error"]
    assert found.status_code == 400
    assert error["message"].endswith("did you mean 'battlefield'?")
    assert error["file"] == "scenario.yaml"
    assert error["line"] == 1 + text.splitlines().index(
        next(line for line in text.splitlines() if "batlefield" in line)
    )


def test_a_rule_may_be_switched_off_and_the_day_moved(server: httpx2.Client) -> None:
    body = {"yaml": JACES.read_text(encoding="utf-8"), "question": 1}
    both = server.post("/api/ask", json=body).json()["rulings"][0]
    off = server.post("/api/ask", json={**body, "without": ["306.4"]}).json()["rulings"][0]
    later = server.post("/api/ask", json={**body, "as_of": "2013-07-13"}).json()["rulings"][0]
    assert "are in the graveyard" in both["sentence"]
    assert off["sentence"] != both["sentence"]
    assert off["edition"].endswith(" without 306.4, 704.5j") or " without " in off["edition"]
    assert later["sentence"] != both["sentence"]
    assert server.post("/api/ask", json=body).json()["rulings"][0] == both


@pytest.mark.parametrize(
    ("path", "endpoint"),
    [
        ("/api/games", "games"),
        ("/api/page", "page"),
        ("/api/rules?game=mtg&date=2013-01-30&q=planeswalker+legend", "rules"),
        ("/api/rules/mtg/306.4", "rule"),
        ("/api/words?game=fftcg&word=draw", "words"),
        ("/api/cards?q=jac&game=mtg", "cards"),
        ("/api/cards/show?game=mtg&name=jace+beleren", "card"),
        ("/api/draft?game=mtg&number=306.9", "draft"),
        ("/api/schema?game=mtg", "schema"),
    ],
)
def test_what_is_looked_up_fits_its_schema(server: httpx2.Client, path: str, endpoint: str) -> None:
    found = server.get(path)
    assert found.status_code == 200, found.text
    jsonschema.validate(found.json(), NAMED[endpoint].answer())


def test_a_search_comes_as_events(server: httpx2.Client) -> None:
    body = {"game": "fftcg", "size": 0}
    events = []
    with server.stream("POST", "/api/verify", json=body) as found:
        assert found.headers["content-type"].startswith("text/event-stream")
        for line in found.iter_lines():
            if line.startswith("event: "):
                events.append(line.removeprefix("event: "))
    assert events[0] == "progress"
    assert events[-1] == "result"


def test_what_is_not_there_is_told(server: httpx2.Client) -> None:
    for path, status in (
        ("/nowhere", 404),
        ("/api/nowhere", 404),
        ("/api/ask", 405),
        ("/static/../app.py", 404),
        ("/static/%2e%2e/app.py", 404),
        ("/api/rules/mtg/999.9", 404),
        ("/api/rules/nogame/1", 404),
        ("/api/cards/show?game=mtg&name=Jace+Belern", 404),
        ("/api/cards", 400),
    ):
        found = server.get(path)
        assert found.status_code == status, path
        assert found.json()["error"]["message"]


def test_what_is_shown_loads_nothing_foreign(server: httpx2.Client) -> None:
    for path in ("/", "/api/docs"):
        found = server.get(path)
        assert found.status_code == 200
        assert "://" not in found.text.replace("http://www.w3.org/", "")
    server.get("/api/page")  # answered once a process is there
    assert server.get("/api/health").json()["status"] == "ok"


def test_it_ends_when_it_is_told_to_after_what_is_being_answered(
    serving: Callable[..., Any],
) -> None:
    body = json.dumps({"yaml": JACES.read_text(encoding="utf-8")}).encode()
    # A busy machine takes its time: as long as a question may take, the server waits for it.
    with serving("serve", "--workers", "1", "--time-limit", "120") as (address, process):
        host, _, port = address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=120) as asking:
            head = f"POST /api/ask HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            head += f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
            asking.sendall(head.encode())
            # It has begun to answer as soon as it asks for the body.
            assert b" 100 " in asking.recv(4096)
            asking.sendall(body)
            process.send_signal(signal.SIGTERM)
            assert b" 200 " in asking.makefile("rb").readline()
        assert process.wait(120) in (0, -signal.SIGTERM)


def test_an_address_that_is_taken_is_told(
    server: httpx2.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    port = server.base_url.port
    assert main(["serve", "--port", str(port)]) == 2
    assert capsys.readouterr().err == (
        f"ludex: cannot listen at 127.0.0.1, port {port}: address already in use\n"
    )


def test_a_package_that_is_missing_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "starlette.applications", None)
    for name in [name for name in sys.modules if name.startswith("kb.serve.")]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["serve"]) == 2
    assert "install it: pip install 'ludex[serve]'" in capsys.readouterr().err
