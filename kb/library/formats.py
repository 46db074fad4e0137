"""What a file of cards is, told from what it holds, and its entries one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kb.errors import LudexError
from kb.library import mtgjson, plain, scryfall
from kb.library.record import CardRecord, Entry, day
from kb.library.source import ImportedFile, Window

_DATED = re.compile(r"(?<!\d)((?:19|20)\d\d)-?(\d\d)-?(\d\d)(?=\d{6}(?!\d)|(?!\d))")
_LISTS = ("data", "cards")
"""The keys under which a file that is one object has its cards."""

_PLAIN = frozenset(("JSON", "JSON lines", "CSV"))


def load_cards(file: Path) -> Iterator[dict[str, object]]:
    """Read a file of cards, whatever its format.

    Raises
    ------
    LudexError
        When the file cannot be read, with the place.
    """
    with ImportedFile(file) as source:
        yield from Reader(source).cards()


def distinct_cards(file: Path) -> list[dict[str, object]]:
    """Read a file of cards: every face once in each language, however often it was printed.

    Raises
    ------
    LudexError
        When the file cannot be read, with the place.
    """
    kept: dict[tuple[object, ...], tuple[str, dict[str, object]]] = {}
    with ImportedFile(file) as source:
        for record, card in Reader(source).faces():
            if record is None:  # a row without a name is like no other
                kept[len(kept),] = "", card
                continue
            key: tuple[object, ...] = (record.card, record.face, record.lang)
            if record.alone:  # another text under the same id is of another face
                key += (record.name, record.data.get("text"))
            known = kept.get(key)
            if known is None or record.rank > known[0]:
                kept[key] = record.rank, card
    return [card for _, card in kept.values()]


class Reader:
    """The entries of a file of cards.

    Attributes
    ----------
    format
        What the file is, once its first card was read.
    day
        The day of its wording, by its own words or its name; empty if neither says it.
    """

    def __init__(self, source: ImportedFile) -> None:
        self.format = ""
        self.day = _day_of(source.path.name)
        self._window = Window(source)
        self._kind = "JSON"
        self._namesakes = mtgjson.Namesakes()

    def __iter__(self) -> Iterator[Entry]:
        """Yield what each object says; a mistake in one is told with its place."""
        for row in self._rows():
            yield self._located(row)

    def cards(self) -> Iterator[dict[str, object]]:
        """Yield the cards, face by face, with the keys that files of any game have."""
        yield from (card for _, card in self.faces())

    def faces(self) -> Iterator[tuple[CardRecord | None, dict[str, object]]]:
        """Yield the same with what it was made from, where the file says a name."""
        for row in self._rows():
            entry = self._located(row)
            if self.format in _PLAIN:
                yield (entry.records[0] if entry.records else None), row
                continue
            for record in entry.records:
                known = {"lang": record.lang}
                if record.printing is not None:
                    known |= {"id": record.printing.id, "set": record.printing.set}
                yield record, {**known, **record.data}

    def _located(self, row: Any) -> Entry:
        try:
            return self._entry(row)
        except LudexError as cause:
            raise self.error(cause.message) from None

    def error(self, message: str) -> LudexError:
        """Return an error about the object that was read last."""
        return self._window.error(message)

    def _entry(self, row: Any) -> Entry:
        if not isinstance(row, dict):
            raise LudexError("expected an object")
        scryfall.refuse_others(row)
        if scryfall.is_ruling(row):
            return self._as("Scryfall rulings", scryfall.ruling(row))
        if plain.is_ruling(row):
            return self._as("rulings", plain.ruling(row))
        if mtgjson.is_card(row):
            return self._as("MTGJSON", mtgjson.card(self._namesakes.told_apart(row)))
        if scryfall.is_card(row):
            return self._as("Scryfall", scryfall.card(row))
        return self._as(self._kind, plain.card(row))

    def _as(self, what: str, entry: Entry) -> Entry:
        self.format = self.format or what
        return entry

    def _rows(self) -> Iterator[Any]:
        window = self._window
        match window.peek():
            case "":
                raise window.error("an empty file; expected cards as JSON, JSON lines or CSV")
            case "[":
                yield from self._elements()
                window.end()
            case "{":
                yield from self._object()
                while window.peek():
                    yield window.value()
            case _:
                self._kind = "CSV"
                yield from plain.table(window)

    def _elements(self) -> Iterator[Any]:
        for _ in self._window.elements():
            yield self._window.value()

    def _object(self) -> Iterator[Any]:
        """Yield the cards of an object that has some, or else the object itself."""
        window, row, held = self._window, dict[str, Any](), False
        for word in window.members():
            if word in _LISTS and window.peek() in ("[", "{"):
                held = True
                self._meta(row)
                yield from self._elements() if window.peek() == "[" else self._under()
            elif held:
                window.skip()
            else:
                row[word] = window.value()
        if not held:
            if isinstance(row.get("meta"), dict) and "name" not in row:
                raise window.error("no cards in it; expected them under 'data'")
            self._kind = "JSON lines"
            yield row

    def _meta(self, row: dict[str, Any]) -> None:
        """Take the day of the wording from what stands before the cards."""
        meta = row.get("meta")
        dated = meta if isinstance(meta, dict) else row
        for word in ("date", "updated_at", "as_of"):
            if isinstance(dated.get(word), str):
                try:
                    self.day = day(dated[word], word)
                except LudexError as cause:
                    raise self._window.error(cause.message) from None

    def _under(self) -> Iterator[Any]:
        """Yield the cards under ``data``: by name, by set, or of one set."""
        window, one_set = self._window, False
        for word in window.members():
            if word == "cards" and window.peek() == "[":
                one_set = True
                yield from self._elements()
            elif one_set:
                window.skip()
            elif window.peek() == "[":
                yield from (row for row in self._elements() if _is_card(row))
            elif window.peek() == "{":
                yield from self._set()
            else:
                window.value()

    def _set(self) -> Iterator[Any]:
        """Yield the cards of a set."""
        window = self._window
        for word in window.members():
            if word == "cards" and window.peek() == "[":
                yield from self._elements()
            else:
                window.skip()


def _is_card(row: Any) -> bool:
    return isinstance(row, dict) and "name" in row and ("type" in row or "uuid" in row)


def _day_of(name: str) -> str:
    """Return the day in the name of a file, such as ``oracle-cards-20240315090217.json``."""
    for found in _DATED.finditer(name):
        try:
            return day("-".join(found.groups()), "a date")
        except LudexError:
            continue
    return ""
