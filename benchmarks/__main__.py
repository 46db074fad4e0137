"""Run the benchmarks: ``python -m benchmarks [NAME …] [--repeats N] [--json]``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from benchmarks import start
from benchmarks.ratio import Benchmark, Result, compare

MODULES = (start,)
JSON_VERSION = 1


def table(results: Sequence[Result]) -> str:
    """Return the results as lines of text, ratios first."""
    rows = [("benchmark", "ratio", "quartiles", "at most", "", "what against what")]
    for result in results:
        benchmark = result.benchmark
        rows.append(
            (
                benchmark.name,
                f"{result.ratio:.2f}",
                "{:.2f} to {:.2f}".format(*result.quartiles),
                "" if benchmark.at_most is None else f"{benchmark.at_most:g}",
                "" if result.holds else "EXCEEDED",
                f"{benchmark.of} ({_milliseconds(result.ours)})"
                f" against {benchmark.to} ({_milliseconds(result.base)})",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"


def chosen(names: Sequence[str]) -> list[Benchmark]:
    """Return the benchmarks of these names, or all if there are none."""
    every = [benchmark for module in MODULES for benchmark in module.benchmarks()]
    known = [benchmark.name for benchmark in every]
    for name in names:
        if name not in known:
            raise SystemExit(f"no benchmark {name!r}; there are {', '.join(known)}")
    return [benchmark for benchmark in every if not names or benchmark.name in names]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for; status 1 if a ratio is above its bound."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these (default: all)")
    parser.add_argument("--repeats", type=int, default=15, help="pairs to time (default: 15)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    if options.repeats < 2:
        parser.error("--repeats must be at least 2")
    results = [compare(benchmark, options.repeats) for benchmark in chosen(options.names)]
    if options.json:
        found = [result.as_dict() for result in results]
        print(json.dumps({"version": JSON_VERSION, "benchmarks": found}, indent=2))
    else:
        print(table(results))
    return 0 if all(result.holds for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
