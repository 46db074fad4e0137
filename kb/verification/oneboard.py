"""One board or case after the other: what is wrong in any step that is taken on the way.

Where boards are too many-voiced to be followed all at once, and along the worked examples, each
step is solved by itself with every rule behind a switch. A step without any way on, a clash or a
decision without an option is a finding; the rules that it rests on are found by letting go one
after the other, as long as the finding stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from clingo import Symbol

from kb.proof.words import Phrasing
from kb.testing.ablation import Recorded, Trial

Kind = Literal["contradiction", "clash", "silence", "unrest"]

SHOWN = ("clash/3", "silent/1", "demands/2", "pick/2")
SIGNS = frozenset({"clash", "silent"})


@dataclass(frozen=True)
class Fault:
    """Something wrong with one step.

    Attributes
    ----------
    kind : str
    atom : Symbol or None
        The clash or the silence; None for a contradiction.
    rules : tuple of str
        The ids of the rules that it rests on; none can be taken from them.
    at_odds : tuple of str
        Those of them without which one side of it remains.
    """

    kind: Kind
    atom: Symbol | None
    rules: tuple[str, ...]
    at_odds: tuple[str, ...]

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """What tells it from others: its kind, and the rules at odds."""
        return self.kind, self.at_odds or self.rules

    def said(self, words: Phrasing) -> str:
        """Return what happens, in words."""
        if self.kind == "unrest":
            return "the rules go round in a circle, and no player may act"
        if self.atom is None:
            return "the rules leave nothing possible"
        subject, *values = self.atom.arguments
        if self.kind == "silence":
            return f"no legal option for: {words.term(subject, 'decision')}"
        one, other = sorted(map(words.term, values))
        return f"{words.term(subject, 'subject')} is to be both {one} and {other}"


class Watcher:
    """Looks at steps for what is wrong with them.

    Parameters
    ----------
    asked : str
        What is asked of each step, as program text.
    """

    def __init__(self, asked: str) -> None:
        self._asked = asked

    def faults(self, steps: Iterable[Recorded]) -> Iterator[Fault]:
        """Yield what is wrong with steps."""
        for step in steps:
            extra = step.extra + self._asked
            models, _ = step.session.engine.solve(step.state, extra, SHOWN)
            if models and not any(model.of(sign) for model in models for sign in SIGNS):
                continue  # without switches that takes far less
            fault = _fault(Trial(Recorded(step.session, step.state, extra, SHOWN), None))
            if fault is not None:
                yield fault


def _fault(trial: Trial) -> Fault | None:
    """Return what is wrong with a step, the first of it."""
    models = trial.models()
    signs = sorted({atom for model in models for atom in model if atom.name in SIGNS})
    if models and not signs:
        return None
    sign = signs[0] if signs else None
    core = list(trial.candidates)
    for rule in tuple(core):
        rest = [other for other in core if other != rule]
        if _there(trial.models(rest), sign):
            core = rest
    if sign is None:
        return Fault("contradiction", None, tuple(core), ())
    at_odds = []
    for rule in core:
        without = trial.models([other for other in trial.candidates if other != rule])
        if without and any(_side(model, sign) for model in without):
            at_odds.append(rule)
    return Fault("clash" if sign.name == "clash" else "silence", sign, tuple(core), tuple(at_odds))


def _there(models: Iterable[tuple[Symbol, ...]], sign: Symbol | None) -> bool:
    found = list(models)
    return not found if sign is None else any(sign in model for model in found)


def _side(model: tuple[Symbol, ...], sign: Symbol) -> bool:
    """Tell whether one side of a finding remains, and not the other."""
    subject = sign.arguments[0]
    if sign.name == "silent":
        return any(atom.match("pick", 2) and atom.arguments[0] == subject for atom in model)
    demanded = {
        atom.arguments[1]
        for atom in model
        if atom.match("demands", 2) and atom.arguments[0] == subject
    }
    return len(demanded & set(sign.arguments[1:])) == 1
