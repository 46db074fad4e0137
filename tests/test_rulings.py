"""The worked examples: every case file, with its answers and the rules they rest on."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.testing.running import Task, files_of, run_task

FILES = files_of(Path(__file__).parent / "rulings")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    faults = [
        f"{check.case}: {check.question}: {fault}"
        for check in run_task(Task(str(path))).checks
        for fault in check.faults
    ]
    assert faults == []
