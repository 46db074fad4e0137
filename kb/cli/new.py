"""``ludex new``: a file to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kb.cli import options
from kb.cli.output import console, print_json
from kb.errors import LudexError
from kb.rulebook import Rulebook
from kb.rulebook.draft import overlay_draft

app = typer.Typer(help="Write a file to begin with.", no_args_is_help=True)


@app.callback()
def new() -> None:
    """Write a file to begin with."""


@app.command()
def overlay(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game whose rule is meant.")],
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="The number of a rule.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file; GAME-NUMBER.lp, else."),
    ] = None,
    as_of: options.AsOf = None,
    reading: options.Reading = None,
    json: options.Json = False,
) -> None:
    """Write an overlay that changes a rule, with the rule as it stands.

    The file says in words what the rule needs and what follows from it; a line or two more say
    what is to be different. It goes on top of the rules with --overlay, or into ludex diff.

    \b
      ludex new overlay mtg 306.9
      ludex diff mtg 2026-02-27 mtg-306.9.lp
    """
    view = Rulebook.load(game).on(as_of, options.readings_of(reading))
    text = overlay_draft(view, number)
    file = output or Path(f"{game}-{number}.lp")
    if file.exists():
        raise LudexError("the file exists already; name another with '-o'", file=str(file))
    file.write_text(text, encoding="utf-8")
    if json:
        print_json({"file": str(file), "text": text})
    else:
        console().print(f"{file}: say there what is to change, below the last line")
