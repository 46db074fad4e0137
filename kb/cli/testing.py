"""``ludex test``: whether scenario files are answered as they expect."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from kb.cli import failure, options
from kb.cli.output import console, print_json
from kb.errors import LudexError, escape
from kb.rulebook import Rulebook
from kb.rulebook.gaps import Readings
from kb.testing.running import Checked, checked, files_of, run_files

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
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=64, metavar="N", help="Work N files at once.")
    ] = 1,
    reading: options.Reading = None,
    json: options.Json = False,
) -> int:
    """Check the expectations of scenario files.

    Each question with an expectation is answered: the answer must be the expected one, each rule
    named under 'because' must stand in its proof, and without that rule the answer must change.

    With --ablate each numbered rule is then switched off in turn, on every step that the cases
    take; a rule without which all goes as before is one that no case tests. A rule that is in
    force under some reading of a gap only is tested by the cases that choose it.
    """
    readings = options.readings_of(reading)
    if ablate and jobs > 1:
        raise LudexError("'--ablate' works in one process; leave '--jobs' out")
    files = files_of(paths)
    untested: dict[str, list[str]] | None = None
    found: list[Checked] = []
    with _progress() as bar:
        task = bar.add_task("", total=len(files))
        if ablate:
            found, untested = _ablated(files, bar, readings)
        else:
            for some in _run(files, jobs, readings):
                found += some
                bar.advance(task)
    return _report(found, untested, json)


def _progress() -> Progress:
    """Return a bar on a terminal's error channel, where it disturbs no output."""
    err = Console(stderr=True)
    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def _run(files: Sequence[Path], jobs: int, readings: Readings) -> Iterator[list[Checked]]:
    if jobs == 1 or len(files) == 1:
        for file in files:
            yield check_file(file, readings)
        return
    # Clingo's symbols are never freed, so processes are recycled; `spawn` is what recycling needs.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(files)), mp_context=context) as pool:
        try:
            yield from pool.map(partial(check_file, readings=readings), files)
        finally:
            pool.shutdown(cancel_futures=True)


def check_file(file: Path, readings: Readings | None = None) -> list[Checked]:
    """Check the expectations of one file."""
    return [one for result in run_files([file], readings=readings) for one in checked(result)]


def _ablated(
    files: Sequence[Path], bar: Progress, readings: Readings
) -> tuple[list[Checked], dict[str, list[str]]]:
    from kb.testing.ablation import ablate

    task = bar.task_ids[0]
    bar.update(task, total=2 * len(files))
    results = list(run_files(files, lambda: bar.advance(task), readings=readings))
    found = [one for result in results for one in checked(result)]
    untested: dict[str, list[str]] = {}
    for game in dict.fromkeys(result.case.scenario.game for result in results):
        of_game = [result for result in results if result.case.scenario.game == game]
        book = of_game[0].session.view.rulebook
        rules = [label.id for label in book.labels.values() if label.numbers]
        share = len(files) / max(1, len(results))
        coverage = ablate(of_game, rules, partial(bar.advance, task, share))
        untested[game] = list(coverage.untested)
    return found, untested


def _report(found: Sequence[Checked], untested: dict[str, list[str]] | None, json: bool) -> int:
    failed = [one for one in found if not one.passed]
    passed = len(found) - len(failed)
    missed = untested is not None and any(untested.values())
    if json:
        data: dict[str, Any] = {
            "passed": passed,
            "failed": len(failed),
            "checks": [_data(one) for one in found],
        }
        if untested is not None:
            data["untested"] = untested
        print_json(data)
        return failure.FOUND if failed or missed else failure.OK
    out = console()
    for one in failed:
        place = escape(one.file or "")
        if one.line is not None:
            place += f":{one.line}"
        out.print(f"{place}: {escape(one.case)}: {escape(one.question)}", style="bold")
        for fault in one.faults:
            out.print(f"  {escape(fault)}")
    for game, labels in (untested or {}).items():
        _tell_untested(game, labels)
    out.print(f"{passed} passed, {len(failed)} failed")
    return failure.FOUND if failed or missed else failure.OK


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


def _data(one: Checked) -> dict[str, object]:
    return {
        "file": one.file,
        "line": one.line,
        "case": one.case,
        "question": one.question,
        "passed": one.passed,
        "faults": list(one.faults),
    }
