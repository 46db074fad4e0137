"""Rule coverage: each numbered rule switched off in turn, on the steps that the cases take.

Replaying whole games without a rule runs away; a step without it either leads elsewhere or it
does not. All labels of a step are switches of one grounded program, so trying one costs a solve
and no grounding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

import clingo
from clingo import Function, String, Symbol

from kb.cases import read_files
from kb.inference.engine import SHOWN, Clock, facts
from kb.inference.graph import State
from kb.inference.session import Session
from kb.records import record
from kb.rulebook import Rulebook
from kb.rulebook.gaps import Readings
from kb.rulings.ruling import Ruling
from kb.testing.cases import CaseResult, meant_by
from kb.testing.pins import QUESTION

Snapshot = frozenset[tuple[Symbol, ...]]

MODELS = 200
"""How many ways on are compared for one step."""

TOGETHER = 8
"""How many rules are left out together before each is, where one that is overlooked does no harm:
most change nothing in a step, and of those that do few undo each other."""

FEW = 10
"""In how many steps a rule is tried of which much was tried in vain before."""


@record
class Recorded:
    """A step that a case took: what it started from, what it was told, what counts in it."""

    session: Session
    state: State
    extra: str
    shows: tuple[str, ...]


def recorded(result: CaseResult) -> Iterator[Recorded]:
    """Return the steps of a case, those of its questions among them."""
    return recorded_of(result.session, result.rulings)


def recorded_of(session: Session, rulings: Iterable[Ruling]) -> Iterator[Recorded]:
    """Return the steps of a session, those of its questions among them."""
    for node in session.graph.nodes:
        if node.extra:
            yield Recorded(session, node.state, node.extra, SHOWN)
    for ruling in rulings:
        if ruling.session is not session:
            for node in ruling.session.graph.nodes:
                if node.extra:
                    yield Recorded(ruling.session, node.state, node.extra, SHOWN)
        for leaf in ruling.leaves:
            for state, extra in () if leaf.orders is None else leaf.orders.steps:
                yield Recorded(session, state, extra, SHOWN)
            shows = tuple(f"{g.name}/{len(g.arguments)}" for g in leaf.goals if g.name)
            node = ruling.session.graph.nodes[leaf.query.node]
            extra = ruling.session.told(leaf.query.extra)
            yield Recorded(
                ruling.session, node.state, extra, tuple(dict.fromkeys((*QUESTION, *shows)))
            )


def missing(result: CaseResult, labels: Iterable[str]) -> frozenset[str]:
    """Return those of some rules without which a step of a case leads elsewhere."""
    return missed_on(recorded(result), labels)


def missed_on(
    steps: Iterable[Recorded],
    labels: Iterable[str],
    most: int | None = None,
    clock: Clock | None = None,
    weary: Iterable[str] = (),
    together: int = 1,
) -> frozenset[str]:
    """Return those of some rules without which one of some steps leads elsewhere.

    With `most`, no more steps than that are tried in which some of the rules may play a part; with
    a clock, none when its time is over. A rule that is `weary` is tried in few steps, in those
    first in which such rules may play a part as in few others. How many are left out `together`
    before each is, `Trial.missed` says.
    """
    left = set(labels)
    missed: set[str] = set()
    seen: set[tuple[object, ...]] = set()
    vain: Counter[str] = Counter()
    tired = left.intersection(weary)
    for step in _rarest_first(steps, left, tired) if tired else steps:
        if not left or (clock is not None and clock.over):
            break
        key = (id(step.session.view.statements), step.state, step.extra, step.shows)
        if key not in seen:
            seen.add(key)
            trial = Trial(step, left)
            found = trial.missed(together)
            missed |= found
            left -= found
            vain.update(tired.intersection(trial.candidates))
            left -= {one for one in tired if vain[one] >= FEW}
            if most is not None and trial.candidates:
                most -= 1
                if not most:
                    break
    return frozenset(missed)


def _rarest_first(steps: Iterable[Recorded], labels: set[str], tired: set[str]) -> list[Recorded]:
    """Return steps, those first in which such tired rules may play a part as in few others."""
    kinds = [(candidates_of([step], labels), step) for step in steps]
    count = Counter(names & tired for names, _ in kinds)
    kinds.sort(key=lambda one: count[one[0] & tired])
    return [step for names, step in kinds if names]


def candidates_of(steps: Iterable[Recorded], labels: set[str]) -> frozenset[str]:
    """Return those of some rules that may play a part in one of some steps."""
    found: set[str] = set()
    for step in steps:
        engine = step.session.engine
        for number in engine.slicer.live(engine.shapes(step.state, step.extra)):
            statement = engine.slicer.statements[number]
            if statement.switchable and statement.label.id in labels:
                found.add(statement.label.id)
    return frozenset(found)


def to_be_tried(files: Iterable[Path], readings: Readings | None = None) -> dict[str, set[str]]:
    """Return by game the rules that no pin of the files is sure to switch off.

    A pin does so with its rule as it is checked; one that may mean either of two rules, with one
    of them. All others are to be tried on the steps of the cases.
    """
    books: dict[str, Rulebook] = {}
    left: dict[str, set[str]] = {}
    asked: set[tuple[str, date | None, str, tuple[tuple[str, str], ...]]] = set()
    for case in read_files(files):
        if case.game not in books:
            books[case.game] = Rulebook.load(case.game)
            left[case.game] = {la.id for la in books[case.game].labels.values() if la.numbers}
        taken = {**case.readings, **(readings or {})}
        asked |= {(case.game, case.day, pin, tuple(taken.items())) for pin in case.pins}
    for game, day, number, chosen in asked:
        labels = meant_by(books[game].on(day, dict(chosen)), number)
        if len(labels) == 1:
            left[game] -= labels
    return left


class Trial:
    """One step with every rule that matters for it as a switch.

    Parameters
    ----------
    step : Recorded
    wanted : set of str or None
        The rules that are to be switches; all numbered ones, unless given.
    """

    def __init__(self, step: Recorded, wanted: set[str] | None) -> None:
        engine = step.session.engine
        live = [
            engine.slicer.statements[number]
            for number in engine.slicer.live(engine.shapes(step.state, step.extra), urgent=False)
        ]
        here = dict.fromkeys(
            s.label.id for s in live if s.switchable and (wanted is None or s.label.id in wanted)
        )
        self.candidates = tuple(here)
        self._on: set[str] = set()
        if not here and wanted is not None:
            return
        texts = [s.switched if s.label.id in here else s.code for s in live]
        externals = "".join(f"#external {_switch(label)}.\n" for label in here)
        given = "".join(f"given({fluent}).\n" for fluent in step.state)
        shows = "".join(f"#show {signature}.\n" for signature in step.shows)
        self._control = clingo.Control([str(MODELS), "--warn=none"], message_limit=1)
        self._control.add(
            "base",
            [],
            "\n".join(texts) + "\n" + facts(engine.static) + given + step.extra + externals + shows,
        )
        self._control.ground([("base", [])])

    def missed(self, together: int = 1) -> set[str]:
        """Return the rules without which the step goes differently, each of them by itself.

        So many are first left out together: where all goes as it did without them, none of them is
        tried by itself. What two rules do that undo each other is not seen then.
        """
        if not self.candidates:
            return set()
        with_all, rules = self.models(), self.candidates

        def among(some: tuple[str, ...]) -> set[str]:
            if self.models([rule for rule in rules if rule not in some]) == with_all:
                return set()
            half = len(some) // 2
            return among(some[:half]) | among(some[half:]) if half else set(some)

        groups = (rules[place : place + together] for place in range(0, len(rules), together))
        return set[str]().union(*map(among, groups))

    def models(self, rules: Iterable[str] | None = None) -> Snapshot:
        """Return what some of the rules, or all, make of the step: what is shown of each model."""
        chosen = set(self.candidates if rules is None else rules)
        for label in chosen ^ self._on:
            self._control.assign_external(_switch(label), label in chosen)
        self._on = chosen
        with self._control.solve(yield_=True) as handle:
            return frozenset(tuple(sorted(model.symbols(shown=True))) for model in handle)


def _switch(label: str) -> Symbol:
    return Function("rule", [String(label)])
