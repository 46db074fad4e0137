"""The options that several commands have, each said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[
    bool, typer.Option("--json", help="Print JSON on standard output, errors included.")
]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="The rules in force on a day, as 2013-01-30."),
]
CardFile = Annotated[
    Path | None,
    typer.Option("--cards", metavar="FILE", help="A file of cards, one JSON object a line."),
]
ScenarioFile = Annotated[Path, typer.Argument(metavar="FILE", help="A scenario file (YAML).")]
CardGame = Annotated[
    str, typer.Argument(metavar="GAME", help="A game whose cards are read, such as riftbound.")
]
Language = Annotated[
    str | None,
    typer.Option("--language", metavar="LANG", help="The language of the text, such as fr."),
]
Readings = Annotated[
    bool, typer.Option("--readings", help="Also count the readings that a text has (slow).")
]
Limit = Annotated[
    int | None,
    typer.Option("--limit", min=1, metavar="N", help="Visit no more than N states."),
]
TimeLimit = Annotated[
    float | None,
    typer.Option("--time-limit", min=0, metavar="S", help="Search no longer than S seconds."),
]
Question = Annotated[
    int | None, typer.Option("--question", metavar="N", help="Only the Nth question.")
]
Variant = Annotated[
    str | None, typer.Option("--variant", metavar="NAME", help="Only the variant of this name.")
]
