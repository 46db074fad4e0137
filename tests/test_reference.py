"""The page for those who write rules says what the declarations say."""

from __future__ import annotations

import runpy
from pathlib import Path


def test_the_reference_is_up_to_date() -> None:
    made = runpy.run_path(str(Path(__file__).with_name("reference.py")))
    assert made["PAGE"].read_text(encoding="utf-8") == made["page"](), (
        "write it anew with 'python tests/reference.py'"
    )
