"""The shape of a proof as JSON."""

from __future__ import annotations

from typing import Any

JSON_VERSION = 1
"""Changes whenever a program that reads the JSON would have to change."""

_PLACE = {"type": "integer", "minimum": 0}
_TEXTS = {"type": "array", "items": {"type": "string"}}

_LABEL = {
    "type": "object",
    "description": "The heading of a block of the rulebook.",
    "properties": {
        "numbers": {**_TEXTS, "description": "The numbers of the rule; none for a definition."},
        "sentence": {"type": "string", "description": "The rule in our own words."},
        "defines": {
            "type": ["string", "null"],
            "description": "What is defined, where no rule of the book is stated.",
        },
        "readings": {
            "type": "object",
            "description": "By gap: the reading under which the block is in force.",
            "additionalProperties": {"type": "string"},
        },
    },
    "required": ["numbers", "sentence", "defines", "readings"],
    "additionalProperties": False,
}

_NODE = {
    "type": "object",
    "properties": {
        "kind": {
            "enum": ["fact", "rule", "choice", "absent", "elements", "definition"],
            "description": (
                "fact: given from outside. rule: derived by a numbered rule. definition: by a "
                "statement that states no rule of the book. choice: chosen by a player. absent: "
                "the atom does not hold. elements: what a count, a sum, … ranges over."
            ),
        },
        "atom": {
            "type": ["string", "null"],
            "description": (
                "The atom, as clingo writes it; _any in an absent atom is anything. Of elements "
                "that are added up, what that comes to."
            ),
        },
        "step": {**_PLACE, "description": "The step it belongs to, counted from 0."},
        "since": {
            "type": ["integer", "null"],
            "minimum": 0,
            "description": "For a fact that persists: the first step in which it held.",
        },
        "label": {
            "type": ["string", "null"],
            "description": "The heading of what derives it, a key of labels.",
        },
        "by": {"type": ["string", "null"], "description": "For a choice: who chose."},
        "function": {
            "enum": ["count", "sum", "min", "max", "each", "lacking", "against", "never", None],
            "description": (
                "For elements: what is done with them. Of what is not so: whether a rule lacks it, "
                "whether, being so, it stands against a rule, or whether nothing ever said it."
            ),
        },
        "children": {
            "type": "array",
            "items": _PLACE,
            "description": "What it rests on: places in the list of nodes.",
        },
    },
    "required": ["kind", "atom", "step", "since", "label", "by", "function", "children"],
    "additionalProperties": False,
}

JSON_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A proof",
    "description": (
        "The nodes stand in the order of the tree. What several nodes rest on stands in the "
        "list once, and all of them name its place."
    ),
    "type": "object",
    "properties": {
        "version": {"const": JSON_VERSION},
        "bounded": {
            "type": "boolean",
            "description": "Whether a bound cut the search: a smaller proof may exist.",
        },
        "roots": {
            "type": "array",
            "items": _PLACE,
            "description": "The answers, in the order in which they were asked for.",
        },
        "rules": {**_TEXTS, "description": "The labels of the rules that stand in the proof."},
        "labels": {"type": "object", "additionalProperties": _LABEL},
        "steps": {**_TEXTS, "description": "What each step was, in words, where that is known."},
        "nodes": {"type": "array", "items": _NODE},
    },
    "required": ["version", "bounded", "roots", "rules", "labels", "steps", "nodes"],
    "additionalProperties": False,
}
