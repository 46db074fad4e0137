"""Two sides of a comparison, measured in one run, and how much more one costs than the other."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Unit = Literal["s", "MB"]


@dataclass(frozen=True)
class Result:
    """What both sides cost, and the ratio with its quartiles.

    Attributes
    ----------
    name : str
        The name of the benchmark, and of the part of it if it has several.
    of, to : str
        What the two sides are, in a few words.
    ours, base : float
        The medians of what they cost.
    quartiles : tuple of float
        Of the ratios of the pairs, the lower and the upper one.
    repeats : int
        How many pairs were measured.
    at_most : float or None
        The highest ratio that is acceptable; none if the number is only for information.
    unit : str
        Of what both sides cost.
    """

    name: str
    of: str
    to: str
    ours: float
    base: float
    quartiles: tuple[float, float]
    repeats: int
    at_most: float | None = None
    unit: Unit = "s"

    @property
    def ratio(self) -> float:
        """How many times as much our side costs."""
        return self.ours / self.base

    @property
    def holds(self) -> bool:
        """Whether the ratio is within its bound."""
        return self.at_most is None or self.ratio <= self.at_most

    def as_dict(self) -> dict[str, object]:
        """Return the result for JSON."""
        return {
            "name": self.name,
            "of": self.of,
            "to": self.to,
            "repeats": self.repeats,
            "unit": self.unit,
            "ours": self.ours,
            "base": self.base,
            "ratio": self.ratio,
            "quartiles": list(self.quartiles),
            "at_most": self.at_most,
            "holds": self.holds,
        }


class Benchmark(Protocol):
    """Something that can be measured.

    Attributes
    ----------
    name : str
        What the command line calls it.
    slow : bool
        Whether it takes minutes: then it is run only when it is asked for.
    """

    @property
    def name(self) -> str:
        """What the command line calls it."""
        ...

    @property
    def slow(self) -> bool:
        """Whether it is run only when it is asked for."""
        ...

    def run(self, repeats: int) -> Sequence[Result]:
        """Measure it."""
        ...


class Unavailable(Exception):
    """What a benchmark needs is not to be had; the reason, in a line."""


@dataclass(frozen=True)
class Comparison:
    """A piece of work and what it is compared with, both in this process.

    Parameters
    ----------
    name : str
    ours, base : callable
        The work and its measure. Everything that they share is loaded before.
    of, to : str
        What the two are, in a few words.
    at_most : float, optional
        The highest ratio that is acceptable.
    before : callable, optional
        What makes each time like the first, such as forgetting what is remembered; not timed.
    clock : callable
        Processor time, which others on the machine disturb least; for work that other processes
        do it must be another clock.
    repeats : int, optional
        How many pairs are enough, where one takes long.
    slow : bool
    """

    name: str
    ours: Callable[[], object]
    base: Callable[[], object]
    of: str
    to: str
    at_most: float | None = None
    before: Callable[[], object] = lambda: None
    clock: Callable[[], float] = time.process_time
    repeats: int | None = None
    slow: bool = False

    def run(self, repeats: int) -> list[Result]:
        """Time both sides in turn, so that a slow moment of the machine falls on both.

        Each is run once before, without being timed.
        """
        if self.repeats is not None:
            repeats = min(repeats, self.repeats)
        self.seconds(self.ours)
        self.seconds(self.base)
        pairs = []
        for turn in range(repeats):
            # Whoever goes second may find caches warm: the two take turns at that as well.
            if turn % 2:
                base, ours = self.seconds(self.base), self.seconds(self.ours)
            else:
                ours, base = self.seconds(self.ours), self.seconds(self.base)
            pairs.append((ours, base))
        return [result(self.name, self.of, self.to, pairs, at_most=self.at_most)]

    def seconds(self, call: Callable[[], object]) -> float:
        """Time one call, without the rubbish of the calls before it."""
        self.before()
        gc.collect()
        gc.disable()
        try:
            start = self.clock()
            call()
            return self.clock() - start
        finally:
            gc.enable()


def result(
    name: str,
    of: str,
    to: str,
    pairs: Sequence[tuple[float, float]],
    *,
    at_most: float | None = None,
    unit: Unit = "s",
) -> Result:
    """Return the result of some pairs: the ratio of the medians, quartiles of the ratios."""
    ratios = [ours / base for ours, base in pairs]
    low, high = ratios[0], ratios[0]
    if len(ratios) > 1:
        low, _, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return Result(
        name,
        of,
        to,
        statistics.median(ours for ours, _ in pairs),
        statistics.median(base for _, base in pairs),
        (low, high),
        len(pairs),
        at_most,
        unit,
    )
