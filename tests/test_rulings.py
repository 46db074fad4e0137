"""The worked examples: every case file, with its answers and the rules they rest on."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.scenario import expanded, load_scenario
from kb.testing import check_case, scenario_files

FILES = scenario_files([Path(__file__).parent / "rulings"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    faults = [
        f"{case.name}: {check.name}: {fault}"
        for case in expanded(load_scenario(path))
        for check in check_case(case).checks
        for fault in check.faults
    ]
    assert faults == []
