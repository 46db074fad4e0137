"""What the line of an action settles of later decisions: its targets, X, and what is paid with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from clingo import Function, Number, Symbol

from kb.inference.graph import State
from kb.inference.models import Model
from kb.scenario.references import Present, Ref
from kb.scenario.script import Act, Shares
from kb.scenario.terms import Template

_HOLE = re.compile(r"\{([a-z][a-z ]*)\}|(\?)")


def named_for(act: Act, present: Present) -> str:
    """Return which targets are named for an action: of several ways, one with so many is meant."""
    handles = () if act.about is None else act.about.handles(present)
    if not act.named or len(handles) != 1 or "targets" not in act.action.settles:
        return ""
    return f"named_targets({handles[0]},{act.named}).\n" + "".join(
        f"target_named({handles[0]},{number},{one}).\n"
        for number, target in enumerate(act.targets, 1)
        for one in target.terms(present)
    )


def later_choices(act: Act, present: Present) -> str:
    """Return rules by which an action's targets and X are chosen when they are asked for.

    They are those of what is done: of that object, and of that ability where one is named.
    """
    text = ""
    values: dict[str, Symbol] = {}
    if act.by is not None:
        values["by"] = act.by
    handles = _about(act, present)
    for word, settled in act.action.settles.items():
        chosen: Iterable[tuple[Symbol, ...]] = ()
        if word == "targets":
            chosen = [target.terms(present) for target in act.targets]
            text += named_for(act, present)
        elif word == "x" and act.x is not None:
            chosen = [(Number(act.x),)]
        for number, terms in enumerate(chosen, 1):
            for handle, ability in product(handles, act.aiming or (None,)):
                it = None if handle is None else f"obj({handle},_)"
                own = {"handle": handle, "it": it, "ability": ability, "n": Number(number)}
                known = {name: one for name, one in own.items() if one is not None}
                decision = pattern(settled.decision, {**values, **known})
                for term in terms:
                    option = settled.fill({**values, "value": term})
                    # What is played once more later on is not settled by what was named before.
                    again = "" if handle is None else f", not given(chosen_anew({handle}))"
                    again += ", not meant_otherwise(D)" if word == "targets" else ""
                    text += f"forced(D,{option}) :- slot(D), D = {decision}{again}.\n"
    for shares in act.shares:
        for decision, option in settling(shares, present):
            text += f"forced(D,{option}) :- prospect(_,_,D), D = {decision}.\n"
    return text


def lacking(act: Act, state: State, model: Model) -> Ref | None:
    """Return a named target that a solved step is to choose and that is nowhere to be found."""
    settled = act.action.settles.get("targets")
    present = Present.of(state)
    missing = {n: one for n, one in enumerate(act.targets, 1) if not one.terms(present)}
    if settled is None or not missing:
        return None
    slots = [atom.arguments[0] for atom in model.of("slot")]
    for handle, ability in product(_about(act, present), act.aiming or (None,)):
        # What is played once more later on is not settled by what was named before.
        if handle is not None and Function("chosen_anew", [handle]) in state:
            continue
        for it, (n, target) in product(_objects(handle, present), missing.items()):
            own = {"by": act.by, "handle": handle, "it": it, "ability": ability, "n": Number(n)}
            values = {name: one for name, one in own.items() if one is not None}
            if any(settled.decision.match(slot, values) is not None for slot in slots):
                return target
    return None


def _about(act: Act, present: Present) -> tuple[Symbol | None, ...]:
    """Return the handles of what is done something with, None where it is done with nothing."""
    return (() if act.about is None else act.about.handles(present)) or (None,)


def _objects(handle: Symbol | None, present: Present) -> tuple[Symbol | None, ...]:
    """Return the objects that a handle may be, None where there is none."""
    return (() if handle is None else present.objects(handle)) or (None,)


def settling(shares: Shares, present: Present) -> Iterator[tuple[str, Symbol]]:
    """Yield the decisions, as terms of a rule, that many objects settle, and their options."""
    parts = shares.parts
    whole = parts.freely if shares.freely and parts.freely is not None else parts.option
    yield pattern(parts.decision, {}), whole.term
    for ref, value in shares.pairs:
        for term in ref.terms(present):
            yield (
                pattern(parts.each.decision, {"object": term}),
                parts.each.option.fill({"value": value}),
            )


def pattern(template: Template, values: Mapping[str, Symbol | str]) -> str:
    """Return a template as a term of a rule: known holes filled, the others left to match."""

    def fill(match: re.Match[str]) -> str:
        name = match.group(1)
        if name is not None and name.replace(" ", "_") in values:
            return str(values[name.replace(" ", "_")])
        return "_"

    return _HOLE.sub(fill, template.source)
