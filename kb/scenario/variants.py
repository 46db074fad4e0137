"""Scenario files, and the scenarios that a file with variants stands for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from kb.errors import quote
from kb.records import record
from kb.rulebook.gaps import Readings
from kb.scenario import reader
from kb.scenario.game import Game
from kb.scenario.model import Scenario, Variant
from kb.scenario.reader import Entry, Mapping, Node

MAX_VARIANTS = 500


@record
class Case:
    """One scenario of a file, without variants, and what reports call it."""

    name: str
    scenario: Scenario


def load_scenario(path: str | Path) -> Scenario:
    """Read a scenario file.

    Parameters
    ----------
    path : str or Path
        The YAML file.

    Returns
    -------
    Scenario
        The file as an object; its variants are still folded, see `expanded`.

    Raises
    ------
    LudexError
        For the first thing in the file that is wrong, with line and column. Words of the game are
        checked when the scenario becomes a `Situation`.
    """
    return Scenario.of(reader.read_file(path))


def read_scenario(text: str, name: str = "<text>") -> Scenario:
    """Read a scenario from YAML text; `name` is what messages call it."""
    return Scenario.of(reader.read_text(text, name))


def expanded(scenario: Scenario) -> tuple[Case, ...]:
    """Return the scenarios that a scenario with variants stands for.

    The scenario itself is one of them if it asks anything, or has no variants. A variant replaces
    its keys; players merge by name, and there each zone and attribute replaces its own.
    """
    title = scenario.title or (Path(scenario.file).stem if scenario.file else "a scenario")
    if not scenario.variants:
        return (Case(title, scenario),)
    node = reader.mapping(scenario.node, "a scenario")
    base = Mapping({k: e for k, e in node.entries.items() if k != "variants"}, node.mark)
    cases = []
    if scenario.ask:
        cases.append(Case(title, Scenario.of(base)))
    found = node.get("variants")
    rows = () if found is None else reader.items(found, "variants")
    if len(rows) > MAX_VARIANTS:
        raise reader.error(f"more than {MAX_VARIANTS} variants", node.key_mark("variants"))
    names: set[str] = set()
    for variant, row in zip(scenario.variants, rows, strict=True):
        if variant.name in names:
            message = f"two variants are called {quote(variant.name)}"
            raise reader.error(message, row.mark)
        names.add(variant.name)
        cases.append(Case(f"{title}: {variant.name}", Scenario.of(_merged(base, row, variant))))
    return tuple(cases)


def read_as(case: Case, readings: Readings) -> Case:
    """Return a case with gaps of the documents read in other ways.

    Raises
    ------
    LudexError
        If the game knows no such gap or reading.
    """
    Game.load(case.scenario.game).gaps.chosen(readings)  # refused here, for it stands in no file
    known = {**case.scenario.readings, **readings}
    return Case(case.name, case.scenario.with_(readings=known))


def _merged(base: Mapping, row: Node, variant: Variant) -> Mapping:
    over = reader.mapping(row, f"the variant {quote(variant.name)}")
    entries = dict(base.entries)
    for key, entry in over.entries.items():
        if key == "name":
            continue
        if key == "players" and key in entries:
            entry = Entry(_players(entries[key].node, entry.node), entry.mark)
        entries[key] = entry
    return Mapping(entries, base.mark)


def _players(base: Node, over: Node) -> Node:
    if not isinstance(base, Mapping) or not isinstance(over, Mapping):
        return over
    entries = dict(base.entries)
    for name, entry in over.entries.items():
        known = entries.get(name)
        if known is not None and isinstance(known.node, Mapping):
            if not isinstance(entry.node, Mapping):
                continue
            merged = {**known.node.entries, **entry.node.entries}
            entry = Entry(Mapping(merged, entry.node.mark), entry.mark)
        entries[name] = entry
    return Mapping(entries, over.mark)


def to_yaml(scenario: Scenario) -> str:
    """Return the scenario as YAML that reads back to the same scenario."""
    data: dict[str, Any] = reader.plain(scenario.node)
    order = ("title", "case", "game", "date")
    front = {key: data.pop(key) for key in order if key in data}
    return yaml.safe_dump(
        {**front, **data}, allow_unicode=True, sort_keys=False, default_flow_style=None, width=100
    )
