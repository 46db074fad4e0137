"""When something comes about, whatever the players do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated, Any, Self, TypedDict

from clingo import Symbol, SymbolType

from kb.inference.future_play import NOBODY, FuturePlay
from kb.inference.graph import Edge
from kb.inference.leaves import Answer, Ending, decisions
from kb.inference.properties import lacking, seen, unsure
from kb.inference.session import Session
from kb.ordinals import ordinal
from kb.proof.words import listed
from kb.questions.asked import UNDETERMINED, Among, Asking, value_of
from kb.questions.speech import Speech
from kb.records import record
from kb.scenario.entries import counted, known_keys, numbered, shape, text_of
from kb.scenario.expecting import Expected
from kb.scenario.finding import Finder
from kb.scenario.model import Question
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.script import Act
from kb.serialization import least

WITHIN = 3
"""How many turns are followed, unless the question says so."""

WAYS = 40
"""How many ways to one state are followed to tell what is done on them."""


class MomentData(TypedDict):
    """Whose turn, which one from now on (0 the present one), what part.

    Between turns it is nobody's: how many of the asked player's turns have begun is told then.
    """

    player: str | None
    turn: Annotated[int, least(0)]
    phase: str


@record
class Moment:
    """A moment at which something is expected to come about.

    Parameters
    ----------
    turn : int
        How many turns of that side have begun since the script was done; 0 for the present one.
    side : Symbol
        Whose turn it is.
    phase : Symbol or None
        The part of the turn; None for any.
    between : bool
        Whether it may be between turns instead: a part is said, and nobody whose turn it is.
    text : str
        The moment as it was written.
    """

    turn: int
    side: Symbol
    phase: Symbol | None
    text: str = ""
    between: bool = False


@record(kw_only=True)
class When(Among[Moment | None]):
    """When something comes about, whatever the players do.

    What is expected are moments, None among them if it may fail to come about.

    Parameters
    ----------
    goal : tuple of Expected
        What has to be so.
    side : Symbol
        Whose turns are counted.
    within : int
        How many of those turns are followed.
    only : tuple of Act or None
        What the players may do besides passing; None for all that is legal.
    """

    word = "when"
    about_acts = True
    open_ended = True
    takes = frozenset({"of", "within", "only", "includes", "excludes"})
    alternatives = True
    follows = True

    goal: tuple[Expected, ...]
    side: Symbol
    within: int
    only: tuple[Act, ...] | None = None

    @classmethod
    def read(cls, asking: Asking, asked: Question, path: Path_) -> Self:
        """Return the question that an entry of a scenario asks."""
        goal = asking.expecting.leaf(asked.when or {}, (*path, cls.word))
        if not goal:
            message = "'when' has nothing to look for; expected a mapping such as "
            raise ScenarioError(f"{message}{{NAME: {{zone: field}}}}", (*path, cls.word))
        finder = asking.finder
        side = finder.side(asked.of or next(iter(finder.players.values())), (*path, "of"))
        only = None
        if asked.only is not None:
            act = asking.acting.act
            only = tuple(act(step, (*path, "only", n)) for n, step in enumerate(asked.only))
            for number, one in enumerate(only):
                if one.action.takes == "pairs":
                    message = f"'when' does not follow declarations such as {one.action.name!r}"
                    raise ScenarioError(message, (*path, "only", number))
        said = ", ".join(f"{one.of.text} {one.property.name}" for one in goal)
        return cls(
            goal=goal,
            side=side,
            within=WITHIN if asked.within is None else asked.within,
            only=only,
            **cls.shared(asked, path, f"when {said}"),
            **cls.parts(asked, path, partial(_moments, finder, side)),
        )

    # --- Answering ---

    def playing(self, session: Session) -> Session:
        """Return a session of the same situation in which the game goes on after the script."""
        script = FuturePlay(
            session.game,
            session.situation.script,
            session.scripted,
            goal=self.goal,
            side=self.side,
            within=self.within,
            only=self.only,
        )
        return session.played(script)

    def find(self, session: Session, number: int) -> Answer:
        """Return when it comes about on one way: whose turn, which, and the part of it."""
        found, goals = seen(session, number, [(one.property, one.of) for one in self.goal])
        reached = all(
            set(one.values) == set(values)
            for one, (_, _, values) in zip(self.goal, found, strict=True)
        )
        if not reached:
            asked = [(one.property, one.of) for one in self.goal]
            return Answer((), goals, unknown=unsure(session, number, asked))
        node = session.graph.nodes[number]
        # What holds there tells no two ways to the same moment apart: it is not among what is seen.
        return Answer(_script(session).moment(node.state, node.position) or None, goals)

    def ordered(self, leaves: Iterable[Ending]) -> tuple[Ending, ...]:
        """Return the answers, the earliest moment first and "never" last."""

        def key(leaf: Ending) -> tuple[bool, int, int]:
            value = value_of(leaf)
            return not value, value[1].number if value else 0, leaf.node

        return tuple(sorted(leaves, key=key))

    def lacking(self, session: Session, leaf: Ending) -> tuple[Symbol, ...]:
        """Return what never comes about."""
        if value_of(leaf):
            return ()
        wanted = [(one.property, one.of, value) for one in self.goal for value in one.values]
        return lacking(session, leaf.node, wanted, moved=True)

    def untried(self, session: Session) -> tuple[str, ...]:
        """Return the declarations that could have been made on the way, and were not followed."""
        if self.only is not None:
            return ()
        script = _script(session)
        actions = session.game.actions.values()
        declared = {one.decision.term.name: one.name for one in actions if one.takes == "pairs"}
        found: dict[str, None] = {}
        for node in session.graph.nodes if declared else ():
            for decision, option in {pair for edge in node.edges for pair in edge.takes}:
                name = declared.get(decision.name, "")
                if name and name not in found and option == script.passing.get(decision):
                    told = session.told(f"surveyed({decision}).\n")
                    models, _ = session.engine.solve(node.state, told, ("offers/3",))
                    offers = (offer for model in models for offer in model.of("offers"))
                    if script.done(node) and any(one.arguments[1] != decision for one in offers):
                        found[name] = None
        return tuple(found)

    # --- Saying ---

    def plain(self, speech: Speech, leaf: Ending) -> MomentData | None:
        """Return the moment, None for never."""
        if not value_of(leaf):
            return None
        side, turn, phase = value_of(leaf)
        player = None if side == NOBODY else speech.names.text(side)
        return {"player": player, "turn": turn.number, "phase": speech.term(phase, "phase")}

    def said(self, speech: Speech, leaf: Ending) -> str:
        """Return the answer as a clause."""
        return f"{self._sought(speech)}: {self._moment(speech, leaf)}"

    def several(self, speech: Speech, leaves: Sequence[Ending]) -> str:
        """Return several answers as a clause."""
        moments = [self._moment(speech, leaf) for leaf in leaves]
        return f"{self._sought(speech)}: {listed(moments, 'or')}, as players decide"

    def _sought(self, speech: Speech) -> str:
        return "; ".join(speech.clauses(self.goal))

    def _moment(self, speech: Speech, leaf: Ending) -> str:
        if value := value_of(leaf):
            return _moment_text(speech, value, self.side)
        if leaf.kind == "over":
            return "not before the game is over"
        turns = {0: "present turn", 1: "next turn"}.get(self.within)
        which = turns or f"next {self.within} turns"
        return f"not within {speech.who(self.side)}'s {which}"

    def choices(self, speech: Speech, leaf: Ending) -> tuple[str, ...]:
        """Return what players did, beside passing, on a shortest way, and when."""
        return _decided(speech, leaf.node)

    def others(self, speech: Speech, leaf: Ending) -> tuple[tuple[str, ...], ...]:
        """Return what players did on other ways to the same answer, as far as they are few."""
        graph = speech.session.graph
        nodes = (leaf.node, *leaf.also)
        paths = ((node, path) for node in nodes for path in graph.paths(node, WAYS))
        ways = {_decided(speech, node, path) for node, path in paths}
        return tuple(sorted(ways - {_decided(speech, leaf.node)}, key=lambda way: (len(way), way)))

    # --- Checking ---

    def faults(self, session: Session, leaves: Sequence[Ending]) -> list[str]:
        """Return what is not as expected."""
        if any(leaf.value is None for leaf in leaves):
            return UNDETERMINED
        found = [value_of(leaf) for leaf in leaves]
        names = session.situation.names

        def said(value: tuple[Symbol, ...]) -> str:
            if not value:
                return "never"
            side, turn, phase = value
            if side == NOBODY:
                return f"between turns, turn {turn.number}, phase {names.text(phase)}"
            return f"turn {turn.number} of {names.text(side)}, phase {names.text(phase)}"

        def among(one: Moment | None) -> bool:
            return any(_is_moment(value, one) for value in found)

        def text(one: Moment | None) -> str:
            return "never" if one is None else one.text

        faults = [
            f"expected, but does not come about then: {text(one)}"
            for one in self.wanted
            if not among(one)
        ]
        unwanted = (one for one in self.excludes if among(one))
        faults += [f"should not come about then: {text(one)}" for one in unwanted]
        if self.expect is not None:
            faults += [
                f"not expected: {said(value)}"
                for value in found
                if not any(_is_moment(value, one) for one in self.expect)
            ]
        return faults


def _moments(finder: Finder, side: Symbol, value: Any, path: Path_) -> tuple[Moment | None, ...]:
    return tuple(_moment(finder, side, entry, place) for place, entry in numbered(value, path))


def _moment(finder: Finder, side: Symbol, value: Any, path: Path_) -> Moment | None:
    if value == "never":
        return None
    if not isinstance(value, dict):
        message = f"{shape(value)}; expected 'never' or a mapping such as {{turn: 1}}"
        raise ScenarioError(message, path)
    known_keys(value, ("turn", "player", "phase"), path, "a moment")
    expected = "a number, 0 for the present turn"
    turn = counted(value.get("turn"), (*path, "turn"), expected, least=0)
    phase = None
    if (player := value.get("player")) is not None:
        side = finder.side(text_of(player, (*path, "player")), (*path, "player"))
    if (word := value.get("phase")) is not None:
        phase = finder.phase(text_of(word, (*path, "phase")), (*path, "phase"))
    text = ", ".join(f"{key} {entry}" for key, entry in value.items())
    return Moment(turn, side, phase, text, between=player is None and phase is not None)


def _is_moment(value: tuple[Symbol, ...], wanted: Moment | None) -> bool:
    if wanted is None or not value:
        return wanted is None and not value
    side, turn, phase = value
    same = turn.number == wanted.turn and (
        wanted.between if side == NOBODY else side == wanted.side
    )
    return same and wanted.phase in (None, phase)


def _script(session: Session) -> FuturePlay:
    assert isinstance(session.script, FuturePlay)
    return session.script


def _moment_text(speech: Speech, value: Sequence[Symbol], counted: Symbol) -> str:
    """Return a moment in words: whose turn, which one from now on, which part of it.

    Between turns it is told which of the turns that are counted comes next.
    """
    side, turn, phase = value
    number = turn.number
    if side == NOBODY:
        next_one = "next turn" if number == 0 else f"{ordinal(number + 1)} turn from now"
        before = f"before {speech.who(counted)}'s {next_one}"
        return f"between turns, {before} ({speech.term(phase, 'phase')})"
    which = {0: "present turn", 1: "next turn"}.get(number, f"{ordinal(number)} turn from now")
    return f"in {speech.who(side)}'s {which} ({speech.term(phase, 'phase')})"


def _decided(
    speech: Speech, node: int, path: Sequence[tuple[int, Edge]] | None = None
) -> tuple[str, ...]:
    """Return what players did, beside passing, on a way to a state, and when.

    Without a way, a shortest one is meant.
    """
    session = speech.session
    script = _script(session)
    said = []
    for before, made in decisions(session, node, path):
        state = session.graph.nodes[before]
        value = script.moment(state.state, state.position)
        when = f"{_moment_text(speech, value, script.side)}: " if value else ""
        if made.decision in script.passing:
            who = speech.who(made.decision.arguments[0])
            answered = _topmost(speech, state.state)
            responding = f", in response to {answered}" if answered else ""
            said.append(f"{when}{who}: {speech.option(made.option)}{responding}")
        else:
            said.append(f"{when}{speech.at(state.state).choice(made)}")
    return tuple(said)


def _topmost(speech: Speech, state: Iterable[Symbol]) -> str:
    """Return what lies on top of an ordered stack in words; nothing if there is none."""
    game = speech.session.game
    template, waits = game.stack.ability, game.stack.waits
    fluents = list(state)
    stack = [f.arguments for f in fluents if waits is not None and waits.match(f, {}) is not None]
    if not stack or stack[0][-1].type != SymbolType.Number:
        return ""
    top = max(stack, key=lambda found: found[-1])[0]
    for fluent in fluents:
        if template is not None and fluent.match(template.term.name, 3):
            thing, ability, source = fluent.arguments
            if thing == top:
                said = speech.term(ability, "ability")
                about = speech.term(source, "object")
                return said if said.endswith(about) else f"{said} of {about}"
    return speech.term(top, "object")
