"""Legality: what stands against an action, as the step of a question tells it."""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Function, Symbol

from kb.inference.leaves import Answer, Reason
from kb.inference.models import Model
from kb.inference.queries import query
from kb.inference.session import Session

LEGAL = query("legal").shown


def against(model: Model, unmet: Iterable[Symbol]) -> tuple[Reason, ...]:
    """Return what is not met as reasons, each with what stands against it."""
    contrary: dict[Symbol, list[Symbol]] = {}
    for atom in model.of("contrary"):
        contrary.setdefault(atom.arguments[0], []).append(atom)
    return tuple(Reason(atom, tuple(contrary.get(atom.arguments[2], ()))) for atom in unmet)


def grounds(reasons: Iterable[Reason]) -> tuple[Symbol, ...]:
    """Return the atoms that a "no" consists of."""
    return tuple(dict.fromkeys(a for r in reasons for a in (r.unmet, *r.contrary)))


def unknown(model: Model, legal: Iterable[Symbol]) -> tuple[Symbol, ...]:
    """Return what nobody knows and would have to be known for options to be legal."""
    chosen = set(legal)
    met = (a.arguments for a in model.of("met"))
    needed = {condition for *option, condition in met if Function("option", option) in chosen}
    found = (a.arguments for a in model.of("in_doubt"))
    return tuple(sorted({what for condition, what in found if condition in needed}))


def support(model: Model, legal: Iterable[Symbol]) -> tuple[Symbol, ...]:
    """Return the atoms that a "yes" consists of: what is legal, and the requirements it meets."""
    chosen = dict.fromkeys(legal)
    met = (a for a in model.of("met") if Function("option", a.arguments[:2]) in chosen)
    return (*chosen, *met)


def illegal(session: Session, number: int, extra: str, unmet: Iterable[Symbol]) -> Answer:
    """Return what stands against a line of the script that is not legal."""
    model = session.ask(number, extra, LEGAL)
    reasons = against(model, (atom for atom in unmet if atom.name == "unmet"))
    return Answer(None, grounds(reasons), reasons, extra)
