"""Random programs: every proof is one, and none is smaller."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

import clingo
from clingo import Function, Number
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.proof import explain

DOMAIN = (1, 2, 3)
DERIVED = ("p0", "p1", "p2", "p3")


@dataclass(frozen=True)
class Literal:
    """An atom of one argument, or its absence."""

    predicate: str
    argument: str
    holds: bool = True

    def __str__(self):
        return f"{'' if self.holds else 'not '}{self.predicate}({self.argument})"


@dataclass(frozen=True)
class Rule:
    """A rule, with a count of at least so many if `counted`."""

    head: Literal
    body: tuple[Literal, ...]
    counted: tuple[int, str] | None = None
    defines: bool = False

    def __str__(self):
        body = [*map(str, self.body)]
        if self.counted:
            body.append(f"{self.counted[0]} <= #count {{ Z : {self.counted[1]}(Z) }}")
        return f"{self.head} :- {', '.join(body)}."


@st.composite
def rules(draw, number):
    """Draw a rule for p<number>: positive on it and on lower ones, negative on lower ones."""
    terms = st.sampled_from(("X", "X", "Y", "1", "2"))
    positive = ("e", "f", *DERIVED[: number + 1])
    body = [Literal("e", "X")]
    body += draw(
        st.lists(st.builds(Literal, st.sampled_from(positive), terms), min_size=0, max_size=2)
    )
    safe = sorted({each.argument for each in body})
    negative = ("f", *DERIVED[:number])
    body += draw(
        st.lists(
            st.builds(Literal, st.sampled_from(negative), st.sampled_from(safe), st.just(False)),
            max_size=1,
        )
    )
    counted = draw(
        st.none() | st.tuples(st.integers(1, 3), st.sampled_from(("f", *DERIVED[:number])))
    )
    head = Literal(DERIVED[number], draw(st.sampled_from(safe)))
    return Rule(head, tuple(dict.fromkeys(body)), counted, draw(st.booleans()))


@st.composite
def programs(draw):
    made = [
        rule
        for number in range(len(DERIVED))
        for rule in draw(st.lists(rules(number), min_size=1, max_size=3))
    ]
    facts = draw(
        st.sets(st.tuples(st.sampled_from(("e", "e", "f", "p0")), st.sampled_from(DOMAIN)))
    )
    return made, facts


@dataclass
class Instance:
    """A rule with values for its variables."""

    rule: Rule
    head: clingo.Symbol
    positives: frozenset
    negatives: frozenset
    counted: frozenset = frozenset()


def atom(literal, values):
    argument = literal.argument
    return Function(literal.predicate, [Number(values.get(argument) or int(argument))])


def instances(rule, model):
    """Return the instances of a rule whose bodies hold, by trying all values."""
    for x, y in product(DOMAIN, DOMAIN):
        values = {"X": x, "Y": y}
        positives = frozenset(atom(each, values) for each in rule.body if each.holds)
        negatives = frozenset(atom(each, values) for each in rule.body if not each.holds)
        counted = frozenset()
        if rule.counted:
            counted = frozenset(a for a in model if a.name == rule.counted[1])
            if len(counted) < rule.counted[0]:
                continue
        if positives <= model and not negatives & model:
            yield Instance(rule, atom(rule.head, values), positives, negatives, counted)


def smallest(made, facts, model):
    """Return the size of the smallest proof of every atom, by repeating until nothing changes."""
    found = [instance for rule in made for instance in instances(rule, model)]
    size = dict.fromkeys(facts, 1)
    changed = True
    while changed:
        changed = False
        for each in found:
            needed = [size.get(a) for a in each.positives]
            if None in needed:
                continue
            total = sum(needed) + len(each.negatives) + (not each.rule.defines)
            if each.rule.counted:
                sizes = sorted(size[a] for a in each.counted if a in size)
                if len(sizes) < each.rule.counted[0]:
                    continue
                total += 1 + sum(sizes[: each.rule.counted[0]])
            if total < size.get(each.head, total + 1):
                size[each.head] = total
                changed = True
    return size


@dataclass
class Check:
    """Verifies a proof node by node."""

    rules: list
    facts: set
    model: frozenset
    sizes: dict = field(default_factory=dict)

    def size(self, node):
        """Return the size of the tree; a node that is above itself would never come to an end."""
        if id(node) not in self.sizes:
            self.verify(node)
            own = 0 if node.kind == "definition" else 1
            self.sizes[id(node)] = own + sum(map(self.size, node.children))
        return self.sizes[id(node)]

    def verify(self, node):
        """Check that one node follows from its children."""
        if node.kind == "absent":
            assert node.atom not in self.model
        elif node.kind == "fact":
            assert node.atom in self.facts
            assert not node.children
        elif node.kind == "elements":
            assert all(child.atom in self.model for child in node.children)
        else:
            rule = self.rules[int(node.label.id.removeprefix("define "))]
            holds = [c for c in node.children if c.kind not in ("absent", "elements")]
            counted = [c for c in node.children if c.kind == "elements"]
            absent = frozenset(c.atom for c in node.children if c.kind == "absent")
            positives = frozenset(c.atom for c in holds)
            assert any(
                (each.head, each.positives, each.negatives) == (node.atom, positives, absent)
                for each in instances(rule, self.model)
            )
            assert len(counted) == (1 if rule.counted else 0)
            if rule.counted:
                needed, predicate = rule.counted
                elements = counted[0].children
                assert len({c.atom for c in elements}) == needed
                assert {c.atom.name for c in elements} <= {predicate}


@settings(max_examples=60, deadline=None)
@given(programs())
def test_proofs_are_proofs_and_smallest(book, program):
    made, given_facts = program
    text = "\n".join(
        f"%! {'define ' if rule.defines else ''}{place}\n{rule}" for place, rule in enumerate(made)
    )
    rulebook = book(text)
    step = rulebook.step(" ".join(f"{name}({value})" for name, value in given_facts))
    facts, model = set(step.facts), frozenset(step.atoms)
    goals = [a for a in step.atoms if a.name in DERIVED]
    proof = explain(rulebook, [step], goals)
    size = smallest(made, facts, model)
    check = Check(made, facts, model)
    assert [tree.atom for tree in proof.trees] == goals
    for tree in proof.trees:
        assert check.size(tree) == size[tree.atom]
