"""The shapes of what is printed of scenarios, asked, tested, checked or exported; and of errors."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from kb.rulings.data import RulingData
from kb.serialization import From, least

Count = Annotated[int, least(0)]
Line = Annotated[int, least(1)]


class ErrorData(TypedDict):
    """What is wrong with the input, and where."""

    message: str
    file: NotRequired[str]
    line: NotRequired[Line]
    column: NotRequired[Line]


class ErrorAnswer(TypedDict):
    """What every command prints when it cannot use its input."""

    error: ErrorData


class VariantErrorData(ErrorData):
    """What is wrong in one variant of a scenario."""

    scenario: str


class AskAnswer(TypedDict):
    """The answers to the questions of a file."""

    file: str
    rulings: list[RulingData]
    errors: NotRequired[
        Annotated[list[VariantErrorData], "Of the variants that could not be answered, or not all."]
    ]


class CheckData(TypedDict):
    """One expectation, and what was found."""

    file: str | None
    line: int | None
    case: str
    question: str
    passed: bool
    faults: list[str]


class TestAnswer(TypedDict):
    """Whether files are answered as they expect."""

    passed: Count
    failed: Count
    checks: list[CheckData]
    untested: NotRequired[dict[str, list[str]]]
    words: NotRequired[dict[str, list[str]]]
    left: NotRequired[Annotated[Count, "How many files were not tried, as it was interrupted."]]


class ScenarioData(TypedDict):
    """One scenario of a file."""

    name: str
    game: Annotated[str, From("game.name")]
    date: str
    edition: Annotated[str, From("edition.text")]
    questions: Annotated[Count, From("questions", len)]


class CheckAnswer(TypedDict):
    """The scenarios that a file stands for."""

    file: str
    scenarios: list[ScenarioData]


class ExportAnswer(TypedDict):
    """The program that a question becomes."""

    file: str
    question: str
    program: str


class TextAnswer(TypedDict):
    """A text."""

    text: str
