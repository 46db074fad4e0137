"""A rulebook that was read and checked, as plain data for the cache, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.plain import Codec
from kb.records import record
from kb.rulebook.edition import Edition, Editions
from kb.rulebook.gaps import Gap, Gaps
from kb.rulebook.header import Label, Renumbering
from kb.rulebook.statement import Statement
from kb.rulebook.vocabulary import Entry, Signature

CODE = ("rulebook", "errors.py", "plain.py")
"""The code on which a compiled rulebook depends, below ``kb``."""

_CODEC = Codec(Edition, Editions, Entry, Gap, Gaps, Label, Renumbering)


@record
class Compiled:
    """What was read from the files of a rulebook, all of it checked.

    Attributes
    ----------
    files : tuple of str
        The names of the files, in the order in which they were read.
    entries : tuple of Entry
        The vocabulary.
    headers : tuple of Label
    statements : tuple of Statement
    editions : Editions
    gaps : Gaps
    """

    files: tuple[str, ...]
    entries: tuple[Entry, ...]
    headers: tuple[Label, ...]
    statements: tuple[Statement, ...]
    editions: Editions
    gaps: Gaps

    def pack(self) -> dict[str, Any]:
        """Return it as plain data."""
        labels = {id(label): number for number, label in enumerate(self.headers)}
        files = {name: number for number, name in enumerate(self.files)}
        signatures: dict[Signature, int] = {}

        def numbers(some: frozenset[Signature]) -> list[int]:
            return [signatures.setdefault(one, len(signatures)) for one in sorted(some)]

        return {
            "statements": [
                [
                    one.text,
                    labels[id(one.label)],
                    files[one.file],
                    one.line,
                    one.derives,
                    numbers(one.heads),
                    numbers(one.bodies),
                ]
                for one in self.statements
            ],
            "signatures": list(signatures),
            "files": self.files,
            "entries": [_CODEC.encode(one) for one in self.entries],
            "headers": [_CODEC.encode(one) for one in self.headers],
            "editions": _CODEC.encode(self.editions),
            "gaps": _CODEC.encode(self.gaps),
        }

    @staticmethod
    def unpack(data: Any) -> Compiled | None:
        """Return what some plain data was made from; None if it is something else."""
        if not isinstance(data, Mapping):
            return None
        try:
            files = tuple(data["files"])
            headers = tuple(map(_CODEC.decode, data["headers"]))
            signatures: list[Signature] = [(name, arity) for name, arity in data["signatures"]]
            return Compiled(
                files,
                tuple(map(_CODEC.decode, data["entries"])),
                headers,
                tuple(
                    Statement(
                        text,
                        headers[label],
                        files[file],
                        line,
                        derives,
                        frozenset([signatures[one] for one in heads]),
                        frozenset([signatures[one] for one in bodies]),
                    )
                    for text, label, file, line, derives, heads, bodies in data["statements"]
                ),
                _CODEC.decode(data["editions"]),
                _CODEC.decode(data["gaps"]),
            )
        except (LookupError, TypeError, ValueError, RuntimeError):
            return None
