"""Checking a scenario file without answering it."""

from __future__ import annotations

from pathlib import Path

from kb.errors import LudexError
from kb.questions import Situation, situate
from kb.rulebook import loaded
from kb.scenario import Scenario, expanded, load_scenario


def check_file(path: Scenario | str | Path) -> tuple[tuple[str, Situation], ...]:
    """Read a scenario file, and with it everything that can be wrong before anything is solved.

    Parameters
    ----------
    path : Scenario, str or Path
        The YAML file, or what was read from one.

    Returns
    -------
    tuple of (str, Situation)
        The scenarios that the file stands for, each with its name.

    Raises
    ------
    LudexError
        For the first thing that is wrong, with its place: its form, the words of the game, the
        board, and the rules that it pins.
    """
    checked = []
    read = path if isinstance(path, Scenario) else load_scenario(path)
    for case in expanded(read):
        situation = situate(case.scenario, case.name)
        _check_pins(situation)
        checked.append((case.name, situation))
    return tuple(checked)


def _check_pins(situation: Situation) -> None:
    """Refuse a pin on a rule that is not in force: such an expectation could never hold."""
    scenario = situation.scenario
    rulebook = loaded(scenario.game)
    view = rulebook.on(situation.date, situation.readings)
    for asked, question in enumerate(scenario.ask):
        for place, number in enumerate(question.because):
            if number in view.labels:
                continue
            try:
                view.find(number)
            except LudexError as error:
                path = ("ask", asked, "because", place)
                raise scenario.error(error.message, path) from None
