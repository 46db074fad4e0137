"""``ludex diff``: which answers change from one rulebook to another, and on which boards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import typer

from kb.answers.searched import DiffAnswer, RewordAnswer
from kb.cases import scenario_files
from kb.cli import bounds, failure, options
from kb.cli.output import Counting, console, print_answer
from kb.cli.verify import SECONDS, Boards, Cases, GameName, Jobs, Seconds, Size
from kb.comparison.diff import diff as compare
from kb.comparison.report import report_html, report_markdown
from kb.comparison.rewording import reword
from kb.comparison.text import answer_text, comparison_text, found_text, reworded_text
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.rulebook import Rulebook
from kb.verification.verify import LIMIT, SIZE

OnlyPart = Annotated[
    Literal["cases", "boards"] | None,
    typer.Option("--only", help="Only play cases, or only search boards."),
]
OnlyRule = Annotated[
    str | None,
    typer.Option("--rule", metavar="NUMBER", help="Of all that changed, only this rule."),
]
Findings = Annotated[
    bool, typer.Option("--findings", help="Also tell which findings of verify appear or vanish.")
]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="Also write a page to pass on.")
]
Markdown = Annotated[
    Path | None, typer.Option("--markdown", metavar="FILE", help="Also write it as Markdown.")
]
Card = Annotated[
    str | None,
    typer.Option("--card", metavar="NAME", help="Compare two texts of a card, not two rules."),
]
Text = Annotated[
    str | None, typer.Option("--text", metavar="TEXT", help="The other text of the card.")
]

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""A day as it is written; whatever else stands alone is meant for an overlay."""


def diff(
    game: GameName,
    old: Annotated[
        str | None,
        typer.Argument(metavar="A", help="A date, or an overlay: a file of rules (.lp)."),
    ] = None,
    new: Annotated[str | None, typer.Argument(metavar="B", help="Another date or overlay.")] = None,
    as_of: options.AsOf = None,
    size: Size = SIZE,
    limit: Boards = LIMIT,
    time_limit: Seconds = SECONDS,
    rule: OnlyRule = None,
    cases: Cases = None,
    findings: Findings = False,
    part: OnlyPart = None,
    jobs: Jobs = None,
    _on: options.On = None,
    overlay: options.Overlays = None,
    _store: options.Store = None,
    html: Html = None,
    markdown: Markdown = None,
    card: Card = None,
    text: Text = None,
    json: options.Json = False,
) -> int:
    """Tell what changes from one rulebook to another: answers of cases, and the smallest board.

    Every case, which are the worked examples unless --cases names others, is asked under both, on
    the day of each: what is answered in another way is listed with the rules that make it so.
    Then boards are searched for the smallest that ends differently, or it is shown that there is
    none.

    An overlay goes on top of the rules of --as-of, or else of the other side's date, or else of
    the newest; alone, it is compared with these. With --overlay, further ones go on both. Exit
    status 1 if there is a difference; without one, it is said up to which size all boards were
    searched. Of a changed rule that no case and no board reached nothing is claimed: it is not
    examined, and the exit status is 3. So it is where only cases come to a changed rule, and none
    is answered in another way.

    With --card and --text, the cases that name a card are asked with its text and with the other
    one.

    \b
      ludex diff mtg 2013-01-30 2013-07-20
      ludex diff mtg reworded.lp
      ludex diff mtg 2013-01-30 reworded.lp
      ludex diff mtg 2018-04-26 2018-04-27 --rule 306.7
      ludex diff mtg --card "Doubling Season" --text "Flying"
    """
    if card is not None or text is not None:
        if html is not None or markdown is not None:
            raise LudexError("--html and --markdown go with two rulebooks; expected --json")
        return _reworded(game, card, text, (old, new), cases, time_limit, json=json)
    if old is not None and new is None and not DAY.fullmatch(old):
        # One overlay alone is compared with the rules that it goes on.
        old, new = str(Rulebook.load(game).on(as_of).date), old
    if old is None or new is None:
        raise LudexError("expected A and B, two dates or overlays, or --card and --text")
    own = next((Path(one) for one in (old, new) if Path(one).is_file()), None)
    bounds.allow(time_limit, rules=own)
    with Counting("comparing cases", quiet=json) as counting:
        found = compare(
            game,
            old,
            new,
            as_of=as_of,
            cases=() if part == "boards" else cases,
            boards=part != "cases",
            findings=findings,
            jobs=jobs,
            asked=counting.at,
            progress=counting.now,
            board=lambda board: counting.tell(found_text(board, old, new)),
            answer=lambda answer: counting.tell(answer_text(answer, old, new)),
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


def _reworded(
    game: str,
    card: str | None,
    text: str | None,
    sides: tuple[str | None, str | None],
    cases: list[Path] | None,
    time_limit: float,
    *,
    json: bool,
) -> int:
    if card is None or text is None or any(sides):
        raise LudexError("--card and --text go together, and without A and B")
    bounds.allow(time_limit)
    with Counting("comparing cases") as counting:
        found = reword(
            game,
            card,
            text,
            files=None if cases is None else scenario_files(cases),
            clock=Clock(time_limit),
            asked=counting.at,
        )
    if json:
        print_answer(RewordAnswer, found)
    else:
        console().print(reworded_text(found))
    if found.cases.changed:
        return failure.FOUND
    return failure.OK if found.cases.cases and found.cases.complete else failure.NOT_DECIDED
