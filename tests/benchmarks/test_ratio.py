"""The measure itself: fair turns, honest medians, a bound that can fail."""

from __future__ import annotations

import pytest

from benchmarks import ratio
from benchmarks.__main__ import table
from benchmarks.ratio import Benchmark, compare


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Both sides only leave their names, and a clock says that ours takes three times as long."""
    made: list[str] = []
    cost = {"ours": 3.0, "base": 1.0}

    def seconds(call) -> float:
        call()
        return cost[made[-1]]

    monkeypatch.setattr(ratio, "_seconds", seconds)
    return made


def benchmark(calls: list[str], at_most: float | None) -> Benchmark:
    return Benchmark(
        name="toy",
        ours=lambda: calls.append("ours"),
        base=lambda: calls.append("base"),
        of="the one",
        to="the other",
        at_most=at_most,
    )


def test_the_sides_take_turns_after_a_run_that_is_not_timed(calls: list[str]) -> None:
    compare(benchmark(calls, None), repeats=3)
    assert calls == ["ours", "base", "ours", "base", "base", "ours", "ours", "base"]


@pytest.mark.parametrize(("at_most", "holds"), [(None, True), (3.0, True), (2.9, False)])
def test_a_ratio_above_its_bound_is_seen(
    calls: list[str], at_most: float | None, holds: bool
) -> None:
    result = compare(benchmark(calls, at_most), repeats=2)
    assert (result.ratio, result.holds) == (3.0, holds)
    assert ("EXCEEDED" in table([result])) is not holds
