"""A client made from the description of the API: ``python -m tests.serve.client ADDRESS GAME``.

It asks the server all worked examples of a game, and says which are answered in another way than
by `kb.ask`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import yaml
from jsonschema import Draft202012Validator

import kb
from kb.cases import examples_of


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


def differing(client: Client, files: list[Path]) -> Iterator[tuple[Path, str]]:
    """Yield the files that the server answers in another way, each with how."""
    for file in files:
        text = file.read_text(encoding="utf-8")
        try:
            expected: Any = [one.to_json() for one in kb.ask(file)]
        except kb.LudexError as error:
            expected = error.message
        try:
            found = client.ask(yaml=text)["rulings"]
        except Refused as refused:
            found = str(refused)
        # Without a title, a file is called by its own name, which a text has not.
        for one in (*expected, *found):
            if isinstance(one, dict) and "title" not in yaml.safe_load(text):
                del one["scenario"]
        if found != json.loads(json.dumps(expected)):
            yield file, str(found)[:300]


def main(address: str, game: str) -> int:
    """Ask all worked examples of a game; 1 if one is answered in another way."""
    with httpx2.Client(base_url=address, timeout=120) as http:
        files = examples_of(game)
        failed = list(differing(Client(http), files))
    for file, how in failed:
        print(f"{file}: {how}")  # noqa: T201
    print(f"{len(files)} files, {len(failed)} answered in another way")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
