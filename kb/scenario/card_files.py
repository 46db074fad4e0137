"""Files of real cards, in any format that the library reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from kb.cache import READING, Entry
from kb.errors import LudexError, quote
from kb.resources import Home, home
from kb.scenario import reader
from kb.scenario.game import Game
from kb.scenario.game_words import CardKey
from kb.scenario.reader import Node
from kb.scenario.terms import fold


def card_nodes(game: Game, path: Path, named: frozenset[str] = frozenset()) -> tuple[Node, ...]:
    """Return the cards of a file as entries of a catalogue.

    Of each card, what the game knows of cards is taken, and the rest left. Several cards of one
    name are called ``Name (id)``, or by their place, ``Name (2)``, where the file has no ids, and
    the name alone stands for none of them. Of what only bears a name again, such as a token or the
    same card in another language, the first keeps it.

    Parameters
    ----------
    game : Game
    path : Path
    named : frozenset of str
        All words of the scenario, folded: where the text of cards is made into abilities, that is
        done for the cards that are named; of the others the name is known.

    Raises
    ------
    LudexError
        If the file cannot be read, or no grammar reads the text of the game's cards.
    """
    if not is_read(game):
        raise LudexError(
            f"no grammar reads the text of cards of {quote(game.name)}; describe them instead",
            file=str(path),
        )
    changed = path.stat().st_mtime_ns if path.exists() else 0
    nodes = _nodes(
        game.name, home(game.name), path, changed, named if game.card_files else frozenset()
    )
    if not nodes:
        raise LudexError(f"no card of {quote(game.name)} in it", file=str(path))
    return nodes


@lru_cache(maxsize=4)
def _nodes(
    game_name: str, _home: Home, path: Path, _changed: int, named: frozenset[str]
) -> tuple[Node, ...]:
    game = Game.load(game_name)
    from kb.library.formats import load_cards

    found: dict[str, Node] = {}
    unasked: dict[str, Node] = {}
    texts: dict[str, object] = {}
    made: dict[str, Node] = {}
    if game.told_apart_by is not None:
        return _numbered(game, path, game.told_apart_by, named)
    namesakes = _Namesakes(game, named)
    for card in load_cards(path):
        namesakes.take(card)
        name = str(card.get("name") or "")
        if not fold(name):
            continue
        key = fold(name)
        if key in texts:
            if texts[key] == card.get("text") or not card.get("id"):
                continue
            name = f"{name} ({card['id']})"
            key = fold(name)
            if key in texts:
                continue
        texts[key] = card.get("text")
        if game.card_files is not None and key not in named:
            unasked[key] = reader.node_of({"name": name})
            continue
        for number, data in enumerate(entries_of(game, {**card, "apart": True})):
            if number == 0:
                found[key] = reader.node_of({**data, "name": name})
            else:
                made.setdefault(fold(data["name"]), reader.node_of(data))
    for key, nodes in namesakes.nodes().items():
        for one in (key, *nodes):
            found.pop(one, None)
            unasked.pop(one, None)
        found |= nodes
    # What a card makes is what that card says of it, though the file has a card of its name.
    return tuple({**unasked, **made, **found}.values())


class _Namesakes:
    """The different cards of one name in a file, of the names that a scenario has.

    Parameters
    ----------
    game : Game
    named : frozenset of str
        All words of the scenario, folded.
    """

    def __init__(self, game: Game, named: frozenset[str]) -> None:
        self._game = game
        # Behind the name may stand what tells it from others.
        self._asked = named | {one.rpartition(" ")[0] for one in named}
        self._seen: dict[str, dict[str, dict[str, Any]]] = {}
        self._languages: dict[str, object] = {}

    def take(self, card: Mapping[str, object]) -> None:
        """Look whether a card is another one than those of its name so far."""
        name = str(card.get("name") or "")
        key = fold(name)
        if self._game.card_files is None or not key or key not in self._asked:
            return
        if self._languages.setdefault(key, card.get("lang")) != card.get("lang"):
            return
        data = (entries_of(self._game, {**card, "apart": True}) or [{}])[0]
        token = any(one.token for word, one in self._game.card_keys.items() if word in data)
        alike, data = self._seen.setdefault(key, {}), {**data, "name": name}
        if len(data) > 1 and not token and data not in alike.values():
            number = str(card.get("id") or "")
            alike[number if number and number not in alike else str(len(alike) + 1)] = data

    def nodes(self) -> dict[str, dict[str, Node]]:
        """Return for each name that several cards have these cards, told apart."""
        return {
            key: {
                fold(full): reader.node_of({**data, "name": full, "called": data["name"]})
                for number, data in alike.items()
                if (full := f"{data['name']} ({number})")
            }
            for key, alike in self._seen.items()
            if len(alike) > 1
        }


def _numbered(game: Game, path: Path, key: str, named: frozenset[str]) -> tuple[Node, ...]:
    """Return the cards of a game that tells cards of one name apart by something else."""
    from kb.library.formats import load_cards

    found: dict[str, Node] = {}
    made: dict[str, Node] = {}
    alike: dict[str, list[dict[str, Any]]] = {}
    for card in load_cards(path):
        name, number = str(card.get("name") or ""), str(card.get(key) or "")
        full = f"{name} ({number})" if number else name
        if not fold(name) or fold(full) in found:
            continue
        asked = fold(full) in named or fold(name) in named
        if not asked:
            # The name alone stands for no card that nobody names: something may make a token of it.
            found[fold(full)] = reader.node_of({"name": full})
            continue
        data, *others = entries_of(game, card) or [{}]
        if not data:  # of a kind that is not played
            continue
        known = alike.setdefault(fold(name), [])
        if data not in known:  # the name alone does not stand for another printing
            known.append(dict(data))
            data.setdefault("called", name)
        found[fold(full)] = reader.node_of({**data, "name": full})
        for other in others:
            made.setdefault(fold(other["name"]), reader.node_of(other))
    return (*found.values(), *(node for one, node in made.items() if one not in found))


def with_text(game: Game, node: Node) -> tuple[Node, ...]:
    """Return a described card whose text is written out as entries of a catalogue.

    What the text becomes stands beside what else is said of the card; after it, what it creates.
    A card without ``text`` stays as it is, and so does any where no grammar reads the game's text.
    """
    if game.card_files is None or not isinstance(node, reader.Mapping):
        return (node,)
    text = node.get("text")
    if text is None:
        return (node,)
    words = reader.text(text, "the text of a card")
    reader.needed(node, "name", "a card")  # what the text says of the card, it says by its name
    said = {key: entry for key, entry in node.entries.items() if key != "text"}
    card = {key: reader.plain(entry.node) for key, entry in said.items()}
    written = json.dumps({**card, "text": words}, ensure_ascii=False, default=str)
    first, *others = _nodes_of(game.card_files, written) or (None,)
    if not isinstance(first, reader.Mapping):
        return (node,)
    made = {key: entry for key, entry in first.entries.items() if key not in said}
    if "abilities" in said and "abilities" in first.entries:
        raise reader.error("a card has 'abilities' or a 'text', not both", node.key_mark("text"))
    located = {key: reader.Entry(entry.node, text.mark) for key, entry in made.items()}
    return (reader.Mapping({**said, **located}, node.mark), *others)


@lru_cache(maxsize=256)
def _nodes_of(grammar: str, card: str) -> tuple[Node, ...]:
    """Return what the text of a card becomes; the variants of a scenario describe the same ones."""
    return tuple(map(reader.node_of, _entries(grammar, json.loads(card))))


def is_read(game: Game) -> bool:
    """Return whether a grammar reads the text of a game's cards."""
    return game.wording is not None or game.card_files is not None


