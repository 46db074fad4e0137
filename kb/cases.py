"""The worked examples that come with Ludex, and the rules that each of them pins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from kb.errors import LudexError
from kb.resources import resource
from kb.rulebook import Label, Rulebook, read_date

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Case:
    """One situation of a worked example, and the rules that its answers must rest on.

    Attributes
    ----------
    game : str
    name : str
        The number of the example, or else the name of its file.
    title : str
        What it is about; a variant's own name stands behind the title of its file.
    file : str
        Where it is written, below the folder of the worked examples.
    day : date or None
        The day whose rules it is judged by; None for the newest.
    pins : frozenset of str
        The numbers that its questions give under ``because``.
    """

    game: str
    name: str
    title: str
    file: str
    day: date | None
    pins: frozenset[str]


def read_cases(folder: Path | None = None) -> tuple[Case, ...]:
    """Read what the worked examples pin, without judging them.

    Parameters
    ----------
    folder : Path, optional
        Where they lie; those that come with Ludex, unless given.

    Raises
    ------
    LudexError
        If a file cannot be read.
    """
    root = resource("rulings") if folder is None else folder
    return tuple(
        case
        for path in sorted(root.rglob("*.yaml"))
        for case in _read(path, path.relative_to(root))
    )


def cases_on(rulebook: Rulebook, label: Label, cases: Iterable[Case]) -> list[Case]:
    """Return the cases that pin a rule by a number that it had on the day of the case."""
    found = []
    for case in cases:
        day = case.day or rulebook.newest
        known = {number for number, period in label.names() if day in period}
        if case.game == rulebook.game and (known | {label.id}) & case.pins:
            found.append(case)
    return found


def _read(path: Path, shown: Path) -> Iterator[Case]:
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)  # noqa: S506
        whole = _mapping(content)
        for variant in ({}, *map(_mapping, whole.get("variants") or ())):
            said = {**whole, **variant}
            asked = map(_mapping, said.get("ask") or ())
            day = said.get("date")
            yield Case(
                game=str(said.get("game")),
                name=str(said.get("case", path.stem)),
                title=": ".join(
                    str(m[k]) for m, k in ((whole, "title"), (variant, "name")) if k in m
                ),
                file=shown.as_posix(),
                day=None if day is None else read_date(day),
                pins=frozenset(
                    str(pin) for question in asked for pin in question.get("because", ())
                ),
            )
    except LudexError as error:
        raise error.at(str(path)) from None
    except (yaml.YAMLError, UnicodeError, TypeError) as error:
        mark = getattr(error, "problem_mark", None)
        line = None if mark is None else mark.line + 1
        raise LudexError("this is not a scenario", file=path, line=line) from None


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError
    return value
