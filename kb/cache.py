"""What was worked out once, kept for later runs as plain data in the user's cache folder.

An entry is named by the hash of everything that it was made from: the sources, the code that
made it, and the versions of Python, clingo and lark. Reading one parses JSON and runs nothing.
What is damaged, cut off, of another version or not the user's own counts as absent and is made
again; a folder that cannot be read or written costs time only.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
import time
import zlib
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from json import dumps, loads
from pathlib import Path
from typing import Any

import clingo

from kb.records import record

VARIABLE = "LUDEX_CACHE"
"""The environment variable that names another folder."""

FORMAT = 2
"""The version of the form of all entries."""

LARGEST = 32 * 2**20
"""How long one entry may be, in bytes."""

MOST = 256 * 2**20
"""How long all entries may be together; the ones unused for longest give way."""

SUFFIX = ".ludex"
"""What the names of entries end with."""

_UNFINISHED = ".part"
_QUICKLY = 1  # how hard it is tried to make an entry short: what is kept is mostly said again
_STALE = 3600.0  # seconds after which an unfinished entry is one of a process that was killed
_PACKAGE = Path(__file__).resolve().parent


def folder() -> Path:
    """Return the folder of the entries, which need not exist."""
    said = os.environ.get(VARIABLE)
    if said:
        return Path(said)
    from platformdirs import user_cache_path

    return user_cache_path("ludex", appauthor=False)


class _Keeping:
    """Whether this process keeps what it works out."""

    nothing = False


def keep_nothing() -> None:
    """Have this process read what is kept, and keep nothing more."""
    _Keeping.nothing = True


@record
class Entry:
    """The place of something that was worked out.

    Attributes
    ----------
    kind : str
        What it is, such as ``rulebook``.
    key : str
        The hash of everything that it is made from.
    """

    kind: str
    key: str

    @staticmethod
    def of(kind: str, code: Iterable[str], sources: Iterable[str | bytes]) -> Entry:
        """Return the place of something.

        Parameters
        ----------
        kind : str
        code : iterable of str
            The modules and packages of Ludex that make it, as paths below ``kb``.
        sources : iterable of str or bytes
            What it is made from.
        """
        found = sha256(_versions())
        for name in code:
            found.update(_hash_of_code(name))
        for source in sources:
            data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
            found.update(b"%d:" % len(data))
            found.update(data)
        return Entry(kind, found.hexdigest())

    @property
    def path(self) -> Path:
        """The file that holds it."""
        return folder() / f"{self.kind}-{self.key[:32]}{SUFFIX}"

    def load(self) -> Any:
        """Return what is kept, as plain data; None if there is nothing that can be trusted."""
        try:
            data = _read(self.path)
            if data is None:
                return None
            head, _, body = data.partition(b"\n")
            if head != self._head(body):
                return None
            return loads(_unpacked(body))
        except (OSError, ValueError, RecursionError, MemoryError, zlib.error):
            return None

    def save(self, data: object) -> None:
        """Keep plain data, if that is possible: all of it at once, or nothing."""
        if _Keeping.nothing:
            return
        path = self.path
        unfinished: Path | None = None
        try:
            plain = dumps(data, separators=(",", ":")).encode("ascii")
            if len(plain) > LARGEST:
                return
            body = zlib.compress(plain, _QUICKLY)
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(_UNFINISHED, f"{path.stem}.", path.parent)
            unfinished = Path(name)
            with os.fdopen(handle, "wb") as file:
                file.write(self._head(body) + b"\n" + body)
            unfinished.replace(path)
            unfinished = None
            _make_room(path.parent, path)
        except (OSError, ValueError):  # a path may be none at all
            pass
        finally:
            if unfinished is not None:
                with contextlib.suppress(OSError):
                    unfinished.unlink()

    def _head(self, body: bytes) -> bytes:
        said = f"ludex {FORMAT} {self.kind} {self.key} {sha256(body).hexdigest()}"
        return said.encode("utf-8")


@cache
def _versions() -> bytes:
    lark = find_spec("lark")  # to import it would take longer than all else here
    origin = b"" if lark is None or lark.origin is None else Path(lark.origin).read_bytes()
    python = f"{sys.implementation.name} {sys.version} {sys.byteorder}"
    return sha256(f"{FORMAT} {python} {clingo.__version__} ".encode() + origin).digest()


WHOLE = "."
"""In place of a module or package: all that Ludex is made of, grammars and all."""

ANSWERING = "./"
"""In place of them: all of it but `BESIDE`."""

READING = ("cards/", "errors.py", "plain.py", "records.py")
"""What reads the texts of cards: the package with all below it, and what that uses."""

BESIDE = ("cli", "comparison", "serve", "verification")
"""The packages on which no answer depends: they ask, compare and show."""


@cache
def _hash_of_code(name: str) -> bytes:
    path = _PACKAGE / name
    found = sha256(name.encode())
    files = path.glob("*.py")
    if name == WHOLE or name.endswith("/"):
        files = (each for each in path.rglob("*") if each.suffix in (".py", ".lark"))
    if name == ANSWERING:
        files = (each for each in files if each.relative_to(path).parts[0] not in BESIDE)
    for file in sorted(files) if path.is_dir() else [path]:
        found.update(file.name.encode() + file.read_bytes())
    return found.digest()


def _read(path: Path) -> bytes | None:
    """Return what a file holds, if it is a plain one that nobody else can have written."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, flags | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST or _foreign(found):
            return None
        data = file.read(LARGEST + 1)
    if found.st_mtime < time.time() - _STALE:
        with contextlib.suppress(OSError):
            os.utime(path)  # used: others give way before it
    return data


def _unpacked(body: bytes) -> bytes:
    """Return the data of an entry; none of them is longer than one may be."""
    reader = zlib.decompressobj()
    plain = reader.decompress(body, LARGEST)
    if not reader.eof:
        raise ValueError("not a whole entry")
    return plain


def _foreign(found: os.stat_result) -> bool:
    """Tell whether somebody else owns a file or may write it, where the system knows."""
    user = getattr(os, "geteuid", None)
    return user is not None and (found.st_uid != user() or bool(found.st_mode & 0o022))


def _make_room(where: Path, newest: Path) -> None:
    """Remove the entries unused for longest until all fit, and what killed processes left."""
    entries: list[tuple[float, int, Path]] = []
    for path in where.iterdir():
        if path.suffix not in (SUFFIX, _UNFINISHED) or path == newest:
            continue
        with contextlib.suppress(OSError):  # another process may be faster
            found = path.lstat()
            if path.suffix == SUFFIX:
                entries.append((found.st_mtime, found.st_size, path))
            elif found.st_mtime < time.time() - _STALE:
                path.unlink()
    left = MOST - newest.stat().st_size - sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries):
        if left >= 0:
            break
        with contextlib.suppress(OSError):
            path.unlink()
        left += size
