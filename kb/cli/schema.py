"""``ludex schema``: the JSON Schema of scenario files, for editors."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from kb.errors import LudexError, nearest
from kb.scenario import Game
from kb.scenario.schema import scenario_schema

GameName = Annotated[
    str | None, typer.Argument(metavar="GAME", help="The game whose words are offered.")
]


def schema(game: GameName = None) -> None:
    """Print the JSON Schema of scenario files.

    It holds the words of the game. An editor that is told of it completes and checks
    what is typed; in many it is enough that the file begins with the line

    \b
      # yaml-language-server: $schema=ludex.schema.json
    """
    names = Game.names()
    if game is None and len(names) != 1:
        raise LudexError(f"the words of which game?{nearest('', names)}")
    found = scenario_schema(Game.load(game if game is not None else names[0]))
    json.dump(found, sys.stdout, indent=2)
    sys.stdout.write("\n")
