"""A proof: the trees of rules and facts that answers rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from datetime import date
from typing import Any, Literal

from clingo import Symbol

from kb.proof.schema import JSON_VERSION
from kb.records import record
from kb.rulebook.header import Label

Kind = Literal["fact", "rule", "choice", "absent", "elements", "definition"]


QUIET = frozenset(
    {
        "adds",
        "begins",
        "before_mode",
        "cancels",
        "ends",
        "floor",
        "left_open",
        "sets",
        "settled",
        "stuck",
    }
)
"""What core leaves alone: that nothing of the sort happens goes without saying."""

QUESTION = frozenset({"asked", "forced", "left_open", "surveyed"})
"""What a step is told of the question: that it was asked goes without saying."""


@record(slots=True, eq=False)
class Node:
    """One thing that a proof rests on. Equal parts of a proof are the same node.

    Attributes
    ----------
    atom : Symbol or None
        What holds (or, for ``absent``, what does not; an argument ``_any`` may be anything).
        None for ``elements``, unless it is what they add up to.
    step : int
        The micro-step in which it holds, counted from 0.
    label : Label or None
        The heading of the rule or definition that derives it.
    children : tuple of Node
        What it rests on: first what holds, then what was counted, then what is absent.
    kind : str
        ``fact``: given from outside. ``rule``: derived by a numbered rule. ``definition``: by a
        statement that no rule of the book states. ``choice``: chosen by `by`. ``absent``: not
        so. ``elements``: what an aggregate or a condition for all ranges over.
    since : int or None
        For what is given: the step in which it first held, 0 for the start.
    by : Symbol or None
        For a choice: who chose.
    function : str
        For elements: ``count``, ``sum``, ``min``, ``max``, or ``each``.
    moment : int or None
        The step in whose words it is said, where `step` no longer tells.
    """

    atom: Symbol | None
    step: int
    label: Label | None
    children: tuple[Node, ...]
    kind: Kind
    since: int | None = None
    by: Symbol | None = None
    function: str = ""
    moment: int | None = None


def walk(roots: Iterable[Node]) -> list[Node]:
    """Return every node once, each before what it rests on for the first time, in tree order."""
    found: dict[int, Node] = {}
    todo = list(roots)[::-1]
    while todo:
        node = todo.pop()
        if id(node) not in found:
            found[id(node)] = node
            todo.extend(reversed(node.children))
    return list(found.values())


def goes_without_saying(node: Node, parent: Node) -> bool:
    """Tell whether a node need not be shown under another."""
    name = "" if node.atom is None else node.atom.name
    if node.kind == "absent":
        return parent.kind == "definition" and name in QUIET
    return node.kind == "fact" and name in QUESTION


def told_by_its_parts(roots: Sequence[Node]) -> bool:
    """Tell whether an answer is a definition's that what it rests on says as well."""
    if len(roots) != 1 or roots[0].kind != "definition":
        return False
    return any(child.kind not in ("fact", "absent") for child in roots[0].children)


def _is_moment(node: Node) -> bool:
    """Tell whether a node says what kind of moment it is; of that only rules are worth showing."""
    return node.kind == "definition" and node.atom is not None and node.atom.name == "mode"


def collapse(roots: Sequence[Node]) -> tuple[Node, ...]:
    """Return the trees without definitions: what they rest on stands in their place.

    A root stays, whatever it is, for it is the answer.
    """
    made: dict[int, Node] = {}
    lifted: dict[int, tuple[Node, ...]] = {}
    todo: list[tuple[Node, bool]] = [(root, False) for root in reversed(roots)]
    while todo:
        node, ready = todo.pop()
        key = id(node)
        if key in made:
            continue
        if not ready:
            todo.append((node, True))
            todo.extend((child, False) for child in reversed(node.children))
            continue
        children = _lifted(node, lifted)
        same = len(children) == len(node.children) and all(
            a is b for a, b in zip(children, node.children, strict=True)
        )
        node = node if same else replace(node, children=children)
        made[key] = _begun(node)
        lifted[key] = _instead(node, children) if node.kind == "definition" else (made[key],)
    return tuple(made[id(root)] for root in roots)


