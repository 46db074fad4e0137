"""Whether a ruling is the expected one: the answer, and the rules that it must rest on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Function, Symbol

from kb.inference.answers import Ruling
from kb.inference.graph import State
from kb.inference.leaves import Leaf
from kb.scenario.names import Names
from kb.scenario.questions import (
    Declarations,
    Expected,
    May,
    Mentions,
    Moment,
    Options,
    Orders,
    Outcomes,
    Targets,
    What,
    When,
)
from kb.scenario.references import FALSE, TRUE, Present, Ref
from kb.scenario.script import Act
from kb.testing.verdicts import verdict_mistakes


def mistakes(ruling: Ruling) -> list[str]:
    """Return what is wrong with a ruling, in words; nothing if it is as expected."""
    question = ruling.question
    illegal = [leaf for leaf in ruling.leaves if leaf.kind in ("illegal", "stuck")]
    if illegal and not isinstance(question, Outcomes):
        return ["what is done is not legal"]
    if question.undetermined:
        open_ = all(leaf.value is None and leaf.gaps for leaf in ruling.leaves)
        return [] if open_ else ["the answer is not undetermined"]
    if not ruling.leaves:
        return ["there is no outcome within the limit"]
    match question:
        case May():
            return _single(ruling, question.expect)
        case Declarations():
            return [fault for leaf in ruling.leaves for fault in _declared(ruling, question, leaf)]
        case Targets() | Options():
            return [fault for leaf in ruling.leaves for fault in _members(ruling, leaf)]
        case What():
            return [fault for leaf in ruling.leaves for fault in _values(ruling, leaf)]
        case Outcomes():
            return _outcomes(ruling, question)
        case When():
            return _moments(ruling, question)
        case Mentions():
            return verdict_mistakes(ruling, question)
        case Orders():
            return [fault for leaf in ruling.leaves for fault in _orders(ruling, leaf, question)]


def expects(ruling: Ruling) -> bool:
    """Return whether the question comes with an expectation at all."""
    question = ruling.question
    return (
        question.expect is not None
        or getattr(question, "number", None) is not None
        or question.undetermined
        or getattr(question, "covered", None) is not None
        or bool(getattr(question, "includes", ()))
        or bool(getattr(question, "excludes", ()))
        or bool(question.because)
        or question.depends is not None
    )


def _single(ruling: Ruling, expected: bool | None) -> list[str]:
    if expected is None:
        return []
    found = {leaf.value for leaf in ruling.leaves}
    if found == {expected}:
        return []
    return [f"expected {_yes(expected)}, found {' or '.join(sorted(map(_yes, found)))}"]


def _yes(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else "undetermined"


def _names(ruling: Ruling) -> Names:
    return ruling.session.situation.names


def _text(ruling: Ruling, symbols: Iterable[Symbol]) -> str:
    names = _names(ruling)
    return ", ".join(sorted(names.text(symbol) for symbol in symbols)) or "nothing"


def _terms(ruling: Ruling, leaf: Leaf, wanted: Iterable[Ref | Act]) -> list[set[Symbol]]:
    present = Present(ruling.session.graph.nodes[leaf.node].state)
    return [
        set(each.options(present) if isinstance(each, Act) else each.terms(present))
        for each in wanted
    ]


def _members(ruling: Ruling, leaf: Leaf) -> list[str]:
    question = ruling.question
    assert isinstance(question, Targets | Options)
    if leaf.value is None:
        return ["the answer is undetermined"]
    found = set(leaf.value) if isinstance(leaf.value, tuple) else set()
    faults = []
    wanted: tuple[Ref | Act, ...] = (*(question.expect or ()), *question.includes)
    for each, terms in zip(wanted, _terms(ruling, leaf, wanted), strict=True):
        if not terms & found:
            faults.append(f"{each.text} is missing; found {_text(ruling, found)}")
    unwanted: tuple[Ref | Act, ...] = question.excludes
    for each, terms in zip(unwanted, _terms(ruling, leaf, unwanted), strict=True):
        if terms & found:
            faults.append(f"{each.text} should not be there")
    if question.expect is not None:
        expected: set[Symbol] = set().union(*_terms(ruling, leaf, question.expect))
        if found - expected:
            faults.append(f"found besides what is expected: {_text(ruling, found - expected)}")
    return faults


def _declared_parts(act: Act, present: Present) -> frozenset[tuple[Symbol, Symbol]]:
    return frozenset((*act.parts(present), *act.shared(present)))


def _declared(ruling: Ruling, question: Declarations, leaf: Leaf) -> list[str]:
    """Say what is wrong with a list of declarations, or with their number."""
    if not isinstance(leaf.value, tuple):
        return ["the answer is undetermined"]
    if leaf.more and (question.count or question.expect is not None):
        return ["there are more than were counted or listed"]
    faults = []
    number = leaf.value[0].number if question.count else len(leaf.value)
    if question.number is not None and number != question.number:
        faults.append(f"expected {question.number}, found {number}")
    if question.count:
        return faults
    present = Present(ruling.session.graph.nodes[leaf.node].state)
    found = {frozenset(tuple(pair.arguments) for pair in one.arguments) for one in leaf.value}
    wanted = [_declared_parts(act, present) for act in question.expect or ()]
    for act in (*(question.expect or ()), *question.includes):
        if _declared_parts(act, present) not in found:
            faults.append(f"{act.text} is missing")
    for act in question.excludes:
        if _declared_parts(act, present) in found:
            faults.append(f"{act.text} should not be there")
    if question.expect is not None and len(found) > len(set(wanted)):
        faults.append(f"found {len(found)}, of which only {len(set(wanted))} are expected")
    return faults


def _values(ruling: Ruling, leaf: Leaf) -> list[str]:
    question = ruling.question
    assert isinstance(question, What)
    if leaf.value is None:
        return ["the answer is undetermined"]
    value = leaf.value
    found = {TRUE if value else FALSE} if isinstance(value, bool) else set(value)
    faults = []
    if question.expect is not None and found != set(question.expect):
        faults.append(f"expected {_text(ruling, question.expect)}, found {_text(ruling, found)}")
    if set(question.includes) - found:
        faults.append(f"{_text(ruling, set(question.includes) - found)} is missing")
    if set(question.excludes) & found:
        faults.append(f"{_text(ruling, set(question.excludes) & found)} should not be there")
    return faults


def _orders(ruling: Ruling, leaf: Leaf, question: Orders) -> list[str]:
    if leaf.orders is None or not leaf.orders.complete:
        return ["the search for orders was cut"]
    found = leaf.orders
    faults = []
    if question.number is not None and found.count != question.number:
        faults.append(f"expected {question.number} orders, found {found.count}")
    state = ruling.session.graph.nodes[leaf.node].state
    if question.expect is not None:
        for wanted in question.expect:
            if not any(_is_order(word, wanted, state) for word in found.listed):
                faults.append(f"not an order: {_order(wanted)}")
        for word in found.listed[: found.count]:
            if not any(_is_order(word, wanted, state) for wanted in question.expect):
                faults.append(f"an order besides those expected: {_text_of(ruling, word)}")
    for wanted in question.includes:
        if not any(_is_order(word, wanted, state) for word in found.listed):
            faults.append(f"not an order: {_order(wanted)}")
    for wanted in question.excludes:
        if any(_is_order(word, wanted, state) for word in found.listed):
            faults.append(f"should be no order: {_order(wanted)}")
    return faults


def _is_order(word: Sequence[Symbol], wanted: Sequence[Act], state: State) -> bool:
    """Return whether an order is the one meant: what comes up later is known from the word."""
    if len(word) != len(wanted):
        return False
    there = {part for option in word for part in option.arguments}
    present = Present([*state, *(Function("in", [thing, Function("there")]) for thing in there)])
    return all(option in act.options(present) for option, act in zip(word, wanted, strict=True))


def _order(wanted: Sequence[Act]) -> str:
    return ", ".join(act.about.text if act.about else act.text for act in wanted)


def _text_of(ruling: Ruling, word: Sequence[Symbol]) -> str:
    names = _names(ruling)
    return ", ".join(names.text(part) for option in word for part in option.arguments)


def _outcomes(ruling: Ruling, question: Outcomes) -> list[str]:
    faults = []
    for leaf in ruling.leaves:
        if leaf.kind in ("illegal", "stuck"):
            return ["what is done is not legal"]
        if leaf.value is None:
            return ["the outcome is undetermined"]
    if question.expect is not None:
        for leaf in ruling.leaves:
            if not any(_matches(leaf, group) for group in question.expect):
                faults.append(f"not expected: {describe(ruling, leaf)}")
        for group in question.expect:
            if not any(_matches(leaf, group) for leaf in ruling.leaves):
                faults.append(f"expected, but does not happen: {_group(ruling, group)}")
    for group in question.includes:
        if not any(_matches(leaf, group) for leaf in ruling.leaves):
            faults.append(f"expected, but does not happen: {_group(ruling, group)}")
    for group in question.excludes:
        if any(_matches(leaf, group) for leaf in ruling.leaves):
            faults.append(f"should not happen: {_group(ruling, group)}")
    return faults


def _moments(ruling: Ruling, question: When) -> list[str]:
    if any(leaf.value is None for leaf in ruling.leaves):
        return ["the answer is undetermined"]
    found = [leaf.value if isinstance(leaf.value, tuple) else () for leaf in ruling.leaves]
    wanted = (*(question.expect or ()), *question.includes)
    faults = [
        f"expected, but does not come about then: {_moment(ruling, None, one)}"
        for one in wanted
        if not any(_is_moment(value, one) for value in found)
    ]
    faults += [
        f"should not come about then: {_moment(ruling, None, one)}"
        for one in question.excludes
        if any(_is_moment(value, one) for value in found)
    ]
    if question.expect is not None:
        faults += [
            f"not expected: {_moment(ruling, value, None)}"
            for value in found
            if not any(_is_moment(value, one) for one in question.expect)
        ]
    return faults


def _is_moment(value: tuple[Symbol, ...], wanted: Moment | None) -> bool:
    if wanted is None or not value:
        return wanted is None and not value
    side, turn, phase = value
    return (
        turn.number == wanted.turn
        and side == wanted.side
        and (wanted.phase is None or phase == wanted.phase)
    )


def _moment(ruling: Ruling, value: tuple[Symbol, ...] | None, wanted: Moment | None) -> str:
    if wanted is not None:
        return wanted.text
    if not value:
        return "never"
    side, turn, phase = value
    names = _names(ruling)
    return f"turn {turn.number} of {names.text(side)}, phase {names.text(phase)}"


def _matches(leaf: Leaf, group: tuple[Expected, ...]) -> bool:
    seen = {(asked.name, of): set(values) for asked, of, values in leaf.seen}
    return all(seen.get((one.property.name, one.of)) == set(one.values) for one in group)


def describe(ruling: Ruling, leaf: Leaf) -> str:
    """Return what was asked about in a leaf, in one line."""
    return "; ".join(
        f"{of.text} {asked.name} {_text(ruling, values)}" for asked, of, values in leaf.seen
    )


def _group(ruling: Ruling, group: tuple[Expected, ...]) -> str:
    return "; ".join(
        f"{one.of.text} {one.property.name} {_text(ruling, one.values)}" for one in group
    )
