"""Whether what changed matters in the steps that a case takes: looked at before it is asked again.

That a changed statement may fire in a step is known from the shapes of what could hold there
(`kb.testing.replaying`); whether it does, the step itself tells, under either rulebook: its program
is solved beside what says that the body of a changed statement holds. Where none holds in any model
of either, every model of the one is a model of the other, with the same proofs. Where some holds
and what is looked at is the same in all models, an answer can hardly be another one: such cases are
asked last.
Only the steps in which a changed statement may fire are solved, and no question is answered.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

import clingo
from clingo import Symbol, parse_term
from clingo.ast import AST, ASTType, parse_string

from kb.inference.engine import TOLD, Engine
from kb.inference.firing import Firing
from kb.inference.session import OPEN
from kb.testing.between import Between
from kb.testing.played import PlayedCase, Solved

FIRES = "fires_here"
FIRING = clingo.Function(FIRES)
"""What holds where the body of some changed statement does."""

MODELS = 50
"""How many models of a step are compared; one that has more counts as one that differs."""


class Weight(IntEnum):
    """How much what changed matters in a case."""

    NONE = 0
    """No changed statement fires in any of its steps: all is as it was, and so are the answers."""
    ALIKE = 1
    """Some fires, and every step has the same models."""
    INSIDE = 2
    """Some steps have other models, in what nobody looks at in a step on the way."""
    APART = 3
    """A step has other models in what is looked at, or it is not known."""


def weight(played: PlayedCase, solved: Solved | None, between: Between) -> Weight:
    """Return how much what changed matters in the steps of a case.

    Parameters
    ----------
    played : PlayedCase
        What came of the case under the first rulebook.
    solved : Solved or None
        Its steps.
    between : Between
    """
    if solved is None:
        return Weight.APART
    firing = _firing(between)
    base = frozenset(played.base)
    may: list[frozenset[int]] = []
    for step in played.steps:
        if not step.whole:
            # What could follow in it is not known.
            live = between.slicer.live(step.shapes, base=base)
            if between.changed.intersection(live):
                return Weight.APART
            may.append(frozenset())
        else:
            may.append(firing.possible(base.union(step.shapes)))
    if not any(may):
        return Weight.NONE
    static = [parse_term(text) for text in solved.static]
    engines = (
        Engine(between.old, static, between.old_slicer),
        Engine(between.new, static, between.new_slicer),
    )
    found = Weight.NONE
    for one in solved.steps:
        if may[one.place]:
            own = _of_step(engines, one.fluents, one.extra, may[one.place], between)
            found = max(found, own)
            if found == Weight.APART:
                break
    return found


@lru_cache(maxsize=8)
def _firing(between: Between) -> Firing:
    return Firing(between.slicer, between.changed)


def _of_step(
    engines: tuple[Engine, Engine],
    fluents: tuple[str, ...],
    extra: str,
    may: frozenset[int],
    between: Between,
) -> Weight:
    looking = [_looking(between.slicer.statements[number].code) for number in sorted(may)]
    if None in looking:
        return Weight.APART
    asked = "".join(f"{each}\n" for each in looking)
    programs = (f"{one.program_of(fluents, extra)}{asked}" for one in engines)
    before = _grounded(next(programs))
    # Where no body of a changed statement can hold under one, none does anything under either.
    if FIRING not in before.symbolic_atoms:
        return Weight.NONE
    sides = [_models(before), _models(_grounded(next(programs)))]
    if max(map(len, sides)) > MODELS:
        return Weight.APART
    if not any(FIRING in model for side in sides for model in side):
        return Weight.NONE
    old, new = ({model - {FIRING} for model in side} for side in sides)
    if old == new:
        return Weight.ALIKE
    if OPEN in extra:
        # What is looked at for a question is not known here.
        return Weight.APART
    seen = (
        {frozenset(one for one in model if one.name in TOLD) for model in side} for side in sides
    )
    return Weight.APART if len(set(map(frozenset, seen))) > 1 else Weight.INSIDE


@lru_cache(maxsize=4096)
def _looking(code: str) -> str | None:
    """Return what says that the body of a statement holds; None if it is no rule."""
    found: list[AST] = []
    parse_string(code, found.append)
    rules = [one for one in found if one.ast_type != ASTType.Program]
    if len(rules) != 1 or rules[0].ast_type != ASTType.Rule:
        return None
    body = "; ".join(map(str, rules[0].body))
    return f"{FIRES} :- {body}." if body else f"{FIRES}."


def _grounded(program: str) -> clingo.Control:
    control = clingo.Control([str(MODELS + 1), "--warn=none"], message_limit=1)
    control.add("base", [], program)
    control.ground([("base", [])])
    return control


def _models(control: clingo.Control) -> list[frozenset[Symbol]]:
    """Return what holds in each model of a grounded program."""
    with control.solve(yield_=True) as handle:
        return [frozenset(model.symbols(atoms=True)) for model in handle]
