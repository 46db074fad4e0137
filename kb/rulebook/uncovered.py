"""What the texts say that a rulebook does not state, and where somebody would miss it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

import yaml

from kb.errors import LudexError, nearest, quote
from kb.records import record
from kb.rulebook.edition import read_date, root_of

_KEYS = ("from", "what", "words", "concerns", "questions")


@record
class Uncovered:
    """A part of the texts that the rulebook leaves out.

    Attributes
    ----------
    name : str
        What it is called, such as ``E13``.
    start : date
        The day from which on the texts say so.
    what : str
        What is left out, as what a sentence begins with: ``battles are``.
    words : tuple of str
        The words that only a card or a question about it would use.
    concerns : tuple of str
        The keys of a scenario, actions among them, which together mean that it is about this.
    questions : tuple of str
        The kinds of question that can't be answered without it.
    """

    name: str
    start: date
    what: str
    words: tuple[str, ...] = ()
    concerns: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """What is to be told where it matters."""
        return f"Not covered: {self.what} (since {self.start})."


def read_uncovered(path: Path) -> tuple[Uncovered, ...]:
    """Read the key ``not covered`` of a game's file."""
    root = root_of(path, str(path)) if path.is_file() else None
    for key, value in root.value if isinstance(root, yaml.MappingNode) else []:
        if key.value == "not covered":
            return tuple(_entries(value, str(path)))
    return ()


def unknown_word(word: str, known: Iterable[str], uncovered: Iterable[Uncovered]) -> str:
    """Return what to say after an unknown word: that it is not covered, or the nearest one."""
    for one in uncovered:
        if word.casefold() in one.words:
            return f"; not covered: {one.what} (since {one.start})"
    return nearest(word, known)


def _entries(node: yaml.Node, file: str) -> Iterator[Uncovered]:
    if not isinstance(node, yaml.MappingNode):
        line = node.start_mark.line + 1
        raise LudexError("'not covered' is no mapping", file=file, line=line)
    for key, value in node.value:
        try:
            yield _entry(str(key.value), value)
        except LudexError as error:
            raise error.at(file, key.start_mark.line + 1) from None


def _entry(name: str, node: yaml.Node) -> Uncovered:
    found = {str(k.value): v for k, v in node.value} if isinstance(node, yaml.MappingNode) else {}
    for key in found:
        if key not in _KEYS:
            raise LudexError(f"unknown key {quote(key)} in {quote(name)}{nearest(key, _KEYS)}")
    for key in ("from", "what"):
        if key not in found:
            raise LudexError(f"{quote(name)} has no {quote(key)}")

    def words(key: str) -> tuple[str, ...]:
        value = found.get(key)
        parts = value.value if isinstance(value, yaml.SequenceNode) else []
        return tuple(str(part.value) for part in parts)

    return Uncovered(
        name,
        read_date(str(found["from"].value)),
        str(found["what"].value),
        words("words"),
        words("concerns"),
        words("questions"),
    )
