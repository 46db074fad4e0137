"""``ludex targets``: what a card's text mentions, and which of it is a target."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kb.cli import options
from kb.cli.output import print_json
from kb.errors import LudexError
from kb.rulings.targets import judge

Text = Annotated[
    str | None, typer.Argument(metavar="[TEXT]", help="The text of a card, in quotes.")
]
CardName = Annotated[
    str | None, typer.Option("--card", metavar="NAME", help="The card whose text is meant.")
]
BoardFile = Annotated[
    Path | None,
    typer.Option("--board", metavar="FILE", help="A scenario whose board may be chosen from."),
]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="PLAYER", help="Who plays it; the board's first player."),
]


PARTLY = 3
"""The exit status when a part of the text was not understood."""


def targets(
    game: options.CardGame,
    text: Text = None,
    card: CardName = None,
    cards: options.CardFile = None,
    board: BoardFile = None,
    by: By = None,
    as_of: options.AsOf = None,
    reading: options.Reading = None,
    _store: options.Store = None,
    overlay: options.Overlays = None,
    json: options.Json = False,
) -> None:
    """Say which of the things that a text mentions are targets.

    \b
      ludex targets riftbound "Kill an enemy unit."
      ludex targets riftbound --card "Fox-Fire" --cards cards.jsonl --as-of 2025-11-01
    """
    if (text is None) == (card is None):
        raise LudexError("expected either a text or '--card', the name of a card")
    found = judge(
        game,
        text=text,
        card=card,
        cards=cards,
        as_of=as_of,
        readings=options.readings_of(reading),
        overlays=overlay or (),
        board=board,
        by=by,
    )
    if json:
        print_json(found.to_json())
    else:
        for line in found.lines():
            sys.stdout.write(f"{line}\n")
    if found.question.wording.unread:
        raise typer.Exit(PARTLY)
