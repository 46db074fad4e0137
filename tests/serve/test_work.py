"""Requests, read and answered without a network: what is odd or hostile is told in one line."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from kb.serve.endpoints import ENDPOINTS
from kb.serve.limits import Limits
from kb.serve.work import respond
from tests.serve.hostile import check, request

LIMITS = Limits(seconds=4)
BOARD = {"game": "mtg", "date": "2013-01-30", "players": {"Ann": {}, "Bob": {}}}


def error(name: str, body: object, **more: Any) -> str:
    """Return the message about a request."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    status, text = respond(name, data, LIMITS, **more)
    assert 400 <= status < 500
    message: str = json.loads(text)["error"]["message"]
    return message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "not valid JSON: expecting value"),
        (b"[]", "the body is no JSON object; expected one"),
        (b'{"yaml": "\xff"}', "the body is not UTF-8 text"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"yaml": "", "yaml": ""}', "key 'yaml' is given twice"),
        (b'{"question": 1' + b"0" * 5000 + b"}", "a number too large to be read"),
        (b'{"scenario":' * 5000, "the input is nested too deep"),
        (
            {"scenaro": {}},
            "scenaro: unknown key 'scenaro' in the request; did you mean 'scenario'?",
        ),
        ({}, "expected either 'scenario', a mapping, or 'yaml', its text"),
        (
            {"scenario": {}, "yaml": "a"},
            "expected either 'scenario', a mapping, or 'yaml', its text",
        ),
        ({"scenario": []}, "scenario: a list as 'scenario'; expected a mapping"),
        ({"scenario": {}, "question": 0}, "question: 0 as 'question'; expected at least 1"),
        ({"yaml": "x" * 70_000}, "yaml: text of more than 65,536 characters"),
        ({"scenario": BOARD, "without": ["999.9z"]}, "no rule '999.9z' in force on 2013-01-30"),
        ({"scenario": BOARD, "as_of": "1999-01-01"}, "1999-01-01"),
        ({"scenario": {**BOARD, "cards": ["/etc/passwd"]}}, "a file of cards; expected cards"),
        (
            {"scenario": {**BOARD, "variants": [{"name": "v", "cards": ["/etc/passwd"]}]}},
            "a file of cards; expected cards",
        ),
        ({"yaml": "game: mtg\ncards: [x.jsonl]\n"}, "a file of cards; expected cards"),
        ({"scenario": {**BOARD, "game": "../../etc"}}, "unknown game '../../etc'"),
    ],
)
def test_what_makes_no_sense_is_told(body: object, message: str) -> None:
    assert message in error("ask", body)


def test_changed_rules_are_taken_where_allowed_only() -> None:
    body = {"scenario": BOARD, "overlay": "%! repeals 306.4\n%! Gone.\n"}
    assert "'--allow-errata'" in error("ask", body, overlays=False)
    assert respond("ask", json.dumps(body).encode(), LIMITS)[0] == 200


@pytest.mark.parametrize(
    "text",
    ["#script(python) x #end.", '#include "/etc/passwd".', "a :- @f(1).", "a(1..10000000000)."],
)
def test_changed_rules_run_nothing(text: str) -> None:
    overlay = f"%! 999.9  [2013-01-01 .. ]\n%! Odd.\n{text}\n"
    body = json.dumps({"scenario": BOARD, "overlay": overlay}).encode()
    status, answer = respond("ask", body, LIMITS)
    assert status == 400
    assert json.loads(answer)["error"]["file"] == "overlay.lp"


def test_an_answer_has_nothing_of_another() -> None:
    def said(name: str) -> str:
        board = {**BOARD, "players": {name: {"hand": ["Jace Beleren"]}, "Bob": {}}}
        asked = [{"may": {"cast": "Jace Beleren", "by": name}}]
        body = {"scenario": {**board, "ask": asked}}
        status, text = respond("ask", json.dumps(body).encode(), LIMITS)
        assert status == 200
        return text.decode()

    first = said("Annabel")
    other = said("Ottokar")
    assert "Annabel" not in other
    assert first == said("Annabel")


@pytest.mark.parametrize("seed", range(40))
def test_a_hostile_request_ends_in_an_answer_or_a_line(seed: int) -> None:
    name, body = request(random.Random(seed))
    check(name, body, LIMITS)


def test_every_endpoint_is_tried() -> None:
    tried = {request(random.Random(seed))[0] for seed in range(400)}
    assert tried == {one.name for one in ENDPOINTS if not one.stream}
