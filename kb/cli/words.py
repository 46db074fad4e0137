"""``ludex words``: the vocabulary of scenario, card and game files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Annotated, Any

import typer
import yaml
from rich.text import Text

from kb.answers.words import chosen_words, words_answer, words_of
from kb.cli import options
from kb.cli.output import console, print_json
from kb.errors import escape
from kb.rulebook.uncovered import Uncovered
from kb.scenario import Game
from kb.scenario.words import Entry, file_keys

SHOWN = 300
"""So many characters of an example are shown."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game.")]
Word = Annotated[str | None, typer.Argument(metavar="WORD", help="Only this word.")]
Search = Annotated[
    str | None, typer.Option("--search", metavar="TEXT", help="Only words that speak of this.")
]
Markdown = Annotated[bool, typer.Option("--markdown", help="As a page of documentation.")]
GameFile = Annotated[
    bool, typer.Option("--game-file", help="The keys of the file of a game, 'game.yaml'.")
]


def words(
    game: GameName,
    word: Word = None,
    search: Search = None,
    markdown: Markdown = False,
    game_file: GameFile = False,
    json: options.Json = False,
) -> None:
    """List the words that scenario and card files may use, or say all about one.

    Of each word: what it takes, a sentence, the rules behind it, and how it stands in a file. The
    list ends with what cannot be said yet.

    \b
      ludex words mtg
      ludex words mtg draw
      ludex words fftcg --search "break zone"
    """
    loaded = Game.load(game)
    known = file_keys(loaded) if game_file else words_of(loaded)
    found, uncovered = chosen_words(known, word, search, loaded.uncovered)
    if json:
        print_json(words_answer(loaded, found, uncovered))
        return
    out = console()
    if markdown:
        out.print("\n".join(_markdown(loaded, found, uncovered)))
        return
    for section, entries in groupby(found, key=lambda one: one.section):
        out.print(Text(f"\n{section}", style="bold"))
        for one in entries:
            _print(out, one)
    if uncovered:
        out.print(Text("\nwhat cannot be said yet", style="bold"))
        for left in uncovered:
            listed = f" {', '.join(left.words)}" if left.words else ""
            out.print(Text(f"  {escape(left.told)}{escape(listed)}", style="dim"))


def _print(out: Any, one: Entry) -> None:
    rules = f"  ({', '.join(one.rules)})" if one.rules else ""
    takes = f": {escape(one.takes)}" if one.takes else ""
    out.print(Text.assemble("  ", (escape(one.word), "bold"), takes))
    if one.says:
        out.print(f"    {escape(one.says)}{rules}")
    if one.example is not None:
        written = escape(_written(one.example))
        short = written if len(written) <= SHOWN else f"{written[:SHOWN]} …"
        out.print(Text(f"    {short}", style="dim"))


def _written(example: Any) -> str:
    """Return an example as it stands in a file."""
    if isinstance(example, str):
        return example
    return str(
        yaml.safe_dump(
            example, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10_000
        )
    ).strip()


def _markdown(game: Game, found: Iterable[Entry], uncovered: Iterable[Uncovered]) -> Iterator[str]:
    yield f"# The words of {game.title}"
    for section, entries in groupby(found, key=lambda one: one.section):
        yield f"\n## {section[0].upper()}{section[1:]}\n"
        yield "| word | takes | what it means | rule | example |"
        yield "|---|---|---|---|---|"
        for one in entries:
            example = "" if one.example is None else f"`{_written(one.example)}`"
            cells = (f"`{one.word}`", one.takes, one.says, ", ".join(one.rules), example)
            yield f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"
    if uncovered:
        yield "\n## What cannot be said yet\n"
        for left in uncovered:
            yield f"- {left.told} {', '.join(f'`{word}`' for word in left.words)}".rstrip()
