"""``ludex test``: whether scenario files are answered as they expect."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from kb.answers.asked import TestAnswer
from kb.cases import files_of
from kb.cli import bounds, failure, options
from kb.cli.output import Counting, console, print_answer
from kb.errors import escape
from kb.rulebook import Rulebook
from kb.rulebook.errata import game_of
from kb.rulebook.overlay import read_overlay
from kb.rulebook.source import checked_source
from kb.testing.running import Report, run_tasks, tasks_of
from kb.testing.words import not_missed

Paths = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[PATH]...",
        help="Scenario files and folders of them; without any, those that come with Ludex.",
    ),
]


def run_tests(
    paths: Paths = None,
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Then list the rules that no case misses.")
    ] = False,
    words: Annotated[
        bool, typer.Option("--words", help="Then list the words of files that no case misses.")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", "-j", min=1, max=256, metavar="N", help="Work N files at once, not all cores."
        ),
    ] = None,
    _on: options.On = None,
    reading: options.Reading = None,
    _store: options.Store = None,
    overlay: options.Overlays = None,
    json: options.Json = False,
) -> int:
    """Check the expectations of scenario files.

    Each question with an expectation is answered: the answer must be the expected one, each rule
    named under 'because' must stand in its proof, and without that rule the answer must change.

    With --ablate each other numbered rule is then switched off in turn, on every step that the
    cases take; a rule without which all goes as before is one that no case tests. A rule that is
    in force under some reading of a gap only is tested by the cases that choose it.

    With --words each word of the games' files is then taken away in turn, from some of the cases
    in which it stands; a word without which every answer stays is one that no case tests.
    """
    bounds.allow(None, rules=next(iter(overlay or ()), None), endless=not overlay)
    overlays = [checked_source(one.text, one.name) for one in map(read_overlay, overlay or ())]
    games = {game for game in map(game_of, overlays) if game is not None}
    files = files_of(paths, games)
    tasks = tasks_of(files, options.readings_of(reading), overlays, ablate=ablate)
    told: list[Report] = []
    with Counting("checking") as counting:

        def tell(report: Report) -> None:
            told.append(report)
            counting.at(len(told), len(tasks))

        try:
            reports = run_tasks(tasks, jobs=jobs, progress=tell)
        except KeyboardInterrupt:
            _report(told, None, None, json, left=len(tasks) - len(told))
            return failure.INTERRUPTED
    if len(reports) == 1 and reports[0].unusable is not None:
        raise reports[0].unusable
    untested = _untested(reports) if ablate else None
    return _report(reports, untested, _words(files, jobs) if words else None, json)


def _words(files: Sequence[Path], jobs: int | None) -> dict[str, list[str]]:
    """Return by game the words that no case misses."""
    with Counting("taking away words") as counting:
        return not_missed(files, jobs=jobs, progress=counting.at)


def _untested(reports: Sequence[Report]) -> dict[str, list[str]]:
    """Return by game the rules that no case misses."""
    untested = {}
    for game in dict.fromkeys(report.game for report in reports if report.unusable is None):
        missed = frozenset().union(*(one.missed for one in reports if one.game == game))
        labels = Rulebook.load(game).labels.values()
        untested[game] = [la.id for la in labels if la.numbers and la.id not in missed]
    return untested


def _report(
    reports: Sequence[Report],
    untested: dict[str, list[str]] | None,
    words: dict[str, list[str]] | None,
    json: bool,
    *,
    left: int = 0,
) -> int:
    found = [one for report in reports for one in report.checks]
    failed = [one for one in found if not one.passed]
    passed = len(found) - len(failed)
    status = failure.OK
    if failed or any((untested or {}).values()) or any((words or {}).values()):
        status = failure.FOUND
    if any(report.unusable is not None for report in reports):
        status = failure.BAD_INPUT
    if json:
        data = {"passed": passed, "failed": len(failed), "checks": found, "untested": untested}
        data |= {} if words is None else {"words": words}
        data |= {"left": left} if left else {}
        print_answer(TestAnswer, data)
        return status
    out = console()
    for one in failed:
        place = escape(one.file or "")
        if one.line is not None:
            place += f":{one.line}"
        asked = f": {escape(one.question)}" if one.question else ""
        out.print(f"{place}: {escape(one.case)}{asked}", style="bold")
        for fault in one.faults:
            out.print(f"  {escape(fault)}")
    for game, labels in (untested or {}).items():
        _tell_untested(game, labels)
    for game, lines in (words or {}).items():
        said = f"{len(lines)} words that no case misses" if lines else "every word is missed"
        out.print(f"{game}: {said}", style="bold" if lines else None)
        for line in lines:
            out.print(f"  {escape(line)}")
    rest = f", {left} {'file' if left == 1 else 'files'} not tried" if left else ""
    out.print(f"{passed} passed, {len(failed)} failed{rest}")
    return status


def _tell_untested(game: str, labels: Sequence[str]) -> None:
    out = console()
    if not labels:
        out.print(f"{game}: every numbered rule is missed by some case")
        return
    book = Rulebook.load(game)
    out.print(f"{game}: {len(labels)} rules that no case misses", style="bold")
    for identifier in labels:
        label = book.label(identifier)
        out.print(f"  {', '.join(label.numbers)}  {escape(label.sentence)}  ({identifier})")
