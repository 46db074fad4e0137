"""Records as plain data and back, so that they can be kept as JSON without running anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any

from clingo import Symbol, parse_term

_MADE: dict[str, Callable[[list[Any]], Any]] = {
    "tuple": tuple,
    "list": list,
    "frozenset": frozenset,
    "dict": lambda found: dict(zip(found[::2], found[1::2], strict=True)),
    "date": lambda found: date.fromordinal(found[0]),
    "Symbol": lambda found: parse_term(found[0]),
    "Path": lambda found: Path(found[0]),
}


class Codec:
    """Writes records of some classes as lists, each after the name of its class.

    Parameters
    ----------
    *classes : type
        The data classes that may stand in the records; nothing else is ever made.

    Examples
    --------
    >>> codec = Codec()
    >>> codec.encode((1, frozenset({"a"})))
    ['tuple', 1, ['frozenset', 'a']]
    >>> codec.decode(['tuple', 1, ['frozenset', 'a']])
    (1, frozenset({'a'}))
    """

    def __init__(self, *classes: type) -> None:
        self._names = {
            one: (one.__name__, [each.name for each in fields(one) if each.init]) for one in classes
        }
        self._made = dict(_MADE)
        for one, (name, _) in self._names.items():
            self._made[name] = _maker(one)

    def encode(self, value: object) -> Any:
        """Return a value as what JSON can hold."""
        if value is None or isinstance(value, str | int):
            return value
        known = self._names.get(type(value))
        if known is not None:
            name, attributes = known
            return [name, *(self.encode(getattr(value, each)) for each in attributes)]
        match value:
            case tuple():
                return ["tuple", *map(self.encode, value)]
            case list():
                return ["list", *map(self.encode, value)]
            case frozenset():
                return ["frozenset", *sorted(map(self.encode, value), key=repr)]
            case Mapping():
                return ["dict", *(self.encode(each) for pair in value.items() for each in pair)]
            case date():
                return ["date", value.toordinal()]
            case Symbol():
                return ["Symbol", str(value)]
            case Path():
                return ["Path", str(value)]
        raise TypeError(f"{type(value).__name__} is not plain")

    def decode(self, data: Any) -> Any:
        """Return what some data was made from.

        Raises
        ------
        LookupError, TypeError, ValueError, RuntimeError
            If it was made from nothing that the codec writes.
        """
        if data.__class__ is not list:
            return data
        decode = self.decode
        return self._made[data[0]](
            [decode(each) if each.__class__ is list else each for each in data[1:]]
        )


def _maker(cls: type) -> Callable[[list[Any]], Any]:
    return lambda found: cls(*found)
