"""What a card's text mentions, judged: which of it is a target, and why the rest is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date as day
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

from clingo import Symbol

from kb.errors import LudexError
from kb.inference.mentions import MentionFinding, Open, findings, left_open, name_of
from kb.inference.session import Session
from kb.proof import explain
from kb.proof.proof import Node
from kb.questions.mentions import Mentions
from kb.questions.reasons import origin
from kb.questions.speech import Speech
from kb.rulebook.edition import read_date
from kb.rulebook.gaps import Readings
from kb.rulebook.overlay import Overlay
from kb.rulebook.rulebook import with_overlays
from kb.rulings.asking import open_session
from kb.rulings.ruling import rule_on
from kb.rulings.wordings import newest, unsure, wordings
from kb.scenario import Case, Scenario, expanded, load_scenario
from kb.scenario.reader import ScenarioError
from kb.scenario.variants import read_as
from kb.serialization import From, least, serialized

_WORD = {True: "target", False: "no target", None: "left open"}


class Because(NamedTuple):
    """A rule that decides about a mention, as the text in force calls it.

    The criterion excludes the mention; it is ``presumption`` for a target.
    """

    rule: str
    criterion: str
    summary: str


class BecauseData(TypedDict):
    """A rule that decides about a mention."""

    rule: str
    criterion: str
    summary: str


Verdict = Annotated[bool | None, "Whether it is a target; null where the edition leaves it open."]


class OpenData(TypedDict):
    """One way to read what the documents leave open, and what it gives for the mention."""

    gap: str
    reading: str
    text: str
    target: Verdict
    taken: bool


class MentionData(TypedDict):
    """What the rules say of one mention."""

    text: Annotated[str, From("said.text"), "The words as printed."]
    start: Annotated[int, From("said.start"), least(0)]
    end: Annotated[int, From("said.end"), least(0)]
    implicit: Annotated[bool, From("said.implicit"), "Whether it has no words of its own."]
    target: Verdict
    because: list[BecauseData]
    gaps: Annotated[list[str], "What the documents leave open about it."]
    readings: list[OpenData]
    may_be_none: NotRequired[Annotated[bool, "Whether none at all need be chosen."]]
    objects: NotRequired[Annotated[list[str], "With a board: what may be chosen."]]
    unchecked: NotRequired[Annotated[bool, "Whether the text asks more than a board shows."]]


class UnreadData(TypedDict):
    """A span of a text that was not understood."""

    start: Annotated[int, least(0)]
    end: Annotated[int, least(0)]
    text: str


class TargetsData(TypedDict):
    """The verdicts on everything that a text mentions."""

    text: str
    edition: str
    notes: list[str]
    mentions: list[MentionData]
    unparsed: NotRequired[
        Annotated[list[UnreadData], From("question.wording.unread", lambda unread: unread or None)]
    ]


class Judgement:
    """The verdicts on everything that one text mentions.

    Parameters
    ----------
    session : Session
        A session whose only question is about the text.
    """

    def __init__(self, session: Session) -> None:
        question = session.situation.questions[-1]
        if not isinstance(question, Mentions):
            raise LudexError("the question is not about what a text mentions")
        self.session = session
        self.question = question
        self._node = rule_on(session, question).leaves[0].node

    @property
    def text(self) -> str:
        """The text."""
        return self.question.wording.text

    @property
    def edition(self) -> str:
        """What the edition of the rules is called."""
        found = self.session.view.edition
        return "" if found is None else found.text

    @cached_property
    def findings(self) -> tuple[MentionFinding, ...]:
        """What the rules say of each mention, in the order of the text."""
        return findings(self.session, self._node, self.question.wording.mentions)

    @cached_property
    def gaps(self) -> Mapping[Symbol, tuple[Open, ...]]:
        """What the documents leave open about each mention, and matters."""
        return left_open(self.session, self._node, self.question.wording.mentions)

    @cached_property
    def speech(self) -> Speech:
        """How things are called."""
        return Speech(self.session)

    @cached_property
    def _reasons(self) -> Mapping[Symbol, Node]:
        goals = [goal for finding in self.findings for goal in finding.goals]
        trace = self.session.trace(self._node, "")
        proof = explain(self.session.view, trace, goals)
        return {root.atom: root for root in proof.trees if root.atom is not None}

    def because(self, finding: MentionFinding) -> tuple[Because, ...]:
        """Return the rules that decide about a mention."""
        return tuple(self._because(finding))

    def _because(self, finding: MentionFinding) -> Iterator[Because]:
        view = self.session.view
        for goal in finding.goals:
            rule = origin(self._reasons.get(goal))
            if rule is None or rule.label is None:
                continue
            label = view.label(rule.label.id)
            criterion = {"target": "presumption", "left_undecided": "open"}.get(goal.name)
            if criterion is None:
                criterion = name_of(goal.arguments[1])
            yield Because(view.number_on_date(label), criterion, label.sentence)

    def to_json(self) -> TargetsData:
        """Return the verdicts as plain data."""
        return serialized(
            TargetsData,
            self,
            notes=list(wordings(self.session)),
            mentions=[self._data(finding) for finding in self.findings],
        )

    def _data(self, finding: MentionFinding) -> MentionData:
        left = self.gaps[finding.said.symbol]
        board: dict[str, object] = {"objects": None, "unchecked": None}
        if self.has_board and finding.picks:
            objects = [self.speech.term(one, "object") for one in finding.objects]
            board = {"objects": objects, "unchecked": finding.unchecked}
        return serialized(
            MentionData,
            {**vars(finding), "may_be_none": finding.may_be_none or None, **board},
            because=[one._asdict() for one in self.because(finding)],
            gaps=[one.gap.name for one in left],
            readings=[reading for one in left for reading in _readings(one)],
        )

    @property
    def has_board(self) -> bool:
        """Whether there is anything on a board to choose."""
        return any(fluent.match("in", 2) for fluent in self.session.situation.state)

    def lines(self) -> Iterator[str]:
        """Yield what a judge reads."""
        yield f"{self.text}{unsure(self.session)}"
        yield f"By the {self.edition}{newest(self.session)}:"
        for finding in self.findings:
            implied = " (not in words)" if finding.said.implicit else ""
            yield f'  "{finding.said.text}"{implied}: {_WORD[finding.target]}'
            # What is left open by a gap is told by its readings.
            if finding.target is not None or not self.gaps[finding.said.symbol]:
                for one in self.because(finding):
                    yield f"    {one.rule}: {one.summary}"
            for moment in finding.chosen:
                yield f"    chosen {self.speech.term(moment, 'moment')}"
            if finding.may_be_none:
                yield "    none need be chosen"
            for met in self.gaps[finding.said.symbol]:
                yield f"    depends on {met.gap.name}: {met.gap.question}"
                for read in met.readings:
                    taken = ", as read here" if read.taken else ""
                    said = f"{read.reading} ({met.gap.readings[read.reading]})"
                    yield f"      {said}: {_WORD[read.target]}{taken}"
            if self.has_board and finding.picks:
                legal = ", ".join(self.speech.term(one, "object") for one in finding.objects)
                most = ", at most" if finding.unchecked else ""
                yield f"    may be chosen{most}: {legal or 'nothing'}"
                if finding.unchecked:
                    yield "    (the text describes it further than a board shows)"
        for span in self.question.wording.unread:
            yield f'  not understood: "{span.text}"'
        yield from wordings(self.session)


def _readings(found: Open) -> list[OpenData]:
    return [
        {
            "gap": found.gap.name,
            "reading": one.reading,
            "text": found.gap.readings[one.reading],
            "target": one.target,
            "taken": one.taken,
        }
        for one in found.readings
    ]


def judge(
    game: str,
    *,
    text: str | None = None,
    card: str | None = None,
    cards: Path | None = None,
    as_of: day | str | None = None,
    readings: Readings | None = None,
    overlays: Iterable[Overlay] = (),
    board: Scenario | str | Path | None = None,
    by: str | None = None,
) -> Judgement:
    """Judge what the text of a card mentions.

    Parameters
    ----------
    game : str
    text, card : str
        The text, or the name of the card that has it.
    cards : Path, optional
        A file of cards, one JSON object a line.
    as_of : date or str, optional
        The day whose rules apply; that of the board, or else the newest covered, unless given.
    readings : mapping of str to str, optional
        How gaps of the documents are read, where not by default.
    overlays : iterable of path or Source, optional
        Rules on top that replace, repeal, amend or add.
    board : Scenario, str or Path, optional
        A scenario whose board says what may be chosen.
    by : str, optional
        The player who plays the card; the first one, unless given.

    Raises
    ------
    LudexError
        If there is no such game, card or day, or no grammar reads the text.
    """
    asked: dict[str, Any] = {"text": text} if card is None else {"card": card}
    if by is not None:
        asked["by"] = by
    data: dict[str, Any] = {"game": game, "players": {"You": None, "Opponent": None}}
    file: str | None = None
    if board is not None:
        scenario = board if isinstance(board, Scenario) else load_scenario(board)
        first = expanded(scenario)[0].scenario
        file = first.file
        data = first.data()
        if data["game"] != game:
            raise LudexError(f"the board is one of {data['game']}, not of {game}", file=file)
    folder = Path(file or "").parent
    given = [
        str((folder / one).resolve()) if isinstance(one, str) else one
        for one in data.get("cards", ())
    ]
    if cards is not None:
        given.insert(0, str(cards.resolve()))
    data["cards"] = given
    data["ask"] = [{"mentions": asked}]
    data.pop("variants", None)
    if as_of is not None:
        data["date"] = read_date(as_of).isoformat()
    elif isinstance(data.get("date"), day):
        data["date"] = data["date"].isoformat()
    case = read_as(Case("targets", Scenario(**data)), readings or {})
    try:
        return Judgement(open_session(case, rulebook=with_overlays(game, overlays)))
    except ScenarioError as error:
        if error.file is not None:
            raise
        # The scenario is of our making: where in it the mistake stands helps nobody.
        raise LudexError(error.bare) from None
