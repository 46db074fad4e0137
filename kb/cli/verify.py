"""``ludex verify``: whether a rulebook contradicts itself, or falls silent, on any board."""

from __future__ import annotations

from typing import Annotated

import typer

from kb.answers.schemas import VerifyAnswer
from kb.cli import bounds, failure, options
from kb.cli.output import console, print_answer
from kb.verification.text import verification_text
from kb.verification.verify import LIMIT, SIZE
from kb.verification.verify import verify as hunt

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game whose rules are meant.")]
Size = Annotated[
    int,
    typer.Option("--size", min=0, max=12, metavar="N", help="Search boards of up to N objects."),
]
Boards = Annotated[
    int,
    typer.Option(
        "--limit",
        min=1,
        max=options.MOST,
        metavar="N",
        help="Try no more than N boards one by one.",
    ),
]


def verify(
    game: GameName,
    overlay: options.Overlays = None,
    as_of: options.AsOf = None,
    size: Size = SIZE,
    limit: Boards = LIMIT,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
) -> int:
    """Hunt a rulebook for contradictions, clashes, silence and unrest.

    The smallest board that shows one is printed as a scenario, with the numbers of the rules that
    are at odds; the exit status is then 1. It is told which kinds of boards were searched, up to
    which size, and which rules they never reached: these are not examined. Exit status 3 where the
    search was cut, or came to no board that reaches a rule of an overlay.

    \b
      ludex verify mtg
      ludex verify mtg --overlay house-rules.lp --size 2
    """
    bounds.allow(time_limit, rules=next(iter(overlay or ()), None), endless=not overlay)
    found = hunt(
        game, overlays=overlay or (), as_of=as_of, size=size, limit=limit, time_limit=time_limit
    )
    if json:
        print_answer(VerifyAnswer, found)
    else:
        console().print(verification_text(found))
    if found.findings:
        return failure.FOUND
    return failure.OK if found.decided else failure.NOT_DECIDED
