"""The cards of the library as data."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from kb.answers.schemas import SearchAnswer, ShowAnswer
from kb.errors import LudexError, nearest, quote
from kb.library.place import store_path
from kb.library.store import Found, Held, Store
from kb.library.understanding import understood
from kb.resources import game_names
from kb.scenario import Game
from kb.scenario.cards import Catalogue
from kb.scenario.reader import plain
from kb.scenario.terms import fold


def search_answer(query: str, cards: Iterable[Held]) -> SearchAnswer:
    """Return the cards that words stand on."""
    return {"query": query, "cards": [card_data(held) for held in cards]}


def cards_called(store: Store, name: str, game: str | None, day: date | None) -> list[Found]:
    """Return the cards of a name, in any game unless one is given.

    Raises
    ------
    LudexError
        If there is none; the message names the nearest.
    """
    games = [game] if game is not None else list(store.games())
    cards = [one for each in games for one in store.find(each, name, day)]
    if not cards:
        near = next(filter(None, (store.nearest(each, name) for each in games)), None)
        hint = f"; did you mean {quote(near)}?" if near else ""
        raise LudexError(f"no card {quote(name)} in the library{hint}")
    return cards


def show_answer(store: Store, name: str, cards: Iterable[Found]) -> ShowAnswer:
    """Return all about the cards of a name."""
    return {"name": name, "cards": [_whole(store, one) for one in cards]}


def known_cards(query: str, game: str | None, limit: int) -> SearchAnswer:
    """Return the cards that come with Ludex and those of the library on which words stand.

    Those whose name begins so come first, then those with all the words in their name, as is
    wanted while somebody types a name.
    """
    words = fold(query).split()
    if not words:
        raise LudexError(f"nothing to search for in {quote(query)}; expected a word")
    found = {
        (name, fold(str(card["name"]))): card
        for name in ([game] if game is not None else game_names())
        for card in own_cards(name)
        if all(word in fold(" ".join(_names(card))) for word in words)
    }
    with Store.reading(store_path()) as store:
        for held in () if store is None else store.search(query, game, 4 * limit):
            found.setdefault((held.game, fold(held.name)), card_data(held))

    def near(card: dict[str, Any]) -> tuple[bool, int, str]:
        names = [fold(name) for name in _names(card)]
        begun = any(name.startswith(fold(query)) for name in names)
        return (not begun, min(sum(word not in name for word in words) for name in names), names[0])

    return {"query": query, "cards": sorted(found.values(), key=near)[:limit]}


def known_cards_called(name: str, game: str | None, day: date | None) -> ShowAnswer:
    """Return all about the cards of a name, those that come with Ludex among them.

    Raises
    ------
    LudexError
        If there is none; the message names the nearest.
    """
    own = [
        _own_whole(each, card, day)
        for each in ([game] if game is not None else game_names())
        for card in own_cards(each)
        if fold(name) in map(fold, _names(card))
    ]
    with Store.reading(store_path()) as store:
        if store is not None:
            try:
                stored = show_answer(store, name, cards_called(store, name, game, day))["cards"]
            except LudexError:
                if not own:
                    raise
                stored = []
            return {"name": name, "cards": [*own, *stored]}
    if not own:
        games = [game] if game is not None else game_names()
        names = [n for each in games for card in own_cards(each) for n in _names(card)]
        raise LudexError(f"no card {quote(name)}{nearest(name, names)}")
    return {"name": name, "cards": own}


def own_cards(game: str) -> list[dict[str, Any]]:
    """Return the entries of the cards that come with a game."""
    catalogue = Catalogue.load(Game.load(game))
    entries = (plain(catalogue.entry(catalogue.find(name))) for name in catalogue.names)
    return [{"game": game, "lang": "en", "face": None, **entry} for entry in entries]


def _names(card: dict[str, Any]) -> list[str]:
    others = card.get("names")
    return [str(card["name"]), *(map(str, others.values()) if isinstance(others, dict) else ())]


def _own_whole(game: str, card: dict[str, Any], day: date | None) -> Any:
    names = card.get("names")
    others = names.items() if isinstance(names, dict) else ()
    return {
        "name": card["name"],
        "game": game,
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
