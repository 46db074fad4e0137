"""Boards near a board: with one thing taken away, or with one thing otherwise.

A board is a scenario as plain data, in the words of its file; what the words do not allow is
refused when it is read.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from copy import deepcopy
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from clingo import Function, Symbol

from kb.cards.game import game as cards_of
from kb.errors import LudexError
from kb.scenario.forms import Attribute
from kb.scenario.game import Game
from kb.scenario.wording import worded
from kb.testing.replaying import EXPECTED

Data = dict[str, Any]

KEPT = frozenset({"game", "date", "ask", "players"})
"""The keys of a scenario that are never taken away whole."""

TITLES = ("title", "case", "rows", "variants")
"""The keys that say nothing of the board."""

OF_A_CARD = frozenset({"name", "card", "spell", "by", "ability of", "type", "types"})
"""The keys without which an object or a card is none."""


def shrunk(data: Data, holds: Callable[[Data], bool], seconds: float = 60.0) -> tuple[Data, bool]:
    """Return a board from which nothing can be taken away without something ceasing to hold.

    Every object, attribute, step and player is tried, of every text each sentence, and of a text
    that is asked about each word; and small numbers of what players have are made smaller.

    Parameters
    ----------
    data : dict
        A scenario of which it holds.
    holds : callable
        Tells whether it holds of a scenario.
    seconds : float
        How many seconds of work are spent on it.

    Returns
    -------
    tuple of (dict, bool)
        The board, and False if time ran out before nothing more could be taken away.
    """
    end = time.process_time() + seconds
    found = {key: value for key, value in data.items() if key not in TITLES}
    if "ask" in found:
        found["ask"] = [{k: v for k, v in one.items() if k not in EXPECTED} for one in data["ask"]]
    again, tried = True, set[str]()
    while again:
        again, place = False, 0
        # Whole parts go first, and what comes later in the file, such as what is done last.
        while place < len(parts := _smaller(found)):
            if time.process_time() >= end:
                return found, False
            smaller = _less(found, *parts[place])
            # What was tried since something was last taken away is not tried again.
            if repr(smaller) not in tried and holds(smaller):
                found, again = smaller, True
            else:
                place += 1
            tried.add(repr(smaller))
    return found, True


Path = tuple[Any, ...]


def _less(data: Data, path: Path, text: str | int | None = None) -> Data:
    """Return a board without a part, or with a shorter text or a smaller number in its place."""
    smaller = deepcopy(data)
    inside: Any = smaller
    for step in path[:-1]:
        inside = inside[step]
    if text is None:
        del inside[path[-1]]
    else:
        inside[path[-1]] = text
    return smaller


def _smaller(data: Data) -> list[tuple[Path, str | int | None]]:
    """Return what may be taken away from a board: the largest parts first, and words last.

    Behind all these are the numbers that may be smaller.
    """
    return [*list(_parts(data))[::-1], *_words(data), *_numbers(data.get("players"), ("players",))]


def _numbers(value: Any, path: Path) -> Iterator[tuple[Path, int]]:
    """Yield the places of small numbers, such as how many cards are in a hand, with smaller ones.

    One that is as small as nothing is mostly taken away with its place.
    """
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from _numbers(value[key], (*path, key))
    elif type(value) is int and 1 < value <= SMALL:
        yield from ((path, less) for less in dict.fromkeys((value // 2, value - 1)))


SMALL = 20
"""Up to what size numbers are made smaller: a power of thousands would take too long."""


def _parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, None]]:
    """Yield the places of everything that may be taken away, larger parts last."""
    if isinstance(value, dict):
        keys: Iterable[Any] = value
    elif isinstance(value, list):
        # What is done last goes first.
        keys = range(len(value))[::-1] if path[-1:] == ("do",) else range(len(value))
    else:
        return
    for key in keys:
        yield from _parts(value[key], (*path, key))
        if not path:
            free = key not in KEPT
        elif path[0] in LASTING and len(path) < LASTING[path[0]]:
            free = len(value) > 1
        elif path[-1] in ("type", "types"):
            # Of the types of a card one is left.
            free = len(value) > 1
        else:
            free = key not in OF_A_CARD
        if free:
            yield (*path, key), None


LASTING = {"players": 2, "ask": 3}
"""Of what something is left: of players one, of questions one, and of each of these a word."""


def _words(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield the places of texts, each with a shorter one: without a sentence, or without a word."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from _words(value[key], (*path, key))
    elif path and path[-1] in OF_TEXT and isinstance(value, str):
        sentences = re.split(r"(?<=[.!?])\s+", value)
        for number in range(len(sentences) if len(sentences) > 1 else 0):
            yield path, " ".join((*sentences[:number], *sentences[number + 1 :]))
        if path[-1] == MENTIONS:
            yield from ((path, less) for less in _without_word(value))


def _without_word(text: str) -> Iterator[str]:
    words = text.split(" ")
    for number in range(len(words) if len(words) > FEW else 0):
        less = [*words[:number], *words[number + 1 :]]
        if number == len(words) - 1:
            less[-1] = less[-1].rstrip(ENDS) + "."
        elif number and less[number - 1].lower() in ("a", "an"):
            # The article goes with the word behind it.
            less[number - 1] = less[number - 1][:1] + ("n" if VOWEL.match(less[number]) else "")
        said = " ".join(less)
        yield said[:1].upper() + said[1:]


def nearby(data: Data, game: Game) -> Iterator[Data]:
    """Yield the boards in which one thing is otherwise.

    A card more, like one that is there or with nothing said of it, be it in an empty zone, or one
    less, a number one more or less, another player's, tapped or not: whatever the game says of
    objects that is so or not so, of one of them or of all in a zone. A text has a word less or ends
    sooner, or, where it is what is asked about, has another word in the place of one.
    """
    yield from nearby_things(data, game)
    yield from nearby_texts(data, game)


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


def nearby_texts(data: Data, game: Game, phrases: Sequence[str] = ()) -> Iterator[Data]:
    """Yield the boards in which a text is otherwise.

    Parameters
    ----------
    data : dict
        The board.
    game : Game
    phrases : sequence of str
        What may stand in the place of whatever a text mentions.
    """
    yield from in_turn(
        shortened(data), _exchanging(data, game), mentioning(data, game, phrases) if phrases else ()
    )


def in_turn(*some: Iterable[Data]) -> Iterator[Data]:
    """Yield the first of each, then the second of each, and so on."""
    for boards in zip_longest(*some):
        yield from (board for board in boards if board is not None)


def counted(data: Data, game: Game, bounds: Iterable[int] = ()) -> Iterator[Data]:
    """Yield the boards on which a card says or shows one more or one less of something.

    Or a card shows as much as one of some `bounds`, such as a changed rule names.
    """
    bounds = tuple(bounds)
    numbers = {word for word, one in game.card_keys.items() if one.kind == "number"}
    cards = data.get("cards")
    own = cards if isinstance(cards, list) else []
    for number, card in enumerate(own):
        for word, value in card.items() if isinstance(card, dict) else ():
            others: list[Any] = []
            if word in numbers and isinstance(value, int) and not isinstance(value, bool):
                others = [*(one for one in bounds if one != value), value - 1, value + 1]
            elif word in OF_TEXT and isinstance(value, str):
                others = list(_counting(value))
            for other in others:
                yield {**data, "cards": [*own[:number], {**card, word: other}, *own[number + 1 :]]}


NUMBER = re.compile(r"(?<![\w/])\d+(?![\w/])|\b(?:one|two|three|four|five|six)\b", re.IGNORECASE)
WRITTEN = ("no", "one", "two", "three", "four", "five", "six", "seven")
"""The words for small numbers; none stands for the least."""


def _counting(text: str) -> Iterator[str]:
    for found in NUMBER.finditer(text):
        said = found[0]
        if said.isdigit():
            others = [str(int(said) - 1), str(int(said) + 1)]
        else:
            place = WRITTEN.index(said.lower())
            words = [WRITTEN[n] for n in (place - 1, place + 1) if n]
            others = [word.capitalize() if said[0].isupper() else word for word in words]
        yield from (f"{text[: found.start()]}{other}{text[found.end() :]}" for other in others)


def shortened(data: Data) -> Iterator[Data]:
    """Yield the boards in which a text ends sooner or has a word less, each text in its turn."""

    def ending_sooner(text: str) -> Iterator[Data]:
        words = text.split(" ")
        for number in range(len(words) - 1, FEW - 1, -1):
            yield _replaced(data, text, f"{' '.join(words[:number]).rstrip(ENDS)}.")

    def without_a_word(text: str) -> Iterator[Data]:
        return (_replaced(data, text, less) for less in _without_word(text))

    texts = dict.fromkeys(texts_of(data))
    yield from in_turn(*(in_turn(ending_sooner(one), without_a_word(one)) for one in texts))


def _exchanging(data: Data, game: Game) -> Iterator[Data]:
    asked = (one.get(MENTIONS) for one in data.get("ask", ()))
    for text in dict.fromkeys(one for one in asked if isinstance(one, str)):
        for exchanged in _exchanged(text, _groups(game.name)):
            yield _replaced(data, text, exchanged)


def mentioning(data: Data, game: Game, phrases: Sequence[str]) -> Iterator[Data]:
    """Yield the boards in whose texts something else is mentioned; first those asked about."""
    asked = (one.get(MENTIONS) for one in data.get("ask", ()))
    texts = [*(one for one in asked if isinstance(one, str)), *texts_of(data)]
    for text in dict.fromkeys(texts):
        try:
            said = worded(text, TEXT, game).mentions
        except LudexError:
            return
        for one in said:
            there = text[one.start : one.end]
            for phrase in phrases if there and not one.implicit else ():
                if phrase != there.lower():
                    start = phrase[:1].upper() if there[0].isupper() else phrase[:1]
                    other = f"{text[: one.start]}{start}{phrase[1:]}{text[one.end :]}"
                    yield _replaced(data, text, other)


TEXT = Function("text")
"""What a text is called while it is looked through."""


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


def options_of(data: Data) -> list[Data]:
    """Return the questions what each player of a board may do."""
    return [{"options": {"by": name}} for name in data.get("players", {})]


def cut_short(data: Data) -> Iterator[Data]:
    """Yield a board on which less is done, the last first, and it is asked what may be done there.

    What comes apart on the way may be as it would have been by the end.
    """
    said = data.get("do")
    done = said if isinstance(said, list) else []
    for number in range(len(done), 0, -1):
        yield {**data, "do": done[: number - 1], "ask": options_of(data)}


@lru_cache(maxsize=8)
def _groups(game: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of a game's texts of which one may stand where another does."""
    try:
        return cards_of(game).grammar.exchangeable
    except LudexError:  # its texts are not read
        return ()


