"""Running scenario files: each question's answer and the rules it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kb.errors import nearest, quote
from kb.inference.script import ScriptError
from kb.inference.session import Session
from kb.proof.proof import walk
from kb.records import record
from kb.rulebook import Rulebook, RulebookView
from kb.rulings.asking import located, open_session, with_expected
from kb.rulings.ruling import Ruling, rule_on
from kb.scenario import Case
from kb.scenario.reader import Path_
from kb.testing.pins import without


@record
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


@record
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
    try:
        rulings = tuple(rule_on(session, question) for question in session.situation.questions)
    except ScriptError as error:
        raise located(case.scenario, with_expected(error, session), error.path) from None
    checks = tuple(check_ruling(ruling, pins=pins) for ruling in rulings if ruling.asked.expects)
    return CaseResult(case, checks, session, rulings)


def check_ruling(ruling: Ruling, *, pins: bool = True) -> Check:
    """Compare a ruling with what its question expects; see `check_case` for the pins."""
    # Also of an answer that is not the expected one it is told on what it is conditional.
    faults = mistakes(ruling) + _unless(ruling)
    missed: list[str] = []
    if not faults and ruling.asked.depends is not None:
        faults = _depends(ruling, ruling.asked.depends)
    if not faults and pins:
        for number in ruling.asked.because:
            label, fault = _pin(ruling, number)
            faults += [fault] if fault else []
            missed += [label] if label else []
    return Check(ruling.asked.name, tuple(faults), ruling.asked.path, tuple(missed))


def mistakes(ruling: Ruling) -> list[str]:
    """Return what is wrong with a ruling, in words; nothing if it is as expected."""
    if any(outcome.status == "illegal" for outcome in ruling.outcomes):
        return ["what is done is not legal"]
    if ruling.asked.undetermined:
        undetermined = all(leaf.value is None and leaf.gaps for leaf in ruling.leaves)
        return [] if undetermined else ["the answer is not undetermined"]
    if not ruling.leaves:
        return ["there is no outcome within the limit"]
    return list(ruling.asked.faults(ruling.session, ruling.leaves))


def _unless(ruling: Ruling) -> list[str]:
    """Say what is wrong with the texts that an expected answer is conditional on: exactly these."""
    if ruling.asked.undetermined or not ruling.asked.expects:
        return []
    found = {(one.key[0], one.ability): one for one in ruling.unless}
    faults = [
        f"the answer holds only unless {one.condition}; to expect that: 'unless: [{one.entry}]'"
        for key, one in found.items()
        if key not in ruling.asked.unless
    ]
    names = ruling.session.situation.names
    faults += (
        f"'unless' names ability {number} of {names.text(card)}, which can't change the answer"
        for card, number in sorted(ruling.asked.unless - found.keys())
    )
    return faults


def _depends(ruling: Ruling, expected: Iterable[str]) -> list[str]:
    """Say what is wrong with the gaps that an answer is expected to depend on: exactly these."""
    wanted = tuple(expected)
    found = [one.gap.name for one in ruling.depends]
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
    standing = labels & set(ruling.proved_by) or labels & set(ruling.labels)
    if not standing:
        used = ", ".join(ruling.rules)
        but = f", but on {used}" if used else ", and on no numbered rule at all"
        return "", f"the proof does not rest on {number}{but}"
    for label in sorted(standing):
        if without(ruling, label):
            return label, ""
    if labels & lacked(ruling):
        return "", ""
    return "", f"without {number} the answer is the same"


def lacked(ruling: Ruling) -> set[str]:
    """Return the rules that would have given another answer, had what they ask for been so.

    Switched off they change nothing: that they did not apply is the reason.
    """
    nodes = walk(tree for proof in ruling.proofs for tree in proof.trees)
    return {one.label.id for one in nodes if one.label is not None and one.function == "lacking"}


def meant_by(view: RulebookView, number: str) -> set[str]:
    """Return the rules that a pin may mean: the text in force goes before what others call so."""
    on_that_day, ever = _by_number(view)
    return set(on_that_day.get(number) or ever.get(number) or ())


@lru_cache(maxsize=4)
def _by_number(view: RulebookView) -> tuple[dict[str, set[str]], ...]:
    """Return the rules by the numbers that they have on the day of a view, and ever had."""
    found: tuple[dict[str, set[str]], ...] = ({}, {})
    for label in view.labels.values():
        for own, numbers in zip(found, (label.numbers_on(view.date), label.numbers), strict=True):
            for number in numbers:
                own.setdefault(number, set()).add(label.id)
    return found


def numbers_of(view: RulebookView, identifier: str) -> tuple[str, ...]:
    """Return the numbers by which a rule may be cited on the day of a view."""
    label = view.label(identifier)
    return tuple(dict.fromkeys((*label.numbers_on(view.date), *label.numbers)))
