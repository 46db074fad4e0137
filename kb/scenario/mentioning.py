"""Reads questions about what a text mentions."""

from __future__ import annotations

from datetime import date
from typing import Any

from clingo import Function, Number, Symbol

from kb.errors import LudexError, nearest, quote
from kb.scenario.entries import numbered, shape, text_of, texts_of
from kb.scenario.expecting import Expecting
from kb.scenario.model import Question
from kb.scenario.questions import Mentions, Verdict
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.wording import Worded, worded

_OF_MENTION = (
    *("mention", "number", "target", "criteria", "only", "gaps", "means", "chosen"),
    *("compulsory", "may be none", "objects"),
)
_VERDICTS = {True: "yes", False: "no", "yes": "yes", "no": "no", "open": "open"}


class Mentioning:
    """Reads the texts that are asked about, and what is expected of their mentions.

    Parameters
    ----------
    expecting : Expecting
        What reads names.
    day : date
        The day whose wordings of cards apply.

    Attributes
    ----------
    facts : list of Symbol
        What the texts say, and who chooses.
    texts : dict of Symbol to str
        The words of each mention.
    """

    def __init__(self, expecting: Expecting, day: date) -> None:
        self.expecting = expecting
        self.finder = expecting.finder
        self.day = day
        self.facts: list[Symbol] = []
        self.texts: dict[Symbol, str] = {}

    def question(self, asked: Question, path: Path_) -> Mentions:
        """Return a question about the mentions of a text, typed."""
        place: Path_ = (*path, "mentions")
        data = {"text": asked.mentions} if isinstance(asked.mentions, str) else asked.mentions
        data = dict(data or {})
        by = next(iter(self.finder.players))
        if "by" in data:
            by = self.finder.player(text_of(data.pop("by"), (*place, "by")), (*place, "by"))
        if len(data) != 1 or next(iter(data)) not in ("text", "card"):
            wrong = next((key for key in data if key not in ("text", "card")), None)
            if wrong is not None:
                message = f"unknown key {quote(wrong)} in 'mentions'"
                hint = nearest(wrong, ["text", "card", "by"])
                raise ScenarioError(message + hint, (*place, wrong), key=True)
            raise ScenarioError("'mentions' has either 'text' or 'card'", place)
        found = self._wording(data, place)
        self.facts += (
            Function("chosen_by", [said.symbol, by])
            for said in found.mentions
            if Function("chosen_by", [said.symbol, by]) not in self.facts
        )
        covered: bool | None = None
        expect: tuple[Verdict, ...] | None = None
        if "expect" in asked.said:
            if asked.expect in ("covered", "not covered"):
                covered = asked.expect == "covered"
            else:
                expect = self._verdicts(asked.expect, (*path, "expect"))
        if asked.excludes is not None:
            message = "'excludes' has no meaning with 'mentions'"
            raise ScenarioError(message, (*path, "excludes"), key=True)
        short = found.text if len(found.text) <= 60 else f"{found.text[:59]}…"
        return Mentions(
            path,
            asked.name or f"targets of {quote(short)}",
            found,
            by,
            expect,
            self._verdicts(asked.includes, (*path, "includes")),
            covered,
            because=tuple(asked.because),
        )

    def _wording(self, data: dict[str, Any], place: Path_) -> Worded:
        if "card" in data:
            name = text_of(data["card"], (*place, "card"))
            card = self.finder.catalogue.card(self.finder.card(name, (*place, "card")))
            wording = card.wording_on(self.day)
            if wording is None:
                raise ScenarioError(f"{quote(name)} has no text", (*place, "card"))
            return wording
        text = text_of(data["text"], (*place, "text"))
        try:
            found = worded(text, Function("text", [Number(int(place[1]))]), self.finder.game)
        except LudexError as cause:
            raise ScenarioError(cause.message, (*place, "text")) from None
        self.facts += found.facts
        self.texts.update({said.symbol: quote(said.text) for said in found.mentions})
        return found

    def _verdicts(self, value: Any, path: Path_) -> tuple[Verdict, ...]:
        if value is None:
            return ()
        return tuple(self._verdict(entry, place) for place, entry in numbered(value, path))

    def _verdict(self, entry: Any, path: Path_) -> Verdict:
        if not isinstance(entry, dict):
            message = f"{shape(entry)}; expected a mapping such as {{mention: a unit, target: yes}}"
            raise ScenarioError(message, path)
        for key in entry:
            if key not in _OF_MENTION:
                message = f"unknown key {quote(str(key))} in a mention"
                hint = nearest(str(key), _OF_MENTION)
                raise ScenarioError(message + hint, (*path, key), key=True)
        target = entry.get("target")
        if target is not None and target not in _VERDICTS:
            message = f"{shape(target)} as 'target'; expected true, false or 'open'"
            raise ScenarioError(message, (*path, "target"))
        number = entry.get("number", 1)
        if type(number) is not int or number < 1:
            message = f"{shape(number)} as 'number'; expected 1 for the first mention of the words"
            raise ScenarioError(message, (*path, "number"))
        for flag in ("compulsory", "may be none"):
            if not isinstance(entry.get(flag), bool | None):
                message = f"{shape(entry[flag])} as '{flag}'; expected true or false"
                raise ScenarioError(message, (*path, flag))
        return Verdict(
            words=text_of(entry.get("mention"), (*path, "mention")),
            number=number,
            target=None if target is None else _VERDICTS[target],
            criteria=texts_of(entry.get("criteria"), (*path, "criteria")),
            gaps=texts_of(entry.get("gaps"), (*path, "gaps")),
            only=texts_of(entry["only"], (*path, "only")) if "only" in entry else None,
            means=text_of(entry["means"], (*path, "means")) if "means" in entry else None,
            chosen=text_of(entry["chosen"], (*path, "chosen")) if "chosen" in entry else None,
            compulsory=entry.get("compulsory"),
            may_be_none=entry.get("may be none"),
            objects=self.expecting.refs(entry["objects"], (*path, "objects"))
            if "objects" in entry
            else None,
            path=path,
        )
