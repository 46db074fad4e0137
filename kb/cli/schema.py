"""``ludex schema``: the JSON Schemas of scenario files, for editors, and of answers."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from kb.answers.schemas import ANSWERS, output_schema
from kb.errors import LudexError, nearest, quote
from kb.scenario import Game
from kb.scenario.schema import game_file_schema, printed, scenario_schema

GameName = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="The game whose words are offered; without it, all."),
]


GameFile = Annotated[
    bool, typer.Option("--game-file", help="Of the file of a game, 'game.yaml', in any game.")
]
Output = Annotated[
    str | None,
    typer.Option("--output", metavar="COMMAND", help="Of what a command prints with --json."),
]


def schema(game: GameName = None, output: Output = None, game_file: GameFile = False) -> None:
    """Print the JSON Schema of scenario files, of game files, or of the answers of a command.

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
    if game_file:
        if game is not None:
            raise LudexError("a game and '--game-file' together; write one of them")
        _print(game_file_schema())
        return
    _print(_all_games() if game is None else scenario_schema(Game.load(game)))


def _all_games() -> dict[str, Any]:
    """Return the schema of scenarios of any game: which words are valid depends on ``game``."""
    names = Game.names()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A Ludex scenario",
        "type": "object",
        "required": ["game"],
        "properties": {"game": {"enum": names}},
        "allOf": [
            {
                "if": {"properties": {"game": {"const": name}}},
                "then": {"$ref": f"urn:ludex:{name}"},
            }
            for name in names
        ],
        # Each has an address of its own, so that what refers to its parts finds them there.
        "$defs": {
            name: {**scenario_schema(Game.load(name)), "$id": f"urn:ludex:{name}"} for name in names
        },
    }


def _print(found: dict[str, Any]) -> None:
    sys.stdout.write(printed(found) + "\n")
