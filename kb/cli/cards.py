"""``ludex cards``: commands about many cards."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kb.answers.agreement import agreements
from kb.answers.known_cards import AgreementData, CoverageAnswer
from kb.cards.commands import cards_coverage
from kb.cards.coverage import BlockedSpan, Tally
from kb.cli import bounds, library, options
from kb.cli.output import console, print_answer, print_json
from kb.errors import quote
from kb.scenario import Game
from kb.serialization import serialized

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

    Texts that are read whole, that print back to the same words, that are understood, that the
    rules can carry out and that have more than one reading are counted apart, by kind of card and
    by year too. What is not read, or not carried out, is listed, what wins most cards first.
    """
    bounds.allow(None, endless=True)
    found = cards_coverage(game, file, language, readings=readings)
    if json:
        print_answer(CoverageAnswer, found)
        return
    out = console()
    out.print(f"{found.texts} texts on {found.cards} cards, read in {found.seconds:.2f} s")
    none = "" if found.plays else ": the play of this game is not encoded"
    counts = {
        "read whole": found.whole,
        "print back to the same words": found.same_words,
        "are understood: what is carried out says what they say": found.understood,
        f"can be carried out{none}": found.executable,
        "have more than one reading": found.ambiguous,
    }
    for what, count in counts.items():
        if count is not None:
            out.print(f"{count:8}  {_share(count, found.texts):>6}  {what}")
    if found.languages is not None:
        same, both = found.languages["equal"], found.languages["whole"]
        out.print(f"{same:8}  of {both} cards read whole in both languages say the same in both")
    _groups(out, "by kind", found.kinds)
    _groups(out, "by year", found.years)
    _gaps(out, "to read", "not understood", found.gaps, limit)
    if found.plays:
        _gaps(out, "to carry out", "not carried out", found.running_gaps, limit)


@app.command(cls=options.Command)
def compare(
    game: options.CardGame,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file of cards, with their printed texts.")
    ],
    json: options.Json = False,
) -> None:
    """Compare the cards that the rulebook of a game brings with their printed texts in a file.

    Abilities that only one of them has are listed, as a card file says them. Exit status 1 tells
    that there are some.
    """
    bounds.allow(None, endless=True)
    found = agreements(Game.load(game), file)
    same = sum(one.same for one in found)
    if json:
        cards = [serialized(AgreementData, one) for one in found]
        print_json({"game": game, "file": str(file), "cards": cards})
    else:
        out = console()
        out.print(f"{same} of {len(found)} cards have the abilities that their printed texts say")
        for one in found:
            if one.same:
                continue
            out.print(f"{one.name} {one.printed}".rstrip())
            for ability in one.by_hand:
                out.print(f"  by hand only:   {ability}")
            for ability in one.from_text:
                out.print(f"  from text only: {ability}")
    raise typer.Exit(int(same != len(found)))


_BAR = 24


def _share(part: int, whole: int) -> str:
    return f"{part / max(whole, 1):.1%}"


def _bar(part: int, whole: int) -> str:
    return "█" * round(_BAR * part / max(whole, 1))


def _groups(out: Console, title: str, groups: Mapping[str, Tally]) -> None:
    """Print the counts of each group of cards, with a bar for those that are carried out."""
    if len(groups) < 2:
        return
    width = max(len(title) - 2, *map(len, groups))
    out.print(f"{title:{width + 2}}   texts   whole    runs")
    for name, tally in groups.items():
        whole, runs = _share(tally.whole, tally.texts), _share(tally.executable, tally.texts)
        bar = _bar(tally.executable, tally.texts)
        out.print(f"  {name:{width}} {tally.texts:7} {whole:>7} {runs:>7}  {bar}".rstrip())


def _gaps(out: Console, title: str, what: str, gaps: list[BlockedSpan], limit: int) -> None:
    """Print what to teach next, by the number of cards that each gap would win alone."""
    if not gaps:
        return
    most = max(gap.wins for gap in gaps)
    out.print(f"{title}, by the cards that each would win (and those that it blocks with others):")
    for gap in gaps[:limit]:
        bar = f"  {_bar(gap.wins, most)}".rstrip()
        out.print(f"{gap.wins:8} {f'({gap.cards})':>7}  {what}: {quote(gap.text)}{bar}")
    if len(gaps) > limit:
        out.print(f"          and {len(gaps) - limit} more, see --limit or --json")
