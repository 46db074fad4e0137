"""Run the benchmarks: ``python -m benchmarks [NAME …] [--slow] [--repeats N] [--json]``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from benchmarks import (
    cards,
    cases,
    combat,
    growth,
    paying,
    question,
    reading,
    serve,
    start,
    xclingo,
)
from benchmarks.ratio import Benchmark, Result, Unavailable

MODULES = (question, paying, growth, combat, reading, cards, start, serve, cases, xclingo)
JSON_VERSION = 2


def table(results: Sequence[Result]) -> str:
    """Return the results as lines of text, ratios first."""
    rows = [("benchmark", "ratio", "quartiles", "at most", "", "what against what")]
    for result in results:
        rows.append(
            (
                result.name,
                f"{result.ratio:.2f}",
                "{:.2f} to {:.2f}".format(*result.quartiles),
                "" if result.at_most is None else f"{result.at_most:g}",
                "" if result.holds else "EXCEEDED",
                f"{result.of} ({_amount(result.ours, result.unit)})"
                f" against {result.to} ({_amount(result.base, result.unit)})",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _amount(amount: float, unit: str) -> str:
    if unit != "s":
        return f"{amount:.3g} {unit}"
    return f"{amount * 1000:.3g} ms" if amount < 1 else f"{amount:.2f} s"


def chosen(names: Sequence[str], *, slow: bool) -> list[Benchmark]:
    """Return the benchmarks of these names; without any, all, slow ones only if they may be."""
    every: list[Benchmark] = [one for module in MODULES for one in module.benchmarks()]
    known = [benchmark.name for benchmark in every]
    known += {name.partition(":")[0] for name in known} - set(known)
    for name in names:
        if name not in known:
            raise SystemExit(f"no benchmark {name!r}; there are {', '.join(map(repr, known))}")
    if names:
        return [one for one in every if {one.name, one.name.partition(":")[0]} & set(names)]
    return [benchmark for benchmark in every if slow or not benchmark.slow]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for; status 1 if a ratio is above its bound."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these (default: all)")
    parser.add_argument(
        "--slow", action="store_true", help="also those that take minutes or install something"
    )
    parser.add_argument("--repeats", type=int, default=15, help="pairs to time (default: 15)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    if options.repeats < 2:
        parser.error("--repeats must be at least 2")
    results: list[Result] = []
    for benchmark in chosen(options.names, slow=options.slow):
        try:
            results += benchmark.run(options.repeats)
        except Unavailable as reason:
            print(f"{benchmark.name}: {reason}", file=sys.stderr)
    if options.json:
        found = [result.as_dict() for result in results]
        print(json.dumps({"version": JSON_VERSION, "benchmarks": found}, indent=2))
    elif results:
        print(table(results))
    return 0 if all(result.holds for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
