"""Running many scenario files: what is expected in each, and what was found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import lru_cache
from pathlib import Path

from kb.cases import files_of
from kb.errors import LudexError
from kb.inference.script import ScriptError
from kb.library.place import store_in_use, using
from kb.records import record
from kb.resources import Home, game_names, home, own_rules
from kb.rulebook import Rulebook
from kb.rulebook.gaps import Readings
from kb.rulebook.overlay import Overlay, read_overlay
from kb.rulebook.rulebook import with_overlays
from kb.rulebook.source import Source, checked_source
from kb.scenario import Case, Scenario, expanded, load_scenario, reader
from kb.scenario.game import Game
from kb.scenario.reader import Path_
from kb.scenario.variants import read_as
from kb.testing.ablation import missing, to_be_tried
from kb.testing.cases import check_case
from kb.workers import spread

SECONDS = 600.0
"""How long the cases of one file may take."""

SECONDS_CHANGED = 120.0
"""How long they may take with rules of a user's on top, which may make ever more of themselves."""


@record
class Checked:
    """One expectation and what is wrong with the answer.

    Attributes
    ----------
    file : str or None
        The scenario file.
    line : int or None
        Where the question stands in it.
    case : str
        The scenario or the variant.
    question : str
        The question, in words; empty for a case that could not be played at all.
    faults : tuple of str
        What was expected and what was found; empty if it is as expected.
    """

    file: str | None
    line: int | None
    case: str
    question: str
    faults: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.faults


@record
class Task:
    """A scenario file that is to be run, as plain data for whichever process does it.

    Attributes
    ----------
    file : str
    game : str
        The game of the file, as far as a glance at it shows; only for the order of the work.
    readings : mapping of str to str
        Gaps that are read so, whatever the file says.
    overlays : tuple of Source
        Rules that go on top of those of the game.
    labels : frozenset of str
        The rules to be switched off besides those that the file pins.
    store : Path or None
        Where cards are found, if not where the process that works finds them.
    """

    file: str
    game: str = ""
    readings: Readings = field(default_factory=dict)
    overlays: tuple[Source, ...] = ()
    labels: frozenset[str] = frozenset()
    store: Path | None = None


@record
class Report:
    """What came of a file.

    Attributes
    ----------
    checks : tuple of Checked
    missed : frozenset of str
        The rules without which an answer, or a step on the way to one, is another.
    game : str
    unusable : LudexError or None
        Why the file is no scenario, if it is none.
    """

    checks: tuple[Checked, ...]
    missed: frozenset[str] = frozenset()
    game: str = ""
    unusable: LudexError | None = None


def check_expectations(
    tested: Scenario | Path | str | Iterable[Path | str] | None = None,
    *,
    rulebook: Rulebook | None = None,
    overlays: Iterable[Overlay] = (),
    jobs: int = 1,
    rules: str | Path | None = None,
) -> list[Checked]:
    """Check the expectations of scenarios.

    Parameters
    ----------
    tested : Scenario, path, or paths, optional
        A scenario, or files and folders of them; the worked examples that come with Ludex,
        unless given.
    rulebook : Rulebook, optional
        Another rulebook of the game.
    overlays : iterable of path or Source, optional
        Rules on top that replace, repeal, amend or add.
    jobs : int
        How many processes work off the files.
    rules : str or Path, optional
        A folder of the user's in which games are found: that of one, or one that holds several.

    Returns
    -------
    list of Checked
        One for each question that has an expectation, and for each case that cannot be played.

    Raises
    ------
    LudexError
        If a file is no scenario.
    """
    added = tuple(checked_source(one.text, one.name) for one in map(read_overlay, overlays))
    with own_rules(rules):
        return _checks(tested, rulebook, added, jobs)


def _checks(
    tested: Scenario | Path | str | Iterable[Path | str] | None,
    rulebook: Rulebook | None,
    added: tuple[Source, ...],
    jobs: int,
) -> list[Checked]:
    if isinstance(tested, Scenario):
        book = rulebook or with_overlays(tested.game, added)
        return [one for case in expanded(tested) for one in run_case(case, rulebook=book).checks]
    files = files_of(tested)
    if rulebook is not None:
        cases = (case for file in files for case in expanded(load_scenario(file)))
        return [one for case in cases for one in run_case(case, rulebook=rulebook).checks]
    reports = run_tasks(tasks_of(files, overlays=added), jobs=jobs)
    for report in reports:
        if report.unusable is not None:
            raise report.unusable
    return [one for report in reports for one in report.checks]


