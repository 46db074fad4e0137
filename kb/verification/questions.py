"""The questions that are asked of whole rulebooks: the programs in ``queries/``, read and checked.

They are written in the words of the rulebook and checked against its vocabulary, so that a
misspelt predicate is an error and not silence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile
from pathlib import Path, PurePosixPath

from kb.errors import LudexError, quote
from kb.records import record
from kb.resources import Home, home, resource
from kb.rulebook import Entry, Rulebook, Statement, Vocabulary
from kb.rulebook.checks import Checker
from kb.rulebook.loader import read_layout, read_statements
from kb.rulebook.source import Source, read_source

MOMENTS = "moments.lp"
DIFFERENCE = "difference.lp"
FINDINGS = "findings.lp"
PLAINNESS = "plainness.lp"
OF_ONE_STEP = ("rest.lp", "clashes.lp")
BOARDS = "boards.lp"
SCENES = "scenes"
ENDS = "ends.lp"


@record
class Questions:
    """The programs about whole rulebooks of one game.

    Attributes
    ----------
    step : tuple of Statement
        What is asked of each micro-step, in its terms: is it at rest, what clashes, what is seen.
    moments, difference, findings, plainness, boards : tuple of Statement
        The programs of these names.
    scenes : tuple of tuple of Statement
        What boards may be doing: the programs in the game's ``scenes/``, each for itself.
    vocabulary : Vocabulary
        The words of the rulebooks and of `step`.
    pictures : tuple of str
        What the boards of each scene show: the first sentence of its program.
    """

    step: tuple[Statement, ...]
    moments: tuple[Statement, ...]
    difference: tuple[Statement, ...]
    findings: tuple[Statement, ...]
    plainness: tuple[Statement, ...]
    boards: tuple[Statement, ...]
    scenes: tuple[tuple[Statement, ...], ...]
    vocabulary: Vocabulary
    pictures: tuple[str, ...] = ()

    @property
    def of_steps(self) -> OfSteps:
        """What is asked of each step by itself."""
        return OfSteps(self.step, self.vocabulary)

    @staticmethod
    def described(game: str) -> bool:
        """Tell whether a game describes boards."""
        return all((home(game).queries / name).is_file() for name in (BOARDS, ENDS))

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
        place, rulebooks = home(game), tuple(rulebooks)
        for name in (BOARDS, ENDS):
            if not (place.queries / name).is_file():
                expected = PurePosixPath("queries") / ("" if place.own else game) / name
                raise LudexError(f"no boards of {quote(game)} are described; expected {expected}")
        words = _words_of(rulebooks)
        own, boards = f"{game}/{ENDS}", f"{game}/{BOARDS}"
        found = sorted((place.queries / SCENES).glob("*.lp"))
        scenes = [f"{game}/{SCENES}/{path.name}" for path in found]
        fixed = (*OF_ONE_STEP, own, MOMENTS, DIFFERENCE, FINDINGS, boards, PLAINNESS, *scenes)
        files = list(fixed)
        layouts = {
            name: read_layout(
                _source(place, game, name),
                core=True,
            )
            for name in files
        }
        if (opposites := _opposites(rulebooks)) is not None:
            files.append(OPPOSITES)
            layouts[OPPOSITES] = read_layout(opposites, core=True)
        every = [*words.values(), *(e for name in files for e in layouts[name].entries)]
        # A generator gives what a scenario gives otherwise: there, inputs are made by rules.
        checker = Checker(Vocabulary.of(_makeable(every)))
        read = {name: tuple(read_statements(layouts[name], checker)) for name in files}
        step = (*OF_ONE_STEP, own, *files[len(fixed) :])
        stepwise = [*words.values(), *(e for name in step for e in layouts[name].entries)]
        return Questions(
            step=tuple(statement for name in step for statement in read[name]),
            moments=read[MOMENTS],
            difference=read[DIFFERENCE],
            findings=read[FINDINGS],
            plainness=read[PLAINNESS],
            boards=read[boards],
            scenes=tuple(read[name] for name in scenes),
            vocabulary=Vocabulary.of(stepwise),
            pictures=tuple(map(_sentence, found or [place.queries / BOARDS])),
        )


@record
class OfSteps:
    """What is asked of each step by itself.

    Attributes
    ----------
    statements : tuple of Statement
    vocabulary : Vocabulary
        The words of the rulebooks, and theirs.
    """

    statements: tuple[Statement, ...]
    vocabulary: Vocabulary

    @property
    def text(self) -> str:
        """The statements as program text."""
        return "".join(f"{one.code}\n" for one in self.statements)

    @property
    def read(self) -> frozenset[str]:
        """The predicates that the statements look at."""
        return frozenset(name for one in self.statements for name, _ in one.bodies)

    def leading_to(self, names: Iterable[str]) -> OfSteps:
        """Return those of the statements without which some predicates are others."""
        wanted, found = set(names), set[Statement]()
        while more := {
            one
            for one in self.statements
            if one not in found and any(name in wanted for name, _ in one.heads)
        }:
            found |= more
            wanted |= replace(self, statements=tuple(more)).read
        return replace(self, statements=tuple(one for one in self.statements if one in found))


def asked_of_steps(game: str, rulebooks: Iterable[Rulebook]) -> OfSteps:
    """Return what is asked of each step of a case.

    A game that describes no boards says nothing of what is seen of them.
    """
    rulebooks = tuple(rulebooks)
    place, words = home(game), _words_of(rulebooks)
    own = [f"{game}/{ENDS}"] if (place.queries / ENDS).is_file() else []
    layouts = [read_layout(_source(place, game, name), core=True) for name in (*OF_ONE_STEP, *own)]
    if (opposites := _opposites(rulebooks)) is not None:
        layouts.append(read_layout(opposites, core=True))
    said = [*layouts, read_layout(_source(place, game, MOMENTS), core=True)]
    entries = [*words.values(), *(entry for layout in said for entry in layout.entries)]
    checker = Checker(Vocabulary.of(entries))
    found = tuple(s for one in layouts for s in read_statements(one, checker))
    stepwise = [*words.values(), *(entry for layout in layouts for entry in layout.entries)]
    return OfSteps(found, Vocabulary.of(stepwise))


def _words_of(rulebooks: Iterable[Rulebook]) -> dict[tuple[str, str, int], Entry]:
    words: dict[tuple[str, str, int], Entry] = {}
    for rulebook in rulebooks:
        for key, entry in rulebook.vocabulary.entries.items():
            words.setdefault(key, entry)
    return words


OPPOSITES = "queries/opposites.lp"
"""What is asked of the fluents that overlays declare."""

HOLDING = """\
%: subject holding(fluent)  "{1}"

