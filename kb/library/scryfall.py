"""Scryfall's bulk files: ``oracle_cards``, ``default_cards``, ``all_cards`` and ``rulings``.

An object is a printing. Its ``oracle_text`` is the wording that counts, in English in whatever
language it is printed; ``printed_name``, ``printed_type_line`` and ``printed_text`` are what stands
on it. A card of several faces has them in ``card_faces``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kb.errors import LudexError, quote
from kb.library.record import CardRecord, Entry, OfficialRuling, Printing, day, name, plain, text_of

_KEPT = {
    "mana_cost": "mana_cost",
    "cmc": "cmc",
    "colors": "colors",
    "color_indicator": "color_indicator",
    "power": "power",
    "toughness": "toughness",
    "loyalty": "loyalty",
    "defense": "defense",
    "keywords": "keywords",
    "produced_mana": "produced_mana",
    "hand_modifier": "hand_modifier",
    "life_modifier": "life_modifier",
}
_OF_ALL = frozenset(("cmc", "colors"))
"""What faces have from the whole where they say nothing themselves."""

_TURNING = frozenset(("transform", "modal_dfc", "double_faced_token"))


def is_card(row: Mapping[str, Any]) -> bool:
    """Return whether an object is a card of Scryfall's."""
    return row.get("object") == "card" or "oracle_id" in row or "card_faces" in row


_OTHERS = {
    "bulk_data": "Scryfall's list of its files and no cards; download the file its download_uri"
    " names",
    "error": "Scryfall's answer that something went wrong; expected cards",
    "set": "Scryfall's sets; expected cards",
    "catalog": "a catalog of Scryfall's; expected cards",
    "card_symbol": "Scryfall's symbols; expected cards",
    "migration": "Scryfall's migrations; expected cards",
}
"""What else Scryfall's objects are."""


def refuse_others(row: Mapping[str, Any]) -> None:
    """Refuse an object of Scryfall's that is neither a card nor a ruling."""
    kind = row.get("object")
    if isinstance(kind, str) and kind in _OTHERS:
        details = text_of(row, "details") if kind == "error" else ""
        raise LudexError(f"{_OTHERS[kind]}{f' (it says {quote(details)})' if details else ''}")


def is_ruling(row: Mapping[str, Any]) -> bool:
    """Return whether an object is a ruling of Scryfall's."""
    return row.get("object") == "ruling" or ("comment" in row and "oracle_id" in row)


def ruling(row: Mapping[str, Any]) -> Entry:
    """Return what a ruling says."""
    about, said = text_of(row, "oracle_id"), text_of(row, "comment")
    if not about or not said:
        raise LudexError("a ruling without 'oracle_id' or 'comment'")
    since = day(row["published_at"], "published_at") if row.get("published_at") else ""
    return Entry(rulings=(OfficialRuling(about, since, said, text_of(row, "source")),))


def card(row: Mapping[str, Any]) -> Entry:
    """Return what a card object says: of each face the wording, and what is printed."""
    return Entry(tuple(_records(row)))


def _records(row: Mapping[str, Any]) -> Iterator[CardRecord]:
    whole = name(text_of(row, "name"))
    if not whole:
        return
    faces = row.get("card_faces") or [row]
    if not isinstance(faces, list) or not all(isinstance(face, dict) for face in faces):
        raise LudexError("'card_faces' is no list of objects")
    released = text_of(row, "released_at")[:10]
    printing = Printing(
        text_of(row, "id"),
        text_of(row, "set").upper(),
        text_of(row, "collector_number"),
        released,
    )
    layout = text_of(row, "layout")
    names = [name(text_of(face, "name")) or whole for face in faces]
    # A reversible card is two cards, each with an id of its own, or the same one twice.
    owned = [text_of(face, "oracle_id") for face in faces] if "oracle_id" not in row else []
    several = len(faces) > 1 and not (owned and owned[0])
    done: set[str] = set()
    for place, face in enumerate(faces):
        about = (owned[place] if owned else text_of(row, "oracle_id")) or whole
        if not several and about in done:
            continue
        done.add(about)
        letter = "abcdefghij"[place % 10] if several else ""
        data: dict[str, Any] = {"name": names[place], "type": _part("type_line", face, row)}
        data["text"] = text_of(face, "oracle_text")
        for field, word in _KEPT.items():
            value = face.get(field, row.get(field) if field in _OF_ALL else None)
            if value not in (None, "", []):
                data[word] = plain(value, field)
        layouts = text_of(face, "layout") or layout
        if layouts and layouts != "reversible_card":
            data["layout"] = layouts
        if several:
            data |= {"side": letter, "full_name": whole}
            if place == 0 and layout in _TURNING:
                data["back"] = names[1]
        data |= _related(row, whole)
        others = [text_of(face, "flavor_name"), text_of(row, "flavor_name") if place == 0 else ""]
        if place == 0 and len(faces) > 1:
            others.append(whole)
        lang = text_of(row, "lang", "en")
        printed = name(text_of(face, "printed_name"))
        if lang == "en":
            others.append(printed)
        # Of a reversible printing the object says less than of an ordinary one.
        rank = "" if owned else "whole"
        yield CardRecord(about, names[place], data, letter, "en", _named(others), printing, rank)
        if lang != "en" and printed:
            said = {**data, "name": printed, "name_en": names[place], "lang": lang}
            said["type"] = _part("printed_type_line", face, row)
            said["text"] = text_of(face, "printed_text")
            rank = f"{released} {printing.id}"
            yield CardRecord(about, printed, said, letter, lang, (), None, rank)


def _part(field: str, face: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    return text_of(face, field) or (text_of(row, field) if face is row else "")


def _related(row: Mapping[str, Any], whole: str) -> dict[str, str]:
    """Return what a card melds with, and into what."""
    found: dict[str, str] = {}
    parts = row.get("all_parts")
    for part in parts if isinstance(parts, list) else ():
        if not isinstance(part, dict) or part.get("name") == whole:
            continue
        if part.get("component") == "meld_result":
            found["melds_into"] = name(text_of(part, "name"))
        elif part.get("component") == "meld_part" and row.get("layout") == "meld":
            found.setdefault("melds_with", name(text_of(part, "name")))
    return found


def _named(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name(one) for one in names if one))
