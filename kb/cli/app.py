"""The command ``ludex``: its help, its commands, and what happens when one of them fails."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from kb import __version__
from kb.cli import (
    ask,
    bounds,
    cards,
    check,
    diff,
    export,
    failure,
    parse,
    rules,
    schema,
    targets,
    testing,
    verify,
)

HELP = """
A judge for card games: it says what the rules say, why, and by which rule.

\b
A question is a YAML file: the game, the players and their cards, what is done, what is asked.
  may       may she do this? every rule that stands against it, if not
  options   everything a player may do now
  targets   everything a spell or an ability may be aimed at
  what      a property: of what loyalty is this? whose turn is it?
  outcomes  all that can come of it, and by whose choices
  when      in which turn something comes about, and what players can do about it

\b
Exit status: 0 an answer (also "no"), 1 a failed expectation or a finding, 2 bad input.
"""

app = typer.Typer(
    name="ludex",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ludex {__version__}")
        raise typer.Exit


@app.callback(help=HELP, invoke_without_command=True)
def ludex(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
) -> None:
    """Show the help to whoever names no command."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command()(ask.ask)
app.command("test")(testing.run_tests)
app.command()(check.check)
app.command()(rules.rules)
app.command()(export.export)
app.command()(schema.schema)
app.command()(verify.verify)
app.command()(diff.diff)
app.command()(parse.parse)
app.command()(targets.targets)
app.add_typer(cards.app, name="cards")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after ``ludex``; those of this process if left out.

    Returns
    -------
    int
        0 for an answer, 1 for a failed expectation or a finding, 2 for bad input.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    _let_anything_be_printed()
    try:
        if arguments is None:
            bounds.begin(as_json="--json" in given)
        status = app(given, prog_name="ludex", standalone_mode=False)
        sys.stdout.flush()  # here, so that a reader who went away is noticed in time
    except SystemExit:
        # All that typer still exits for here is a closed pipe, and with the status of a finding.
        return failure.PIPE_CLOSED
    except failure.EXPECTED as error:
        found = failure.describe(error)
        if found.status == failure.PIPE_CLOSED:
            _forget_stdout()
        return found.report(as_json="--json" in given)
    return status if isinstance(status, int) else failure.OK


def _let_anything_be_printed() -> None:
    """Have a terminal that lacks a letter get an escape in its place, and no error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _forget_stdout() -> None:
    """Keep the interpreter from writing the rest to a closed pipe as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
