"""One board or case after the other: what is wrong in any step that is taken on the way.

Where boards are too many-voiced to be followed all at once, and along the worked examples, each
step is solved by itself with every rule behind a switch. A step without any way on, a clash, a
decision without an option, or several ways on though everybody decides alike is a finding; so are
steps that go round in a circle though nobody does anything. The rules that it rests on are found by
letting go one after the other, as long as the finding stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from functools import lru_cache
from typing import Literal

from clingo import Symbol

from kb.inference.engine import SHOWN as PLAYED
from kb.inference.engine import Engine, facts, run
from kb.inference.graph import State
from kb.inference.models import Model
from kb.inference.session import Session
from kb.proof.words import Phrasing
from kb.records import record
from kb.resources import Home, home
from kb.rulebook import Rulebook
from kb.testing.ablation import Recorded, Trial, missed_on
from kb.verification.loops import loop_of, rules_of_loop, steps_of_loop
from kb.verification.questions import OfSteps, asked_of_steps

Kind = Literal["contradiction", "clash", "silence", "undetermined", "loop", "unrest"]

SHOWN = ("clash/3", "silent/1", "demands/2", "pick/2")
ALL_OPTIONS = """\
surveyed(D) :- slot(D), left_open(D).
silent(D) :- slot(D), left_open(D), not option(D,_), not provided_for(D), not in_pieces(D).
in_pieces(D) :- offers(D,O,_), O != D.
"""
"""What a step is asked besides in which a player may act: whether there is anything to do. Of what
is declared as a whole the options are no single ones: that nothing may not be declared is no
silence where something may."""

SIGNS = {"clash": 3, "silent": 1}
"""What shows that something is wrong, each with how many arguments it has."""

WAYS = ("takes/2", "next/1")
"""What is decided in a step, and what holds after it."""

BESIDES = frozenset({"clash", "silent", "demands", "pick", "takes"})
"""What is shown of a step and is no part of what follows from what is decided."""


@record
class Fault:
    """Something wrong with one step.

    Attributes
    ----------
    kind : str
    atom : Symbol or None
        The clash or the silence; None for a contradiction, and for several ways on.
    rules : tuple of str
        The ids of the rules that it rests on; none can be taken from them. Of a loop, those without
        which a step of it leads elsewhere.
    at_odds : tuple of str
        Those of them without which one side of it remains.
    step : Recorded or None
        Where it is so, for a loop one of its steps.
    """

    kind: Kind
    atom: Symbol | None
    rules: tuple[str, ...]
    at_odds: tuple[str, ...]
    step: Recorded | None = field(default=None, compare=False, repr=False)

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """What tells it from others: its kind, and the rules at odds."""
        return self.kind, self.at_odds or self.rules

    def said(self, words: Phrasing) -> str:
        """Return what happens, in words."""
        if self.kind == "loop":
            return "the rules go round in a circle, and no player may act"
        if (
            self.kind == "undetermined"
            and self.step is not None
            and "next/1" not in self.step.shows
        ):
            return "there are several answers, though nobody decides between them"
        if self.kind == "undetermined":
            return "it goes on in several ways, though nobody decides between them"
        if self.atom is None:
            return "the rules leave nothing possible"
        subject, *values = self.atom.arguments
        if self.kind == "silence":
            return f"no legal option for: {words.term(subject, 'decision')}"
        one, other = sorted(map(words.term, values))
        return f"{words.term(subject, 'subject')} is to be both {one} and {other}"


@lru_cache(maxsize=8)
def _looked_at(game: str, _home: Home) -> frozenset[str]:
    asked = asked_of_steps(game, [Rulebook.load(game)])
    return asked.leading_to(name.partition("/")[0] for name in SHOWN).read


def watched(engine: Engine, game: str) -> None:
    """Have it kept of each step what comes of it, as far as it is looked at for what is wrong."""
    engine.came, engine.besides = {}, _looked_at(game, home(game))


class Watcher:
    """Looks at steps for what is wrong with them.

    Parameters
    ----------
    asked : OfSteps
        What is asked of each step.
    """

    def __init__(self, asked: OfSteps) -> None:
        self.asked = asked
        # What else is asked of boards at rest, all that may be done above all, takes much.
        own = asked.leading_to(name.partition("/")[0] for name in SHOWN)
        self._text = own.text
        self._read = own.read

    def faults(self, steps: Iterable[Recorded]) -> Iterator[Fault]:
        """Yield what is wrong with steps, and with the courses that they are part of."""
        sessions: dict[int, Session] = {}
        surveyed: set[tuple[int, State]] = set()
        for step in steps:
            sessions.setdefault(id(step.session), step.session)
            # Where a player may act, what they may do is not asked for otherwise: once is enough.
            place = (id(step.session), step.state)
            awaited = ALL_OPTIONS if "left_open(" in step.extra and place not in surveyed else ""
            if awaited:
                surveyed.add(place)
            elif self._is_well(step):
                continue
            extra = step.extra + self._text + awaited
            # In the step of a question it counts what is answered, not what holds after it.
            ways = WAYS if step.shows == PLAYED else ("takes/2", *step.shows)
            shows = (*SHOWN, *ways)
            models, _ = step.session.engine.solve(step.state, extra, shows)
            signs = any(model.of(sign) for model in models for sign in SIGNS)
            decided = {model.takes for model in models}
            if models and not signs and len(decided) == len(set(map(_way, models))):
                continue  # without switches that takes far less
            fault = _fault(Trial(Recorded(step.session, step.state, extra, shows), None))
            if fault is not None:
                yield replace(fault, step=step)
        for session in sessions.values():
            if session.explored and (loop := loop_of(session)):
                around = steps_of_loop(session, loop)
                rules = missed_on(around, session.view.switches)
                yield Fault("loop", None, tuple(sorted(rules)), (), around[0])

    def _is_well(self, step: Recorded) -> bool:
        """Return whether all that comes of a step is known, and nothing is wrong with it.

        What is asked of a step changes nothing in it, so that it can be asked of its models.
        """
        models = (step.session.engine.came or {}).get((step.state, step.extra), [])
        if not models or len({model.takes for model in models}) < len(models):
            return False
        return all(model.atoms is not None and not self._signs(model.atoms) for model in models)

    def _signs(self, atoms: Iterable[Symbol]) -> bool:
        """Return whether what holds in a step shows that something is wrong."""
        held = facts(atom for atom in atoms if atom.name in self._read)
        shows = "".join(f"#show {name}/{arity}." for name, arity in SIGNS.items())
        found, _ = run(f"{self._text}{held}{shows}")
        return any(model.shown for model in found)

    def settled(self, fault: Fault) -> Fault:
        """Return a fault of a small board with rules of which none can be taken away."""
        if fault.kind != "loop" or fault.step is None:
            return fault
        return replace(fault, rules=rules_of_loop(fault.step.session))


def _way(model: Model) -> tuple[object, ...]:
    """Return what is decided in a model, and all that follows of what is shown."""
    following = (atom for own in model.shown.values() for atom in own if atom.name not in BESIDES)
    return model.takes, model.next, frozenset(following)


def _fault(trial: Trial) -> Fault | None:
    """Return what is wrong with a step, the first of it."""
    models = trial.models()
    signs = sorted({atom for model in models for atom in model if atom.name in SIGNS})
    several = bool(models) and not signs
    if several and not _undetermined(models):
        return None
    sign = signs[0] if signs else None
    core = list(trial.candidates)
    for rule in tuple(core):
        rest = [other for other in core if other != rule]
        if _undetermined(trial.models(rest)) if several else _there(trial.models(rest), sign):
            core = rest
    if sign is None:
        return Fault("undetermined" if several else "contradiction", None, tuple(core), ())
    at_odds = []
    for rule in core:
        without = trial.models([other for other in trial.candidates if other != rule])
        if without and any(_side(model, sign) for model in without):
            at_odds.append(rule)
    if sign.name == "silent" and not at_odds:
        # Of few rules there may be nothing to do anyway: then it rests on those that take it away.
        for rule in trial.candidates:
            without = trial.models([other for other in trial.candidates if other != rule])
            if not _there(without, sign) and any(_side(model, sign) for model in without):
                at_odds.append(rule)
        core = at_odds or core
    return Fault("clash" if sign.name == "clash" else "silence", sign, tuple(core), tuple(at_odds))


def _there(models: Iterable[tuple[Symbol, ...]], sign: Symbol | None) -> bool:
    found = list(models)
    return not found if sign is None else any(sign in model for model in found)


def _undetermined(models: Iterable[tuple[Symbol, ...]]) -> bool:
    """Tell whether a step goes on in several ways where all decisions are the same."""
    ways: dict[tuple[Symbol, ...], tuple[Symbol, ...]] = {}
    for model in models:
        takes = tuple(atom for atom in model if atom.match("takes", 2))
        following = tuple(atom for atom in model if atom.name not in BESIDES)
        if ways.setdefault(takes, following) != following:
            return True
    return False


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
