"""The page that a browser shows: its files, its languages, and what it offers to begin with."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from kb.resources import resource
from kb.scenario import reader

PAGE = Path(__file__).resolve().parent
"""The folder of its files."""

STARTS = ("two-jaces", "reactions", "warp")
"""The examples that come first."""


def languages() -> list[str]:
    """Return the languages that the page speaks: one for each catalogue."""
    return sorted(file.stem for file in (PAGE / "lang").glob("*.js"))


@cache
def starts() -> dict[str, Any]:
    """Return what the page offers to begin with: its languages, and worked examples."""
    files = sorted(resource("examples").glob("*.yaml"), key=_place)
    examples = [{"name": file.stem, "scenario": _plain(file)} for file in files]
    return {"languages": languages(), "examples": examples}


def _plain(file: Path) -> Any:
    return reader.plain(reader.read_file(file))


def _place(file: Path) -> tuple[int, str]:
    return STARTS.index(file.stem) if file.stem in STARTS else len(STARTS), file.stem
