"""``ludex export``: the exact program that a question becomes, for plain clingo."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kb.cli import options
from kb.cli.output import print_json
from kb.errors import LudexError
from kb.rulings.asking import rulings
from kb.rulings.program import exported


def export(
    file: options.ScenarioFile,
    question: options.Question = None,
    variant: options.Variant = None,
    step: Annotated[
        int | None,
        typer.Option(
            "--step", metavar="K", help="The Kth step on the way there, not that of the question."
        ),
    ] = None,
    as_of: options.AsOf = None,
    reading: options.Reading = None,
    _store: options.Store = None,
    json: options.Json = False,
) -> None:
    """Print the program that a question becomes.

    It is the program of one step: the rules that matter there, each under its number, the facts
    of the scenario, and what is asked. Plain clingo runs it:

    \b
      ludex export FILE > step.lp
      python -m clingo step.lp 0
    """
    asked = rulings(
        file,
        variant=variant,
        question=question or 1,
        as_of=as_of,
        readings=options.readings_of(reading),
    )
    found = next(asked, None)
    if found is None:
        raise LudexError("nothing is asked", file=str(file))
    program = exported(found, step)
    if json:
        print_json({"file": str(file), "question": found.question, "program": program})
    else:
        sys.stdout.write(program)
