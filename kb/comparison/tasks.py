"""Files of cases that are asked under two rulebooks, as plain data for the processes that ask."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

from kb.library.place import store_in_use
from kb.records import record
from kb.resources import Home, home
from kb.scenario import Case
from kb.testing.asked import pins_of
from kb.testing.between import Books, RulesOf


@record
class CaseTask:
    """A file whose cases are asked under two rulebooks.

    Attributes
    ----------
    file, game : str
    old, new : RulesOf
    rule : str or None
        Of all that changed, only this.
    store : Path or None
        The card store.
    first : bool
        Whether what comes after the first answer that a changed rule changes is left out.
    run : str
        What tells one comparison from another of the same rules: each tries anew what is reached.
    files : tuple of str
        All files whose cases are asked.
    only : frozenset of str or None
        The cases that were put off before, of which alone it is the turn now; None where those are
        put off in which no step shows anything else.
    pinning : frozenset of str or None
        The numbers of rules: only cases that pin one of them are asked, up to the first answer that
        one changes to another sentence. None for all cases.
    place : str
        What names the comparison where it is kept what came of cases; nothing where it is not.
    """

    file: str
    game: str
    old: RulesOf
    new: RulesOf
    rule: str | None = None
    store: Path | None = None
    first: bool = False
    run: str = ""
    files: tuple[str, ...] = ()
    only: frozenset[str] | None = None
    pinning: frozenset[str] | None = None
    place: str = ""

    def asks(self, case: Case) -> bool:
        """Return whether it is the turn of a case."""
        if self.only is not None:
            return case.name in self.only
        return self.pinning is None or not self.pinning.isdisjoint(pins_of(case))


def books_of(task: CaseTask) -> Books:
    """Return the two rulebooks of a task; they are loaded once in a process."""
    return _books(task.game, home(task.game), task.old, task.new, task.rule)


@lru_cache(maxsize=2)
def _books(game: str, _home: Home, old: RulesOf, new: RulesOf, rule: str | None) -> Books:
    return Books(game, old, new, rule)


def case_tasks(
    game: str,
    files: Iterable[Path],
    old: RulesOf,
    new: RulesOf,
    rule: str | None = None,
    *,
    first: bool = False,
    place: str = "",
) -> list[CaseTask]:
    """Return files as tasks."""
    run = uuid4().hex
    names = tuple(map(str, files))
    return [
        CaseTask(name, game, old, new, rule, store_in_use(), first, run, names, place=place)
        for name in names
    ]
