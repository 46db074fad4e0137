"""The ways in which an ability is used or set off on a board."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from benchmarks.kinds import Entry, first_word, head_of
from benchmarks.luck import Luck
from benchmarks.suited import suited

LARGE = {"bare", "library", "graveyard", "battlefield"}
"""What a way says of the board by which it is not tried on the small one."""


def tried(card: Entry, ability: Entry, board: Entry, luck: Luck) -> Iterator[Entry]:
    """Return the ways as they suit the ability, each on a small board at first.

    Most shows there, and sooner.
    """
    for plain in luck.first(ability, [*_ways(card, ability, board)]):
        for way in suited(card, ability, plain, board):
            known = {**way, "way": plain}
            # Where nothing is done, the large board takes no longer.
            if way["do"] and "small board" in board and not {*plain} & LARGE:
                yield {**known, "players": _small(way, board)}
            yield known


def _small(way: Entry, board: Entry) -> Entry:
    """Return the small board, with what a way speaks of."""
    said = json.dumps(way)
    players = json.loads(json.dumps(board["small board"]))
    for player, zones in board["board"].items():
        there = players[player]["battlefield"]
        there += (
            one for one in zones["battlefield"] if one not in there and f'"{one["as"]}"' in said
        )
    return dict(players)


def _ways(card: Entry, ability: Entry, board: Entry) -> Iterator[Entry]:
    """Return the ways in which an ability is used or set off."""
    ability = head_of(card, ability) or ability
    elsewhere = {"zone": ability["from"]} if "from" in ability else {}
    if "cost" in ability:
        yield from ({**way, **elsewhere} for way in board["activated"])
    elif "when" in ability:
        ways = board["triggered"].get(first_word(ability["when"]), ())
        yield from ({**way, **elsewhere} for way in ways)
    elif "static" in ability:
        known = board["static"]
        for one in _granted(ability):
            if "cost" in one:
                yield {"zone": "battlefield", "do": [], "ask": [{"options": {"by": "Anna"}}]}
            elif "when" in one:
                yield from board["triggered"].get(first_word(one["when"]), ())
        yield from known.get(first_word(ability["static"]), known["any"])
    elif ability or not {*card.get("types", ())} & {*board.get("permanents", ())}:
        yield from board["spell"]
    else:
        yield from board["permanent"]


def _granted(ability: Entry) -> Sequence[Entry]:
    """Return the abilities that a static ability gives to something."""
    grant = ability["static"].get("grant") if isinstance(ability["static"], dict) else None
    return grant.get("abilities", ()) if isinstance(grant, dict) else ()
