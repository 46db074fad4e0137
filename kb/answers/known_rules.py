"""The shapes of what is printed of rules, and of the words of a game."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from kb.answers.asked import Count, Line
from kb.serialization import From


class BlockData(TypedDict):
    """A rule that is named, with where it stands."""

    id: str
    numbers: list[str]
    sentence: str
    file: str
    line: Line


class UncoveredData(TypedDict):
    """What the texts say, and the rulebook does not."""

    name: str
    told: str


class EditionData(TypedDict):
    """An edition of the rules."""

    text: str
    start: str
    end: str | None
    note: Annotated[str | None, From("note", lambda note: note or None)]


class GameData(TypedDict):
    """A game and its editions."""

    game: str
    rules: Annotated[Count, From("labels", lambda of: sum(bool(la.numbers) for la in of.values()))]
    editions: Annotated[list[EditionData], From("editions.texts")]


class GamesAnswer(TypedDict):
    """All games."""

    games: list[GameData]


class SummaryData(TypedDict):
    """A rule in brief."""

    id: str
    numbers: list[str]
    start: str | None
    end: str | None
    readings: dict[str, str]
    sentence: str
    file: str
    line: Line


class RenumberedData(TypedDict):
    """What later texts call a rule."""

    number: str
    start: str
    later: str


class RestingData(TypedDict):
    """A worked example that rests on a rule."""

    case: Annotated[list[str], From("numbers")]
    name: str
    file: str


class RuleData(SummaryData):
    """All about a rule."""

    source: str | None
    see: list[str]
    renumbered: list[RenumberedData]
    program: str
    cases: list[RestingData]


class ReadingData(TypedDict):
    """One way to read what the documents leave open."""

    reading: str
    text: str
    default: bool


class GapData(TypedDict):
    """What the documents leave open."""

    gap: Annotated[str, From("name")]
    question: str
    readings: Annotated[list[ReadingData], From("", lambda gap: list(_readings(gap)))]


def _readings(gap: Any) -> Any:
    for name, text in gap.readings.items():
        yield {"reading": name, "text": text, "default": name == gap.default}


class RulesAnswer(TypedDict):
    """The rules of a game, or all about some of them."""

    game: str
    rules: list[SummaryData | RuleData]
    gaps: NotRequired[list[GapData]]


class HistoryData(TypedDict):
    """A rule that bears a number, or once did."""

    id: str
    numbers: list[str]
    start: str | None
    end: str | None
    readings: dict[str, str]
    sentence: str


class RulePageData(RuleData):
    """All about a rule, and what it hangs together with."""

    refers: Annotated[list[str], "The rules that it refers to."]
    referred_by: Annotated[list[str], "The rules that refer to it."]
    history: Annotated[list[HistoryData], "What bore its number, of whatever date."]


class RulePageAnswer(TypedDict):
    """All about the rules of a number."""

    game: str
    rules: list[RulePageData]


class WordData(TypedDict):
    """A word of the files of a game."""

    section: str
    word: str
    takes: str
    says: str
    rules: list[str]
    example: Any


class UncoveredWordsData(UncoveredData):
    """What the texts say, and the rulebook does not, with the words that speak of it."""

    words: list[str]


_WordsAnswer = TypedDict("_WordsAnswer", {"not covered": list[UncoveredWordsData]})


class WordsAnswer(_WordsAnswer):
    """The words of a game."""

    game: str
    words: list[WordData]


class NewAnswer(TypedDict):
    """A file to begin with."""

    file: str
    text: str
