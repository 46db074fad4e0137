"""Running many scenario files: what is expected in each, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kb.errors import LudexError
from kb.inference.script import ScriptError
from kb.resources import resource
from kb.rulebook import Rulebook
from kb.rulebook.gaps import Readings
from kb.scenario import Case, Scenario, expanded, load_scenario, reader
from kb.scenario.variants import read_as
from kb.testing.cases import CaseResult, check_case, scenario_files


@dataclass(frozen=True)
class Checked:
    """One expectation and what is wrong with the answer.

    Attributes
    ----------
    file : str or None
        The scenario file.
    line : int or None
        Where the question stands in it.
    case : str
        The scenario or the variant.
    question : str
        The question, in words.
    faults : tuple of str
        What was expected and what was found; empty if it is as expected.
    """

    file: str | None
    line: int | None
    case: str
    question: str
    faults: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.faults


def check_expectations(
    tested: Scenario | Path | str | Iterable[Path | str] | None = None,
    *,
    rulebook: Rulebook | None = None,
) -> list[Checked]:
    """Check the expectations of scenarios.

    Parameters
    ----------
    tested : Scenario, path, or paths, optional
        A scenario, or files and folders of them; the worked examples that come with Ludex,
        unless given.
    rulebook : Rulebook, optional
        Another rulebook of the game, such as one with an overlay.

    Returns
    -------
    list of Checked
        One for each question that has an expectation.

    Raises
    ------
    LudexError
        If a scenario makes no sense.
    """
    if isinstance(tested, Scenario):
        cases: Iterable[Case] = expanded(tested)
    else:
        cases = (case for file in files_of(tested) for case in expanded(load_scenario(file)))
    return [one for case in cases for one in checked(run_case(case, rulebook=rulebook))]


def files_of(tested: Path | str | Iterable[Path | str] | None) -> list[Path]:
    """Return the scenario files that are meant; without any, those that come with Ludex."""
    if tested is None:
        return scenario_files([resource("rulings")])
    if isinstance(tested, str | Path):
        return scenario_files([Path(tested)])
    return scenario_files(map(Path, tested))


def run_case(case: Case, *, rulebook: Rulebook | None = None) -> CaseResult:
    """Run a case; what cannot be done in it is told with its place in the file."""
    try:
        return check_case(case, rulebook=rulebook)
    except ScriptError as error:
        raise case.scenario.error(error.message, error.path) from None
    except LudexError as error:
        if error.file is not None or case.scenario.file is None:
            raise
        raise error.at(case.scenario.file) from None


def checked(result: CaseResult) -> Iterator[Checked]:
    """Return what was checked in a case."""
    scenario = result.case.scenario
    for check in result.checks:
        mark = reader.mark_of(scenario.node, check.path)
        yield Checked(
            scenario.file,
            None if mark is None else mark.line,
            result.case.name,
            check.name,
            check.faults,
        )


def run_files(
    files: Iterable[Path],
    progress: Callable[[], None] = lambda: None,
    *,
    readings: Readings | None = None,
) -> Iterator[CaseResult]:
    """Run the cases of files one by one, with a call of `progress` after each file.

    With `readings`, gaps of the documents are read so, whatever the files say.
    """
    for file in files:
        for case in expanded(load_scenario(file)):
            yield run_case(read_as(case, readings or {}))
        progress()
