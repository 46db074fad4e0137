"""The rulebook that is asked about."""

from __future__ import annotations

import pytest

from kb.rulebook import Rulebook
from kb.verification.questions import Questions


@pytest.fixture(scope="session")
def rulebook() -> Rulebook:
    return Rulebook.load("mtg")


@pytest.fixture(scope="session")
def questions(rulebook: Rulebook) -> Questions:
    return Questions.load("mtg", [rulebook])
