"""The shapes of what the commands print with ``--json``, and their JSON Schemas."""

from __future__ import annotations

from typing import Any

from kb.answers.asked import AskAnswer, CheckAnswer, ErrorAnswer, ExportAnswer, TestAnswer
from kb.answers.known_cards import (
    CompareAnswer,
    CoverageAnswer,
    ImportAnswer,
    ParseAnswer,
    SearchAnswer,
    ShowAnswer,
)
from kb.answers.known_rules import GamesAnswer, NewAnswer, RulesAnswer, WordsAnswer
from kb.answers.searched import DiffAnswer, VerifyAnswer
from kb.rulings.data import DEFINITIONS
from kb.rulings.targets import TargetsData
from kb.serialization import JSON_VERSION, Schema, any_of

ANSWERS: dict[str, tuple[Any, ...]] = {
    "ask": (AskAnswer,),
    "test": (TestAnswer,),
    "check": (CheckAnswer,),
    "targets": (TargetsData,),
    "parse": (ParseAnswer,),
    "cards": (CoverageAnswer,),
    "cards compare": (CompareAnswer,),
    "cards import": (ImportAnswer,),
    "cards search": (SearchAnswer,),
    "cards show": (ShowAnswer,),
    "verify": (VerifyAnswer,),
    "diff": (DiffAnswer,),
    "export": (ExportAnswer,),
    "rules": (GamesAnswer, RulesAnswer),
    "words": (WordsAnswer,),
    "new": (NewAnswer,),
}
"""What the commands print with ``--json`` when there is an answer: one of these."""


def output_schema(command: str) -> Schema:
    """Return the JSON Schema of what a command prints with ``--json``."""
    answers: Schema = any_of((*ANSWERS[command], ErrorAnswer))
    for one in answers["anyOf"]:
        one["properties"] = {"version": {"const": JSON_VERSION}, **one["properties"]}
        one["required"] = ["version", *one["required"]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What 'ludex {command} --json' prints",
        **answers,
        **({"$defs": DEFINITIONS} if command == "ask" else {}),
    }
