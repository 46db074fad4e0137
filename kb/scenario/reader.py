"""YAML as plain data whose every key and value knows its line and column.

One reader serves scenarios, game files and card files. It takes mappings, lists, text, whole
numbers, ``true``/``false`` and ``null``; what else YAML can do (tags, anchors, several documents)
is refused, and so is input that is too large, too deep, binary or broken, each with its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from kb.errors import LudexError, instead, nearest, quote
from kb.records import record

MAX_BYTES = 16_000_000
MAX_VALUES = 1_000_000
"""How many values a file may hold: a hundred thousand objects and what is said of them."""
MAX_TEXT = 1_000_000
MAX_DEPTH = 32
MAX_DIGITS = 18

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_LONE = re.compile("[\ud800-\udfff]")
_CONSTANTS: dict[str, bool | None] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "~": None,
    "": None,
}


@record(slots=True)
class Mark:
    """A place in a file, line and column counted from 1."""

    file: str
    line: int
    column: int


@record(slots=True)
class Scalar:
    """A single value: text, a whole number, true or false, or nothing."""

    value: str | int | bool | None
    mark: Mark | None = None


@record(slots=True)
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    mark: Mark | None = None


@record(slots=True)
class Entry:
    """A key's place and its value."""

    node: Node
    mark: Mark | None = None


@record(slots=True)
class Mapping:
    """Keys and values, in the order of the file."""

    entries: dict[str, Entry]
    mark: Mark | None = None

    def get(self, key: str) -> Node | None:
        """Return the value of a key, None when the key is absent."""
        entry = self.entries.get(key)
        return None if entry is None else entry.node

    def key_mark(self, key: str) -> Mark | None:
        """Return the place of a key, or the place of the mapping when the key is absent."""
        entry = self.entries.get(key)
        return self.mark if entry is None else entry.mark


Node = Scalar | Sequence | Mapping
Path_ = tuple[str | int, ...]


def error(message: str, mark: Mark | None) -> LudexError:
    """Return the error that says the message at the place, if there is one."""
    if mark is None:
        return LudexError(message)
    return LudexError(message, file=mark.file, line=mark.line, column=mark.column)


class ScenarioError(LudexError):
    """A mistake in what was read, and the path to it: keys and indices from the top."""

    def __init__(self, message: str, path: Path_ = (), *, key: bool = False) -> None:
        where = ".".join(quote(str(step))[1:-1] for step in path)
        super().__init__(f"{where}: {message}" if where else message)
        self.bare = message
        self.path = path
        self.key = key

    def located(self, node: Node) -> LudexError:
        """Return the error with the place that its path leads to."""
        mark = mark_of(node, self.path, key=self.key)
        return self if mark is None else error(self.bare, mark)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.bare, self.path, self.key)


def _rebuild(message: str, path: Path_, key: bool) -> ScenarioError:
    return ScenarioError(message, path, key=key)


# --- Reading ------------------------------------------------------------------------------------


def read_file(path: str | Path, *, max_bytes: int = MAX_BYTES) -> Node:
    """Read a YAML file.

    Parameters
    ----------
    path : str or Path
        The file; a larger one than `max_bytes` is refused before it is read.
    max_bytes : int
        The size that is still read.

    Raises
    ------
    LudexError
        For a file that cannot be read, and for everything that `read_text` refuses.
    """
    path = Path(path)
    name = str(path)
    try:
        with path.open("rb") as stream:
            # One byte more than allowed tells a file that is too large, pipes included.
            data = stream.read(max_bytes + 1)
    except FileNotFoundError:
        raise LudexError("no such file", file=name) from None
    except IsADirectoryError:
        raise LudexError("this is a folder; expected a YAML file", file=name) from None
    except (OSError, ValueError) as cause:  # ValueError: a NUL in the name
        reason = getattr(cause, "strerror", None) or "not a usable file name"
        raise LudexError(f"cannot be read: {reason.lower()}", file=name) from None
    return read_bytes(data, name, max_bytes=max_bytes)