def entries_of(game: Game, card: Mapping[str, object]) -> list[dict[str, Any]]:
    """Return a card as an entry of a card file, and after it what it creates."""
    if game.card_files is None:
        values = ((word, _value(key, card.get(word))) for word, key in game.card_keys.items())
        return [{word: value for word, value in values if value is not None}]
    return _entries(game.card_files, card)


def kept_entries_of(game: Game, card: Mapping[str, object]) -> list[dict[str, Any]]:
    """Return `entries_of` a card of a store, which is read once for all that name it.

    To read a text takes longer than all else that naming a card asks for.
    """
    if game.card_files is None:
        return entries_of(game, card)
    written = json.dumps(card, sort_keys=True, default=str)
    entry = Entry.of("card", READING, [game.card_files, written])
    found: list[dict[str, Any]] | None = entry.load()
    if found is None:
        found = entries_of(game, card)
        if json.loads(json.dumps(found, default=str)) == found:
            entry.save(found)
    return found


def _entries(name: str, card: Mapping[str, object]) -> list[dict[str, Any]]:
    # Grammars take time to load, and most scenarios need none.
    from kb.cards.game import game as card_game
    from kb.cards.languages import language_of_card
    from kb.cards.reading import read

    grammar = card_game(language_of_card(name, card))
    called = str(card.get("name") or "")
    reading = partial(read, game=grammar, name=called)
    return [] if grammar.entries is None else grammar.entries(card, reading)


def _value(key: CardKey, value: object) -> object:
    """Return a value as the game's card file would write it; None for what it could not say."""
    if key.kind == "number":
        text = str(value)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
    if isinstance(value, list):
        return value if key.many and value and all(isinstance(v, str) for v in value) else None
    return value if isinstance(value, str) and value.strip() else None
