"""What came of the cases of a comparison, and the boards that it found, kept for its next run.

A comparison whose time runs out goes on from there when it is run again: what came of each case is
kept as soon as it is known, under a hash of both rulebooks, the file, the words of the game, the
card store and the code. So are boards that show a rule, and near which cases none was found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

from kb.cache import WHOLE, Entry
from kb.library.place import store_path
from kb.records import record
from kb.resources import home, resource
from kb.rulebook import RulebookView

CASES, BOARDS = "compared", "shown"
"""The kinds of what is kept: what came of the cases of a file, and the boards that were found."""

BESIDE = (".json", ".csv")
"""How the names of other files end of which a file of cases may take cards."""


def place_of_comparison(views: Iterable[RulebookView], about: Iterable[str]) -> str:
    """Return what names a comparison besides its files; nothing where it can't be kept.

    Parameters
    ----------
    views : iterable of RulebookView
    about : iterable of str
        What else it depends on.
    """
    sides = [(view.rulebook.game, view.rulebook.key, str(view.date)) for view in views]
    if not all(key for _, key, _ in sides):
        return ""
    words = sorted(home(sides[0][0]).rules.glob("*.yaml"))
    queries = sorted(resource("queries").rglob("*.lp"))
    told = [*(each for side in sides for each in side), *about, *_store()]
    return Entry.of("", [WHOLE], [*told, *(one.read_bytes() for one in (*words, *queries))]).key


def _store() -> list[str]:
    """Return what tells one card store from another, and whether it has been written to."""
    store = store_path()
    found = [str(store)]
    for file in (store, store.with_name(f"{store.name}-wal")):
        state = file.stat() if file.is_file() else None
        found.append(f"{state.st_mtime_ns} {state.st_size}" if state and state.st_size else "")
    return found


def _entry(kind: str, place: str, files: Iterable[str]) -> Entry | None:
    if not place:
        return None
    found = sha256(place.encode())
    for file in files:
        data = Path(file).read_bytes()
        if any(end.encode() in data for end in BESIDE):
            return None
        found.update(f"{file}\0{len(data)}\0".encode() + data)
    return Entry(kind, found.hexdigest())


SELDOM = 0.5
"""After how many seconds it is kept what came of the cases of a file so far."""


class Kept:
    """What is kept of the cases of a file, as plain data.

    Parameters
    ----------
    place : str
        What names the comparison; nothing where it is not kept.
    file : str

    Attributes
    ----------
    order : list of str
        What is asked in each case of the file, in its order; empty as long as that is not known.
    found : dict
        What came of each by that.
    reasons : dict
        What is answered alike for other reasons, by the name of the case.
    """

    def __init__(self, place: str, file: str) -> None:
        self._entry = _entry(CASES, place, [file])
        self._saved, self._new = monotonic(), False
        self.order: list[str] = []
        self.found: dict[str, Any] = {}
        self.reasons: dict[str, Any] = {}
        data: Any = None if self._entry is None else self._entry.load()
        if isinstance(data, list) and len(data) == 3:
            self.order, self.found, self.reasons = data

    @property
    def whole(self) -> bool:
        """Whether it is known what came of every case."""
        return bool(self.order) and all(asked in self.found for asked in self.order)

    def add(self, asked: str, part: Any) -> None:
        """Add what came of a case, and keep it at once where it is long since anything was kept."""
        self.found[asked] = part
        self._new = True
        if monotonic() - self._saved > SELDOM:
            self.save()

    def add_reasons(self, name: str, reasons: Any) -> None:
        """Add what is answered alike in a case for other reasons, and keep it."""
        self.reasons[name] = reasons
        self._new = True
        self.save()

    def save(self) -> None:
        """Keep what is new."""
        if self._entry is not None and self._new:
            self._entry.save([self.order, self.found, self.reasons])
        self._saved, self._new = monotonic(), False


def packed(one: object) -> Any:
    """Return a record as plain data."""
    return asdict(one)  # type: ignore[call-overload]


@record
class KeptBoards:
    """The boards that a comparison found, and near which cases it looked in vain.

    Attributes
    ----------
    entry : Entry or None
    boards : list
        The boards, as plain data.
    vain : set of str
        What was looked at in vain.
    """

    entry: Entry | None
    boards: list[Any]
    vain: set[str]

    @staticmethod
    def of(place: str, files: Iterable[str]) -> KeptBoards:
        """Return what is kept of a comparison."""
        entry = _entry(BOARDS, place, files)
        data: Any = None if entry is None else entry.load()
        if not (isinstance(data, list) and len(data) == 2):
            return KeptBoards(entry, [], set())
        return KeptBoards(entry, data[0], set(data[1]))

    def save(self, boards: Iterable[object]) -> None:
        """Keep the boards that are known by now."""
        if self.entry is not None:
            self.entry.save([list(map(packed, boards)), sorted(self.vain)])
