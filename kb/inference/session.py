"""One situation with one edition of the rules: what can happen, and every question about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from clingo import Function, Symbol

from kb.inference.engine import Clock, Engine
from kb.inference.graph import NODES, Edge, Graph, State, StateNode, explore
from kb.inference.models import Model
from kb.inference.offers import Offers
from kb.inference.queries import query
from kb.inference.readings import Variants
from kb.inference.remembered import Remembered
from kb.inference.rounds import came_round
from kb.inference.script import Script
from kb.inference.slicing import Slicer
from kb.proof import Proof, Step, explain
from kb.proof.words import Phrasing
from kb.records import record
from kb.rulebook import RulebookView
from kb.rulebook.gaps import Gap
from kb.rulebook.parsed import add
from kb.scenario.game import Game
from kb.scenario.model import Scenario
from kb.scenario.names import Names
from kb.scenario.references import came_into_being
from kb.scenario.script import Act, Awaits, ScriptLine

if TYPE_CHECKING:
    from kb.library.held import Held

WORKED_OUT = "settle"
"""The mode of the steps in which it is looked at what hinges on the board."""

FROM_OUTSIDE = frozenset({"asked", "forced", "left_open", "surveyed", "given"})
"""Predicates that a step is told; the scenario's own facts come on top."""


class SituationLike(Protocol):
    """What a scenario amounts to, in terms of the rules."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    @property
    def scenario(self) -> Scenario:
        """Where it comes from."""
        ...

    @property
    def static(self) -> Sequence[Symbol]:
        """What never changes."""
        ...

    def said(self, name: str, arity: int) -> Sequence[Symbol]:
        """Return the facts of a predicate that never change."""
        ...

    @property
    def state(self) -> frozenset[Symbol]:
        """The fluents at the start."""
        ...

    @property
    def names(self) -> Names:
        """What everything is called."""
        ...

    @property
    def script(self) -> Sequence[ScriptLine]:
        """What is done."""
        ...

    @property
    def questions(self) -> Sequence[Any]:
        """What is asked."""
        ...

    @property
    def brought(self) -> Sequence[tuple[str, str]]:
        """The cards that are as they come along, though the library has them, and why."""
        ...

    @property
    def taken(self) -> Sequence[tuple[Symbol, Held]]:
        """The cards that come from the card store."""
        ...


@record
class Query:
    """What is asked of one state: the exact step that was solved for it.

    Attributes
    ----------
    node : int
        The node of the graph.
    extra : str
        What the step was told, beyond the state.
    """

    node: int
    extra: str


class LazyStep(Step):
    """A step of a proof whose model is computed when the proof gets there."""

    def __init__(
        self,
        engine: Engine,
        state: State,
        extra: str,
        edge: Edge | None,
        title: str,
        atoms: Sequence[Symbol] | None = None,
    ) -> None:
        self._engine = engine
        self._state = state
        self._extra = extra
        self._edge = edge
        self._known = atoms if edge is None else edge.atoms
        self.title = title

    @cached_property
    def whole(self) -> Step:
        """The same step with all that holds in it, and not only what its outcome rests on."""
        if self._edge is None:
            return self
        edge = replace(self._edge, atoms=None)
        return LazyStep(self._engine, self._state, self._extra, edge, self.title)

    @cached_property
    def atoms(self) -> Sequence[Symbol]:  # type: ignore[override]
        """All atoms of the step's model, the one with the choices of the edge."""
        if self._known is not None:
            return self._known
        extra = self._extra
        if self._edge is not None:
            extra += "".join(f":- not takes({d},{o}).\n" for d, o in self._edge.takes)
        program = self._engine.program(self._state, extra, ())
        return all_atoms(program)

    @cached_property
    def facts(self) -> Sequence[Symbol]:  # type: ignore[override]
        """What the step was told."""
        return [
            *self._engine.static,
            *(atom for name in FROM_OUTSIDE for atom in self.of(name)),
        ]


