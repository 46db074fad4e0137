"""When something comes about: the moments, the ways that lead there, and mistakes in asking."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

import kb
from kb.answers.schemas import output_schema
from kb.errors import LudexError

WARPED: dict[str, Any] = {
    "game": "fftcg",
    "turn": {"player": "Bert", "phase": "end phase"},
    "players": {
        "Anna": {"removed": [{"card": "Plain Latecomer", "counters": {"warp": 1}}]},
        "Bert": {"pays all": True, "hand": ["Plain Silence"]},
    },
}


def asked(**question: Any) -> kb.Scenario:
    when = {"when": {"Plain Latecomer": {"zone": "field"}}, "of": "Anna", **question}
    return kb.Scenario(**WARPED, ask=[when])


def test_the_moments_and_what_is_done_on_the_way() -> None:
    (ruling,) = kb.ask(asked(within=1))
    here = {"player": "Anna", "turn": 1, "phase": "main phase 1"}
    assert ruling.answer == [here, None]
    assert ruling.sentence.startswith(
        "Plain Latecomer is on the field: in Anna's next turn (main phase 1) "
        "or not within Anna's next turn, as players decide, by Comprehensive Rules 2.1.2 of "
    )
    arrives, never = ruling.outcomes
    assert arrives.choices == ()
    silenced = "in Anna's next turn (main phase 1): Bert: cast Plain Silence, in response to the"
    assert {never.choices, *never.others} == {
        (f"{silenced} warp countdown of Plain Latecomer",),
        (f"{silenced} warp arrival of Plain Latecomer",),
    }
    schema = output_schema("ask")
    data = {"version": 2, "file": "x.yaml", "rulings": [ruling.to_json()]}
    jsonschema.validate(data, schema)


def test_only_what_is_said_may_be_done() -> None:
    (ruling,) = kb.ask(asked(within=1, only=[]))
    assert ruling.answer == [{"player": "Anna", "turn": 1, "phase": "main phase 1"}]


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"when": {}}, "'when' has nothing to look for"),
        ({"within": 99}, "99 as 'within'; expected at most 50"),
        ({"expect": [{"trun": 1}]}, "unknown key 'trun' in a moment; did you mean 'turn'?"),
        ({"expect": [{"turn": -1}]}, "-1 as 'turn'; expected a number, 0 for the present turn"),
        ({"expect": ["soon"]}, "'soon'; expected 'never' or a mapping such as {turn: 1}"),
    ],
)
def test_mistakes_in_asking(question: dict[str, Any], message: str) -> None:
    with pytest.raises(LudexError, match=r".*") as found:
        kb.ask(asked(**question))
    assert message in str(found.value)


def test_declarations_that_are_not_followed_are_named() -> None:
    bears = {
        "game": "mtg",
        "date": "2013-01-30",
        "turn": {"player": "Anna", "phase": "main1"},
        "ask": [{"when": {"Bert": {"lost": True}}, "of": "Anna", "within": 0}],
    }

    def ask(*creatures: str) -> kb.Ruling:
        anna = {"battlefield": list(creatures), "library": 9}
        players = {"Anna": anna, "Bert": {"life": 2, "library": 9}}
        return kb.ask(kb.Scenario(**bears, players=players))[0]

    assert ask().state == "answered"
    ruling = ask("Grizzly Bears")
    assert ruling.state == "undetermined"
    assert ruling.sentence.endswith(", if nobody attacks.")
    bears["ask"][0]["only"] = [{"attack": {"Grizzly Bears": "Bert"}}]  # type: ignore[index]
    with pytest.raises(LudexError, match="'when' does not follow declarations such as 'attack'"):
        ask("Grizzly Bears")
