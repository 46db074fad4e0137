"""The file of a card store, an SQLite file with full-text search: its tables, and how it is opened.

``record`` holds every text once, however many wordings have it; ``holds`` says which record a
wording has of a face in a language. So a wording that changes a hundred cards of 30,000 adds a
hundred records.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kb.errors import LudexError, quote
from kb.library.names import spaced

APPLICATION = 0x4C554458
VERSION = 1
WAIT = 600.0
"""How many seconds a second import waits for the first."""

_SCHEMA = """
CREATE TABLE wording (
  id INTEGER PRIMARY KEY, game TEXT NOT NULL, day TEXT NOT NULL, source TEXT NOT NULL,
  UNIQUE (game, day));
CREATE TABLE card (
  id INTEGER PRIMARY KEY, game TEXT NOT NULL, key TEXT NOT NULL, UNIQUE (game, key));
CREATE TABLE record (
  id INTEGER PRIMARY KEY, card INTEGER NOT NULL, face TEXT NOT NULL, lang TEXT NOT NULL,
  rank TEXT NOT NULL, digest BLOB NOT NULL, name TEXT NOT NULL, data TEXT NOT NULL,
  UNIQUE (card, face, lang, digest));
CREATE TABLE holds (
  card INTEGER, face TEXT, lang TEXT, wording INTEGER, record INTEGER NOT NULL,
  PRIMARY KEY (card, face, lang, wording)) WITHOUT ROWID;
CREATE INDEX held ON holds (record);
CREATE TABLE name (
  game TEXT, key TEXT, card INTEGER, face TEXT, lang TEXT, name TEXT NOT NULL,
  PRIMARY KEY (game, key, card, face, lang)) WITHOUT ROWID;
CREATE INDEX called ON name (card, lang, face);
CREATE TABLE printing (
  card INTEGER, id TEXT, code TEXT, number TEXT NOT NULL, released TEXT NOT NULL,
  PRIMARY KEY (card, id, code)) WITHOUT ROWID;
CREATE TABLE ruling (
  game TEXT, about TEXT, day TEXT, text TEXT, source TEXT NOT NULL,
  PRIMARY KEY (game, about, day, text)) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(name, type, text, tokenize = 'unicode61 remove_diacritics 2');
"""

ORIGIN = """
CREATE TABLE IF NOT EXISTS origin (
  card INTEGER, lang TEXT, wording INTEGER, source TEXT,
  PRIMARY KEY (card, lang, wording, source)) WITHOUT ROWID
"""
"""Which files of a wording have a card; older stores have it of what came in later only."""


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """Return a connection to a file, once it is known for a card store or for an empty one."""
    with telling(path):
        address = f"{path.absolute().as_uri()}?{mode}"
        connection = sqlite3.connect(address, uri=True, timeout=WAIT, isolation_level=None)
        try:
            kind = connection.execute("PRAGMA application_id").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.OperationalError:
            connection.close()
            if "immutable" in mode or mode != "mode=ro":
                raise
            # Where nothing may be written, not even a lock, the file is taken as it is.
            return connected(path, "mode=ro&immutable=1")
        if mode.startswith("mode=ro"):
            if not has_tables(connection):
                return connection
            if kind != APPLICATION:
                raise LudexError("not a card store", file=str(path))
            if version != VERSION:
                message = f"a card store of version {version}; expected {VERSION}: import it anew"
                raise LudexError(message, file=str(path))
        return connection


def has_tables(connection: sqlite3.Connection) -> bool:
    """Return whether a file is no empty one."""
    return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Tell what goes wrong with the file of a store in one line."""
    try:
        yield
    except sqlite3.Error as error:
        message = str(error)
        if "no such module: fts5" in message:
            message = "this Python's SQLite has no full-text search (FTS5)"
        elif "locked" in message:
            message = "another import is writing to it; try again when that has ended"
        elif "not a database" in message:
            message = "not a card store"
        elif "malformed" in message:
            message = "the card store is damaged; remove it and import the cards anew"
        elif "unable to open" in message or "readonly" in message:
            message = _closed(path)
        elif "full" in message:
            message = "no space is left for the cards; nothing was changed"
        raise LudexError(message, file=str(path)) from None


def _closed(path: Path) -> str:
    """Return why a store cannot be opened, or not be written to."""
    if path.is_dir():
        return "a folder; expected the file of a card store"
    if not path.exists():
        return "cannot make it: nothing may be written in its folder"
    if not os.access(path, os.R_OK):
        return "cannot open it: it may not be read"
    if not os.access(path, os.W_OK):
        return "cannot write it: it may only be read"
    # Beside the file, SQLite makes others while it writes.
    return "cannot write it: nothing may be written in its folder"


def create(connection: sqlite3.Connection) -> None:
    """Make the tables of an empty store."""
    for statement in filter(str.strip, _SCHEMA.split(";\n")):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def writable(path: Path) -> sqlite3.Connection:
    """Open a store to write to it; made if there is none.

    Raises
    ------
    LudexError
        When the file is another kind of file, or cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        wrong = next((one for one in path.parents if one.exists() and not one.is_dir()), None)
        why = error.strerror if wrong is None else f"{quote(str(wrong))} is a file, not a folder"
        raise LudexError(f"cannot write it: {why}", file=str(path)) from None
    connection = connected(path, "mode=rwc")
    with telling(path):
        kind = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if has_tables(connection) and (kind != APPLICATION or version != VERSION):
            connection.close()
            raise LudexError("not a card store", file=str(path))
        _log_ahead(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA cache_size = -65536")
    return connection


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Turn on write-ahead logging, for which SQLite itself does not wait while another writes."""
    end = time.monotonic() + WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() >= end:
                raise
            time.sleep(0.02)
        else:
            return


def index(data: Mapping[str, Any], names: Iterable[str]) -> tuple[str, str, str]:
    """Return what is searched of a record: its names, its type and its text."""
    text = "\n".join(
        str(data[word]) for word in ("text", "support") if isinstance(data.get(word), str)
    )
    return spaced("\n".join(names)), spaced(str(data.get("type") or "")), spaced(text)
