"""Boards near a board: with one thing otherwise."""

from __future__ import annotations

from collections.abc import Container, Iterator
from copy import deepcopy
from typing import Any

from clingo import Symbol

from kb.scenario.forms import Attribute
from kb.scenario.game import Game
from kb.verification.board import Data, options_of


def nearby_things(data: Data, game: Game) -> Iterator[Data]:
    """Yield the boards in which something that lies there or is done is otherwise."""
    flags = {name: one for name, one in game.object_attributes.items() if one.kind == "flag"}
    asked = repr(data.get("ask", ()))
    # What is asked about comes first.
    for first in (True, False):
        for name, player in data.get("players", {}).items():
            for word, value in (player or {}).items():
                place = ("players", name, word)
                for number, thing in enumerate(value) if isinstance(value, list) else ():
                    if (_name(thing) in asked) == first:
                        yield from _thing_otherwise(data, place, number, flags)
    for name, player in data.get("players", {}).items():
        for word, value in (player or {}).items():
            if isinstance(value, int) and not isinstance(value, bool):
                for other in (value - 1, value + 1):
                    yield _with(data, ("players", name, word), other)
            if isinstance(value, list) and len(value) > 1:
                for flag, one in flags.items():
                    if not one.zones or word in one.zones:
                        alike = [{**_said(thing), flag: True} for thing in value]
                        yield _with(data, ("players", name, word), alike)
    yield from _in_other_zones(data, game)
    for number in range(len(data.get("do", ()))):
        yield _with(data, ("do",), data["do"][:number])


def _thing_otherwise(
    data: Data, place: tuple[str, str, str], number: int, flags: dict[str, Attribute]
) -> Iterator[Data]:
    """Yield the boards in which one thing in a zone is otherwise, gone, or there twice."""
    _, name, word = place
    value = data["players"][name][word]
    thing = value[number]
    yield _with(data, place, [*value[:number], *value[number + 1 :]])
    yield _with(data, place, [*value, _another(thing)])
    if (bare := _bare(thing)) != thing:
        # What is so of one thing only shows what reaches others by mistake.
        yield _with(data, place, [*value, _another(bare)])
    yield from _elsewhere(data, place, number, thing)
    for changed in _otherwise(thing, word, flags):
        yield _with(data, place, [*value[:number], changed, *value[number + 1 :]])


def _name(thing: Any) -> str:
    """Return what a thing is called, as it is written."""
    said = _said(thing)
    return repr(said.get("as", said.get("card")))


def flagged(data: Data, game: Game, fluents: Container[str]) -> Iterator[Data]:
    """Yield the boards in which some fluent is so of all in a zone, or of one of them, or not so.

    These are few: on them it shows first what rules say that speak of these fluents.
    """
    flags = {
        word: one
        for word, one in game.object_attributes.items()
        if one.kind == "flag" and one.fluent.term.name in fluents
    }
    for name, player in data.get("players", {}).items():
        for zone, value in (player or {}).items():
            for word, one in flags.items() if isinstance(value, list) and value else ():
                if one.zones and zone not in one.zones:
                    continue
                for number, thing in enumerate(value):
                    if isinstance(thing, dict) and thing.get(word) is True:
                        less = {key: said for key, said in thing.items() if key != word}
                        others = [*value[:number], less, *value[number + 1 :]]
                        yield _with(data, ("players", name, zone), others)
                some = [range(len(value)), *([n] for n in range(len(value) if value[1:] else 0))]
                for those in some:
                    alike = [
                        {**_said(thing), word: True} if number in those else thing
                        for number, thing in enumerate(value)
                    ]
                    if alike != value:
                        yield _with(data, ("players", name, zone), alike)


def said_of_players(data: Data, game: Game, fluents: Container[str]) -> Iterator[Data]:
    """Yield the boards on which it is said of a player what some fluents are about.

    A number is none, or one; of what is so or not it is said that it is so.
    """
    for word, one in game.player_attributes.items():
        values: tuple[Any, ...] = {"flag": (True,), "integer": (0, 1)}.get(one.kind, ())
        if values and _about(one.fluent.term) in fluents:
            for name, player in data.get("players", {}).items():
                for value in values if (player or {}).get(word) not in values else ():
                    yield _with(data, ("players", name), {**(player or {}), word: value})


def _about(term: Symbol) -> str:
    """Return the name of what a fluent is about: of a value, of that which has it."""
    inside = term.arguments[0] if term.match(VALUE, 2) else term
    return inside.name


VALUE = "val"
"""What a fluent is called that says how much something is."""


def with_another_player(data: Data) -> Iterator[Data]:
    """Yield a board with one more player, who has nothing, or the same as somebody else.

    What rules say of others, of the next one and of each shows where there are several.
    """
    players = data.get("players") or {}
    if len(players) < PLAYERS and "teams" not in data and ANOTHER not in players:
        last = list(players.values())[-1] if players else None
        alike = {
            word: [one if isinstance(one, int) else _another(one) for one in value]
            if isinstance(value, list)
            else value
            for word, value in (last or {}).items()
        }
        for board in (alike, {}) if alike else ({},):
            yield {**data, "players": {**players, ANOTHER: board}}


