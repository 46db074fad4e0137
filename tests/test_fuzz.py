"""Odd scenarios end in an answer or in one line; ``python tests/fuzz.py`` tries many more."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest


@pytest.mark.parametrize("count", [12, pytest.param(60, marks=pytest.mark.long)])
def test_odd_scenarios(count: int, tmp_path: Path) -> None:
    made = runpy.run_path(str(Path(__file__).with_name("fuzz.py")))
    assert list(made["faults"](count, 0, tmp_path)) == []
