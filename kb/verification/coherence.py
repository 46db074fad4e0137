"""Whether a step can have no stable model, and on which board.

A program in which nothing depends on its own absence has a stable model whatever is chosen; that is
checked on the ground rules of all boards at once and is the rule. Where something does depend on
its own absence ("it is put there unless it is put there"), there may still be a stable model. To
find a board without one, the ground rules are solved once more with those absences taken for
granted: a board on which none of these rules then applies is sound, and every other one is tried
by itself, the plainest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import clingo
from clingo import Symbol

from kb.inference.components import components
from kb.inference.engine import Clock
from kb.verification.follow import Boards, FollowedBoard, FollowedEnds, finished


@dataclass
class _Rule:
    choice: bool
    head: list[int]
    body: list[int]
    weights: list[int] | None = None
    bound: int = 0


@dataclass
class Ground(clingo.Observer):
    """Remembers ground rules."""

    rules: list[_Rule] = field(default_factory=list)
    minimized: list[tuple[int, list[tuple[int, int]]]] = field(default_factory=list)

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Remember a rule."""
        self.rules.append(_Rule(choice, list(head), list(body)))

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]
    ) -> None:
        """Remember a rule whose body is a sum."""
        literals, weights = [literal for literal, _ in body], [weight for _, weight in body]
        self.rules.append(_Rule(choice, list(head), literals, weights, lower_bound))

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        """Remember what is minimised."""
        self.minimized.append((priority, list(literals)))

    def loops(self, named: frozenset[int]) -> dict[int, set[int]]:
        """Return the rules by which something depends on its own absence.

        Parameters
        ----------
        named : frozenset of int
            The literals of the atoms that the rules speak of. The grounder adds others, which may
            depend on each other in any way, to add up what is not known yet; of the rules here only
            such sums have several heads.

        Returns
        -------
        dict
            The numbers of the rules, each with its negative literals that lie on such a loop.
        """
        component = components(self._dependencies(named))
        real = {component[atom] for atom in named if atom < len(component)}
        found: dict[int, set[int]] = {}
        for number, rule in enumerate(self.rules):
            for head in rule.head:
                for literal in rule.body:
                    inside = component[abs(literal)] == component[head]
                    if literal < 0 and inside and component[head] in real:
                        found.setdefault(number, set()).add(literal)
        return found

    def going_round(self, named: frozenset[int]) -> list[_Rule]:
        """Return all rules that lie on a loop through an absence."""
        component = components(self._dependencies(named))
        loops = self.loops(named)
        turning = {component[head] for number in loops for head in self.rules[number].head}
        return [
            rule
            for rule in self.rules
            if any(
                component[head] in turning and component[abs(literal)] == component[head]
                for head in rule.head
                for literal in rule.body
            )
        ]

    def _dependencies(self, named: frozenset[int]) -> list[list[int]]:
        atoms = [abs(a) for rule in self.rules for a in (*rule.head, *rule.body)]
        successors: list[set[int]] = [set() for _ in range(max(atoms, default=0) + 1)]
        for rule in self.rules:
            several = len(rule.head) > 1 and not rule.choice
            for head in rule.head:
                if not (several and head in named):
                    successors[head].update(map(abs, rule.body))
        return [sorted(each) for each in successors]


def named_atoms(boards: Boards) -> frozenset[int]:
    """Return the literals of the atoms that the rules speak of."""
    return frozenset(atom.literal for atom in boards.control.symbolic_atoms)


def without_model(boards: Boards, ground: Ground, clock: Clock, limit: int) -> FollowedEnds:
    """Look for a board on which the rules leave nothing possible.

    Parameters
    ----------
    boards : Boards
        Followed until they are at rest.
    ground : Ground
        What was observed on the way.
    clock : Clock
    limit : int
        How many boards are tried one by one at most.
    """
    loops = ground.loops(named_atoms(boards))
    if not loops:
        return FollowedEnds(None, True)
    for tried, board in enumerate(_candidates(boards, ground, loops, clock)):
        if board is None or tried >= limit:
            return FollowedEnds(None, False)
        found = boards.solve(clock, boards.fixed(board))
        if not found.complete:
            return found
        if found.board is None:
            return FollowedEnds(board, True)
    return FollowedEnds(None, True)


def _candidates(
    boards: Boards, ground: Ground, loops: dict[int, set[int]], clock: Clock
) -> Iterator[FollowedBoard | None]:
    """Yield the boards on which a loop may matter, plainest first; None when time runs out."""
    relaxed = clingo.Control(["--warn=none"], message_limit=1)
    varying = boards.varying()
    with relaxed.backend() as backend:
        atoms: dict[int, int] = {}

        def known(literal: int) -> int:
            atom = abs(literal)
            if atom not in atoms:
                atoms[atom] = backend.add_atom()
            return atoms[atom] if literal > 0 else -atoms[atom]

        active = backend.add_atom()
        for number, rule in enumerate(ground.rules):
            kept = [
                (literal, weight)
                for literal, weight in zip(
                    rule.body, rule.weights or [1] * len(rule.body), strict=True
                )
                if literal not in loops.get(number, ())
            ]
            head, body = [known(atom) for atom in rule.head], [known(lit) for lit, _ in kept]
            if rule.weights is None:
                backend.add_rule(head, body, rule.choice)
                if number in loops:
                    backend.add_rule([active], body)
            else:
                # An absence taken for granted counts towards the sum.
                bound = rule.bound - sum(rule.weights) + sum(weight for _, weight in kept)
                pairs = [(lit, weight) for lit, (_, weight) in zip(body, kept, strict=True)]
                backend.add_weight_rule(head, bound, pairs, rule.choice)
                if number in loops:
                    backend.add_weight_rule([active], bound, pairs)
        backend.add_rule([], [-active])
        for priority, literals in ground.minimized:
            backend.add_minimize(priority, [(known(lit), weight) for lit, weight in literals])
        choices = [(symbol, known(literal)) for symbol, literal in varying]
    facts = _facts(boards)
    assert isinstance(relaxed.configuration.solve, clingo.Configuration)
    relaxed.configuration.solve.opt_mode = "opt"
    while True:
        best: list[frozenset[Symbol]] = []

        def keep(model: clingo.Model, best: list[frozenset[Symbol]] = best) -> None:
            best[:] = [frozenset(s for s, lit in choices if model.is_true(lit))]

        with relaxed.solve(on_model=keep, async_=True) as handle:
            if not finished(handle, clock):
                yield None
                return
        if not best:
            return
        yield boards.of(facts | best[0])
        with relaxed.backend() as backend:
            backend.add_rule([], [lit if s in best[0] else -lit for s, lit in choices])


def _facts(boards: Boards) -> frozenset[Symbol]:
    return frozenset(
        atom.symbol
        for name, arity in boards.signatures
        for atom in boards.control.symbolic_atoms.by_signature(name, arity)
        if atom.is_fact
    )
