"""Gaps: what the documents leave open or say in two ways, and how it may be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path

import yaml

from kb.errors import LudexError, nearest, quote
from kb.records import record
from kb.rulebook.edition import root_of
from kb.rulebook.header import Label

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_KEYS = ("question", "readings")
_MORE = ("supposed",)

Readings = Mapping[str, str]
"""The names of gaps, and of the reading that is taken of each."""


@record
class Gap:
    """Something that the documents leave open, or of which they say two things.

    Attributes
    ----------
    name : str
        What it is called, such as ``N-FF-06``.
    question : str
        The question that it leaves open.
    readings : mapping of str to str
        The names of its readings, each with what it says; the first is the default.
    supposed : mapping of str to str
        Where not the documents are silent but whoever describes a board: what each reading supposes
        of it, as answers that hang on that say it. Empty for a gap of the documents.
    file, line : str, int
        Where it is written.
    """

    name: str
    question: str
    readings: Mapping[str, str] = field(hash=False)
    supposed: Mapping[str, str] = field(default_factory=dict, hash=False)
    file: str = ""
    line: int = 0

    @property
    def default(self) -> str:
        """The reading that is taken unless another is asked for."""
        return next(iter(self.readings))


@record
class Gaps:
    """The gaps of a game, in the order of its file."""

    gaps: Mapping[str, Gap] = field(default_factory=dict, hash=False)

    def __bool__(self) -> bool:
        return bool(self.gaps)

    def gap(self, name: str) -> Gap:
        """Return the gap of a name, or refuse the name."""
        found = self.gaps.get(name)
        if found is None:
            hint = nearest(name, self.gaps) if self.gaps else "; the game has none"
            raise LudexError(f"unknown gap {quote(name)}{hint}")
        return found

    def check(self, name: str, reading: str) -> None:
        """Refuse a gap, or a reading of it, that the game does not know."""
        gap = self.gap(name)
        if reading not in gap.readings:
            raise LudexError(
                f"unknown reading {quote(reading)} of {name}{nearest(reading, gap.readings)}"
            )

    def chosen(self, readings: Readings | None = None) -> dict[str, str]:
        """Return the reading taken of each gap: the given ones, and the defaults of the others."""
        for name, reading in (readings or {}).items():
            self.check(name, reading)
        return {gap.name: gap.default for gap in self.gaps.values()} | dict(readings or {})

    @staticmethod
    def read(path: Path, name: str | None = None) -> Gaps:
        """Read the key ``gaps`` of a game's file."""
        shown = str(path) if name is None else name
        root = root_of(path, shown)
        pairs = root.value if isinstance(root, yaml.MappingNode) else []
        for key, value in pairs:
            if key.value == "gaps":
                return Gaps({gap.name: gap for gap in _gaps(value, shown)})
        return Gaps()


def in_force(label: Label, readings: Readings) -> bool:
    """Return whether a block is in force under the readings taken."""
    return all(readings.get(gap) == reading for gap, reading in label.readings)


def check_readings(labels: Iterable[Label], gaps: Gaps) -> None:
    """Refuse a header under a reading that is not there, and a gap without any block."""
    met: set[str] = set()
    for label in labels:
        for name, reading in label.readings:
            try:
                gaps.check(name, reading)
            except LudexError as error:
                raise error.at(label.file, label.line) from None
            met.add(name)
    for gap in gaps.gaps.values():
        if gap.name not in met:
            raise LudexError(
                f"no block is in force under any reading of {quote(gap.name)}; expected "
                f"'%! reading: {gap.name} {gap.default}' in a header",
                file=gap.file,
                line=gap.line,
            )


def _gaps(node: yaml.Node, file: str) -> Iterable[Gap]:
    seen: set[str] = set()
    for name, value, line in _entries(node, "'gaps'", file):
        if not _NAME.fullmatch(name):
            message = f"{quote(name)} as a gap; expected a name such as N-FF-06"
            raise LudexError(message, file=file, line=line)
        if name in seen:
            raise LudexError(f"the gap {quote(name)} is given twice", file=file, line=line)
        seen.add(name)
        yield _gap(name, value, file, line)


def _gap(name: str, node: yaml.Node, file: str, line: int) -> Gap:
    found: dict[str, yaml.Node] = {}
    for key, value, place in _entries(node, f"the gap {quote(name)}", file):
        if key not in (*_KEYS, *_MORE):
            message = f"unknown key {quote(key)} in a gap{nearest(key, (*_KEYS, *_MORE))}"
            raise LudexError(message, file=file, line=place)
        found[key] = value
    for key in _KEYS:
        if key not in found:
            raise LudexError(f"the gap {quote(name)} has no {quote(key)}", file=file, line=line)
    readings = _readings(found["readings"], "readings", name, file)
    if len(readings) < 2:
        message = f"the gap {quote(name)} has fewer than two readings"
        raise LudexError(message, file=file, line=found["readings"].start_mark.line + 1)
    supposed: dict[str, str] = {}
    if "supposed" in found:
        supposed = _readings(found["supposed"], "supposed", name, file)
        if supposed.keys() != readings.keys():
            named = " and ".join(map(quote, readings))
            message = f"'supposed' of {name} does not name its readings, {named}"
            raise LudexError(message, file=file, line=found["supposed"].start_mark.line + 1)
    question = _text(found["question"], f"'question' of {name}", file)
    return Gap(name, question, readings, supposed, file, line)


def _readings(node: yaml.Node, key: str, name: str, file: str) -> dict[str, str]:
    readings: dict[str, str] = {}
    for reading, value, place in _entries(node, f"{quote(key)} of {name}", file):
        if not _NAME.fullmatch(reading):
            message = f"{quote(reading)} as a reading; expected one word"
            raise LudexError(message, file=file, line=place)
        if reading in readings:
            message = f"the reading {quote(reading)} of {name} is given twice"
            raise LudexError(message, file=file, line=place)
        readings[reading] = _text(value, f"the reading {quote(reading)} of {name}", file)
    return readings


def _entries(node: yaml.Node, what: str, file: str) -> list[tuple[str, yaml.Node, int]]:
    if not isinstance(node, yaml.MappingNode) or not node.value:
        line = node.start_mark.line + 1
        raise LudexError(f"{what} is no mapping, or empty", file=file, line=line)
    return [(str(key.value), value, key.start_mark.line + 1) for key, value in node.value]


def _text(node: yaml.Node, what: str, file: str) -> str:
    if not isinstance(node, yaml.ScalarNode) or not node.value.strip():
        line = node.start_mark.line + 1
        raise LudexError(f"{what} says nothing; expected one sentence", file=file, line=line)
    return " ".join(str(node.value).split())
