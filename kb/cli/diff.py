"""``ludex diff``: the smallest board on which two rulebooks end differently."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kb.answers.schemas import DiffAnswer
from kb.cli import bounds, failure, options
from kb.cli.output import console, print_answer
from kb.cli.verify import Boards, GameName, Size
from kb.comparison import compare
from kb.comparison.text import comparison_text
from kb.verification.verify import LIMIT, SIZE


def diff(
    game: GameName,
    old: Annotated[
        str, typer.Argument(metavar="A", help="A date, or an overlay: a file of rules (.lp).")
    ],
    new: Annotated[str, typer.Argument(metavar="B", help="Another date or overlay.")],
    as_of: options.AsOf = None,
    size: Size = SIZE,
    limit: Boards = LIMIT,
    time_limit: options.TimeLimit = None,
    rule: Annotated[
        str | None,
        typer.Option("--rule", metavar="NUMBER", help="Of all that changed, only this rule."),
    ] = None,
    overlay: options.Overlays = None,
    json: options.Json = False,
) -> int:
    """Find the smallest board on which two rulebooks end differently, or show that there is none.

    An overlay goes on top of the rules of --as-of, or else of the other side's date, or else of
    the newest; with --overlay, further ones go on both. Exit status 1 if there is a difference;
    without one, it is said up to which size all boards were searched. Of a changed rule that no
    board reached nothing is claimed: it is not examined, and the exit status is 3.

    \b
      ludex diff mtg 2013-01-30 2013-07-20
      ludex diff mtg 2013-01-30 reworded.lp
      ludex diff mtg 2018-04-26 2018-04-27 --rule 306.7
    """
    own = next((Path(one) for one in (old, new) if Path(one).is_file()), None)
    bounds.allow(time_limit, rules=own, endless=own is None)
    found = compare(
        game,
        old,
        new,
        as_of=as_of,
        size=size,
        limit=limit,
        time_limit=time_limit,
        rule=rule,
        overlays=overlay or (),
    )
    if json:
        print_answer(DiffAnswer, found)
    else:
        console().print(comparison_text(found))
    status = {"differ": failure.FOUND, "agree": failure.OK, "unknown": failure.NOT_DECIDED}
    return status[found.verdict]
