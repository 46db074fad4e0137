"""Generates requests, hostile ones among them: ``python -m tests.serve.hostile COUNT [SEED]``.

Whatever is asked ends in an answer, or in one line and a status of 4xx.
"""

from __future__ import annotations

import json
import random
import sys
import time
from functools import cache
from typing import Any

import yaml

from kb.serve.endpoints import ENDPOINTS
from kb.serve.limits import Limits
from kb.serve.requests import from_query
from kb.serve.work import respond
from tests.fuzz import ODD, changed, scenarios

ENDS = (200, 400, 403, 404, 422)
"""The statuses that a request may end with."""

TEXTS = (
    *(
        "Kill an enemy unit.",
        "{T}: Draw a card.",
        "Flying",
        "x" * 3000,
        "(" * 2000,
        "\x00",
        "’" * 99,
    ),
    *("\ud800", "<script>alert(1)</script>", "a\nb\n\nc", "%! repeals 1", "' OR 1=1 --", "*" * 500),
    *('"', '"a" OR "b', "NEAR(a b)", "name:x", "-", "^", "2013-01-30", "306.4", "mtg", "riftbound"),
)
BODIES = (
    *(b"", b"null", b"[]", b"{", b'"', b"\xff\xfe", b"{}" * 9, b"[" * 99_999, b'{"a":' * 9_999),
    *(b'{"yaml":"\\ud800"}', b'{"scenario":{"game":1e999}}', b"1" * 9_999, b"\x00", b"{'a':1}"),
)


@cache
def _scenarios() -> list[Any]:
    return [one for one in scenarios() if isinstance(one, dict) and len(str(one)) < 1500]


def _value(word: str, chance: random.Random) -> Any:
    """Return something for a key of a request: mostly what is meant."""
    if chance.random() < 0.2:
        return chance.choice((*ODD, *TEXTS))
    if word in ("scenario", "yaml"):
        found = chance.choice(_scenarios())
        for _ in range(chance.randrange(4)):
            found = changed(found, chance)
        if word == "scenario":
            return found
        text = yaml.safe_dump(found, allow_unicode=True)
        cut = chance.randrange(len(text)) if chance.random() < 0.3 else len(text)
        return text[:cut]
    if word == "game":
        return chance.choice(("mtg", "fftcg", "riftbound", "altered", "mgt"))
    if word in ("limit", "question", "size"):
        return chance.choice((0, 1, 2, 10, 10**6))
    if word in ("as_of", "date", "a", "b"):
        return chance.choice(("2013-01-30", "2026-01-01", "2099-12-31", "1000-01-01", "x"))
    return chance.choice(TEXTS)


def request(chance: random.Random) -> tuple[str, bytes]:
    """Return an endpoint and a body."""
    endpoint = chance.choice([one for one in ENDPOINTS if not one.stream])
    if chance.random() < 0.05:
        return endpoint.name, chance.choice(BODIES)
    words = [word for word in endpoint.takes.names() if chance.random() < 0.7]
    said = {word: _value(word, chance) for word in words}
    if "scenario" in said and "yaml" in said and chance.random() < 0.9:
        del said[chance.choice(("scenario", "yaml"))]
    if chance.random() < 0.05:
        said[chance.choice(TEXTS)] = chance.choice(ODD)
    if endpoint.method == "GET":
        said = from_query(endpoint.takes, {word: str(one) for word, one in said.items()})
    try:
        return endpoint.name, json.dumps(said, default=str).encode()
    except ValueError:
        return endpoint.name, b"{}"


def check(name: str, body: bytes, limits: Limits) -> int:
    """Answer a request, and return its status; anything but an answer or a line is refused."""
    status, text = respond(name, body, limits)
    assert status in ENDS, (status, text[:300])
    found = json.loads(text)
    if status != 200:
        message = found["error"]["message"]
        assert message
        assert message.isprintable(), message
        assert "Traceback" not in message
    return status


def main(count: int, seed: int) -> int:
    """Try so many requests; 1 if one of them ended in anything else."""
    limits = Limits(seconds=4)
    failed = 0
    for number in range(count):
        name, body = request(random.Random(f"{seed} {number}"))
        began = time.process_time()
        try:
            check(name, body, limits)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            failed += 1
            print(f"{seed} {number}: {name}: {type(error).__name__}: {error!s:.300}")  # noqa: T201
            print(f"  {body[:2000]!r}")  # noqa: T201
        took = time.process_time() - began
        if took > limits.seconds * 2:
            print(f"{seed} {number}: {name}: {took:.0f} s of work")  # noqa: T201
    print(f"{count} requests, {failed} failed")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
