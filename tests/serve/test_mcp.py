"""The tools for agents, asked by a client of the protocol's own library over both transports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from mcp.client import Client

import kb
from kb.serve.limits import Limits
from kb.serve.protocol import Agents
from kb.serve.tools import Refusal, tools
from kb.serve.worker import Setting
from tests.serve.servers import ROOT, over_pipes

JACES = ROOT / "examples/two-jaces.yaml"


def by_names(game: str, first: str, second: str) -> dict[str, Any]:
    """Return the question of the file, put together from names alone."""
    return {
        "game": game,
        "date": "2013-01-30",
        "players": {"Archibald": {"hand": [first]}, "Norbert": {"battlefield": [second]}},
        "do": [{"cast": first, "by": "Archibald"}, {"resolve": "top"}],
        "ask": [
            {"outcomes": {}},
            {"may": {"activate": first, "ability": "+2", "by": "Archibald"}},
        ],
    }


async def conversation(client: Client, *, whole: bool = True) -> None:
    """Put a question together from names, and, if wanted, go through the other tools."""

    async def call(name: str, **said: Any) -> Any:
        found = await client.call_tool(name, said)
        assert not found.is_error, found.content
        return found.structured_content

    listed = await client.list_tools()
    assert {tool.name for tool in listed.tools} == {tool.name for tool in tools()}
    cards = (await call("find_card", words="jace", game="mtg"))["cards"]
    names = {card["name"] for card in cards}
    assert {"Jace, the Mind Sculptor", "Jace Beleren"} <= names
    scenario = by_names("mtg", "Jace, the Mind Sculptor", "Jace Beleren")
    assert len((await call("check_scenario", scenario=scenario))["scenarios"]) == 1
    found = await call("ask_scenario", scenario=scenario)
    expected = kb.ask(JACES)
    assert [one["sentence"] for one in found["rulings"]] == [one.sentence for one in expected]
    assert [one["rules"] for one in found["rulings"]] == [list(one.rules) for one in expected]
    assert [one["reasons"] for one in found["rulings"]] == [one.reasons for one in expected]
    assert found["replay"]["link"].startswith("#/ask?s=z")
    if not whole:
        return
    again = kb.ask(kb.read_scenario(found["replay"]["yaml"]))
    assert [one.sentence for one in again] == [one.sentence for one in expected]
    del scenario["do"], scenario["ask"]
    options = await call("legal_options", scenario=scenario, by="Archibald")
    assert {"cast": "Jace, the Mind Sculptor", "by": "Archibald"} in [
        one["do"] for one in options["players"][0]["legal"]
    ]
    rule = await call("look_up_rule", game="mtg", number="704.5j", date="2013-01-30")
    assert "704.5j" in rule["rules"][0]["numbers"]
    word = await call("explain_word", game="mtg", word="loyalty")
    assert word["words"][0]["says"]
    text = "Kill an enemy unit."
    said = await call("targets_of_text", game="riftbound", text=text)
    assert said["mentions"][0]["target"] is True
    compared = await call("compare_erratum", game="mtg", a="2013-01-30", b="2013-01-30")
    while compared["state"] == "searching":
        compared = await call("compare_erratum", token=compared["token"])
    assert compared["verdict"] == "agree"
    scenario["players"]["Norbert"] = {"battlefield": ["Jace Belern"]}
    refused = await client.call_tool("ask_scenario", {"scenario": scenario})
    assert refused.is_error
    assert "did you mean 'Jace Beleren'?" in refused.structured_content["error"]["message"]
    refused = await client.call_tool("find_card", {})
    assert refused.is_error


async def _talk(server: Any, *, whole: bool = True) -> None:
    async with Client(server) as client:
        await conversation(client, whole=whole)


def test_over_standard_input_and_output() -> None:
    asyncio.run(asyncio.wait_for(_talk(over_pipes("--workers", "1")), 120))


def test_over_http(serving: Callable[..., Any]) -> None:
    with serving("mcp", "--http", "--workers", "1") as (address, _):
        asyncio.run(asyncio.wait_for(_talk(address, whole=False), 120))


def test_a_long_comparison_goes_on_with_a_token() -> None:
    async def test() -> None:
        agents = Agents(Setting(Limits(workers=1)), wait=0.0)
        async with agents.pools.running():
            said = {"game": "mtg", "a": "2013-01-30", "b": "2013-01-30", "cases": False}
            found = await agents.ask("diff", said)
            token = found["token"]
            agents.wait = 0.5
            while found["state"] == "searching":
                assert found["token"] == token
                found = await agents.ask("diff", {"token": token})
            assert found["verdict"] == "agree"
            with pytest.raises(Refusal, match="no comparison has this token"):
                await agents.ask("diff", {"token": token})

    asyncio.run(asyncio.wait_for(test(), 120))


def test_the_tools_are_few_and_small() -> None:
    import json

    assert len(tools()) <= 8
    assert all(len(json.dumps(tool.takes)) < 4_000 for tool in tools())


def test_what_is_kept_in_a_link_is_the_scenario() -> None:
    import base64
    import json
    import zlib

    from kb.serve.tools import packed

    scenario = by_names("mtg", "Jace Beleren", "Jace Beleren")
    text = packed(scenario)
    data = zlib.decompress(base64.urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4)), -15)
    assert text[0] == "z"
    assert json.loads(data) == scenario


pytestmark = pytest.mark.filterwarnings("default")