def all_atoms(program: str) -> list[Symbol]:
    """Return all atoms of the first stable model of a program."""
    import clingo

    control = clingo.Control(["1", "--warn=none"], message_limit=1)
    add(control, program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            return list(model.symbols(atoms=True))
    return []


class Session:
    """Answers questions about one situation.

    Parameters
    ----------
    situation : SituationLike
    view : RulebookView
        The rules in force.
    game : Game
    limit : int, optional
        How many states are visited, and models enumerated, at most.
    clock : Clock, optional
        The time limit.
    slicer : Slicer, optional
        The slicer of the view, when it is already there.
    engine : Engine, optional
        What solves its steps, when it is already there.
    """

    def __init__(
        self,
        situation: SituationLike,
        view: RulebookView,
        game: Game,
        *,
        limit: int = NODES,
        clock: Clock | None = None,
        slicer: Slicer | None = None,
        engine: Engine | None = None,
    ) -> None:
        self.situation = situation
        self.view = view
        self.game = game
        self.limit = limit
        self.clock = clock
        self.engine = engine or Engine(view, situation.static, slicer)
        texts = zip(self.engine.static_texts, self.engine.static, strict=True)
        # Of all facts a script needs who plays for which side.
        self.scripted = [fact for text, fact in texts if text.startswith("side(")]
        self.script = Script(game, situation.script, self.scripted, self.offers)
        self._graph: Graph | None = None
        self._asked: dict[tuple[int, str, tuple[str, ...]], Model] = {}
        self.further: dict[tuple[State, str], None] = {}
        self._told: dict[tuple[int, int], Proof] = {}
        self._steps: dict[tuple[int, int], LazyStep] = {}
        self._ends: dict[tuple[int, str], LazyStep] = {}
        self._others: dict[frozenset[int] | None, Session] = {}
        self._base: Session | None = None  # whose variants are used
        self._twin: Session | None = None  # under the reading that was taken
        self._whole = False  # whether the graph is all there is
        self.readings_at_once = False  # whether other readings will surely be asked about
        if view.rulebook.gaps and self.engine.solved is None:
            # Other readings of the rulebook go through mostly the same steps.
            self.engine.solved = Remembered()

    @property
    def graph(self) -> Graph:
        """Everything that the script can lead to."""
        if self._graph is None:
            self._graph = self._graph_of_twin() or explore(
                self.engine, self.script, self.situation.state, limit=self.limit, clock=self.clock
            )
            self._whole = self._graph.complete
        return self._graph

    @property
    def start(self) -> int:
        """The number of the state at the start, with what follows from what the board tells.

        What hinges on the board ("as long as …") is worked out in steps of its own: a board never
        tells it.
        """
        nodes, seen = self.graph.nodes, [0]
        while nodes[seen[-1]].mode == WORKED_OUT and len(nodes[seen[-1]].edges) == 1:
            target = nodes[seen[-1]].edges[0].target
            if target in seen:  # it never comes to rest
                return 0
            seen.append(target)
        return seen[-1]

    @property
    def begun(self) -> State:
        """The state at the start."""
        return self.graph.nodes[self.start].state

    def _graph_of_twin(self) -> Graph | None:
        """Return what was found under the reading that was taken, if every step goes the same."""
        twin = self._twin
        if twin is None or not twin._whole or not twin.script.same(self.script):
            return None
        graph = twin.graph
        alike = all(
            "most(" not in node.extra
            and self._variants.same(self.view, node.state, node.extra, self.limit)
            for node in graph.nodes
            if node.extra
        )
        return graph.bare() if alike else None

    def played(self, script: Script) -> Session:
        """Return a session of the same situation that is driven by another script."""
        found = self._beside(self.view, self.engine)
        found.script = script
        found._base = self._base or self
        found._twin = self._twin
        return found

    def awaiting(self, act: Act) -> Session:
        """Return a session that goes on until a declaration comes up, or this one if none does.

        None does, too, where the others may not just pass, as with a creature that has to attack.
        """
        start = not self.script.lines
        graph = None if start else self.graph
        states = [self.situation.state]
        if graph is not None:
            states = [graph.nodes[number].state for number in graph.leaves]
        if not any(self.script.leads_to(act, state) for state in states):
            return self
        lines = (*self.situation.script, Awaits(act))
        found = self.played(Script(self.game, lines, self.scripted, self.offers))
        ways = {found.graph.nodes[number].kind for number in found.graph.leaves}
        return self if ways == {"illegal"} else found

    @cached_property
    def offers(self) -> Offers:
        """How options may be named."""
        words = Phrasing(self.situation.names.said, self.view.vocabulary)
        return Offers(words, self.situation.said("says", 3))

    def _beside(self, view: RulebookView, engine: Engine) -> Session:
        return Session(
            self.situation, view, self.game, limit=self.limit, clock=self.clock, engine=engine
        )

    @property
    def alternative(self) -> bool:
        """Whether it reads a gap in another way than the one that was taken."""
        return self._twin is not None

    @cached_property
    def _variants(self) -> Variants:
        """What solves the same steps under other readings of the gaps."""
        if self._base is not None:
            return self._base._variants
        return Variants(self.engine, self.view)

    @property
    def explored(self) -> bool:
        """Whether it is known what the script leads to."""
        return self._graph is not None

    @contextmanager
    def at_the_start(self) -> Iterator[bool]:
        """Take the start for the end, as long as that turns out to be so.

        With nothing to be done, a question's own step usually shows that a player may act at
        once: then no other step need be solved. The context is given whether it is worth
        trying; when it turns out otherwise, what was tried is forgotten, and `graph` explores.
        """
        if self._graph is not None or self.script.lines:
            yield False
            return
        node = StateNode(self.situation.state, self.script.start(), self.script.open(), "leaf")
        self._graph = Graph([node], True)
        try:
            yield True
        finally:
            tried = [model for (number, _, _), model in self._asked.items() if number == 0]
            if not any(self.script.may_act(model) for model in tried):
                self._graph = None
                self._asked.clear()

    def told(self, extra: str = "") -> str:
        """Return what the step of a question is told: that nobody decides, and what is asked.

        Of the decisions that players may take at any time that is said as a fact: the grounder
        then knows at once that nothing need be considered for them but what is asked.
        """
        return self.script.open() + OPEN + extra

    def came_round(self, node: int) -> str:
        """Return what a question about what may be done is told of acts done here before."""
        return came_round(self.graph, node, self.script.passing)

    def ask(self, node: int, extra: str, show: Iterable[str]) -> Model:
        """Solve the step of a question in a state; decisions of the state stay open."""
        shown = tuple(show)
        key = (node, extra, shown)
        if key not in self._asked:
            state = self.graph.nodes[node].state
            told, wanted = self.told(extra), (*query("question").shown, *shown)
            found = None
            several = self.view.rulebook.gaps and self.view.numbers is not None
            if self.readings_at_once and self._base is None and several:
                found = self._variants.at_once(state, told, wanted)
            if found is None:
                # One step, which no clock cuts: half an answer would be a wrong one.
                models, _ = self.engine.solve(state, told, wanted)
                found = models[0] if models else Model(frozenset(), ())
            self._asked[key] = found
        return self._asked[key]

    def trace(self, node: int, extra: str) -> list[Step]:
        """Return the steps that led to a state, and the step of a question there."""
        steps: list[Step] = [self._taken(*each) for each in self.graph.path(node)]
        if (node, extra) not in self._ends:
            end = self.graph.nodes[node]
            asked = (m for (n, e, _), m in self._asked.items() if (n, e) == (node, extra))
            known = next(asked, None)
            atoms = None if known is None else known.atoms
            step = LazyStep(self.engine, end.state, self.told(extra), None, "", atoms)
            self._ends[node, extra] = step
        return [*steps, self._ends[node, extra]]

    def _taken(self, number: int, edge: Edge) -> LazyStep:
        """Return the step along an edge; all proofs share it, for its atoms take long to read."""
        key = (number, id(edge))
        if key not in self._steps:
            before = self.graph.nodes[number]
            step = LazyStep(self.engine, before.state, before.extra, edge, before.mode)
            self._steps[key] = step
        return self._steps[key]

    def account(self, node: int) -> tuple[Proof, ...]:
        """Return the proofs of everything that happened on the way to a state, step by step.

        What holds at the beginning of a step is taken for granted there; each proof says by
        which rules something began or ended, was replaced, ruled out or chosen in that step.
        """
        proofs = [self.happened(number, edge) for number, edge in self.graph.path(node)]
        last = self.trace(node, "")[-1]
        remarks = list(last.of("notable"))
        if remarks:
            proofs.append(explain(self.view, [last], remarks))
        return tuple(proofs)

    def happened(self, number: int, edge: Edge) -> Proof:
        """Return the proof of everything that happened in the step along an edge."""
        key = (number, id(edge))
        if key not in self._told:
            step = self._taken(number, edge)
            self._told[key] = explain(self.view, [step], _happenings(step))
        return self._told[key]

    def under(self, gap: str, reading: str) -> Session | None:
        """Return a session of the same situation in which a gap is read in another way.

        None if the same rules are in force then.
        """
        view = self.view.under({**self.view.readings, gap: reading})
        if view.numbers == self.view.numbers:
            return None
        key = view.numbers
        if key not in self._others:
            other = self._others[key] = self._beside(view, self._variants.engine(view))
            other._base, other._twin = self._base or self, self
        return self._others[key]

    def other_readings(self, *, untold: bool = False) -> Iterator[tuple[Gap, str, Session]]:
        """Yield the sessions in which one gap that could play a part is read in another way.

        A gap of which no block could play a part in any step is not tried, nor is a reading
        under which the same rules are in force. With ``untold``, only gaps about what a board does
        not tell are.
        """
        gaps = self.view.rulebook.gaps.gaps.values()
        asked = frozenset(gap.name for gap in gaps if gap.supposed or not untold)
        reached = self.gaps_reached(asked)
        for gap in gaps:
            for reading in gap.readings if gap.name in reached else ():
                other = self.under(gap.name, reading)
                if reading != self.view.readings[gap.name] and other is not None:
                    yield gap, reading, other

    def gaps_reached(self, asked: frozenset[str] | None = None) -> frozenset[str]:
        """Return the gaps of the rulebook that could play a part in what was solved so far.

        Those of which a block, of whatever reading, is live in some step. With `asked`, only gaps
        of these names are looked for.
        """
        left = frozenset(self.view.rulebook.gaps.gaps) if asked is None else asked
        if not left or self.view.numbers is None:
            return frozenset()  # of rules out of several books no other reading is known
        nodes = self.graph.nodes
        passed = [(node.state, node.extra) for node in nodes if node.extra]
        ends = [(nodes[number].state, self.told(extra)) for number, extra, _ in self._asked]
        kinds = ((passed, True), ((*ends, *self.further), False))
        steps = [(*step, passing) for some, passing in kinds for step in some]
        # What none of all steps together reaches need not be looked for in each of them.
        left &= self._variants.gaps_within((state, extra) for state, extra, _ in steps)
        reached: frozenset[str] = frozenset()
        for state, extra, passing in steps:
            if reached == left:
                break
            reached |= left & self._variants.gaps(state, extra, passing=passing)
        return reached

    def account_of(self, state: State, extra: str) -> Proof:
        """Return the proof of everything that happens in one step, wherever it was solved."""
        step = LazyStep(self.engine, state, extra, None, "")
        return explain(self.view, [step], _happenings(step))

    @cached_property
    def made(self) -> dict[Symbol, tuple[Symbol, Symbol]]:
        """The card and the owner of what came into being on the way, by its handle.

        What is one thing in one course of events and another in another is left out.
        """
        found: dict[Symbol, set[tuple[Symbol, Symbol]]] = {}
        for node in self.graph.nodes:
            for fluent in node.state - self.situation.state:
                if came_into_being(fluent):
                    handle, card, owner = fluent.arguments
                    found.setdefault(handle, set()).add((card, owner))
        return {handle: one.pop() for handle, one in sorted(found.items()) if len(one) == 1}

    def gaps(self, node: int) -> list[Symbol]:
        """Return what could not be carried out on the way to a state."""
        return sorted(f.arguments[0] for f in self.graph.nodes[node].state if f.match("gap", 1))


def _happenings(step: Step) -> list[Symbol]:
    """Return what is worth telling of a step: changes, replacements, what was ruled out."""
    given = {atom.arguments[0] for atom in step.of("given")}
    following = {atom.arguments[0] for atom in step.of("next")}
    decided = {atom.arguments[0] for atom in step.of("slot")}
    taken = [atom.arguments for atom in step.of("takes")]
    return [
        *(a for a in step.of("begins") if a.arguments[0] not in given),
        *(a for a in step.of("ends") if a.arguments[0] not in following),
        *step.of("uses"),
        *step.of("takes"),
        *(Function("pick", pair) for pair in taken),
        *(a for a in step.of("met") if a.arguments[:2] in taken),
        *(a for a in step.of("forbids") if a.arguments[0] in decided),
        *step.of("notable"),
    ]


OPEN = query("question").rules
"""In the step of a question nobody decides anything."""
