"""Putting a file of cards into the store: all of it, or nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import date
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from kb.errors import LudexError, quote
from kb.library.database import ORIGIN, create, index, telling, writable
from kb.library.formats import Reader
from kb.library.names import key
from kb.library.record import CardRecord, Entry
from kb.library.source import ImportedFile


@dataclass
class Imported:
    """What an import has done.

    Attributes
    ----------
    format
        What the file was taken for.
    days
        The days of its wordings.
    assumed
        Whether the day is only that on which the file was written.
    entries
        How many objects or rows the file has.
    cards, new, changed, same
        How many texts are of cards new to the store; new, changed and as before under their day.
    rulings
        How many rulings came in.
    nameless
        How many objects were left out, as they have no name.
    """

    format: str = ""
    days: tuple[str, ...] = ()
    assumed: bool = False
    entries: int = 0
    cards: int = 0
    new: int = 0
    changed: int = 0
    same: int = 0
    rulings: int = 0
    nameless: int = 0

    def to_json(self) -> dict[str, object]:
        """Return it as plain data."""
        return {**asdict(self), "days": list(self.days)}


Progress = Callable[[int, int], None]
"""Told how many bytes of how many have been read."""


def _silent(_done: int, _all: int) -> None:
    pass


def import_cards(
    game: str,
    file: Path,
    store: Path,
    *,
    as_of: date | None = None,
    progress: Progress = _silent,
) -> Imported:
    """Take the cards of a file into a store.

    What the store has of other days and other cards stays. Until the end nothing counts: a mistake
    in the file, a full disk or an interruption leaves the store as it was.

    Parameters
    ----------
    game
        The game of the cards.
    file
        Scryfall's, MTGJSON's, or JSON, JSON lines or CSV with names.
    store
        The store; made if there is none.
    as_of
        The day of the wording; otherwise what the file says, or its name, or when it was written.
    progress
        Told how far it is.

    Raises
    ------
    LudexError
        When the file or the store cannot be used.
    """
    with ImportedFile(file) as source, closing(writable(store)) as db, telling(store):
        db.execute("BEGIN IMMEDIATE")
        try:
            if not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                create(db)
            db.execute(ORIGIN)
            written = str(date.fromtimestamp(file.stat().st_mtime))
            asked = str(as_of) if as_of is not None else ""
            writer = _Writer(db, game, file.name)
            reader = Reader(source)
            for entry in reader:
                try:
                    writer.take(entry, asked, reader.day or written)
                except LudexError as cause:
                    raise reader.error(cause.message) from None
                if writer.found.entries % 256 == 0:
                    progress(source.done, source.size)
            found = writer.found
            if found.entries == found.nameless:
                raise LudexError(_nothing(found.entries), file=str(file))
            found.format, found.days = reader.format, tuple(sorted(writer.days))
            found.assumed = found.days == (written,) and not asked and not reader.day
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
    return found


def _nothing(nameless: int) -> str:
    """Return the message about a file without cards."""
    if not nameless:
        return "no cards in it"
    said = "an entry" if nameless == 1 else f"{nameless:,} entries"
    return f"no cards in it: {said} without a 'name'; expected one for each card"


class _Writer:
    """Puts records into an open store."""

    def __init__(self, db: sqlite3.Connection, game: str, source: str) -> None:
        self.db = db
        self.game = game
        self.source = source
        self.found = Imported()
        self.days: dict[str, int] = {}
        self.card = lru_cache(maxsize=4096)(self._card)
        self._alone: set[bytes] = set()

    def take(self, entry: Entry, asked: str, of_file: str) -> None:
        """Take what an object says."""
        self.found.entries += 1
        self.found.nameless += not entry.records and not entry.rulings
        for record in entry.records:
            self._record(record, self._wording(asked or record.day or of_file))
        for one in entry.rulings:
            done = self.db.execute(
                "INSERT OR IGNORE INTO ruling VALUES (?, ?, ?, ?, ?)",
                (self.game, one.about, one.day, one.text, one.source),
            )
            self.found.rulings += done.rowcount

    def _wording(self, day: str) -> int:
        if day not in self.days:
            row = self.db.execute(
                "INSERT INTO wording (game, day, source) VALUES (?, ?, ?) ON CONFLICT (game, day)"
                " DO UPDATE SET source = CASE WHEN instr(source, excluded.source) THEN source"
                " ELSE substr(source || ', ' || excluded.source, -500) END RETURNING id",
                (self.game, day, self.source),
            ).fetchone()
            self.days[day] = row[0]
        return self.days[day]

    def _card(self, known: str) -> int:
        row = self.db.execute(
            "SELECT id FROM card WHERE game = ? AND key = ?", (self.game, known)
        ).fetchone()
        if row is not None:
            return int(row[0])
        self.found.cards += 1
        made = self.db.execute("INSERT INTO card (game, key) VALUES (?, ?)", (self.game, known))
        assert made.lastrowid is not None
        return made.lastrowid

    def _place(self, record: CardRecord, wording: int) -> tuple[int, str, str]:
        """Return the card, the face and the language that a record is of."""
        if record.english:
            rows = self.db.execute(
                "SELECT n.card, n.face FROM name n JOIN card c ON c.id = n.card"
                " WHERE n.game = ? AND n.key = ? AND n.lang = 'en' ORDER BY c.key <> ?",
                (self.game, key(record.english), record.card),
            ).fetchall()
            if rows:
                return rows[0][0], rows[0][1], record.lang
        place = (self.card(record.card), record.face, record.lang)
        if not record.alone or self._first(place, wording):
            return place
        # The same id again: another face, if its name is another.
        same = self.db.execute(
            "SELECT 1 FROM name WHERE game = ? AND key = ? AND card = ? AND face = ? AND lang = ?",
            (self.game, key(record.name), *place),
        ).fetchone()
        place = (place[0], key(record.english or record.name), record.lang)
        if same or not self._first(place, wording):
            message = f"a second card {quote(record.name)}; expected an 'id' to tell them apart"
            raise LudexError(message)
        return place

    def _first(self, place: tuple[int, str, str], wording: int) -> bool:
        """Return whether this file says this for the first time."""
        known = blake2b(f"{place} {wording}".encode(), digest_size=8).digest()
        if known in self._alone:
            return False
        self._alone.add(known)
        return True

    def _came(self, card: int, lang: str, wording: int) -> None:
        """Keep that this file has a card."""
        self.db.execute(
            "INSERT OR IGNORE INTO origin VALUES (?, ?, ?, ?)", (card, lang, wording, self.source)
        )

    def _record(self, record: CardRecord, wording: int) -> None:
        place = card, face, lang = self._place(record, wording)
        names = (record.name, *record.names)
        for one in names:
            self.db.execute(
                "INSERT OR IGNORE INTO name VALUES (?, ?, ?, ?, ?, ?)",
                (self.game, key(one), card, face, lang, one),
            )
        if record.printing is not None and record.printing.id:
            printing = record.printing
            self.db.execute(
                "INSERT OR IGNORE INTO printing VALUES (?, ?, ?, ?, ?)",
                (card, printing.id, printing.set, printing.number, printing.released),
            )
        data = json.dumps(record.data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        digest = blake2b(data.encode(), digest_size=16).digest()
        held = self.db.execute(
            "SELECT r.id, r.digest, r.rank FROM holds h JOIN record r ON r.id = h.record"
            " WHERE h.card = ? AND h.face = ? AND h.lang = ? AND h.wording = ?",
            (*place, wording),
        ).fetchone()
        if held is not None and (held[1] == digest or record.rank < held[2]):
            self.found.same += 1
            self._came(card, lang, wording)
            return
        row = self.db.execute(
            "SELECT id FROM record WHERE card = ? AND face = ? AND lang = ? AND digest = ?",
            (*place, digest),
        ).fetchone()
        if row is None:
            made = self.db.execute(
                "INSERT INTO record (card, face, lang, rank, digest, name, data)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*place, record.rank, digest, record.name, data),
            )
            row = (made.lastrowid,)
            self.db.execute(
                "INSERT INTO words (rowid, name, type, text) VALUES (?, ?, ?, ?)",
                (*row, *index(record.data, names)),
            )
        self.db.execute(
            "INSERT INTO holds VALUES (?, ?, ?, ?, ?) ON CONFLICT (card, face, lang, wording)"
            " DO UPDATE SET record = excluded.record",
            (*place, wording, *row),
        )
        if held is not None:
            # What the other files said of it is no longer there.
            self.db.execute(
                "DELETE FROM origin WHERE card = ? AND lang = ? AND wording = ? AND source <> ?",
                (card, lang, wording, self.source),
            )
        self._came(card, lang, wording)
        if held is None:
            self.found.new += 1
            return
        self.found.changed += 1
        if not self.db.execute("SELECT 1 FROM holds WHERE record = ?", held[:1]).fetchone():
            self.db.execute("DELETE FROM words WHERE rowid = ?", held[:1])
            self.db.execute("DELETE FROM record WHERE id = ?", held[:1])
