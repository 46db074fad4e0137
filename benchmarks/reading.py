"""What it takes to read a large scenario file, and to load the rulebook."""

from __future__ import annotations

from collections.abc import Iterator

import clingo.ast
from yaml import CSafeLoader

from benchmarks.boards import many
from benchmarks.ratio import Comparison
from kb.questions import situate
from kb.resources import resource
from kb.rulebook import Rulebook
from kb.scenario import Scenario
from kb.scenario.reader import read_text

ENTRIES = 10_000


def benchmarks() -> Iterator[Comparison]:
    """Yield both, beside the parsers that they stand on."""
    text = many(ENTRIES)
    yield Comparison(
        name="read",
        ours=lambda: situate(Scenario.of(read_text(text))),
        base=lambda: CSafeLoader(text).get_single_data(),
        of=f"a scenario of {ENTRIES:,} entries as facts",
        to="PyYAML",
        repeats=5,
    )
    rules = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("core", "mtg")
        for path in sorted((resource("rules") / folder).glob("*.lp"))
    )
    yield Comparison(
        name="load",
        ours=lambda: Rulebook.load("mtg"),
        base=lambda: clingo.ast.parse_string(rules, lambda _: None),
        of="the rulebook, loaded and checked",
        to="clingo's parser on its files",
        repeats=9,
    )
