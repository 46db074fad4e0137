"""The program that instantiates, on one model, the rules that what is wanted can rest on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Control, Symbol

from kb.proof.compiled import compiled_supports
from kb.proof.support import FORM, Element, Form, Signature, Support, call, want
from kb.proof.trace import Step, outermost
from kb.records import record
from kb.rulebook.parsed import add
from kb.rulebook.rulebook import RulebookView
from kb.rulebook.statement import Statement


def signature(atom: Symbol) -> Signature:
    """Return the signature of an atom of a model."""
    return (atom.name if atom.positive else "-" + atom.name), len(atom.arguments)


@record(slots=True)
class Instances:
    """What was found: the arguments of each instance, by rule and by kind of element."""

    supports: list[tuple[Support, list[list[Symbol]]]]
    elements: dict[str, list[list[Symbol]]]

    def count(self) -> int:
        """Return how many instances of rules there are."""
        return sum(len(rows) for _, rows in self.supports)

    def thinned(self) -> Instances:
        """Return one instance for each head only: the first, in the order of the rulebook."""
        heads: set[Symbol] = set()
        kept: list[tuple[Support, list[list[Symbol]]]] = []
        for support, rows in self.supports:
            first: dict[Symbol, list[Symbol]] = {}
            for row in rows:
                if row[0] not in heads:
                    first.setdefault(row[0], row)
            if first:
                heads.update(first)
                kept.append((support, list(first.values())))
        return Instances(kept, self.elements)


class WhyProgram:
    """The statements of one view of the rulebook, ready to be asked why.

    Statements are compiled when something first depends on them.
    """

    def __init__(self, view: RulebookView) -> None:
        # Classical negation shares the name: what a statement really derives is seen later.
        self._heads: dict[Signature, list[Statement]] = {}
        for statement in view.statements:
            for head in statement.heads:
                self._heads.setdefault(head, []).append(statement)
        self._supports: dict[Signature, tuple[Support, ...]] = {}
        self._by_first: dict[tuple[Signature, str], tuple[Support, ...]] = {}
        self.compiled = compiled_supports(view.rulebook)

    def derives(self, predicate: Signature) -> bool:
        """Tell whether some statement in force derives atoms of the predicate."""
        return bool(self.supports(predicate))

    def supports(self, predicate: Signature) -> tuple[Support, ...]:
        """Return the compiled statements that derive atoms of the predicate."""
        found = self._supports.get(predicate)
        if found is None:
            name, arity = predicate
            found = self._supports[predicate] = tuple(
                support
                for statement in self._heads.get((name.removeprefix("-"), arity), ())
                for support in self.compiled.of(statement)
                if support.head == predicate
            )
        return found

    def _of_form(self, predicate: Signature, form: Form) -> tuple[Support, ...]:
        """Return those whose head may begin as is wanted: a few of hundreds that begin fluents."""
        first = form[0] if form else ""
        found = self._by_first.get((predicate, first))
        if found is None:
            found = self._by_first[predicate, first] = tuple(
                each
                for each in self.supports(predicate)
                if not first or each.form[0][:1] != "=" or each.form[0] == first
            )
        return found

    def alive(self, goals: Iterable[Symbol], step: Step) -> list[Support]:
        """Return the statements that can play a part in a proof of the goals.

        Others would ground to nothing, but parsing and grounding them takes time as well.
        """
        found: dict[str, Support] = {}
        dead: set[str] = set()
        todo = list(
            dict.fromkeys(
                (signature(goal), tuple(map(outermost, goal.arguments[:FORM]))) for goal in goals
            )
        )
        seen = set(todo)
        while todo:
            predicate, form = todo.pop()
            for support in self._of_form(predicate, form):
                if support.predicate in dead:
                    continue
                values = _match(support.form, form)
                if values is None:
                    continue
                if support.predicate not in found:
                    if not all(_present(step, *need) for need in support.positives):
                        dead.add(support.predicate)
                        continue
                    found[support.predicate] = support
                for needed, needed_form, _ in support.wants:
                    wanted = (needed, tuple(_value(each, values) for each in needed_form))
                    if wanted not in seen:
                        seen.add(wanted)
                        todo.append(wanted)
        return list(found.values())

    def text(self, alive: Sequence[Support], goals: Iterable[Symbol], step: Step) -> str:
        """Write the program for a model; the atoms come by the function ``@_atoms``."""
        heads = {support.head for support in alive}
        reads = {each for support in alive for each in support.reads}
        parts = [support.text for support in alive]
        parts.extend(
            rule for support in alive for needed, _, rule in support.wants if needed in heads
        )
        for name, arity in sorted(reads):
            bare = name.removeprefix("-")
            if bare in step.by_name:
                atom = call(name, [f"A{i}" for i in range(arity)])
                parts.append(f'{atom}:-{atom}=@_atoms("{bare}").')
        for goal in goals:
            parts.append(f"{call(want(signature(goal)), map(str, goal.arguments))}.")
        return "\n".join(parts)

    def instances(self, goals: Sequence[Symbol], step: Step) -> Instances:
        """Find the instances of rules that the goals can rest on, on the model of a step."""
        alive = self.alive(goals, step)
        if not alive:
            return Instances([], {})
        control = Control(["--warn=none"])
        add(control, self.text(alive, goals, step))
        control.ground([("base", [])], context=_Model(step))
        atoms = control.symbolic_atoms
        found: list[tuple[Support, list[list[Symbol]]]] = []
        elements: dict[str, list[list[Symbol]]] = {}
        for support in alive:
            rows = [
                a.symbol.arguments for a in atoms.by_signature(support.predicate, support.width)
            ]
            if rows:
                found.append((support, rows))
                for collection in support.collections:
                    for element in collection.elements:
                        width = _element_width(support, element)
                        elements[element.predicate] = [
                            a.symbol.arguments for a in atoms.by_signature(element.predicate, width)
                        ]
        return Instances(found, elements)


def _match(head: Form, wanted: Form) -> dict[str, str] | None:
    """Return what the variables of a head stand for, or None if it is not what is wanted."""
    values: dict[str, str] = {}
    for own, other in zip(head, wanted, strict=True):
        if not own or not other:
            continue
        if own[0] != "=":
            own = values.setdefault(own, other)
        if own != other:
            return None
    return values


def _value(own: str, values: dict[str, str]) -> str:
    return own if own[:1] == "=" else values.get(own, "")


def _present(step: Step, predicate: Signature, form: Form) -> bool:
    """Tell whether the model has an atom of such a form."""
    name = predicate[0].removeprefix("-")
    if name not in step.by_name:
        return False
    for place, own in enumerate(form):
        if own[:1] == "=":
            known = step.outermost(name, place)
            if known is not None and own not in known:
                return False
    return True


def _element_width(support: Support, element: Element) -> int:
    return support.key + 1 + element.positives + element.negatives


class _Model:
    """Hands the atoms of a model to the grounder, a predicate at a time, when it asks."""

    def __init__(self, step: Step) -> None:
        self._step = step

    def _atoms(self, name: Symbol) -> list[Symbol]:
        return self._step.by_name[name.string]
