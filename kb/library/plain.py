"""Files of any game: JSON, JSON lines and CSV whose keys or columns have names.

``name`` must be there; ``text``, ``type``, ``lang``, ``id``, ``set`` and ``number`` are known, and
all else is kept for the game. A card in another language is tied to its own by its ``id`` or by
``name_en``. Rows with ``card`` and ``text`` are rulings.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from typing import Any

from kb.errors import LudexError, instead, quote
from kb.library.names import key
from kb.library.record import CardRecord, Entry, OfficialRuling, Printing, day, name, plain, text_of
from kb.library.source import MAX_VALUE, Window

_LANGUAGE = ("lang", "language")
_NUMBER = ("number", "collector_number")
_DAYS = ("oracle_date", "as_of", "updated_at")
MAX_COLUMNS = 200


def is_ruling(row: Mapping[str, Any]) -> bool:
    """Return whether a row is about a card and none itself."""
    return "name" not in row and "card" in row and ("text" in row or "answer" in row)


def ruling(row: Mapping[str, Any]) -> Entry:
    """Return what a row of rulings says."""
    about = key(name(text_of(row, "card")))
    said = [text_of(row, "question"), text_of(row, "text") or text_of(row, "answer")]
    since = day(row["date"], "date") if row.get("date") else ""
    found = OfficialRuling(about, since, "\n".join(filter(None, said)), text_of(row, "source"))
    return Entry(rulings=(found,)) if about and found.text else Entry()


def card(row: Mapping[str, Any]) -> Entry:
    """Return what a row says of a card."""
    if len(row) > MAX_COLUMNS:
        raise LudexError(f"a card of {len(row)} keys; at most {MAX_COLUMNS} are read")
    for word in ("name", "text"):
        if not isinstance(row.get(word, ""), str | None):
            raise LudexError(f"expected {quote(word)} to be text")
    own = name(text_of(row, "name"))
    if not own:
        return Entry()
    data = {str(k): plain(v, str(k)) for k, v in row.items() if v not in (None, "")}
    data |= {"name": own, "text": text_of(row, "text")}
    lang = _first(row, _LANGUAGE).lower() or "en"
    number, code, number_of = text_of(row, "id"), text_of(row, "set"), _first(row, _NUMBER)
    english = name(text_of(row, "name_en"))
    whole, side = name(text_of(row, "full_name")), text_of(row, "side")
    same = number or " ".join(filter(None, (key(whole or english or own), code, number_of)))
    names: tuple[str, ...] = (whole,) if whole and side in ("", "a") else ()
    others = row.get("names")
    if isinstance(others, dict):
        names += tuple(name(one) for one in others.values() if isinstance(one, str))
    if whole and side == "a" and text_of(row, "layout") in ("transform", "modal_dfc"):
        data.setdefault("back", whole.split(" // ")[-1])
    printing = Printing(number or same, code, number_of)
    since = next((day(row[one], one) for one in _DAYS if row.get(one)), "")
    face = side if whole else ""
    found = CardRecord(same, own, data, face, lang, names, printing, "", since, True, english)
    return Entry((found,))


def _first(row: Mapping[str, Any], words: tuple[str, ...]) -> str:
    return next((found for word in words if (found := text_of(row, word))), "")


def table(window: Window) -> Iterator[dict[str, Any]]:
    """Yield the rows of a CSV file by the names of its columns."""
    csv.field_size_limit(MAX_VALUE)
    lines = window.lines()
    first = next(lines, "")
    between = max(",;\t", key=first.count)
    head = next(csv.reader([first], delimiter=between), [])
    columns = [word.strip().lower().replace(" ", "_") for word in head]
    if "name" not in columns and "card" not in columns:
        if len(head) > 1:
            raise window.error(f"no column 'name'{instead(columns)}; expected 'name'")
        raise window.error("neither JSON nor CSV; expected cards as JSON, JSON lines or CSV")
    if len(columns) > MAX_COLUMNS:
        raise window.error(f"{len(columns)} columns; at most {MAX_COLUMNS} are read")
    twice = next((c for c in columns if c and columns.count(c) > 1), None)
    if twice:
        raise window.error(f"a second column {quote(twice)}")
    try:
        for cells in csv.reader(lines, delimiter=between, strict=True):
            if len(cells) > len(columns):
                raise window.error(f"{len(cells)} cells in {len(columns)} columns")
            if not any(cell.strip() for cell in cells):
                continue
            # What was cut off cannot be told from what a program left out as it is empty.
            if len(cells) < len(columns):
                found = f"{len(cells)} cell{'s'[: len(cells) - 1]} in {len(columns)} columns"
                raise window.error(f"{found}; expected a cell for each, if only an empty one")
            row = dict(zip(columns, cells, strict=True))
            yield {k: v for k, v in row.items() if k}
    except csv.Error as error:
        reason = "a quotation mark that is not closed" if "end of data" in str(error) else error
        raise window.error(f"not CSV: {reason}") from None
