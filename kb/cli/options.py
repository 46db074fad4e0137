"""The options that several commands have, each said once."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from kb.errors import LudexError, quote
from kb.library.place import using
from kb.resources import own_rules

Json = Annotated[
    bool, typer.Option("--json", help="Print JSON on standard output, errors included.")
]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="The rules in force on a day, as 2013-01-30."),
]
CardFile = Annotated[
    Path | None,
    typer.Option("--cards", metavar="FILE", help="A file of cards: JSON, JSON lines, CSV."),
]


class Command(TyperCommand):
    """A command, which like every other one knows the games of a folder of the user's."""

    def __init__(self, *args: Any, params: list[Any] | None = None, **named: Any) -> None:
        rules = TyperOption(
            param_decls=["--rules"],
            type=str,
            metavar="FOLDER",
            is_eager=True,
            expose_value=False,
            callback=lambda context, _, folder: context.with_resource(own_rules(folder)),
            help="A game of your own, or a folder of several: game.yaml, cards.yaml, *.lp.",
        )
        super().__init__(*args, params=[*(params or ()), rules], **named)


StoreFile = Annotated[
    Path | None,
    typer.Option("--store", metavar="FILE", help="Another card store than the user's own."),
]


def _use(context: typer.Context, store: Path | None) -> None:
    context.with_resource(using(store))


Store = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        callback=_use,
        help="Find cards in this store, not the user's own.",
    ),
]


def _work_on(context: typer.Context, address: str | None) -> None:
    if address is not None:
        from kb.workers import on  # few have a scheduler

        context.with_resource(on(address))


On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="ADDRESS",
        callback=_work_on,
        help="Work on a Dask scheduler, as tcp://host:8786, not on this machine.",
    ),
]
ScenarioFile = Annotated[Path, typer.Argument(metavar="FILE", help="A scenario file (YAML).")]
CardGame = Annotated[
    str, typer.Argument(metavar="GAME", help="A game whose cards are read, such as riftbound.")
]
Language = Annotated[
    str | None,
    typer.Option("--language", metavar="LANG", help="The language of the text, such as fr."),
]
Reading = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        metavar="GAP=READING",
        help="How a gap of the documents is read, such as N-FF-06=summary; may be repeated.",
    ),
]
Overlays = Annotated[
    list[Path] | None,
    typer.Option(
        "--overlay",
        metavar="FILE",
        help="Rules (.lp) that replace, repeal, amend or add; may be repeated.",
    ),
]
Readings = Annotated[
    bool, typer.Option("--readings", help="Also count the readings that a text has (slow).")
]
MOST = 1_000_000_000
"""What the solver can count to, and some more."""

LONGEST = 1_000_000
"""How many seconds a search may take at most: eleven days and a half."""


def _seconds(given: float | None) -> float | None:
    if given is not None and math.isnan(given):
        raise typer.BadParameter("nan is no number of seconds")
    return given


Limit = Annotated[
    int | None,
    typer.Option("--limit", min=1, max=MOST, metavar="N", help="Visit no more than N states."),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        min=0,
        max=LONGEST,
        metavar="S",
        callback=_seconds,
        help="Search no longer than S seconds.",
    ),
]
Question = Annotated[
    int | None, typer.Option("--question", metavar="N", help="Only the Nth question.")
]

Variant = Annotated[
    str | None, typer.Option("--variant", metavar="NAME", help="Only the variant of this name.")
]


def readings_of(given: list[str] | None) -> dict[str, str]:
    """Return the readings that are asked for, by gap.

    Raises
    ------
    LudexError
        If one is not of the form GAP=READING, or a gap is given two readings.
    """
    found: dict[str, str] = {}
    for one in given or ():
        gap, equals, reading = (part.strip() for part in one.partition("="))
        if not gap or not equals or not reading:
            raise LudexError(
                f"{quote(one)} as a reading; expected GAP=READING, such as N-FF-06=summary"
            )
        if found.setdefault(gap, reading) != reading:
            raise LudexError(f"two readings of {quote(gap)}: {quote(found[gap])}, {quote(reading)}")
    return found
