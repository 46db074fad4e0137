"""What is printed as JSON: each shape declared once, for the data and for their JSON Schema.

A shape is a `TypedDict`. Its keys are attributes of the object that is written, or keys of a
mapping; in ``Annotated`` stand a sentence about a key, what makes further words of the
schema, and, as `From`, where the value comes from. A key that is ``NotRequired`` is left out where
there is nothing to say.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal, NotRequired, TypeVar

from kb.records import record

JSON_VERSION = 2
"""The version of the shapes: every answer carries it."""

Schema = dict[str, Any]
_T = TypeVar("_T")

_PLAIN = {str: "string", int: "integer", bool: "boolean", float: "number", type(None): "null"}


@record
class From:
    """Where a value comes from, if not from the attribute of the same name.

    Parameters
    ----------
    source : str
        The attribute, or several with dots between them; a number for a place in a tuple, and
        nothing for the object itself.
    make : callable, optional
        What makes the value of it.
    """

    source: str
    make: Callable[[Any], Any] = lambda value: value


def serialized(shape: type[_T], value: object, **made: object) -> _T:
    """Return an object as plain data; `made` are values that are there already.

    Parameters
    ----------
    shape : type
        A `TypedDict`.
    value : object
        An object with these attributes, or a mapping with these keys.
    """
    found: dict[str, Any] = {}
    for key, hint in _hints(shape).items():
        needed, of, metadata = _parts(hint)
        if key in made:
            found[key] = made[key]
            continue
        source = next((one for one in metadata if isinstance(one, From)), From(key))
        taken = value
        for name in filter(None, source.source.split(".")):
            taken = _at(taken, name)
        taken = source.make(taken)
        if needed or taken is not None:
            found[key] = _plain(of, taken)
    return typing.cast(_T, found)


def _at(value: Any, name: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(name)
    return value[int(name)] if name.isdigit() else getattr(value, name, None)


def _plain(hint: Any, value: Any) -> Any:
    _, hint, _ = _parts(hint)
    if value is None or hint is Any:
        return value
    if typing.is_typeddict(hint):
        return serialized(hint, value)
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin is list and not isinstance(value, str):
        return [_plain(inside[0], one) for one in value]
    if origin is dict:
        return {str(key): _plain(inside[1], one) for key, one in dict(value).items()}
    if origin in (typing.Union, types.UnionType):
        others = [one for one in inside if one is not type(None)]
        return _plain(others[0], value) if len(others) == 1 else value
    return str(value) if hint is str else value


def json_schema(shape: Any) -> Schema:
    """Return the JSON Schema of a shape."""
    _, shape, metadata = _parts(shape)
    found = _schema(shape)
    for one in metadata:
        if isinstance(one, str):
            found["description"] = one
        elif callable(one):
            found.update(one())
    return found


def _schema(hint: Any) -> Schema:
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, type) and hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if origin is list:
        return {"type": "array", "items": json_schema(inside[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": json_schema(inside[1])}
    if origin is Literal:
        return {"enum": list(inside)}
    if origin in (typing.Union, types.UnionType):
        return any_of(inside)
    if typing.is_typeddict(hint):
        hints = _hints(hint)
        return {
            "type": "object",
            "description": (hint.__doc__ or "").partition("\n")[0],
            "properties": {key: json_schema(one) for key, one in hints.items()},
            "required": [key for key, one in hints.items() if _parts(one)[0]],
            "additionalProperties": False,
        }
    return {}


def least(number: int) -> Callable[[], Schema]:
    """Return what says in a schema how small a number may be."""
    return lambda: {"minimum": number}


def any_of(hints: Iterable[Any]) -> Schema:
    """Return the JSON Schema of whatever fits one of several shapes."""
    found = [json_schema(one) for one in hints]
    return {"anyOf": [one for place, one in enumerate(found) if one not in found[:place]]}


_HINTS: dict[Any, dict[str, Any]] = {}


def _hints(shape: Any) -> dict[str, Any]:
    if shape not in _HINTS:
        _HINTS[shape] = typing.get_type_hints(shape, include_extras=True)
    return _HINTS[shape]


def _parts(hint: Any) -> tuple[bool, Any, tuple[Any, ...]]:
    """Return whether a key is needed, what it holds, and what is said of it."""
    needed, metadata = True, ()
    while typing.get_origin(hint) in (NotRequired, Annotated):
        if typing.get_origin(hint) is NotRequired:
            needed = False
        else:
            metadata += hint.__metadata__
        hint = typing.get_args(hint)[0]
    return needed, hint, metadata
