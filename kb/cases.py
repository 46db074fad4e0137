"""The worked examples that come with Ludex, and the rules that each of them pins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from kb.errors import LudexError
from kb.records import record
from kb.resources import resource
from kb.rulebook import Label, Rulebook
from kb.rulebook.gaps import Readings, in_force
from kb.scenario import expanded, load_scenario


@record
class PinnedCase:
    """One scenario of a worked example, and the rules that its answers must rest on.

    Attributes
    ----------
    game : str
    numbers : tuple of str
        The numbers of the examples that it covers.
    name : str
        What reports call it.
    file : str
        Where it is written, below the folder of the worked examples.
    day : date or None
        The day whose rules apply; None for the newest that is covered.
    pins : frozenset of str
        The rules that its questions give under ``because``.
    readings : mapping of str to str
        How gaps are read, where not by default.
    """

    game: str
    numbers: tuple[str, ...]
    name: str
    file: str
    day: date | None
    pins: frozenset[str]
    readings: Readings


def cases_about(labels: Iterable[Label], folder: Path | None = None) -> tuple[PinnedCase, ...]:
    """Read what the worked examples pin in whose files some rules are named, without judging them.

    Parameters
    ----------
    labels : iterable of Label
        The rules.
    folder : Path, optional
        Where they lie; those that come with Ludex, unless given.

    Raises
    ------
    LudexError
        If one of the files is not a scenario.
    """
    root = resource("rulings") if folder is None else folder
    words = {word for label in labels for word in (label.id, *(name for name, _ in label.names()))}
    # Reading a file as what it is takes a hundred times as long as looking a word up in it.
    named = re.compile("|".join(map(re.escape, sorted(words))))
    files = sorted(root.rglob("*.yaml")) if words else []
    about = (file for file in files if named.search(file.read_text("utf-8")))
    return tuple(read_files(about, root))


def examples_of(game: str) -> list[Path]:
    """Return the files of the worked examples of a game."""
    return sorted((resource("rulings") / game).rglob("*.yaml"))


def read_files(paths: Iterable[Path], root: Path | None = None) -> Iterator[PinnedCase]:
    """Read what scenario files pin, without judging them; they are called by their place in `root`.

    Raises
    ------
    LudexError
        If one of the files is not a scenario.
    """
    for path in paths:
        yield from _read(path, path if root is None else path.relative_to(root))


def cases_on(
    rulebook: Rulebook, label: Label, cases: Iterable[PinnedCase]
) -> tuple[PinnedCase, ...]:
    """Return the cases that pin a rule by a number that it had on the day of the case."""
    names = tuple(label.names())

    def pinned(case: PinnedCase) -> bool:
        day = case.day or rulebook.newest
        known = {number for number, period in names if day in period}
        return (
            case.game == rulebook.game
            and bool((known | {label.id}) & case.pins)
            and in_force(label, rulebook.gaps.chosen(case.readings))
        )

    return tuple(filter(pinned, cases))


def _read(path: Path, shown: Path) -> Iterator[PinnedCase]:
    for case in expanded(load_scenario(path)):
        said = case.scenario
        pins = frozenset(pin for question in said.ask for pin in question.because)
        numbers = tuple(said.case)
        name, day = shown.as_posix(), said.date
        yield PinnedCase(said.game, numbers, case.name, name, day, pins, said.readings)


def files_of(
    tested: Path | str | Iterable[Path | str] | None, games: Iterable[str] = ()
) -> list[Path]:
    """Return the scenario files that are meant; without any, those that come with Ludex.

    Of these only those of some games, if games are given.
    """
    if tested is None:
        folder = resource("rulings")
        return scenario_files([folder / game for game in sorted(games)] or [folder])
    if isinstance(tested, str | Path):
        return scenario_files([Path(tested)])
    return scenario_files(map(Path, tested))


def scenario_files(paths: Iterable[Path]) -> list[Path]:
    """Return the scenario files at some paths, those in folders in order of their names.

    Raises
    ------
    LudexError
        If a path is neither, or a folder holds none.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted((*path.rglob("*.yaml"), *path.rglob("*.yml")))
            if not inside:
                raise LudexError("no scenario files in this folder", file=str(path))
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise LudexError("no such file or folder", file=str(path))
    return found
