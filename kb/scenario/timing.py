"""Reads questions about when something comes about."""

from __future__ import annotations

from functools import partial
from typing import Any

from clingo import Symbol

from kb.errors import nearest, quote
from kb.scenario.acting import Acting
from kb.scenario.entries import expected, numbered, shape, text_of
from kb.scenario.expecting import Expecting
from kb.scenario.model import Question
from kb.scenario.questions import Moment, When
from kb.scenario.reader import Path_, ScenarioError

_OF_MOMENT = ("turn", "player", "phase")
_WITHIN = 3


class Timing:
    """Reads what is looked for over the coming turns, and the moments that are expected.

    Parameters
    ----------
    acting : Acting
        What reads the actions that the players are left with.
    expecting : Expecting
        What reads the goal.
    """

    def __init__(self, acting: Acting, expecting: Expecting) -> None:
        self.acting = acting
        self.expecting = expecting
        self.finder = acting.finder

    def question(self, asked: Question, path: Path_) -> When:
        """Return a question about when something comes about, typed."""
        goal = self.expecting.leaf(asked.when or {}, (*path, "when"))
        if not goal:
            message = "'when' has nothing to look for; expected a mapping such as "
            raise ScenarioError(f"{message}{{NAME: {{zone: field}}}}", (*path, "when"))
        name = asked.of or next(iter(self.finder.players.values()))
        side = self.finder.side(name, (*path, "of"))
        only = None
        if asked.only is not None:
            only = tuple(self.acting.act(s, (*path, "only", n)) for n, s in enumerate(asked.only))
        said = ", ".join(f"{one.of.text} {one.property.name}" for one in goal)
        return When(
            path,
            asked.name or f"when {said}",
            goal,
            side,
            _WITHIN if asked.within is None else asked.within,
            only,
            *expected(asked, path, partial(self._moments, side)),
            because=tuple(asked.because),
        )

    def _moments(self, side: Symbol, value: Any, path: Path_) -> tuple[Moment | None, ...]:
        if value is None:
            return ()
        return tuple(self._moment(entry, place, side) for place, entry in numbered(value, path))

    def _moment(self, value: Any, path: Path_, side: Symbol) -> Moment | None:
        if value == "never":
            return None
        if not isinstance(value, dict):
            message = f"{shape(value)}; expected 'never' or a mapping such as {{turn: 1}}"
            raise ScenarioError(message, path)
        for key in value:
            if key not in _OF_MOMENT:
                message = f"unknown key {quote(str(key))} in a moment"
                raise ScenarioError(message + nearest(str(key), _OF_MOMENT), (*path, key), key=True)
        turn = value.get("turn")
        if type(turn) is not int or turn < 0:
            message = f"{shape(turn)} as 'turn'; expected a number, 0 for the present turn"
            raise ScenarioError(message, (*path, "turn"))
        player, phase = value.get("player"), value.get("phase")
        return Moment(
            turn,
            side
            if player is None
            else self.finder.side(text_of(player, (*path, "player")), (*path, "player")),
            None
            if phase is None
            else self.finder.phase(text_of(phase, (*path, "phase")), (*path, "phase")),
            ", ".join(f"{key} {entry}" for key, entry in value.items()),
        )
