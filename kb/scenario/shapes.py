"""Shapes: what a key of a file takes, read and described (`kb.scenario.declared`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Any, ClassVar

from kb.errors import LudexError, closest, quote
from kb.records import record
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.terms import fold

Schema = dict[str, Any]

DOCUMENTED = ("rule", "says", "example")
"""What a word of a game file says of itself, for those who look it up."""


def found(value: object) -> str:
    """Return what a value is, in the words of an error."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    if value is None:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else quote(value)


def called(path: Path_) -> str:
    """Return what a path leads to, in the words of an error."""
    words = [step for step in path if isinstance(step, str)]
    last = quote(words[-1]) if words else "this"
    return f"an entry of {last}" if path and isinstance(path[-1], int) else last


class Shape:
    """What a key takes."""

    mapping: ClassVar[bool] = False
    """Whether that is a mapping."""

    @property
    def said(self) -> str:
        """What it takes, in words."""
        return "anything"

    def fits(self, _value: object) -> bool:
        """Return whether a value is meant to have this shape, where there are several."""
        return True

    def read(self, value: object, _path: Path_) -> Any:
        """Return what a value stands for, or refuse it."""
        return value

    def leaves(self, value: Any) -> Iterator[Any]:
        """Yield the single values of what was read."""
        yield value

    def records(self) -> Iterator[type[Any]]:
        """Yield the dataclasses that it consists of."""
        inner = [getattr(self, name, None) for name in ("entry", "shape")]
        for shape in (*inner, *getattr(self, "shapes", ())):
            if isinstance(shape, Shape):
                yield from shape.records()

    def schema(self, _defs: Schema) -> Schema:
        """Return the JSON Schema; what it refers to is put among the definitions."""
        return {}

    def documented(self, schema: Schema, _defs: Schema) -> Schema:
        """Return its schema where it is the value of a word, which may be documented besides."""
        return schema

    def refusal(self, value: object, path: Path_) -> ScenarioError:
        """Return the error for a value of another shape."""
        return ScenarioError(f"{found(value)} as {called(path)}; expected {self.said}", path)


@record(eq=False)
class Leaf(Shape):
    """A single value.

    Parameters
    ----------
    expected : str
        What it is, in words.
    json : dict
        Its JSON Schema.
    take : callable
        Makes what a value stands for; None for a value of another shape.
    """

    expected: str
    json: Schema
    take: Callable[[Any], Any]

    @property
    def said(self) -> str:
        """What it takes, in words."""
        return self.expected

    def fits(self, value: object) -> bool:
        """Return whether the value is one of these."""
        return self.take(value) is not None

    def read(self, value: object, path: Path_) -> Any:
        """Return what a value stands for."""
        try:
            taken = self.take(value)
        except LudexError as cause:
            raise ScenarioError(cause.message, path) from None
        if taken is None:
            raise self.refusal(value, path)
        return taken

    def refusal(self, value: object, path: Path_) -> ScenarioError:
        """Return the error for a value that is none of these."""
        if value == "":
            return ScenarioError(f"empty text as {called(path)}", path)
        return super().refusal(value, path)

    def schema(self, _defs: Schema) -> Schema:
        """Return the JSON Schema."""
        return dict(self.json)

    def documented(self, schema: Schema, _defs: Schema) -> Schema:
        """Return the schema of one that may be documented besides: its term is a key, then."""
        return documented(schema)


def _text(value: object) -> str | None:
    if type(value) is int:
        return str(value)
    return value if isinstance(value, str) and value else None


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _day(value: object) -> date | None:
    if isinstance(value, date):
        return value
    if isinstance(value, str) and len(value) == 10 and value.isascii():
        try:
            return date.fromisoformat(value)
        except ValueError:
            return None
    return None


TEXT = Leaf("text", {"type": "string", "minLength": 1}, _text)
FLAG = Leaf("true or false", {"type": "boolean"}, _flag)
DAY = Leaf("a date such as 2013-01-30", {"type": "string", "format": "date"}, _day)
NAME: Schema = TEXT.json
NUMBER: Schema = {"type": "integer", "minimum": 0}


@record
class Whole(Shape):
    """A whole number within bounds."""

    least: int | None = None
    most: int | None = None

    @property
    def said(self) -> str:
        """What it takes, in words."""
        return "a whole number"

    def fits(self, value: object) -> bool:
        """Return whether the value is a whole number."""
        return type(value) is int

    def read(self, value: object, path: Path_) -> int:
        """Return the number."""
        if type(value) is not int:
            raise self.refusal(value, path)
        for bound, word in ((self.least, "least"), (self.most, "most")):
            if bound is not None and (value < bound if word == "least" else value > bound):
                message = f"{quote(value)} as {called(path)}; expected at {word} {bound}"
                raise ScenarioError(message, path)
        return value

    def schema(self, _defs: Schema) -> Schema:
        """Return the JSON Schema."""
        bounds = {"minimum": self.least, "maximum": self.most}
        return {"type": "integer", **{k: v for k, v in bounds.items() if v is not None}}


