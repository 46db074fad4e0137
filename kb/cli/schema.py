"""``ludex schema``: the JSON Schemas of scenario files, for editors, and of answers."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer

from kb.cli.schemas import ANSWERS, output_schema
from kb.errors import LudexError, nearest, quote
from kb.scenario import Game
from kb.scenario.schema import scenario_schema

GameName = Annotated[
    str | None, typer.Argument(metavar="GAME", help="The game whose words are offered.")
]


Output = Annotated[
    str | None,
    typer.Option("--output", metavar="COMMAND", help="Of what a command prints with --json."),
]


def schema(game: GameName = None, output: Output = None) -> None:
    """Print the JSON Schema of scenario files, or of the answers of a command.

    It holds the words of the game. An editor that is told of it completes and checks
    what is typed; in many it is enough that the file begins with the line

    \b
      # yaml-language-server: $schema=ludex.schema.json
    """
    if output is not None:
        if game is not None:
            raise LudexError("a game and '--output' together; write one of them")
        if output not in ANSWERS:
            hint = nearest(output, ANSWERS)
            raise LudexError(f"no schema for the output of {quote(output)}{hint}")
        _print(output_schema(output))
        return
    names = Game.names()
    if game is None and len(names) != 1:
        raise LudexError(f"the words of which game?{nearest('', names)}")
    _print(scenario_schema(Game.load(game if game is not None else names[0])))


def _print(found: dict[str, Any]) -> None:
    json.dump(found, sys.stdout, indent=2)
    sys.stdout.write("\n")
