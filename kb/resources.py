"""Where the rules, the questions and the worked examples lie.

What comes with Ludex lies in the wheel, or in a checkout. A game may also lie in a folder of the
user's: it is found there for as long as `own_rules` lasts, and in nobody else's call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path, PurePath, PurePosixPath
from typing import Literal

from kb.errors import LudexError, nearest, quote
from kb.records import record

Resource = Literal["rules", "queries", "rulings", "examples"]

GAME_FILE = "game.yaml"

_PACKAGE = Path(__file__).resolve().parent
_IN_CHECKOUT: dict[Resource, str] = {
    "rules": "rules",
    "queries": "queries",
    "rulings": "tests/rulings",
    "examples": "examples",
}
_NAME = re.compile(r"^game:[ \t]*[\"']?([\w.-]+)", re.MULTILINE)
_OWN: ContextVar[Path | None] = ContextVar("own rules", default=None)


def resource(name: Resource) -> Path:
    """Return the folder of the rules, the questions, the worked examples, or the first examples.

    A wheel carries them inside the package, so that an installed Ludex works from any folder;
    in a checkout they stand beside it, where they are read and edited.

    >>> resource("rules").is_dir()
    True
    """
    packaged = _PACKAGE / "_data" / name
    return packaged if packaged.is_dir() else _PACKAGE.parent / _IN_CHECKOUT[name]


@record
class Home:
    """Where a game lies.

    Attributes
    ----------
    rules : Path
        The folder with its file, its cards and its rules.
    queries : Path
        The folder with its boards, and with what counts of them; it need not be there.
    shown : PurePath
        What messages call the folder of its rules.
    changed : int
        When something in it was last changed; it is not looked up for what comes with Ludex.
    """

    rules: Path
    queries: Path
    shown: PurePath
    changed: int = 0

    @property
    def own(self) -> bool:
        """Whether it is a folder of the user's."""
        return self.changed > 0


@contextmanager
def own_rules(folder: Path | str | None) -> Iterator[None]:
    """Let games be found in a folder of the user's, too, before those that come with Ludex.

    Parameters
    ----------
    folder : path or None
        The folder of a game, with its ``game.yaml``, or one that holds several; None for none.

    Raises
    ------
    LudexError
        If there is no such folder, or no game in it.
    """
    if folder is None:
        yield
        return
    path = Path(folder)
    if not path.is_dir():
        raise LudexError("no such folder", file=path)
    if not _games_in(path):
        message = f"no game is in this folder; expected {GAME_FILE}, or folders with one"
        raise LudexError(message, file=path)
    token = _OWN.set(path)
    try:
        yield
    finally:
        _OWN.reset(token)


def own() -> Path | None:
    """Return the folder of the user's in which games are found."""
    return _OWN.get()


def game_names() -> list[str]:
    """Return the names of the games that there are."""
    found = {path.parent.name for path in resource("rules").glob(f"*/{GAME_FILE}")}
    folder = _OWN.get()
    return sorted(found if folder is None else found | _games_in(folder).keys())


def home(game: str) -> Home:
    """Return where a game lies.

    Raises
    ------
    LudexError
        If there is no such game; the message names the nearest one.
    """
    folder = _OWN.get()
    found = {} if folder is None else _games_in(folder)
    if game in found:
        place = found[game]
        changed = max(path.stat().st_mtime_ns for path in place.rglob("*"))
        return Home(place, place / "queries", place, changed)
    names = game_names()
    if game not in names:
        raise LudexError(f"unknown game {quote(game)}{nearest(game, names)}")
    shown = PurePosixPath("rules") / game  # in the same way wherever they lie
    return Home(resource("rules") / game, resource("queries") / game, shown)


def _games_in(folder: Path) -> dict[str, Path]:
    """Return the games of a folder: the one that it is, or those that it holds."""
    files = [folder / GAME_FILE]
    if not files[0].is_file():
        files = sorted(folder.glob(f"*/{GAME_FILE}"))
    return {_name_in(file): file.parent for file in files}


def _name_in(file: Path) -> str:
    """Return the name that a game's file gives; what is wrong with it is said by who reads it."""
    try:
        said = _NAME.search(file.read_text(encoding="utf-8", errors="replace")[:100_000])
    except OSError:
        said = None
    return file.resolve().parent.name if said is None else said[1]
