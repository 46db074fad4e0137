"""``ludex rules``: the games, the rules of a game, and all about one rule."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Annotated

import typer
from rich.text import Text

from kb.answers.rules import games_answer, rules_answer, whole_rules_answer
from kb.cases import cases_about, cases_on
from kb.cli import options
from kb.cli.output import console, print_json
from kb.errors import escape
from kb.resources import GAME_FILE, game_names, home
from kb.rulebook import Label, Rulebook
from kb.rulebook.uncovered import read_uncovered

NO_CASE = "no case pins it under 'because:', though some may come to it"
"""What is told of a rule that no case names among its reasons."""

GameName = Annotated[
    str | None, typer.Argument(metavar="GAME", help="A game; without it, all games are listed.")
]
Number = Annotated[
    str | None, typer.Argument(metavar="NUMBER", help="A rule's number, of whatever date.")
]


def rules(
    game: GameName = None,
    number: Number = None,
    as_of: options.AsOf = None,
    reading: options.Reading = None,
    overlay: options.Overlays = None,
    json: options.Json = False,
) -> None:
    """List games and rules, or say all about one rule.

    Of one rule: the statement in our own words, the days on which it was in force, its source, the
    program text, and the worked examples that pin it under 'because:'. A game's list ends with
    what its documents leave open, and how each such gap may be read; the first reading is the
    default. With --as-of or --reading, only the rules in force are listed. A rule goes by the
    numbers of that day, or else by the last that it had.

    \b
      ludex rules
      ludex rules mtg --as-of 2013-01-30
      ludex rules mtg 704.5j
    """
    if game is None:
        _list_games(json)
        return
    rulebook = Rulebook.load(game, overlays=overlay or ())
    readings = options.readings_of(reading)
    view = rulebook.on(as_of, readings) if as_of is not None or readings else None
    if number is None:
        found = [la for la in (view or rulebook).labels.values() if la.numbers]
        day = rulebook.newest if view is None else view.date
        _list_rules(rulebook, [_latest(la, day) for la in found], json)
    else:
        shown = rulebook.find(number) if view is None else view.find(number)
        _show_rules(rulebook, shown, json, None if view is None else view.date)


def _latest(label: Label, day: date) -> Label:
    """Return a rule with the last numbers that it had until a day."""
    return label.on(day if label.end is None else min(label.end, day))


def _list_games(json: bool) -> None:
    if json:
        print_json(games_answer())
        return
    books = [Rulebook.load(name) for name in game_names()]
    out = console()
    for book in books:
        count = sum(1 for label in book.labels.values() if label.numbers)
        out.print(Text.assemble((book.game, "bold"), f"  {count} rules"))
        for edition in book.editions.texts:
            out.print(f"  {edition.period}  {edition.text}")
            if edition.note:
                out.print(Text(f"    {escape(edition.note)}", style="dim"))
        for left in read_uncovered(home(book.game).rules / GAME_FILE):
            out.print(Text(f"  not covered, since {left.start}: {escape(left.what)}", style="dim"))


def _list_rules(book: Rulebook, labels: Sequence[Label], json: bool) -> None:
    if json:
        print_json(rules_answer(book, labels))
        return
    out = console()
    file = None
    for label in labels:
        if label.file != file:
            file = label.file
            out.print(Text(f"\n{file}", style="dim"))
        out.print(_heading(label))
        out.print(f"  {escape(label.sentence)}")
    if book.gaps:
        out.print(Text("\nwhat the documents leave open", style="dim"))
    for gap in book.gaps.gaps.values():
        out.print(Text.assemble((gap.name, "bold"), f"  {escape(gap.question)}"))
        for name, text in gap.readings.items():
            numbers = [
                label.numbers[0] if label.numbers else label.defines or label.id
                for label in book.headers
                if (gap.name, name) in label.readings
            ]
            told = f"  ({', '.join(dict.fromkeys(numbers))})" if numbers else ""
            default = " (the default)" if name == gap.default else ""
            out.print(Text.assemble("  ", (name, "bold"), f"{default}: {escape(text)}{told}"))


def _instead(book: Rulebook, label: Label) -> list[Label]:
    """Return the blocks of overlays that take a rule out of force on some of its days."""
    own = [one for one in book.headers if one.overlay and one.period.overlaps(label.period)]
    names = {label.id, *(name for name, _ in label.names())}
    return [one for one in own if not label.overlay and names & {*one.replaces, *one.repeals}]


def _show_rules(
    book: Rulebook, labels: Sequence[Label], json: bool, day: date | None = None
) -> None:
    if json:
        print_json(whole_rules_answer(book, labels, day))
        return
    cases = cases_about(labels)
    out = console()
    for place, label in enumerate(labels):
        if place:
            out.print()
        out.print(_heading(_latest(label, day or book.newest)))
        out.print(f"  {escape(label.sentence)}")
        for other in _instead(book, label):
            what = "replaced" if other.replaces else "repealed"
            dated = other.period.start is not None or other.period.end is not None
            days = f" in [{other.period}]" if dated else ""
            out.print(f"  {what}{days}: {escape(other.file)}:{other.line}")
        for change in label.renumbered:
            out.print(f"  since {change.start}: {change.later} (before: {change.number})")
        if label.source:
            out.print(f"  source: {escape(label.source)}")
        for gap, name in label.readings:
            out.print(f"  under the reading {name} of {gap}: {escape(book.gaps.gap(gap).question)}")
        if label.see:
            out.print(f"  see: {', '.join(label.see)}")
        statements = book.of_label(label.id)
        halls = dict.fromkeys(s.file for s in statements if s.file != label.file)
        out.print(Text(f"  {', '.join((f'{label.file}:{label.line}', *halls))}", style="dim"))
        out.print()
        for statement in statements:
            for line in statement.text.splitlines():
                out.print(Text(f"    {line}", style="cyan"))
        resting = cases_on(book, label, cases)
        out.print(f"\n  {'cases that pin it:' if resting else NO_CASE}")
        for case in resting:
            numbers = "".join(f"{escape(number)}  " for number in case.numbers)
            out.print(f"    {numbers}{escape(case.name)}  ({case.file})")


def _heading(label: Label) -> Text:
    numbers = ", ".join(label.numbers) or label.defines or label.id
    period = f"  {label.period}" if label.numbers else ""
    readings = "".join(f"  ({gap}: {name})" for gap, name in label.readings)
    return Text.assemble((numbers, "bold"), period, readings)