def _instead(node: Node, children: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return what stands in the place of a definition; a sum is called what it is the sum of."""
    if len(children) == 1 and children[0].function == "sum" and children[0].atom is None:
        return (replace(children[0], atom=node.atom),)
    return children


def _begun(node: Node) -> Node:
    """Return a fact together with the one rule that brought it about, if that is all there is."""
    if node.kind == "fact" and node.since and node.atom and len(node.children) == 1:
        (rule,) = node.children
        began = rule.kind == "rule" and rule.atom is not None and rule.atom.name == "begins"
        if began and rule.atom is not None and rule.atom.arguments == node.atom.arguments:
            return replace(rule, atom=node.atom, step=node.step, since=node.since)
    return node


def _lifted(node: Node, lifted: dict[int, tuple[Node, ...]]) -> tuple[Node, ...]:
    """Return what a node rests on when definitions are out of the way, each only once."""
    shown = [
        each
        for child in node.children
        if not goes_without_saying(child, node)
        for each in lifted[id(child)]
        if not _is_moment(child) or each.kind == "rule"
    ]
    # What was counted stands there with the rest of its kind, not beside it as well.
    counted = {id(each) for one in shown if one.kind == "elements" for each in one.children}
    return tuple(dict.fromkeys(each for each in shown if id(each) not in counted))


@record(slots=True)
class Proof:
    """The trees of the goals, in the order in which they were asked for.

    Attributes
    ----------
    trees : tuple of Node
        One for each goal, definitions included.
    titles : tuple of str
        What each step was, in words, where that was said.
    bounded : bool
        Whether the bound cut the search: the trees are proofs, but smaller ones may exist.
    day : date or None
        The day of the rules. Rules are called as the text of that day calls them.
    draw : callable or None
        Makes a picture of it, where somebody knows what its symbols are called.
    """

    trees: tuple[Node, ...]
    titles: tuple[str, ...] = ()
    bounded: bool = False
    day: date | None = None
    draw: Callable[[Proof], str] | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        goals = len(self.trees)
        return f"<Proof of {goals} goal{'' if goals == 1 else 's'}: {', '.join(self.numbers)}>"

    def _repr_svg_(self) -> str | None:
        return None if self.draw is None else self.draw(self)

    def shown(self, *, definitions: bool = False) -> tuple[Node, ...]:
        """Return the trees as they are displayed.

        Unless definitions are wanted, what they rest on stands in their place, and what is
        given is one with the rule that brought it about.
        """
        return self.trees if definitions else collapse(self.trees)

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the labels that stand in the proof, in the order of the tree."""
        return tuple(
            dict.fromkeys(
                node.label.id
                for node in walk(self.trees)
                if node.label is not None and node.label.defines is None
            )
        )

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of the rules that stand in the proof, in the order of the tree."""
        return tuple(
            dict.fromkeys(
                number
                for node in walk(self.trees)
                if node.label is not None and node.label.defines is None
                for number in self.numbers_of(node.label)
            )
        )

    def numbers_of(self, label: Label) -> tuple[str, ...]:
        """Return the numbers of a rule; none for a definition."""
        return tuple(label.numbers if self.day is None else label.numbers_on(self.day))

    def cited(self, label: Label) -> str:
        """Return how a rule is cited: its numbers, and the reading under which it says so."""
        numbers = ", ".join(self.numbers_of(label))
        readings = ", ".join(f"{gap}: {reading}" for gap, reading in label.readings)
        return f"{numbers} ({readings})" if numbers and readings else numbers

    def to_json(self, *, definitions: bool = False) -> dict[str, Any]:
        """Return the proof as plain data; `JSON_SCHEMA` describes it.

        The nodes are a flat list, in tree order, and name their children by their places in it:
        what several nodes rest on stands there once.
        """
        roots = self.shown(definitions=definitions)
        nodes = walk(roots)
        places = {id(node): place for place, node in enumerate(nodes)}
        labels: dict[str, dict[Label, None]] = {}
        for node in nodes:
            if node.label is not None:
                labels.setdefault(node.label.id, {})[node.label] = None
        return {
            "version": JSON_VERSION,
            "bounded": self.bounded,
            "roots": [places[id(root)] for root in roots],
            "rules": list(self.rules),
            "labels": {
                key: {
                    "numbers": list(
                        dict.fromkeys(n for block in blocks for n in self.numbers_of(block))
                    ),
                    "sentence": " ".join(dict.fromkeys(block.sentence for block in blocks)),
                    "defines": next(iter(blocks)).defines,
                    "readings": dict(next(iter(blocks)).readings),
                }
                for key, blocks in labels.items()
            },
            "steps": list(self.titles),
            "nodes": [
                {
                    "kind": node.kind,
                    "atom": None if node.atom is None else str(node.atom),
                    "step": node.step,
                    "since": node.since,
                    "label": None if node.label is None else node.label.id,
                    "by": None if node.by is None else str(node.by),
                    "function": node.function or None,
                    "children": [places[id(child)] for child in node.children],
                }
                for node in nodes
            ],
        }
