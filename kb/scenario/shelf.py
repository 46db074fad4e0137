"""The cards of the library that a scenario names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.errors import quote
from kb.library.names import numbers_of
from kb.library.place import store_path
from kb.records import record
from kb.scenario import reader
from kb.scenario.card_files import entries_of, is_read, kept_entries_of
from kb.scenario.cards import Catalogue
from kb.scenario.game import Game
from kb.scenario.reader import Node
from kb.scenario.terms import fold
from kb.scenario.unread import UNKNOWN_FACE

if TYPE_CHECKING:
    from kb.library.held import Found, Held
    from kb.library.store import Store

LISTED = 6
"""How many cards of one name are told when it does not say which."""

UNREAD = "not all of its text in the card store can be carried out"
LATER = "the card store has only wordings of later days"
"""Why a card is taken as it comes along."""

LONGEST = 200
"""Longest text of a scenario that is looked for as a name."""

_NUMBER = re.compile(r"[\w-]*\d[\w/-]*")
"""What may be a card's number by itself."""


@record
class Shelf:
    """What the library has of the names in a scenario.

    Attributes
    ----------
    path
        The store.
    nodes
        The cards as entries of a catalogue.
    held
        Where each comes from, by the identity of its node.
    brought
        The cards that are taken as they come along, though the store has them, and why, by those
        identities.
    exists
        Whether there is a store.
    """

    path: Path
    game: Game
    day: date | None
    nodes: tuple[Node, ...] = ()
    held: Mapping[int, Held] = field(default_factory=dict)
    brought: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    exists: bool = False

    def miss(self, name: str) -> str:
        """Return what the library can say of a name that no card has; empty for nothing."""
        from kb.library.store import Store

        with Store.reading(self.path) as store:
            if store is None:
                return ""
            found = store.find(self.game.name, name, self.day)
            if len(found) > 1:
                full = [quote(one.full) for one in found[:LISTED]]
                more = " …" if len(found) > LISTED else ""
                return f"; it could be {', '.join(full)}{more}; say which"
            if found and not is_read(self.game):
                return (
                    "; the card store has it, but no text of this game's cards is carried out yet"
                )
            return store.hint([self.game.name], name)


def shelf(game: Game, names: Iterable[str], day: date | None, brought: Catalogue) -> Shelf:
    """Return what the library has of some names.

    Parameters
    ----------
    game : Game
    names : iterable of str
        All texts of a scenario; those that no card has are passed over.
    day : date or None
        The day of the question, if it has one: the wording in force on it is taken.
    brought : Catalogue
        The cards that come along.
    """
    path = store_path()
    if not path.exists():
        return Shelf(path, game, day)
    from kb.library.store import Store

    with Store.reading(path) as store:
        if store is None or not is_read(game):
            return Shelf(path, game, day, exists=store is not None)
        made: dict[str, Node] = {}
        told: dict[str, Node] = {}
        held: dict[int, Held] = {}
        better: dict[int, tuple[str, str]] = {}
        asked = dict.fromkeys(names)
        named = {fold(one) for one in asked if len(one) <= LONGEST}
        # What tells a card apart stands by itself, or in parentheses behind the name.
        numbers = {*asked, *(one.rpartition("(")[2][:-1] for one in asked if one.endswith(")"))}
        single = [one for one in asked if _NUMBER.fullmatch(one)] if game.told_apart_by else []
        for name in asked:
            if not name or len(name) > LONGEST:
                continue
            several = store.find(game.name, name, day)
            if several and not _numbered(game, several, numbers):
                # The name of a card may go on with something in brackets: "Ark (7-064C)".
                apart = (store.find(game.name, f"{name} ({one})", day) for one in single)
                several += [one for found in apart if len(found) == 1 for one in found]
            if len(several) > 1 and brought.get(name) is not None:
                # The name alone stands for the one card that comes along, not for any of these.
                several = _numbered(game, several, numbers)
            meant = _numbered(game, several, numbers)
            for found in several:
                number = _number(game, found.face)
                if len(several) > 1 and number and found not in meant:
                    # It is told that there are several; what they say matters to nobody, unless
                    # the scenario names that one, too.
                    full = f"{found.face.name} ({number})"
                    entry = {"name": full, "called": found.face.name}
                    told.setdefault(fold(full), reader.node_of(entry))
                    continue
                also = [
                    one
                    for one in numbers_of(number)
                    if one != number and one in numbers and _is_called(store, found, one, day)
                ]
                only = len(meant or several) == 1
                for full, face, data in _entries(game, found, name, named, also, only=only):
                    if full in made:
                        continue
                    known = _brought(game, brought, data, later=not face.in_force)
                    made[full] = reader.node_of(known or data)
                    if known is not None:
                        why = UNREAD if face.in_force else LATER
                        better[id(made[full])] = (face.name, why)
                    else:
                        unsure = day != date.fromisoformat(face.day) and _says_otherwise(game, face)
                        held[id(made[full])] = replace(face, otherwise=unsure)
        nodes = tuple({**told, **made}.values())
        return Shelf(path, game, day, nodes, held, better, exists=True)


