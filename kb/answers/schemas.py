"""The shapes of what the commands print with ``--json``, and their JSON Schemas."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from kb.rulings.data import DEFINITIONS, RulingData
from kb.rulings.targets import TargetsData, UnreadData
from kb.scenario import to_yaml
from kb.serialization import JSON_VERSION, From, Schema, any_of, json_schema, least

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


class BlockData(TypedDict):
    """A rule that is named, with where it stands."""

    id: str
    numbers: list[str]
    sentence: str
    file: str
    line: Line


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


class UncoveredData(TypedDict):
    """What the texts say, and the rulebook does not."""

    name: str
    told: str


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


class ExportAnswer(TypedDict):
    """The program that a question becomes."""

    file: str
    question: str
    program: str


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


class TextAnswer(TypedDict):
    """A text."""

    text: str


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
