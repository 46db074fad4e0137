"""What is done, line by line, as what each micro-step is told to do.

Whoever holds priority and is not named passes; after the last line the game stops where a player
may act. A line that settles a later decision (a target, X) does so when that decision comes up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import field, replace

from clingo import Function, Symbol

from kb.errors import LudexError, quote
from kb.inference.graph import State, StepResult
from kb.inference.models import Model
from kb.inference.offers import Offers
from kb.inference.settling import lacking, later_choices, named_for
from kb.records import record
from kb.scenario.actions import PASS
from kb.scenario.game import Game
from kb.scenario.references import Present
from kb.scenario.script import Act, Awaits, Choose, Resolve, ScriptLine, Until


@record
class Position:
    """How far a script has come.

    Attributes
    ----------
    line : int
        The line that is being carried out.
    acted : bool
        Whether what the line says has been done and only its later decisions are left, or, for
        `resolve`, whether all have passed.
    used : frozenset of int
        The `choose` lines that have settled their decision, and the `until` lines reached.
    awaited : int
        How many turns have begun while the line, an `until`, has not been reached.
    """

    line: int = 0
    acted: bool = False
    used: frozenset[int] = field(default_factory=frozenset)
    awaited: int = 0


class ScriptError(LudexError):
    """Something that is to be done cannot be: the line says where it stands.

    What could have been said instead is `expected`, as players or options; `waited` is the state
    in which a decision was expected that did not come up, `moment` the one in which it did; `unset`
    says that nothing has been set off which was expected to be.
    """

    def __init__(
        self,
        message: str,
        line: ScriptLine,
        expected: Iterable[Symbol] = (),
        waited: State = frozenset(),
        unset: bool = False,
        moment: State = frozenset(),
    ) -> None:
        super().__init__(message)
        self.moment = moment
        self.unset = unset
        self.path = line.path
        self.waited = waited
        self.expected = tuple(sorted(expected))


class Script:
    """Drives an exploration by the lines of a scenario; see `kb.inference.graph.Driver`.

    Parameters
    ----------
    game : Game
        Whose `pass` action is taken by whoever is not named.
    lines : sequence of ScriptLine
        What is done.
    static : iterable of Symbol
        The scenario's facts: who plays for which side.
    offers : Offers, optional
        How options may be named.
    """

    def __init__(
        self,
        game: Game,
        lines: Sequence[ScriptLine],
        static: Iterable[Symbol],
        offers: Offers | None = None,
    ) -> None:
        self.game = game
        self._offers = offers
        self.lines = tuple(lines)
        # Of lines that settle a decision for the wrong player: whose it was.
        self._others: dict[int, set[Symbol]] = {}
        self._met: dict[int, set[str]] = {}
        self._waited_for: set[int] = set()
        self._passed: set[int] = set()
        static = tuple(static)
        sides = dict.fromkeys(fact.arguments[1] for fact in static if fact.match("side", 2))
        self.sides = len(sides)
        # A decision that cannot be passed has no option for whoever is not named.
        self.passing: dict[Symbol, Symbol | None] = {}
        # Those in which whoever is not named gives something up.
        self.declaring: set[Symbol] = set()
        # Those that nobody can pass by: whoever is not named declares in any of the ways there are.
        self.owing: set[Symbol] = set()
        for action in game.actions.values():
            rest = action.option if action.name == PASS else action.rest
            if rest is not None or action.must:
                for side in sides:
                    option = None if rest is None else rest.term
                    decision = action.decision.fill({"side": side})
                    self.passing[decision] = option
                    whole = action.each is not None and rest == action.option
                    if action.name != PASS and rest is not None:
                        (self.owing if whole else self.declaring).add(decision)

    def same(self, other: Script) -> bool:
        """Tell whether another script does the same."""
        mine, theirs = (
            {name: value for name, value in vars(one).items() if name[0] != "_"}
            for one in (self, other)
        )
        return type(self) is type(other) and mine == theirs

    def start(self) -> Position:
        """Return the position before the first line."""
        return Position()

    def open(self) -> str:
        """Return what a step is told in which every player's decision stays open."""
        return "".join(f"left_open({decision}).\n" for decision in self.passing)

    def objection(self, state: State, position: Position, model: Model) -> str:
        """Return what a solved step has to be asked again, so that it says what stands in the way.

        Whoever is not named passes, but nobody gives up a declaration, or lets a phase go by, for
        a line that comes too early: that line is not legal.
        """
        line = self._due(state, position)
        act = self.lines[line] if line < len(self.lines) else None
        if not isinstance(act, Act) or not self._too_early(line, model):
            return ""
        options = act.options(Present.of(state))
        return "".join(f"asked({act.decision()},{option}).\n" for option in options)

    def _too_early(self, due: int, model: Model) -> bool:
        """Return whether something else is to be decided before what a line does can be done."""
        line = self.lines[due]
        if not isinstance(line, Act) or line.action.name == PASS or line.action.rest is not None:
            return False
        slots = {atom.arguments[0] for atom in model.of("slot")}
        # Where several declare alike, one after the other, whoever is not named declares nothing.
        alike = line.decision().name
        declaring = self.declaring | (self.owing if self._stopped_before(due) else set())
        before = {slot for slot in slots & declaring if slot.name != alike}
        return line.decision() not in slots and bool(before)

    def _stopped_before(self, due: int) -> bool:
        """Return whether the line before is an `until`: what it stops at is what comes next."""
        said = [line for line in self.lines[:due] if not isinstance(line, Choose)]
        return bool(said) and isinstance(said[-1], Until)

    def may_act(self, model: Model) -> bool:
        """Return whether a player may act in the state of a step."""
        return any(atom.arguments[0] in self.passing for atom in model.of("slot"))

    def extra(self, state: State, position: Position) -> str:
        """Return what the step is told: which option is taken, or that the decision stays open."""
        present = Present.of(state)
        text = ""
        last = self._last_act(position)
        if last is not None:
            text += later_choices(last, present)
        line = self._due(state, position)
        text += self._named(position, line)
        act = self.lines[line] if line < len(self.lines) else None
        for decision, passing in self.passing.items():
            if isinstance(act, Act) and act.decision() == decision:
                text += named_for(act, present)
                for option in act.options(present):
                    text += f"forced({decision},{option}).\n"
                if act.missing(present) is None:
                    for part, option in act.parts(present):
                        text += f"forced({part},{option}).\n"
                if act.action.through and not self._on_the_way(act, state):
                    # If the moment for it is over, the step says by which rule.
                    for option in act.options(present):
                        text += f"asked({decision},{option}).\n"
                if not act.options(present):
                    text += f"left_open({decision}).\n"
            elif act is not None:
                text += "" if passing is None else f"forced({decision},{passing}).\n"
            else:
                text += f"left_open({decision}).\n"
        return text

    def stacked(self, state: State) -> bool:
        """Return whether anything waits to resolve."""
        waits = self.game.stack.waits
        return waits is not None and any(waits.match(fluent, {}) is not None for fluent in state)

    def _line_of_act(self, position: Position) -> int | None:
        """Return the line in which somebody has acted last."""
        before = range(position.line - 1, -1, -1)
        return next((line for line in before if isinstance(self.lines[line], Act)), None)

    def _last_act(self, position: Position) -> Act | None:
        line = self._line_of_act(position)
        found = None if line is None else self.lines[line]
        return found if isinstance(found, Act) else None

    def _due(self, state: State, position: Position) -> int:
        """Return the line that the next open decision of a player belongs to."""
        line, acted = position.line, position.acted
        while line < len(self.lines):
            found = self.lines[line]
            if isinstance(found, Act):
                return line
            if isinstance(found, Resolve):
                if self.stacked(state) if found.everything else not acted:
                    return line
            elif isinstance(found, Awaits):
                if self.leads_to(found.act, state):
                    return line
            elif isinstance(found, Until):
                if line not in position.used and not self._reached(found, state):
                    self._waited_for.add(line)
                    return line
                self._passed.add(line)
            line, acted = line + 1, False
        return line

    @property
    def idle(self) -> list[Until]:
        """The lines that were passed and waited for what it was already, wherever they came up."""
        found = [self.lines[n] for n in sorted(self._passed - self._waited_for)]
        return [line for line in found if isinstance(line, Until)]

    def _reached(self, until: Until, state: State) -> bool:
        over = None if until.side is None else self.game.turn.over
        # A turn that is about to end is none to wait for.
        if over is not None and any(over.match(fluent, {}) is not None for fluent in state):
            return False
        return until.reached(self.game.turn, state)

    def turn(self, state: State, position: Position, models: list[Model]) -> StepResult:
        """Say what a solved step means: a way on, the end of the script, an illegal action."""
        first = models[0]
        if first.mode == "over":
            return StepResult("over", [])
        if first.of("withdrawn"):
            return StepResult("void", [])
        stuck = {atom.arguments[0] for atom in first.of("stuck")}
        settled = {atom.arguments[0] for atom in first.of("settled")}
        if stuck & settled:
            return self._illegal(first, stuck & settled)
        due = self._due(state, position)
        # A part of the turn in which nobody decides anything counts as reached, too.
        reached = [n for n in range(position.line, due) if isinstance(self.lines[n], Until)]
        if not position.used.issuperset(reached):  # the next `until` waits anew
            position = replace(position, used=position.used.union(reached), awaited=0)
        self._can_be_aimed_at(position, state, first)
        if due == len(self.lines) and self._ends_at_a_moment(state):
            self._all_chosen(position, due, state)
            return StepResult("leaf", [])
        if self.may_act(first):
            self._all_chosen(position, due, state)
            self._x_was_asked_for(position, state)
            if due == len(self.lines) or self._has_come_up(self.lines[due], first):
                return StepResult("leaf", [])
            late = self._too_late(self.lines[due], first, state)
            if late or self._too_early(due, first):
                return self._illegal(first, settled)
            self._can_be_done(self.lines[due], state)
        elif stuck and first.next == state:
            return StepResult("stuck", [], tuple(sorted(stuck)))
        elif not first.mode:
            return StepResult("leaf", [])
        return StepResult(
            "step",
            [
                (model, self._waited(state, model, self._after(model, moved, due), due))
                for model, moved in self._chosen(position, due, state, models)
            ],
        )

    def _ends_at_a_moment(self, state: State) -> bool:
        """Return whether the script ends in a moment in which nobody acts.

        Its last `until` stops there; and where nothing is to be done, a board that is told there.
        """
        last, words = self.lines[-1] if self.lines else None, self.game.turn
        if words.moment is None or not (last is None or isinstance(last, Until)):
            return False
        if any(words.moment.match(fluent, {}) is not None for fluent in state):
            return last is None or (last.phase is not None and self._reached(last, state))
        return False

    def _x_was_asked_for(self, position: Position, state: State) -> None:
        """Refuse a line that has named an X, where nothing has asked for one."""
        line = self._line_of_act(position)
        act = None if line is None else self.lines[line]
        if isinstance(act, Act) and act.x is not None and line not in position.used:
            raise ScriptError(f"no X is asked for here: {quote(f'x: {act.x}')}", act, waited=state)

    @staticmethod
    def _illegal(model: Model, decisions: set[Symbol]) -> StepResult:
        reasons = [atom for atom in model.of("unmet") if atom.arguments[0] in decisions]
        return StepResult("illegal", [], tuple(reasons) or tuple(sorted(decisions)))

    def refused(self, state: State, position: Position, decisions: set[Symbol]) -> Act | None:
        """Return the line in which decisions without a legal way on were to be made."""
        due = self._due(state, position)
        found = self.lines[due] if due < len(self.lines) else None
        parts: set[Symbol] = set()
        present = Present.of(state)
        if isinstance(found, Act) and found.missing(present) is None:
            parts = {part for part, _ in found.parts(present)}
        if not decisions & (set(self.passing) | parts):
            found = self._last_act(position)
        return found if isinstance(found, Act) else None

    def _too_late(self, line: ScriptLine, model: Model, state: State) -> bool:
        """Return whether passing does not lead to the decision that a line is about."""
        if not isinstance(line, Act) or not line.action.through:
            return False
        # That of another, which is made before, leads to it.
        if any(atom.arguments[0].name == line.decision().name for atom in model.of("slot")):
            return False
        return not self._on_the_way(line, state)

    def _on_the_way(self, act: Act, state: State) -> bool:
        """Return whether passing leads from this part of the turn to a declaration."""
        phase = self.game.turn.phase
        return any(phase.fill({"phase": Function(name)}) in state for name in act.action.through)

    @staticmethod
    def _has_come_up(line: ScriptLine, model: Model) -> bool:
        """Return whether the declaration that is awaited is to be made now."""
        if not isinstance(line, Awaits):
            return False
        return any(atom.arguments[0] == line.act.decision() for atom in model.of("slot"))

    def leads_to(self, act: Act, state: State) -> bool:
        """Return whether a declaration comes up next, before any other, once all have passed."""
        phase = self.game.turn.phase
        return any(phase.fill({"phase": Function(name)}) in state for name in act.action.ahead)

    def _can_be_done(self, line: ScriptLine, state: State) -> None:
        if isinstance(line, Act) and (missing := line.missing(Present.of(state))) is not None:
            raise ScriptError(f"{quote(missing.text)} is not there any more", line)
        if isinstance(line, Act) and not line.options(Present.of(state)):
            raise ScriptError(f"{quote(line.text or line.action.name)} is not there any more", line)
        if isinstance(line, Resolve) and not self.stacked(state):
            where = self.game.stack.called
            raise ScriptError(f"nothing is {where} that could resolve", line, unset=True)

    def _can_be_aimed_at(self, position: Position, state: State, model: Model) -> None:
        """Refuse a line that names as a target what is not there when that target is chosen."""
        act = self._last_act(position)
        target = None if act is None else lacking(act, state, model)
        if act is not None and target is not None:
            raise ScriptError(f"{quote(target.text)} is nowhere to be found at this point", act)

    def _after(self, model: Model, position: Position, due: int) -> Position:
        """Return the position after a step: further when a player did what a line says."""
        taken = [decision for decision, _ in model.takes if decision in self.passing]
        if not taken or due >= len(self.lines):
            return position
        line = self.lines[due]
        if isinstance(line, Act) and line.decision() in taken:
            return replace(position, line=due + 1, acted=False)
        resolving = bool(model.of("round_over")) or self.passing[taken[0]] is None
        return replace(position, line=due, acted=resolving)

    def _waited(self, state: State, model: Model, position: Position, due: int) -> Position:
        """Count the turns that begin while a part of one is awaited; a whole round is enough."""
        line = self.lines[due] if due < len(self.lines) else None
        if not isinstance(line, Until):
            return position if position.awaited == 0 else replace(position, awaited=0)
        begun = self._active(model.next) != self._active(state)
        if begun and position.awaited > self.sides:
            raise ScriptError(f"{quote(line.text)} comes in nobody's turn here", line)
        return replace(position, awaited=position.awaited + 1) if begun else position

    def _active(self, state: State) -> Symbol | None:
        template = self.game.turn.active
        sides = {decision.arguments[0] for decision in self.passing}
        return next((side for side in sides if template.fill({"side": side}) in state), None)

    def _armed(self, position: Position, due: int) -> list[int]:
        return [
            line
            for line in range(position.line, due)
            if isinstance(self.lines[line], Choose) and line not in position.used
        ] + [
            line
            for line in range(due + 1, len(self.lines))
            if isinstance(self.lines[line], Choose)
            and line not in position.used
            and all(isinstance(self.lines[between], Choose) for between in range(due + 1, line))
            and not isinstance(self.lines[due], Act)
        ]

    def _named(self, position: Position, due: int) -> str:
        """Return, as facts, the kinds of decisions about which armed `choose` lines say something.

        What nobody need decide is open only where somebody names it.
        """
        lines = (self.lines[line] for line in self._armed(position, due))
        kinds = sorted({line.decision for line in lines if isinstance(line, Choose)})
        return "".join(f"choice_named({kind}).\n" for kind in kinds)

    def _all_chosen(self, position: Position, due: int, state: State) -> None:
        for line in range(position.line, due):
            found = self.lines[line]
            if isinstance(found, Choose) and line not in position.used:
                if line in self._others:
                    message = f"the decision {quote(found.word)} is another player's"
                    raise ScriptError(message, found, self._others[line])
                came_up = self._met.get(line, set())
                if found.decision in came_up:
                    message = (
                        f"no choice for {quote(found.word)} is left here: "
                        "it is named already, or there is one option only"
                    )
                    raise ScriptError(message, found, waited=state)
                met = self._kinds(came_up)
                if due < len(self.lines) and isinstance(self.lines[due], Resolve):
                    met += "; what is chosen while something resolves stands behind 'resolve'"
                message = f"no choice for {quote(found.word)} came up{met}"
                raise ScriptError(message, found, waited=state)

    def _kinds(self, decisions: set[str]) -> str:
        """Return, for the end of a message, which kinds of decisions came up."""
        words = [quote(word) for word, name in self.game.decisions.items() if name in decisions]
        return f" here; found {', '.join(sorted(words))}" if words else ""

    def _chosen(
        self, position: Position, due: int, state: State, models: list[Model]
    ) -> list[tuple[Model, Position]]:
        """Keep the models in which armed `choose` lines have their way."""
        present = Present.of(state)
        used = position.used
        kept = models
        # What the line that acts has named itself as its targets is not chosen once more.
        act = self._last_act(position)
        named = () if act is None else act.action.settles.values()
        names = {settled.decision.term.name for settled in named}
        done = {
            atom.arguments[0]
            for model in models
            for atom in model.of("settled")
            if atom.arguments[0].name in names
        }
        x = None if act is None else act.action.settles.get("x")
        if x is not None and any(one.name == x.decision.term.name for one in done):
            acted = self._line_of_act(position)
            used |= frozenset(() if acted is None else (acted,))
        for line in self._armed(position, due):
            choose = self.lines[line]
            assert isinstance(choose, Choose)
            offered: dict[Symbol, set[Symbol]] = {}
            for model in kept:
                for decision, option in model.takes:
                    choosers = _choosers(model, decision)
                    self._met.setdefault(line, set()).add(decision.name)
                    if choose.by is None or choose.by in choosers:
                        offered.setdefault(decision, set()).add(option)
                    elif decision.name == choose.decision and choosers:
                        self._others[line] = choosers
            # A real choice comes before one that has a single option.
            for decision in sorted(offered, key=lambda found: (len(offered[found]) == 1, found)):
                if decision.name != choose.decision or decision in done:
                    continue
                wanted = set(self._meant(choose, decision, offered[decision], present))
                if not wanted and len(offered[decision]) == 1:
                    continue  # nothing is decided there, so another decision is meant
                if not wanted:
                    raise ScriptError(
                        f"{quote(choose.text)} is no legal choice for {quote(choose.word)}",
                        choose,
                        offered[decision],
                        moment=state,
                    )
                kept = [
                    model
                    for model in kept
                    if any(d == decision and o in wanted for d, o in model.takes)
                ]
                used |= {line}
                done.add(decision)
                break
        moved = replace(position, used=used)
        return [(model, moved) for model in kept]

    def _meant(
        self, choose: Choose, decision: Symbol, offered: Collection[Symbol], present: Present
    ) -> tuple[Symbol, ...]:
        if self._offers is None:
            return choose.settles(decision, offered, present)
        offers = self._offers.at(present)
        return choose.settles(decision, offered, present, offers.said, offers.numbers)


def _choosers(model: Model, decision: Symbol) -> set[Symbol]:
    return {a.arguments[1] for a in model.of("decider") if a.arguments[0] == decision}
