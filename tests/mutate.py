"""Changes single statements of the rules: ``python -m tests.mutate GAME COUNT [SEED]``.

GAME may be ``core``. A mutant drops or negates a condition, swaps two variables, moves a number by
one or drops the statement. It is caught when a case fails, by its answer or by a reason that it
pins, or does not end. Of every case it is kept what could hold in each of its steps, and what came
of it: a mutant is solved in those steps in which the statement or the mutant may fire, the cases
first that pin a rule of its block, then the shortest; where a step goes otherwise, its case is
played. That takes up to ``SECONDS`` a mutant. What survives is listed, by what was seen of it, and
what other statements say as well is listed as equal.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from datetime import date
from functools import cache
from hashlib import sha256
from multiprocessing import connection
from pathlib import Path
from typing import Any, NamedTuple

import clingo

from benchmarks.equal import says_the_same
from kb import LudexError, load_rulebook
from kb.cache import ANSWERING, Entry
from kb.inference.engine import Clock, Engine, in_order, run
from kb.inference.firing import Firing
from kb.inference.queries import query
from kb.inference.shapes import OTHER, Shape, head_shapes, whole_shapes
from kb.inference.slicing import Slicer, slicer_of
from kb.rulebook import Rulebook
from kb.rulebook.edition import ALWAYS
from kb.rulebook.statement import Statement
from kb.rulings.asking import open_session
from kb.rulings.ruling import rule_on
from kb.scenario import Case, expanded, load_scenario
from kb.testing.ablation import recorded_of
from kb.testing.cases import check_ruling
from kb.workers import spread
from tests.mutants import CORE, DROP, FAMILIES, GAMES, Mutant, changed, sample

FORMAT = "2"
"""The form of what is kept of a case."""

_WORD = re.compile(r"\b[a-z]\w+")
_DENIED = re.compile(r"\bnot\s+")
RULINGS = Path(__file__).parent / "rulings"
SECONDS = 20.0
"""How much work a mutant is worth."""
HANGS = 140
"""After how many seconds of work a mutant runs away."""
MEMORY = 4 * 2**30
MODELS = 1000
"""Up to how many ways on of a step are compared; one with more is always played."""
READERS = 12
"""How many statements are looked at that ask for what a statement concludes."""
RARE = 40
"""In how many steps at most what meets a condition is rare: such steps go first."""
REASONS = 8
"""How many cases are asked for their reasons whose steps go the same."""

CAUGHT, EQUAL = "caught", "equal"
IDLE, SAME, ANSWERS, CUT = (
    "no case fires it",
    "every step goes the same",
    "a step goes otherwise, and no answer",
    "time ran out",
)


class Work(Clock):
    """A limit of work: a case that passes does not fail because others are at work, too."""

    _now = staticmethod(time.process_time)


class Cases(NamedTuple):
    """The cases of a game, and the names that its rules tell apart."""

    played: list[Played]
    names: frozenset[object]


class Step(NamedTuple):
    """A step of a case: what could hold in it, and what came of it."""

    shapes: frozenset[Shape]
    whole: bool
    fluents: tuple[str, ...]
    extra: str
    shows: tuple[str, ...]
    came: str


class Played(NamedTuple):
    """A case as it was played."""

    file: str
    name: str
    seconds: float
    day: str
    readings: dict[str, str]
    pins: frozenset[str]
    base: frozenset[Shape]
    static: tuple[str, ...]
    steps: tuple[Step, ...]


def came_of(engine: Engine, step: Step, clock: Clock | None = None) -> str:
    """Return a hash of the ways on from a step; nothing where they are too many."""
    program = engine.program_of(step.fluents, step.extra)
    shows = "#show.\n" + "".join(f"#show {signature}.\n" for signature in step.shows)
    models, complete = run(f"{program}{shows}", limit=MODELS, clock=clock, allow_none=True)
    found = sorted(
        " ".join([*sorted(map(str, m.next)), "|", *map(str, m.takes), "|", *_said(m.shown)])
        for m in models
    )
    return sha256("\n".join(found).encode()).hexdigest()[:24] if complete else ""


def _said(shown: dict[str, list[clingo.Symbol]]) -> list[str]:
    return [str(atom) for name in sorted(shown) if name != "given" for atom in shown[name]]


def checks(case: Case, rulebook: Rulebook, clock: Clock | None = None) -> Iterator[bool]:
    """Yield whether the answers of a case are as expected, then whether its reasons are."""
    session = open_session(case, rulebook=rulebook, clock=clock)
    session.engine.told = {}
    rulings = [rule_on(session, one) for one in session.situation.questions]
    expecting = [one for one in rulings if one.asked.expects]
    yield all(check_ruling(one, pins=False).passed for one in expecting)
    yield all(check_ruling(one).passed for one in expecting)


def record(file: str) -> list[Any]:
    """Return the cases of a file as they were played, as plain data, as it was kept or anew."""
    path = Path(file)
    book = load_rulebook(path.relative_to(RULINGS).parts[0])
    entry = Entry.of("mutated", [ANSWERING], [FORMAT, book.key, path.read_text("utf-8")])
    found = entry.load()
    if found is None:
        found = [one for case in expanded(load_scenario(path)) if (one := play(case, book, file))]
        entry.save(found)
    return list(found)


def play(case: Case, book: Rulebook, file: str) -> list[Any] | None:
    """Play a case, and return what there is to know of it; None of one that does not pass."""
    if not case.scenario.ask:
        return None
    began = time.process_time()
    session = open_session(case, rulebook=book)
    told = session.engine.told = {}
    rulings = [rule_on(session, one) for one in session.situation.questions]
    expecting = [one for one in rulings if one.asked.expects]
    if not expecting or not all(check_ruling(one, pins=False).passed for one in expecting):
        return None
    seconds = time.process_time() - began
    steps: dict[tuple[Any, ...], list[Any]] = {}
    for one in recorded_of(session, rulings):
        fluents = in_order(one.state)
        asked = () if "next/1" in one.shows else query("question").shown
        key = (fluents, one.extra, tuple(dict.fromkeys((*one.shows, *asked))))
        if key in steps:
            continue
        held = told.get((fluents, one.extra))
        given = whole_shapes((), fluents) | head_shapes(one.extra)
        step = Step(frozenset(), held is not None, *key, "")
        came = came_of(one.session.engine, step)
        steps[key] = [sorted(given.union(held or ()), key=repr), *step[1:5], came]
    base = sorted(whole_shapes(session.engine.static_texts, ()), key=repr)
    pins = sorted({number for one in case.scenario.ask for number in one.because})
    day, readings = str(session.view.date), dict(session.view.readings)
    static = session.engine.static_texts
    return [file, case.name, seconds, day, readings, pins, base, static, _packed(steps.values())]


def _packed(steps: Iterable[list[Any]]) -> list[Any]:
    """Return steps with what they share said once."""
    shapes: dict[Shape, int] = {}
    texts: dict[str, int] = {}
    rows = [
        [
            [shapes.setdefault(each, len(shapes)) for each in held],
            whole,
            [texts.setdefault(each, len(texts)) for each in fluents],
            texts.setdefault(extra, len(texts)),
            shows,
            came,
        ]
        for held, whole, fluents, extra, shows, came in steps
    ]
    return [list(shapes), list(texts), rows]


_SHAPES: dict[Shape, Shape] = {}


def read(data: list[Any]) -> Played:
    """Return a case as it was kept."""
    *said, pins, base, static, (shapes, texts, rows) = data

    def known(found: Iterable[Any]) -> frozenset[Shape]:
        return frozenset(_SHAPES.setdefault(tuple(each), tuple(each)) for each in found)

    steps = tuple(
        Step(
            known(shapes[n] for n in held),
            *(whole, tuple(texts[n] for n in fluents), texts[extra], tuple(shows), came),
        )
        for held, whole, fluents, extra, shows, came in rows
    )
    return Played(*said, frozenset(pins), known(base), tuple(static), steps)


def firing_steps(
    statements: Sequence[Statement], readers: Sequence[Statement], pins: Set[str], cases: Cases
) -> list[tuple[Played, Step]]:
    """Return the steps in which a statement may fire, the most telling first.

    That is one of each kind, by what is asked and by what meets the conditions, those that are
    denied, too; then a second one, and so on. Those go first in which all that is denied may hold,
    of these those of cases that pin a rule or meet what is rare, of these the shortest.
    """
    slicer = Slicer(statements)
    firing = Firing(slicer, frozenset(range(len(statements))))
    plain = [replace(one, text=_DENIED.sub("", one.code)) for one in statements]
    wider = Slicer((*plain, *readers))
    held = Firing(wider, frozenset(range(len(plain))))
    names = cases.names.union(*(_WORD.findall(one.code) for one in statements))
    met: dict[Shape, Shape | None] = {}
    around: dict[Shape, Shape | None] = {}

    def meeting(shapes: Iterable[Shape], by: Slicer, known: dict[Shape, Any]) -> frozenset[Shape]:
        for one in shapes:
            if one not in known:
                told = (*one[:2], *(each if each in names else OTHER for each in one[2:]))
                known[one] = told if by.meeting(one) else None
        return frozenset(filter(None, map(known.__getitem__, shapes)))

    kinds: dict[tuple[tuple[str, ...], frozenset[Shape]], list[tuple[Played, Step]]] = {}
    possible: dict[frozenset[Shape], bool] = {}
    for case in sorted(cases.played, key=lambda one: (one.pins.isdisjoint(pins), one.seconds)):
        base = meeting(case.base, slicer, met)
        for step in case.steps:
            here = base | meeting(step.shapes, slicer, met)
            if here not in possible:
                possible[here] = bool(firing.possible(here))
            if possible[here]:
                beside = meeting((*case.base, *step.shapes), wider, around)
                kinds.setdefault((step.shows, beside), []).append((case, step))
    often = Counter(one for (_, kind), found in kinds.items() for one in kind for _ in found)

    def common(case: Played, kind: frozenset[Shape]) -> bool:
        rare = any(often[one] <= RARE for one in kind)
        return case.pins.isdisjoint(pins) and not rare

    ranked = [
        (rank, not held.possible(kind), common(case, kind), case.seconds, case, step)
        for (_, kind), found in kinds.items()
        for rank, (case, step) in enumerate(found)
    ]
    return [(case, step) for *_, case, step in sorted(ranked, key=lambda one: one[:4])]


def tried(mutant: Mutant, book: Rulebook, cases: Cases, end: float) -> tuple[str, str]:
    """Return what becomes of a mutant in the cases of a game, and where that is seen."""
    texts = mutant.of(book)
    if not texts:
        return IDLE, ""
    other = changed(book, texts)
    old, new = ([one.statements[number] for number in texts] for one in (book, other))
    said = () if mutant.family == DROP else new
    own, pins = set(map(id, old)), {number for one in old for number in one.label.numbers}
    made = frozenset(head for one in old for head in one.heads)
    readers = [
        one for one in book.statements if one.bodies & made and not any(o.bodies for o in old)
    ]

    @cache
    def engine_of(number: int) -> Engine | None:
        """Return what solves steps of a case, if the statement is in force there."""
        case = cases.played[number]
        day = date.fromisoformat(case.day)
        if own.isdisjoint(map(id, book.on(day, case.readings).statements)):
            return None
        view = other.on(day, case.readings)
        return Engine(view, map(clingo.parse_term, case.static), slicer_of(view))

    numbers = {id(case): number for number, case in enumerate(cases.played)}
    done, asked, steps, seen = set[int](), set[int](), 0, IDLE
    for case, step in firing_steps([*old, *said], readers[:READERS], pins, cases):
        number = numbers[id(case)]
        engine = None if number in done else engine_of(number)
        if engine is None:
            continue
        if time.process_time() > end:
            return CUT, f"{seen} in {steps} steps"
        steps += 1
        seen = SAME if seen == IDLE else seen
        clock = Work(30 + 10 * case.seconds)
        pinning = not case.pins.isdisjoint(pins)
        if not step.came or came_of(engine, step, clock) != step.came:
            done.add(number)
            seen = ANSWERS
        elif pinning and len(asked) < REASONS and number not in asked:
            asked.add(number)
        else:
            continue
        fault = failing(case, other, clock, reasons=pinning)
        if fault:
            return CAUGHT, fault
    return seen, f"{steps} steps"


def failing(played: Played, book: Rulebook, clock: Clock, *, reasons: bool) -> str:
    """Return how a case fails under a changed rulebook; nothing if it passes."""
    case = next(one for one in expanded(load_scenario(played.file)) if one.name == played.name)
    try:
        for what, passed in zip(
            ("", "its reasons: ")[: 1 + reasons], checks(case, book, clock), strict=False
        ):
            if not passed:
                return f"{what}{case.name}"
    except LudexError as error:
        return f"{case.name}: {error.message}"
    return ""


def outcome(
    mutant: Mutant, books: dict[str, Rulebook], played: dict[str, list[Played]]
) -> tuple[str, str]:
    """Return what becomes of a mutant in all games."""
    end, seen = time.process_time() + SECONDS, [(IDLE, "")]
    for game, book in books.items():
        seen.append(tried(mutant, book, played[game], end))
        if seen[-1][0] in (CAUGHT, CUT):
            return seen[-1]
    order = (ANSWERS, SAME, IDLE)
    found = min(seen, key=lambda one: order.index(one[0]))
    if found[0] != ANSWERS and any(said_besides(mutant, book) for book in books.values()):
        return EQUAL, "other statements say the same"
    return found


def said_besides(mutant: Mutant, book: Rulebook) -> bool:
    """Return whether other statements, in force whenever it is, say what a statement said."""
    texts = mutant.of(book)
    others = [n for n, one in enumerate(book.statements) if n not in texts and one.derives]
    for number, text in texts.items():
        old = book.statements[number]
        old = replace(old, text=str(old.ast))  # spaced as its mutant is
        rest = [book.statements[n] for n in others]
        sure = [
            one
            for one in rest
            if one.label.period in (ALWAYS, old.label.period) and not one.label.readings
        ]
        after = "" if mutant.family == DROP else text
        if not all(says_the_same(old, after, some) for some in (rest, sure)):
            return False
    return bool(texts)


def _child(pipe: connection.Connection, mutant: Mutant, *given: Any) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (HANGS, HANGS))  # of work: others may be at work, too
    began = time.process_time()
    try:
        found = outcome(mutant, *given)
    except (MemoryError, RuntimeError) as error:
        found = (CAUGHT, f"a step has no end: {error}")
    pipe.send((*found, time.process_time() - began))


def outcomes(
    drawn: list[Mutant], jobs: int, *given: Any
) -> Iterator[tuple[Mutant, str, str, float]]:
    """Yield what becomes of each mutant, each in a process of its own that may run away."""
    context = multiprocessing.get_context("fork")
    left, running = list(reversed(drawn)), dict[Any, Any]()
    while left or running:
        while left and len(running) < jobs:
            here, there = context.Pipe(duplex=False)
            mutant = left.pop()
            process = context.Process(target=_child, args=(there, mutant, *given))
            process.start()
            there.close()
            running[here] = (process, mutant)
        for pipe in connection.wait(list(running)):
            process, mutant = running.pop(pipe)
            try:
                yield mutant, *pipe.recv()
            except EOFError:
                yield mutant, CAUGHT, "it runs away, or its process ends", 0.0
            process.join()


def tell(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Try mutants and tell which survive; return how many."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("game", choices=[*GAMES, CORE])
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=20261122)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    games = GAMES if given.game == CORE else (given.game,)
    books = {game: load_rulebook(game) for game in games}
    played: dict[str, Cases] = {}
    for game in games:
        files = sorted(map(str, (RULINGS / game).rglob("*.yaml")))
        found = [one for _, data in spread(record, files, jobs=given.jobs) for one in data]
        played[game] = Cases(list(map(read, found)), slicer_of(books[game].on()).index.mentioned)
        steps = sum(len(one.steps) for one in played[game].played)
        tell(f"{game}: {len(found)} cases, {steps} steps")
    became_of: Counter[tuple[str, str]] = Counter()
    work = 0.0
    drawn = sample(given.game, given.count, given.seed)
    for mutant, became, where, seconds in outcomes(drawn, given.jobs, books, played):
        became_of[mutant.family, became] += 1
        work += seconds
        spent = f"{mutant.family}; {where}; {seconds:.0f} s"
        tell(f"caught ({spent})" if became == CAUGHT else f"{became} ({spent}) {mutant}")
    for family in FAMILIES:
        said = ", ".join(
            f"{became_of[family, each]} {each}"
            for each in (CAUGHT, EQUAL, IDLE, SAME, ANSWERS, CUT)
        )
        tell(f"{family}: {said}")
    caught, equal = (
        sum(n for (_, each), n in became_of.items() if each == one) for one in (CAUGHT, EQUAL)
    )
    tell(f"{caught} of {len(drawn) - equal} caught, {equal} equal, {work:.0f} s of work")
    return len(drawn) - caught - equal


if __name__ == "__main__":
    raise SystemExit(1 if main() else 0)