def _brought(
    game: Game, brought: Catalogue, data: Mapping[str, Any], *, later: bool
) -> dict[str, Any] | None:
    """Return a card as it comes along, where that says more of what is done than its text does.

    What comes along is of the day of the question. It is taken before a later wording also where
    all the text of that can be carried out.
    """
    from kb.cards.unread import words_left

    symbol = brought.get(str(data["name"]))
    left = len(list(words_left(data)))
    if symbol is None or not (left or later):
        return None
    entry: dict[str, Any] = reader.plain(brought.entry(symbol))
    # A token is another thing than a card of its name.
    token = any(key.token for word, key in game.card_keys.items() if word in entry)
    if token or len(list(words_left(entry))) > left:
        return None
    return {**entry, "names": {**entry.get("names", {}), **data.get("names", {})}}


def _says_otherwise(game: Game, held: Held) -> bool:
    """Return whether the wording after this one says something else in other words.

    Only what is understood is compared: of the rest, whether other words say something else nobody
    can tell, and answers name the words of the wording that was taken.
    """
    if held.next is None:
        return False
    now, then = (
        [_understood(entry) for entry in entries_of(game, {**one.data, "apart": True})]
        for one in (held, held.next)
    )
    return now != then


def _understood(value: object) -> object:
    """Return what is understood of a part of an entry."""
    if isinstance(value, dict):
        if "other" in value:
            return "other"
        return {word: _understood(one) for word, one in value.items()}
    return [_understood(one) for one in value] if isinstance(value, list) else value


def _number(game: Game, held: Held) -> str:
    """Return what tells a card from others of its name, where the game has such a key."""
    return str(held.data.get(game.told_apart_by or "") or "")


def _numbered(game: Game, several: list[Found], numbers: Set[str]) -> list[Found]:
    """Return those of some cards whose number, or else one of whose two numbers, is told."""
    whole = [one for one in several if _number(game, one.face) in numbers]
    return whole or [
        one for one in several if not numbers.isdisjoint(numbers_of(_number(game, one.face)))
    ]


def _is_called(store: Store, found: Found, number: str, day: date | None) -> bool:
    """Return whether a card is the one of its name with a number that is one of its two."""
    face = found.face
    called = store.find(face.game, f"{face.name} ({number})", day)
    return [one.face.card for one in called] == [face.card]


def _entries(
    game: Game, found: Found, asked: str, named: Set[str], also: list[str], *, only: bool
) -> Iterator[tuple[str, Held, dict[str, Any]]]:
    """Yield the faces of a card as entries, and what they create, by their names.

    What is asked for stands for the card where it is the only one called so. One with two numbers
    is called by each of `also`.
    """
    several = found.full != found.face.name
    for held in found.faces:
        # What stands for no known front face is a card of its own for a scenario.
        front = any(fold(str(one.data.get("back"))) == fold(held.name) for one in found.others)
        alone = held is found.face and not front
        alone = alone and not any(fold(one.name) in named for one in found.others)
        first, *others = kept_entries_of(game, {**found.data(held), "alone": alone}) or [{}]
        if not first:
            continue
        number = _number(game, held)
        name = held.name
        if number:
            name = f"{held.name} ({number})"
            first.setdefault("called", held.name)
        elif several:
            name = found.full
            if "called" in game.card_keys:
                first.setdefault("called", held.name)
        aliases = {}
        calls = {fold(name), fold(held.name), *(fold(str(one["name"])) for one in others)}
        if held is found.face and fold(asked) not in calls:
            # Of several of a name it is told behind it which is meant, whatever the language.
            ends = [f"({one})" for one in (number, *numbers_of(number))]
            told = bool(number) and not asked.endswith(tuple(ends))
            aliases["asked"] = f"{asked} ({number})" if told else asked
            if told and only:
                aliases["alone"] = asked
        aliases |= {f"by {one}": f"{held.name} ({one})" for one in also if held is found.face}
        back = held.data.get("back")
        if "back" in game.card_keys and isinstance(back, str) and not game.part_keys.keys() & first:
            if any(fold(one.name) == fold(back) for one in found.faces):
                first.setdefault("back", back)
            else:  # what it becomes when it is turned nobody can say
                unknown = {"other": UNKNOWN_FACE.format(back)}
                first["abilities"] = [*first.get("abilities", []), unknown]
        entry = {**first, "name": name}
        if aliases:
            entry["names"] = aliases
        yield fold(name), held, entry
        for other in others:
            yield fold(str(other["name"])), held, other
