"""What can be asked of the server, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from kb.answers.asked import TextAnswer
from kb.answers.known_rules import RulePageAnswer
from kb.answers.schemas import ANSWERS
from kb.answers.searched import RewordAnswer
from kb.records import record
from kb.scenario.declared import Said
from kb.serialization import JSON_VERSION, Schema, any_of
from kb.serve import requests


def command(name: str) -> Callable[[], Schema]:
    """Return what makes the schema of what a command prints; errors have one of their own."""
    return lambda: enveloped(*ANSWERS[name])


def enveloped(*shapes: Any) -> Schema:
    """Return the schema of an answer that has one of some shapes, with its version."""
    found = any_of(shapes)["anyOf"]
    for one in found:
        one["properties"] = {"version": {"const": JSON_VERSION}, **one["properties"]}
        one["required"] = ["version", *one["required"]]
    return found[0] if len(found) == 1 else {"anyOf": found}


def _anything() -> Schema:
    return {"type": "object"}


@record(kw_only=True)
class Endpoint:
    """Something that can be asked.

    Attributes
    ----------
    name : str
        What it is called.
    path : str
        Its address; what stands in braces is a word of the request.
    takes : type
        The shape of a request: the words of the address, or the body.
    answer : callable
        Makes the JSON Schema of the answer.
    says : str
        One sentence about it.
    method : str
        ``GET`` for what has no body.
    lookup : bool
        Whether what is not found is simply not there.
    constant : bool
        Whether the same request has the same answer for as long as the server runs.
    stream : bool
        Whether the answer comes after events that tell how far it has come.
    """

    name: str
    path: str
    takes: type[Said]
    answer: Callable[[], Schema]
    says: str
    method: Literal["GET", "POST"] = "POST"
    lookup: bool = False
    constant: bool = False
    stream: bool = False


ENDPOINTS = (
    Endpoint(
        name="ask",
        path="/api/ask",
        takes=requests.AskRequest,
        answer=command("ask"),
        says="Answer the questions of a scenario, and say why.",
    ),
    Endpoint(
        name="check",
        path="/api/check",
        takes=requests.SituatedRequest,
        answer=command("check"),
        says="Read a scenario without answering it.",
    ),
    Endpoint(
        name="options",
        path="/api/options",
        takes=requests.OptionsRequest,
        answer=_anything,
        says="Say what each player may do next, with the step that does it, and what not, and why.",
    ),
    Endpoint(
        name="read",
        path="/api/read",
        takes=requests.TextRequest,
        answer=_anything,
        says="Return the text of a scenario file as a mapping.",
    ),
    Endpoint(
        name="write",
        path="/api/write",
        takes=requests.SituatedRequest,
        answer=_anything,
        says="Return a scenario as the text of a file.",
    ),
    Endpoint(
        name="targets",
        path="/api/targets",
        takes=requests.TargetsRequest,
        answer=command("targets"),
        says="Say which of the things that a text mentions are targets.",
    ),
    Endpoint(
        name="parse",
        path="/api/parse",
        takes=requests.ParseRequest,
        answer=command("parse"),
        says="Read the text of a card.",
    ),
    Endpoint(
        name="cards",
        path="/api/cards",
        takes=requests.SearchRequest,
        answer=command("cards search"),
        says="Find the known cards on which words stand, in any language.",
        method="GET",
    ),
    Endpoint(
        name="card",
        path="/api/cards/show",
        takes=requests.ShowRequest,
        answer=command("cards show"),
        says="Show a card: its text, what of it is understood and carried out, its rulings.",
        method="GET",
        lookup=True,
    ),
    Endpoint(
        name="rules",
        path="/api/rules",
        takes=requests.RulesRequest,
        answer=command("rules"),
        says="List the games, or the rules of a game.",
        method="GET",
        lookup=True,
    ),
    Endpoint(
        name="rule",
        path="/api/rules/{game}/{number}",
        takes=requests.RuleRequest,
        answer=lambda: enveloped(RulePageAnswer),
        says="Say all about a rule: its statements, its history, the cases that pin it.",
        method="GET",
        lookup=True,
    ),
    Endpoint(
        name="draft",
        path="/api/draft",
        takes=requests.RuleRequest,
        answer=lambda: enveloped(TextAnswer),
        says="Write a change of a rule to begin with.",
        method="GET",
        lookup=True,
    ),
    Endpoint(
        name="words",
        path="/api/words",
        takes=requests.WordsRequest,
        answer=command("words"),
        says="List the words that a scenario may use.",
        method="GET",
        lookup=True,
        constant=True,
    ),
    Endpoint(
        name="schema",
        path="/api/schema",
        takes=requests.OfGameRequest,
        answer=_anything,
        says="Return the JSON Schema of the scenarios of a game.",
        method="GET",
        lookup=True,
        constant=True,
    ),
    Endpoint(
        name="games",
        path="/api/games",
        takes=requests.NothingRequest,
        answer=_anything,
        says="List the games, with the words of which boards, scripts and questions are made.",
        method="GET",
        constant=True,
    ),
    Endpoint(
        name="page",
        path="/api/page",
        takes=requests.NothingRequest,
        answer=_anything,
        says="Say what the page offers to begin with: its languages, and worked examples.",
        method="GET",
        constant=True,
    ),
    Endpoint(
        name="verify",
        path="/api/verify",
        takes=requests.VerifyRequest,
        answer=command("verify"),
        says="Hunt a rulebook for contradictions, clashes, silence and unrest.",
        stream=True,
    ),
    Endpoint(
        name="diff",
        path="/api/diff",
        takes=requests.DiffRequest,
        answer=lambda: enveloped(*ANSWERS["diff"], RewordAnswer),
        says="Find the smallest board on which two rulebooks end differently.",
        stream=True,
    ),
)
"""All that can be asked."""

NAMED = {one.name: one for one in ENDPOINTS}
"""The same by name."""
