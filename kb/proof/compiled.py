"""The instance-finding programs of a rulebook's statements, kept between runs.

A program is made when something first rests on its statement. What was made is kept together;
it is written anew only when it has grown by a good part or by some dozens, so that a long run
seldom writes, and a short one that is done again finds all.
"""

from __future__ import annotations

from dataclasses import fields
from json import dumps, loads
from typing import Any
from weakref import WeakKeyDictionary

from kb.cache import Entry
from kb.plain import Codec
from kb.proof.support import Collection, Element, Support, SupportShape
from kb.rulebook.rulebook import Rulebook
from kb.rulebook.statement import Statement

CODE = ("proof/compiled.py", "proof/support.py", "proof/writer.py", "plain.py", "rulebook")
"""The code on which the programs depend, below ``kb``."""

WORTH = 48
"""How many new programs are kept at once: to make them takes longer than to write all."""

_CODEC = Codec(Collection, Element, SupportShape)
_KEPT = [each.name for each in fields(Support) if each.name != "statement"]


class CompiledSupports:
    """The programs of one rulebook.

    Parameters
    ----------
    book : Rulebook
    """

    def __init__(self, book: Rulebook) -> None:
        self._entry = Entry.of("why", CODE, [book.key]) if book.key else None
        self._numbers = {id(one): number for number, one in enumerate(book.statements)}
        found = None if self._entry is None else self._entry.load()
        self._texts: dict[str, str] = found if isinstance(found, dict) else {}
        # A statement is kept with its programs, so that no other can get its identity.
        self._made: dict[int, tuple[Statement, tuple[Support, ...]]] = {}
        self._new = 0

    def of(self, statement: Statement) -> tuple[Support, ...]:
        """Return the programs of a statement; of another rulebook's they are not kept."""
        known = self._made.get(id(statement))
        if known is None:
            number = self._numbers.get(id(statement))
            if number is None:
                found = _compiled(statement, f"other{len(self._made)}")
            else:
                found = self._kept(statement, str(number))
            known = self._made[id(statement)] = (statement, found)
        return known[1]

    def _kept(self, statement: Statement, number: str) -> tuple[Support, ...]:
        try:
            return tuple(
                Support(statement, *_CODEC.decode(each)) for each in loads(self._texts[number])
            )
        except (LookupError, TypeError, ValueError, RuntimeError):
            pass
        found = _compiled(statement, number)
        if self._entry is not None:
            data: Any = [
                _CODEC.encode(tuple(getattr(each, name) for name in _KEPT)) for each in found
            ]
            self._texts[number] = dumps(data, separators=(",", ":"))
            self._new += 1
        return found

    def save(self) -> None:
        """Keep what was made, if it is worth it."""
        if self._entry is not None and self._new > min(WORTH, len(self._texts) // 8):
            self._entry.save(self._texts)
            self._new = 0


def _compiled(statement: Statement, number: str) -> tuple[Support, ...]:
    from kb.proof.writer import supports  # syntax trees take a while to import

    return supports(statement, number)


_known: WeakKeyDictionary[Rulebook, CompiledSupports] = WeakKeyDictionary()


def compiled_supports(book: Rulebook) -> CompiledSupports:
    """Return the programs of a rulebook; views of all its days share them."""
    found = _known.get(book)
    if found is None:
        found = _known[book] = CompiledSupports(book)
    return found
