"""What a file may say, declared once.

A mapping is declared as a dataclass: its annotations say what each key takes, and `key` what they
do not: a sentence, bounds, a name that Python could not have. From the declaration come the reading
of plain data, with its messages, the JSON Schema and the pages of documentation.

In an annotation ``tuple[X, ...]`` is a list in whose place a single entry may stand, ``list[X]`` a
list, ``dict[str, X]`` or ``Mapping[str, X]`` a mapping with names as keys. A type that is no
dataclass has its shape beside it: ``Annotated[Template, Leaf(…)]``.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, field, fields
from datetime import date
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar

from kb.errors import instead, nearest, quote
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.shapes import (
    DAY,
    DOCUMENTATION,
    FLAG,
    TEXT,
    Choice,
    List,
    Maybe,
    Named,
    OneOf,
    Schema,
    Shape,
    Whole,
    described,
)

_T = TypeVar("_T")


def key(
    says: str = "",
    default: Any = MISSING,
    *,
    name: str | None = None,
    least: int | None = None,
    most: int | None = None,
    one: str | None = None,
    folded: bool = False,
    worded: bool = False,
) -> Any:
    """Declare a key.

    Parameters
    ----------
    says : str
        One sentence about it.
    default : object, optional
        Its value where it is left out, or what makes the value; without it the key is needed.
    name : str, optional
        The key, where it is no name in Python.
    least, most : int, optional
        Bounds of a number.
    one : str, optional
        What to tell whoever gives a list.
    folded : bool
        Whether the keys of a mapping are compared without case and accents.
    worded : bool
        Whether the keys of a mapping are words that people look up: each may be documented.
    """
    metadata = {
        "says": says,
        "name": name,
        "least": least,
        "most": most,
        "one": one,
        "folded": folded,
        "worded": worded,
    }
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


class Record(Shape):
    """A mapping whose keys a dataclass declares.

    The class may have ``called``, what messages call one; ``custom``, a method that reads what its
    keys cannot say; and ``open``, whether further keys, which it keeps as ``words``, are left to
    whoever knows the game.
    """

    mapping: ClassVar[bool] = True

    def __init__(self, cls: type[Any]) -> None:
        self.cls = cls
        self.called: str = getattr(cls, "called", "")
        self.open: bool = getattr(cls, "open", False)
        self.keys = {_name(f): f for f in fields(cls) if "says" in f.metadata}
        self.needed = [name for name, f in self.keys.items() if not _optional(f)]
        self.own = next((f.name for f in fields(cls) if f.metadata.get("own")), None)

    @property
    def said(self) -> str:
        """What it takes, in words."""
        return "a mapping"

    @cached_property
    def shapes(self) -> dict[str, Shape]:
        """The shape of each key."""
        hints = typing.get_type_hints(self.cls, include_extras=True)
        return {word: _shape(hints[f.name], f.metadata) for word, f in self.keys.items()}

    def records(self) -> Iterator[type[Any]]:
        """Yield the dataclass."""
        yield self.cls

    def fits(self, value: object) -> bool:
        """Return whether the value is a mapping, or was read already."""
        return isinstance(value, dict | self.cls)

    def read(self, value: object, path: Path_) -> Any:
        """Return the keys as an object."""
        if isinstance(value, self.cls):
            return value
        if not isinstance(value, dict):
            raise self.refusal(value, path)
        what = self.called or ": ".join(str(step) for step in path)
        own = None if self.own is None or not path else {self.own: str(path[-1])}
        return self.made(value, path, what, own)

    def made(
        self, data: Mapping[str, Any], path: Path_, what: str, own: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the keys of a mapping as an object."""
        values: dict[str, Any] = dict(own or {})
        words: dict[str, Any] = {}
        shapes = self.shapes
        for word, one in data.items():
            declared = self.keys.get(word)
            if declared is not None:
                values[declared.name] = shapes[word].read(one, (*path, word))
            elif self.open:
                words[str(word)] = one
            else:
                message = f"unknown key {quote(str(word))} in {what}{nearest(word, self.keys)}"
                raise ScenarioError(message, (*path, word), key=True)
        for word in self.needed:
            if word not in data:
                message = f"{what} has no {quote(word)}{instead(data)}{_split_name(data)}"
                raise ScenarioError(message, path)
        if issubclass(self.cls, Said):
            made = object.__new__(self.cls)
            made._fill(values, tuple(data), words)
            return made
        return self.cls(**values)

    def documented(self, schema: Schema, defs: Schema) -> Schema:
        """Return its schema, with what documents it among its keys."""
        defs[self.cls.__name__]["properties"].update(DOCUMENTATION)
        return schema

    def leaves(self, value: Any) -> Iterator[Any]:
        """Yield the single values of all keys."""
        for word, shape in self.shapes.items():
            yield from shape.leaves(getattr(value, self.keys[word].name))

    def schema(self, defs: Schema) -> Schema:
        """Return the JSON Schema: the record stands among the definitions."""
        name = self.cls.__name__
        if name not in defs:
            defs[name] = {}  # it may have itself among its parts
            defs[name] = {
                **({"description": _first_line(self.cls)} if self.cls.__doc__ else {}),
                "type": "object",
                "properties": {
                    word: described(shape.schema(defs), self.keys[word].metadata["says"])
                    for word, shape in self.shapes.items()
                },
                **({"required": self.needed} if self.needed else {}),
                **({} if self.open else {"additionalProperties": False}),
            }
        return {"$ref": f"#/$defs/{name}"}


