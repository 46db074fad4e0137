"""Everything that changes from one rulebook to another: answers of cases, and boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from math import sqrt
from pathlib import Path

from kb.cases import examples_of, scenario_files
from kb.comparison.cases import (
    CaseTask,
    ChangedAnswer,
    ComparedCases,
    ComparedFile,
    case_tasks,
    compare_cases,
)
from kb.comparison.compare import Comparison, Side, changed_between, search, sides_of, unsearched
from kb.comparison.findings import changed_findings
from kb.comparison.reasons import with_reasons
from kb.comparison.small import (
    SmallBoard,
    small_boards,
    small_tasks,
    smaller_boards,
    soon,
    told_once,
)
from kb.comparison.speaking import speaking
from kb.comparison.text import comparison_text
from kb.inference.engine import Clock
from kb.resources import own_rules
from kb.rulebook import Label
from kb.rulebook.overlay import Overlay
from kb.testing.between import RulesOf
from kb.testing.replaying import is_kept
from kb.verification.kin import kinship
from kb.verification.pinned import seeming_pins
from kb.verification.questions import Questions
from kb.verification.verify import LIMIT, SIZE, Progress
from kb.workers import kept

FIRST = 2
"""How many short files about a changed rule are compared before all others."""

GLIMPSED = 6
"""Of how many short files about a changed rule the cases are asked first of all that pin it."""

LONG = 8_000
"""How many bytes a file has that is long."""

AKIN = 6
"""How many files are compared early that pin rules akin to the changed ones."""

EARLY, NEAR, LAST = 1, 2, 3
"""After which files boards near cases are tried for a while, and at length; and when it is the turn
of the cases in whose steps what changed comes up and makes no difference."""

SCANNED = 12.0
"""For how many seconds the files of which it is kept what comes up in them are compared before
boards near cases are tried for the first time."""

SHARE, ASKED = 0.7, 0.6
"""Which share of the time cases have where boards are searched, too; and of that, asking them."""


def diff(
    game: str,
    old: date | str | Overlay,
    new: date | str | Overlay,
    *,
    as_of: date | str | None = None,
    cases: Iterable[Path | str] | None = None,
    boards: bool = True,
    findings: bool = False,
    first: bool = False,
    size: int = SIZE,
    limit: int = LIMIT,
    time_limit: float | None = None,
    rule: str | None = None,
    overlays: Iterable[Overlay] = (),
    jobs: int | None = 1,
    rules: str | Path | None = None,
    asked: Callable[[int, int], object] = lambda *_: None,
    progress: Progress = lambda *_: None,
    board: Callable[[SmallBoard], object] = lambda _: None,
    answer: Callable[[ChangedAnswer], object] = lambda _: None,
) -> Comparison:
    """Compare two rulebooks: which answers of cases change, and the smallest board that differs.

    Parameters
    ----------
    game : str
    old, new : date, str, path or Source
        A day, or an overlay: rules that replace, repeal, amend or add, on top of those of `as_of`.
    as_of : date or str, optional
        The day whose rules an overlay changes; if the other rulebook is a day, that day, and
        otherwise the newest that is covered.
    cases : iterable of path, optional
        Scenario files and folders of them that are asked under both, on the day of each; the
        worked examples of the game, unless given. With none of them, no case is asked.
    boards : bool
        Whether boards are searched for a difference, too.
    findings : bool
        Whether it is told, too, which findings of `verify` appear or vanish along the cases.
    first : bool
        Whether the cases need be followed to the first finding only: an answer that changes by a
        changed rule, or a board near a case, which is not made smaller then; and only where there
        is none, an answer that stays for other reasons. Which cards speak of what changed is not
        looked for.
    size : int
        How many objects the largest boards have.
    limit : int
        How many suspects are explored at most.
    time_limit : float, optional
        The seconds that all this may take.
    rule : str, optional
        The number of a rule: of all that changed, only this has changed in the new rulebook.
    overlays : iterable of path or Source, optional
        Rules on top of both.
    jobs : int, optional
        How many processes ask the cases; None for as many as there are cores.
    rules : str or Path, optional
        A folder of the user's in which games are found: that of one, or one that holds several.
    asked : callable, optional
        Is told of how many files the cases are done, and how many there are.
    progress : callable, optional
        Is told which kind of boards of which size is looked at next.
    board : callable, optional
        Is told of each small board as it is found.
    answer : callable, optional
        Is told of each answer that changes as it is found.

    Raises
    ------
    LudexError
        If the game, a day, an overlay or a file makes no sense.
    """
    clock = Clock(time_limit)
    with own_rules(rules), kept():
        sides = sides_of(game, old, new, as_of=as_of, rule=rule, overlays=overlays)
        files = examples_of(game) if cases is None else scenario_files(map(Path, cases))
        tasks = case_tasks(game, files, _spec(sides[0]), _spec(sides[1]), rule, first=first)
        done = 0

        def advance(part: ComparedFile) -> None:
            nonlocal done
            done += 1
            asked(done, len(tasks))
            tell(part)

        said = set[tuple[str, str, int]]()

        def tell(part: ComparedFile) -> None:
            for one in part.changed:
                if (key := (one.file, one.case, one.number)) not in said:
                    said.add(key)
                    answer(one)

        changed = changed_between(sides)
        searched = boards and Questions.described(game)
        own = clock.part(SHARE if searched else 1)
        unmade = 0
        compared: ComparedCases | None = None
        small: tuple[SmallBoard, ...] = ()
        if tasks and (changed or sides[0].view.date != sides[1].view.date):
            # What is about a changed rule goes first: most likely it shows what changes.
            pins = seeming_pins(files)
            numbers = {number for label in changed for number in label.numbers}
            pinning = sorted((file for file in pins if pins[file] & numbers), key=_length)
            shortest = tuple(pinning)
            glimpsed = {0: shortest[:FIRST], EARLY: shortest[FIRST:GLIMPSED]}
            long = {file for file in shortest[:GLIMPSED] if _length(file) > LONG}
            akin = _akin(pins, sides, changed)
            pinning += [file for file in akin[:AKIN] if file not in pinning]
            if time_limit is not None or first:
                # Of what may be cut, what most likely comes to a changed rule goes first.
                place = {file: number for number, file in enumerate(akin) if file not in long}
                tasks.sort(key=lambda one: (place.get(one.file, len(place)), _length(one.file)))
            rounds = dict.fromkeys((task.file for task in tasks), 2)
            rounds |= {file: number >= FIRST for number, file in enumerate(pinning)}
            # Of a long one the cases that do not pin the rule wait: it holds many.
            rounds |= dict.fromkeys(long, 2)
            for number in range(LAST + 1):
                part = own.part(ASKED)
                # First of all the cases that pin the rule, to the first board.
                some = [task for task in tasks if task.file in glimpsed.get(number, ())]
                some.sort(key=lambda task: shortest.index(task.file))
                some = [replace(task, pinning=frozenset(numbers)) for task in some]
                glimpse = compare_cases(some, jobs=jobs, clock=part, progress=tell)
                if first and glimpse.blaming:
                    known = replace(glimpse, files=len(some), begun=len(glimpse.off))
                    compared = known if compared is None else compared.and_more(known)
                    break
                shown = {number for board in small for number in board.rules}
                pieces = small_tasks(tasks, glimpse, changed, near=False)
                left = soon(piece for piece in pieces if piece.rule not in shown)
                made = small_boards(left, jobs=jobs, clock=own, progress=board)
                small += tuple(one for one in made if one is not None)
                if number == LAST and compared is not None:
                    some = _put_off(tasks, compared)
                    more = compare_cases(some, jobs=jobs, clock=part, progress=tell)
                    compared = compared.and_more(replace(more, files=0, begun=0))
                else:
                    some = [task for task in tasks if rounds[task.file] == number]
                    more = compare_cases(some, jobs=jobs, clock=part, progress=advance)
                    compared = more if compared is None else compared.and_more(more)
                if number == EARLY and not (first and compared.blaming):
                    # What is kept tells at once of most cases that they come to nothing changed.
                    time_left = part.left()
                    scan = Clock(SCANNED if time_left is None else min(time_left, SCANNED))
                    some = [task for task in tasks if rounds[task.file] > number]
                    some = [task for task in some if is_kept(task.file, sides[0].view)]
                    more = compare_cases(some, jobs=jobs, clock=scan, progress=advance)
                    compared = compared.and_more(replace(more, files=more.begun))
                    rounds |= dict.fromkeys((one.file for one in more.parts), number)
                if first and compared.blaming:
                    break
                shown = {number for board in small for number in board.rules}
                near = number == NEAR
                early = number == EARLY and max(rounds.values(), default=0) > number
                pieces = small_tasks(
                    tasks, compared, changed, near=near, early=early, likely=pinning
                )
                left = soon(piece for piece in pieces if piece.rule not in shown)
                made = small_boards(left, jobs=jobs, clock=own, progress=board)
                small += tuple(one for one in made if one is not None)
                unmade = len(left) - len(made) + (unmade if number == LAST else 0)
                if first and small:
                    break
            if compared is not None and not first:
                showing = small_tasks(tasks, compared, changed, near=False)
                small = smaller_boards(
                    *(showing, tasks[0], small), jobs=jobs, clock=own, progress=board
                )
            # Where nothing else is found, other reasons are a finding, too.
            if compared is not None and not (first and (compared.blaming or small)):
                compared = with_reasons(tasks, compared, jobs=jobs, clock=own)
        spoken = () if first else speaking(game, (sides[0].view, sides[1].view))
        wrong = None
        if findings and compared is not None:
            live = (file for file, _ in compared.live)
            wrong = changed_findings(sides, live, jobs=jobs, clock=own)
        if searched:
            found = search(game, sides, size, limit, clock, progress, rule=rule)
        else:
            found = unsearched(game, sides)
    reached = frozenset() if compared is None else compared.reached
    shown = {number for board in small for number in board.rules}
    changing = {name for one in compared.changed for name in one.rules} if compared else set()
    unshown = [label for label in found.not_examined if label.numbers[0] not in shown]
    never = tuple(label for label in unshown if label.id not in reached | changing)
    idle = tuple(label for label in unshown if label.id in reached - changing)
    return replace(
        found,
        cases=compared,
        small=told_once(small),
        unmade=unmade,
        findings=wrong,
        speaking=spoken,
        not_examined=never,
        idle=idle,
        told=comparison_text,
    )


def _akin(
    pins: Mapping[str, frozenset[str]], sides: tuple[Side, Side], changed: Iterable[Label]
) -> list[str]:
    """Return the files that pin rules akin to the changed ones, the likeliest first."""
    close: dict[str, float] = {}
    ids = {label.id for label in changed}
    for side, other in zip(sides, sides[::-1], strict=True):
        for name, score in kinship(side.view, other.view, ids & side.view.labels.keys()).items():
            for number in side.view.labels[name].numbers:
                close[number] = max(score, close.get(number, 0.0))
    likely = {
        file: max((close.get(number, 0.0) for number in own), default=0.0) / sqrt(_length(file))
        for file, own in pins.items()
    }
    return sorted((file for file in likely if likely[file] > 0), key=lambda file: -likely[file])


def _length(file: str) -> int:
    return Path(file).stat().st_size


def _put_off(tasks: Iterable[CaseTask], compared: ComparedCases) -> list[CaseTask]:
    """Return the files with the cases that were put off, in their order."""
    names: dict[str, set[str]] = {}
    for file, case in compared.put_off:
        names.setdefault(file, set()).add(case)
    return [replace(one, only=frozenset(names[one.file])) for one in tasks if one.file in names]


def _spec(side: Side) -> RulesOf:
    return RulesOf(side.overlays, side.view.date)
