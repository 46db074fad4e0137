"""Switching every rule off on every step of the cases, beside the plain run of the cases."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.boards import forget
from benchmarks.ratio import Result, result
from kb.cases import files_of
from kb.testing.running import run_task, tasks_of

AT_MOST = 1.5


@dataclass(frozen=True)
class Ablation:
    """All cases that come with Ludex, without and with the rules switched off that none pins."""

    name: str = "ablate"
    slow: bool = True

    def run(self, _repeats: int) -> list[Result]:
        """Run the cases in one process, once each way."""
        files = files_of(None)
        seconds, checks, tried = [], 0, 0
        for ablate in (False, True):
            forget()
            tasks = tasks_of(files, ablate=ablate)
            start = time.process_time()
            checks = sum(len(run_task(task).checks) for task in tasks)
            seconds.append(time.process_time() - start)
            tried = len({label for task in tasks for label in task.labels})
        of = f"ludex test --ablate, {tried:,} rules that no case pins"
        return [
            result(
                self.name,
                of,
                f"ludex test, {checks:,} checks",
                [(seconds[1], seconds[0])],
                at_most=AT_MOST,
            )
        ]


def benchmarks() -> Iterator[Ablation]:
    """Yield the one benchmark."""
    yield Ablation()
