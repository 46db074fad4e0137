"""Why something holds: the smallest proof of it, through all the steps that led there."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from clingo import Function, Symbol, SymbolType

from kb.errors import LudexError, quote
from kb.proof.graph import SHOWN, Alternative, ProofGraph
from kb.proof.proof import QUIET, Node, Proof
from kb.proof.support import NEXT, Collection, Element, Support
from kb.proof.trace import Trace
from kb.proof.why import Instances, WhyProgram, signature
from kb.records import record
from kb.rulebook.rulebook import RulebookView

GIVEN = ("given", 1)
FORCED = "forced"
CHOOSER = "decider"

BOUND = 100_000
"""How many instances of rules a search for the smallest proof considers."""

_VIEWS_AT_MOST = 8
_programs: dict[int, tuple[RulebookView, WhyProgram]] = {}


def why_program(view: RulebookView) -> WhyProgram:
    """Return the why-program of a view; it is made once."""
    known = _programs.get(id(view))
    if known is None:
        if len(_programs) >= _VIEWS_AT_MOST:
            _programs.pop(next(iter(_programs)))
        known = _programs[id(view)] = (view, WhyProgram(view))
    return known[1]


def explain(
    view: RulebookView, trace: Trace, goals: Iterable[Symbol], *, bound: int = BOUND
) -> Proof:
    """Find the smallest proof of each goal, in the last step of a trace.

    The smallest proof is the tree with the fewest nodes, definitions not counted, every other
    node counted as often as it stands there. The search is exact, except that a sum that has
    to reach a number takes its addends in the order of the sizes of their own proofs.

    Parameters
    ----------
    view : RulebookView
        The statements in force.
    trace : sequence of Step
        What was solved, earliest first.
    goals : iterable of Symbol
        Atoms of the last step's model.
    bound : int
        When more instances of rules than this could play a part, one for each derived atom is
        considered, and the proof says that it is bounded.

    Raises
    ------
    LudexError
        If a goal is not in the model, or nothing in the view derives it.
    """
    program = why_program(view)
    proof = _Search(program, trace).run(tuple(goals), bound)
    program.compiled.save()
    return replace(proof, day=view.date)


@record(slots=True)
class _Reason:
    """What an alternative of the graph is in the proof.

    ``same`` stands for its only premise, ``each`` for all of its premises together; the other
    kinds are nodes of the proof.
    """

    kind: Literal["fact", "rule", "choice", "elements", "same", "each"]
    step: int
    atom: Symbol | None = None
    support: Support | None = None
    absent: Sequence[Symbol] = ()
    undenied: Sequence[Symbol] = ()
    since: int | None = None
    by: Symbol | None = None
    function: str = ""


class _Search:
    def __init__(self, program: WhyProgram, trace: Trace) -> None:
        self.program = program
        self.trace = trace
        self.last = len(trace) - 1
        self.graph: ProofGraph[_Reason] = ProofGraph()
        self.atoms: list[dict[Symbol, int]] = [{} for _ in trace]
        # Of what is next: the ways to begin, and the way to go on.
        self.begun: list[dict[Symbol, int]] = [{} for _ in trace]
        self.kept: list[dict[Symbol, int]] = [{} for _ in trace]
        self.wanted: list[dict[Symbol, None]] = [{} for _ in trace]

    def run(self, goals: Sequence[Symbol], bound: int) -> Proof:
        """Find the proofs of the goals."""
        if not self.trace:
            raise LudexError("nothing to explain: the trace has no steps")
        for goal in goals:
            if not self.trace[self.last].holds(goal):
                raise LudexError(f"cannot explain {quote(str(goal))}: it does not hold")
        left = bound
        bounded = False
        roots = [self.atom(self.last, goal) for goal in goals]
        # From the last step back: only what a later step rests on is explained in an earlier one.
        for step in range(self.last, -1, -1):
            if not self.wanted[step]:
                continue
            instances = self.program.instances(list(self.wanted[step]), self.trace[step])
            count = instances.count()
            if count > left:
                bounded = True
                instances = instances.thinned()
            left = max(0, left - count)
            _Reader(self, step, instances).read()
        chosen = self.graph.settle(roots)
        if bounded and not all(root in chosen for root in roots):
            # What was left out was needed after all: the first instances were circular.
            return _Search(self.program, self.trace).run(goals, sys.maxsize)
        for goal, root in zip(goals, roots, strict=True):
            if root not in chosen:
                raise LudexError(f"cannot explain {quote(str(goal))}: no rule in force derives it")
        return Proof(
            trees=_build(roots, chosen),
            titles=tuple(step.title for step in self.trace),
            bounded=bounded,
        )

    def atom(self, step: int, atom: Symbol) -> int:
        """Return the node of an atom that holds in a step."""
        known = self.atoms[step].get(atom)
        if known is not None:
            return known
        node = self.atoms[step][atom] = self.graph.node()
        predicate = signature(atom)
        derived = self.program.derives(predicate)
        if step and predicate == GIVEN:
            self._carry(node, step, atom)
        elif not derived or self.trace[step].is_fact(atom):
            since = 0 if predicate == GIVEN and self.last else None
            self.graph.add(node, SHOWN, (), _Reason("fact", step, atom, since=since))
        if derived:
            self.wanted[step][atom] = None
            if predicate == NEXT:
                self.graph.add(node, 0, [self.begin(step, atom)], _Reason("same", step))
        return node

    def begin(self, step: int, coming: Symbol) -> int:
        """Return the node of what begins in a step: the proofs but that it goes on."""
        return self._node(self.begun[step], coming)

    def keep(self, step: int, coming: Symbol) -> int:
        """Return the node of what goes on in a step."""
        return self._node(self.kept[step], coming)

    def _node(self, known: dict[Symbol, int], atom: Symbol) -> int:
        node = known.get(atom)
        if node is None:
            node = known[atom] = self.graph.node()
        return node

    def _carry(self, node: int, step: int, atom: Symbol) -> None:
        """Let what is given rest on the step that brought it about."""
        fluent = atom.arguments[0]
        coming = Function(NEXT[0], [fluent])
        start = step
        while start and self._only_goes_on(start - 1, fluent, coming):
            start -= 1
        same = _Reason("same", step)
        if start < step:
            self.graph.add(node, 1, [self.atom(start, atom)], same)
        elif self.trace[step - 1].holds(coming):
            since = _Reason("fact", step, atom, since=step)
            self.atom(step - 1, coming)
            self.graph.add(node, SHOWN, [self.begin(step - 1, coming)], since)
            self.graph.add(node, 1, [self.keep(step - 1, coming)], same)
        else:
            self.graph.add(node, SHOWN, (), _Reason("fact", step, atom, since=step))

    def _only_goes_on(self, step: int, fluent: Symbol, coming: Symbol) -> bool:
        """Tell whether what is next is so for no other reason than that it was given.

        Most of a state goes on unchanged through most steps; they need not be grounded for it.
        """
        before = self.trace[step]
        if not before.holds(coming) or before.is_fact(coming):
            return False
        whole = fluent.type == SymbolType.Function
        functor = (fluent.name, len(fluent.arguments)) if whole else None
        goes_on = False
        for support in self.program.supports(NEXT):
            shape = support.shape
            if shape is None:
                return False
            if shape.functor is not None and shape.functor != functor:
                continue
            if any(before.holds(Function(p, [fluent])) != so for p, so in shape.tests):
                continue
            if not (shape.complete and (GIVEN[0], True) in shape.tests and support.defines):
                return False
            goes_on = True
        return goes_on


class _Reader:
    """Adds what was found in one step to the graph."""

    def __init__(self, search: _Search, step: int, instances: Instances) -> None:
        self.search = search
        self.graph = search.graph
        self.step = step
        self.instances = instances
        self.collected: dict[tuple[str, int, tuple[Symbol, ...]], int] = {}
        self.grouped: dict[str, dict[tuple[Symbol, ...], list[list[Symbol]]]] = {}

    def read(self) -> None:
        """Add every instance as an alternative of its head."""
        for support, rows in self.instances.supports:
            for row in rows:
                if support.choice:
                    self._choice(support, row)
                elif support.head == NEXT:
                    self._next(support, row)
                else:
                    self._rule(self.search.atom(self.step, row[0]), support, row)

    def _rule(self, node: int, support: Support, row: list[Symbol]) -> None:
        positives = len(support.positives)
        start = 1 + positives
        absent = row[start : start + support.negatives]
        start += support.negatives
        undenied = row[start : start + support.undenied]
        premises = [self.search.atom(self.step, each) for each in row[1 : 1 + positives]]
        if support.collections:
            key = tuple(row[len(row) - support.key :])
            for place, collection in enumerate(support.collections):
                premises.append(self._collection(support, place, collection, key, row))
        weight = SHOWN * (len(absent) + len(undenied))
        if not support.defines:
            weight += SHOWN
        else:
            weight += 1 - SHOWN * sum(each.name in QUIET for each in absent)
        reason = _Reason(
            "rule", self.step, row[0], support=support, absent=absent, undenied=undenied
        )
        self.graph.add(node, weight, premises, reason)

    def _next(self, support: Support, row: list[Symbol]) -> None:
        coming = row[0]
        node = self.search.atom(self.step, coming)
        given = Function(GIVEN[0], coming.arguments)
        goes_on = row[1 : 1 + len(support.positives)] == [given]
        if goes_on and support.defines and not support.collections:
            premises = [self.search.atom(self.step, given)]
            kept = self.search.keep(self.step, coming)
            self.graph.add(kept, 1, premises, _Reason("same", self.step))
            reason = _Reason("rule", self.step, coming, support=support)
            self.graph.add(node, 1, premises, reason)
        else:
            self._rule(self.search.begin(self.step, coming), support, row)

    def _choice(self, support: Support, row: list[Symbol]) -> None:
        """Let what was taken be a leaf, unless nobody chose it: it was the only option."""
        taken = row[0]
        node = self.search.atom(self.step, taken)
        step = self.search.trace[self.step]
        decision = taken.arguments[:1]
        last = len(support.positives)
        options = row[last].name if last else ""
        only = sum(1 for each in step.of(options) if each.arguments[:1] == decision) == 1
        if only and not step.holds(Function(FORCED, taken.arguments)):
            self._rule(node, support, row)
            return
        chooser = next(
            (each.arguments[1] for each in step.of(CHOOSER) if each.arguments[:1] == decision), None
        )
        self.graph.add(node, SHOWN, (), _Reason("choice", self.step, taken, support, by=chooser))

    def _collection(
        self,
        support: Support,
        place: int,
        collection: Collection,
        key: tuple[Symbol, ...],
        row: list[Symbol],
    ) -> int:
        """Return the node of an aggregate: enough of its elements, each with one witness."""
        limit = None if collection.threshold is None else row[collection.threshold]
        identity = (support.predicate, place, key if limit is None else (*key, limit))
        known = self.collected.get(identity)
        if known is not None:
            return known
        node = self.collected[identity] = self.graph.node()
        elements: dict[Symbol, int] = {}
        for element in collection.elements:
            start = len(key) + 1
            for each in self._group(element, len(key)).get(key, ()):
                told_apart = each[len(key)]
                inner = elements.get(told_apart)
                if inner is None:
                    inner = elements[told_apart] = self.graph.node()
                positives = each[start : start + element.positives]
                absent = each[start + element.positives :]
                premises = [self.search.atom(self.step, atom) for atom in positives]
                reason = _Reason("each", self.step, absent=absent)
                self.graph.add(inner, SHOWN * len(absent), premises, reason)
        needed, amounts = _needed(collection, limit, elements)
        reason = _Reason("elements", self.step, support=support, function=collection.function)
        premises = [elements[told_apart] for told_apart in sorted(elements)]
        self.graph.add(node, SHOWN, premises, reason, needed=needed, amounts=amounts)
        return node

    def _group(self, element: Element, key: int) -> dict[tuple[Symbol, ...], list[list[Symbol]]]:
        groups = self.grouped.get(element.predicate)
        if groups is None:
            groups = self.grouped[element.predicate] = {}
            for row in self.instances.elements.get(element.predicate, ()):
                groups.setdefault(tuple(row[:key]), []).append(row)
        return groups


def _needed(
    collection: Collection, limit: Symbol | None, elements: dict[Symbol, int]
) -> tuple[int | None, dict[int, int] | None]:
    """Return how much of the elements is needed (None: all), and what each contributes."""
    if limit is None or limit.type != SymbolType.Number:
        return None, None
    if collection.function == "count":
        return limit.number, None
    amounts: dict[int, int] = {}
    for told_apart, node in elements.items():
        first = told_apart.arguments[:1]
        amounts[node] = first[0].number if first and first[0].type == SymbolType.Number else 0
    if min(amounts.values(), default=0) < 0:
        return None, None
    return limit.number, amounts


def _build(roots: Sequence[int], chosen: dict[int, Alternative[_Reason]]) -> tuple[Node, ...]:
    """Make the nodes of the proof: of what was chosen, what the roots rest on."""
    needed = set(roots)
    todo = list(needed)
    while todo:
        for premise in chosen[todo.pop()].taken:
            if premise not in needed:
                needed.add(premise)
                todo.append(premise)
    built: dict[int, tuple[Node, ...]] = {}
    leaves: dict[tuple[str, int, Symbol], Node] = {}

    def leaf(kind: Literal["absent", "fact"], step: int, atom: Symbol) -> Node:
        identity = (kind, step, atom)
        if identity not in leaves:
            leaves[identity] = Node(atom, step, None, (), kind)
        return leaves[identity]

    # Premises were settled before what rests on them, so they are built before it.
    for number, alternative in chosen.items():
        if number not in needed:
            continue
        reason = alternative.content
        taken = set(alternative.taken)
        children = [node for each in alternative.premises if each in taken for node in built[each]]
        children.extend(leaf("fact", reason.step, atom) for atom in reason.undenied)
        children.extend(leaf("absent", reason.step, atom) for atom in reason.absent)
        distinct = tuple(dict.fromkeys(children))
        if reason.kind in ("same", "each"):
            built[number] = distinct
        else:
            built[number] = (_node(reason, distinct),)
    return tuple(built[root][0] for root in roots)


def _node(reason: _Reason, children: tuple[Node, ...]) -> Node:
    label = None if reason.support is None else reason.support.statement.label
    if reason.kind == "rule":
        defined = label is not None and label.defines is not None
        return Node(reason.atom, reason.step, label, children, "definition" if defined else "rule")
    if reason.kind == "choice":
        return Node(reason.atom, reason.step, None, (), "choice", by=reason.by)
    if reason.kind == "elements":
        return Node(None, reason.step, None, children, "elements", function=reason.function)
    return Node(reason.atom, reason.step, None, children, "fact", since=reason.since)
