"""``ludex diff``: which answers change from one rulebook to another, and on which boards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kb.answers.schemas import DiffAnswer
from kb.cli import bounds, failure, options
from kb.cli.output import Counting, console, print_answer
from kb.cli.verify import Boards, Cases, GameName, Jobs, OnlyPart, Size
from kb.comparison.diff import diff as compare
from kb.comparison.report import report_html, report_markdown
from kb.comparison.text import comparison_text, found_text
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
    cases: Cases = None,
    part: OnlyPart = None,
    jobs: Jobs = None,
    overlay: options.Overlays = None,
    _store: options.Store = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Also write a page to pass on.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option("--markdown", metavar="FILE", help="Also write it as Markdown.")
    ] = None,
    json: options.Json = False,
) -> int:
    """Tell what changes from one rulebook to another: answers of cases, and the smallest board.

    Every case, which are the worked examples unless --cases names others, is asked under both, on
    the day of each: what is answered in another way is listed with the rules that make it so.
    Then boards are searched for the smallest that ends differently, or it is shown that there is
    none.

    An overlay goes on top of the rules of --as-of, or else of the other side's date, or else of
    the newest; with --overlay, further ones go on both. Exit status 1 if there is a difference;
    without one, it is said up to which size all boards were searched. Of a changed rule that no
    case and no board reached nothing is claimed: it is not examined, and the exit status is 3.

    \b
      ludex diff mtg 2013-01-30 2013-07-20
      ludex diff mtg 2013-01-30 reworded.lp
      ludex diff mtg 2018-04-26 2018-04-27 --rule 306.7
    """
    own = next((Path(one) for one in (old, new) if Path(one).is_file()), None)
    bounds.allow(time_limit, rules=own, endless=own is None)
    with Counting("comparing cases") as counting:
        found = compare(
            game,
            old,
            new,
            as_of=as_of,
            cases=() if part == "boards" else cases,
            boards=part != "cases",
            jobs=jobs,
            asked=counting.at,
            progress=counting.now,
            board=lambda board: counting.tell(found_text(board, old, new)),
            size=size,
            limit=limit,
            time_limit=time_limit,
            rule=rule,
            overlays=overlay or (),
        )
    for file, written in ((html, report_html), (markdown, report_markdown)):
        if file is not None:
            file.write_text(written(found), encoding="utf-8")
    if json:
        print_answer(DiffAnswer, found)
    else:
        console().print(comparison_text(found))
    status = {"differ": failure.FOUND, "agree": failure.OK, "unknown": failure.NOT_DECIDED}
    return status[found.verdict]