%! define opposites
%! What is said of things in an overlay's own words does not begin and end at once.
"""


def _opposites(rulebooks: Iterable[Rulebook]) -> Source | None:
    """Return the program by which opposite demands in the words of overlays clash, if any has such.

    A game's own fluents may begin anew in the step in which they end.
    """
    fluents = {
        f"{one.name}({','.join('_' * one.arity)})" if one.arity else one.name
        for rulebook in rulebooks
        for one in rulebook.vocabulary.entries.values()
        if one.kind == "fluent" and one.file in rulebook.overlays
    }
    lines = [
        f"demands(holding(F),{said}) :- {verb}(F), F = {fluent}.\n"
        for fluent in sorted(fluents)
        for verb, said in (("begins", "begun"), ("ends", "ended"))
    ]
    return Source(OPPOSITES, HOLDING + "".join(lines)) if lines else None


def _source(place: Home, game: str, name: str) -> Source:
    """Read a program of all games, or one of a game: its name then begins with the game's."""
    if not name.startswith(f"{game}/"):
        return read_source(resource("queries") / name, str(PurePosixPath("queries") / name))
    path = place.queries / name.removeprefix(f"{game}/")
    return read_source(path, str(path) if place.own else str(PurePosixPath("queries") / name))


def _sentence(path: Path) -> str:
    """Return the first sentence that a program begins with: its comment, or its first header's."""
    lines = path.read_text("utf-8").splitlines()
    comment = takewhile(lambda line: line.startswith("% "), lines)
    headers = (line for line in lines if line.startswith("%! ") and "%! define" not in line)
    said = " ".join(line.strip("% ") for line in comment) or next(headers, "").strip("%! ")
    return said.partition(". ")[0].rstrip(".")


def _makeable(entries: Iterable[Entry]) -> Iterable[Entry]:
    return (replace(e, kind="predicate") if e.kind == "input" else e for e in entries)
