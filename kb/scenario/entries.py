"""Plain values of a scenario, taken with their places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kb.scenario import reader
from kb.scenario.model import Question
from kb.scenario.reader import Path_, ScenarioError

_T = TypeVar("_T")


def expected(
    asked: Question, path: Path_, read: Callable[[Any, Path_], tuple[_T, ...]]
) -> tuple[tuple[_T, ...] | None, tuple[_T, ...], tuple[_T, ...]]:
    """Return all that is expected of an answer, what is to be among it, and what is not.

    The first is None where nothing is said of all.
    """
    whole = read(asked.expect, (*path, "expect")) if "expect" in asked.said else None
    among = read(asked.includes, (*path, "includes"))
    return whole, among, read(asked.excludes, (*path, "excludes"))


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
