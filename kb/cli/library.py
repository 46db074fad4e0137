"""``ludex cards import``, ``search`` and ``show``: the library of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

from kb.answers.cards import (
    known_cards_called,
    own_cards_called,
    own_cards_with,
    search_answer,
    stored_cards_called,
)
from kb.cli import bounds, options
from kb.cli.failure import BAD_INPUT
from kb.cli.output import console, print_json
from kb.cli.parse import not_understood
from kb.errors import escape, quote
from kb.library.held import Found, Held
from kb.library.importing import Imported, import_cards
from kb.library.place import missing, store_path, using
from kb.library.store import Store
from kb.library.understanding import Understood, understood
from kb.resources import home
from kb.rulebook.edition import read_date
from kb.scenario import Game
from kb.scenario.cards import Catalogue
from kb.scenario.shelf import shelf

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game of the cards.")]
OfGame = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="Only cards of this game.")
]
SHOWN_PRINTINGS = 12


def take(
    game: GameName,
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="Scryfall's or MTGJSON's, or JSON, JSON lines, CSV."),
    ],
    as_of: Annotated[
        str | None,
        typer.Option("--as-of", metavar="DATE", help="The day of the wording, as 2013-01-30."),
    ] = None,
    store: options.StoreFile = None,
    json: options.Json = False,
) -> None:
    """Take a file of cards into the library, where scenarios find them by name.

    \b
    What the file is, is told from its content; it may be packed (gzip):
      Scryfall  oracle_cards, default_cards, all_cards, rulings
      MTGJSON   AtomicCards, AllPrintings, a single set
      any game  JSON, JSON lines or CSV with 'name', 'text', 'type', 'lang', 'id' …

    Wordings of several days stand side by side; a question takes the one of its date. Importing
    again changes only what is no longer the same.
    """
    bounds.allow(None, endless=True)
    Game.load(game)
    day = None if as_of is None else read_date(as_of)
    place = store_path(store)
    err = Console(stderr=True)
    columns = (TextColumn("reading"), BarColumn(), DownloadColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("")
        found = import_cards(
            game,
            file,
            place,
            as_of=day,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if json:
        print_json({"file": str(file), "store": str(place), "game": game, **found.to_json()})
        return
    out = console()
    for line in _imported(found):
        out.print(line)
    out.print(f"store: {escape(str(place))}", style="dim")


def _imported(found: Imported) -> Iterator[str]:
    if found.days:
        counts = f"{found.new:,} new, {found.changed:,} changed, {found.same:,} as before"
        yield f"{found.format}, {found.entries:,} entries; texts: {counts}"
        day = f"wording of {' and '.join(found.days)}"
        assumed = ", when the file was written (--as-of says another day)" if found.assumed else ""
        yield f"{day}{assumed}"
    if found.rulings or not found.days:
        yield f"{found.rulings:,} new rulings"
    if found.nameless:
        yield f"{found.nameless:,} entries without a name left out"


def search(
    words: Annotated[
        list[str], typer.Argument(metavar="WORDS", help="Words of the name, the type or the text.")
    ],
    game: OfGame = None,
    limit: Annotated[
        int, typer.Option("--limit", min=1, max=10_000, metavar="N", help="No more than N cards.")
    ] = 20,
    store: options.StoreFile = None,
    json: options.Json = False,
) -> None:
    """Find the cards of the library that all the words stand on, in any language.

    Those that come with Ludex are found by their names, where the library has none called so.

    \b
      ludex cards search teferi planeswalker
      ludex cards search '"draw a card" creature' --game mtg --limit 50
    """
    query = " ".join(words)
    if store is not None and not store.is_file():
        raise missing(store)
    place = store_path(store)
    with Store.reading(place) as found:
        _known(found, game)
        own = own_cards_with(query, game)
        if found is None and not own:
            raise missing(place)
        if found is not None:
            own = [one for one in own if not found.find(one["game"], str(one["name"]), None)]
        own = own[:limit]
        cards = found.search(query, game, limit) if found is not None else []
    cards = cards[: limit - len(own)]
    if json:
        print_json(search_answer(query, own, cards))
        return
    out = console()
    for one in own:
        out.print(f"{escape(str(one['name']))}  {one['game']}, comes with Ludex")
    for held in cards:
        english = held.data.get("name_en")
        also = f" ({english})" if english else ""
        kind = str(held.data.get("type") or "")
        out.print(f"{escape(held.name)}{escape(also)}  {held.game}, {held.lang}  {escape(kind)}")
    if not cards and not own:
        out.print(f"no card with {quote(query)}")
    elif len(cards) + len(own) == limit:
        out.print("there may be more, see --limit", style="dim")


def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="In any language; behind it, in parentheses, may stand a set, its number, an id.",
        ),
    ],
    game: OfGame = None,
    as_of: options.AsOf = None,
    store: options.StoreFile = None,
    json: options.Json = False,
) -> None:
    """Show a known card: its text, what is understood of it, what runs, its rulings.

    Of a card that comes with Ludex there is no text: what it does is shown as a file says it.
    """
    day = None if as_of is None else read_date(as_of)
    if store is not None and not store.is_file():
        raise missing(store)
    out = console()
    place = store_path(store)
    with Store.reading(place) as found:
        _known(found, game)
        if json:
            print_json(known_cards_called(name, game, day, store))
            return
        own = own_cards_called(name, game, day)
        cards = stored_cards_called(found, name, game, day, needed=not own)
        for card in own:
            stored = any(one.face.game == card["game"] for one in cards)
            _print_own(card, day, place if stored else None)
        if len(cards) > 1:
            said = "there are" if own else f"{quote(name)} could be one of"
            out.print(f"{said} {len(cards)} cards{' of this name' if own else ''}; say which:")
            for one in cards:
                kind = str(one.face.data.get("type") or "")
                out.print(f"  {escape(one.full)}  {one.face.game}  {escape(kind)}")
            if not own:
                raise typer.Exit(BAD_INPUT)
            return
        for one in cards:
            assert found is not None
            _print(found, one)


def _known(store: Store | None, game: str | None) -> None:
    """Refuse a game that neither Ludex nor the library knows."""
    if game is not None and (store is None or game not in store.games()):
        home(game)


_APART = frozenset(
    ("name", "type", "text", "mana_cost", "lang", "layout", "side", "full_name", "src")
)
_APART_OF_OWN = frozenset(("name", "names", "game", "lang", "face"))


def _print_own(card: Mapping[str, Any], day: date | None, store: Path | None) -> None:
    """Print a card that comes with Ludex; a store may have another of its name."""
    out = console()
    out.print(escape(str(card["name"])), style="bold")
    facts = {word: value for word, value in card.items() if word not in _APART_OF_OWN}
    if facts:
        text = yaml.safe_dump(
            facts, sort_keys=False, allow_unicode=True, width=98, default_flow_style=None
        )
        for line in text.splitlines():
            out.print(f"  {escape(line)}")
    out.print("comes with Ludex, as facts without a text")
    if store is not None:
        with using(store):
            game = Game.load(card["game"])
            taken = shelf(game, [str(card["name"])], day, Catalogue.load(game)).held
        out.print(f"a question takes {'the one of the card store' if taken else 'this one'}")
    names = card.get("names")
    if isinstance(names, dict):
        out.print(escape(f"also called: {'; '.join(f'{lang} {n}' for lang, n in names.items())}"))


def _print(store: Store, found: Found) -> None:
    out = console()
    for held in found.faces:
        data = held.data
        cost = str(data.get("mana_cost") or "")
        out.print(escape(f"{held.name}  {cost}".rstrip()), style="bold")
        if data.get("type"):
            out.print(f"  {escape(str(data['type']))}")
        for line in str(data.get("text") or "").splitlines():
            out.print(f"  {escape(line)}")
        numbers = [
            f"{word.replace('_', ' ')} {value}"
            for word, value in sorted(data.items())
            if word not in _APART and isinstance(value, str | int) and len(str(value)) < 30
        ]
        if numbers:
            out.print(f"  {escape(', '.join(numbers))}", style="dim")
        for line in _understood(understood(held.game, found.data(held), held.lang), held):
            out.print(f"  {line}")
    face = found.face
    told = "" if face.in_force else ", which was not in force on that day"
    out.print(f"wording of {face.day} ({escape(face.source)}){told}; {escape(str(store.path))}")
    others = [f"{lang} {one}" for lang, one in store.names(face.card) if lang != face.lang]
    if others:
        out.print(escape(f"also called: {'; '.join(others)}"))
    coded = [(code, number) for _, code, number in store.printings(face.card) if code]
    if coded:
        shown = ", ".join(" ".join(one).strip() for one in coded[:SHOWN_PRINTINGS])
        more = len(coded) - SHOWN_PRINTINGS
        out.print(escape(f"printings: {shown}{f' and {more} more' if more > 0 else ''}"))
    for day, text, _ in store.rulings(face.game, face):
        out.print(f"ruling {day}: {escape(' '.join(text.split()))}")


def _understood(found: Understood, held: Held) -> Iterator[str]:
    """Yield what is understood of a text, and what of it runs."""
    if not str(held.data.get("text") or "").strip():
        yield "read: nothing to read"
        return
    if found.reading is None:
        yield f"read: no grammar reads the text of {held.game} cards in {quote(held.lang)} yet"
        return
    if found.left == () and found.unread:
        yield "read: by the grammar in part; the other lines are known word for word"
    else:
        same = ", prints back to the same words" if found.reading.same_words else ""
        yield f"read: {found.reading.status}{same}"
        for span in found.unread:
            yield f"  {not_understood(span)}"
    if found.left is None:
        yield "runs: no, the text of this game's cards is not carried out yet"
    elif found.left:
        yield "runs: in part; no rule carries out:"
        yield from (f"  {quote(words)}" for words in found.left)
    else:
        yield "runs: all of it"
