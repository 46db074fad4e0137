"""The shapes of what is printed of cards: their texts, files of them, and those that are known."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from kb.answers.asked import Count
from kb.rulings.targets import UnreadData
from kb.serialization import From, Schema, json_schema


class ParseAnswer(TypedDict):
    """What was understood of a text."""

    status: Literal["whole", "partial", "failed"]
    printed: Annotated[str, "What was understood, as printed from its facts."]
    facts: list[str]
    unparsed: list[ExpectedData]
    readings: Count | None
    cards: Annotated[
        list[dict[str, Any]] | None, "The text as card files say it, and what it creates."
    ]


class ExpectedData(UnreadData):
    """A span that was not understood, and what could have stood there."""

    expected: list[str]


class BlockedData(TypedDict):
    """A span that is not understood or carried out, how many cards it blocks, how many alone."""

    text: str
    cards: Count
    wins: Count


class TallyData(TypedDict):
    """What is counted of the texts of some cards."""

    texts: Count
    whole: Count
    same_words: Count
    ambiguous: Count | None
    understood: Count | None
    executable: Count


class CoverageAnswer(TypedDict):
    """How much of a file of cards is understood."""

    cards: Count
    texts: Count
    whole: Count
    same_words: Count
    ambiguous: Count | None
    understood: Count | None
    executable: Count
    seconds: Annotated[float, From("seconds", lambda seconds: round(seconds, 3))]
    plays: bool
    kinds: dict[str, TallyData]
    years: dict[str, TallyData]
    gaps: list[BlockedData]
    running_gaps: list[BlockedData]
    languages: NotRequired[dict[str, Any]]


class AgreementData(TypedDict):
    """A card that a rulebook brings beside its printed text: abilities of only one of them."""

    name: str
    printed: str
    same: bool
    by_hand: list[str]
    from_text: list[str]
    not_carried_out: Annotated[list[str], From("left")]


class CompareAnswer(TypedDict):
    """Whether the cards that a rulebook brings say what their printed texts say."""

    game: str
    file: str
    cards: list[AgreementData]


class ImportAnswer(TypedDict):
    """What became of a file of cards."""

    file: str
    store: str
    game: str
    format: str
    days: list[str]
    assumed: bool
    entries: Count
    cards: Count
    new: Count
    changed: Count
    same: Count
    rulings: Count
    nameless: Count


def _card() -> Schema:
    text = {"type": "string"}
    return {
        "type": "object",
        "properties": {"game": text, "lang": text, "face": json_schema(str | None), "name": text},
        "required": ["game", "lang", "face", "name"],
        "description": "What the file says, and what is understood of it.",
    }


Card = Annotated[dict[str, Any], _card]


class SearchAnswer(TypedDict):
    """The cards that words stand on."""

    query: str
    cards: list[Card]


class NameData(TypedDict):
    """A card's name in a language."""

    lang: str
    name: str


class PrintingData(TypedDict):
    """A printing of a card."""

    id: str
    set: str | None
    number: str | None


class OfficialData(TypedDict):
    """An official ruling on a card."""

    date: str | None
    text: str


class CardData(TypedDict):
    """All about a card in one wording."""

    name: str
    game: str
    wording: str
    file: str
    in_force: bool
    faces: list[Card]
    names: list[NameData]
    printings: list[PrintingData]
    rulings: list[OfficialData]


class ShowAnswer(TypedDict):
    """The cards of a name."""

    name: str
    cards: list[CardData]
