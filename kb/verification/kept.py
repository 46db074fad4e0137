"""What was kept of the cases of a file that were looked through before."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from kb.cache import Entry
from kb.library.place import using
from kb.records import record
from kb.resources import home
from kb.testing.places import place_of
from kb.testing.replaying import is_kept
from kb.verification.pieces import EMPTY, AlongCase, AlongTask, CaseFault, WordTask, book_of
from kb.verification.worded import WORDS


@record
class KeptCases:
    """What was kept of the cases of a file.

    Attributes
    ----------
    entry : Entry or None
        Where it is kept.
    parts : tuple of AlongCase or None
        None if nothing was kept.
    tried : frozenset of str
        The ids of the rules of which it was tried whether the cases reach them.
    """

    entry: Entry | None = None
    parts: tuple[AlongCase, ...] | None = None
    tried: frozenset[str] = EMPTY

    @staticmethod
    def of(task: AlongTask) -> KeptCases:
        """Return what was kept of the cases of a task."""
        if task.overlays:
            return KeptCases()
        with using(task.store):
            view = book_of(task.game, home(task.game), ()).on(task.day)
            if isinstance(task, WordTask):
                file = home(task.game).queries / WORDS
                entry = place_of("words", file, view, [board.key for board in task.boards])
            else:
                entry = place_of("along", Path(task.file), view)
        kept = KeptCases.at(entry, task)
        return kept.only(task) if task.only else kept

    @staticmethod
    def at(entry: Entry | None, task: AlongTask) -> KeptCases:
        """Return what was kept of a task in a place."""
        data: Any = None if entry is None else entry.load()
        try:
            tried, parts = data
            found = (replace(_unpacked(one), file=task.file) for one in parts)
            return KeptCases(entry, tuple(found), frozenset(tried))
        except (TypeError, ValueError):
            return KeptCases(entry)

    def only(self, task: AlongTask) -> KeptCases:
        """Return what was kept of a single case of the file."""
        if self.entry is None:
            return self
        key = sha256(f"{self.entry.key} {task.only}".encode()).hexdigest()
        return KeptCases.at(replace(self.entry, key=key), task)


def kept_before(task: AlongTask) -> bool:
    """Return whether it was kept what the cases of a file answer without the overlays."""
    return is_kept(task.file, book_of(task.game, home(task.game), ()).on(task.day))


def _unpacked(data: Any) -> AlongCase:
    asked, file, case, done, reached, idle, faults, near, apart = data
    return AlongCase(
        *(asked, file, case, done, tuple(reached), tuple(idle)),
        *(tuple(map(CaseFault.of, faults)), near, apart),
    )
