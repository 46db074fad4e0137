"""What the cases of a file answer under some rules, and what could matter on the way.

Of every step that a case takes the shapes are kept of all that could hold in it
(`kb.inference.shapes`). Where the conditions of no changed statement could hold, every step goes as
it did: a statement that does not fire makes no difference to a stable model. Such a case is
answered by other rules in the same way, and need not be asked again. What came of a file is kept
between runs, as compiled rules are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from clingo import Symbol

from kb.cache import ANSWERING, WHOLE, Entry
from kb.errors import LudexError
from kb.inference.firing import Firing
from kb.inference.session import Session
from kb.inference.shapes import Shape, head_shapes, whole_shapes
from kb.inference.slicing import Slicer, slicer_of
from kb.library.place import store_path
from kb.proof.words import listed
from kb.questions.situation import Situation, situate
from kb.records import record
from kb.resources import home, resource
from kb.rulebook import RulebookView
from kb.rulings.ruling import Ruling, rule_on
from kb.scenario import Case, Scenario, expanded, load_scenario, reader

EXPECTED = frozenset(
    {"name", "expect", "includes", "excludes", "because", "depends on", "unless"},
)
"""The keys of a question that say what is expected, and not what is asked."""

TITLES = frozenset({"title", "case", "rows", "date"})
"""The keys of a scenario that make it no other one for the rules of some day."""


@record
class GivenAnswer:
    """An answer, as far as two are compared.

    Attributes
    ----------
    sentence : str
    outcomes : tuple of str
        The answer in each outcome, if there are several; what is told besides.
    key : str
        What is compared: how sure the answer is, and what it is.
    """

    sentence: str
    outcomes: tuple[str, ...]
    key: str

    @staticmethod
    def of(ruling: Ruling) -> GivenAnswer:
        """Return what a ruling says."""
        found = [[one.status, one.answer, one.properties, one.said] for one in ruling.outcomes]
        outcomes = sorted(found, key=repr)
        besides = _besides(ruling)
        compared = [ruling.state, ruling.result, outcomes, besides]
        key = json.dumps(compared, default=_plain, sort_keys=True)
        several = len(ruling.outcomes) > 1
        sentences = tuple(one.sentence for one in ruling.outcomes) if several else ()
        sentences += tuple(f"{one[:1].upper()}{one[1:]}." for one in besides)
        return GivenAnswer(ruling.sentence, sentences, sha256(key.encode()).hexdigest()[:32])

    @staticmethod
    def failed(error: LudexError) -> GivenAnswer:
        """Return what stands in place of an answer where what is asked makes no sense."""
        return GivenAnswer(f"It can't be asked: {error.message}.", (), UNASKED)


def _besides(ruling: Ruling) -> list[str]:
    """Return what a judge is told besides the answer, such as when something is chosen."""
    atoms: set[Symbol] = set()
    for leaf in ruling.leaves:
        told = ruling.asked.told(leaf)
        if isinstance(told, frozenset):
            # Which rule says that something is no target is compared, too.
            atoms |= told | {goal for goal in leaf.goals if goal.name == EXCLUDED}
    return sorted((*map(ruling.speech.clause, atoms), *_decided(ruling)))


def _decided(ruling: Ruling) -> Iterator[str]:
    """Yield whose choices make which of several answers it is, in words."""
    if len(ruling.leaves) < 2:
        return
    taken = [one for leaf in ruling.leaves for one in leaf.choices]
    players = {ruling.speech.who(player) for one in taken for player in one.choosers}
    players |= {"someone" for one in taken if not one.choosers}
    if players:
        verb = "decides" if len(players) == 1 else "decide"
        yield f"{listed(sorted(players))} {verb} which"


EXCLUDED = "excluded"
"""What says why something is no target."""

UNASKED = ""
"""The key of what could not be asked."""


@record
class PlayedStep:
    """What could hold in a step.

    Attributes
    ----------
    shapes : tuple of Shape
        Of what it was given and told, and of what could follow from that.
    whole : bool
        False where it is not known what could follow.
    """

    shapes: tuple[Shape, ...]
    whole: bool


@record
class SolvedStep:
    """A step as it was solved.

    Attributes
    ----------
    fluents : tuple of str
        What held in it.
    extra : str
        What it was told besides.
    place : int
        What could hold in it: its place among the steps of the case that are told apart.
    """

    fluents: tuple[str, ...]
    extra: str
    place: int


@record
class Solved:
    """The steps of a case, as they were solved.

    Attributes
    ----------
    static : tuple of str
        What the scenario says once and for all.
    steps : tuple of SolvedStep
    """

    static: tuple[str, ...]
    steps: tuple[SolvedStep, ...]


@record
class PlayedCase:
    """A case, its answers, and what could matter for them.

    Attributes
    ----------
    name : str
    asked : str
        A hash of what is asked of which board: two cases may ask the same.
    answers : tuple of GivenAnswer
        One for each question.
    base : tuple of Shape
        Of what the scenario says once and for all.
    steps : tuple of PlayedStep
    solved : Solved or None
        The steps as they were solved, if that is known: `solved_in` finds what was kept.
    """

    name: str
    asked: str
    answers: tuple[GivenAnswer, ...]
    base: tuple[Shape, ...]
    steps: tuple[PlayedStep, ...]
    solved: Solved | None = None

    @property
    def unasked(self) -> bool:
        """Whether nothing could be asked at all."""
        return all(one.key == UNASKED for one in self.answers)

    def may_fire(self, slicer: Slicer, changed: frozenset[int]) -> frozenset[int]:
        """Return the changed statements that may play a part in some step.

        Parameters
        ----------
        slicer : Slicer
            Of the statements of both rulebooks.
        changed : frozenset of int
            The numbers of those that only one of them has.
        """
        base = frozenset(self.base)
        firing = _firing(slicer, changed)
        every = frozenset(each for step in self.steps for each in step.shapes)
        left = firing.possible(every | base)
        found: set[int] = set()
        for step in self.steps:
            if not step.whole:
                found |= changed.intersection(slicer.live(step.shapes, base=base))
            elif not left <= found:
                found |= firing.possible(base.union(step.shapes))
        return frozenset(found)

    def unmet(self, slicer: Slicer, statements: frozenset[int]) -> int:
        """Return how many conditions of a statement at least nothing in the case could meet."""
        return slicer.unmet(
            {*self.base, *(each for step in self.steps for each in step.shapes)}, statements
        )


@lru_cache(maxsize=8)
def _firing(slicer: Slicer, changed: frozenset[int]) -> Firing:
    return Firing(slicer, changed)


def situated(case: Case, view: RulebookView) -> Situation:
    """Return the situation of a case on the day of some rules."""
    return situate(case.scenario.with_(date=view.date), case.name)


def opened(
    situation: Situation, view: RulebookView, slicer: Slicer | None = None, *, told: bool = True
) -> Session:
    """Return a session, with `told` one in which it is remembered what could hold in each step."""
    session = Session(situation, view, situation.game, slicer=slicer or slicer_of(view))
    session.engine.told = {} if told else None
    return session


def answered(
    session: Session, known: Sequence[GivenAnswer] = ()
) -> tuple[tuple[GivenAnswer, ...], tuple[Ruling, ...]]:
    """Return the answers to all questions of a session, and those rulings that there are.

    Where others are `known`, those behind the first that is another one are left out.
    """
    said, rulings = [], []
    for number, asked in enumerate(session.situation.questions):
        try:
            ruling = rule_on(session, asked)
            said.append(GivenAnswer.of(ruling))
            rulings.append(ruling)
        except LudexError as error:
            said.append(GivenAnswer.failed(error))
        if number < len(known) and said[-1].key != known[number].key:
            break
    return tuple(said), tuple(rulings)


def play(case: Case, view: RulebookView, slicer: Slicer | None = None) -> PlayedCase:
    """Return what a case answers under some rules, and what could matter on the way."""
    asked = asked_of(case.scenario)
    try:
        session = opened(situated(case, view), view, slicer)
    except LudexError as error:
        count = max(1, len(case.scenario.ask))
        return PlayedCase(case.name, asked, (GivenAnswer.failed(error),) * count, (), ())
    said, _ = answered(session)
    base = whole_shapes(session.engine.static_texts, ())
    steps: dict[PlayedStep, int] = {}
    solved = []
    for (fluents, extra), held in (session.engine.told or {}).items():
        shapes = tuple(sorted(_given(fluents, extra).union(held or ()), key=repr))
        place = steps.setdefault(PlayedStep(shapes, held is not None), len(steps))
        solved.append(SolvedStep(fluents, extra, place))
    static = tuple(session.engine.static_texts)
    return PlayedCase(
        *(case.name, asked, said, tuple(sorted(base, key=repr)), tuple(steps)),
        Solved(static, tuple(solved)),
    )


def cases_in(file: str | Path) -> tuple[Case, ...]:
    """Return the cases of a file, those left out that ask the same of the same board."""
    found: dict[str, Case] = {}
    for case in expanded(load_scenario(file)):
        found.setdefault(asked_of(case.scenario), case)
    return tuple(found.values())


def played_file(
    file: str | Path, view: Callable[[Mapping[str, str]], RulebookView]
) -> list[PlayedCase]:
    """Return what the cases of a file answer under the rules of a day, as it was kept or anew.

    Parameters
    ----------
    file : path
    view : callable
        Returns the rules by the readings that a case takes.
    """
    return [one for _, one in playing_file(file, view)]


def playing_file(
    file: str | Path,
    view: Callable[[Mapping[str, str]], RulebookView],
    wanted: Callable[[Case], bool] = lambda _: True,
    kept: Sequence[PlayedCase] | None = None,
) -> Iterator[tuple[Case, PlayedCase]]:
    """Yield the cases of a file, each with what it answers, played no sooner than it is its turn.

    Parameters
    ----------
    file : path
    view : callable
        Returns the rules by the readings that a case takes.
    wanted : callable
        Tells whether a case is played at all.
    kept : sequence of PlayedCase, optional
        What all of them answer, where that is known already.
    """
    cases = cases_in(file)
    entry = _answers_of(ANSWERS, file, view({}))
    if not kept:
        kept = None if entry is None else _unpacked(entry.load())
    if kept is not None and len(kept) == len(cases):
        yield from (both for both in zip(cases, kept, strict=True) if wanted(both[0]))
        return
    known = {} if entry is None else _begun(entry)
    for case in filter(wanted, cases):
        asked = asked_of(case.scenario)
        if asked not in known:
            known[asked] = play(case, view(case.scenario.readings))
        yield case, known[asked]
    if len(known) < len(cases):
        return
    found = [known[asked_of(case.scenario)] for case in cases]
    if entry is not None and not any(said.key == UNASKED for one in found for said in one.answers):
        entry.save(_packed(found))
        steps = _answers_of(STEPS, file, view({}))
        if steps is not None:
            steps.save([_packed_steps(one.solved) for one in found])


@lru_cache(maxsize=4)
def _begun(_entry: Entry) -> dict[str, PlayedCase]:
    """Return what was played in this process of a file that was left before its last case."""
    return {}


def is_kept(file: str | Path, view: RulebookView) -> bool:
    """Return whether it was kept what the cases of a file answer under the rules of a day."""
    entry = _answers_of(ANSWERS, file, view)
    return entry is not None and entry.path.exists()


ANSWERS, STEPS = "answers", "steps"
"""The kinds of what is kept of a file: what was answered, and the steps that were solved for it."""


def solved_in(
    file: str | Path, view: RulebookView, played: Sequence[PlayedCase]
) -> dict[str, Solved]:
    """Return the steps that were solved for the cases of a file, by what is asked in each.

    Parameters
    ----------
    file : path
    view : RulebookView
        The rules of the day, as each case finds them that takes no reading.
    played : sequence of PlayedCase
        What came of the file; of cases of which no step is known there is none here.
    """
    known = {one.asked: one.solved for one in played if one.solved is not None}
    if known:
        return known
    entry = _answers_of(STEPS, file, view)
    data = None if entry is None else entry.load()
    try:
        return {
            one.asked: _unpacked_steps(steps)
            for one, steps in zip(played, data or (), strict=data is not None)
            if steps is not None
        }
    except (LookupError, TypeError, ValueError):
        return {}


def _answers_of(kind: str, file: str | Path, view: RulebookView) -> Entry | None:
    return place_of(kind, Path(file), view, code=ANSWERING)


def place_of(
    kind: str, file: Path, view: RulebookView, asked: Iterable[str] = (), *, code: str = WHOLE
) -> Entry | None:
    """Return where is kept what came of a file; None for one that depends on other files."""
    game = view.rulebook.game
    if not view.rulebook.key:
        return None
    words = sorted(home(game).rules.glob("*.yaml"))
    queries = sorted(resource("queries").glob("*.lp"))
    store = store_path()
    looked_at = (file, *words, *queries, store, store.with_name(f"{store.name}-wal"))
    about = (game, view.rulebook.key, str(view.date), *asked)
    key = _key(file, (*words, *queries), about, code, tuple(map(_state, looked_at)))
    return None if key is None else Entry(kind, key)


def _state(file: Path) -> tuple[str, int, int]:
    """Return what tells whether a file has been written to."""
    try:
        found = file.stat()
    except OSError:
        return str(file), 0, -1
    return str(file), found.st_mtime_ns, found.st_size


PROGRAM = ".lp"
"""How the name of a file ends that is a program, such as one of boards."""


@lru_cache(maxsize=8192)
def _key(
    file: Path, others: tuple[Path, ...], about: tuple[str, ...], code: str, _states: object
) -> str | None:
    """Return what names what is kept of a file, for as long as no file is written to."""
    text = file.read_text("utf-8", errors="replace")
    if ".jsonl" in text or ".json" in text or ".csv" in text:
        return None
    game, rules, day, *asked = about
    # A program names no cards of the store.
    held = "" if file.suffix == PROGRAM else _held(game, text)
    sources = (rules, day, held, text, *asked)
    return Entry.of("", [code], (*sources, *(one.read_bytes() for one in others))).key


def _held(game: str, text: str) -> str:
    """Return a hash of what the card store has of the names in a file; empty if it has none.

    What is imported besides changes no case, and what was kept of the file still holds.
    """
    from kb.library.store import Store

    with Store.reading(store_path()) as store:
        if store is None:
            return ""
        return store.stamp(game, reader.texts(reader.plain(reader.read_text(text))))


def _packed(found: Iterable[PlayedCase]) -> list[Any]:
    packed = []
    for one in found:
        shapes = dict.fromkeys(each for step in one.steps for each in step.shapes)
        table = {each: n for n, each in enumerate(shapes)}
        steps = [[step.whole, *(table[each] for each in step.shapes)] for step in one.steps]
        answers = [asdict(said) for said in one.answers]
        packed.append([one.name, one.asked, answers, one.base, list(table), steps])
    return packed


def _unpacked(data: Any) -> list[PlayedCase] | None:
    try:
        return list(map(_case, data))
    except (LookupError, TypeError, ValueError):
        return None


def _case(data: Any) -> PlayedCase:
    name, asked, answers, base, table, steps = data
    shapes: list[Any] = [tuple(each) for each in table]
    return PlayedCase(
        name,
        asked,
        tuple(GivenAnswer(one["sentence"], tuple(one["outcomes"]), one["key"]) for one in answers),
        tuple(tuple(each) for each in base),
        tuple(PlayedStep(tuple(shapes[n] for n in step), whole) for whole, *step in steps),
    )


def _packed_steps(solved: Solved | None) -> Any:
    if solved is None:
        return None
    words = dict.fromkeys(each for step in solved.steps for each in (step.extra, *step.fluents))
    table = {each: n for n, each in enumerate(words)}
    steps = [
        [step.place, table[step.extra], *(table[each] for each in step.fluents)]
        for step in solved.steps
    ]
    return [solved.static, list(table), steps]


def _unpacked_steps(data: Any) -> Solved:
    static, words, steps = data
    return Solved(
        tuple(static),
        tuple(
            SolvedStep(tuple(words[n] for n in fluents), words[extra], place)
            for place, extra, *fluents in steps
        ),
    )


def pins_of(case: Case) -> frozenset[str]:
    """Return the numbers of the rules that a case pins."""
    asked = reader.plain(case.scenario.node).get("ask") or ()
    return frozenset(str(number) for one in asked for number in one.get("because") or ())


def _given(fluents: Iterable[str], extra: str) -> frozenset[Shape]:
    return whole_shapes((), fluents) | head_shapes(extra)


def asked_of(scenario: Scenario) -> str:
    """Return a hash of a board and of what is asked: alike in two cases that are one."""
    data = {k: v for k, v in reader.plain(scenario.node).items() if k not in TITLES}
    data["ask"] = [
        {k: v for k, v in one.items() if k not in EXPECTED} for one in data.get("ask", ())
    ]
    return sha256(json.dumps(data, default=str, sort_keys=True).encode()).hexdigest()[:32]


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else str(value)
