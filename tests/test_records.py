"""Records behave as frozen data classes do, but that nothing is forbidden while they run."""

from __future__ import annotations

from dataclasses import field, fields, replace

import pytest

from kb.records import record


@record
class Place:
    """A record of which one attribute is not hashed and one not compared."""

    name: str
    held: dict[str, int] = field(default_factory=dict, hash=False)
    line: int = field(default=0, compare=False, repr=False)


@record
class Below(Place):
    """A record that has all that another has."""

    depth: int = 1


@record(kw_only=True, slots=True)
class Small:
    """A record without room for more."""

    one: int
    other: int = 2


@record(eq=False)
class Thing:
    """A record that equals itself alone."""

    name: str


def test_what_is_compared() -> None:
    assert Place("a", {"b": 1}, 3) == Place("a", {"b": 1}, 4)
    assert Place("a", {"b": 1}) != Place("a", {"b": 2})
    assert Place("a") != Below("a")
    assert Thing("a") != Thing("a")
    assert Small(one=1) == Small(one=1, other=2)


def test_what_is_hashed() -> None:
    assert hash(Place("a", {"b": 1})) == hash(Place("a", {}, 7))
    assert len({Small(one=1), Small(one=1), Small(one=2)}) == 2
    assert len({Thing("a"), Thing("a")}) == 2


def test_how_it_prints() -> None:
    assert repr(Below("a", depth=2)) == "Below(name='a', held={}, depth=2)"


def test_it_is_a_data_class() -> None:
    assert [each.name for each in fields(Below)] == ["name", "held", "line", "depth"]
    assert replace(Small(one=1), other=3) == Small(one=1, other=3)
    with pytest.raises(AttributeError):
        Small(one=1).more = 1  # type: ignore[attr-defined]
