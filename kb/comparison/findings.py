"""Which findings of `kb.verify` appear or vanish from one rulebook to another, along cases."""

from __future__ import annotations

from collections.abc import Iterable

from kb.comparison.comparison import ChangedFindings
from kb.comparison.sides import Side
from kb.inference.engine import Clock
from kb.library.place import store_in_use
from kb.verification.along import along_cases
from kb.verification.findings import Finding
from kb.verification.pieces import AlongTask
from kb.verification.whole import finding_of


def changed_findings(
    sides: tuple[Side, Side], files: Iterable[str], *, jobs: int | None, clock: Clock
) -> ChangedFindings:
    """Look through the cases of files under two rulebooks, and return what only one shows.

    In other files than those in which a changed rule may play a part nothing can differ.
    """
    paths = sorted(set(files))
    found, complete = [], True
    for side in sides:
        changed = frozenset(name for name, label in side.view.labels.items() if label.overlay)
        tasks = [
            AlongTask(
                *(path, side.view.rulebook.game, str(side.view.date), side.overlays),
                changed=changed,
                store=store_in_use(),
            )
            for path in paths
        ]
        along = along_cases(tasks, jobs=jobs, clock=clock)
        complete = complete and along.complete
        labels = side.view.rulebook.labels
        those = [finding_of(fault, labels, side.view.date) for fault in along.faults]
        found.append({(one.kind, _numbers(one)): one for one in those})
    old, new = found
    appear = tuple(one for key, one in new.items() if key not in old)
    vanish = tuple(one for key, one in old.items() if key not in new)
    return ChangedFindings(appear, vanish, complete)


def _numbers(finding: Finding) -> frozenset[str]:
    return frozenset(label.numbers[0] for label in finding.at_odds)
