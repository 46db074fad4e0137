"""The questions that are asked of whole rulebooks: the programs in ``queries/``, read and checked.

They are written in the words of the rulebook and checked against its vocabulary, so that a
misspelt predicate is an error and not silence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from kb.errors import LudexError, quote
from kb.resources import resource
from kb.rulebook import Entry, Rulebook, Statement, Vocabulary
from kb.rulebook.checks import Checker
from kb.rulebook.loader import read_layout, read_statements
from kb.rulebook.source import read_source

MOMENTS = "moments.lp"
DIFFERENCE = "difference.lp"
FINDINGS = "findings.lp"
PLAINNESS = "plainness.lp"
OF_ONE_STEP = ("rest.lp", "clashes.lp")
BOARDS = "boards.lp"
ENDS = "ends.lp"


@dataclass(frozen=True)
class Questions:
    """The programs about whole rulebooks of one game.

    Attributes
    ----------
    step : tuple of Statement
        What is asked of each micro-step, in its terms: is it at rest, what clashes, what is seen.
    moments, difference, findings, plainness, boards : tuple of Statement
        The programs of these names.
    vocabulary : Vocabulary
        The words of the rulebooks and of `step`.
    """

    step: tuple[Statement, ...]
    moments: tuple[Statement, ...]
    difference: tuple[Statement, ...]
    findings: tuple[Statement, ...]
    plainness: tuple[Statement, ...]
    boards: tuple[Statement, ...]
    vocabulary: Vocabulary

    @staticmethod
    def load(game: str, rulebooks: Iterable[Rulebook]) -> Questions:
        """Read the programs for a game.

        Parameters
        ----------
        game : str
        rulebooks : iterable of Rulebook
            The rulebooks whose words they may use.

        Raises
        ------
        LudexError
            If the game says nothing of its boards, or at the first mistake in a program.
        """
        for name in (BOARDS, ENDS):
            if not (resource("queries") / game / name).is_file():
                raise LudexError(
                    f"no boards of {quote(game)} are described; expected queries/{game}/{name}"
                )
        words: dict[tuple[str, str, int], Entry] = {}
        for rulebook in rulebooks:
            for key, entry in rulebook.vocabulary.entries.items():
                words.setdefault(key, entry)
        own = f"{game}/{ENDS}"
        files = [*OF_ONE_STEP, own, MOMENTS, DIFFERENCE, FINDINGS, f"{game}/{BOARDS}", PLAINNESS]
        layouts = {
            name: read_layout(
                read_source(resource("queries") / name, str(PurePosixPath("queries") / name)),
                core=True,
            )
            for name in files
        }
        every = [*words.values(), *(e for name in files for e in layouts[name].entries)]
        # A generator gives what a scenario gives otherwise: there, inputs are made by rules.
        checker = Checker(Vocabulary.of(_makeable(every)))
        read = {name: tuple(read_statements(layouts[name], checker)) for name in files}
        step = (*OF_ONE_STEP, own)
        stepwise = [*words.values(), *(e for name in step for e in layouts[name].entries)]
        return Questions(
            step=tuple(statement for name in step for statement in read[name]),
            moments=read[MOMENTS],
            difference=read[DIFFERENCE],
            findings=read[FINDINGS],
            plainness=read[PLAINNESS],
            boards=read[f"{game}/{BOARDS}"],
            vocabulary=Vocabulary.of(stepwise),
        )


def _makeable(entries: Iterable[Entry]) -> Iterable[Entry]:
    return (replace(e, kind="predicate") if e.kind == "input" else e for e in entries)
