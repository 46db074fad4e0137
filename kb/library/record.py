"""What a file says of a card, whatever its format."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from kb.cards.text import check_bounds
from kb.errors import LudexError, quote
from kb.records import record
from kb.rulebook.edition import read_date

MAX_NAME = 300
"""Longest name of a card that is taken; the longest printed one has 141 letters."""

MAX_NESTED = 6
"""Deepest nesting of a field that is taken."""

MAX_FIELDS = 200


@record(slots=True)
class Printing:
    """One printing of a card: what tells it from the others of its name."""

    id: str
    set: str = ""
    number: str = ""
    released: str = ""


@record(slots=True)
class OfficialRuling:
    """An official ruling; `about` is the id of a card, or its name."""

    about: str
    day: str
    text: str
    source: str = ""


@record(slots=True)
class CardRecord:
    """What a file says of one face of a card, in one language.

    Attributes
    ----------
    card
        What the card has to itself, such as the id that its printings share.
    face
        Empty for a card of one face, else ``a``, ``b`` …
    names
        What else the face is called; of the first face also the name of the whole.
    data
        The face with the keys of a file of cards: ``name``, ``type``, ``text`` and what the game
        has besides.
    rank
        Of several texts in one language the highest rank is kept; empty where the file has one.
    day
        The day of its wording, if it bears one itself.
    alone
        Whether a file has it once: another text under the same id is of another face.
    english
        The English name of the face, by which it is tied to a card that the store has.
    """

    card: str
    name: str
    data: Mapping[str, Any]
    face: str = ""
    lang: str = "en"
    names: tuple[str, ...] = ()
    printing: Printing | None = None
    rank: str = ""
    day: str = ""
    alone: bool = False
    english: str = ""


@record(slots=True)
class Entry:
    """All that one object of a file says."""

    records: tuple[CardRecord, ...] = ()
    rulings: tuple[OfficialRuling, ...] = field(default=())


def text_of(row: Mapping[str, Any], key: str, default: str = "") -> str:
    """Return a text of an object, within bounds."""
    value = row.get(key)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise LudexError(f"{quote(key)} is no text")
    return text(str(value), key)


def text(value: str, what: str) -> str:
    """Return text that a card could carry, or refuse it."""
    try:
        check_bounds(value)
    except LudexError as cause:
        raise LudexError(cause.message.replace("card text", quote(what))) from None
    return value.replace("\r\n", "\n").replace("\r", "\n")


def name(value: str) -> str:
    """Return a name on one line, within bounds."""
    found = " ".join(text(value, "name").split())
    if len(found) > MAX_NAME:
        raise LudexError(f"a name of {len(found)} characters; at most {MAX_NAME} are read")
    return found


def day(value: Any, what: str) -> str:
    """Return the day of a date or a moment, such as ``2024-03-15T09:02:17+00:00``."""
    if not isinstance(value, str):
        raise LudexError(f"{quote(what)} is no date; expected YYYY-MM-DD")
    return str(read_date(value[:10]))


def plain(value: Any, what: str, depth: int = 0) -> Any:
    """Return a field of a card as it may be kept, or refuse it."""
    if isinstance(value, str):
        return text(value, what)
    if isinstance(value, float) and not math.isfinite(value):
        raise LudexError(f"the number in {quote(what)} is too large")
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int):
        if abs(value) > 10**15:
            raise LudexError(f"the number in {quote(what)} is too large")
        return value
    if depth >= MAX_NESTED:
        raise LudexError(f"{quote(what)} is nested deeper than {MAX_NESTED}")
    if isinstance(value, list):
        return [plain(one, what, depth + 1) for one in value]
    if isinstance(value, dict):
        if len(value) > MAX_FIELDS:
            raise LudexError(f"{quote(what)} has {len(value)} keys; at most {MAX_FIELDS} are read")
        return {text(k, what): plain(one, k, depth + 1) for k, one in value.items()}
    raise LudexError(f"{quote(what)} cannot be kept")