class Said:
    """A record that can be made from plain data, and knows which keys were said."""

    called: ClassVar[str] = ""
    open: ClassVar[bool] = False
    said: tuple[str, ...]
    words: dict[str, Any]

    def __init__(self, **data: Any) -> None:
        record = record_of(type(self))
        names = {f.name: word for word, f in record.keys.items()}
        given = {names.get(word, word): value for word, value in data.items()}
        made = record.made(given, (), record.called)
        self._fill(made.__dict__, made.said, made.words)

    def _fill(
        self, values: Mapping[str, Any], said: tuple[str, ...], words: dict[str, Any]
    ) -> None:
        for f in fields(type(self)):  # type: ignore[arg-type]
            if f.name not in values:
                factory = f.default_factory
                self.__dict__[f.name] = f.default if factory is MISSING else factory()
        self.__dict__.update(values, said=said, words=words)

    def data(self) -> dict[str, Any]:
        """Return what was said, as plain data."""
        names = {word: f.name for word, f in record_of(type(self)).keys.items()}
        keys = [word for word in names if word in self.said]
        said = {word: _plain(getattr(self, names[word])) for word in keys}
        return {**said, **{word: _plain(value) for word, value in self.words.items()}}

    def with_(self: _T, **values: Any) -> _T:
        """Return the same with other values."""
        other = object.__new__(type(self))
        assert isinstance(self, Said)
        names = {f.name: word for word, f in record_of(type(self)).keys.items()}
        said = dict.fromkeys((*self.said, *(names[name] for name in values)))
        other.__dict__.update({**self.__dict__, **values, "said": tuple(said)})
        return other

    def without(self: _T, word: str) -> _T:
        """Return the same without a key."""
        assert isinstance(self, Said)
        return type(self).read({k: v for k, v in self.data().items() if k != word}, ())

    @classmethod
    def names(cls) -> list[str]:
        """Return the keys that are declared."""
        return list(record_of(cls).keys)

    @classmethod
    def read(cls: type[_T], data: object, path: Path_) -> _T:
        """Return data as such a record; a mistake is reported under the path."""
        return typing.cast(_T, record_of(cls).read(data, path))


def _plain(value: Any) -> Any:
    if isinstance(value, Said):
        return value.data()
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def own_name() -> Any:
    """Declare the field that holds the key under which the whole stands."""
    return field(default="", metadata={"own": True})


_RECORDS: dict[type[Any], Record] = {}


def record_of(cls: type[Any]) -> Record:
    """Return the shape that a dataclass declares."""
    if cls not in _RECORDS:
        _RECORDS[cls] = Record(cls)
    return _RECORDS[cls]


def _shape(hint: Any, more: Mapping[str, Any]) -> Shape:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return next(a for a in arguments[1:] if isinstance(a, Shape))
    if origin in (typing.Union, types.UnionType):
        inner = [_shape(a, more) for a in arguments if a is not type(None)]
        shape = inner[0] if len(inner) == 1 else OneOf(tuple(inner))
        return Maybe(shape, more.get("one")) if type(None) in arguments else shape
    if origin is Literal:
        return Choice(arguments)
    if origin in (list, tuple, frozenset):
        return List(_shape(arguments[0], more), origin is list, origin is frozenset)
    if origin in (dict, Mapping):
        return Named(_shape(arguments[1], {}), more.get("folded", False), more.get("worded", False))
    if hint is int:
        return Whole(more.get("least"), more.get("most"))
    simple: dict[Any, Shape] = {str: TEXT, bool: FLAG, date: DAY, Any: Shape()}
    return simple[hint] if hint in simple else record_of(hint)


def _name(declared: Field[Any]) -> str:
    return declared.metadata["name"] or declared.name


def _optional(declared: Field[Any]) -> bool:
    return declared.default is not MISSING or declared.default_factory is not MISSING


def _first_line(cls: type[Any]) -> str:
    return (cls.__doc__ or "").strip().partition("\n")[0]


def _split_name(data: Mapping[Any, Any]) -> str:
    """Return a hint where a name seems to have been cut in two at its colon."""
    (key, value), *more = data.items() if data else [(None, None)]
    if more or not isinstance(value, str):
        return ""
    return f" (a name with a colon needs quotes: '{key}: {value}')"