def read_bytes(data: bytes, name: str, *, max_bytes: int = MAX_BYTES) -> Node:
    """Read YAML from bytes, which must be UTF-8."""
    if len(data) > max_bytes:
        raise LudexError(f"larger than {max_bytes:,} bytes, the most that is read", file=name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as cause:
        if b"\0" in data[:1024]:
            raise LudexError("this is a binary file; expected YAML text", file=name) from None
        before = data[: cause.start]
        line = before.count(b"\n") + 1
        column = len(before.rsplit(b"\n", 1)[-1].decode("utf-8", "replace")) + 1
        raise LudexError(
            f"byte 0x{data[cause.start]:02x} is not UTF-8; save the file as UTF-8",
            file=name,
            line=line,
            column=column,
        ) from None
    return read_text(text, name, max_bytes=max_bytes)


def read_text(text: str, name: str = "<text>", *, max_bytes: int = MAX_BYTES) -> Node:
    """Read YAML from text.

    Parameters
    ----------
    text : str
        The YAML.
    name : str
        What messages call the file.
    max_bytes : int
        The size that is still read.

    Returns
    -------
    Node
        The data, every key and value with its place.

    Raises
    ------
    LudexError
        The first thing in the text that is not plain YAML data.
    """
    if len(text) > max_bytes:
        raise LudexError(f"larger than {max_bytes:,} bytes, the most that is read", file=name)
    control = _CONTROL.search(text)
    if control is not None:
        raise _at(
            text,
            control.start(),
            f"control character {control.group()!r} in the file; expected YAML text",
            name,
        )
    lone = _LONE.search(text)
    if lone is not None:
        raise _at(text, lone.start(), f"{lone.group()!r} is not a Unicode character", name)
    if not text.strip():
        raise LudexError("the file is empty", file=name)
    try:
        return _Composer(text, name).document()
    except yaml.MarkedYAMLError as cause:
        place = cause.problem_mark or cause.context_mark
        found = " ".join(part for part in (cause.context, cause.problem) if part)
        raise LudexError(
            f"not valid YAML: {_plain_words(found)}",
            file=name,
            line=None if place is None else place.line + 1,
            column=None if place is None else place.column + 1,
        ) from None
    except yaml.YAMLError as cause:
        raise LudexError(f"not valid YAML: {_plain_words(str(cause))}", file=name) from None


def _at(text: str, offset: int, message: str, name: str) -> LudexError:
    before = text[:offset]
    return LudexError(
        message,
        file=name,
        line=before.count("\n") + 1,
        column=offset - (before.rfind("\n") + 1) + 1,
    )


def _plain_words(problem: str) -> str:
    return " ".join(problem.split())[:200] or "it cannot be parsed"


class _Composer:
    """Builds the nodes from the parser's events.

    The composer of PyYAML is recursive in C and follows aliases; from events, depth and aliases
    are refused before anything is built on them.
    """

    def __init__(self, text: str, name: str) -> None:
        self.events: Iterator[Any] = iter(yaml.parse(text, Loader=_LOADER))
        self.name = name
        self.left = MAX_VALUES

    def document(self) -> Node:
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                break
        else:
            raise LudexError("the file holds no data, only comments", file=self.name)
        root = self.node(next(self.events), 1)
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                raise error("a second document; expected one", self.mark(event))
        return root

    def mark(self, event: Any) -> Mark:
        place = event.start_mark
        return Mark(self.name, place.line + 1, place.column + 1)

    def node(self, event: Any, depth: int) -> Node:
        mark = self.mark(event)
        self.left -= 1
        if self.left < 0:
            raise error(f"more than {MAX_VALUES:,} values, the most that is read", mark)
        if isinstance(event, yaml.AliasEvent):
            raise error(f"alias {quote(f'*{event.anchor}')}: aliases are not read", mark)
        if event.anchor is not None:
            raise error(f"anchor {quote('&' + event.anchor)}: anchors are not read", mark)
        if event.tag is not None:
            raise error(f"tag {quote(event.tag)}: tags are not read", mark)
        if isinstance(event, yaml.ScalarEvent):
            if len(event.value) > MAX_TEXT:
                raise error(f"text of more than {MAX_TEXT:,} characters", mark)
            return Scalar(_value(event, mark), mark)
        if depth > MAX_DEPTH:
            raise error(f"nested more than {MAX_DEPTH} deep", mark)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Node] = []
            while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
                items.append(self.node(event, depth + 1))
            return Sequence(tuple(items), mark)
        entries: dict[str, Entry] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            place = self.mark(event)
            if not isinstance(event, yaml.ScalarEvent):
                self.node(event, depth + 1)  # an alias, a tag or a list has its own message
                raise error("a list or a mapping as a key; expected a word", place)
            self.left += 1  # a key is no value
            key = self.node(event, depth + 1)
            assert isinstance(key, Scalar)
            if not event.value.strip():
                raise error("an empty key", place)
            if event.value in entries:
                first = entries[event.value].mark
                where = "" if first is None else f" (first in line {first.line})"
                raise error(f"key {quote(event.value)} is given twice{where}", place)
            entries[event.value] = Entry(self.node(next(self.events), depth + 1), place)
        return Mapping(entries, mark)


def _value(event: Any, mark: Mark) -> str | int | bool | None:
    text: str = event.value
    if "\0" in text:
        raise error("text with a NUL character", mark)
    if not event.implicit[0]:  # quoted: always text
        return text
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    # "+2" stays text: it is how a loyalty ability is called, and not the number 2.
    if len(text.removeprefix("-")) <= MAX_DIGITS and _NUMBER.fullmatch(text):
        return int(text)
    return text


# --- From and to plain data ---------------------------------------------------------------------


def keys(node: Node) -> Iterator[str]:
    """Yield the keys of all mappings in a node, however deep."""
    if isinstance(node, Mapping):
        for key, entry in node.entries.items():
            yield key
            yield from keys(entry.node)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from keys(item)


