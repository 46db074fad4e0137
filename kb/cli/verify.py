"""``ludex verify``: whether a rulebook contradicts itself, or falls silent, on any board."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kb.answers.searched import VerifyAnswer
from kb.cli import bounds, failure, options
from kb.cli.output import Counting, console, print_answer
from kb.rulebook.overlay import overlay_name
from kb.verification.findings import Finding
from kb.verification.text import told_text, verification_text
from kb.verification.verify import LIMIT, SIZE
from kb.verification.whole import verify as hunt

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
Cases = Annotated[
    list[Path] | None,
    typer.Option(
        "--cases",
        metavar="PATH",
        help="Take these scenarios, not the worked examples; may be repeated.",
    ),
]


class SearchPart(StrEnum):
    """What is looked at."""

    CASES = "cases"
    BOARDS = "boards"
    WORDS = "words"


OnlyPart = Annotated[
    list[SearchPart] | None,
    typer.Option(
        "--only",
        help="Only play cases, only search boards, or only put words to use; may be repeated.",
    ),
]
SECONDS = 240.0
"""How many seconds are searched, unless said otherwise."""

Seconds = Annotated[
    float,
    typer.Option(
        "--time-limit",
        min=0,
        max=1_000_000,
        metavar="S",
        help="Take no longer than S seconds; what was looked at until then is told.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, max=256, metavar="N", help="Work on N cores, not all."),
]


def verify(
    game: GameName,
    overlay: options.Overlays = None,
    as_of: options.AsOf = None,
    size: Size = SIZE,
    limit: Boards = LIMIT,
    time_limit: Seconds = SECONDS,
    cases: Cases = None,
    part: OnlyPart = None,
    jobs: Jobs = None,
    _on: options.On = None,
    _store: options.Store = None,
    json: options.Json = False,
) -> int:
    """Hunt a rulebook for contradictions, clashes, silence and unrest.

    Looked at is every step of the worked examples, or of the cases that --cases names, and all
    boards of every kind up to a size. With an overlay, those of the cases in which it may play
    a part, and what is near them. What is found is printed at once, and then on the smallest
    board that shows it, with the numbers of the rules that are at odds; the exit status is then
    1. It is told which kinds of boards were searched, up to which size, and which rules were
    never reached: these are not examined. Exit status 3 where the search was cut, or came to
    nothing that reaches a rule of an overlay, with the reason. Run again, it goes on with the
    cases that are left.

    \b
      ludex verify mtg
      ludex verify mtg --overlay house-rules.lp --size 2
    """
    bounds.allow(time_limit, rules=next(iter(overlay or ()), None))
    names = tuple(map(overlay_name, overlay or ()))
    parts = part or list(SearchPart)
    with Counting("playing cases") as counting:

        def tell(finding: Finding) -> None:
            if not json:
                counting.say(told_text(finding, names))

        found = hunt(
            game,
            overlays=overlay or (),
            as_of=as_of,
            cases=cases if SearchPart.CASES in parts else (),
            boards=SearchPart.BOARDS in parts,
            words=SearchPart.WORDS in parts,
            size=size,
            limit=limit,
            time_limit=time_limit,
            jobs=jobs,
            asked=counting.at,
            progress=counting.now,
            told=tell,
        )
    if json:
        print_answer(VerifyAnswer, found)
    else:
        console().print(verification_text(found, told=True))
    if found.findings:
        return failure.FOUND
    return failure.OK if found.decided else failure.NOT_DECIDED
