"""Which rules a finding rests on, and which of them are at odds: the switches as assumptions.

On the one board of a finding every numbered rule gets its switch. "The finding is not there" is
then refuted by the rules that are switched on; of these, one after the other is let go and stays
out when the refutation stands without it, however the rules let go are switched. What is left is a
smallest set that no rule can be taken from. Among them, those are *at odds* without which the
finding ends while one side of it remains; the others only bring the situation about, as does a rule
that the rule of the same side rests on. Where the rules leave nothing possible, those are at odds
by which something depends on its own absence.
"""

from __future__ import annotations

from collections.abc import Callable

import clingo
from clingo import Function, String, Symbol

from kb.inference.engine import Clock
from kb.records import record
from kb.rulebook.vocabulary import Signature
from kb.verification.coherence import Ground, named_atoms
from kb.verification.follow import Boards, FollowedBoard, Follower

TARGET = Function("target")

Side = Callable[[FollowedBoard], str | None]
"""Tells of the board, followed without a rule, which side of the finding remains, if just one."""


@record
class Core:
    """The rules of a finding.

    Attributes
    ----------
    rules : tuple of str
        The ids of the rules that the finding rests on, in the order of the files.
    at_odds : tuple of str
        Those of them that contradict each other.
    smallest : bool
        False when time ran out before no rule could be taken from them.
    """

    rules: tuple[str, ...]
    at_odds: tuple[str, ...]
    smallest: bool


def core_of(
    follower: Follower, board: FollowedBoard, last: int, target: str, side: Side, clock: Clock
) -> Core:
    """Return the rules that a finding on a board rests on.

    Parameters
    ----------
    follower : Follower
        Of the rulebook with its switches.
    board : FollowedBoard
        With the choices of the model that shows the finding.
    last : int
        The last moment that is followed.
    target : str
        The body of the rule that says that the finding is there; empty when the finding is that
        the rules leave nothing possible.
    side : callable
    clock : Clock
    """
    ground = Ground()
    boards = follower.board(board, observer=ground)
    while boards.last < last:
        boards.extend()
    text = "".join(_decided(takes) for takes in board.of("takes"))
    boards.add("target", f"{text}{TARGET} :- {target}.\n" if target else text)
    switches = {Function("rule", [String(name)]): name for name in follower.switches}
    for switch in switches:
        boards.control.assign_external(switch, None)
    goal = [(TARGET, False)] if target else []

    def refuted(rules: list[Symbol]) -> list[Symbol] | None:
        """Return which of the rules already rule it out that the finding is not there."""
        found = _unsatisfiable(boards, [*goal, *((rule, True) for rule in rules)])
        return None if found is None else [rule for rule in rules if rule in found]

    core = refuted(list(switches)) or []
    smallest = True
    for rule in tuple(core):
        if clock.over:
            smallest = False
            break
        if rule in core:
            core = refuted([other for other in core if other != rule]) or core
    sides: dict[str, str] = {}
    for rule in core:
        without = boards.solve(clock, [(other, other != rule) for other in switches])
        remaining = None if without.board is None else side(without.board)
        if remaining is not None:
            sides[switches[rule]] = remaining
    ids = tuple(name for switch, name in switches.items() if switch in core)
    at_odds = _outermost(follower, sides) if target else _going_round(boards, ground, ids)
    return Core(ids, at_odds, smallest)


def _going_round(boards: Boards, ground: Ground, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rules by which something depends on its own absence."""
    atoms = boards.control.symbolic_atoms
    used = {literal for rule in ground.going_round(named_atoms(boards)) for literal in rule.body}
    found = []
    for name in ids:
        atom = atoms[Function("rule", [String(name)])]
        if atom is not None and atom.literal in used:
            found.append(name)
    return tuple(found)


def _outermost(follower: Follower, sides: dict[str, str]) -> tuple[str, ...]:
    """Leave out rules that only make what another rule of the same side looks at."""
    makes: dict[str, set[Signature]] = {name: set() for name in sides}
    uses: dict[str, set[Signature]] = {name: set() for name in sides}
    for statement in follower.statements:
        if statement.label.id in sides:
            makes[statement.label.id] |= statement.heads
            uses[statement.label.id] |= statement.bodies
    return tuple(
        name
        for name in follower.switches
        if name in sides
        and not any(
            makes[name] & uses[other] and not makes[other] & uses[name]
            for other in sides
            if sides[other] == sides[name]
        )
    )


def _decided(takes: Symbol) -> str:
    """Return the constraint that a choice is made again whenever it can be."""
    book, moment, decision, option = takes.arguments
    where = f"{book},{moment},{decision},{option}"
    return f":- pick({where}), not takes({where}).\n"


def _unsatisfiable(boards: Boards, assumptions: list[tuple[Symbol, bool]]) -> set[Symbol] | None:
    """Return the assumptions that already contradict the program, or None if they do not."""
    atoms = boards.control.symbolic_atoms
    literals = {}
    for symbol, true in assumptions:
        atom = atoms[symbol]
        if atom is not None:
            literals[atom.literal if true else -atom.literal] = symbol
    with boards.control.solve(assumptions, yield_=True) as handle:
        result: clingo.SolveResult = handle.get()
        if not result.unsatisfiable:
            return None
        return {literals[literal] for literal in handle.core() if literal in literals}
