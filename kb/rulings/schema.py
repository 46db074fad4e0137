"""The shape of rulings as JSON."""

from __future__ import annotations

from typing import Any

from kb.proof import JSON_SCHEMA as PROOF

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_VALUE: Schema = {
    "description": "A truth value, a number, a word, several of them, or null for none.",
    "anyOf": [
        {"type": ["boolean", "integer", "string", "null"]},
        {"type": "array", "items": {"type": ["integer", "string"]}},
    ],
}
_MOMENT: Schema = {
    "description": "For when: whose turn, which one from now on (0 the present one), what part.",
    "type": ["object", "null"],
    "properties": {
        "player": _TEXT,
        "turn": {"type": "integer", "minimum": 0},
        "phase": _TEXT,
    },
    "required": ["player", "turn", "phase"],
    "additionalProperties": False,
}
_PROPERTIES: Schema = {
    "type": "object",
    "description": "By object or player: its properties.",
    "additionalProperties": {"type": "object", "additionalProperties": _VALUE},
}


def _object(description: str, **properties: Schema) -> Schema:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_WHY = _object(
    "One thing that stands against an action.",
    text={**_TEXT, "description": "What is required, or what rules it out."},
    rules={**_TEXTS, "description": "The numbers of the rule that says so."},
    ruled_out={"type": "boolean", "description": "Whether it is forbidden, not just unmet."},
    against={**_TEXTS, "description": "The facts that stand against it."},
)

_OUTCOME = _object(
    "One answer, and how it comes about.",
    status={"enum": ["answered", "undetermined", "illegal"]},
    sentence={**_TEXT, "description": "The answer in one sentence."},
    answer={
        "description": "The answer; null if there is none, and for outcomes.",
        "anyOf": [_VALUE, _MOMENT],
    },
    ways={
        "type": ["integer", "null"],
        "minimum": 1,
        "description": "How many ways lead there; null if they are endless.",
    },
    choices={**_TEXTS, "description": "Who chooses what, on a shortest way there."},
    others={
        "type": "array",
        "items": _TEXTS,
        "description": "For when: the choices on other ways to the same moment.",
    },
    properties=_PROPERTIES,
    more={"type": "boolean", "description": "Whether a list, or a count, was cut."},
    orders={
        "type": "array",
        "description": "For orders: the first of them, each as what is played one after another.",
        "items": _TEXTS,
    },
    unmet={"type": "array", "items": _WHY, "description": 'What stands against it, for a "no".'},
    refused={
        "type": "array",
        "description": "For options: what is not legal, and why.",
        "items": _object(
            "Something that is not allowed.",
            text=_TEXT,
            unmet={"type": "array", "items": _WHY},
        ),
    },
    proof={"$ref": "#/$defs/proof"},
)

_STATUS = ["answered", "depends", "undetermined", "illegal", "loop", "cut"]

_ANSWER: Schema = {
    "description": "The answer, or null: then see the status and the outcomes.",
    "anyOf": [
        _VALUE,
        {"type": "array", "items": _PROPERTIES},
        {"type": "array", "items": _MOMENT},
    ],
}

_DEPENDENCE = _object(
    "Something that the documents leave open, of which another reading changes the answer.",
    gap={**_TEXT, "description": "What it is called."},
    question={**_TEXT, "description": "The question that the documents leave open."},
    reading={**_TEXT, "description": "The reading that the answer takes."},
    others={
        "type": "array",
        "description": "The readings under which the answer is another one.",
        "items": _object(
            "Another reading, and the answer under it.",
            reading=_TEXT,
            answer=_ANSWER,
            status={
                "enum": [*_STATUS, "senseless"],
                "description": "As of an answer; senseless: what is asked makes no sense then.",
            },
            sentence={**_TEXT, "description": "The ruling in one sentence."},
        ),
    },
)

RULING = _object(
    "The answer to one question.",
    scenario={**_TEXT, "description": "The scenario, or the variant of it."},
    number={"type": "integer", "minimum": 1, "description": "Which of its questions it is."},
    question={**_TEXT, "description": "The question in words."},
    kind={
        "enum": [
            "may",
            "declarations",
            "options",
            "targets",
            "what",
            "outcomes",
            "when",
            "mentions",
            "orders",
        ]
    },
    date={**_TEXT, "format": "date", "description": "The day whose rules apply."},
    edition={**_TEXT, "description": "The edition of the rules in force on that day."},
    notes={**_TEXTS, "description": "What is to be told of that edition besides."},
    sentence={**_TEXT, "description": "The ruling in one sentence."},
    status={
        "enum": _STATUS,
        "description": (
            "answered: there is one answer. depends: it is another one in another outcome. "
            "undetermined: an instruction on the way cannot be carried out. illegal: what is done "
            "is not legal. loop: it never ends. cut: a bound was reached before any answer."
        ),
    },
    answer=_ANSWER,
    complete={"type": "boolean", "description": "False if a bound cut the search."},
    loop={"type": "boolean", "description": "Whether there is a loop that nobody can leave."},
    gaps={**_TEXTS, "description": "Instructions on the way that cannot be carried out."},
    unread={**_TEXTS, "description": "Abilities on the board that no rule carries out."},
    depends={
        "type": "array",
        "description": "What the documents leave open, where it decides the answer.",
        "items": _DEPENDENCE,
    },
    rules={**_TEXTS, "description": "The numbers of all rules that the answer rests on."},
    reasons={**_TEXT, "description": "What it rests on, as text."},
    outcomes={"type": "array", "items": _OUTCOME, "description": "Each different answer."},
)

# Inside another schema a schema may not say which dialect it is in.
DEFINITIONS: Schema = {"proof": {key: part for key, part in PROOF.items() if key != "$schema"}}
