"""Small scenarios that are asked about."""

from __future__ import annotations

from typing import Any

import pytest

import kb


@pytest.fixture(scope="session")
def asked():
    """Answer the questions of a small scenario of January 2013 between Archibald and Norbert."""

    def ask(
        *questions: dict[str, Any],
        archibald: dict[str, Any] | None = None,
        norbert: dict[str, Any] | None = None,
        options: dict[str, Any] | None = None,
        **more: Any,
    ) -> list[kb.Ruling]:
        scenario = kb.Scenario(
            game="mtg",
            date=more.pop("date", "2013-01-30"),
            players={"Archibald": archibald or {}, "Norbert": norbert or {}},
            ask=list(questions),
            **more,
        )
        return kb.ask(scenario, **(options or {}))

    return ask
