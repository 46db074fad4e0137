"""The cards of the library as data."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from kb.answers.known_cards import CardData, SearchAnswer, ShowAnswer
from kb.errors import LudexError, closest, quote
from kb.library.held import Found, Held
from kb.library.place import store_path
from kb.library.store import Store
from kb.library.understanding import understood
from kb.resources import game_names
from kb.scenario import Game
from kb.scenario.cards import Catalogue, as_of
from kb.scenario.reader import mapping, plain
from kb.scenario.terms import fold


def search_answer(query: str, own: Iterable[dict[str, Any]], cards: Iterable[Held]) -> SearchAnswer:
    """Return the cards that words stand on, those that come with Ludex first."""
    return {"query": query, "cards": [*own, *map(card_data, cards)]}


def stored_cards_called(
    store: Store | None, name: str, game: str | None, day: date | None, *, needed: bool = True
) -> list[Found]:
    """Return the cards of a name in the library, in any game unless one is given.

    Raises
    ------
    LudexError
        If there is none and one is needed; the message names the nearest, those that come with
        Ludex among them.
    """
    games = [game] if game is not None else list(store.games()) if store is not None else []
    cards = [] if store is None else [one for each in games for one in store.find(each, name, day)]
    if cards or not needed:
        return cards
    own = (each for one in ([game] if game else game_names()) for each in own_cards(one))
    meant = closest(name, [each for card in own for each in _names(card)])
    hint = "" if store is None else store.hint(games, name)
    hint = hint or (f"; did you mean {quote(meant)}?" if meant else "")
    if store is None:
        hint = hint or "; there is no card store, 'ludex cards import GAME FILE' makes one"
        raise LudexError(f"no card {quote(name)} comes with Ludex{hint}")
    raise LudexError(f"no card {quote(name)} in the library{hint}")


def show_answer(store: Store, name: str, cards: Iterable[Found]) -> ShowAnswer:
    """Return all about the cards of a name."""
    return {"name": name, "cards": [_whole(store, one) for one in cards]}


def known_cards(query: str, game: str | None, limit: int) -> SearchAnswer:
    """Return the cards that come with Ludex and those of the library on which words stand.

    Those whose name begins so come first, then those with all the words in their name, as is
    wanted while somebody types a name.
    """
    words = fold(query).split()
    found = {(card["game"], fold(str(card["name"]))): card for card in own_cards_with(query, game)}
    with Store.reading(store_path()) as store:
        for held in () if store is None else store.search(query, game, 4 * limit):
            found.setdefault((held.game, fold(held.name)), card_data(held))

    def near(card: dict[str, Any]) -> tuple[bool, int, str]:
        names = [fold(name) for name in _names(card)]
        begun = any(name.startswith(fold(query)) for name in names)
        return (not begun, min(sum(word not in name for word in words) for name in names), names[0])

    return {"query": query, "cards": sorted(found.values(), key=near)[:limit]}


def known_cards_called(
    name: str, game: str | None, day: date | None, store: Path | None = None
) -> ShowAnswer:
    """Return all about the cards of a name, those that come with Ludex among them.

    Raises
    ------
    LudexError
        If there is none; the message names the nearest.
    """
    own = own_cards_called(name, game, day)
    with Store.reading(store_path(store)) as found:
        stored = stored_cards_called(found, name, game, day, needed=not own)
        whole = show_answer(found, name, stored)["cards"] if found is not None else []
    return {"name": name, "cards": [*(own_whole(card, day) for card in own), *whole]}


def own_cards(game: str, day: date | None = None) -> list[dict[str, Any]]:
    """Return the entries of the cards that come with a game, as they are on a day or now."""
    rules = Game.load(game)
    catalogue = Catalogue.load(rules)
    nodes = (catalogue.entry(catalogue.find(name)) for name in catalogue.names)
    entries = (plain(as_of(mapping(node, "a card"), day or rules.newest)) for node in nodes)
    return [{"game": game, "lang": "en", "face": None, **entry} for entry in entries]


def own_cards_with(query: str, game: str | None) -> list[dict[str, Any]]:
    """Return the entries of the cards that come with Ludex in whose names all words stand."""
    words = fold(query).split()
    if not words:
        raise LudexError(f"nothing to search for in {quote(query)}; expected a word")
    cards = (
        card for name in ([game] if game is not None else game_names()) for card in own_cards(name)
    )
    return [card for card in cards if all(word in fold(" ".join(_names(card))) for word in words)]


def own_cards_called(name: str, game: str | None, day: date | None) -> list[dict[str, Any]]:
    """Return the entries of the cards of a name that come with Ludex."""
    games = [game] if game is not None else game_names()
    cards = (card for each in games for card in own_cards(each, day))
    return [card for card in cards if fold(name) in map(fold, _names(card))]


def _names(card: dict[str, Any]) -> list[str]:
    others = card.get("names")
    called = [str(card["called"])] if "called" in card else []
    return [
        str(card["name"]),
        *called,
        *(map(str, others.values()) if isinstance(others, dict) else ()),
    ]


def own_whole(card: dict[str, Any], day: date | None) -> CardData:
    """Return all about a card that comes with Ludex."""
    names = card.get("names")
    others = names.items() if isinstance(names, dict) else ()
    return {
        "name": card["name"],
        "game": card["game"],
        "wording": "" if day is None else str(day),
        "file": "cards.yaml",
        "in_force": True,
        "faces": [{**card, "understood": None}],
        "names": [{"lang": lang, "name": name} for lang, name in others],
        "printings": [],
        "rulings": [],
    }


def card_data(held: Held) -> dict[str, Any]:
    """Return a face of a card as its file has it."""
    return {"game": held.game, "lang": held.lang, "face": held.face or None, **held.data}


def _whole(store: Store, found: Found) -> Any:
    face = found.face
    return {
        "name": found.full,
        "game": face.game,
        "wording": face.day,
        "file": face.source,
        "in_force": face.in_force,
        "faces": [
            {
                **card_data(held),
                "understood": understood(held.game, found.data(held), held.lang).to_json(),
            }
            for held in found.faces
        ],
        "names": [{"lang": lang, "name": name} for lang, name in store.names(face.card)],
        "printings": [
            {"id": identity, "set": code or None, "number": number or None}
            for identity, code, number in store.printings(face.card)
        ],
        "rulings": [
            {"date": day or None, "text": text} for day, text, _ in store.rulings(face.game, face)
        ],
    }
