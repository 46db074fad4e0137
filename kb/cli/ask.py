"""``ludex ask``: the questions of a scenario file, answered."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from kb.cli import bounds, options
from kb.cli.failure import BAD_INPUT, Failure, describe
from kb.cli.output import console, print_json
from kb.errors import LudexError, escape
from kb.rulings.asking import cases_of, rulings
from kb.rulings.ruling import Ruling
from kb.scenario.variants import load_scenario

UNSURE = 3
"""The exit status when an answer is conditional or undetermined."""


def ask(
    file: options.ScenarioFile,
    json: options.Json = False,
    question: options.Question = None,
    variant: options.Variant = None,
    as_of: options.AsOf = None,
    cards: options.CardFile = None,
    reading: options.Reading = None,
    _store: options.Store = None,
    overlay: options.Overlays = None,
    limit: options.Limit = None,
    time_limit: options.TimeLimit = None,
    definitions: Annotated[
        bool, typer.Option("--all", help="Show proofs whole, with what goes without saying.")
    ] = False,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Draw the proofs; several are numbered files."),
    ] = None,
) -> None:
    """Answer the questions of a scenario file, and say why."""
    bounds.allow(time_limit, rules=next(iter(overlay or ()), None))
    scenario = load_scenario(file)  # once: it may be a pipe
    failures = _Failures(several=len(cases_of(scenario, variant=variant)) > 1, told=not json)
    found = rulings(
        scenario,
        variant=variant,
        question=question,
        as_of=as_of,
        cards=cards,
        readings=options.readings_of(reading),
        overlays=overlay or (),
        limit=limit,
        time_limit=time_limit,
        failed=failures.add if failures.several else None,
    )
    if svg is not None:
        found = _drawn(list(found), svg, definitions=definitions)
    if json:
        answers = [ruling.to_json(definitions=definitions) for ruling in found]
        if failures.found and not answers:
            raise typer.Exit(next(iter(failures.found)).report(as_json=True))
        errors = {"errors": failures.as_data()} if failures.found else {}
        print_json({"file": str(file), "rulings": answers, **errors})
        _end(all(answer["complete"] for answer in answers), failures)
        return
    sure = _told(found, titled=failures.several, numbered=question is None, definitions=definitions)
    _end(sure, failures)


def _told(found: Iterable[Ruling], *, titled: bool, numbered: bool, definitions: bool) -> bool:
    """Print rulings as they are found, and return whether all of them are sure."""
    out = console()
    width = min(out.width, 110) if out.is_terminal else 100
    before: Ruling | None = None
    sure = True
    for ruling in found:
        if before is None or before.scenario != ruling.scenario:
            _close(before)
            if titled:
                out.print(f"== {escape(ruling.scenario)}", style="dim")
        else:
            out.print()
        asked = len(ruling.session.situation.questions)
        number = f"{ruling.number}. " if asked > 1 and numbered else ""
        for line in ruling.lines(
            number=number, colour=out.is_terminal, definitions=definitions, width=width
        ):
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
        sure = sure and ruling.complete
        before = ruling
    _close(before, last=True)
    return sure


class _Failures:
    """What is wrong in single variants, which does not keep the others from being answered.

    Parameters
    ----------
    several : bool
        Whether there are several variants.
    told : bool
        Whether each is told as it is found.
    """

    def __init__(self, *, several: bool, told: bool) -> None:
        self.several, self.told = several, told
        self.found: dict[Failure, str] = {}

    def add(self, name: str, error: LudexError) -> None:
        """Keep what is wrong in the variant of that name, unless it was in one before."""
        failure = describe(error)
        if failure in self.found:
            return
        self.found[failure] = name
        if self.told:
            sys.stdout.flush()
            failure.report(as_json=False)

    def as_data(self) -> list[dict[str, object]]:
        """Return what was found, for JSON."""
        return [{"scenario": name, **failure.as_dict()} for failure, name in self.found.items()]


def _end(sure: bool, failures: _Failures) -> None:
    """End with a status of its own where an answer is not sure, or could not be given."""
    if failures.found:
        raise typer.Exit(BAD_INPUT)
    if not sure:
        raise typer.Exit(UNSURE)


def _drawn(found: Sequence[Ruling], svg: Path, *, definitions: bool) -> Iterator[Ruling]:
    """Write the picture of each proof: one file, or several whose names are numbered."""
    from kb.rulings.picture import pictures_of

    pictures = [picture for ruling in found for picture in pictures_of(ruling, whole=definitions)]
    for number, picture in enumerate(pictures, 1):
        name = svg if len(pictures) == 1 else svg.with_stem(f"{svg.stem}-{number}")
        name.write_text(picture, encoding="utf-8")
    return iter(found)


def _close(ruling: Ruling | None, *, last: bool = False) -> None:
    """Say once, after the rulings of a scenario, by which rules they were made."""
    if ruling is not None:
        console().print(f"\n{ruling.source}{'' if last else chr(10)}", style="dim")
