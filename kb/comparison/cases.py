"""Which answers of cases change from one rulebook to another, and by which rules.

Each case is asked under both rulebooks, on the day of each. One in whose steps no changed
statement could play a part is answered alike, and is not asked again; what the first rulebook
answers is kept between runs (`kb.testing.replaying`), and so is what came of a file under both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from kb.comparison.answers import ComparedCases, ComparedFile, together, unpacked
from kb.comparison.asking import Steps, compared
from kb.comparison.keeping import Kept, packed
from kb.comparison.tasks import CaseTask, books_of
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.library.place import using
from kb.testing.asked import asked_of, cases_in
from kb.testing.played import PlayedCase
from kb.testing.replaying import is_kept, played_file, playing_file
from kb.workers import spread

SECONDS = 300.0
"""How long the cases of one file may take."""


def compare_cases(
    tasks: Sequence[CaseTask],
    *,
    jobs: int | None = None,
    clock: Clock | None = None,
    soft: Clock | None = None,
    progress: Callable[[ComparedFile], object] = lambda _: None,
) -> ComparedCases:
    """Ask the cases of files under two rulebooks, several files at once.

    Parameters
    ----------
    tasks : sequence of CaseTask
        Those first that matter most, where time may run out.
    jobs : int, optional
        How many processes work; as many as there are cores, unless given.
    clock : Clock, optional
        When time is over, what was found so far is returned.
    soft : Clock, optional
        When this is over, no further file is begun: those that are begun go on, and so do the
        processes, with all that they have loaded.
    progress : callable
        Is told what came of each file.
    """
    found: dict[int, ComparedFile] = {}
    # What may be cut stays in its order: the likeliest first. Else the longest are.
    order = list(range(len(tasks)))
    hasty = any(task.first or task.pinning is not None for task in tasks)
    if (clock is None or clock.left() is None) and not hasty:
        order.sort(key=lambda n: -Path(tasks[n].file).stat().st_size)
    pieces = [tasks[number] for number in order]
    for place, part in spread(
        compare_file,
        pieces,
        jobs=jobs,
        lost=_lost,
        seconds=SECONDS,
        clock=clock,
        begun=lambda task: None if soft is not None and soft.over else task,
    ):
        found[order[place]] = part
        progress(part)
        if _enough(tasks[0], part):
            break
    return ComparedCases(len(tasks), len(found), tuple(found[n] for n in sorted(found)))


def compare_file(task: CaseTask) -> ComparedFile:
    """Ask the cases of a file under two rulebooks."""
    with using(task.store):
        books = books_of(task)
        books.begin(task.run)
        done = _compared_in(task.run, task.file)
        known: tuple[PlayedCase, ...] = ()
        if is_kept(task.file, books.old({})):
            known = tuple(played_file(task.file, books.old))
        steps = Steps(task.file, books, known)
        kept = Kept(task.place, task.file)
        done |= {asked: unpacked(data) for asked, data in kept.found.items()}
        cases = {asked_of(case.scenario): case for case in cases_in(task.file)}
        kept.order = list(cases)
        left = {
            asked
            for asked, case in cases.items()
            if task.asks(case) and (asked not in done or (task.only and done[asked].put_off))
        }
        # Where the first answer is enough, no case behind it is even played.
        playing = playing_file(
            task.file, books.old, lambda case: asked_of(case.scenario) in left, known
        )
        parts = []
        for asked in (asked for asked, case in cases.items() if task.asks(case)):
            if asked in left:
                case, played = next(playing)
                own = steps if task.only is None else None
                done[asked] = compared(task.file, case, played, books, own, first=task.first)
                kept.add(asked, packed(done[asked]))
            # What was put off is counted already.
            parts.append(replace(done[asked], cases=0) if task.only else done[asked])
            if _enough(task, parts[-1]):
                break
        else:
            next(playing, None)  # now all of it is played, and may be kept
        kept.save()
    return together(parts, task.file)


def recalled(task: CaseTask) -> tuple[list[ComparedFile], bool]:
    """Return what is kept of the cases of a file, and whether that is all of them."""
    kept = Kept(task.place, task.file)
    return [unpacked(kept.found[a]) for a in kept.order if a in kept.found], kept.whole


def _enough(task: CaseTask, part: ComparedFile) -> bool:
    """Return whether nothing more need be asked, for an answer is another one by some rule."""
    shown = [one for one in part.changed if one.rules]
    return bool(shown) if task.first else task.pinning is not None and any(o.plain for o in shown)


@lru_cache(maxsize=64)
def _compared_in(_run: str, _file: str) -> dict[str, ComparedFile]:
    """Return what came of the cases of a file so far in this process."""
    return {}


def _lost(task: CaseTask, error: LudexError) -> ComparedFile:
    overlays = (*task.new.overlays, *task.old.overlays)
    if overlays:
        hint = "does a rule here make ever more of itself?"
        raise LudexError(f"{error.message}; {hint}", file=overlays[0].name)
    return ComparedFile(unasked=((Path(task.file).stem, error.message),), file=task.file)
