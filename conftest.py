"""What holds for every test: nobody's card store is seen, and modules are compiled once."""

from __future__ import annotations

import compileall
import gc
import os
from pathlib import Path

import pytest

from kb.bounded import COLLECTED

_HERE = Path(__file__).parent

os.environ["LUDEX_STORE"] = str(_HERE / "no-card-store")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the package before the workers start.

    Hundreds of processes are started by the tests; where Python is told to write no byte code,
    each of them would compile all modules anew.
    """
    gc.set_threshold(*COLLECTED)  # as in every process of Ludex's own
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(_HERE / "kb", quiet=1)
