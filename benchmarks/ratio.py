"""Two ways to do a thing, timed side by side, and how much more one costs than the other."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Benchmark:
    """A piece of work, what it is compared with, and how much more it may cost.

    Parameters
    ----------
    name : str
        What the command line calls it.
    ours, base : callable
        The work and its measure. Both run in this process, with everything loaded.
    of, to : str
        What the two are, in a few words.
    at_most : float, optional
        The highest ratio that is acceptable; none if the number is only for information.
    """

    name: str
    ours: Callable[[], object]
    base: Callable[[], object]
    of: str
    to: str
    at_most: float | None = None


@dataclass(frozen=True)
class Result:
    """The medians of both sides, in seconds, and the ratio with its quartiles."""

    benchmark: Benchmark
    repeats: int
    ours: float
    base: float
    ratio: float
    quartiles: tuple[float, float]

    @property
    def holds(self) -> bool:
        """Whether the ratio is within its bound."""
        return self.benchmark.at_most is None or self.ratio <= self.benchmark.at_most

    def as_dict(self) -> dict[str, object]:
        """Return the result for JSON."""
        return {
            "name": self.benchmark.name,
            "of": self.benchmark.of,
            "to": self.benchmark.to,
            "repeats": self.repeats,
            "seconds": self.ours,
            "base_seconds": self.base,
            "ratio": self.ratio,
            "quartiles": list(self.quartiles),
            "at_most": self.benchmark.at_most,
            "holds": self.holds,
        }


def compare(benchmark: Benchmark, repeats: int) -> Result:
    """Time both sides in turn, so that a slow moment of the machine falls on both.

    Parameters
    ----------
    benchmark : Benchmark
        The two sides.
    repeats : int
        How often each is timed, after one run of each that is not; at least 2.

    Returns
    -------
    Result
        The ratio is that of the medians; its quartiles are those of the pairs' ratios.
    """
    benchmark.ours()
    benchmark.base()
    pairs = []
    for turn in range(repeats):
        # Whoever goes second may find caches warm: the two take turns at that as well.
        if turn % 2:
            base, ours = _seconds(benchmark.base), _seconds(benchmark.ours)
        else:
            ours, base = _seconds(benchmark.ours), _seconds(benchmark.base)
        pairs.append((ours, base))
    ours = statistics.median(pair[0] for pair in pairs)
    base = statistics.median(pair[1] for pair in pairs)
    low, _, high = statistics.quantiles((pair[0] / pair[1] for pair in pairs), n=4)
    return Result(benchmark, repeats, ours, base, ours / base, (low, high))


def _seconds(call: Callable[[], object]) -> float:
    """Time one call, without the rubbish of the calls before it."""
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        call()
        return time.perf_counter() - start
    finally:
        gc.enable()
