"""Whether all worked examples of a game have one answer: ``python -m tests.serve.agreement GAME``.

They are asked by the command line, by a client made from the description of the API, and by a
client of the Model Context Protocol over both transports.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx2
import yaml
from mcp.client import Client as Agent

from kb.cases import examples_of
from kb.cli import main as command
from kb.serve.tools import brief
from tests.serve.client import Client, Refused
from tests.serve.servers import over_pipes, serving

Answers = Mapping[Path, Any]
"""For each file its rulings, or the message that refuses it."""


def printed(files: Sequence[Path]) -> Answers:
    """Return what ``ludex ask FILE --json`` prints."""
    found = {}
    for file in files:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            command(["ask", str(file), "--json"])
        said = json.loads(out.getvalue())
        found[file] = said["error"]["message"] if "error" in said else said["rulings"]
    return found


def by_api(client: Client, files: Sequence[Path]) -> Answers:
    """Return what a client of the API is told."""
    found: dict[Path, Any] = {}
    for file in files:
        try:
            found[file] = client.ask(yaml=file.read_text(encoding="utf-8"))["rulings"]
        except Refused as refused:
            found[file] = str(refused)
    return found


async def by_protocol(server: Any, files: Sequence[Path]) -> Answers:
    """Return what an agent is told."""
    found = {}
    async with Agent(server) as agent:
        for file in files:
            said = {"yaml": file.read_text(encoding="utf-8")}
            answer = await agent.call_tool("ask_scenario", said)
            told = answer.structured_content
            found[file] = told["error"]["message"] if answer.is_error else told["rulings"]
    return found


def unlike(expected: Answers, found: Answers, *, whole: bool = True) -> Iterator[str]:
    """Yield the files of which something else is told, with what."""
    for file, answer in expected.items():
        if whole or isinstance(answer, str):
            one, other = answer, found[file]
        else:
            one, other = [brief(ruling) for ruling in answer], found[file]
        if "title" not in yaml.safe_load(file.read_text(encoding="utf-8")):
            one, other = map(_without_name, (one, other))
        if one != other:
            yield f"{file.name}: {str(other)[:300]}"


def _without_name(answer: Any) -> Any:
    """Return rulings without the name of the scenario: without a title it is that of the file."""
    if isinstance(answer, str):
        return answer
    return [{word: one[word] for word in one if word != "scenario"} for one in answer]


def main(game: str) -> int:
    """Ask all worked examples of a game in each way; 1 if one is answered in another way."""
    files = examples_of(game)
    expected = printed(files)
    asked = sum(len(answer) for answer in expected.values() if not isinstance(answer, str))
    print(f"{len(files)} files, {asked} rulings by the command line")  # noqa: T201
    with serving("serve") as (address, _), httpx2.Client(base_url=address, timeout=120) as http:
        ways = {"the API": list(unlike(expected, by_api(Client(http), files)))}
    found = asyncio.run(by_protocol(over_pipes(), files))
    ways["the protocol, over pipes"] = list(unlike(expected, found, whole=False))
    with serving("mcp", "--http") as (address, _):
        found = asyncio.run(by_protocol(address, files))
    ways["the protocol, over HTTP"] = list(unlike(expected, found, whole=False))
    for way, failed in ways.items():
        print(f"by {way}: {len(failed)} otherwise", *failed, sep="\n  ")  # noqa: T201
    return 1 if any(ways.values()) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