def plain(node: Node) -> Any:
    """Return the plain data of a node.

    >>> plain(read_text("a: [1, +2, 'x']"))
    {'a': [1, '+2', 'x']}
    """
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key: plain(entry.node) for key, entry in node.entries.items()}


def texts(data: object) -> Iterator[str]:
    """Yield every text in plain data, keys among them."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            yield from texts(value)
    elif isinstance(data, list | tuple):
        for item in data:
            yield from texts(item)


def node_of(data: Any, depth: int = 1) -> Node:
    """Return plain data as a node without places, for data that comes from Python."""
    if depth > MAX_DEPTH:
        raise LudexError(f"nested more than {MAX_DEPTH} deep")
    if isinstance(data, dict):
        entries = {}
        for key, value in data.items():
            node_of(str(key), depth)  # for what it refuses
            entries[str(key)] = Entry(node_of(value, depth + 1))
        return Mapping(entries)
    if isinstance(data, list | tuple):
        return Sequence(tuple(node_of(item, depth + 1) for item in data))
    if isinstance(data, str):
        if "\0" in data:
            raise LudexError("text with a NUL character")
        if not data.isascii() and any("\ud800" <= c <= "\udfff" for c in data):
            raise LudexError(f"{quote(data)} is not Unicode text")
        return Scalar(data)
    if data is None or isinstance(data, bool | int):
        return Scalar(data)
    return Scalar(str(data))


def mark_of(node: Node, path: Path_, *, key: bool = False) -> Mark | None:
    """Return the place of what a path leads to.

    Parameters
    ----------
    node : Node
        Where the path starts.
    path : tuple
        Keys and indices. Where it leads out of the data, the last place on it counts.
    key : bool
        Whether the place of the last key is meant, and not that of its value.
    """
    mark = node.mark
    for step in path:
        if isinstance(node, Mapping) and isinstance(step, str) and step in node.entries:
            entry = node.entries[step]
            mark = entry.mark if key and step == path[-1] else entry.node.mark or entry.mark
            node = entry.node
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
            mark = node.mark
        else:
            break
    return mark


def place(node: Node, value: str) -> Mark | None:
    """Return where in a node a text stands first."""
    if isinstance(node, Scalar):
        return node.mark if str(node.value) == value else None
    inner = node.items if isinstance(node, Sequence) else (e.node for e in node.entries.values())
    return next((found for one in inner if (found := place(one, value)) is not None), None)


# --- Taking nodes apart -------------------------------------------------------------------------


def kind(node: Node) -> str:
    """Return what a message calls the node."""
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    if node.value is None:
        return "nothing"
    return quote(node.value) if not isinstance(node.value, bool) else str(node.value).lower()


def mapping(node: Node, what: str) -> Mapping:
    """Return the node as a mapping, or refuse it."""
    if not isinstance(node, Mapping):
        raise error(f"{kind(node)} as {what}; expected a mapping", node.mark)
    return node


def items(node: Node, what: str) -> tuple[Node, ...]:
    """Return the items of a list; a single value counts as a list of one, nothing as empty."""
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Mapping):
        return (node,)
    if node.value is None:
        return ()
    if what and isinstance(node.value, bool):
        raise error(f"{kind(node)} as {what}; expected a list", node.mark)
    return (node,)


def text(node: Node, what: str) -> str:
    """Return the node as text; a number counts as its digits."""
    if isinstance(node, Scalar) and isinstance(node.value, str) and node.value.strip():
        return node.value
    if isinstance(node, Scalar) and type(node.value) is int:
        return str(node.value)
    found = "empty text" if isinstance(node, Scalar) and node.value == "" else kind(node)
    raise error(f"{found} as {what}; expected text", node.mark)


def number(node: Node, what: str, *, least: int | None = None, most: int = 1_000_000) -> int:
    """Return the node as a whole number within bounds."""
    if not isinstance(node, Scalar) or type(node.value) is not int:
        raise error(f"{kind(node)} as {what}; expected a whole number", node.mark)
    if least is not None and node.value < least:
        raise error(f"{node.value} as {what}; expected at least {least}", node.mark)
    if abs(node.value) > most:
        raise error(f"{quote(node.value)} as {what}; expected at most {most:,}", node.mark)
    return node.value


def flag(node: Node, what: str) -> bool:
    """Return the node as true or false."""
    if isinstance(node, Scalar):
        if isinstance(node.value, bool):
            return node.value
        if node.value in ("yes", "no"):
            return node.value == "yes"
    raise error(f"{kind(node)} as {what}; expected true or false", node.mark)


def only(node: Mapping, what: str, words: Iterable[str]) -> None:
    """Refuse the first key that is none of the words."""
    known = set(words)
    for key, entry in node.entries.items():
        if key not in known:
            raise error(f"unknown key {quote(key)} in {what}{nearest(key, known)}", entry.mark)


def needed(node: Mapping, key: str, what: str) -> Node:
    """Return the value of a key that must be there."""
    value = node.get(key)
    if value is None:
        raise error(f"{what} has no {quote(key)}{instead(node.entries)}", node.mark)
    return value
