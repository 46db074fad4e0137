"""``ludex ask``: the questions of a scenario file, answered."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kb.cli import options
from kb.cli.output import console, print_json
from kb.rulings.asking import rulings
from kb.rulings.text import ruling_text


def ask(
    file: options.ScenarioFile,
    json: options.Json = False,
    question: Annotated[
        int | None, typer.Option("--question", metavar="N", help="Answer only the Nth question.")
    ] = None,
    variant: Annotated[
        str | None, typer.Option("--variant", metavar="NAME", help="Answer only this variant.")
    ] = None,
    as_of: options.AsOf = None,
    limit: options.Limit = None,
    time_limit: options.TimeLimit = None,
    definitions: Annotated[
        bool, typer.Option("--all", help="Show proofs whole, with what goes without saying.")
    ] = False,
) -> None:
    """Answer the questions of a scenario file, and say why."""
    found = rulings(
        file, variant=variant, question=question, as_of=as_of, limit=limit, time_limit=time_limit
    )
    if json:
        answers = [ruling.to_json(definitions=definitions) for ruling in found]
        print_json({"file": str(file), "rulings": answers})
        return
    out = console()
    colour = out.is_terminal
    width = min(out.width, 110)
    title = None
    for ruling in found:
        if title is not None and ruling.scenario != title:
            out.print()
        title = ruling.scenario
        sys.stdout.write(
            ruling_text(ruling, colour=colour, definitions=definitions, width=width) + "\n"
        )
        sys.stdout.flush()