PLAYERS = 3
"""How many players there are at most where one more sits down."""

ANOTHER = "Another"
"""What such a player is called."""


def timed(data: Data, game: Game, words: Container[str] = frozenset()) -> Iterator[Data]:
    """Yield the boards on which it is another player's turn, or another part of the turn.

    Parameters
    ----------
    data : dict
        The board.
    game : Game
    words : container of str
        What changed rules speak of: such parts of the turn are first.
    """
    said = data.get("turn")
    turn = said if isinstance(said, dict) else {"player": said} if isinstance(said, str) else {}
    players = list(data.get("players") or {})
    active = turn.get("player", players[0] if players else None)
    now = turn.get("phase", game.turn.start)
    terms = {str(term): word for word, term in game.phases.items()}  # each by one of its words
    phases = [word for term, word in sorted(terms.items(), key=lambda one: one[0] not in words)]
    others = [player for player in players if player != active]
    for player in others:
        yield {**data, "turn": {**turn, "player": player, "phase": now}}
    for phase in phases:
        same = game.phases.get(now) == game.phases[phase]
        for player in (active, *others) if players and not same else ():
            yield {**data, "turn": {**turn, "player": player, "phase": phase}}


def displaced(data: Data, game: Game) -> Iterator[Data]:
    """Yield the boards on which a thing that is asked about, or used, lies in another zone.

    What rules say of where something lies shows where it lies elsewhere. Nothing else is said of it
    there.
    """
    named = repr((data.get("ask", ()), data.get("do", ())))
    for name, player in data.get("players", {}).items():
        own = player or {}
        zones = [word for word in game.zones if isinstance(own.get(word, []), list)]
        for zone in zones:
            value = own.get(zone, [])
            for number, thing in enumerate(value):
                if _name(thing) not in named:
                    continue
                left = [*value[:number], *value[number + 1 :]]
                for other in zones:
                    if game.zones[other] != game.zones[zone]:
                        there = [*own.get(other, []), _bare(thing)]
                        yield _with(data, ("players", name), {**own, zone: left, other: there})


def cut_short(data: Data) -> Iterator[Data]:
    """Yield a board on which less is done, the last first, and it is asked what may be done there.

    What comes apart on the way may be as it would have been by the end.
    """
    said = data.get("do")
    done = said if isinstance(said, list) else []
    for number in range(len(done), 0, -1):
        yield {**data, "do": done[: number - 1], "ask": options_of(data)}


def _elsewhere(data: Data, place: tuple[str, ...], number: int, thing: Any) -> Iterator[Data]:
    _, name, word = place
    for other, board in data["players"].items():
        if other != name:
            moved = _with(data, place, [*data["players"][name][word]])
            del moved["players"][name][word][number]
            there = (board or {}).get(word, [])
            if isinstance(there, list):
                moved["players"][other] = {**(board or {}), word: [*there, deepcopy(thing)]}
                yield moved


def _in_other_zones(data: Data, game: Game) -> Iterator[Data]:
    """Yield the boards on which one card more, of which nothing is said, lies in some zone."""
    players = data.get("players", {})
    lying = (
        thing
        for board in players.values()
        for value in (board or {}).values()
        for thing in (value if isinstance(value, list) else ())
    )
    thing = next(lying, None)
    for name, board in players.items() if thing is not None else ():
        for zone in game.zones:
            there = (board or {}).get(zone, [])
            if there == []:
                yield _with(
                    data, ("players", name), {**(board or {}), zone: [_another(_bare(thing))]}
                )


def _otherwise(thing: Any, zone: str, flags: dict[str, Attribute]) -> Iterator[Any]:
    said = _said(thing)
    for key, value in said.items():
        if isinstance(value, bool):
            yield {**said, key: not value}
        elif isinstance(value, int):
            yield from ({**said, key: other} for other in (value - 1, value + 1))
        elif isinstance(value, dict):
            for word, count in value.items():
                if isinstance(count, int) and not isinstance(count, bool):
                    others = (count - 1, count + 1)
                    yield from ({**said, key: {**value, word: other}} for other in others)
    for word, flag in flags.items():
        if word not in said and (not flag.zones or zone in flag.zones):
            yield {**said, word: True}


def _said(thing: Any) -> Data:
    """Return an object as what is said of it: a name alone is its card's."""
    return thing if isinstance(thing, dict) else {"card": thing}


def _another(thing: Any) -> Any:
    said = _said(thing)
    return {**said, "as": f"another {said.get('as', said.get('card'))}"}


def _bare(thing: Any) -> Any:
    """Return an object of which nothing is said that may be so or not, nor any number."""
    if not isinstance(thing, dict):
        return thing
    return {key: value for key, value in thing.items() if not isinstance(value, int | dict)}


def _with(data: Data, path: tuple[str, ...], value: Any) -> Data:
    changed = deepcopy(data)
    inside: Any = changed
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return changed
