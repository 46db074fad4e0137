"""MTGJSON's files: ``AtomicCards``, ``AllPrintings`` and single sets.

An object is a face: ``side`` tells which, ``faceName`` its name, ``name`` that of the whole. What
other languages print stands in ``foreignData``, the rulings beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kb.errors import LudexError
from kb.library.record import CardRecord, Entry, OfficialRuling, Printing, day, name, plain, text_of

_KEPT = {
    "manaCost": "mana_cost",
    "manaValue": "cmc",
    "colors": "colors",
    "colorIndicator": "color_indicator",
    "supertypes": "supertypes",
    "types": "types",
    "subtypes": "subtypes",
    "power": "power",
    "toughness": "toughness",
    "loyalty": "loyalty",
    "defense": "defense",
    "keywords": "keywords",
    "layout": "layout",
    "hand": "hand_modifier",
    "life": "life_modifier",
}
_LANGUAGES = {
    "ancient greek": "grc",
    "arabic": "ar",
    "chinese simplified": "zhs",
    "chinese traditional": "zht",
    "french": "fr",
    "german": "de",
    "hebrew": "he",
    "italian": "it",
    "japanese": "ja",
    "korean": "ko",
    "latin": "la",
    "phyrexian": "ph",
    "portuguese (brazil)": "pt",
    "russian": "ru",
    "sanskrit": "sa",
    "spanish": "es",
}
_PLACE = "place among the cards of its name"
"""Under this a card without an id bears which of its name it is, from the second on."""

_SAYS = ("text", "type", "manaCost", "power", "toughness", "loyalty", "defense")
"""What is alike in all printings of a card."""

_TURNING = frozenset(("transform", "modal_dfc"))


def is_card(row: Mapping[str, Any]) -> bool:
    """Return whether an object is a card of MTGJSON's."""
    return "name" in row and (
        "foreignData" in row or "convertedManaCost" in row or "manaValue" in row or "uuid" in row
    )


def card(row: Mapping[str, Any]) -> Entry:
    """Return what a face says, in all its languages, and its rulings."""
    if not text_of(row, "name").strip():
        return Entry()
    about, _, _ = _identity(row)
    return Entry(tuple(_records(row)), tuple(_rulings(row, about)))


class Namesakes:
    """Counts the cards of a file that have one name and no ids: what is another card says else."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, ...], list[int]] = {}

    def told_apart(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a face with its place among the cards of its name, from the second on.

        The printings of a card all say the same.
        """
        if _oracle_id(row):
            return row
        names = tuple(str(row.get(word)) for word in ("name", "side", "faceName"))
        says = hash(tuple(str(row.get(word)) for word in _SAYS))
        alike = self._seen.setdefault(names, [])
        if says not in alike:
            alike.append(says)
        place = alike.index(says) + 1
        return {**row, _PLACE: place} if place > 1 else row


def _oracle_id(row: Mapping[str, Any]) -> str:
    identifiers = row.get("identifiers")
    return text_of(identifiers if isinstance(identifiers, dict) else {}, "scryfallOracleId")


def _identity(row: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return what a card has to itself, and the names of the face and of the whole."""
    whole = name(text_of(row, "name"))
    place = row.get(_PLACE)
    return (
        _oracle_id(row) or (whole if place is None else f"{whole} ({place})"),
        name(text_of(row, "faceName")) or whole,
        whole,
    )


def _records(row: Mapping[str, Any]) -> Iterator[CardRecord]:
    about, own, whole = _identity(row)
    side = text_of(row, "side")
    face = side if own != whole or " // " in whole else ""
    data: dict[str, Any] = {"name": own, "type": text_of(row, "type")}
    data["text"] = text_of(row, "text")
    for field, word in _KEPT.items():
        value = row.get(field)
        if value not in (None, "", []):
            data[word] = plain(value, field)
    layout = data.get("layout")
    if face:
        data |= {"side": face, "full_name": whole}
        others = [one for one in whole.split(" // ") if one != own]
        if face == "a" and layout in _TURNING and others:
            data["back"] = others[0]
        elif layout == "meld" and face == "a" and others:
            data["melds_into"] = others[-1]
    released = text_of(row, "originalReleaseDate")[:10]
    known = row.get("identifiers")
    known = known if isinstance(known, dict) else {}
    printing = None
    if row.get("number") is not None:
        printed = text_of(known, "scryfallId") or text_of(row, "uuid")
        code = text_of(row, "setCode").upper()
        printing = Printing(printed, code, text_of(row, "number"), released)
    names = [text_of(row, "asciiName"), text_of(row, "flavorName")]
    names += [text_of(row, "faceFlavorName")]
    if face == "a":
        names.append(whole)
    named = tuple(dict.fromkeys(name(one) for one in names if one))
    yield CardRecord(about, own, data, face, "en", named, printing)
    foreign = row.get("foreignData")
    for other in foreign if isinstance(foreign, list) else ():
        if not isinstance(other, dict):
            raise LudexError("'foreignData' is no list of objects")
        yield from _translated(other, data, (about, face), whole, printing)


def _translated(
    other: Mapping[str, Any],
    data: Mapping[str, Any],
    card: tuple[str, str],
    whole: str,
    printing: Printing | None,
) -> Iterator[CardRecord]:
    language = text_of(other, "language").lower()
    lang = _LANGUAGES.get(language, language)
    full = name(text_of(other, "name"))
    own = name(text_of(other, "faceName"))
    if not own:
        # Older files have the faces in one name only.
        parts, face = full.split(" // "), card[1]
        several = face and len(parts) == len(whole.split(" // "))
        own = parts["abcdefghij".index(face)] if several and face in "abcdefghij" else full
    if not lang or not own:
        return
    printed = {**data, "name": own, "name_en": data["name"], "lang": lang}
    printed |= {"type": text_of(other, "type"), "text": text_of(other, "text")}
    names = (full,) if card[1] == "a" and full != own else ()
    # The texts of a language differ between printings; the numbers of the sets grow with time.
    rank = "" if printing is None else f"{printing.released} {printing.set} {printing.id}"
    yield CardRecord(card[0], own, printed, card[1], lang, names, None, rank)


def _rulings(row: Mapping[str, Any], about: str) -> Iterator[OfficialRuling]:
    rulings = row.get("rulings")
    for one in rulings if isinstance(rulings, list) else ():
        if not isinstance(one, dict):
            raise LudexError("'rulings' is no list of objects")
        since = day(one["date"], "date") if one.get("date") else ""
        yield OfficialRuling(about, since, text_of(one, "text"))
