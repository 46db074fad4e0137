"""Where is kept what came of a file of cases, or of boards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from kb.cache import WHOLE, Entry
from kb.library.place import store_path
from kb.resources import home, resource
from kb.rulebook import RulebookView
from kb.scenario import reader


def place_of(
    kind: str, file: Path, view: RulebookView, asked: Iterable[str] = (), *, code: str = WHOLE
) -> Entry | None:
    """Return where is kept what came of a file; None for one that depends on other files."""
    game = view.rulebook.game
    if not view.rulebook.key:
        return None
    words = sorted(home(game).rules.glob("*.yaml"))
    queries = sorted(resource("queries").glob("*.lp"))
    store = store_path()
    looked_at = (file, *words, *queries, store, store.with_name(f"{store.name}-wal"))
    about = (game, view.rulebook.key, str(view.date), *asked)
    key = _key(file, (*words, *queries), about, code, tuple(map(_state, looked_at)))
    return None if key is None else Entry(kind, key)


def _state(file: Path) -> tuple[str, int, int]:
    """Return what tells whether a file has been written to."""
    try:
        found = file.stat()
    except OSError:
        return str(file), 0, -1
    return str(file), found.st_mtime_ns, found.st_size


PROGRAM = ".lp"
"""How the name of a file ends that is a program, such as one of boards."""


@lru_cache(maxsize=8192)
def _key(
    file: Path, others: tuple[Path, ...], about: tuple[str, ...], code: str, _states: object
) -> str | None:
    """Return what names what is kept of a file, for as long as no file is written to."""
    text = file.read_text("utf-8", errors="replace")
    if ".jsonl" in text or ".json" in text or ".csv" in text:
        return None
    game, rules, day, *asked = about
    # A program names no cards of the store.
    held = "" if file.suffix == PROGRAM else _held(game, text)
    sources = (rules, day, held, text, *asked)
    return Entry.of("", [code], (*sources, *(one.read_bytes() for one in others))).key


def _held(game: str, text: str) -> str:
    """Return a hash of what the card store has of the names in a file; empty if it has none.

    What is imported besides changes no case, and what was kept of the file still holds.
    """
    from kb.library.store import Store

    with Store.reading(store_path()) as store:
        if store is None:
            return ""
        return store.stamp(game, reader.texts(reader.plain(reader.read_text(text))))