def _exchanged(text: str, groups: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for group in groups:
        words = "|".join(map(re.escape, sorted(group, key=len, reverse=True)))
        for found in re.finditer(rf"\b(?:{words})\b", text, re.I):
            for other in group:
                if other != found[0].lower():
                    said = other.capitalize() if found[0][0].isupper() else other
                    yield f"{text[: found.start()]}{said}{text[found.end() :]}"


def texts_of(value: Any, key: str = "") -> Iterator[str]:
    """Yield the texts of cards, and those that are asked about."""
    if isinstance(value, dict):
        for word, inside in value.items():
            yield from texts_of(inside, word)
    elif isinstance(value, list):
        for inside in value:
            yield from texts_of(inside, key)
    elif key in OF_TEXT and isinstance(value, str) and len(value.split()) > FEW:
        yield value


MENTIONS = "mentions"
OF_TEXT = frozenset({"text", MENTIONS})
"""The keys under which texts stand."""

VOWEL = re.compile(r"[aeio]|u(?!ni|s)", re.IGNORECASE)
"""What begins a word before which "a" is "an"."""

FEW = 2
"""How many words a text has of which none is left out."""

ENDS = ",;:."
"""What does not stand before the end of a text."""


def _replaced(value: Any, text: str, other: str) -> Any:
    if isinstance(value, dict):
        return {word: _replaced(inside, text, other) for word, inside in value.items()}
    if isinstance(value, list):
        return [_replaced(inside, text, other) for inside in value]
    return other if value == text else value


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
