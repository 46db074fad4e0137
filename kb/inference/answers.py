"""Answers: what is asked of a situation, what the rules say, and what that rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import overload

import clingo
from clingo import Number, Symbol

from kb.errors import LudexError, quote
from kb.inference import declarations, mentions
from kb.inference.engine import Model
from kb.inference.graph import Choice, Edge
from kb.inference.onward import Future
from kb.inference.orders import Found as FoundOrders
from kb.inference.orders import find_orders
from kb.inference.queries import query
from kb.inference.script import pattern, settling
from kb.inference.session import Query, Session
from kb.proof import Proof, explain
from kb.scenario.game import Property
from kb.scenario.questions import (
    Declarations,
    Expected,
    May,
    Mentions,
    Options,
    Orders,
    Outcomes,
    Targets,
    TypedQuestion,
    What,
    When,
    answer,
)
from kb.scenario.references import FALSE, THE_GAME, TRUE, Present, Ref
from kb.scenario.script import Act

LEGAL = query("legal").shown

HARMLESS = frozenset({"library", "nothing"})
"""What an instruction may touch without a known answer depending on it."""

Value = bool | tuple[Symbol, ...] | None


@dataclass(frozen=True)
class Reason:
    """One thing that stands against an action.

    Attributes
    ----------
    unmet : Symbol
        ``unmet(Decision, Option, Condition)``.
    contrary : tuple of Symbol
        The facts that stand against the condition.
    """

    unmet: Symbol
    contrary: tuple[Symbol, ...] = ()

    @property
    def condition(self) -> Symbol:
        """What is not so, or what rules it out."""
        return self.unmet.arguments[2]


class Later(Sequence[Symbol]):
    """Goals that take a step of their own to find, which is solved when they are looked at."""

    def __init__(self, found: Callable[[], Iterable[Symbol]]) -> None:
        self._found = found

    @cached_property
    def _symbols(self) -> tuple[Symbol, ...]:
        return tuple(self._found())

    @overload
    def __getitem__(self, index: int) -> Symbol: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Symbol]: ...

    def __getitem__(self, index: int | slice) -> Symbol | Sequence[Symbol]:
        """Return one of them, or some."""
        return self._symbols[index]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._symbols)


@dataclass(frozen=True)
class Leaf:
    """One way in which what is done can end, with what is asked of it.

    Attributes
    ----------
    node : int
        The number of the state in the graph.
    kind : str
        ``leaf``, ``illegal``, ``over``, ``stuck`` or ``cut``.
    choices : tuple of Choice
        The choices on a shortest way there.
    ways : int or None
        How many ways lead there; None if they are endless.
    value : bool, tuple of Symbol, or None
        The answer in this state; None where the rulebook cannot say.
    goals : sequence of Symbol
        The atoms that the answer consists of.
    reasons : tuple of Reason
        For a "no", everything that stands against it.
    query : Query
        The step that was solved for the answer.
    gaps : tuple of Symbol
        Instructions that could not be carried out on the way.
    also : tuple of int
        Other states in which everything that is asked about is the same.
    seen : tuple of (Property, Ref, tuple of Symbol)
        For outcomes, the properties that count.
    more : bool
        Whether a list of declarations, or their count, was cut.
    orders : FoundOrders or None
        The orders in which what waits in this state can be played, if that is asked.
    """

    node: int
    kind: str
    choices: tuple[Choice, ...]
    ways: int | None
    value: Value
    goals: Sequence[Symbol]
    reasons: tuple[Reason, ...]
    query: Query
    gaps: tuple[Symbol, ...] = ()
    also: tuple[int, ...] = ()
    seen: tuple[tuple[Property, Ref, tuple[Symbol, ...]], ...] = ()
    more: bool = False
    orders: FoundOrders | None = None


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
    return Leaf(
        first.node,
        first.kind,
        first.choices,
        total,
        first.value,
        first.goals,
        first.reasons,
        first.query,
        tuple(dict.fromkeys(gap for leaf in same for gap in leaf.gaps)),
        tuple(leaf.node for leaf in same[1:]),
        first.seen,
        orders=first.orders,
    )


def _leaf(session: Session, question: TypedQuestion, number: int, ways: int | None) -> Leaf:
    node = session.graph.nodes[number]
    choices = tuple(c for _, edge in session.graph.path(number) for c in edge.choices)
    gaps = tuple(session.gaps(number))
    if node.kind in ("illegal", "stuck"):
        extra = node.extra
        reasons = tuple(
            Reason(atom, _contrary(session, number, extra, atom)) for atom in node.reasons
        )
        reasons = tuple(r for r in reasons if r.unmet.name == "unmet")
        goals = tuple(dict.fromkeys(a for r in reasons for a in (r.unmet, *r.contrary)))
        return Leaf(
            number, node.kind, choices, ways, None, goals, reasons, Query(number, extra), gaps
        )
    match question:
        case May():
            value, goals, reasons, extra = _may(session, number, question.act)
        case Targets():
            value, goals, reasons, extra = _targets(session, number, question)
        case Options():
            value, goals, reasons, extra = _options(session, number, question)
        case What():
            value, goals, reasons, extra = _what(session, number, question)
        case Declarations():
            return _declarations(session, number, question, choices, ways, gaps)
        case Outcomes():
            return _outcome(session, number, question, choices, ways, gaps)
        case When():
            return _come_about(session, number, question, ways, gaps)
        case Mentions():
            value, goals, reasons, extra = _mentions(session, number, question)
        case Orders():
            return _orders(session, number, question, choices, ways, gaps)
        case _:
            raise LudexError(f"cannot answer {quote(question.name)}")
    if gaps and any(_blocks(gap) for gap in gaps):
        value = None
    return Leaf(number, node.kind, choices, ways, value, goals, reasons, Query(number, extra), gaps)


def _blocks(gap: Symbol) -> bool:
    """Return whether an instruction that was not carried out may matter for what is asked.

    An instruction that only touches cards nobody knows, such as those of a library, does not.
    """
    scope = gap.arguments[-1] if gap.arguments else gap
    return scope.type != clingo.SymbolType.Function or scope.name not in HARMLESS


def _contrary(session: Session, number: int, extra: str, unmet: Symbol) -> tuple[Symbol, ...]:
    model = session.ask(number, extra, LEGAL)
    return _against(model, unmet)


def _against(model: Model, unmet: Symbol) -> tuple[Symbol, ...]:
    return tuple(a for a in model.of("contrary") if a.arguments[0] == unmet.arguments[2])


Found = tuple[Value, tuple[Symbol, ...], tuple[Reason, ...], str]


def asking(act: Act, present: Present) -> str:
    """Return what a step is told so that it says whether an action is legal."""
    decision = act.decision()
    text = "".join(f"asked({decision},{option}).\n" for option in act.options(present))
    text += "".join(f"asked({part},{option}).\n" for part, option in act.parts(present))
    values: dict[str, Symbol] = {} if act.by is None else {"by": act.by}
    chosen: list[tuple[str, int, tuple[Symbol, ...]]] = [
        ("targets", number, target.terms(present)) for number, target in enumerate(act.targets, 1)
    ]
    if act.x is not None:
        chosen.append(("x", 1, (Number(act.x),)))
    for word, number, terms in chosen:
        settled = act.action.settles.get(word)
        if settled is None:
            raise LudexError(f"{quote(act.action.name)} has no {quote(word)}")
        later = pattern(settled.decision, {**values, "n": Number(number)})
        for term in terms:
            option = settled.option.fill({**values, "value": term})
            asked = f"prospect({decision},O,D), asked({decision},O), D = {later}"
            text += f"asked(D,{option}) :- {asked}.\n"
    for shares in act.shares:
        for later, option in settling(shares, present):
            asked = f"prospect({decision},O,D), asked({decision},O), D = {later}"
            text += f"asked(D,{option}) :- {asked}.\n"
    return text


def _may(session: Session, number: int, act: Act) -> Found:
    present = Present(session.graph.nodes[number].state)
    options = act.options(present)
    if not options:
        about = act.about.text if act.about else act.action.name
        raise LudexError(f"{quote(about)} is nowhere to be found at this point")
    for target in (*act.targets, *filter(None, [act.missing(present)])):
        if not target.terms(present):
            raise LudexError(f"{quote(target.text)} is nowhere to be found at this point")
    extra = asking(act, present)
    model = session.ask(number, extra, (*LEGAL, "asked/2"))
    state = session.graph.nodes[number].state
    if demands := session.engine.demands(state, session.told(extra), model):
        extra += demands
        model = session.ask(number, extra, (*LEGAL, "asked/2"))
    legal = {(a.arguments[0], a.arguments[1]) for a in model.of("option")}
    asked = [(a.arguments[0], a.arguments[1]) for a in model.of("asked")]
    decision = act.decision()
    readings = [option for d, option in asked if d == decision]
    later: dict[Symbol, list[Symbol]] = {}
    for d, option in asked:
        if d != decision:
            later.setdefault(d, []).append(option)
    wanted = len(act.targets) + (act.x is not None)
    wanted += sum(1 + len({ref for ref, _ in shares.pairs}) for shares in act.shares)
    chosen = next((o for o in readings if (decision, o) in legal), None)
    # Every part of a declaration has to be legal; of what a name may stand for, one will do.
    parts = set(act.parts(present))
    refused = [
        d
        for d, os in later.items()
        if not any((d, o) in legal for o in os)
        or any((d, o) in parts and (d, o) not in legal for o in os)
    ]
    if wanted > len(later):
        what = "takes less than is said" if act.shares else "has fewer targets than are named"
        raise LudexError(f"{quote(act.text or act.action.name)} {what}")
    if chosen is not None and not refused:
        pairs = [(decision, chosen)] + [
            (d, next(o for o in os if (d, o) in legal)) for d, os in later.items()
        ]
        met = [a for a in model.of("met") if (a.arguments[0], a.arguments[1]) in pairs]
        return True, (*(clingo.Function("option", pair) for pair in pairs), *met), (), extra
    against = []
    if chosen is None:
        first = readings[0]
        against += [a for a in model.of("unmet") if a.arguments[:2] == [decision, first]]
    for d in refused:
        wrong = [o for o in later[d] if (d, o) not in legal]
        told = [o for o in wrong if (d, o) in parts] or wrong[:1]
        against += [a for o in told for a in model.of("unmet") if a.arguments[:2] == [d, o]]
    reasons = tuple(Reason(a, _against(model, a)) for a in against)
    goals = tuple(dict.fromkeys(a for r in reasons for a in (r.unmet, *r.contrary)))
    return False, goals, reasons, extra


def _targets(session: Session, number: int, question: Targets) -> Found:
    act = question.act
    present = Present(session.graph.nodes[number].state)
    settled = act.action.settles.get("targets")
    if settled is None:
        raise LudexError(f"{quote(act.action.name)} has no targets")
    values: dict[str, Symbol] = {"n": Number(question.target)}
    if act.by is not None:
        values["by"] = act.by
    decision = act.decision()
    later = pattern(settled.decision, values)
    extra = "".join(f"asked({decision},{option}).\n" for option in act.options(present))
    extra += f"surveyed(D) :- prospect({decision},O,D), asked({decision},O), D = {later}.\n"
    model = session.ask(number, extra, (*LEGAL, "surveyed/1"))
    surveyed = {a.arguments[0] for a in model.of("surveyed")}
    if not surveyed:
        raise LudexError(f"{quote(act.text or act.action.name)} has no target {question.target}")
    legal = [
        a for a in model.of("option") if a.arguments[0] in surveyed and a.arguments[1].arguments
    ]
    found = tuple(sorted({a.arguments[1].arguments[0] for a in legal}))
    chosen = set(legal)
    goals = tuple(legal) + tuple(
        a for a in model.of("met") if clingo.Function("option", a.arguments[:2]) in chosen
    )
    # What would fit, were it not for something that rules it out.
    against = [a for a in model.of("unmet") if a.arguments[0] in surveyed]
    reasons = tuple(Reason(a, _against(model, a)) for a in against)
    return found, (*goals, *against), reasons, extra


def _options(session: Session, number: int, question: Options) -> Found:
    decisions = {
        action.decision.fill({"side": question.side})
        for action in session.game.actions.values()
        if action.name == "pass" or action.must
    }
    extra = "".join(f"surveyed({decision}).\n" for decision in sorted(decisions))
    model = session.ask(number, extra, LEGAL)
    legal = [a for a in model.of("option") if a.arguments[0] in decisions]
    return tuple(sorted(a.arguments[1] for a in legal)), tuple(legal), (), extra


def _declarations(
    session: Session,
    number: int,
    question: Declarations,
    choices: tuple[Choice, ...],
    ways: int | None,
    gaps: tuple[Symbol, ...],
) -> Leaf:
    """Return all that could be declared; the proof is that of the first."""
    found = declarations.find(session, number, question)
    told = declarations.told(session, number, question.act)
    present = Present(session.graph.nodes[number].state)
    own = [question.act.declaration(present)]
    if question.act.free is not None:
        own += [(question.act.decision(), one) for one in question.act.options(present)]
    pairs = found.first or (*own, *question.act.parts(present))
    extra = "".join(f"asked({decision},{option}).\n" for decision, option in pairs)
    extra += "".join(line for line in told.splitlines(keepends=True) if line.startswith("most("))

    def supported() -> Iterable[Symbol]:
        met = session.ask(number, extra, LEGAL).of("met")
        own = [a for a in met if (a.arguments[0], a.arguments[1]) in pairs]
        return (*(clingo.Function("option", pair) for pair in pairs), *own)

    goals: Sequence[Symbol] = Later(supported)
    reasons: tuple[Reason, ...] = ()
    if not found.first:
        # What stands against any declaration at all, or against what has to be part of it.
        model = session.ask(number, extra, LEGAL)
        unmet = [a for a in model.of("unmet") if (a.arguments[0], a.arguments[1]) in pairs]
        reasons = tuple(Reason(a, _against(model, a)) for a in unmet)
        goals = tuple(dict.fromkeys(a for r in reasons for a in (r.unmet, *r.contrary)))
    value = None if any(map(_blocks, gaps)) else found.values
    kind = session.graph.nodes[number].kind
    query = Query(number, extra)
    return Leaf(
        number, kind, choices, ways, value, goals, reasons, query, gaps=gaps, more=found.more
    )


def _orders(
    session: Session,
    number: int,
    question: Orders,
    choices: tuple[Choice, ...],
    ways: int | None,
    gaps: tuple[Symbol, ...],
) -> Leaf:
    assert session.game.orders is not None
    wanted = len(question.expect or ()) + 1
    search = bool(question.includes or question.excludes)
    limit = max(question.limit, wanted, LISTED if search else 0)
    found = find_orders(session, number, limit)
    action = session.game.actions[session.game.orders.action]
    pattern = action.decision.term
    decisions = [
        decision
        for decision in session.script.passing
        if decision.match(pattern.name, len(pattern.arguments))
    ]
    extra = "".join(f"surveyed({decision}).\n" for decision in decisions)
    model = session.ask(number, extra, LEGAL)
    legal = [a for a in model.of("option") if a.arguments[0] in decisions]
    pairs = [a.arguments for a in legal[:1]]
    met = [a for a in model.of("met") if a.arguments[:2] in pairs]
    node = session.graph.nodes[number]
    value = None if any(map(_blocks, gaps)) else True
    goals = (*legal[:1], *met)
    query_ = Query(number, extra)
    return Leaf(number, node.kind, choices, ways, value, goals, (), query_, gaps=gaps, orders=found)


LISTED = 5_000
"""How many orders are looked through for those that are, or are not, to be among them."""


def _mentions(session: Session, number: int, question: Mentions) -> Found:
    """Return the mentions that are targets; None if some of the text was not understood."""
    goals = mentions.goals(session, number, question)
    if question.wording.unread:
        return None, goals, (), ""
    found = mentions.findings(session, number, question)
    return tuple(one.said.symbol for one in found if one.target), goals, (), ""


def _signature(asked: Property) -> str:
    term = asked.pattern.term
    return f"{term.name}/{len(term.arguments)}"


def _what(session: Session, number: int, question: What) -> Found:
    shows = (_signature(question.property),) if question.property.derived else ()
    model = session.ask(number, "", shows)
    values, goals = _property(session, number, question.property, question.of, model)
    if question.property.answer == "flag":
        return values == (TRUE,), goals, (), ""
    return values, goals, (), ""


def _property(
    session: Session, number: int, asked: Property, of: Ref, model: Model
) -> tuple[tuple[Symbol, ...], tuple[Symbol, ...]]:
    """Return the values of a property in a state, and the atoms that say so."""
    state = session.graph.nodes[number].state
    present = Present(state)
    atoms = model.of(asked.pattern.term.name) if asked.derived else []
    values = answer(asked, of, state, atoms, present)
    goals = []
    for term in of.terms(present):
        filled = {"object": term, "player": term, "side": of.side or term}
        if asked.derived:
            goals += [a for a in atoms if asked.pattern.match(a, filled) is not None]
        else:
            goals += [
                clingo.Function("given", [f])
                for f in state
                if asked.pattern.match(f, filled) is not None
            ]
    return values, tuple(sorted(goals))


def _outcome(
    session: Session,
    number: int,
    question: Outcomes,
    choices: tuple[Choice, ...],
    ways: int | None,
    gaps: tuple[Symbol, ...],
) -> Leaf:
    mentioned = _mentioned(session, question)
    shows = tuple(dict.fromkeys(_signature(p) for p, _ in mentioned if p.derived))
    model = session.ask(number, "", shows)
    seen = []
    goals: list[Symbol] = []
    for asked, of in mentioned:
        values, because = _property(session, number, asked, of, model)
        seen.append((asked, of, values))
        goals += because
    node = session.graph.nodes[number]
    return Leaf(
        number,
        node.kind,
        choices,
        ways,
        None if any(map(_blocks, gaps)) else True,
        tuple(dict.fromkeys(goals)),
        (),
        Query(number, ""),
        gaps,
        (),
        tuple(seen),
    )


def _come_about(
    session: Session, number: int, question: When, ways: int | None, gaps: tuple[Symbol, ...]
) -> Leaf:
    """Return when something comes about on one way: whose turn, which, and the part of it."""
    shows = tuple(
        dict.fromkeys(_signature(g.property) for g in question.goal if g.property.derived)
    )
    model = session.ask(number, "", shows)
    seen = []
    goals: list[Symbol] = []
    for one in question.goal:
        values, because = _property(session, number, one.property, one.of, model)
        seen.append((one.property, one.of, values))
        goals += because
    reached = all(set(one.values) == set(s[2]) for one, s in zip(question.goal, seen, strict=True))
    node = session.graph.nodes[number]
    script = session.script
    assert isinstance(script, Future)
    moment = script.moment(node.state, node.position) if reached else ()
    return Leaf(
        number,
        node.kind,
        tuple(choice for _, choice in decisions(session, number)),
        ways,
        None if any(map(_blocks, gaps)) else moment,
        tuple(dict.fromkeys(goals)),
        (),
        Query(number, ""),
        gaps,
    )


def decisions(
    session: Session, number: int, path: Sequence[tuple[int, Edge]] | None = None
) -> list[tuple[int, Choice]]:
    """Return what was decided on a way to a state, and where; passing is left out.

    Without a way, a shortest one is meant.
    """
    return [
        (before, choice)
        for before, edge in (session.graph.path(number) if path is None else path)
        for choice in edge.choices
        if session.script.passing.get(choice.decision) != choice.option
    ]


def _when_first(leaf: Leaf) -> tuple[bool, int, int]:
    value = leaf.value if isinstance(leaf.value, tuple) else ()
    return not value, value[1].number if value else 0, leaf.node


def _mentioned(session: Session, question: Outcomes) -> list[tuple[Property, Ref]]:
    """Return the properties that an expectation mentions, or else those that changed."""
    expected: Iterable[tuple[Expected, ...]] = (
        *(question.expect or ()),
        *question.includes,
        *question.excludes,
    )
    found = dict.fromkeys((one.property, one.of) for group in expected for one in group)
    return list(found) if found else session_changes(session)


def session_changes(session: Session) -> list[tuple[Property, Ref]]:
    """Return the properties that differ, in some outcome, from the start."""
    names = session.situation.names
    game = session.game
    refs = [Ref(text, "object", handle) for handle, text in names.handles.items()]
    players = [Ref(text, "player", player) for player, text in names.players.items()]
    touched = _touched(session)
    refs = [ref for ref in refs if ref.symbol in touched][:50]
    wanted = [
        (prop, ref)
        for prop in game.properties.values()
        # A flag that the rules derive goes without saying: what it follows from is told.
        if not (prop.derived and prop.answer == "flag")
        for ref in {"player": players, "game": [THE_GAME]}.get(prop.of, refs)
    ]
    shows = tuple(dict.fromkeys(_signature(p) for p, _ in wanted if p.derived))
    changed: dict[tuple[Property, Ref], None] = {}
    start = session.ask(0, "", shows)
    leaves = [n for n in session.graph.leaves if session.graph.nodes[n].kind in ("leaf", "over")]
    for number in leaves:
        model = session.ask(number, "", shows)
        for asked, of in wanted:
            if (
                _property(session, number, asked, of, model)[0]
                != _property(session, 0, asked, of, start)[0]
            ):
                changed[(asked, of)] = None
    return list(changed)


def _touched(session: Session) -> set[Symbol]:
    """Return the handles of objects about which anything differs from the start."""
    start = session.graph.nodes[0].state
    found: set[Symbol] = set()
    for number in session.graph.leaves:
        for fluent in start ^ session.graph.nodes[number].state:
            _handles(fluent, found)
    return found


def _handles(term: Symbol, found: set[Symbol]) -> None:
    if term.match("obj", 2):
        found.add(term.arguments[0])
    elif term.type == clingo.SymbolType.Function:
        for argument in term.arguments:
            _handles(argument, found)


__all__ = [
    "FALSE",
    "TRUE",
    "Leaf",
    "Reason",
    "Ruling",
    "asking",
    "rule_on",
]
