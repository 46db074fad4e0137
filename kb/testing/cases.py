"""Running scenario files: each question's answer and the rules it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kb.errors import LudexError, nearest, quote
from kb.inference.answers import Ruling, rule_on
from kb.inference.dependence import dependences
from kb.inference.engine import Clock
from kb.inference.graph import NODES
from kb.inference.session import Session
from kb.inference.slicing import slicer_of
from kb.rulebook import Rulebook, RulebookView
from kb.scenario import Case, situate
from kb.scenario.reader import Path_
from kb.testing.expectations import expects, mistakes
from kb.testing.pins import without


@dataclass(frozen=True)
class Check:
    """One question of a case and what is wrong with its answer.

    Attributes
    ----------
    name : str
        The question, in words.
    faults : tuple of str
        What is not as expected; empty if the check passed.
    path : tuple
        Where the question stands in the scenario.
    missed : tuple of str
        The ids of pinned rules without which the answer is another.
    """

    name: str
    faults: tuple[str, ...]
    path: Path_ = ()
    missed: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.faults


@dataclass(frozen=True)
class CaseResult:
    """What became of one case: a check for each question that has an expectation.

    Attributes
    ----------
    case : Case
    checks : tuple of Check
    session : Session
        For what is done with the same steps later, such as switching rules off.
    """

    case: Case
    checks: tuple[Check, ...]
    session: Session
    rulings: tuple[Ruling, ...]

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return all(check.passed for check in self.checks)


@lru_cache(maxsize=8)
def _rulebook(game: str) -> Rulebook:
    return Rulebook.load(game)


def open_session(
    case: Case,
    *,
    rulebook: Rulebook | None = None,
    limit: int = NODES,
    clock: Clock | None = None,
) -> Session:
    """Return the session of a case with the rules of its date."""
    situation = situate(case.scenario)
    book = rulebook or _rulebook(situation.game.name)
    view = book.on(situation.date, situation.readings)
    return Session(
        situation, view, situation.game, limit=limit, clock=clock, slicer=slicer_of(view)
    )


def check_case(case: Case, *, pins: bool = True, rulebook: Rulebook | None = None) -> CaseResult:
    """Run a case.

    Parameters
    ----------
    case : Case
    pins : bool
        Whether the pinned rules are looked for in the proofs and switched off one by one.
    rulebook : Rulebook, optional
        Another rulebook of the game.
    """
    session = open_session(case, rulebook=rulebook)
    rulings = tuple(rule_on(session, question) for question in session.situation.questions)
    checks = tuple(_check(ruling, pins) for ruling in rulings if expects(ruling))
    return CaseResult(case, checks, session, rulings)


def _check(ruling: Ruling, pins: bool) -> Check:
    faults = mistakes(ruling)
    missed: list[str] = []
    if not faults and ruling.question.depends is not None:
        faults = _depends(ruling, ruling.question.depends)
    if not faults and pins:
        for number in ruling.question.because:
            label, fault = _pin(ruling, number)
            faults += [fault] if fault else []
            missed += [label] if label else []
    return Check(ruling.question.name, tuple(faults), ruling.question.path, tuple(missed))


def _depends(ruling: Ruling, expected: Iterable[str]) -> list[str]:
    """Say what is wrong with the gaps that an answer is expected to depend on: exactly these."""
    wanted = tuple(expected)
    found = [one.gap.name for one in dependences(ruling)]
    return [
        *(f"the answer does not depend on {gap}" for gap in wanted if gap not in found),
        *(f"the answer also depends on {gap}" for gap in found if gap not in wanted),
    ]


def _pin(ruling: Ruling, number: str) -> tuple[str, str]:
    """Return the rule that a pin means, and without which the answer is another; or what is wrong.

    Wrong is a rule that is not there, that is not in the proof, or that has no effect.
    """
    view = ruling.session.view
    labels = meant_by(view, number)
    if not labels:
        known = [n for label in view.labels for n in numbers_of(view, label)]
        return "", f"no rule {quote(number)} in force{nearest(number, known)}"
    # Telling what happened on the way costs as much as the answer: only where the proof is silent.
    standing = labels & set(ruling.proved_by) or labels & set(ruling.rules)
    if not standing:
        return "", f"the proof does not rest on {number}{_used(ruling)}"
    for label in sorted(standing):
        if without(ruling, label):
            return label, ""
    return "", f"without {number} the answer is the same"


def meant_by(view: RulebookView, number: str) -> set[str]:
    """Return the rules that a pin may mean: the text in force goes before what others call so."""
    labels = view.labels.values()
    on_that_day = {label.id for label in labels if number in label.numbers_on(view.date)}
    return on_that_day or {label.id for label in labels if number in label.numbers}


def _used(ruling: Ruling) -> str:
    """Say which rules a proof does rest on."""
    view = ruling.session.view
    labels = [view.label(identifier) for identifier in ruling.rules]
    numbers = dict.fromkeys(n for label in labels for n in label.numbers_on(view.date))
    return f", but on {', '.join(numbers)}" if numbers else ", and on no numbered rule at all"


def numbers_of(view: RulebookView, identifier: str) -> tuple[str, ...]:
    """Return the numbers by which a rule may be cited on the day of a view."""
    label = view.label(identifier)
    return tuple(dict.fromkeys((*label.numbers_on(view.date), *label.numbers)))


def scenario_files(paths: Iterable[Path]) -> list[Path]:
    """Return the scenario files at some paths, those in folders in order of their names.

    Raises
    ------
    LudexError
        If a path is neither, or a folder holds none.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted((*path.rglob("*.yaml"), *path.rglob("*.yml")))
            if not inside:
                raise LudexError("no scenario files in this folder", file=str(path))
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise LudexError("no such file or folder", file=str(path))
    return found
