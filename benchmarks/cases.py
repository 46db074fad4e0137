"""Switching every rule off on every step of the cases, beside the plain run of the cases."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.boards import forget
from benchmarks.ratio import Result, result
from kb.testing.ablation import ablate
from kb.testing.running import files_of, run_files

AT_MOST = 10.0


@dataclass(frozen=True)
class Ablation:
    """All cases that come with Ludex, once."""

    name: str = "ablate"
    slow: bool = True

    def run(self, _repeats: int) -> list[Result]:
        """Run the cases, then switch the rules off; the cases are not run again for that."""
        forget()
        start = time.process_time()
        results = list(run_files(files_of(None)))
        ran = time.process_time()
        labels = {
            label.id
            for one in results
            for label in one.session.view.rulebook.labels.values()
            if label.numbers
        }
        coverage = ablate(results, sorted(labels))
        end = time.process_time()
        of = f"ludex test --ablate, {coverage.solves:,} times without a rule"
        to = f"ludex test, {sum(len(one.checks) for one in results)} checks"
        return [result(self.name, of, to, [(end - start, ran - start)], at_most=AT_MOST)]


def benchmarks() -> Iterator[Ablation]:
    """Yield the one benchmark."""
    yield Ablation()
