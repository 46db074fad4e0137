"""Which rules files of cases seem to pin, or to be about: enough to tell which of them go first.

That is read at once; to read all cases of a game takes seconds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

BECAUSE = re.compile(r"\bbecause:\s*\[([^]]*)\]")
"""What pins rules in a file of cases, as it is commonly written."""

ABOUT = re.compile(r"^(?:#|rows:)(.*)", re.MULTILINE)
"""Where it stands what a file is about: in what is said of it, and the rows that it is for."""

WORD = re.compile(r"\w[\w.-]*\w|\w")


def seeming_pins(files: Iterable[Path]) -> Mapping[str, frozenset[str]]:
    """Return the numbers of rules that each file seems to pin."""
    return {
        str(file): frozenset(
            number.strip(" \t\r\n\"'")
            for found in BECAUSE.findall(file.read_text("utf-8", errors="replace"))
            for number in found.split(",")
        )
        for file in files
    }


def seeming_about(files: Iterable[Path], numbers: Collection[str]) -> list[str]:
    """Return the files that seem to be about rules of some numbers, the shortest first."""
    found = []
    for file in files:
        text = file.read_text("utf-8", errors="replace")
        if any(not set(WORD.findall(said)).isdisjoint(numbers) for said in ABOUT.findall(text)):
            found.append((len(text), str(file)))
    return [file for _, file in sorted(found)]
