"""Values as facts, and back.

``frame(n1,deal)`` says what a node is, ``style(n1,to_each)`` how it was worded,
``part(n1,amount,n2)`` what its parts are, ``item(n1,targets,1,n3)`` what a list holds. A leaf is
written as a term: a number, ``word("…")``, ``verb("kill")``,
``noun("unit",one)``, ``name("Recruit",many)``.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from kb.cards.values import GrammaticalNumber, Node, Noun, Value, Verb
from kb.errors import LudexError


class Fact(NamedTuple):
    """A predicate and its arguments."""

    predicate: str
    arguments: tuple[str | int, ...]

    def __str__(self) -> str:
        return f"{self.predicate}({','.join(map(str, self.arguments))})"


def to_facts(value: Node) -> list[Fact]:
    """Return a value as facts; the root is n1, nodes are numbered in the order of the text."""
    facts: list[Fact] = []
    count = 0

    def term(value: Value) -> str | int:
        nonlocal count
        if isinstance(value, Node):
            count += 1
            name = f"n{count}"
            facts.append(Fact("frame", (name, value.kind)))
            if value.style:
                facts.append(Fact("style", (name, value.style)))
            for part, inner in value.parts:
                if isinstance(inner, tuple):
                    facts.append(Fact("list", (name, part, len(inner))))
                    for index, item in enumerate(inner, 1):
                        facts.append(Fact("item", (name, part, index, term(item))))
                else:
                    facts.append(Fact("part", (name, part, term(inner))))
            return name
        if isinstance(value, Noun):
            predicate = "name" if value.name else "noun"
            return f"{predicate}({json.dumps(value.lemma)},{value.number or 'any'})"
        if isinstance(value, Verb):
            return f"verb({json.dumps(value.lemma)})"
        if isinstance(value, str):
            return f"word({json.dumps(value)})"
        if isinstance(value, int):
            return value
        if value is None:
            return "none"
        raise LudexError("a list inside a list has no fact")

    term(value)
    return facts


def from_facts(facts: list[Fact]) -> Node:
    """Return the value that facts describe (`to_facts` back)."""
    kinds: dict[str, str] = {}
    styles: dict[str, str] = {}
    parts: dict[str, list[tuple[str, str | int | None]]] = {}
    items: dict[tuple[str, str], list[str | int]] = {}
    for predicate, arguments in facts:
        node = str(arguments[0])
        match predicate:
            case "frame":
                kinds[node] = str(arguments[1])
            case "style":
                styles[node] = str(arguments[1])
            case "part":
                parts.setdefault(node, []).append((str(arguments[1]), arguments[2]))
            case "list":
                parts.setdefault(node, []).append((str(arguments[1]), None))
            case "item":
                items.setdefault((node, str(arguments[1])), []).append(arguments[3])
            case _:
                raise LudexError(f"unknown fact '{predicate}' about card text")

    def value(term: str | int) -> Value:
        if isinstance(term, int):
            return term
        if term in kinds:
            return build(term)
        if term == "none":
            return None
        predicate, _, inside = term.partition("(")
        if predicate == "word":
            return str(json.loads(inside[:-1]))
        if predicate == "verb":
            return Verb(str(json.loads(inside[:-1])))
        if predicate in {"noun", "name"}:
            lemma, _, number = inside[:-1].rpartition(",")
            known: dict[str, GrammaticalNumber] = {"one": "one", "many": "many"}
            return Noun(str(json.loads(lemma)), known.get(number), predicate == "name")
        raise LudexError(f"unknown term '{term}' in facts about card text")

    def build(name: str) -> Node:
        made: list[tuple[str, Value]] = []
        for part, term in parts.get(name, ()):
            if term is None:
                made.append((part, tuple(value(item) for item in items.get((name, part), ()))))
            else:
                made.append((part, value(term)))
        return Node(kinds[name], tuple(made), styles.get(name, ""))

    if "n1" not in kinds:
        raise LudexError("facts without a root 'n1'")
    return build("n1")
