"""Plain values of a scenario, taken with their places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.errors import nearest, quote
from kb.scenario import reader
from kb.scenario.reader import Path_, ScenarioError


def numbered(value: Any, path: Path_) -> list[tuple[Path_, Any]]:
    """Return the entries of a list with their places; what is no list is its only entry."""
    if isinstance(value, list | tuple):
        return [((*path, index), entry) for index, entry in enumerate(value)]
    return [(path, value)]


def shape(value: Any) -> str:
    """Return what a value is, in the words of an error."""
    return reader.kind(reader.node_of(value))


def text_of(value: Any, path: Path_) -> str:
    """Return a value that has to be text."""
    if not isinstance(value, str) or not value.strip():
        raise ScenarioError(f"{shape(value)}; expected text", path)
    return value


def texts_of(value: Any, path: Path_) -> tuple[str, ...]:
    """Return a text, or a list of them."""
    if value is None:
        return ()
    return tuple(text_of(entry, place) for place, entry in numbered(value, path))


def flag(value: Any, path: Path_) -> bool:
    """Return a value that has to be true or false."""
    if not isinstance(value, bool):
        raise ScenarioError(f"{shape(value)} as {quote(path[-1])}; expected true or false", path)
    return value


def counted(value: Any, path: Path_, expected: str, least: int = 1, most: int | None = None) -> int:
    """Return a value that has to be a number within bounds; `expected` says which."""
    if type(value) is not int or value < least or (most is not None and value > most):
        raise ScenarioError(f"{shape(value)} as {quote(path[-1])}; expected {expected}", path)
    return value


def known_keys(data: Iterable[Any], known: Iterable[str], path: Path_, what: str) -> None:
    """Refuse a key that has no meaning; `what` says in what it stands."""
    words = list(known)
    for key in data:
        if key not in words:
            message = f"unknown key {quote(str(key))} in {what}{nearest(str(key), words)}"
            raise ScenarioError(message, (*path, key), key=True)
