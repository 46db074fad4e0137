"""Boards near a board: with what lies on another one, is done there, or is asked about there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy

from kb.verification.board import Data, without_unused
from kb.verification.doing import both_done
from kb.verification.rewording import MENTIONS

THINGS = 4
"""How many things of such a case are put on a board one by one."""

TEXTS = 6
"""How many texts that such a case asks about are asked about on a board."""

PLACES = 2
"""In the place of how many things in its zone each of them is put."""


def crossed(data: Data, donor: Data) -> Iterator[Data]:
    """Yield a board with what lies on another one put on it: all of it, then thing by thing.

    With all of it what is done there is done here, too. A text that is asked about there is asked
    about here. Last of all a thing stands in the place of another in its zone, and is called as
    that one was: what is done with that one is done with it.
    """
    things = [
        (seat, zone, thing)
        for seat, board in enumerate((donor.get("players") or {}).values())
        for zone, value in (board or {}).items()
        if isinstance(value, list)
        for thing in value
    ]
    cards = _cards(data, donor)
    if cards is None:
        return
    own = len(data.get("players") or {})
    fitting = [one for one in things if one[0] < own]
    yield from _with(data, cards, fitting)
    for board in both_done(data, donor):
        yield from _with(board, cards, fitting)
    yield from said_by_cards(data, donor)
    texts = [one for one in donor.get("ask", ()) if isinstance(one.get(MENTIONS), str)]
    for one in texts[:TEXTS]:
        yield {**data, "ask": [one]}
        for text in dict.fromkeys(_own_texts(data)):
            for both in _joined(text, one[MENTIONS]):
                yield {**data, "ask": [{MENTIONS: both}]}
    for one in fitting[:THINGS]:
        yield from _with(data, cards, [one])
    for seat, zone, thing in fitting[:THINGS]:
        yield from _with(data, cards, [((seat + 1) % own, zone, thing)])
    for seat, zone, thing in fitting[:THINGS]:
        yield from _in_place(data, cards, (seat, zone, thing))


def _own_texts(data: Data) -> Iterator[str]:
    asked = (one.get(MENTIONS) for one in data.get("ask", ()))
    return (one for one in asked if isinstance(one, str))


def _joined(text: str, other: str) -> Iterator[str]:
    """Yield a text with another one in the place of what it ends with, and behind it."""
    for mark in (": ", ". "):
        start, found, _ = text.rpartition(mark)
        if found:
            yield f"{start}{mark}{other}"
    yield f"{text} {other}"


def said_by_cards(data: Data, there: Data) -> Iterator[Data]:
    """Yield a board on which a text that is asked about is that of a card that lies there."""
    cards = there.get("cards") or []
    for text in _own_texts(data) if isinstance(cards, list) else ():
        for number, card in enumerate(cards):
            if isinstance(card, dict) and "text" in card:
                others = [*cards[:number], {**card, "text": text}, *cards[number + 1 :]]
                question = {MENTIONS: {"card": card["name"]}}
                yield {**there, "cards": others, "ask": [question]}


def _cards(data: Data, donor: Data) -> list[Data] | None:
    """Return the cards that two boards describe; None where they mean others by a name."""
    found: dict[str, Data] = {}
    for card in (*(data.get("cards") or ()), *(donor.get("cards") or ())):
        if not isinstance(card, dict) or found.setdefault(str(card.get("name")), card) != card:
            return None
    return list(found.values())


def _with(
    data: Data, cards: list[Data], things: Sequence[tuple[int, str, object]]
) -> Iterator[Data]:
    board = deepcopy(data)
    names = list(board["players"])
    for seat, zone, thing in things:
        own = board["players"][names[seat]] = board["players"][names[seat]] or {}
        there = own.get(zone, [])
        if not isinstance(there, list):
            return
        own[zone] = [*there, deepcopy(thing)]
    if things:
        yield without_unused({**board, "cards": cards} if cards else board)


def _in_place(data: Data, cards: list[Data], placed: tuple[int, str, object]) -> Iterator[Data]:
    seat, zone, thing = placed
    name = list(data["players"])[seat]
    there = (data["players"][name] or {}).get(zone)
    for number, own in enumerate(there[:PLACES] if isinstance(there, list) else ()):
        said = own if isinstance(own, dict) else {"card": own}
        called = said.get("as", said.get("card"))
        if not isinstance(called, str):
            continue
        board = deepcopy(data)
        other = deepcopy(thing) if isinstance(thing, dict) else {"card": thing}
        board["players"][name][zone][number] = {**other, "as": called}
        yield without_unused({**board, "cards": cards} if cards else board)
