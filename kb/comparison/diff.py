"""Everything that changes from one rulebook to another: answers of cases, and boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

from kb.cases import examples_of, scenario_files
from kb.comparison.answers import ChangedAnswer, ComparedCases
from kb.comparison.comparison import Comparison, unsearched
from kb.comparison.findings import changed_findings
from kb.comparison.keeping import place_of_comparison
from kb.comparison.reasons import with_reasons
from kb.comparison.rounds import Rounds
from kb.comparison.search import search
from kb.comparison.showing import SmallBoard, told_once
from kb.comparison.sides import Side, changed_between, sides_of
from kb.comparison.speaking import speaking
from kb.comparison.tasks import case_tasks
from kb.comparison.text import comparison_text
from kb.inference.engine import Clock
from kb.resources import own_rules
from kb.rulebook import Label
from kb.rulebook.overlay import Overlay
from kb.testing.between import RulesOf
from kb.verification.boarding import Progress
from kb.verification.questions import Questions
from kb.verification.verify import LIMIT, SIZE
from kb.workers import kept

SHARE = 0.7
"""Which share of the time cases have where boards are searched, too."""


def diff(
    game: str,
    old: date | str | Overlay,
    new: date | str | Overlay,
    *,
    as_of: date | str | None = None,
    cases: Iterable[Path | str] | None = None,
    boards: bool = True,
    findings: bool = False,
    first: bool = False,
    size: int = SIZE,
    limit: int = LIMIT,
    time_limit: float | None = None,
    rule: str | None = None,
    overlays: Iterable[Overlay] = (),
    jobs: int | None = 1,
    rules: str | Path | None = None,
    asked: Callable[[int, int], object] = lambda *_: None,
    progress: Progress = lambda *_: None,
    board: Callable[[SmallBoard], object] = lambda _: None,
    answer: Callable[[ChangedAnswer], object] = lambda _: None,
) -> Comparison:
    """Compare two rulebooks: which answers of cases change, and the smallest board that differs.

    Parameters
    ----------
    game : str
    old, new : date, str, path or Source
        A day, or an overlay: rules that replace, repeal, amend or add, on top of those of `as_of`.
    as_of : date or str, optional
        The day whose rules an overlay changes; if the other rulebook is a day, that day, and
        otherwise the newest that is covered.
    cases : iterable of path, optional
        Scenario files and folders of them that are asked under both, on the day of each; the
        worked examples of the game, unless given. With none of them, no case is asked.
    boards : bool
        Whether boards are searched for a difference, too.
    findings : bool
        Whether it is told, too, which findings of `verify` appear or vanish along the cases.
    first : bool
        Whether the cases need be followed to the first finding only: an answer that changes by a
        changed rule, or a board near a case, which is not made smaller then; and only where there
        is none, an answer that stays for other reasons. Which cards speak of what changed is not
        looked for.
    size : int
        How many objects the largest boards have.
    limit : int
        How many suspects are explored at most.
    time_limit : float, optional
        The seconds that all this may take.
    rule : str, optional
        The number of a rule: of all that changed, only this has changed in the new rulebook.
    overlays : iterable of path or Source, optional
        Rules on top of both.
    jobs : int, optional
        How many processes ask the cases; None for as many as there are cores.
    rules : str or Path, optional
        A folder of the user's in which games are found: that of one, or one that holds several.
    asked : callable, optional
        Is told of how many files the cases are done, and how many there are.
    progress : callable, optional
        Is told which kind of boards of which size is looked at next.
    board : callable, optional
        Is told of each small board as it is found.
    answer : callable, optional
        Is told of each answer that changes as it is found.

    Raises
    ------
    LudexError
        If the game, a day, an overlay or a file makes no sense.
    """
    clock = Clock(time_limit)
    with own_rules(rules), kept():
        sides = sides_of(game, old, new, as_of=as_of, rule=rule, overlays=overlays)
        files = examples_of(game) if cases is None else scenario_files(map(Path, cases))
        specs = _spec(sides[0]), _spec(sides[1])
        # Of a comparison that ends at the first finding nothing is left to go on with.
        place = "" if first else place_of_comparison((one.view for one in sides), [rule or ""])
        tasks = case_tasks(game, files, *specs, rule, first=first, place=place)
        changed = changed_between(sides)
        searched = boards and Questions.described(game)
        own = clock.part(SHARE if searched else 1)
        compared: ComparedCases | None = None
        small: tuple[SmallBoard, ...] = ()
        unmade = 0
        if tasks and (changed or sides[0].view.date != sides[1].view.date):
            rounds = Rounds(
                *(sides, tasks, changed),
                first=first,
                likeliest=first or time_limit is not None,
                jobs=jobs,
                clock=own,
                asked=asked,
                board=board,
                answer=answer,
            )
            rounds.run()
            compared, small, unmade = rounds.compared, rounds.small, rounds.unmade
            # Where nothing else is found, other reasons are a finding, too.
            if compared is not None and not (first and (compared.blaming or small)):
                compared = with_reasons(rounds.tasks, compared, jobs=jobs, clock=own)
        spoken = () if first else speaking(game, (sides[0].view, sides[1].view))
        wrong = None
        if findings and compared is not None:
            live = (file for file, _ in compared.live)
            wrong = changed_findings(sides, live, jobs=jobs, clock=own)
        if searched:
            found = search(game, sides, size, limit, clock, progress, rule=rule)
        else:
            found = unsearched(game, sides)
    never, idle = _unshown(found.not_examined, compared, small)
    return replace(
        found,
        cases=compared,
        small=told_once(small),
        unmade=unmade,
        findings=wrong,
        speaking=spoken,
        not_examined=never,
        idle=idle,
        told=comparison_text,
    )


def _unshown(
    left: Iterable[Label], compared: ComparedCases | None, small: Iterable[SmallBoard]
) -> tuple[tuple[Label, ...], tuple[Label, ...]]:
    """Return of the rules that no board reached those that no case does, and those that one does.

    What changes an answer, of a case or on a small board, is neither.
    """
    reached = frozenset() if compared is None else compared.reached
    changing = {name for one in compared.changed for name in one.rules} if compared else set()
    shown = {number for board in small for number in board.rules}
    unshown = [label for label in left if label.numbers[0] not in shown]
    never = tuple(label for label in unshown if label.id not in reached | changing)
    return never, tuple(label for label in unshown if label.id in reached - changing)


def _spec(side: Side) -> RulesOf:
    return RulesOf(side.overlays, side.view.date)
