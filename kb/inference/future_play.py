"""When something comes about: the game goes on, and every player may do whatever is legal.

After the last line of the script all that players may do is followed, or, if the question says so,
only certain actions; each way is followed until what is asked about is so, or until too many turns
have begun.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from clingo import Function, Number, Symbol

from kb.inference.graph import State, StateNode, StepResult
from kb.inference.models import Model
from kb.inference.script import Position, Script
from kb.inference.settling import later_choices, pattern
from kb.records import record
from kb.scenario.expecting import Expected
from kb.scenario.game import Game
from kb.scenario.references import FALSE, TRUE, Present
from kb.scenario.script import Act, ScriptLine

NOBODY = Function("nobody")
"""Whose turn it is between turns."""


@record
class FuturePosition(Position):
    """How far a game has gone on after its script.

    Attributes
    ----------
    turns : tuple of (Symbol, int)
        How many turns of each side have begun since the script was done.
    free : bool
        Whether a player has decided something since, so that the script settles nothing more.
    begins : bool
        Whether what must be done first has been done: where other questions look, this one begins.
    """

    turns: tuple[tuple[Symbol, int], ...] = ()
    free: bool = False
    begins: bool = False

    def begun(self, side: Symbol) -> int:
        """Return how many turns of a side have begun."""
        return dict(self.turns).get(side, 0)


class FuturePlay(Script):
    """Drives an exploration by the lines of a scenario, and then by what players may do.

    Parameters
    ----------
    game : Game
    lines : sequence of ScriptLine
        What is done first.
    static : iterable of Symbol
        The scenario's facts.
    goal : tuple of Expected
        What is looked for.
    side, within
        How many turns of which side are followed.
    only : tuple of Act or None
        What the players may do besides passing; None for all that is legal.
    """

    def __init__(
        self,
        game: Game,
        lines: Sequence[ScriptLine],
        static: Iterable[Symbol],
        *,
        goal: tuple[Expected, ...],
        side: Symbol,
        within: int,
        only: tuple[Act, ...] | None,
    ) -> None:
        super().__init__(game, lines, static)
        self.goal = goal
        self.side = side
        self.within = within
        self.only = only

    def start(self) -> Position:
        """Return the position before the first line."""
        return FuturePosition()

    def done(self, node: StateNode) -> bool:
        """Tell whether the script is done in a state that was reached."""
        position = node.position
        return isinstance(position, Position) and self._due(node.state, position) == len(self.lines)

    def extra(self, state: State, position: Position) -> str:
        """Return what the step is told, beside the state; after the script, what is looked for."""
        if self._due(state, position) < len(self.lines):
            return super().extra(state, position)
        present = Present(state)
        last = self._last_act(position)
        text = ""
        if last is not None and not (isinstance(position, FuturePosition) and position.free):
            text += later_choices(last, present)
        if self.only is not None:
            for decision, passing in self.passing.items():
                text += "" if passing is None else f"forced({decision},{passing}).\n"
            for act in self.only:
                for option in act.options(present):
                    text += f"forced({act.decision()},{option}).\n"
                text += later_choices(act, present)
        return text + self._sought(present)

    def _sought(self, present: Present) -> str:
        """Return the rule by which what is looked for has come about."""
        parts = []
        for one in self.goal:
            found = _holds(one, present)
            if found is None:
                return ""
            parts += found
        return f"reached :- {', '.join(parts)}.\n"

    def turn(self, state: State, position: Position, models: list[Model]) -> StepResult:
        """Say what a solved step means: a way on, or the end of what is followed."""
        if self._due(state, position) < len(self.lines):
            return super().turn(state, position, models)
        first = models[0]
        begins = isinstance(position, FuturePosition) and position.begins
        found = None if begins else super().turn(state, position, models)
        if found is not None and found.kind == "leaf":
            begins = True
        begun = position.begun(self.side) if isinstance(position, FuturePosition) else 0
        if begins and first.mode != "over" and (first.of("reached") or begun > self.within):
            return StepResult("leaf", [])
        if found is None:
            found = super().turn(state, position, models)
        if found.kind == "leaf" and first.mode:
            found = StepResult("step", [(model, position) for model in models])
        if found.kind != "step":
            return found
        active = self._active(state)
        later: list[tuple[Model, Hashable]] = []
        for model, moved in found.onward:
            assert isinstance(moved, Position)
            later.append((model, self._later(model, moved, active, begins=begins)))
        return StepResult("step", later)

    def _later(
        self, model: Model, position: Position, active: Symbol | None, *, begins: bool
    ) -> Position:
        """Return the position after a step, with the turn that it begins."""
        turns = dict(position.turns) if isinstance(position, FuturePosition) else {}
        following = self._active(model.next)
        if following is not None and following != active:
            turns[following] = turns.get(following, 0) + 1
        free = any(decision in self.passing for decision, _ in model.takes)
        return FuturePosition(
            position.line,
            position.acted,
            position.used,
            turns=tuple(sorted(turns.items())),
            free=free or (isinstance(position, FuturePosition) and position.free),
            begins=begins,
        )

    def moment(self, state: State, position: object) -> tuple[Symbol, ...]:
        """Return whose turn it is, which one of theirs since the script was done, which phase.

        Between turns it is nobody's: how many of those that are counted have begun is told then.
        """
        phase = self._phase(state)
        if phase is None:
            return ()
        side = self._active(state)
        begun = position.begun(side or self.side) if isinstance(position, FuturePosition) else 0
        return side or NOBODY, Number(begun), phase

    def _phase(self, state: State) -> Symbol | None:
        """Return the part of the turn, or the one that is just beginning."""
        words = self.game.turn
        phases = dict.fromkeys(self.game.phases.values())
        found = next((p for p in phases if words.phase.fill({"phase": p}) in state), None)
        if found is not None or words.moment is None:
            return found
        begun = {words.moment.match(fluent, {}) for fluent in state}
        return next((p for p in phases if p in begun), None)


def _holds(one: Expected, present: Present) -> list[str] | None:
    """Return conditions of a rule that say that a property has the values; None if it cannot."""
    asked = one.property
    terms = one.of.terms(present)
    if not terms:
        return None
    parts = []
    filled = {"object": terms[0], "player": terms[0], "side": one.of.side or terms[0]}
    for value in one.values:
        body = pattern(asked.pattern, filled)
        if value == FALSE or value == asked.otherwise:
            parts.append(f"not {_atom(body, asked.derived)}")
        elif value == TRUE:
            parts.append(_atom(body, asked.derived))
        else:
            parts.append(_atom(str(asked.pattern.fill({**filled, "?": value})), asked.derived))
    return parts


def _atom(term: str, derived: bool) -> str:
    return term if derived else f"given({term})"
