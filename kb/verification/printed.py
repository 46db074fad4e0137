"""Boards near a board on which a card is printed otherwise, and on which cards share a name.

Otherwise is what changed rules speak of: a flag that the card shows or not, a word that it shows or
not, a number of it. A card of the game that has to be so is written into the file for that. One
card more has the name of one that is there and is printed otherwise; and of every card that lies
somewhere another one of it lies where others are: what rules say of namesakes shows on these.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import islice
from typing import Any

from kb.errors import LudexError
from kb.scenario import Game, reader
from kb.scenario.cards import Catalogue
from kb.scenario.game_words import CardKey
from kb.verification.board import Data, in_turn

WORDS = 4
"""How many words of a list are tried of each kind of what is printed."""

TWINS = 8
"""On how many boards a card of a name that is there lies besides, or in the place of one."""

MANY = 2
"""Of how many cards of a name at least one becomes another."""

NAME = "name"
"""What the name of a card is called in the facts."""

Lying = tuple[str, str, int, Any]
"""A player, a zone, the place there, and what lies in it."""


def printed(data: Data, game: Game, words: Container[str]) -> Iterator[Data]:
    """Yield the boards on which something that some words name is printed otherwise on a card.

    Parameters
    ----------
    data : dict
        The board.
    game : Game
    words : container of str
        What changed rules speak of.
    """
    yield from in_turn(*(_of_card(data, game, card, words) for card in _cards_of(data, game)))


def namesakes(data: Data) -> Iterator[Data]:
    """Yield the boards with one more of a card, in each zone where something lies."""
    zones = dict.fromkeys((name, zone) for name, zone, *_ in _lying(data))
    seen: set[str] = set()
    for _, _, _, thing in _lying(data):
        card = _card(thing)
        if isinstance(card, str) and card not in seen:
            seen.add(card)
            yield from islice(
                (_put(data, at, {"card": card, "as": f"a second {card}"}) for at in zones), TWINS
            )


def _of_card(data: Data, game: Game, card: Data, words: Container[str]) -> Iterator[Data]:
    for changed in _otherwise(card, game, words):
        # What is done with the one in whose place the other stands is done with it.
        yield from islice(_instead(data, game, card, changed), TWINS)
        yield _described(data, changed, card["name"])
        yield from islice(_beside(data, game, card, changed), TWINS)


def _instead(data: Data, game: Game, card: Data, changed: Data) -> Iterator[Data]:
    """Yield the boards with a card of the same name, printed otherwise, in the place of one."""
    name, twin = card["name"], _twin(game, card["name"], changed)
    lying = [one for one in _lying(data) if _card(one[-1]) == name]
    if twin is None or len(lying) < MANY:
        return
    for player, zone, number, thing in lying:
        said = thing if isinstance(thing, dict) else {"card": thing}
        alone = {} if "count" in said else {"as": said.get("as", name)}
        things = [*data["players"][player][zone]]
        things[number] = {**said, "card": twin["name"], **alone}
        yield _both(_placed(data, (player, zone), things), twin, card)


def _beside(data: Data, game: Game, card: Data, changed: Data) -> Iterator[Data]:
    """Yield the boards with one card more that has the name of a card and is printed otherwise."""
    name, twin = card["name"], _twin(game, card["name"], changed)
    there = [(player, zone) for player, zone, _, thing in _lying(data) if _card(thing) == name]
    zones = dict.fromkeys((*there, *((player, zone) for player, zone, *_ in _lying(data))))
    if twin is None:
        return
    for at in zones:
        yield _both(_put(data, at, {"card": twin["name"]}), twin, card)


def _twin(game: Game, name: str, changed: Data) -> Data | None:
    """Return another card that has the name of one, if the game can tell two of a name apart."""
    for word, one in game.card_keys.items():
        if str(one.key) == NAME and not one.token:
            return {**changed, "name": f"Other {name}", word: changed.get(word, name)}
    return None


def _otherwise(card: Data, game: Game, words: Container[str]) -> Iterator[Data]:
    """Yield a card on which one thing is printed otherwise."""
    for word, one in game.card_keys.items():
        named = str(one.key) in words
        if one.kind == "flag":
            if named:
                yield _less(card, word) if card.get(word) else {**card, word: True}
        elif one.kind == "number":
            yield from _numbers(card, word, one) if named else ()
        elif one.kind in game.values:
            yield from _listed(card, word, one, game, words)


def _numbers(card: Data, word: str, one: CardKey) -> Iterator[Data]:
    value = card.get(word)
    if isinstance(value, bool) or not isinstance(value, int):
        return
    for other in (value - 1, value + 1):
        if one.least is None or other >= one.least:
            yield {**card, word: other}


def _listed(
    card: Data, word: str, one: CardKey, game: Game, words: Container[str]
) -> Iterator[Data]:
    """Yield a card with a word that is spoken of and that it lacks, or without one that it has."""
    spoken = [name for name, term in game.values[one.kind].terms.items() if str(term) in words]
    value = card.get(word)
    if not one.many:
        for other in islice((name for name in spoken if name != value), WORDS):
            # What has none of these at all is printed on another kind of card.
            yield from ({**card, word: other} for _ in range(value is not None))
        return
    own = value if isinstance(value, list) else []
    for other in islice(spoken, WORDS):
        if other in own:
            less = [name for name in own if name != other]
            yield {**card, word: less} if less else _less(card, word)
        else:
            yield {**card, word: [*own, other]}


def _cards_of(data: Data, game: Game) -> Iterator[Data]:
    """Yield the cards that lie on a board, as they are described there or in the game's file."""
    own = data.get("cards")
    described = {card["name"]: card for card in (own or ()) if isinstance(card, dict)}
    catalogue = Catalogue.load(game)
    for name in dict.fromkeys(_card(thing) for *_, thing in _lying(data)):
        card = described.get(name)
        if card is None and isinstance(name, str):
            try:
                card = reader.plain(catalogue.entry(catalogue.find(name)))
            except (LudexError, LookupError):  # it comes from a file, or from the store
                continue
        if isinstance(card, dict) and "name" in card:
            yield {key: value for key, value in card.items() if key != "changes"}


def _described(data: Data, card: Data, name: str) -> Data:
    """Return a board whose file describes a card as that; what has a name of its own keeps it."""
    own = [one for one in data.get("cards") or () if one.get("name") != name]
    return {**data, "cards": [*own, card]}


def _both(data: Data, twin: Data, card: Data) -> Data:
    """Return a board whose file describes two cards of a name: else the name would mean the one."""
    return _described(_described(data, card, card["name"]), twin, twin["name"])


def _lying(data: Data) -> Iterator[Lying]:
    for name, board in (data.get("players") or {}).items():
        for zone, value in (board or {}).items():
            for number, thing in enumerate(value) if isinstance(value, list) else ():
                yield name, zone, number, thing


def _card(thing: Any) -> Any:
    return thing.get("card") if isinstance(thing, dict) else thing


def _put(data: Data, at: tuple[str, str], thing: Data) -> Data:
    return _placed(data, at, [*data["players"][at[0]][at[1]], thing])


def _placed(data: Data, at: tuple[str, str], things: list[Any]) -> Data:
    name, zone = at
    players = data["players"]
    return {**data, "players": {**players, name: {**players[name], zone: things}}}


def _less(said: Data, word: str) -> Data:
    return {key: value for key, value in said.items() if key != word}
