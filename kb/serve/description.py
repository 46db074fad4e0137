"""The description of the API: as OpenAPI for programs, and as a page for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any

from kb import __version__
from kb.answers.asked import ErrorAnswer
from kb.rulings.data import DEFINITIONS
from kb.scenario.declared import record_of
from kb.scenario.shapes import Schema
from kb.serve.endpoints import ENDPOINTS, Endpoint, enveloped

ERRORS = {
    400: "It makes no sense; the message says what, where, and the nearest valid word.",
    401: "A token is needed.",
    403: "It is not taken here, or comes from the page of another site.",
    404: "There is no such thing; the message names the nearest.",
    413: "The body is too long.",
    415: "The body is not said to be JSON.",
    421: "It is not asked under a name of this server.",
    422: "It takes more time or memory than a request may.",
    503: "Too much is asked at the moment, or the process that answered was ended.",
}
"""What a status other than 200 says."""


@cache
def description() -> bytes:
    """Return the description of the API as OpenAPI 3.1."""
    schemas: Schema = {"Error": enveloped(ErrorAnswer), **DEFINITIONS}
    paths: dict[str, Any] = {}
    for one in ENDPOINTS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, schemas)
    told = {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludex",
            "version": __version__,
            "description": "A judge for card games: what the rules say, why, and by which rule.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }
    return json.dumps(_moved(told), ensure_ascii=False).encode()


def _operation(one: Endpoint, schemas: Schema) -> dict[str, Any]:
    record = record_of(one.takes)
    found: dict[str, Any] = {"operationId": one.name, "summary": one.says}
    if one.method == "GET":
        found["parameters"] = [
            {
                "name": word,
                "in": "path" if f"{{{word}}}" in one.path else "query",
                "required": word in record.needed or f"{{{word}}}" in one.path,
                "description": record.keys[word].metadata["says"],
                "schema": shape.schema(schemas),
            }
            for word, shape in record.shapes.items()
        ]
    else:
        body = {"application/json": {"schema": record.schema(schemas)}}
        found["requestBody"] = {"required": True, "content": body}
    kind, answer = "application/json", one.answer()
    if one.stream:
        kind = "text/event-stream"
        answer = {
            "type": "string",
            "description": "Events: 'progress' with how many cases were asked, or which boards "
            "come next; at the end 'result' with the answer, or 'error'.",
            "contentMediaType": "application/json",
            "contentSchema": answer,
        }
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    found["responses"] = {
        "200": {"description": one.says, "content": {kind: {"schema": answer}}},
        **{
            str(status): {
                "description": said,
                "content": error,
                **({"headers": _RETRY} if status == 503 else {}),
            }
            for status, said in ERRORS.items()
            if status != 404 or one.lookup
        },
    }
    return found


_RETRY = {
    "Retry-After": {
        "description": "After how many seconds it may be tried again.",
        "schema": {"type": "integer", "minimum": 1},
    }
}


def _moved(value: Any) -> Any:
    """Return a schema whose definitions stand among the components."""
    if isinstance(value, dict):
        return {
            word: f"#/components/schemas/{one.removeprefix('#/$defs/')}"
            if word == "$ref" and isinstance(one, str) and one.startswith("#/$defs/")
            else _moved(one)
            for word, one in value.items()
        }
    return [_moved(one) for one in value] if isinstance(value, list) else value


@cache
def reference() -> str:
    """Return the description of the API as a page that loads nothing."""
    return "".join(_page())


def _page() -> Iterator[str]:
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The Ludex API</title>'
    yield '<meta name="viewport" content="width=device-width"></head><body><main>'
    yield "<h1>The Ludex API</h1><p>JSON in and out, as the commands print it with --json. "
    yield 'For programs: <a href="/api/openapi.json">openapi.json</a>.</p>'
    for one in ENDPOINTS:
        yield f"<h2><code>{one.method} {escape(one.path)}</code></h2><p>{escape(one.says)}</p><dl>"
        record = record_of(one.takes)
        for word, declared in record.keys.items():
            needed = " (needed)" if word in record.needed else ""
            yield f"<dt><code>{escape(word)}</code>{needed}</dt>"
            yield f"<dd>{escape(declared.metadata['says'])}</dd>"
        yield "</dl>"
    yield "<h2>Errors</h2><dl>"
    for status, said in ERRORS.items():
        yield f"<dt>{status}</dt><dd>{escape(said)}</dd>"
    yield "</dl></main></body></html>"
