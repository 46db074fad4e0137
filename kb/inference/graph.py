"""The graph of all possible outcomes: micro-steps, their choices, equal states merged."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from clingo import Symbol

from kb.inference.canonical import canonical
from kb.inference.components import components
from kb.inference.engine import Clock, Engine
from kb.inference.models import Model
from kb.records import record

State = frozenset[Symbol]
Kind = Literal["step", "leaf", "illegal", "over", "stuck", "cut", "void"]

NODES = 20_000
"""How many different states an exploration visits at most, without another bound."""


@record
class TakenChoice:
    """A decision that somebody really had, and the option taken.

    Attributes
    ----------
    decision, option : Symbol
    choosers : tuple of Symbol
        Who decides; several players where a team decides.
    options : int
        How many legal options there were.
    """

    decision: Symbol
    option: Symbol
    choosers: tuple[Symbol, ...]
    options: int


@record
class Edge:
    """One way on from a node."""

    target: int
    choices: tuple[TakenChoice, ...]
    takes: tuple[tuple[Symbol, Symbol], ...]
    atoms: Sequence[Symbol] | None = field(default=None, repr=False, compare=False)


@dataclass
class StateNode:
    """A state on the way, together with how far the script has come.

    Attributes
    ----------
    kind : str
        ``leaf``: the script is done and a player may act; ``illegal``: what the script asks for
        is not legal; ``over``: the game has ended; ``stuck``: a decision without a legal option;
        ``cut``: a bound stopped the exploration here; ``void``: what was decided on the way here
        breaks the rules when all of it is known, so that nothing leads through here.
    reasons : tuple of Symbol
        For ``illegal``, the ``unmet(Decision, Option, Condition)`` atoms.
    """

    state: State
    position: Hashable
    extra: str = ""
    kind: Kind = "step"
    mode: str = ""
    edges: list[Edge] = field(default_factory=list)
    parent: tuple[int, Edge] | None = None
    reasons: tuple[Symbol, ...] = ()


@record
class StepResult:
    """What a driver makes of a solved step.

    Attributes
    ----------
    kind : str
        What the node is.
    onward : list of (Model, position)
        The ways on, for a ``step``.
    """

    kind: Kind
    onward: list[tuple[Model, Hashable]]
    reasons: tuple[Symbol, ...] = ()


class Driver(Protocol):
    """Says what is done at each state, and what the result means for what is done next.

    A position is whatever the driver needs to know how far it has come; it must be hashable.
    """

    def start(self) -> Any:
        """Return the position at the start."""
        ...

    def extra(self, state: State, position: Any) -> str:
        """Return what a step is told, as program text."""
        ...

    def objection(self, state: State, position: Any, model: Model) -> str:
        """Return what the step is told besides when it is solved again; mostly nothing."""
        ...

    def turn(self, state: State, position: Any, models: list[Model]) -> StepResult:
        """Return what the result of a step means."""
        ...


@dataclass
class Graph:
    """All states that can be reached, and how.

    Attributes
    ----------
    nodes : list of StateNode
        The first is the start.
    complete : bool
        False when a bound cut the exploration.
    """

    nodes: list[StateNode]
    complete: bool

    @property
    def leaves(self) -> list[int]:
        """The numbers of the nodes at which nothing more is done."""
        return [n for n, node in enumerate(self.nodes) if node.kind not in ("step", "void")]

    def bare(self) -> Graph:
        """Return the same graph without the atoms of its steps, which are computed when needed."""
        edges = {id(edge): replace(edge, atoms=None) for node in self.nodes for edge in node.edges}
        nodes = [
            replace(
                node,
                edges=[edges[id(edge)] for edge in node.edges],
                parent=node.parent and (node.parent[0], edges[id(node.parent[1])]),
            )
            for node in self.nodes
        ]
        return Graph(nodes, self.complete)

    def path(self, number: int) -> list[tuple[int, Edge]]:
        """Return a shortest way to a node: the nodes before it, each with the edge taken."""
        steps: list[tuple[int, Edge]] = []
        parent = self.nodes[number].parent
        while parent is not None:
            steps.append(parent)
            parent = self.nodes[parent[0]].parent
        return steps[::-1]

    def paths(self, number: int, most: int) -> list[list[tuple[int, Edge]]]:
        """Return ways to a node, no more than so many, none of which visits a node twice."""
        before: dict[int, list[tuple[int, Edge]]] = {}
        for place, node in enumerate(self.nodes):
            for edge in node.edges:
                before.setdefault(edge.target, []).append((place, edge))
        found: list[list[tuple[int, Edge]]] = []
        # Each entry: where a way backwards has come to, and what follows from there.
        work: list[tuple[int, tuple[tuple[int, Edge], ...]]] = [(number, ())]
        while work and len(found) < most:
            place, steps = work.pop()
            if place == 0:
                found.append(list(steps))
                continue
            visited = {step for step, _ in steps}
            work += [
                (source, ((source, edge), *steps))
                for source, edge in before.get(place, ())
                if source not in visited
            ]
        return found

    def ways(self) -> list[int | None]:
        """Return how many ways lead to each node; None where a cycle makes them endless."""
        component = self._components()
        endless = [False] * len(self.nodes)
        sizes: dict[int, int] = {}
        for number in component:
            sizes[number] = sizes.get(number, 0) + 1
        for number, node in enumerate(self.nodes):
            for edge in node.edges:
                if edge.target == number or (
                    component[edge.target] == component[number] and sizes[component[number]] > 1
                ):
                    endless[number] = True
        # Tarjan numbers components in reverse topological order.
        order = sorted(range(len(self.nodes)), key=lambda number: -component[number])
        ways = [0] * len(self.nodes)
        ways[0] = 1
        for number in order:
            for edge in self.nodes[number].edges:
                if endless[number]:
                    endless[edge.target] = True
                ways[edge.target] += ways[number]
        return [None if endless[number] else ways[number] for number in range(len(self.nodes))]

    def mandatory_loop(self) -> list[int]:
        """Return the nodes of a loop that nobody can leave; empty when there is none."""
        component = self._components()
        members: dict[int, list[int]] = {}
        for number, found in enumerate(component):
            members.setdefault(found, []).append(number)
        for found, numbers in members.items():
            looping = len(numbers) > 1 or any(
                edge.target == numbers[0] for edge in self.nodes[numbers[0]].edges
            )
            leaving = any(
                component[edge.target] != found
                for number in numbers
                for edge in self.nodes[number].edges
            )
            cut = any(self.nodes[number].kind == "cut" for number in numbers)
            if looping and not leaving and not cut:
                return sorted(numbers)
        return []

    def _components(self) -> list[int]:
        return components([[edge.target for edge in node.edges] for node in self.nodes])


def explore(
    engine: Engine,
    driver: Driver,
    state: State,
    *,
    limit: int = NODES,
    clock: Clock | None = None,
) -> Graph:
    """Explore everything that can happen, breadth first.

    Parameters
    ----------
    engine : Engine
    driver : Driver
        What is done, and when to stop.
    state : frozenset of Symbol
        The fluents at the start.
    limit : int
        How many states are visited at most.
    clock : Clock, optional
        The time limit.
    """
    first = StateNode(state, driver.start())
    nodes = [first]
    known: dict[tuple[object, Hashable], int] = {(canonical(state), first.position): 0}
    queue = deque([0])
    complete = True

    def solved(node: StateNode) -> tuple[list[Model], bool]:
        return engine.solve(node.state, node.extra, limit=limit, clock=clock, passing=True)

    while queue:
        number = queue.popleft()
        node = nodes[number]
        if clock is not None and clock.over:
            node.kind = "cut"
            complete = False
            continue
        node.extra = driver.extra(node.state, node.position)
        models, whole = solved(node)
        if models and (demands := engine.demands(node.state, node.extra, models[0])):
            node.extra += demands
            models, whole = solved(node)
        if models and (asked := driver.objection(node.state, node.position, models[0])):
            node.extra += asked
            models, whole = solved(node)
        if not models:
            node.kind = "cut"
            complete = False
            continue
        complete = complete and whole
        node.mode = models[0].mode
        turn = driver.turn(node.state, node.position, models)
        node.kind = turn.kind
        node.reasons = turn.reasons
        if turn.kind != "step":
            continue
        options = _options(models)
        for model, position in turn.onward:
            key = (canonical(model.next), position)
            target = known.get(key)
            if target is None:
                if len(nodes) >= limit:
                    complete = False
                    continue
                target = known[key] = len(nodes)
                nodes.append(StateNode(model.next, position))
                queue.append(target)
            edge = Edge(target, _choices(model, options), model.takes, model.atoms)
            node.edges.append(edge)
            if nodes[target].parent is None and target != 0:
                nodes[target].parent = (number, edge)
        if not node.edges:
            node.kind = "cut"
    return Graph(nodes, complete)


def _options(models: list[Model]) -> dict[Symbol, int]:
    """Return how many different options of each decision the models take."""
    taken: dict[Symbol, set[Symbol]] = {}
    for model in models:
        for decision, option in model.takes:
            taken.setdefault(decision, set()).add(option)
    return {decision: len(options) for decision, options in taken.items()}


def _choices(model: Model, options: dict[Symbol, int]) -> tuple[TakenChoice, ...]:
    return tuple(
        TakenChoice(
            decision,
            option,
            tuple(
                atom.arguments[1] for atom in model.of("decider") if atom.arguments[0] == decision
            ),
            options[decision],
        )
        for decision, option in model.takes
        if options[decision] > 1
    )
