"""Records: data classes whose attributes are never set again, made quickly.

A command imports some hundred of them. `dataclasses.dataclass` compiles six functions for each
frozen one, which took an eighth of a short command's time; here one is compiled, and the others are
shared. That nothing is set again is for the type checker to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeVar, cast, dataclass_transform, overload

_T = TypeVar("_T")


@overload
def record(cls: type[_T], /) -> type[_T]: ...


@overload
def record(
    *, eq: bool = True, init: bool = True, kw_only: bool = False, slots: bool = False
) -> Callable[[type[_T]], type[_T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(
    cls: type[Any] | None = None,
    /,
    *,
    eq: bool = True,
    init: bool = True,
    kw_only: bool = False,
    slots: bool = False,
) -> Any:
    """Make a data class of a class; its records equal each other if their attributes do.

    Parameters
    ----------
    eq : bool
        Whether records are compared and hashed by what they hold, and not as the objects that they
        are.
    init, kw_only, slots : bool
        As for `dataclasses.dataclass`.

    Examples
    --------
    >>> @record
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1) == Point(1, 0), Point(2)
    (True, Point(x=2, y=0))
    """

    def made(one: type[Any]) -> type[Any]:
        own = vars(one)
        made: Any = dataclass(init=init, repr=False, eq=False, kw_only=kw_only, slots=slots)(one)
        fields = made.__dataclass_fields__.values()
        if "__repr__" not in own:
            made.__repr__ = _saying([each.name for each in fields if each.repr])
        if eq and "__eq__" not in own:
            compared = [each for each in fields if each.compare]
            hashed = [each.name for each in compared if each.hash in (None, True)]
            made.__eq__, made.__hash__ = _comparing([each.name for each in compared], hashed)
        return cast(type[Any], made)

    return made if cls is None else made(cls)


def _saying(names: Sequence[str]) -> Callable[[Any], str]:
    def said(self: Any) -> str:
        held = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({held})"

    return said


def _comparing(
    compared: Sequence[str], hashed: Sequence[str]
) -> tuple[Callable[[Any, object], Any], Callable[[Any], int]]:
    held, hashing = _held(compared), _held(hashed)

    def equal(self: Any, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or held(self) == held(other)

    def hash_of(self: Any) -> int:
        return hash(hashing(self))

    return equal, hash_of


def _held(names: Sequence[str]) -> Callable[[Any], Any]:
    return attrgetter(*names) if names else lambda _: ()
