"""``ludex cards``: commands about many cards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kb.answers.schemas import CoverageAnswer
from kb.cards.commands import cards_coverage
from kb.cli import bounds, library, options
from kb.cli.output import console, print_answer
from kb.errors import quote

app = typer.Typer(rich_markup_mode=None)

CardFile = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", help="A file of cards; without one, the card store."),
]
Gaps = Annotated[
    int, typer.Option("--limit", min=0, metavar="N", help="How many of the gaps are shown as text.")
]


@app.callback()
def cards() -> None:
    """Keep cards, find them, and measure how much of their text is understood."""


app.command("import", cls=options.Command)(library.take)
app.command(cls=options.Command)(library.search)
app.command(cls=options.Command)(library.show)


@app.command(cls=options.Command)
def coverage(
    game: options.CardGame,
    file: CardFile = None,
    language: options.Language = None,
    _store: options.Store = None,
    readings: options.Readings = False,
    limit: Gaps = 20,
    json: options.Json = False,
) -> None:
    """Count the card texts of a file, or of the library, that are understood.

    Texts that are read whole, that print back to the same words, that the rules can carry out and
    that have more than one reading are counted apart. What is not understood is listed, what
    blocks most cards first.
    """
    bounds.allow(None, endless=True)
    found = cards_coverage(game, file, language, readings=readings)
    if json:
        print_answer(CoverageAnswer, found)
        return
    out = console()
    out.print(f"{found.texts} texts on {found.cards} cards, read in {found.seconds:.2f} s")
    counts = {
        "read whole": found.whole,
        "print back to the same words": found.same_words,
        "can be carried out": found.executable,
        "have more than one reading": found.ambiguous,
    }
    for what, count in counts.items():
        if count is not None:
            out.print(f"{count:8}  {count / max(found.texts, 1):6.1%}  {what}")
    if found.languages is not None:
        same, both = found.languages["equal"], found.languages["whole"]
        out.print(f"{same:8}  of {both} cards read whole in both languages say the same in both")
    for gap in found.gaps[:limit]:
        out.print(f"{gap.cards:8}  not understood: {quote(gap.text)}")
    if len(found.gaps) > limit:
        out.print(f"          and {len(found.gaps) - limit} more, see --limit or --json")
