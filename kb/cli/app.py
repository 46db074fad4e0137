"""The command ``ludex``: its help, its commands, and what happens when one of them fails."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
import typer.core
import typer.main

from kb import __version__
from kb.cli import bounds, failure

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
Exit status: 0 an answer (also "no"), 1 a failed expectation or a finding, 2 bad input,
3 an answer that is not sure.
"""

COMMANDS = {
    "ask": ("ask:ask", "Answer the questions of a scenario file, and say why."),
    "test": ("testing:run_tests", "Check the expectations of scenario files."),
    "check": ("check:check", "Read a scenario file without answering it."),
    "rules": ("rules:rules", "List games and rules, or say all about one rule."),
    "export": ("export:export", "Print the program that a question becomes."),
    "schema": (
        "schema:schema",
        "Print the JSON Schema of scenario files, of game files, or of answers.",
    ),
    "words": (
        "words:words",
        "List the words that scenario and card files may use, or say all about one.",
    ),
    "verify": ("verify:verify", "Hunt a rulebook for contradictions, clashes, silence and unrest."),
    "diff": (
        "diff:diff",
        "Tell what changes from one rulebook to another: answers of cases, and the smallest board.",
    ),
    "parse": ("parse:parse", "Read the text of a card."),
    "targets": ("targets:targets", "Say which of the things that a text mentions are targets."),
    "serve": ("serve:serve", "Serve a page and an API on which questions are asked."),
    "mcp": ("serve:mcp", "Serve tools to agents, by the Model Context Protocol."),
    "new": ("new:app", "Write a file to begin with."),
    "cards": (
        "cards:app",
        "Keep cards, find them, and measure how much of their text is understood.",
    ),
}
"""Where each command is, below `kb.cli`, and how its help begins."""

_SETTINGS: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,
}


class Commands(typer.core.TyperGroup):
    """The commands, each of which is imported when it is called."""

    def list_commands(self, _ctx: Any) -> list[str]:
        """Return the names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, _ctx: Any, cmd_name: str) -> Any:
        """Return a command of a name; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        found = getattr(import_module(f"kb.cli.{module}"), name)
        options = import_module("kb.cli.options")
        alone = typer.Typer(**_SETTINGS)
        if isinstance(found, typer.Typer):
            alone.add_typer(found, name=cmd_name)
        else:
            alone.command(cmd_name, cls=options.Command)(found)
        return typer.main.get_group(alone).commands[cmd_name]

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        """Write the commands into the help without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, said) for name, (_, said) in COMMANDS.items()])


app = typer.Typer(
    name="ludex",
    cls=Commands,
    **_SETTINGS,
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
    if sys.stdout is None:
        return failure.Failure("standard output is closed").report(as_json=False)
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
        status = found.report(as_json="--json" in given)
        if isinstance(error, OSError) and arguments is None:
            _forget_stdout()
        return status
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
