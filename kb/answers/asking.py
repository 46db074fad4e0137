"""The answers to the questions of a scenario as data."""

from __future__ import annotations

from collections.abc import Iterable

from kb.answers.asked import AskAnswer, CheckAnswer
from kb.checking import check_file
from kb.rulings.ruling import Ruling
from kb.scenario import Scenario
from kb.serialization import serialized


def ask_answer(file: str, rulings: Iterable[Ruling], *, definitions: bool = False) -> AskAnswer:
    """Return rulings; with `definitions`, their proofs are whole."""
    return {"file": file, "rulings": [one.to_json(definitions=definitions) for one in rulings]}


def check_answer(file: str, scenario: Scenario) -> CheckAnswer:
    """Return the scenarios that one stands for, once all that could be wrong was looked at."""
    found = [situation for _, situation in check_file(scenario)]
    return serialized(CheckAnswer, {"file": file, "scenarios": found})
