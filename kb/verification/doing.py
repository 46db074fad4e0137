"""Boards near a board on which something else is done: what rules say of moments shows there.

What happens in between, who is affected and what is chosen is seldom told by what lies there: it
takes one step more or less, in another order, with another thing, or another choice. What another
case does may be done here, too, before or after (`both_done`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kb.scenario import Game
from kb.verification.board import Data, in_turn

CHOOSE, BY = "choose", "by"
"""The keys under which stands what is chosen, and who does something."""

CONTRARY: Mapping[object, object] = {"yes": "no", "no": "yes", True: False, False: True}
"""What is chosen otherwise where there are two ways."""

OTHERS = 4
"""By how many others each name in a step is replaced at most."""


def done_otherwise(data: Data) -> Iterator[Data]:
    """Yield the boards on which one step is another one, is left out, comes twice or sooner.

    Steps that come last are changed first: what is asked most likely hangs on them.

    Parameters
    ----------
    data : dict
        The board.
    """
    steps = _steps(data)
    players, things = list(data.get("players") or {}), _things(data)
    places = range(len(steps))[::-1]

    def at(place: int, *others: Any, gone: int = 1) -> Data:
        return {**data, "do": [*steps[:place], *others, *steps[place + gone :]]}

    yield from in_turn(
        (at(n, other) for n in places for other in _contrary(steps[n])),
        # The last one is left out where less is done (`kb.verification.nearby.nearby_things`).
        (at(n) for n in places[1:]),
        (at(n, other) for n in places for other in _renamed(steps[n], players, things)),
        (at(n - 1, steps[n], steps[n - 1], gone=2) for n in places if n),
        (at(n, steps[n], steps[n]) for n in places),
    )


def asked_instead(data: Data, game: Game) -> Iterator[Data]:
    """Yield a board on which it is asked whether a step may be done, and not done; the last first.

    Parameters
    ----------
    data : dict
        The board.
    game : Game
    """
    steps = _steps(data)
    for number in range(len(steps))[::-1]:
        step = steps[number]
        if isinstance(step, dict) and not game.actions.keys().isdisjoint(step):
            yield {**data, "do": steps[:number], "ask": [{"may": step}]}


def beside(data: Data) -> Iterator[Data]:
    """Yield the boards on which beside a thing lies another one whose card says nothing.

    What rules say of one thing must not reach another: the same is asked of the other one, and
    done with it.

    Parameters
    ----------
    data : dict
        The board.
    """
    cards = data.get("cards")
    players = data.get("players") or {}
    named = repr((data.get("ask", ()), data.get("do", ())))
    for card in cards if isinstance(cards, list) else ():
        if not isinstance(card, dict) or WORDS.isdisjoint(card):
            continue
        plain = {word: said for word, said in card.items() if word not in WORDS}
        plain["name"] = f"{SILENT} {card.get('name')}"
        for player, zone, thing in _lying(players):
            said = thing if isinstance(thing, dict) else {"card": thing}
            called = said.get("as", said.get("card"))
            if said.get("card") != card.get("name") or repr(called) not in named:
                continue
            there = {**players[player], zone: [*players[player][zone], plain["name"]]}
            board = {
                **data,
                "cards": [*(cards or ()), plain],
                "players": {**players, player: there},
            }
            other = {str(called): str(plain["name"])}
            asked, done = (_called(data.get(key, []), other) for key in ("ask", "do"))
            yield {**board, "ask": asked}
            if done != data.get("do", []):
                yield {**board, "ask": asked, "do": done}
            yield board


SILENT = "Silent"
"""What a card is called that says nothing, before the name of the one that it is like."""

WORDS = frozenset({"text", "abilities"})
"""The keys under which it stands what a card says."""


def both_done(data: Data, donor: Data) -> Iterator[Data]:
    """Yield a board on which what is done on another one is done, too: afterwards, and before.

    What lies on the other one is not put on it here.

    Parameters
    ----------
    data, donor : dict
        Boards; the players of the other are called as those here are, seat by seat.
    """
    own, there = _steps(data), _steps(donor)
    seats = list(donor.get("players") or {})
    names = dict(zip(seats, data.get("players") or {}, strict=False))
    if there and len(names) == len(seats):
        called = [_called(step, names) for step in there]
        yield {**data, "do": [*own, *called]}
        if own:
            yield {**data, "do": [*called, *own]}


def _steps(data: Data) -> list[Any]:
    done = data.get("do")
    return done if isinstance(done, list) else []


def _contrary(step: Any) -> Iterator[Data]:
    said = step.get(CHOOSE) if isinstance(step, dict) else None
    if isinstance(said, str | bool) and said in CONTRARY:
        yield {**step, CHOOSE: CONTRARY[said]}


def _renamed(step: Any, players: Sequence[str], things: Sequence[str]) -> Iterator[Data]:
    """Yield a step with another name in the place of each that it says, of its own kind first."""
    for key, value in step.items() if isinstance(step, dict) else ():
        if isinstance(value, str) and value in (*players, *things):
            alike, others = (players, things) if value in players else (things, players)
            names = [*alike, *(others if key != BY else ())]
            names = [name for name in names if name != value]
            yield from ({**step, key: name} for name in names[:OTHERS])
        elif isinstance(value, list) and {one for one in value if isinstance(one, str)} & {*things}:
            # Of several things that are named there is one less.
            less = ([*value[:n], *value[n + 1 :]] for n in range(len(value)))
            yield from ({**step, key: some} for some in less)


def _things(data: Data) -> list[str]:
    """Return what the things are called that lie on a board."""
    found = [
        thing.get("as", thing.get("card")) if isinstance(thing, dict) else thing
        for _, _, thing in _lying(data.get("players") or {})
    ]
    return list(dict.fromkeys(name for name in found if isinstance(name, str)))


def _lying(players: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield what lies on a board, each with whose it is and the zone."""
    for name, board in players.items():
        for zone, value in (board or {}).items():
            yield from ((name, zone, thing) for thing in (value if isinstance(value, list) else ()))


def _called(value: Any, names: Mapping[str, str]) -> Any:
    """Return what is said with something called otherwise."""
    if isinstance(value, dict):
        return {key: _called(inside, names) for key, inside in value.items()}
    if isinstance(value, list):
        return [_called(inside, names) for inside in value]
    return names.get(value, value) if isinstance(value, str) else value
