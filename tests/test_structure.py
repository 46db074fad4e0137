"""The structure of the program: layers, no circles, no name twice, one module for each kind."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from kb.questions.kinds import KINDS

ROOT = Path(__file__).resolve().parents[1]

LAYERS = (
    (
        "errors",
        "records",
        "plain",
        "resources",
        "cache",
        "serialization",
        "bounded",
        "cluster",
        "workers",
        "ordinals",
    ),
    ("rulebook",),
    ("cards", "library"),
    ("scenario",),
    ("proof",),
    ("inference",),
    ("questions",),
    ("rulings",),
    ("cases", "checking", "testing"),
    ("verification",),
    ("comparison",),
    ("kb",),
    ("answers",),
    ("serve",),
    ("cli",),
    ("__main__",),
)
"""From the ground up: what stands in a layer imports from that layer and those before it."""


@lru_cache(maxsize=1)
def modules() -> dict[str, ast.Module]:
    """Return the modules of the package by name, as syntax trees."""
    found = {}
    for path in sorted((ROOT / "kb").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


@lru_cache(maxsize=1)
def imports() -> dict[str, set[str]]:
    """Return what each module imports, within functions and for types alone, too."""
    known = modules()
    found: dict[str, set[str]] = {name: set() for name in known}
    for name, tree in known.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found[name] |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    found[name].add(inner if inner in known else node.module)
        found[name] = {one for one in found[name] if one in known and one != name}
    return found


def circles() -> Iterator[list[str]]:
    """Yield groups of modules that import each other (Tarjan's algorithm)."""
    graph = imports()
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []

    def visit(name: str) -> Iterator[list[str]]:
        number[name] = low[name] = len(number)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in number:
                yield from visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == number[name]:
            group = [stack.pop()]
            while group[-1] != name:
                group.append(stack.pop())
            if len(group) > 1:
                yield sorted(group)

    for name in sorted(graph):
        if name not in number:
            yield from visit(name)


def test_no_module_imports_itself_in_a_circle() -> None:
    assert list(circles()) == []


def test_no_arrow_leads_upward() -> None:
    layer = {name: place for place, names in enumerate(LAYERS) for name in names}

    def package(module: str) -> str:
        return module.split(".")[1] if "." in module else "kb"

    unknown = {package(name) for name in modules()} - layer.keys()
    assert not unknown
    upward = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in sorted(others)
        if layer[package(other)] > layer[package(name)]
    ]
    assert upward == []


@pytest.mark.parametrize("word", KINDS)
def test_a_kind_of_question_is_known_in_four_files_at_most(word: str) -> None:
    kind = KINDS[word]
    said = re.compile(
        rf"\b(import {kind.__name__}|{kind.__name__}\(|isinstance\(.*\b{kind.__name__}\b)"
    )
    files = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "kb").rglob("*.py")
        if said.search(path.read_text(encoding="utf-8"))
    ]
    assert len(files) + 1 <= 4, files  # and its key in kb/scenario/model.py


SHARED = frozenset({"Entry", "Game", "Node", "Step"})
"""Names that several parts still use for things of their own; there must not be more."""


def test_no_class_has_the_name_of_another() -> None:
    places: dict[str, list[str]] = {}
    for name, tree in modules().items():
        if len(name.split(".")) > 3 and name.startswith("kb.cards."):
            continue  # the grammars of games say the same things, each in its own words
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(name)
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in twice.items() if name not in SHARED} == {}
