"""Answers: what is asked of a situation, what the rules say, and what that rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from clingo import Symbol

from kb.inference import legality, mentions, properties
from kb.inference.leaves import Answer, Leaf, Value, blocks, decisions
from kb.inference.session import Session
from kb.proof import Proof, explain
from kb.scenario.questions import (
    Declarations,
    May,
    Mentions,
    Options,
    Orders,
    Outcomes,
    Targets,
    TypedQuestion,
    What,
    When,
)


@dataclass(frozen=True)
class Ruling:
    """The answer to one question.

    Attributes
    ----------
    question : TypedQuestion
    leaves : tuple of Leaf
        One for each different answer; ways and `also` say how many states share it.
    complete : bool
        False when a bound cut the exploration: then there may be more.
    """

    question: TypedQuestion
    leaves: tuple[Leaf, ...]
    complete: bool
    session: Session = field(repr=False, compare=False)

    @property
    def value(self) -> Value:
        """The answer, when it is the same in every outcome; otherwise None."""
        return self.leaves[0].value if len(self.leaves) == 1 else None

    @property
    def gaps(self) -> tuple[Symbol, ...]:
        """What the rulebook could not carry out on the way."""
        return tuple(dict.fromkeys(gap for leaf in self.leaves for gap in leaf.gaps))

    @cached_property
    def proofs(self) -> tuple[Proof, ...]:
        """The proof of each leaf's answer."""
        return tuple(self.proof(leaf) for leaf in self.leaves)

    def proof(self, leaf: Leaf) -> Proof:
        """Return the proof of the answer in one leaf."""
        trace = self.session.trace(leaf.query.node, leaf.query.extra)
        return explain(self.session.view, trace, leaf.goals)

    @cached_property
    def accounts(self) -> tuple[tuple[Proof, ...], ...]:
        """What happened on the way to each leaf, step by step, for a question about outcomes."""
        if isinstance(self.question, Orders):
            return tuple(self._onward(leaf) for leaf in self.leaves)
        if not isinstance(self.question, Outcomes | When):
            return tuple(() for _ in self.leaves)
        return tuple(self.session.account(leaf.query.node) for leaf in self.leaves)

    def _onward(self, leaf: Leaf) -> tuple[Proof, ...]:
        steps = () if leaf.orders is None else leaf.orders.steps
        return (
            *self.session.account(leaf.query.node),
            *(self.session.account_of(state, extra) for state, extra in steps),
        )

    @cached_property
    def proved_by(self) -> tuple[str, ...]:
        """The ids of the rules of the proofs, in their order."""
        return tuple(dict.fromkeys(rule for proof in self.proofs for rule in proof.rules))

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that the answer rests on.

        First those of the proofs, in their order; then, for outcomes, those by which everything
        on the way happened.
        """
        told = (proof for account in self.accounts for proof in account)
        return tuple(
            dict.fromkeys((*self.proved_by, *(rule for proof in told for rule in proof.rules)))
        )


def rule_on(session: Session, question: TypedQuestion) -> Ruling:
    """Answer a question in every outcome of what is done.

    Parameters
    ----------
    session : Session
    question : TypedQuestion

    Raises
    ------
    LudexError
        If what is to be done cannot be done at all, such as resolving an empty stack.
    """
    if isinstance(question, May | Targets | Options | What):
        with session.at_the_start() as worth_trying:
            first = _leaf(session, question, 0, 1) if worth_trying else None
        if first is not None and session.explored:
            return Ruling(question, (first,), True, session)
    if isinstance(question, When):
        session = session.onward(question)
    graph = session.graph
    ways = graph.ways()
    found: dict[object, list[Leaf]] = {}
    complete = graph.complete
    for number in graph.leaves:
        node = graph.nodes[number]
        if node.kind == "cut":
            continue
        leaf = _leaf(session, question, number, ways[number])
        if leaf.orders is not None and not leaf.orders.complete:
            complete = False
            continue
        counted = leaf.orders and (leaf.orders.count, leaf.orders.listed)
        key = (leaf.kind, leaf.value, leaf.seen, tuple(r.unmet for r in leaf.reasons), counted)
        found.setdefault(key, []).append(leaf)
    leaves = tuple(_merged(same) for same in found.values())
    if isinstance(question, When):
        leaves = tuple(sorted(leaves, key=_when_first))
    return Ruling(question, leaves, complete, session)


def _merged(same: Sequence[Leaf]) -> Leaf:
    first = same[0]
    if len(same) == 1:
        return first
    counts = [leaf.ways for leaf in same]
    total = None if any(count is None for count in counts) else sum(c for c in counts if c)
    gaps = tuple(dict.fromkeys(gap for leaf in same for gap in leaf.gaps))
    return replace(first, ways=total, gaps=gaps, also=tuple(leaf.node for leaf in same[1:]))


def _leaf(session: Session, question: TypedQuestion, number: int, ways: int | None) -> Leaf:
    node = session.graph.nodes[number]
    if node.kind in ("illegal", "stuck"):
        found = legality.illegal(session, number, node.extra, node.reasons)
    else:
        found = _answer(session, question, number)
    if isinstance(question, When):
        choices = tuple(choice for _, choice in decisions(session, number))
    else:
        choices = tuple(c for _, edge in session.graph.path(number) for c in edge.choices)
    gaps = tuple(session.gaps(number))
    return Leaf(
        value=None if any(map(blocks, gaps)) else found.value,
        goals=found.goals,
        reasons=found.reasons,
        extra=found.extra,
        seen=found.seen,
        more=found.more,
        orders=found.orders,
        node=number,
        kind=node.kind,
        choices=choices,
        ways=ways,
        gaps=gaps,
    )


def _answer(session: Session, question: TypedQuestion, number: int) -> Answer:
    match question:
        case May():
            return legality.may(session, number, question)
        case Targets():
            return legality.targets(session, number, question)
        case Options():
            return legality.options(session, number, question)
        case Declarations():
            return legality.all_declarations(session, number, question)
        case Orders():
            return legality.orders(session, number, question)
        case What():
            return properties.what(session, number, question)
        case Outcomes():
            return properties.outcome(session, number, question)
        case When():
            return properties.come_about(session, number, question)
        case Mentions():
            return mentions.judge(session, number, question)


def _when_first(leaf: Leaf) -> tuple[bool, int, int]:
    value = leaf.value if isinstance(leaf.value, tuple) else ()
    return not value, value[1].number if value else 0, leaf.node
