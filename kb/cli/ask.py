"""``ludex ask``: the questions of a scenario file, answered."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from kb.cli import bounds, options
from kb.cli.output import console, print_json
from kb.errors import escape
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
    )
    if svg is not None:
        found = _drawn(list(found), svg, definitions=definitions)
    if json:
        answers = [ruling.to_json(definitions=definitions) for ruling in found]
        print_json({"file": str(file), "rulings": answers})
        _end(all(answer["complete"] for answer in answers))
        return
    out = console()
    width = min(out.width, 110) if out.is_terminal else 100
    before: Ruling | None = None
    sure = True
    several = len({case.name for case in cases_of(scenario, variant=variant)}) > 1
    for ruling in found:
        if before is None or before.scenario != ruling.scenario:
            _close(before)
            if several:
                title = f"== {escape(ruling.scenario)}"
                out.print(title, style="dim")
        else:
            out.print()
        asked = len(ruling.session.situation.questions)
        number = f"{ruling.number}. " if asked > 1 and question is None else ""
        for line in ruling.lines(
            number=number, colour=out.is_terminal, definitions=definitions, width=width
        ):
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
        sure = sure and ruling.complete
        before = ruling
    _close(before, last=True)
    _end(sure)


def _end(sure: bool) -> None:
    """End with a status of its own where an answer is not sure."""
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
