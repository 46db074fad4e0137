"""Whether a board is answered in another way under two rulebooks, and because of which rule."""

from __future__ import annotations

from typing import NamedTuple

from kb.errors import LudexError
from kb.inference.session import Session
from kb.rulebook import RulebookView
from kb.scenario import Case, Scenario, reader
from kb.testing.asked import UNASKED, GivenAnswer, answered, opened, situated
from kb.testing.between import Between, changed_alone
from kb.verification.board import Data
from kb.verification.probing import TimedEngine


def first_numbers(between: Between) -> set[str]:
    """Return the numbers of the changed rules, of each the first."""
    return {
        number
        for view in (between.old, between.new)
        for name in between.numbered & view.labels.keys()
        for number in view.labels[name].numbers_on(view.date)[:1]
    }


class Blame:
    """Tells whether boards are answered in another way because of one of the changed rules.

    They are, if without its change alone, or by its change alone, the answer is another one.

    Parameters
    ----------
    between : Between
    rule : str
        The first number of the rule.
    """

    def __init__(self, between: Between, rule: str) -> None:
        old, new = between.old, between.new
        # Of rules of which one alone has changed, nothing need be asked.
        self._only = first_numbers(between) <= {rule}
        self._pairs = () if self._only else ((new, old), (old, new))
        self._rule = rule
        self._views: dict[int, RulebookView] = {}
        self._by: int | None = None

    def on(self, data: Data) -> bool:
        """Return whether a board of one question shows the rule, in the way the first did."""
        ways = range(len(self._pairs)) if self._by is None else (self._by,)
        shown = next((way for way in ways if self._shows(data, way)), None)
        self._by = shown if self._by is None else self._by
        return self._only or shown is not None

    def _shows(self, data: Data, way: int) -> bool:
        from_, to = self._pairs[way]
        if way not in self._views:
            self._views[way] = changed_alone(from_, to, self._rule)
        case = Case("", Scenario.of(reader.node_of(data)))
        try:
            said = [
                answered(opened(situated(case, view), view, told=False))[0][0].key
                for view in (from_, self._views[way])
            ]
        except LudexError:
            return False
        return said[0] != said[1] and UNASKED not in said


class Differing(NamedTuple):
    """A question of a board that is answered in another way, and both answers."""

    number: int
    question: str
    before: GivenAnswer
    after: GivenAnswer

    @property
    def plain(self) -> bool:
        """Whether the sentence is another one, and not only what is told besides."""
        return self.before.sentence != self.after.sentence

    @property
    def length(self) -> int:
        """How long both sentences are together."""
        return len(self.before.sentence) + len(self.after.sentence)


def differs(data: Data, between: Between) -> Differing | None:
    """Return the first question of a board with another answer; None if there is none."""
    try:
        return first_differing(data, between)
    except LudexError:
        return None


def first_differing(data: Data, between: Between, end: float | None = None) -> Differing | None:
    """Return the same; refused is a board that makes no sense, and one when the time ends."""
    sides = ((between.old, between.old_slicer), (between.new, between.new_slicer))
    case = Case("", Scenario.of(reader.node_of(data)))
    sessions = []
    for view, slicer in sides:
        situation = situated(case, view)
        engine = TimedEngine(view, situation.static, slicer, end)
        sessions.append(Session(situation, view, situation.game, engine=engine))
    (before, _), (after, _) = map(answered, sessions)
    questions = sessions[0].situation.questions
    for number, both in enumerate(zip(before, after, strict=True)):
        if both[0].key != both[1].key and UNASKED not in (both[0].key, both[1].key):
            return Differing(number, questions[number].name, *both)
    return None
