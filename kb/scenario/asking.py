"""Reads what is asked."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Literal, TypeVar, get_args

from kb.errors import LudexError, nearest, quote
from kb.scenario.acting import Acting
from kb.scenario.entries import expected, numbered, shape
from kb.scenario.expecting import YES, Expecting
from kb.scenario.finding import Finder
from kb.scenario.mentioning import Mentioning
from kb.scenario.model import Question, Step
from kb.scenario.questions import (
    Declarations,
    May,
    Options,
    Orders,
    Outcomes,
    Targets,
    TypedQuestion,
    What,
)
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.references import THE_GAME
from kb.scenario.script import Act
from kb.scenario.timing import Timing

QuestionKind = Literal[
    "may", "declarations", "options", "targets", "what", "outcomes", "when", "mentions", "orders"
]
KINDS: tuple[QuestionKind, ...] = get_args(QuestionKind)

_T = TypeVar("_T")


class Asking:
    """Reads the script and the questions of a scenario, whose board has been read.

    Parameters
    ----------
    finder : Finder
        The players and objects of the board, by name.
    day : date
        The day whose rules apply, and whose wordings of cards.
    """

    def __init__(self, finder: Finder, day: date) -> None:
        self.finder = finder
        self.game = finder.game
        self.acting = Acting(finder)
        self.expecting = Expecting(finder)
        self.mentioning = Mentioning(self.expecting, day)
        self.timing = Timing(self.acting, self.expecting)

    def question(self, asked: Question, path: Path_) -> TypedQuestion:
        """Return a question, typed."""
        given = [kind for kind in KINDS if getattr(asked, kind) is not None]
        if len(given) != 1:
            if given:
                message = f"{quote(given[0])} and {quote(given[1])} in one question; write two"
                raise ScenarioError(message, (*path, given[1]), key=True)
            message = f"a question says what is asked{nearest('', KINDS)}"
            raise ScenarioError(message, path)
        kind: QuestionKind = given[0]
        for field, kinds in (("of", ("what", "when")), ("within", ("when",)), ("only", ("when",))):
            if getattr(asked, field) is not None and kind not in kinds:
                message = f"{quote(field)} has no meaning with {quote(kind)}"
                raise ScenarioError(message, (*path, field), key=True)
        if asked.expect == "undetermined":
            typed = self._typed(kind, asked.without("expect"), path)
            typed = replace(typed, undetermined=True)
        else:
            typed = self._typed(kind, asked, path)
        if asked.depends_on is None:
            return typed
        for place, name in enumerate(asked.depends_on):
            try:
                self.game.gaps.gap(name)
            except LudexError as cause:
                raise ScenarioError(cause.message, (*path, "depends on", place)) from None
        return replace(typed, depends=tuple(asked.depends_on))

    def _typed(self, kind: QuestionKind, asked: Question, path: Path_) -> TypedQuestion:
        match kind:
            case "may":
                return self._may(asked, path)
            case "declarations":
                return self._declarations(asked, path)
            case "options":
                return self._options(asked, path)
            case "targets":
                return self._targets(asked, path)
            case "what":
                return self._what(asked, path)
            case "outcomes":
                return self._outcomes(asked, path)
            case "when":
                return self.timing.question(asked, path)
            case "mentions":
                return self.mentioning.question(asked, path)
            case "orders":
                return self._orders(asked, path)

    def _may(self, asked: Question, path: Path_) -> May:
        for field in ("includes", "excludes"):
            if getattr(asked, field) is not None:
                message = f"{quote(field)} has no meaning with 'may'"
                raise ScenarioError(message, (*path, field), key=True)
        assert asked.may is not None
        act = self.acting.act(asked.may, (*path, "may"))
        expect: bool | None = None
        if "expect" in asked.said and asked.expect is not None:
            known = isinstance(asked.expect, bool | str) and asked.expect in YES
            if not known:
                message = f"{shape(asked.expect)} as 'expect'; expected true or false"
                raise ScenarioError(message, (*path, "expect"))
            expect = YES[asked.expect]
        return May(path, asked.name or f"may {act.text}", act, expect, because=tuple(asked.because))

    @staticmethod
    def _seconds(value: Any, path: Path_) -> float:
        """Return a number of seconds; a fraction is text where files are read."""
        try:
            found = -1.0 if isinstance(value, bool) else float(value)
        except (TypeError, ValueError):
            found = -1.0
        if not 0 <= found <= 86_400:
            raise ScenarioError(f"{shape(value)} as 'seconds'; expected a number of seconds", path)
        return found

    def _declarations(self, asked: Question, path: Path_) -> Declarations:
        place: Path_ = (*path, "declarations")
        data = dict(asked.declarations or {})
        limit, seconds = data.pop("limit", None), data.pop("seconds", None)
        if limit is not None and (type(limit) is not int or limit < 1):
            message = f"{shape(limit)} as 'limit'; expected a number, 1 or more"
            raise ScenarioError(message, (*place, "limit"))
        if seconds is not None:
            seconds = self._seconds(seconds, (*place, "seconds"))
        flags = {}
        for word in ("count", "classes"):
            flags[word] = data.pop(word, False)
            if not isinstance(flags[word], bool):
                message = f"{shape(flags[word])} as {quote(word)}; expected true or false"
                raise ScenarioError(message, (*place, word))
        for word, given in (("limit", limit), ("seconds", seconds)):
            if given is not None and flags["count"] != (word == "seconds"):
                other = "with 'count'" if word == "limit" else "without 'count'"
                raise ScenarioError(
                    f"{quote(word)} has no meaning {other}", (*place, word), key=True
                )
        act = self.acting.act(Step.read(data, place), place)
        if (act.action.each is None and act.free is None) or act.by is None:
            known = [name for name, action in self.game.actions.items() if action.each is not None]
            message = f"{quote(act.action.name)} is no declaration"
            if act.action.each is not None:
                raise ScenarioError("a question about declarations has no 'by'", place)
            raise ScenarioError(message + nearest(act.action.name, known), place)
        number: int | None = None
        expect: tuple[Act, ...] | None = None
        if "expect" in asked.said:
            if type(asked.expect) is int:
                number = asked.expect
            else:
                expect = self.acting.acts(act.by, asked.expect, (*path, "expect"))
        return Declarations(
            path,
            asked.name or f"declarations: {act.text}",
            act,
            limit,
            flags["count"],
            flags["classes"],
            seconds,
            number,
            expect,
            self.acting.acts(act.by, asked.includes, (*path, "includes")),
            self.acting.acts(act.by, asked.excludes, (*path, "excludes")),
            because=tuple(asked.because),
        )

    def _options(self, asked: Question, path: Path_) -> Options:
        data = asked.options or {}
        place: Path_ = (*path, "options")
        for key in data:
            if key != "by":
                message = f"unknown key {quote(key)} in 'options'{nearest(key, ['by'])}"
                raise ScenarioError(message, (*place, key), key=True)
        if not isinstance(data.get("by"), str):
            raise ScenarioError("'options' has no 'by', the player who is asked about", place)
        by = self.finder.player(data["by"], (*place, "by"))
        return Options(
            path,
            asked.name or f"options of {data['by']}",
            by,
            self.finder.sides[by],
            *expected(asked, path, partial(self.acting.acts, by)),
            because=tuple(asked.because),
        )

    def _targets(self, asked: Question, path: Path_) -> Targets:
        place: Path_ = (*path, "targets")
        data = dict(asked.targets or {})
        number = data.pop("target", 1)
        if type(number) is not int or number < 1:
            message = f"{shape(number)} as 'target'; expected 1 for the first target"
            raise ScenarioError(message, (*place, "target"))
        act = self.acting.act(Step.read(data, place), place)
        return Targets(
            path,
            asked.name or f"targets of {act.text}",
            act,
            number,
            *expected(asked, path, self.expecting.refs),
            because=tuple(asked.because),
        )

    def _outcomes(self, asked: Question, path: Path_) -> Outcomes:
        for key in asked.outcomes or {}:
            message = f"unknown key {quote(key)} in 'outcomes'; write 'outcomes: {{}}'"
            raise ScenarioError(message, (*path, "outcomes", key), key=True)
        return Outcomes(
            path,
            asked.name or "outcomes",
            *expected(asked, path, self.expecting.leaves),
            because=tuple(asked.because),
        )

    def _orders(self, asked: Question, path: Path_) -> Orders:
        place: Path_ = (*path, "orders")
        data = dict(asked.orders or {})
        limit, count = data.pop("limit", None), data.pop("count", False)
        for key in data:
            message = f"unknown key {quote(key)} in 'orders'{nearest(key, ['count', 'limit'])}"
            raise ScenarioError(message, (*place, key), key=True)
        if limit is not None and (type(limit) is not int or not 1 <= limit <= 10_000):
            message = f"{shape(limit)} as 'limit'; expected a number from 1 to 10000"
            raise ScenarioError(message, (*place, "limit"))
        if not isinstance(count, bool):
            message = f"{shape(count)} as 'count'; expected true or false"
            raise ScenarioError(message, (*place, "count"))
        if count and limit is not None:
            raise ScenarioError("'limit' has no meaning with 'count'", (*place, "limit"), key=True)
        if self.game.orders is None:
            message = "this game has nothing that is played in different orders"
            raise ScenarioError(message, place, key=True)
        number: int | None = None
        expect: tuple[tuple[Act, ...], ...] | None = None
        if "expect" in asked.said:
            if type(asked.expect) is int:
                number = asked.expect
            else:
                expect = self._sequences(asked.expect, (*path, "expect"))
        return Orders(
            path,
            asked.name or "orders",
            expect,
            self._sequences(asked.includes, (*path, "includes")),
            self._sequences(asked.excludes, (*path, "excludes")),
            number,
            0 if count else Orders.limit if limit is None else limit,
            because=tuple(asked.because),
        )

    def _sequences(self, value: Any, path: Path_) -> tuple[tuple[Act, ...], ...]:
        if value is None:
            return ()
        found = []
        for place, entry in numbered(value, path):
            if not isinstance(entry, list | tuple):
                raise ScenarioError(f"{shape(entry)}; expected a list of what is played", place)
            found.append(tuple(self._played(one, (*place, n)) for n, one in enumerate(entry)))
        return tuple(found)

    def _played(self, value: Any, path: Path_) -> Act:
        """Return one member of an order: a name, or an action with more to say."""
        assert self.game.orders is not None
        action = self.game.orders.action
        data = {action: value} if isinstance(value, str) else value
        if not isinstance(data, dict) or action not in data:
            message = f"{shape(value)}; expected a name, or a mapping such as {{{action}: NAME}}"
            raise ScenarioError(message, path)
        return self.acting.act(Step.read(data, path), path)

    def _what(self, asked: Question, path: Path_) -> What:
        found = self.expecting.property(asked.what or "", (*path, "what"))
        if asked.of is None and found.of != "game":
            raise ScenarioError("'what' has no 'of', the object or player asked about", path)
        of = THE_GAME if asked.of is None else self.expecting.of(asked.of, (*path, "of"))
        self.expecting.one_of(found, of, (*path, "of"))
        return What(
            path,
            asked.name or (f"{found.name} of {of.text}" if asked.of else found.name),
            found,
            of,
            *expected(asked, path, partial(self.expecting.values, found)),
            because=tuple(asked.because),
        )