@record
class List(Shape):
    """A list; if not `strict`, a single entry may stand in its place."""

    entry: Shape
    strict: bool = False
    unordered: bool = False

    @property
    def said(self) -> str:
        """What it takes, in words."""
        return "a list"

    def read(self, value: object, path: Path_) -> Any:
        """Return the entries."""
        if not isinstance(value, list | tuple):
            if self.strict:
                raise self.refusal(value, path)
            value = [] if value is None else [value]
        found = [self.entry.read(one, (*path, n)) for n, one in enumerate(value)]
        return found if self.strict else (frozenset if self.unordered else tuple)(found)

    def leaves(self, value: Any) -> Iterator[Any]:
        """Yield the single values of the entries."""
        for one in value:
            yield from self.entry.leaves(one)

    def schema(self, defs: Schema) -> Schema:
        """Return the JSON Schema."""
        entry = self.entry.schema(defs)
        many = {"type": "array", "items": entry}
        return many if self.strict else {"anyOf": [entry, many]} if entry else {}


@record(eq=False)
class Named(Shape):
    """A mapping with names as keys."""

    mapping: ClassVar[bool] = True
    entry: Shape
    folded: bool = False
    worded: bool = False

    @property
    def said(self) -> str:
        """What it takes, in words."""
        return "a mapping"

    def fits(self, value: object) -> bool:
        """Return whether the value is a mapping."""
        return isinstance(value, dict)

    def read(self, value: object, path: Path_) -> dict[str, Any]:
        """Return the entries by name."""
        if not isinstance(value, dict):
            raise self.refusal(value, path)
        read = self.entry.read
        entries = {}
        for name, one in value.items():
            if self.worded and isinstance(one, dict):
                one = {k: v for k, v in one.items() if k not in DOCUMENTED}
                if isinstance(self.entry, Leaf) and set(one) == {"term"}:
                    one = one["term"]
            entries[fold(str(name)) if self.folded else str(name)] = read(one, (*path, str(name)))
        return entries

    def leaves(self, value: Any) -> Iterator[Any]:
        """Yield the single values of the entries."""
        for one in value.values():
            yield from self.entry.leaves(one)

    def schema(self, defs: Schema) -> Schema:
        """Return the JSON Schema."""
        entry = self.entry.schema(defs)
        if self.worded:
            entry = self.entry.documented(entry, defs)
        return {"type": "object", "additionalProperties": entry} if entry else {"type": "object"}


DOCUMENTATION: Schema = {
    "rule": {"description": "The number of the rule behind it, or several."},
    "says": {"type": "string", "description": "One sentence about it."},
    "example": {"description": "How it stands in a file."},
}
"""The JSON Schema of what a word says of itself."""


def documented(entry: Schema) -> Schema:
    """Return the schema of a word that may be documented besides: its term is a key, then."""
    row = {"properties": {"term": entry, **DOCUMENTATION}, "additionalProperties": False}
    return {"anyOf": [entry, {"type": "object", **row}]}


@record
class OneOf(Shape):
    """One of several shapes, which are told apart at sight."""

    shapes: tuple[Shape, ...]

    @property
    def said(self) -> str:
        """What it takes, in words."""
        return " or ".join(dict.fromkeys(shape.said for shape in self.shapes))

    def read(self, value: object, path: Path_) -> Any:
        """Return what a value stands for, by the shape that it has."""
        numbers = [s for s in self.shapes if isinstance(s, Whole)] if type(value) is int else []
        fitting = next((s for s in (*numbers, *self.shapes) if s.fits(value)), None)
        if fitting is None:
            leaf = next((s for s in self.shapes if isinstance(s, Leaf)), None)
            fitting = self.shapes[-1 if self.shapes[-1].mapping else 0]
            if value == "" and leaf is not None:  # a text is meant, and there is none
                fitting = leaf
        return fitting.read(value, path)

    def schema(self, defs: Schema) -> Schema:
        """Return the JSON Schema."""
        return {"anyOf": [shape.schema(defs) for shape in self.shapes]}


@record
class Choice(Shape):
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def said(self) -> str:
        """What it takes, in words."""
        *others, last = (f"'{word}'" for word in self.words)
        return f"{', '.join(others)} or {last}" if others else last

    def fits(self, value: object) -> bool:
        """Return whether the value is one of the words."""
        return value in self.words

    def read(self, value: object, path: Path_) -> str:
        """Return the word."""
        if not isinstance(value, str) or value not in self.words:
            close = closest(value, self.words) if isinstance(value, str) else None
            if close is None:
                raise self.refusal(value, path)
            message = f"{found(value)} as {called(path)}; did you mean {quote(close)}?"
            raise ScenarioError(message, path)
        return value

    def schema(self, _defs: Schema) -> Schema:
        """Return the JSON Schema."""
        return {"enum": list(self.words)}


@record
class Maybe(Shape):
    """A shape, or nothing."""

    shape: Shape
    one: str | None = None

    @property
    def said(self) -> str:
        """What it takes, in words."""
        return self.shape.said

    def fits(self, value: object) -> bool:
        """Return whether the value has the shape."""
        return value is None or self.shape.fits(value)

    def read(self, value: object, path: Path_) -> Any:
        """Return what a value stands for; None stays."""
        if value is None:
            return None
        if self.one is not None and isinstance(value, list | tuple):
            raise ScenarioError(f"a list as {called(path)}; {self.one}", path)
        return self.shape.read(value, path)

    def leaves(self, value: Any) -> Iterator[Any]:
        """Yield the single values, if there are any."""
        if value is not None:
            yield from self.shape.leaves(value)

    def schema(self, defs: Schema) -> Schema:
        """Return the JSON Schema."""
        return self.shape.schema(defs)


def described(schema: Schema, says: str) -> Schema:
    """Return a schema with a sentence about what it is for."""
    return {**schema, "description": says} if says else schema


def enumerated(words: Iterable[str]) -> Schema:
    """Return the schema of one of many words."""
    return {"enum": sorted(set(words))}
