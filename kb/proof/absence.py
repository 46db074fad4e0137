"""Why something does not hold: the rules that could have given it, and what each of them lacked.

A rule that gives nothing here is told by the condition that is not met while all the others are;
if several are not, by the first of them, in the order of the rule. A condition that something
meets which should not is told with the proof of that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from clingo import Control, Function, Symbol, SymbolType
from clingo.ast import AST, ASTType, Sign

from kb.errors import LudexError
from kb.proof.proof import Node, walk
from kb.proof.search import explain, why_program
from kb.proof.support import ANYTHING, call, objects_in
from kb.proof.trace import Step, Trace
from kb.proof.why import signature
from kb.proof.writer import as_absent, named, opened, renamed, variables
from kb.records import record
from kb.rulebook.rulebook import RulebookView
from kb.rulebook.statement import Statement

DEEP = 5
"""How many conditions that are not met are followed, one after the other."""

WIDE = 3
"""How many rules are told of."""

STEPS = 40
"""How many steps back it is looked for what could have begun something."""

STATEMENTS = 60
"""How many statements are tried."""


@record
class _Miss:
    """A statement that almost gave something: what it lacked, or what stood against it."""

    statement: Statement
    alone: bool
    place: int
    against: bool
    atom: Symbol

    @property
    def rank(self) -> tuple[bool, bool, bool, int, str]:
        """What is told first: what only one condition kept from applying, and numbered rules."""
        defined = self.statement.label.defines is not None
        return not self.alone, not self.against, defined, -self.place, str(self.atom)


class Absence:
    """Explains, on a trace, why something does not hold.

    Parameters
    ----------
    view : RulebookView
    trace : sequence of Step
    """

    def __init__(self, view: RulebookView, trace: Trace) -> None:
        self.view = view
        self.trace = trace
        self._known: dict[tuple[int, Symbol], tuple[Node, ...]] = {}

    def tree(self, wanted: Symbol) -> Node:
        """Return why nothing of this form holds in the last step.

        Parameters
        ----------
        wanted : Symbol
            An atom; an argument ``_any`` stands for anything.
        """
        last = len(self.trace) - 1
        return Node(wanted, last, None, self._why(last, wanted, 0), "absent")

    def _why(self, step: int, wanted: Symbol, depth: int) -> tuple[Node, ...]:
        key = (step, wanted)
        if depth >= DEEP:
            return ()
        if key not in self._known:
            self._known[key] = ()  # what rests on itself says nothing
            given = wanted.match("given", 1)
            found = self._past(step, wanted, depth) if given else self._now(step, wanted, depth)
            self._known[key] = found
        return self._known[key]

    def _now(self, step: int, wanted: Symbol, depth: int) -> tuple[Node, ...]:
        misses = self._misses(step, wanted)
        return tuple(self._node(step, one, depth) for one in misses[:WIDE])

    def _past(self, step: int, wanted: Symbol, depth: int) -> tuple[Node, ...]:
        """Return what ended a fluent, or what could have begun it."""
        fluent = wanted.arguments[0]
        for before in range(step - 1, -1, -1):
            for held in self.trace[before].of("given"):
                if _fits(held.arguments[0], fluent):
                    return self._ended(before, Function("ends", held.arguments))
        best: list[tuple[int, _Miss]] = []
        for before in range(step - 1, max(-1, step - 1 - STEPS), -1):
            misses = self._misses(before, Function("begins", [fluent]))
            best += [(before, one) for one in misses if self._is_up(before, one.atom)]
        best.sort(key=lambda one: (one[1].rank, -one[0]))
        told: dict[tuple[int, Symbol], Node] = {}
        for before, miss in best:
            said = (id(miss.statement), miss.atom)
            if said not in told and len(told) < WIDE:
                told[said] = self._node(before, miss, depth)
        return tuple(told.values()) or (Node(wanted, step, None, (), "absent", function="never"),)

    def _is_up(self, step: int, atom: Symbol) -> bool:
        """Return whether what was not taken, or did not replace anything, was there to do so."""
        there = _UP.get(atom.name) if atom.arguments else None
        kind = atom.arguments[0] if there else ANYTHING
        if there is None or kind.type != SymbolType.Function or kind == ANYTHING:
            return True
        return any(one.arguments[0].name == kind.name for one in self.trace[step].whole.of(there))

    def _ended(self, step: int, ends: Symbol) -> tuple[Node, ...]:
        try:
            return explain(self.view, self.trace[: step + 1], [ends]).trees
        except LudexError:
            return ()

    def _node(self, step: int, miss: _Miss, depth: int) -> Node:
        children: tuple[Node, ...] = ()
        if miss.against:
            trace = [*self.trace[:step], self.trace[step].whole]
            children = explain(self.view, trace, [miss.atom]).trees[0].children
        else:
            children = self._why(step, miss.atom, depth + 1)
        label = miss.statement.label
        kind = "against" if miss.against else "lacking"
        return Node(miss.atom, step, label, children, "absent", function=kind)

    # --- What almost gave it ---

    def _misses(self, step: int, wanted: Symbol) -> list[_Miss]:
        """Return what each statement that could give something lacks, the nearest first."""
        parts: list[str] = []
        rows: dict[str, tuple[Statement, bool, int, bool]] = {}
        reads: set[str] = set()
        for statement in self._statements(wanted):
            for rule in statement.ast.unpool():
                for text, row in _program(rule, wanted, f"_miss{len(rows)}_", statement):
                    for name, line in text:
                        parts.append(line)
                        rows[name] = row[name]
            reads |= {name for name, _ in statement.bodies}
        if not parts:
            return []
        return sorted(_solved(parts, rows, reads, self.trace[step].whole), key=lambda one: one.rank)

    def _statements(self, wanted: Symbol) -> list[Statement]:
        name, arity = signature(wanted)
        form = _functor(wanted.arguments[0]) if wanted.arguments else ""
        found = {}
        for support in why_program(self.view).supports((name, arity)):
            own = support.form[0] if support.form else ""
            if not own.startswith("=") or not form or own == form:
                found[id(support.statement)] = support.statement
        return list(found.values())[:STATEMENTS]


def _functor(term: Symbol) -> str:
    return f"={term.name}" if term.type == SymbolType.Function and term != ANYTHING else ""


def _fits(term: Symbol, wanted: Symbol) -> bool:
    """Tell whether a term is of a form in which ``_any`` stands for anything."""
    if wanted == ANYTHING or term == wanted:
        return True
    if term.type != SymbolType.Function or wanted.type != SymbolType.Function:
        return False
    same = term.name == wanted.name and len(term.arguments) == len(wanted.arguments)
    return same and all(map(_fits, term.arguments, wanted.arguments))


def frustrated(view: RulebookView, trace: Trace, about: Symbol | None = None) -> Iterator[Node]:
    """Yield what came to nothing on a trace: vain, replaced, or taken off the stack.

    Parameters
    ----------
    view : RulebookView
    trace : sequence of Step
    about : Symbol, optional
        A fluent: only what has to do with the objects, or else the players, that it speaks of.
    """
    things = frozenset() if about is None else objects_in(about)
    players = frozenset() if about is None or things else _constants(about)
    for number, step in enumerate(trace):
        for atom in _fruitless(step):
            if players and not players & _constants(atom):
                continue
            (found,) = explain(view, trace[: number + 1], [atom]).trees
            if not things or _concerns(found, things):
                yield found


def _fruitless(step: Step) -> list[Symbol]:
    """Return the atoms of a step that say that nothing comes of something."""
    used = {tuple(atom.arguments) for atom in step.of("uses")}
    undone = [*step.of("cancels"), *(a for a in step.of("alters") if str(a.arguments[3]) == "0")]
    replaced = [atom for atom in undone if tuple(atom.arguments[:2]) in used]
    return [*sorted((*step.of("vain"), *step.of("removes"))), *sorted(replaced)]


def _concerns(node: Node, things: frozenset[Symbol]) -> bool:
    """Tell whether a proof, as far as it is about one step, speaks of one of these things."""
    here = (one.atom for one in walk([node]) if one.step == node.step and one.atom is not None)
    return any(things & objects_in(atom) for atom in here)


def _constants(term: Symbol) -> frozenset[Symbol]:
    """Return the names in a term: players, among others."""
    if term.type != SymbolType.Function or term == ANYTHING:
        return frozenset()
    if not term.arguments:
        return frozenset([term])
    return frozenset().union(*map(_constants, term.arguments))


_UP = {"takes": "slot", "uses": "applies"}
"""What shows that a decision, or a replacement, is there that could be taken or used."""

_PARTLY = re.compile(r".*\bAny\d+_")

Line = tuple[str, str]


def _program(
    rule: AST, wanted: Symbol, prefix: str, statement: Statement
) -> Iterator[tuple[list[Line], dict[str, tuple[Statement, bool, int, bool]]]]:
    """Yield the lines that find what one rule lacks: for each condition, alone and first of all."""
    head = rule.head
    if head.ast_type != ASTType.Literal or head.atom.ast_type != ASTType.SymbolicAtom:
        return
    unified = _unify(head.atom.symbol, wanted)
    if unified is None:
        return
    body = list(rule.body)
    for place, literal in enumerate(body):
        if literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.SymbolicAtom:
            continue
        against = literal.sign == Sign.Negation
        if literal.sign == Sign.DoubleNegation:
            continue
        for alone in (True, False):
            others = [one for at, one in enumerate(body) if (at != place if alone else at < place)]
            line = _line(unified, others, literal, against=against)
            if line is not None:
                name = f"{prefix}{place}{'a' if alone else 'f'}"
                said, conditions = line
                text = f"{name}({said}) :- {'; '.join(conditions) or '#true'}."
                yield [(name, text)], {name: (statement, alone, place, against)}


def _line(
    unified: Sequence[str], others: Sequence[AST], literal: AST, *, against: bool
) -> tuple[str, list[str]] | None:
    """Return how what is lacking is written, and the conditions under which it is."""
    safe = [one for one in others if _binds(one)]
    bound = {name for one in safe for name in variables(str(one.atom))}
    sure = [one for one in unified if not _PARTLY.match(one)]
    bound |= {name for one in sure for name in variables(one)}
    partly = (one for one in unified if _PARTLY.match(one))
    unified = [*sure, *(one for one in partly if variables(one.rpartition(" = ")[2]) <= bound)]
    left = [one for one in others if one not in safe]
    for _ in left:
        for one in left:
            text = str(one)
            if one.ast_type == ASTType.Literal and one.atom.ast_type == ASTType.Comparison:
                first, _, rest = text.partition(" = ")
                if rest and variables(rest) <= bound:
                    bound |= variables(first)
                elif rest and variables(first) <= bound:
                    bound |= variables(rest)
    kept = [one for one in left if _closed(one, bound)]
    text = str(literal.atom)
    own = variables(text)
    if against:
        said = named(text)
        return said, [*unified, *map(str, safe), *map(str, kept), said]
    text = renamed(text, own - bound, "_")
    return as_absent(text), [*unified, *map(str, safe), *map(str, kept), f"not {text}"]


def _closed(literal: AST, bound: set[str]) -> bool:
    aggregate = literal.ast_type != ASTType.Literal or literal.atom.ast_type not in (
        ASTType.SymbolicAtom,
        ASTType.Comparison,
        ASTType.BooleanConstant,
    )
    return aggregate or variables(str(literal)) <= bound


def _binds(literal: AST) -> bool:
    return bool(
        literal.ast_type == ASTType.Literal
        and literal.atom.ast_type == ASTType.SymbolicAtom
        and literal.sign == Sign.NoSign
    )


def _unify(symbol: AST, wanted: Symbol) -> list[str] | None:
    """Return what makes the head of a rule what is wanted; None if nothing does."""
    if symbol.ast_type == ASTType.UnaryOperation:
        return None
    found: list[str] = []
    for own, other in zip(symbol.arguments, wanted.arguments, strict=True):
        part = _unify_term(own, other)
        if part is None:
            return None
        found += part
    return found


def _unify_term(own: AST, other: Symbol) -> list[str] | None:
    if other == ANYTHING:
        return []
    if own.ast_type == ASTType.Function and not own.external:
        if other.type != SymbolType.Function or own.name != other.name:
            return None
        if len(own.arguments) != len(other.arguments):
            return None
        found: list[str] = []
        for mine, its in zip(own.arguments, other.arguments, strict=True):
            part = _unify_term(mine, its)
            if part is None:
                return None
            found += part
        return found
    if own.ast_type == ASTType.SymbolicTerm:
        return [] if own.symbol == other else None
    if str(own) == "_":
        return []
    # What is partly open can be compared only with what something else binds.
    return [f"{named(opened(str(other)))} = {own}" if _open(other) else f"{own} = {other}"]


def _open(term: Symbol) -> bool:
    """Tell whether anything may stand somewhere in a term."""
    if term.type != SymbolType.Function:
        return False
    return term == ANYTHING or any(map(_open, term.arguments))


def _solved(
    parts: Sequence[str],
    rows: dict[str, tuple[Statement, bool, int, bool]],
    reads: Iterable[str],
    step: Step,
) -> Iterator[_Miss]:
    lines = list(parts)
    for name in sorted(reads):
        arities = {len(atom.arguments) for atom in step.of(name)}
        for arity in arities:
            atom = call(name, [f"A{i}" for i in range(arity)])
            lines.append(f'{atom}:-{atom}=@_atoms("{name}").')
    control = Control(["--warn=none"], logger=lambda *_: None)
    try:
        control.add("base", [], "\n".join(lines))
        control.ground([("base", [])], context=_Atoms(step))
    except RuntimeError:
        # A condition that nothing but what is lacking binds: that rule has nothing to tell.
        half = len(parts) // 2
        for some in (parts[:half], parts[half:]) if half else ():
            yield from _solved(some, rows, reads, step)
        return
    for name, (statement, alone, place, against) in rows.items():
        for found in control.symbolic_atoms.by_signature(name, 1):
            yield _Miss(statement, alone, place, against, found.symbol.arguments[0])


class _Atoms:
    def __init__(self, step: Step) -> None:
        self._step = step

    def _atoms(self, name: Symbol) -> list[Symbol]:
        return list(self._step.of(name.string))
