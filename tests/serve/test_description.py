"""The description of the API: valid, whole, and enough to make a client of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx2
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from kb.cases import examples_of
from kb.serve.description import description
from kb.serve.endpoints import ENDPOINTS
from kb.serve.work import _WORK
from tests.serve.agreement import by_api, printed, unlike
from tests.serve.client import Client

DESCRIBED: Any = json.loads(description())


def every(value: Any, key: str) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from (one for word, one in value.items() if word == key)
        yield from (found for one in value.values() for found in every(one, key))
    elif isinstance(value, list):
        yield from (found for one in value for found in every(one, key))


def test_the_description_is_valid() -> None:
    OpenAPIV31SpecValidator(DESCRIBED).validate()
    for schema in every(DESCRIBED["paths"], "schema"):
        Draft202012Validator.check_schema(schema)


def test_what_it_refers_to_is_there() -> None:
    for reference in set(every(DESCRIBED, "$ref")):
        found = DESCRIBED
        assert reference.startswith("#/")
        for step in reference.removeprefix("#/").split("/"):
            found = found[step]


def test_it_names_every_endpoint_and_each_is_answered() -> None:
    named = {(path, method) for path, of in DESCRIBED["paths"].items() for method in of}
    assert named == {(one.path, one.method.lower()) for one in ENDPOINTS}
    assert _WORK.keys() == {one.name for one in ENDPOINTS}


def test_a_client_made_of_it_has_the_same_rulings(server: httpx2.Client) -> None:
    client = Client(server)
    files = sorted(examples_of("riftbound"), key=lambda file: file.stat().st_size)[:6]
    assert list(unlike(printed(files), by_api(client, files))) == []
    assert client.rule(game="mtg", number="306.4")["rules"]
