"""A client made from the description of the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2
from jsonschema import Draft202012Validator


class Refused(Exception):
    """The server has no answer."""


class Client:
    """Has a method for each operation that a description names.

    Parameters
    ----------
    http : Client
        Asks the server.
    """

    def __init__(self, http: httpx2.Client) -> None:
        self._http = http
        self.described: Any = http.get("/api/openapi.json").json()
        self._operations = {
            operation["operationId"]: (path, method, operation)
            for path, methods in self.described["paths"].items()
            for method, operation in methods.items()
        }

    def __getattr__(self, name: str) -> Callable[..., Any]:
        path, method, operation = self._operations[name]

        def call(**said: Any) -> Any:
            places = {one["name"]: one["in"] for one in operation.get("parameters", ())}
            inside = {word: value for word, value in said.items() if places.get(word) == "path"}
            query = {word: value for word, value in said.items() if places.get(word) == "query"}
            body = None if places or method == "get" else said
            answer = self._http.request(
                method.upper(), path.format(**inside), params=query, json=body
            )
            responses = operation["responses"]
            told = responses[str(answer.status_code)]["content"]["application/json"]["schema"]
            found = answer.json()
            components = {"components": self.described["components"]}
            Draft202012Validator({**told, **components}).validate(found)
            if answer.status_code != 200:
                raise Refused(found["error"]["message"])
            return found

        return call