def tasks_of(
    files: Sequence[Path],
    readings: Readings | None = None,
    overlays: Sequence[Source] = (),
    *,
    ablate: bool = False,
) -> list[Task]:
    """Return files as tasks.

    Parameters
    ----------
    files : sequence of Path
    readings : mapping of str to str, optional
        Gaps that are read so, whatever the files say.
    overlays : sequence of Source, optional
        Rules that go on top.
    ablate : bool
        Whether rules that no file pins are to be switched off.
    """
    games = [_game(file) for file in files]
    for game in set(games).intersection(game_names()) if readings else ():
        Game.load(game).gaps.chosen(readings)  # what no game knows is no fault of a case
    labels = to_be_tried(files, readings) if ablate else {}
    return [
        Task(
            str(file),
            game,
            readings or {},
            tuple(overlays),
            frozenset(labels.get(game, ())),
            store_in_use(),
        )
        for file, game in zip(files, games, strict=True)
    ]


def _game(file: Path) -> str:
    """Return the game that a file seems to be about."""
    if not file.is_file():  # a pipe can be read once only
        return ""
    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            found = _GAME.search(lines.read(4096))
    except OSError:
        return ""
    return "" if found is None else found[1]


_GAME = re.compile(r"^game: *([a-z]+)", re.MULTILINE)


def run_tasks(
    tasks: Sequence[Task],
    *,
    jobs: int | None = None,
    progress: Callable[[Report], None] = lambda _: None,
) -> list[Report]:
    """Run files, several at once, and return what came of each.

    Parameters
    ----------
    tasks : sequence of Task
    jobs : int, optional
        How many processes work; as many as there are cores, unless given.
    progress : callable
        Called after each file with what came of it.
    """
    reports: dict[int, Report] = {}
    # What takes longest goes first, so that all processes end together.
    order = sorted(range(len(tasks)), key=lambda n: -Path(tasks[n].file).stat().st_size)
    pieces = [tasks[number] for number in order]
    for place, report in spread(
        run_task,
        pieces,
        jobs=jobs,
        group=lambda task: task.game,
        lost=_lost,
        seconds=SECONDS_CHANGED if any(task.overlays for task in tasks) else SECONDS,
    ):
        reports[order[place]] = report
        progress(report)
    return [reports[number] for number in range(len(tasks))]


def run_task(task: Task) -> Report:
    """Run the cases of one file."""
    try:
        cases = expanded(load_scenario(task.file))
    except LudexError as error:
        return _failed(Path(task.file).stem, error, unusable=error)
    with using(task.store):
        reports = [_run(case, task) for case in cases]
    return Report(
        tuple(check for report in reports for check in report.checks),
        frozenset().union(*(report.missed for report in reports)),
        cases[0].scenario.game,
    )


def _run(case: Case, task: Task) -> Report:
    name = case.scenario.game
    try:
        read = read_as(case, task.readings)
        book = _changed(name, home(name), task.overlays) if task.overlays else None
    except LudexError as error:
        return _failed(case.name, error)
    return run_case(read, rulebook=book, labels=task.labels)


@lru_cache(maxsize=2)
def _changed(game: str, _home: Home, overlays: tuple[Source, ...]) -> Rulebook | None:
    return with_overlays(game, overlays)


def run_case(
    case: Case, *, rulebook: Rulebook | None = None, labels: frozenset[str] = frozenset()
) -> Report:
    """Run a case; one that cannot be played has failed.

    Parameters
    ----------
    case : Case
    rulebook : Rulebook, optional
        Another rulebook of the game.
    labels : frozenset of str
        The rules to be switched off besides those that the case pins.
    """
    scenario = case.scenario

    def line(path: Path_) -> int | None:
        mark = reader.mark_of(scenario.node, path)
        return None if mark is None else mark.line

    try:
        result = check_case(case, rulebook=rulebook)
    except LudexError as error:
        place = line(error.path) if isinstance(error, ScriptError) else error.line
        return _failed(case.name, error.at(error.file or scenario.file, place))
    checks = tuple(
        Checked(scenario.file, line(check.path), case.name, check.name, check.faults)
        for check in result.checks
    )
    pinned = frozenset(label for check in result.checks for label in check.missed)
    return Report(checks, pinned | missing(result, labels - pinned))


def _failed(case: str, error: LudexError, *, unusable: LudexError | None = None) -> Report:
    return Report((Checked(error.file, error.line, case, "", (error.message,)),), unusable=unusable)


def _lost(task: Task, error: LudexError) -> Report:
    if task.overlays:
        hint = "does a rule here make ever more of itself?"
        raise LudexError(f"{error.message}; {hint}", file=task.overlays[0].name)
    return _failed(Path(task.file).stem, error.at(task.file))
