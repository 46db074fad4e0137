"""What an agent may ask: a few tools, each on top of what the API answers.

An agent gets what a judge would say at the table, with what it rests on and what was left out; not
the whole proof. What makes no sense is refused with the line that people get.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from kb.records import record
from kb.resources import game_names
from kb.scenario.shapes import Schema

Data = dict[str, Any]
Asking = Callable[[str, Data], Awaitable[Data]]
"""Asks an endpoint; raises `Refusal`."""

LISTED = 60
"""So many things to do, or cards, or rules, are listed at most."""

INSTRUCTIONS = """\
Ludex is a judge for card games. It derives rulings from the numbered rules of a game and proves \
them; it never guesses, and neither should you: tell users its sentence, its rules and its state. \
'answered': certain. 'conditional': certain but for the texts in left_out. 'undetermined': not \
known. Describe the table as a scenario: players in turn order, their cards by name in zones, \
what was done, what is asked. Use find_card for names, explain_word for words, check_scenario \
before ask_scenario when unsure; error messages name the nearest valid word."""


class Refusal(Exception):
    """What was asked makes no sense, or cannot be answered now.

    Attributes
    ----------
    error : mapping
        What the API says of it.
    """

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(error.get("message", ""))
        self.error = dict(error)


@record
class Tool:
    """Something that an agent may ask.

    Attributes
    ----------
    name : str
    says : str
        What it is for.
    takes : dict
        The JSON Schema of its arguments.
    call : callable
        Asks and returns what was found.
    """

    name: str
    says: str
    takes: Schema
    call: Callable[[Data, Asking], Awaitable[Data]]


def scenario_words() -> Schema:
    """Return the JSON Schema of a scenario in brief: which keys there are, and what they take."""
    thing = {
        "anyOf": [
            {"type": "string", "description": "A card's name."},
            {
                "type": "object",
                "required": ["card"],
                "properties": {
                    "card": {"type": "string"},
                    "as": {"type": "string", "description": "What it is called here, if two are."},
                    "owner": {"type": "string"},
                },
                "description": "And what is special about it: tapped: true, loyalty: 3 …",
            },
        ]
    }
    board = {
        "type": ["object", "null"],
        "additionalProperties": {
            "anyOf": [{"type": "array", "items": thing}, {"type": ["integer", "string", "boolean"]}]
        },
        "description": "Zones with lists of cards (hand, battlefield …), and attributes (life: 7).",
    }
    steps = {
        "type": "object",
        "description": "One action and who does it: {cast: NAME, by: PLAYER, targets: [NAME], x: 2}"
        ", {activate: NAME, ability: '+1', by: PLAYER}, {attack: {NAME: PLAYER}}, {resolve: top}, "
        "{until: {player: PLAYER, phase: end}}, {choose: NAME, for: DECISION}. What is open is "
        "followed in every way.",
    }
    questions = {
        "type": "object",
        "description": "One of: {may: STEP}, {options: {by: PLAYER}}, {targets: {cast: NAME, "
        "target: 1}}, {what: PROPERTY, of: NAME}, {outcomes: {}}, {when: {NAME: {PROPERTY: VALUE}},"
        " of: PLAYER, within: 3}.",
    }
    return {
        "type": "object",
        "required": ["game", "players"],
        "properties": {
            "game": {"enum": game_names()},
            "date": {"type": "string", "description": "Whose rules, as 2013-01-30; the newest."},
            "players": {
                "type": "object",
                "additionalProperties": board,
                "description": "By name, in turn order: the first has the turn, in the main phase.",
            },
            "turn": {"type": "object", "description": "{player: NAME, phase: WORD}"},
            "stack": {"type": "array", "items": {"type": "object"}},
            "cards": {
                "type": "array",
                "items": {"type": "object"},
                "description": "Cards that Ludex does not know: {name, types: [creature], cost, "
                "power, toughness, text: printed text}.",
            },
            "readings": {"type": "object", "additionalProperties": {"type": "string"}},
            "do": {"type": "array", "items": steps},
            "ask": {"type": "array", "items": questions},
        },
    }


def tools() -> tuple[Tool, ...]:
    """Return the tools."""
    scenario = scenario_words()
    situated = {
        "scenario": scenario,
        "yaml": {"type": "string", "description": "In its place: the text of a scenario file."},
    }
    told = {
        "as_of": {"type": "string", "description": "The day whose rules apply, as 2013-01-30."},
        "without": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Numbers of rules that are switched off.",
        },
        "readings": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "How gaps of the documents are read: gap to reading.",
        },
    }
    game = {"game": {"enum": game_names()}}
    text = {"type": "string"}
    return (
        Tool(
            "find_card",
            "Find cards by words of their name, type or text, in any language; of a card whose "
            "name is given whole, also what of its text is understood and carried out.",
            _object({"words": text, **game, "limit": {"type": "integer", "maximum": 20}}, "words"),
            _find_card,
        ),
        Tool(
            "look_up_rule",
            "Return a rule by its number, with its period, source, sentence, statements and "
            "history, or the rules in which all given words stand.",
            _object({**game, "number": text, "words": text, "date": text}, "game"),
            _look_up_rule,
        ),
        Tool(
            "check_scenario",
            "Read a scenario without answering it: names, words and places are checked.",
            _object(situated),
            _check,
        ),
        Tool(
            "ask_scenario",
            "Answer the questions of a scenario: the ruling in a sentence, its state, the rules, "
            "the reasons, what was left out, and a replay.",
            _object({**situated, **told}),
            _ask,
        ),
        Tool(
            "legal_options",
            "Say what a player may do after what is done in a scenario, each with the step for "
            "'do', and what not, and why.",
            _object({**situated, "by": text}),
            _options,
        ),
        Tool(
            "targets_of_text",
            "Say which of the things that a card's text mentions are targets, and by which rule.",
            _object({**game, "text": text, "card": text, "as_of": text}, "game"),
            _targets,
        ),
        Tool(
            "compare_erratum",
            "Find the smallest board on which two rulebooks end differently: those of two days (a, "
            "b), or of a day (a) without and with changed rules (overlay). What takes long returns "
            "a token: call again with it alone to go on waiting.",
            _object(
                {
                    **game,
                    **dict.fromkeys(("a", "b", "overlay", "rule", "token"), text),
                    "size": {"type": "integer", "maximum": 6},
                    "cases": {"type": "boolean", "description": "Also ask the worked examples."},
                }
            ),
            _compare,
        ),
        Tool(
            "explain_word",
            "Explain a word of scenario and card files: what it takes, what it means, the rules "
            "behind it, an example; or list the words that speak of something.",
            _object({**game, "word": text, "about": text}, "game"),
            _explain,
        ),
    )


def _object(properties: Schema, *required: str) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        **({"required": list(required)} if required else {}),
        "additionalProperties": False,
    }


async def _find_card(said: Data, ask: Asking) -> Data:
    query = {"q": said["words"], "limit": min(int(said.get("limit", 5)), 20), **_of(said, "game")}
    found = (await ask("cards", query))["cards"]
    exact = [one for one in found if str(one["name"]).casefold() == said["words"].casefold()]
    if exact:
        whole = await ask("card", {"name": exact[0]["name"], "game": exact[0]["game"]})
        return {"cards": whole["cards"]}
    return {"cards": found}


async def _look_up_rule(said: Data, ask: Asking) -> Data:
    if "number" in said:
        return await ask("rule", _of(said, "game", "number", "date"))
    query = {**_of(said, "game", "date"), **({"q": said["words"]} if "words" in said else {})}
    rules = (await ask("rules", query))["rules"]
    short = [{word: one[word] for word in ("numbers", "start", "end", "sentence")} for one in rules]
    return {"rules": short[:LISTED], "more": len(short) > LISTED}


async def _check(said: Data, ask: Asking) -> Data:
    return {"scenarios": (await ask("check", said))["scenarios"]}


async def _ask(said: Data, ask: Asking) -> Data:
    answer = await ask("ask", said)
    replay = await _replay(said, ask)
    return {"rulings": [brief(one) for one in answer["rulings"]], "replay": replay}


def brief(ruling: Mapping[str, Any]) -> Data:
    """Return of a ruling what is told at the table."""
    kept = ("question", "sentence", "state", "result", "answer", "date", "edition", "notes")
    return {
        **{word: ruling[word] for word in kept},
        "rules": ruling["rules"],
        "reasons": ruling["reasons"],
        "left_out": [
            *({"not_carried_out": gap} for gap in ruling["gaps"]),
            *({"not_known": unknown} for unknown in ruling["unknown"]),
            *ruling["unless"],
        ],
        "depends": ruling["depends"],
    }


async def _replay(said: Data, ask: Asking) -> Data:
    """Return the scenario as text, and as the part of a link behind the address of a page."""
    text = said.get("yaml") or (await ask("write", _of(said, "scenario")))["yaml"]
    scenario = said.get("scenario") or (await ask("read", {"yaml": text}))["scenario"]
    return {"yaml": text, "link": f"#/ask?s={packed(scenario)}"}


def packed(scenario: object) -> str:
    """Return a scenario as it stands in a link: JSON, deflated, in letters that links may have."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = json.dumps(scenario, ensure_ascii=False, separators=(",", ":")).encode()
    found = deflate.compress(data) + deflate.flush()
    return "z" + base64.urlsafe_b64encode(found).decode().rstrip("=")


async def _options(said: Data, ask: Asking) -> Data:
    found = await ask("options", said)
    players = [
        {
            **player,
            "legal": player["legal"][:LISTED],
            "refused": player["refused"][:LISTED],
            "more": max(len(player["legal"]), len(player["refused"])) > LISTED,
        }
        for player in found["players"]
    ]
    return {**_of(found, "state", "sentence", "unmet"), "players": players}


async def _targets(said: Data, ask: Asking) -> Data:
    return await ask("targets", said)


async def _compare(said: Data, ask: Asking) -> Data:
    return await ask("diff", {"cases": False, **said} if "token" not in said else said)


async def _explain(said: Data, ask: Asking) -> Data:
    about = {"search": said["about"]} if "about" in said else {}
    words = (await ask("words", {**_of(said, "game", "word"), **about}))["words"]
    if "word" not in said:
        words = [{key: one[key] for key in ("section", "word", "takes", "says")} for one in words]
    return {"words": words[:LISTED], "more": len(words) > LISTED}


def _of(said: Mapping[str, Any], *words: str) -> Data:
    return {word: said[word] for word in words if word in said}
