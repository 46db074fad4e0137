"""What all tests of comparisons begin with."""

from __future__ import annotations

from importlib import import_module

import pytest


@pytest.fixture(autouse=True)
def nothing_kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each test compare anew; what is kept between runs has tests of its own."""
    if request.module.__name__.endswith("test_keeping"):
        return
    for name in ("diff", "rewording"):
        module = import_module(f"kb.comparison.{name}")
        monkeypatch.setattr(module, "place_of_comparison", lambda *_: "")
