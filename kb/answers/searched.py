"""The shapes of what is printed where rulebooks are searched for faults, or compared."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from kb.answers.asked import Count, Line
from kb.answers.known_rules import BlockData, UncoveredData
from kb.scenario import to_yaml
from kb.serialization import From, least


class SearchedData(TypedDict):
    """Which boards were searched."""

    up_to: Annotated[int, From("size"), least(-1), "Objects; -1: not even the empty board."]
    of: Annotated[int, From("wanted"), least(-1), "Objects; -1: no boards were to be searched."]
    moments: Count


class KindData(TypedDict):
    """One kind of boards, and how far it was searched."""

    shows: Annotated[str, From("picture")]
    up_to: Annotated[int, From("size"), least(-1), "Objects; -1: not even the empty board."]
    moments: Count
    short: Annotated[
        str | None,
        From("short", lambda short: short or None),
        "What ran out before larger boards were done.",
    ]


Board = Annotated[str, From("scenario", to_yaml), "The board, as a scenario file."]


class FindingData(TypedDict):
    """Something that is wrong with a rulebook, and the smallest board that shows it."""

    kind: str
    what: str
    rules: Annotated[list[BlockData], From("at_odds")]
    brought_about_by: list[BlockData]
    smallest: bool
    case: Annotated[
        str | None,
        From("case", lambda case: case or None),
        "The case that the board was made of, if it is none of all boards of a size.",
    ]
    after: Annotated[
        Count | None,
        "After how many steps of play from the board it comes to it; 0 on the board as it stands.",
    ]
    proof: Annotated[
        str | None, From("proof", lambda proof: proof or None), "What it rests on there, as text."
    ]
    scenario: Board


class AlongCasesData(TypedDict):
    """What was looked at along cases."""

    cases: Count
    files: Count
    done: Annotated[Count, From("played"), "Files of which all cases were looked at."]
    near: Annotated[Count, "Boards near a case that were played."]
    apart: Annotated[Count, "Cases in which no changed rule can play a part."]
    complete: bool


class WordsPlayedData(TypedDict):
    """What was looked at of boards on which each word of the game is put to use."""

    boards: Count
    done: Annotated[Count, "Of how many of them all was looked at."]
    senseless: Annotated[Count, "How many could not be played as they stand there."]
    complete: bool


class VerifyAnswer(TypedDict):
    """What the hunt through a rulebook came to."""

    game: str
    date: str
    overlays: list[str]
    searched: Annotated[SearchedData, From("")]
    boards: Annotated[list[KindData], From("searched")]
    complete: bool
    decided: bool
    reasons: Annotated[list[str], "Why it is not decided, and what was left out."]
    findings: list[FindingData]
    reached: list[BlockData]
    not_examined: list[BlockData]
    idle: Annotated[
        list[BlockData],
        "Those not examined that come up in a case or on a board of words and change nothing.",
    ]
    remarks: Annotated[
        list[FindingData], "No faults: rules shadowed by another, answers that are left open."
    ]
    remarked: Annotated[bool, "False: time ran out before all was looked at for remarks."]
    along: AlongCasesData | None
    words: WordsPlayedData | None
    seconds: Annotated[float, From("seconds", lambda seconds: round(seconds, 3))]


class RulebookData(TypedDict):
    """One of two rulebooks that are compared."""

    name: str
    date: Annotated[str, From("view.date")]


class ChangedCardData(TypedDict):
    """A card that says something else since a day."""

    name: Annotated[str, From("0")]
    since: Annotated[str, From("1")]


class DifferenceData(TypedDict):
    """A board that ends differently."""

    size: Count
    old: list[list[str]]
    new: list[list[str]]
    rules: list[BlockData]
    scenario: Board


class SaidData(TypedDict):
    """An answer."""

    sentence: str
    outcomes: Annotated[list[str], "The answer in each outcome, if there are several."]


class ChangedAnswerData(TypedDict):
    """A question that is answered in another way."""

    file: str
    line: Line | None
    case: str
    number: Annotated[int, least(1), "Which of its questions it is."]
    question: str
    before: SaidData
    after: SaidData
    rules: Annotated[list[str], "The ids of the changed rules that matter there."]
    gone: Annotated[list[str], "The ids of rules that only the first answer rests on."]
    come: Annotated[list[str], "The ids of rules that only the second answer rests on."]


class OtherReasonsData(TypedDict):
    """A question that is answered in the same way, and rests on other rules."""

    file: str
    line: Line | None
    case: str
    number: Annotated[int, least(1), "Which of its questions it is."]
    question: str
    answer: SaidData
    rules: Annotated[list[str], "The ids of the changed rules among those that follow."]
    gone: Annotated[list[str], "The ids of rules that the answer rests on under the first only."]
    come: Annotated[list[str], "The ids of rules that it rests on under the second only."]


class UnaskedData(TypedDict):
    """A case that makes no sense under either."""

    case: Annotated[str, From("0")]
    reason: Annotated[str, From("1")]


class ComparedCasesData(TypedDict):
    """What cases answer under either rulebook."""

    cases: Annotated[Count, "How many were asked under both."]
    changed: Annotated[Count, From("changed_cases"), "How many have another answer."]
    alike: Annotated[
        Count, From("alike_cases"), "How many have the same answers, some for other reasons."
    ]
    again: Annotated[Count, "In how many a changed rule may play a part."]
    complete: bool
    answers: Annotated[list[ChangedAnswerData], From("changed")]
    other_reasons: Annotated[
        list[OtherReasonsData], From("reasons"), "The answers that stay, and rest on other rules."
    ]
    unreasoned: Annotated[Count, "In how many cases time ran out before that was looked for."]
    unasked: list[UnaskedData]


class RewordAnswer(TypedDict):
    """What the cases that name a card answer with another text of it."""

    game: str
    card: str
    left: Annotated[list[str], "What of the other text no rule carries out."]
    cases: ComparedCasesData


class SmallBoardData(TypedDict):
    """A board that shows a changed rule, from which nothing can be taken away."""

    rules: Annotated[list[str], "The numbers of the changed rules."]
    case: Annotated[str, "The case that it was made of."]
    question: str
    before: SaidData
    after: SaidData
    smallest: Annotated[bool, "False: time ran out before nothing more could be taken away."]
    scenario: Board


class ChangedFindingsData(TypedDict):
    """What is wrong along the cases under one of two rulebooks only."""

    appear: list[FindingData]
    vanish: list[FindingData]
    complete: Annotated[bool, "False: time ran out before all cases were looked through."]


class SpokenWordData(TypedDict):
    """A word of what changed, and the cards on which it stands."""

    word: str
    count: Count
    cards: Annotated[list[str], "The first of them."]


class DiffAnswer(TypedDict):
    """What a comparison of two rulebooks came to."""

    game: str
    headline: Annotated[str, From("", lambda found: _headline(found))]
    old: RulebookData
    new: RulebookData
    verdict: Literal["differ", "agree", "unknown"]
    agree: Annotated[SearchedData, From("")]
    boards: Annotated[list[KindData], From("searched")]
    reason: Annotated[str | None, From("reason", lambda reason: reason or None)]
    reasons: Annotated[list[str], "What was left out, and why."]
    dismissed: Count
    changed: list[BlockData]
    not_in_force: Annotated[list[BlockData], "Changes of overlays that hold on no day compared."]
    not_examined: list[BlockData]
    idle: Annotated[
        list[BlockData],
        "Those that a case comes to, and no board, and that change no answer there.",
    ]
    cards: list[ChangedCardData]
    not_covered: Annotated[list[UncoveredData], From("uncovered")]
    cases: ComparedCasesData | None
    small: list[SmallBoardData]
    findings: ChangedFindingsData | None
    speaking: Annotated[
        list[SpokenWordData], "Words of what changed that stand on known cards, and the cards."
    ]
    difference: DifferenceData | None


def _headline(found: Any) -> str:
    from kb.comparison.text import headline

    return headline(found)
